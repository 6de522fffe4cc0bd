"""Contradictions: does a sentence turn round what its passage says? Pure.

"B beats A" for the reverse, "B rather than A", a denial too many in a copied sentence, or
its figures in another order.
"""

import re
from collections.abc import Sequence
from itertools import combinations

from rapidfuzz import fuzz

from newsletter.drafts.prose import bounds_of
from newsletter.text.words import DENIALS, NOT_ONLY, without_portuguese_no
from newsletter.verification.claims.names import find_name
from newsletter.verification.claims.quotes import DIGITS, fold

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


_WORD = re.compile(r"[^\W_]+")
_LIGHT_WORDS = frozenset(
    {"a", "an", "and", "are", "be", "been", "did", "do", "does", "had", "has", "have"}
    | {"is", "it", "not", "no", "never", "of", "that", "the", "to", "was", "were", "t"}
    | {"cannot", "can", "don", "doesn", "didn", "isn", "wasn", "aren", "weren"}
)
_STEM = 5
_SAME_SHARE = 0.8
_FEWEST_STEMS = 4


def contrary(sentence: str, passage: str) -> str | None:
    """How a sentence turns round the passage that it repeats.

    "" where it repeats it as it is; None where it says something in words of its own.
    """
    if _reorders(sentence, passage):
        return "its figures stand in another order in its quote"
    # Another sentence of the passage may deny something else.
    passage = next(
        (one for one in _sentences(passage) if _repeats(sentence, one)), passage
    )
    if not _repeats(sentence, passage):
        return None
    said, quoted = (len(_denials(text)) % 2 for text in (sentence, passage))
    return "it says the contrary of its quote" if said != quoted else ""


def _sentences(passage: str) -> list[str]:
    return [passage[one.start : one.end] for one in bounds_of(passage, ())]


def _denials(text: str) -> list[str]:
    return DENIALS.findall(NOT_ONLY.sub(" ", without_portuguese_no(fold(text))))


def _repeats(sentence: str, passage: str) -> bool:
    """Whether a sentence says what a passage says in about the same words."""
    one, other = _stems(sentence), _stems(passage)
    fewest = min(len(one), len(other))
    return fewest >= _FEWEST_STEMS and len(one & other) >= _SAME_SHARE * max(
        len(one), len(other)
    )


def _stems(text: str) -> set[str]:
    words = (word.casefold() for word in _WORD.findall(fold(text)))
    return {word[:_STEM] for word in words if word not in _LIGHT_WORDS}


_SAME_WORDS = 88.0


def _reorders(sentence: str, passage: str) -> bool:
    """Whether a sentence has a passage's words in order, but not its figures."""
    one, other = fold(sentence), fold(passage)
    said, quoted = DIGITS.findall(one), DIGITS.findall(other)
    if len(set(said)) < 2 or not set(said) <= set(quoted):
        return False
    left = iter(quoted)
    if all(figure in left for figure in said):
        return False
    masked = [DIGITS.sub("#", text.casefold()) for text in (one, other)]
    return fuzz.partial_ratio(*masked) >= _SAME_WORDS
