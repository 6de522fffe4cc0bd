"""Quotes found in the text they are said to be from. Pure."""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz import fuzz

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
_DENIALS = re.compile(
    r"\b(?:not|no|never|none|nothing|neither|nor|without|cannot|fails?|failed|hardly)\b"
    r"|n't\b",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")


def fold(text: str) -> str:
    """A text with one kind of space, quotation mark and dash, and no hidden characters."""
    plain = unicodedata.normalize("NFKC", text.translate(_FOLDED)).translate(_FOLDED)
    return " ".join(plain.split())


def find_quote(quote: str, text: str) -> QuoteMatch:
    """Look for a quote in the stored text of its source.

    "…" in a quote stands for words left out: the parts must follow one another.
    """
    wanted, stored = fold(quote).strip("\"' "), fold(text[:_MOST_CHARACTERS])
    if len(wanted.split()) < FEWEST_WORDS and len(wanted) < 12:
        return QuoteMatch(
            Match.NONE, 0.0, reason="the quote is too short to prove anything"
        )
    if wanted in stored:
        return QuoteMatch(Match.EXACT, 1.0, wanted)
    if elided := _in_parts(wanted, stored):
        return QuoteMatch(Match.EXACT, 1.0, elided)
    return _nearest(wanted, stored)


def _in_parts(wanted: str, stored: str) -> str:
    parts = [part for part in _ELISION.split(wanted) if part]
    if len(parts) < 2 or any(len(part.split()) < FEWEST_WORDS for part in parts):
        return ""
    position = first = stored.find(parts[0])
    for part in parts:
        found = stored.find(part, position)
        if found < 0:
            return ""
        position = found + len(part)
    return stored[first:position]


def _nearest(wanted: str, stored: str) -> QuoteMatch:
    found = fuzz.partial_ratio_alignment(wanted, stored, score_cutoff=50.0)
    if found is None or len(wanted) > len(stored):
        return QuoteMatch(Match.NONE, 0.0, reason="nothing like it is in the source")
    passage = _whole_words(stored, found.dest_start, found.dest_end)
    score = round(fuzz.ratio(wanted, passage) / 100, 3)
    if score < FUZZY_FROM:
        reason = f"the nearest passage is alike to {score:.2f}, not {FUZZY_FROM}"
        return QuoteMatch(Match.NONE, score, passage, reason)
    if _DIGITS.findall(wanted) != _DIGITS.findall(passage):
        return QuoteMatch(
            Match.NONE, score, passage, "a figure differs from the source"
        )
    if len(_DENIALS.findall(wanted)) != len(_DENIALS.findall(passage)):
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
