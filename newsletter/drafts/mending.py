"""Mends a draft in place: single sentences and headings replaced, the rest as written. Pure.

A sentence is named by its own words; case, punctuation and Markdown do not count. What
is cited for it goes with it: to the words that take its place, or out.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markdown_it.token import Token
from rapidfuzz import fuzz, process

from newsletter.drafts.cutting import between, to_markdown
from newsletter.drafts.draft import Draft, sentences
from newsletter.drafts.parsing import blocks_of, lines_of, parse
from newsletter.drafts.prose import Span, bounds_of, flatten
from newsletter.text import truncate
from newsletter.text.sentences import split
from newsletter.text.words import folded, matches

_NUMBER = re.compile(r"\s*\d{1,4}\\?[.)]\s+")
_CUT_OFF = "…"
_FEWEST_CHARACTERS = 15
_MOST_COMPARED = 2_000
_SHOWN_CHARACTERS = 200


class NotThere(ValueError):
    """What was to be mended is not in the draft; the message names it and the nearest."""


@dataclass(frozen=True, slots=True)
class Mend:
    """A sentence or a heading in its own words, and the Markdown in its place, or ""."""

    sentence: str
    replacement: str


@dataclass(frozen=True, slots=True)
class Cited:
    """A quote for a sentence; an empty quote says that there is none any more."""

    claim: str
    quote: str
    url: str


@dataclass(frozen=True, slots=True)
class Change:
    """What a sentence was, and what it is now, in plain text."""

    was: str
    now: str


@dataclass(frozen=True, slots=True)
class Mended:
    """The draft's text with all mends in it, and what they changed."""

    markdown: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where in the plain text of a paragraph a mend goes, and the Markdown it brings."""

    start: int
    end: int
    markdown: str


def mend(draft: Draft, mends: Sequence[Mend]) -> Mended:
    """Make all mends at once, each wherever its sentence stands; raises NotThere."""
    wanted = _Wanted(mends)
    lines = lines_of(draft.markdown)
    edits: list[tuple[int, int, str]] = []
    for place, token in enumerate(draft.tokens):
        if token.type != "inline" or not token.map:
            continue
        is_heading = draft.tokens[place - 1].type == "heading_open"
        if is_heading:
            new = _heading(token, draft.tokens[place - 1], wanted)
        else:
            new = _paragraph(token, lines, wanted)
        if new is not None:
            first, last = token.map
            edits.append((first, last, new))
    wanted.demand_all(draft)
    for first, last, new in reversed(edits):
        lines[first:last] = new.split("\n") if new else []
    return Mended("\n".join(lines), wanted.changes)


class _Wanted:
    """The mends by the words they are about, and what came of each."""

    def __init__(self, mends: Sequence[Mend]) -> None:
        self._mends = mends
        self._by_words: dict[str, Mend] = {}
        self._by_start: dict[str, Mend] = {}
        self._changes: dict[Mend, Change] = {}
        for one in mends:
            plain = _plain(one.sentence)
            start = folded(plain)
            if plain.endswith(_CUT_OFF) and len(start) >= _FEWEST_CHARACTERS:
                self._by_start[start] = one
            for words in filter(None, (folded(one.sentence), start)):
                self._by_words.setdefault(words, one)

    @property
    def changes(self) -> tuple[Change, ...]:
        return tuple(self._changes.values())

    def find(self, *texts: str) -> Mend | None:
        """The mend about a sentence, which may be told in any of these texts.

        Where only the start of a sentence is given, it is the first that starts so.
        """
        for words in map(folded, texts):
            if found := self._by_words.get(words):
                return found
            for start, one in self._by_start.items():
                if words.startswith(start) and one not in self._changes:
                    return one
        return None

    def note(self, one: Mend, was: str) -> None:
        """Put on record that a mend is made."""
        self._changes.setdefault(one, Change(was, _plain(one.replacement)))

    def demand_all(self, draft: Draft) -> None:
        """Raises NotThere unless each mend found its sentence."""
        lost = [one.sentence for one in self._mends if one not in self._changes]
        if lost:
            known = [item.title for item in draft.items]
            known += [one.text for one in sentences(draft)]
            raise NotThere("\n".join(_not_there(lost, known)))


def _plain(markdown: str) -> str:
    """What a reader sees of a line of Markdown."""
    blocks = blocks_of(" ".join(markdown.split()))
    return " ".join(filter(None, (block.text for block in blocks)))


def _heading(inline: Token, opening: Token, wanted: _Wanted) -> str | None:
    """A heading's new line; its number stays unless the new words bring one."""
    title = flatten(inline.children or [])[0].strip()
    number = _NUMBER.match(title)
    bare = title[number.end() :] if number else title
    one = wanted.find(bare, title)
    if one is None:
        return None
    words = " ".join(one.replacement.split()).lstrip("# ")
    if not words:
        raise NotThere(f"“{bare}” is a heading, which needs words in its place.")
    wanted.note(one, bare)
    kept = number.group() if number and not _NUMBER.match(words) else ""
    return f"{'#' * int(opening.tag[1:])} {kept}{words}"


