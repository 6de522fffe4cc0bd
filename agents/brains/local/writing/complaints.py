"""Revision: what the verdicts on earlier drafts ask of the next one, by story."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from agents.brains.base import Hands
from agents.brains.local.asking import every
from agents.brains.local.writing.titles import title_of
from agents.events.drafts import (
    CheckedLink,
    CriticRejection,
    DraftWritten,
    VerificationFailed,
)
from newsletter.drafts.contract import BRIEF, Contract
from newsletter.drafts.parsing import parse
from newsletter.research.story import Story
from newsletter.standards.link_policy import DraftFault
from newsletter.standards.outcomes import Support
from newsletter.text.identifiers import canonical
from newsletter.text.words import folded

MOST_STRIKES = 2
# Other sentences are no longer: that the writer counts for himself.
_LENGTH = "length"
_TITLE = "its title does not stand on its evidence"


@dataclass(frozen=True, slots=True)
class Complaints:
    """All complaints of a session: of links, of sentences, and of the critic."""

    dead: Mapping[str, str]  # by canonical address, why it may not be linked
    unsupported: tuple[CheckedLink, ...]
    strikes: Counter[str]  # by story, how often the critic refused the item
    headings: Mapping[str, frozenset[str]]  # by address, what stood over it, folded
    # Too many links of a draft could not be proven: who is shut stays out.
    is_unproven: bool = False

    def against(self, story: Story) -> str:
        """Why the story cannot be told, in words of ours; empty if it can."""
        if reason := self.dead.get(canonical(story.url)):
            return reason
        if self.is_unproven and story.is_from_feed:
            return "its page is shut"
        if self.strikes[story.id] >= MOST_STRIKES:
            return "the critic refused it twice"
        return _TITLE if self.refuses_title(story) else ""

    def refuses_title(self, story: Story) -> bool:
        """Did the story's own title not stand?"""
        titles = {folded(story.title), folded(title_of(story.title))}
        return any(folded(lack.sentence) in titles for lack in self._of(story))

    def sentences(self, story: Story) -> list[str]:
        """The sentences that did not stand on their evidence: not to be said again."""
        return [lack.sentence for lack in self._of(story)]

    def left_out(self, story: Story) -> int:
        """How many sentences of the story are left out.

        Not why: what verification says of a sentence quotes what did not stand.
        """
        refused = {folded(lack.sentence) for lack in self._of(story)}
        return len(refused - self.headings.get(canonical(story.url), frozenset()))

    def without_dead(self, story: Story) -> Story:
        """The story without the other tellings that failed verification."""
        also = (one for one in story.also if canonical(one.url) not in self.dead)
        return story.model_copy(update={"also": tuple(also)})

    def _of(self, story: Story) -> list[CheckedLink]:
        addresses = (story.url, *(telling.url for telling in story.also))
        known = {canonical(address) for address in addresses}
        return [lack for lack in self.unsupported if canonical(lack.url) in known]


def complaints(
    hands: Hands,
    stories: Collection[Story],
    contract: Contract = BRIEF,
    not_theirs: Collection[int] = (),
) -> Complaints:
    """Every complaint of this session so far, less the critic's that are `not_theirs`."""
    failed = [
        link
        for failure in every(hands, VerificationFailed)
        for link in failure.invalid_urls
    ]
    unsupported = tuple(link for link in failed if link.outcome in set(Support))
    headings = _headings(hands, contract)
    return Complaints(
        dead={
            canonical(link.url): link.reason or link.outcome
            for link in failed
            if link.url and link not in unsupported
        },
        unsupported=unsupported,
        strikes=Counter(
            story.id
            for rejection in every(hands, CriticRejection, but=not_theirs)
            for story in stories
            if _refuses(rejection, story, headings.get(canonical(story.url), ()))
        ),
        headings={
            address: frozenset(map(folded, titles))
            for address, titles in headings.items()
        },
        is_unproven=any(link.outcome == DraftFault.UNPROVEN for link in failed),
    )


def _refuses(
    rejection: CriticRejection, story: Story, headings: Collection[str]
) -> bool:
    """Whether a rejection, however much it says, is about the story's item."""
    places = [one.where for one in rejection.problems if one.code != _LENGTH]
    titles = (story.title, *headings)
    return any(title and title in where for title in titles for where in places)


def _headings(hands: Hands, contract: Contract) -> Mapping[str, set[str]]:
    """What stood over the stories in earlier drafts, by the address each links first."""
    found: dict[str, set[str]] = {}
    for written in every(hands, DraftWritten):
        for item in parse(written.markdown, contract).stories:
            links = (
                url
                for block in item.paragraphs
                for sentence in block.sentences()
                for url in sentence.links
            )
            if address := next(links, ""):
                found.setdefault(canonical(address), set()).add(item.title)
    return found
