"""A draft less what failed verification: sentences, and stories where they must go. Pure.

Nothing is written but one line that says so. What is left keeps every coded rule, or
there is no trimmed draft.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from newsletter.drafts.critique import Violation, review
from newsletter.drafts.inline import without
from newsletter.drafts.parsing import Draft, Item, is_ours, parse, sentences
from newsletter.drafts.prose import Sentence, folded, matches
from newsletter.standards.outcomes import Support
from newsletter.standards.policy import Finding
from newsletter.standards.rubric import Rubric
from newsletter.text.identifiers import canonical
from newsletter.verification.repair import Loss, Text, made_true, stories_of

__all__ = ["Text", "Trimmed", "trim"]

_ROUNDS = 10


@dataclass(frozen=True, slots=True)
class Trimmed:
    """What is left, and what was taken out: titles of stories, and sentences."""

    text: Text
    stories: tuple[str, ...]
    sentences: tuple[str, ...]


def trim(text: Text, failures: Sequence[Finding], rubric: Rubric) -> Trimmed | None:
    """The text less what the failures are about; None where that makes no issue."""
    before = parse(text.markdown)
    faults = _Faults(failures)
    after = _without_faults(before, faults)
    if not faults.taken and len(after.items) == len(before.items):
        return None
    for _ in range(_ROUNDS):
        loss = _loss(before, after, faults)
        made = made_true(text, after, loss, rubric.subject_characters)
        broken = review(made.markdown, made.subject, made.citations, rubric)
        if not broken:
            return Trimmed(made, loss.titles, faults.taken)
        smaller = _without_broken(after, parse(made.markdown), broken)
        if smaller == after:
            return None
        after = smaller
    return None


def _loss(before: Draft, after: Draft, faults: "_Faults") -> Loss:
    """What was told before and is not any more."""
    kept = {item.title for item in stories_of(after)}
    lost = [item for item in stories_of(before) if item.title not in kept]
    gone = {said.text for item in lost for said in _said(item.paragraphs, before)}
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

    def lacks(self, said: Sentence) -> bool:
        return not is_ours(said.text) and any(
            matches(lacking, said.text) for lacking in self._sentences
        )

    def is_out(self, said: Sentence) -> bool:
        """Whether a sentence goes; it is noted."""
        if found := self.links(said.links) or self.lacks(said):
            self._taken[said.text] = None
        return found

    def keeps_reference(self, said: Sentence) -> bool:
        return not self.links(said.links)

    def heads(self, title: str) -> bool:
        """Whether a heading itself is at fault."""
        return any(folded(title) == folded(lacking) for lacking in self._sentences)


def _without_faults(draft: Draft, faults: _Faults) -> Draft:
    def cut(paragraphs: Iterable[str]) -> tuple[str, ...]:
        left = (
            without(one, draft.definitions, faults.is_out, faults.keeps_reference)
            for one in paragraphs
        )
        return tuple(one for one in left if one)

    def keep(item: Item) -> Iterator[Item]:
        if faults.heads(item.title) or faults.links(_own_address(item, draft)):
            return
        paragraphs = cut(item.paragraphs)
        if paragraphs == item.paragraphs or _says_something(paragraphs, draft):
            yield _with(item, paragraphs)

    sections = tuple(
        replace(
            section,
            prose=cut(section.prose),
            items=tuple(kept for item in section.items for kept in keep(item)),
        )
        for section in draft.sections
    )
    lead = "\n\n".join(cut(filter(None, draft.lead.split("\n\n"))))
    return replace(draft, notes=cut(draft.notes), lead=lead, sections=sections)


def _with(item: Item, paragraphs: tuple[str, ...]) -> Item:
    body = "\n\n".join(paragraphs)
    return replace(item, paragraphs=paragraphs, body_markdown=body)


def _said(paragraphs: Iterable[str], draft: Draft) -> list[Sentence]:
    text = "\n\n".join([*paragraphs, "\n".join(draft.definitions)])
    return list(sentences(parse(text)))


def _own_address(item: Item, draft: Draft) -> list[str]:
    """The first address that an item links: the story is not told without it."""
    links = [
        url
        for said in _said(item.paragraphs, draft)
        if not is_ours(said.text)
        for url in said.links
    ]
    return links[:1]


def _says_something(paragraphs: Sequence[str], draft: Draft) -> bool:
    return any(not is_ours(said.text) for said in _said(paragraphs, draft))


def _without_broken(
    draft: Draft, numbered: Draft, broken: Sequence[Violation]
) -> Draft:
    """The draft without the items that break a rule now; `numbered` is what was judged."""
    places = {violation.where for violation in broken}
    judged = zip(draft.items, numbered.items, strict=False)
    kept = {id(item) for item, shown in judged if shown.name not in places}
    sections = tuple(
        replace(
            section, items=tuple(item for item in section.items if id(item) in kept)
        )
        for section in draft.sections
    )
    return replace(draft, sections=sections)