def _paragraph(inline: Token, lines: Sequence[str], wanted: _Wanted) -> str | None:
    """The new lines of a paragraph; "" where nothing is left of it."""
    children = inline.children or []
    text, spans = flatten(children)
    first_line = lines[inline.map[0]] if inline.map else ""
    written = inline.content.split("\n")[0]
    before, is_there, _ = first_line.partition(written) if written else ("", "", "")
    spots = list(_spots(text, spans, wanted)) if is_there else []
    if not spots:
        return None
    tokens: list[Token] = []
    place = 0
    for spot in spots:
        tokens += between(children, place, spot.start)
        place = spot.end
        # What is cut ends with the blank before the next sentence.
        blank = " " if spot.markdown and text[place - 1].isspace() else ""
        if not spot.markdown and text[place : place + 1].isspace():
            place += 1
        tokens.append(Token("html_inline", "", 0, content=spot.markdown + blank))
    tokens += between(children, place, len(text) + 1)
    left = to_markdown(tokens)
    return before + left if left else ""


def _spots(text: str, spans: Sequence[Span], wanted: _Wanted) -> Iterator[_Spot]:
    """Where mends go. The links behind a sentence stay where they are still needed."""
    is_bare_before = False  # whether the last sentence that is kept has no link
    for bounds in bounds_of(text, spans):
        said = text[bounds.start : bounds.end].strip()
        one = wanted.find(text[bounds.start : bounds.stop], said)
        if one is None:
            is_bare_before = not _has_link(bounds.start, bounds.end, spans)
            continue
        wanted.note(one, said)
        words, end = " ".join(one.replacement.split()), bounds.end
        wants_link = "](" not in words if words else is_bare_before
        if wants_link and _has_link(bounds.stop, end, spans):
            words = words.removesuffix(text[bounds.stop : end].strip()).rstrip()
            end = bounds.stop
        is_bare_before = is_bare_before and not words and end == bounds.end
        yield _Spot(bounds.start, end, words)


def _has_link(start: int, end: int, spans: Sequence[Span]) -> bool:
    return any(start <= span.start < end for span in spans)


def recite(
    citations: Sequence[Mapping[str, Any]], mended: Mended, given: Sequence[Cited]
) -> list[dict[str, Any]]:
    """The citations of the mended draft; those given for a sentence are all it has.

    Raises NotThere for a sentence that is not in it.
    """
    kept = [_reworded(citation, mended.changes) for citation in citations]
    now = {folded(change.was): change.now for change in mended.changes}
    anew = [replace(one, claim=now.get(folded(one.claim), one.claim)) for one in given]
    said = [one.text for one in sentences(parse(mended.markdown))]
    lost = [
        one.claim
        for one in anew
        if one.quote and not any(matches(one.claim, text) for text in said)
    ]
    if lost:
        raise NotThere("\n".join(_not_there(lost, said)))
    return [
        *(
            {**citation, "claim": claim}
            for citation in kept
            for claim in _left(citation["claim"], anew)
        ),
        *(
            {"claim": one.claim, "quote": one.quote, "url": one.url}
            for one in anew
            if one.quote
        ),
    ]


def _left(claim: str, given: Sequence[Cited]) -> list[str]:
    """The claim, less those of its sentences for which other quotes are given."""
    said = [one.text for one in split(claim)]
    left = [text for text in said if not any(matches(text, one.claim) for one in given)]
    return [claim] if claim and left == said else left


def _reworded(
    citation: Mapping[str, Any], changes: Iterable[Change]
) -> Mapping[str, Any]:
    """The citation for the words that its sentence has now, if any."""
    about = (one for one in changes if matches(citation["claim"], one.was))
    change = next(about, None)
    return {**citation, "claim": change.now} if change else citation


def _not_there(lost: Iterable[str], known: Sequence[str]) -> Iterator[str]:
    """A line for each sentence that a draft does not have, with the nearest it has."""
    choices = [folded(text) for text in known[:_MOST_COMPARED]]
    for sentence in lost:
        near = process.extractOne(folded(sentence), choices, scorer=fuzz.ratio)
        nearest = f"; the nearest that does is “{known[near[2]]}”" if near else ""
        start = truncate.at_word(sentence, _SHOWN_CHARACTERS)
        yield f"“{start}” does not stand in the draft{nearest}."
