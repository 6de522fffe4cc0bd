"""A draft that lost stories or sentences, made true again about itself. Pure.

Renumbered, without sentences about the issue that do not hold any more, and with one
line that tells what is missing.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.inline import escape, without
from newsletter.drafts.parsing import (
    Draft,
    Item,
    Section,
    SectionKind,
    is_correction,
    is_ours,
    parse,
    sentences,
    to_markdown,
)
from newsletter.drafts.prose import Sentence, folded
from newsletter.standards.rubric import Words
from newsletter.verification.claims.details import fidelity

_STORIES = {SectionKind.LAUNCHES: "launch", SectionKind.PAPERS: "paper"}
_PLURALS = {"launch": "launches", "paper": "papers", "story": "stories"}
_COUNTS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip
_COUNT = re.compile(
    r"(?<![\w.,])(?:\d{1,2}|" + "|".join(_COUNTS) + r")(?![\w%]|[.,]\d)"
)
_PREHEADER_CHARACTERS = 110

IsStale = Callable[[Sentence], bool]


@dataclass(frozen=True, slots=True)
class Text:
    """A draft with what goes around it."""

    markdown: str
    subject: str
    preheader: str
    citations: tuple[CitedClaim, ...]


@dataclass(frozen=True, slots=True)
class Loss:
    """What a draft lost: titles of stories, and how many sentences besides."""

    titles: tuple[str, ...]
    sentences: int


def made_true(text: Text, after: Draft, loss: Loss, subject: Words) -> Text:
    """`after` as a text again; `text` is what it was made from."""
    before = parse(text.markdown)
    is_stale = _staleness(before, after, loss.titles)
    kept = (
        _section(section, after, is_stale)
        for section in after.sections
        if section.items or section.kind is not SectionKind.BUILD
    )
    # A heading alone tells nobody anything.
    sections = tuple(one for one in kept if one.items or one.prose)
    lead = _true(filter(None, after.lead.split("\n\n")), after, is_stale)
    made = replace(
        after,
        notes=_true(after.notes, after, is_stale),
        lead="\n\n".join([_notice(after, loss), *lead]),
        sections=sections,
    )
    around = _around(text, after, loss, subject)
    if _names_any(after.title, loss.titles):
        made = replace(made, title_markdown=escape(around[0]))
    markdown = to_markdown(made)
    said = folded(" ".join(one.text for one in sentences(parse(markdown))))
    cited = tuple(one for one in text.citations if folded(one.claim) in said)
    return Text(markdown, *around, cited)


def stories_of(draft: Draft) -> tuple[Item, ...]:
    """The items that tell a story."""
    return tuple(
        item
        for section in draft.sections
        if section.kind in _STORIES
        for item in section.items
    )


def _section(section: Section, draft: Draft, is_stale: IsStale) -> Section:
    items = tuple(replace(one, number=n) for n, one in enumerate(section.items, 1))
    prose = _true(section.prose, draft, is_stale)
    if section.kind in _STORIES and not items:
        noun = _STORIES[section.kind]
        prose = (f"This issue has no {noun}: none could be verified.",)
    return replace(section, items=items, prose=prose)


def _true(
    paragraphs: Iterable[str], draft: Draft, is_stale: IsStale
) -> tuple[str, ...]:
    left = (without(one, draft.definitions, is_stale) for one in paragraphs)
    return tuple(one for one in left if one)


def _staleness(before: Draft, after: Draft, lost: Sequence[str]) -> IsStale:
    """Which sentences about the issue itself are not true any more."""
    counts = zip(_sizes(before), _sizes(after), strict=True)
    changed = {was for was, now in counts if was != now}
    wrong = {str(n) for n in changed}
    wrong |= {_COUNTS[n] for n in changed if n < len(_COUNTS)}

    def is_stale(said: Sentence) -> bool:
        found = _COUNT.findall(said.text.casefold())
        is_wrong = not wrong.isdisjoint(found) or _names_any(said.text, lost)
        return is_wrong and is_ours(said.text) and not is_correction(said.text)

    return is_stale


def _sizes(draft: Draft) -> tuple[int, ...]:
    launches, papers = (
        sum(len(section.items) for section in draft.of_kind(kind)) for kind in _STORIES
    )
    return launches, papers, launches + papers


def _names_any(text: str, titles: Iterable[str]) -> bool:
    return any(folded(title) in folded(text) for title in titles)


def _notice(after: Draft, loss: Loss) -> str:
    """The line that says so; with the titles where all of it is one sentence then."""
    *sizes, _ = _sizes(after)
    left = map(_count, sizes, _STORIES.values())
    has = f"; it has {' and '.join(left)}" if loss.titles else ""
    named = [f"“{title}”" for title in loss.titles]
    counted = [_count(len(named), "story")] if named else []
    rest = [_count(loss.sentences, "sentence")] if loss.sentences else []
    was = "was" if len(named) + loss.sentences == 1 else "were"

    def line(what: list[str]) -> str:
        told = " and ".join(filter(None, [", ".join(what), *rest]))
        return f"This issue is shorter: {told} could not be verified and {was} left out{has}."

    full = escape(line(named))
    return full if len(sentences(parse(full))) == 1 else escape(line(counted))


def _count(number: int, noun: str) -> str:
    word = _COUNTS[number] if number < len(_COUNTS) else str(number)
    return f"{word} {noun if number == 1 else _PLURALS.get(noun, f'{noun}s')}"


def _around(text: Text, after: Draft, loss: Loss, limits: Words) -> tuple[str, str]:
    """Subject and preheader: as they are, unless they told what is lost."""
    first, *others = [item.title for item in stories_of(after)] or [text.subject]
    left = to_markdown(after)
    subject, preheader = text.subject, text.preheader
    if loss.titles or _loses(subject, text.markdown, left):
        more = f", and {len(others)} more" if others else ""
        subject = f"{_cut(first, limits.most - len(more))}{more}"
    if loss.titles or _loses(preheader, text.markdown, left):
        preheader = _cut("; ".join(others), _PREHEADER_CHARACTERS)
    return subject, preheader


def _loses(line: str, before: str, after: str) -> bool:
    """Whether a line names something that the draft said and does not say any more."""
    was = {lack.written for lack in fidelity(line, before).unsupported}
    return any(lack.written not in was for lack in fidelity(line, after).unsupported)


def _cut(text: str, most: int) -> str:
    """At most so many characters, ending with a whole word."""
    if len(text) <= most:
        return text
    return text[: most - 1].rsplit(" ", 1)[0].rstrip(" ,;:–-") + "…"
