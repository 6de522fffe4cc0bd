"""Quotes found in the text they are said to be from. Pure."""

import re
import unicodedata
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate

from rapidfuzz import fuzz

from newsletter.text.words import DENIALS, NOT_ONLY, without_portuguese_no

FUZZY_FROM = 0.92
FEWEST_WORDS = 3
_MOST_CHARACTERS = 400_000


class Match(StrEnum):
    """How a quote was found."""

    EXACT = "exact"  # word for word
    FUZZY = "fuzzy"  # but for a slip: no figure and no denial differs
    NONE = "none"  # not at all


@dataclass(frozen=True, slots=True)
class QuoteMatch:
    """Where a quote was found, how alike from 0 to 1, and the passage as it stands."""

    match: Match
    score: float
    passage: str = ""
    reason: str = ""


_FOLDED = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\u0060\u02bc", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", None),
    }
)
_ELISION = re.compile(r"\s*(?:\[\s*(?:\.{3}|…)\s*\]|\(\s*(?:\.{3}|…)\s*\)|\.{3}|…)\s*")
_CLAUSE_END = re.compile(r"[.!?,;:()\"]\s|\bbut\b")
_FARTHEST_DENIAL = 6  # words before the quote
# What "…" may stand for: more than a long sentence between them joins two passages.
_MOST_LEFT_OUT = 400  # characters
_DENIED = "the source denies it: {denial!r} stands before the quote"
_LETTERS_JOINED = re.compile(r"(?<=[^\W\d_])-\s*(?=[^\W\d_])")
# Where the pages of a paper meet: the number of the one, or of the other, and the break.
_PAGE_BREAK = re.compile(
    r"\s*(?:\n\s*(?:page\s+)?\d{1,4}\s*)?\f\s*(?:(?:page\s+)?\d{1,4}\s*\n)?",
    re.IGNORECASE,
)
_BLANK_LINE = re.compile(r"\n\s*\n")
DIGITS = re.compile(r"\d+(?:[.,]\d+)*")


def fold(text: str) -> str:
    """A text with one kind of space, quotation mark and dash, and no hidden characters."""
    if "\f" in text:
        text = without_page_breaks(text)
    plain = unicodedata.normalize("NFKC", text.translate(_FOLDED)).translate(_FOLDED)
    return " ".join(plain.split())


def find_quote(quote: str, text: str) -> QuoteMatch:
    """Look for a quote in the stored text of its source.

    "…" in a quote stands for a few words left out of one paragraph: the parts must follow
    one another, and no denial may be among what was left out before one of them.
    """
    wanted, parts = fold(quote).strip("\"' "), paragraphs(text[:_MOST_CHARACTERS])
    if len(wanted.split()) < FEWEST_WORDS and len(wanted) < 12:
        return QuoteMatch(
            Match.NONE, 0.0, reason="the quote is too short to prove anything"
        )
    stored = " ".join(parts)
    if wanted in stored:
        return _unless_denied(wanted, parts)
    if elided := _in_parts(wanted, parts):
        return elided
    whole, wholes = _undivided(wanted), [_undivided(part) for part in parts]
    if whole in " ".join(wholes):
        return _unless_denied(whole, wholes, shown=wanted)
    return _nearest(wanted, stored)


def paragraphs(text: str) -> list[str]:
    parts = _BLANK_LINE.split(without_page_breaks(text))
    return [folded for part in parts if (folded := fold(part))]


def without_page_breaks(text: str) -> str:
    """A text whose pages run on, as it is else."""
    return _PAGE_BREAK.sub("\n", text)


def _undivided(text: str) -> str:
    """A text whose words are not divided at the ends of lines."""
    return _LETTERS_JOINED.sub("", text)


def _unless_denied(
    wanted: str, paragraphs: Sequence[str], shown: str = ""
) -> QuoteMatch:
    """Found word for word, unless each time the words before it deny it."""
    stored = " ".join(paragraphs)
    starts = list(accumulate((len(part) + 1 for part in paragraphs), initial=0))
    denial, position = "", stored.find(wanted)
    while position >= 0:
        place = bisect(starts, position) - 1
        before = stored[max(starts[place], position - 80) : position]
        denial = _denial_before(before, paragraphs[place])
        if not denial:
            return QuoteMatch(Match.EXACT, 1.0, shown or wanted)
        position = stored.find(wanted, position + 1)
    reason = _DENIED.format(denial=denial)
    return QuoteMatch(Match.NONE, 1.0, shown or wanted, reason)


def _denial_before(before: str, paragraph: str) -> str:
    """A denial in the same clause, close before; "" where there is none."""
    clause = without_portuguese_no(_CLAUSE_END.split(before + " ")[-1], paragraph)
    words = " ".join(NOT_ONLY.sub(" ", clause).split()[-_FARTHEST_DENIAL:])
    found = DENIALS.search(words)
    return words[found.start() :] if found else ""


def _in_parts(wanted: str, paragraphs: Sequence[str]) -> QuoteMatch | None:
    """A quote with words left out, as it stands in one paragraph; None where it does not.

    The passage is the whole of it, with what was left out.
    """
    parts = [part for part in _ELISION.split(wanted) if part]
    if len(parts) < 2 or any(len(part.split()) < FEWEST_WORDS for part in parts):
        return None
    denied = None
    for paragraph in paragraphs:
        first = paragraph.find(parts[0])
        while first >= 0:
            if found := _from(first, parts, paragraph):
                if found.match is not Match.NONE:
                    return found
                denied = found
            first = paragraph.find(parts[0], first + 1)
    return denied


def _from(first: int, parts: Sequence[str], paragraph: str) -> QuoteMatch | None:
    """The parts one after another from a place on, each near the one before it."""
    end = first
    denial = _denial_before(paragraph[max(0, first - 80) : first], paragraph)
    for place, part in enumerate(parts):
        farthest = end + len(part) + (_MOST_LEFT_OUT if place else 0)
        found = paragraph.find(part, end, farthest)
        if found < 0:
            return None
        denial = denial or _denial_before(paragraph[end:found], paragraph)
        end = found + len(part)
    passage = paragraph[first:end]
    if denial:
        return QuoteMatch(Match.NONE, 1.0, passage, _DENIED.format(denial=denial))
    return QuoteMatch(Match.EXACT, 1.0, passage)


def _nearest(wanted: str, stored: str) -> QuoteMatch:
    found = fuzz.partial_ratio_alignment(wanted, stored, score_cutoff=50.0)
    if found is None or len(wanted) > len(stored):
        return QuoteMatch(Match.NONE, 0.0, reason="nothing like it is in the source")
    passage = _whole_words(stored, found.dest_start, found.dest_end)
    score = round(fuzz.ratio(wanted, passage) / 100, 3)
    if score < FUZZY_FROM:
        reason = f"the nearest passage is alike to {score:.2f}, not {FUZZY_FROM}"
        return QuoteMatch(Match.NONE, score, passage, reason)
    if DIGITS.findall(wanted) != DIGITS.findall(passage):
        return QuoteMatch(
            Match.NONE, score, passage, "a figure differs from the source"
        )
    if len(DENIALS.findall(wanted)) != len(DENIALS.findall(passage)):
        return QuoteMatch(
            Match.NONE, score, passage, "a denial differs from the source"
        )
    return QuoteMatch(Match.FUZZY, score, passage)


def _whole_words(text: str, start: int, end: int) -> str:
    """A passage widened to the words it begins and ends in."""
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return text[start:end].strip()
