"""Which of two a text puts before the other: "A outperforms B", "from A to B". Pure."""

import re
from collections.abc import Sequence
from itertools import combinations

from newsletter.verification.claims.names import find_name

_MOST_NAMES = 8
_LOSES = (
    r"(?:trail\w*|behind|(?:worse|slower) than|inferior to|los(?:es?|t|ing) to|"
    r"(?:outperformed|beaten|surpassed|exceeded|overtaken) by|falls? short of)"
)
_BEATS = (
    r"(?:outperform\w*|beat\w*|surpass\w*|exceed\w*|overt(?:ak|ook)\w*|ahead of|"
    r"(?:better|faster) than|superior to|wins? over)"
)
_FEW_WORDS = r"(?:\W+\w+){0,2}\W+"
_LOSING, _BEATING = (
    re.compile(rf"{_FEW_WORDS}{verb}{_FEW_WORDS}", re.IGNORECASE)
    for verb in (_LOSES, _BEATS)
)
_FROM = re.compile(r"\bfrom\s+(?:the\s+)?\Z", re.IGNORECASE)
_TO = re.compile(r"(?:\s+\([^()]*\))?\s+to\s+(?:the\s+)?", re.IGNORECASE)


def turned_round(
    sentence: str, names: Sequence[str], passage: str
) -> tuple[str, str] | None:
    """Two names whose order the sentence reverses, the first as the passage has it."""
    for one, other in combinations(names[:_MOST_NAMES], 2):
        said, told = (_order(text, one, other) for text in (sentence, passage))
        if said and told and said == told[::-1]:
            return told
    return None


def _order(text: str, one: str, other: str) -> tuple[str, str] | None:
    """The two names with the better one, or the one that comes first, in front."""
    places = sorted(
        (found.start(), found.end(), name)
        for name in (one, other)
        if (found := find_name(text, name))
    )
    if len(places) < 2:
        return None
    (start, end, first), (beginning, _, second) = places
    between = text[end:beginning]
    if _LOSING.fullmatch(between):
        return second, first
    is_route = _FROM.search(text[:start]) and _TO.fullmatch(between)
    return (first, second) if is_route or _BEATING.fullmatch(between) else None
