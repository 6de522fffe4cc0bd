"""Revision: what the verdicts on earlier drafts ask of the next one, by story."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from agents.brains.base import Hands
from agents.brains.local.asking import every
from agents.events.schema import CheckedLink, CriticRejection, VerificationFailed
from newsletter.research.story import Story
from newsletter.standards.outcomes import Support
from newsletter.text.identifiers import canonical
from newsletter.text.words import folded

MOST_STRIKES = 2


@dataclass(frozen=True, slots=True)
class Complaints:
    """All complaints of a session: of links, of sentences, and of the critic."""

    dead: Mapping[str, str]  # by canonical address, why it may not be linked
    unsupported: tuple[CheckedLink, ...]
    strikes: Counter[str]  # by title, how often the critic refused the item

    def against(self, story: Story) -> str:
        """Why the story cannot be told; empty if it can."""
        if reason := self.dead.get(canonical(story.url)):
            return reason
        if self.strikes[story.title] >= MOST_STRIKES:
            return "the critic refused it twice"
        title = folded(story.title)
        named = (lack for lack in self._of(story) if folded(lack.sentence) == title)
        return next((lack.reason for lack in named), "")

    def sentences(self, story: Story) -> list[str]:
        """The sentences that did not stand on their evidence: not to be said again."""
        return [lack.sentence for lack in self._of(story)]

    def reasons(self, story: Story) -> list[str]:
        """Why those sentences are left out, each reason once."""
        reasons = (lack.reason or lack.outcome for lack in self._of(story))
        return list(dict.fromkeys(reasons))

    def without_dead(self, story: Story) -> Story:
        """The story without the other tellings that failed verification."""
        also = (one for one in story.also if canonical(one.url) not in self.dead)
        return story.model_copy(update={"also": tuple(also)})

    def _of(self, story: Story) -> list[CheckedLink]:
        addresses = (story.url, *(telling.url for telling in story.also))
        known = {canonical(address) for address in addresses}
        return [lack for lack in self.unsupported if canonical(lack.url) in known]


def complaints(hands: Hands, stories: Collection[Story]) -> Complaints:
    """Every complaint of this session so far."""
    failed = [
        link
        for failure in every(hands, VerificationFailed)
        for link in failure.invalid_urls
    ]
    unsupported = tuple(link for link in failed if link.outcome in set(Support))
    problems = [
        problem
        for rejection in every(hands, CriticRejection)
        for problem in rejection.problems
    ]
    return Complaints(
        dead={
            canonical(link.url): link.reason or link.outcome
            for link in failed
            if link.url and link not in unsupported
        },
        unsupported=unsupported,
        strikes=Counter(
            story.title
            for problem in problems
            for story in stories
            if story.title and story.title in problem.where
        ),
    )
