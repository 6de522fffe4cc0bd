"""A draft less what failed verification: sentences, and stories where they must go. Pure.

Nothing is written but one line that says so. What is left keeps every coded rule, though
it may be shorter than a story has to be, or there is no trimmed draft.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from newsletter.drafts.contract import SectionKind
from newsletter.drafts.critique import review
from newsletter.drafts.cutting import without
from newsletter.drafts.draft import (
    Block,
    Draft,
    Item,
    OneLiners,
    Section,
    Violation,
    is_ours,
    is_view,
)
from newsletter.drafts.prose import DraftSentence
from newsletter.standards.furniture import ENGLISH
from newsletter.standards.link_policy import Finding
from newsletter.standards.outcomes import Support
from newsletter.standards.rubric import Rubric
from newsletter.text.identifiers import canonical
from newsletter.text.words import folded, matches
from newsletter.verification.repair import Loss, Manuscript, made_true

_ROUNDS = 10


@dataclass(frozen=True, slots=True)
class Trimmed:
    """What is left, and what was taken out: titles of stories, and sentences."""

    manuscript: Manuscript
    stories: tuple[str, ...]
    sentences: tuple[str, ...]


def trim(
    whole: Manuscript,
    failures: Sequence[Finding],
    rubric: Rubric,
    newsletter: str = "",
    language: str = ENGLISH,
) -> Trimmed | None:
    """The draft less what the failures are about; None where that makes no issue.

    `newsletter` is its title, `language` that of its readers (BCP 47).
    """
    before = whole.draft
    faults = _Faults(failures)
    after = _without_faults(before, faults)
    around = faults.among((whole.subject, whole.preheader, before.title))
    sizes = [(len(one.items), len(one.lines)) for one in (after, before)]
    if not (faults.taken or around) and sizes[0] == sizes[1]:
        return None
    rubric = rubric.of_what_is_left()
    after = replace(after, contract=before.contract.of_what_is_left())
    for _ in range(_ROUNDS):
        loss = replace(_loss(before, after, faults), lines=around)
        made = made_true(whole, after, loss, rubric.subject_characters, language)
        broken = review(
            made.draft,
            made.subject,
            made.citations,
            rubric,
            newsletter,
            made.preheader,
        )
        if not broken:
            draft = replace(made.draft, contract=before.contract)
            return Trimmed(replace(made, draft=draft), loss.titles, faults.taken)
        smaller = _without_broken(after, made.draft, broken)
        if smaller == after:
            return None
        after = smaller
    return None


def _loss(before: Draft, after: Draft, faults: "_Faults") -> Loss:
    """What was told before and is not any more."""
    kept = {item.title for item in after.stories}
    lost = [item for item in before.stories if item.title not in kept]
    gone = {said.text for item in lost for said in _said(item.paragraphs)}
    besides = sum(sentence not in gone for sentence in faults.taken)
    return Loss(tuple(item.title for item in lost), besides)


class _Faults:
    """The failures, as questions about a sentence or a heading."""

    def __init__(self, failures: Sequence[Finding]) -> None:
        lacking = [failure for failure in failures if failure.outcome in set(Support)]
        self._sentences = [failure.sentence for failure in lacking if failure.sentence]
        self._addresses = {
            canonical(failure.url)
            for failure in failures
            if failure.url and failure not in lacking
        }
        self._taken: dict[str, None] = {}

    @property
    def taken(self) -> tuple[str, ...]:
        """The sentences that were found to be at fault, each once."""
        return tuple(self._taken)

    def links(self, urls: Iterable[str]) -> bool:
        return any(canonical(url) in self._addresses for url in urls)

    def lacks(self, said: DraftSentence) -> bool:
        if is_ours(said.text):
            return said.text in self._sentences
        return any(matches(lacking, said.text) for lacking in self._sentences)

    def is_out(self, said: DraftSentence) -> bool:
        """Whether a sentence goes; it is noted."""
        if found := self.links(said.links) or self.lacks(said):
            self._taken[said.text] = None
        return found

    def keeps_reference(self, said: DraftSentence) -> bool:
        return not self.links(said.links)

    def among(self, lines: Iterable[str]) -> tuple[str, ...]:
        """Which of the lines around a draft are at fault."""
        return tuple(line for line in lines if line in self._sentences)

    def heads(self, title: str) -> bool:
        """Whether a heading itself is at fault."""
        return any(folded(title) == folded(lacking) for lacking in self._sentences)

    def heads_section(self, section: Section) -> bool:
        """Whether a heading that names a topic is at fault, and noted: it goes whole."""
        is_out = section.kind is SectionKind.TOPIC and self.heads(section.heading)
        if is_out:
            self._taken[section.heading] = None
        return is_out


def _without_faults(draft: Draft, faults: _Faults) -> Draft:
    def cut(blocks: Iterable[Block]) -> tuple[Block, ...]:
        left = (without(one, faults.is_out, faults.keeps_reference) for one in blocks)
        return tuple(one for one in left if one)

    def keep(item: Item) -> Iterator[Item]:
        if faults.heads(item.title) or faults.links(_own_address(item)):
            return
        paragraphs = cut(item.paragraphs)
        if paragraphs == item.paragraphs:
            yield item
        elif _says_something(paragraphs):
            # What we think was thought of the whole.
            kept = tuple(one for one in paragraphs if not is_view(one.text))
            yield replace(item, paragraphs=kept)

    sections = tuple(
        replace(
            section,
            prose=cut(section.prose),
            items=tuple(kept for item in section.items for kept in keep(item)),
            one_liners=_with_lines(section, cut(section.lines)),
        )
        for section in draft.sections
        if not faults.heads_section(section)
    )
    return replace(
        draft, notes=cut(draft.notes), lead=cut(draft.lead), sections=sections
    )


def _with_lines(section: Section, lines: tuple[Block, ...]) -> OneLiners | None:
    if section.one_liners is None or not lines:
        return None
    return replace(section.one_liners, lines=lines)


def _said(blocks: Iterable[Block]) -> list[DraftSentence]:
    return [sentence for block in blocks for sentence in block.sentences()]


def _own_address(item: Item) -> list[str]:
    """The first address that an item links: the story is not told without it."""
    links = [
        url
        for said in _said(item.paragraphs)
        if not is_ours(said.text)
        for url in said.links
    ]
    return links[:1]


def _says_something(blocks: Iterable[Block]) -> bool:
    return any(not is_ours(said.text) for said in _said(blocks))


def _without_broken(
    draft: Draft, numbered: Draft, broken: Sequence[Violation]
) -> Draft:
    """The draft without the items that break a rule now; `numbered` is what was judged."""
    places = {violation.where for violation in broken}
    judged = zip(draft.items, numbered.items, strict=False)
    kept = {id(item) for item, shown in judged if shown.name not in places}
    sections = tuple(
        replace(
            section,
            items=tuple(item for item in section.items if id(item) in kept),
            one_liners=None if section.heading in places else section.one_liners,
        )
        for section in draft.sections
    )
    return replace(draft, sections=sections)
