"""Figures of two things told of one another: "90 % on A, 94 % on B" for the reverse. Pure.

A sentence and its passage may both list names and figures, one pair after the other or
first the ones and then the others ("A and B score 94 % and 90 %, respectively"). Where
both lists can be read in one way only, the pairs must be the same.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from newsletter.drafts.prose import bounds_of
from newsletter.verification.claims.amounts import Amount, Placed
from newsletter.verification.claims.figures import placed
from newsletter.verification.claims.names import find_name
from newsletter.verification.claims.tolerance import bears

# What stands between two members of a list.
_LISTED = re.compile(r"[\s,\\%$]*(?:and|or|&|versus|vs\.?)?[\s,\\$]*(?:the\s)?")
# What parts a figure from a name beside it.
_APART = re.compile(r"[,;.]|\bwhile\b|.{60}")
_MOST_NAMES = 8


@dataclass(frozen=True, slots=True)
class Exchange:
    """A figure that the passage tells of another name than the sentence does."""

    written: str
    said: str
    told: str


@dataclass(frozen=True, slots=True)
class _Spot:
    """A name, or a figure by its number in the sentence, and where it stands."""

    start: int
    end: int
    name: str = ""
    figure: int = -1


def exchanged(
    sentence: str, figures: str, names: Sequence[str], passage: str
) -> Exchange | None:
    """The first figure whose owner another one is in the passage; None without any.

    `figures` is the sentence with blanks for the names that hold digits.
    """
    amounts = [one for one in placed(figures) if one.amount.value]
    if len(amounts) < 2 or len(names) < 2:
        return None
    for bounds in bounds_of(passage, ()):
        part = passage[bounds.start : bounds.end]
        shared = [name for name in names if find_name(part, name)][:_MOST_NAMES]
        there = _matched(amounts, part) if len(shared) > 1 else {}
        if found := _compare(sentence, part, shared, amounts, there):
            return found
    return None


def _matched(amounts: Sequence[Placed], part: str) -> dict[int, Placed]:
    """The sentence's figures that the passage has, each with the nearest there."""
    known = list(placed(part))
    found: dict[int, Placed] = {}
    for number, one in enumerate(amounts):
        able = [other for other in known if bears(one.amount, other.amount, part)]
        if able:
            found[number] = min(
                able, key=lambda other: _apart(one.amount, other.amount)
            )
    return found if len({one.start for one in found.values()}) == len(found) else {}


def _apart(one: Amount, other: Amount) -> float:
    return abs(one.value - other.value)


def _compare(
    sentence: str,
    part: str,
    shared: Sequence[str],
    amounts: Sequence[Placed],
    figures: Mapping[int, Placed],
) -> Exchange | None:
    for one, two in combinations(figures, 2):
        here = {one: amounts[one], two: amounts[two]}
        there = {one: figures[one], two: figures[two]}
        read = [
            (said, told)
            for names in combinations(shared, 2)
            if (said := _pairs(sentence, names, here))
            and (told := _pairs(part, names, there))
        ]
        if read and all(said != told for said, told in read):
            said, told = read[0]
            name, other = said
            return Exchange(amounts[said[name]].amount.written, name, other)
    return None


def _pairs(
    text: str, names: Sequence[str], figures: Mapping[int, Placed]
) -> dict[str, int]:
    """Which of two figures is of which name, where that can be read in one way only."""
    spots = sorted(_spots(text, names, figures), key=lambda spot: spot.start)
    match "".join("n" if spot.name else "f" for spot in spots):
        case "nfnf" | "fnfn":
            pairs = (spots[:2], spots[2:])
            is_clear = not any(_APART.search(_between(text, *pair)) for pair in pairs)
        case "nnff" | "ffnn":
            pairs = (spots[::2], spots[1::2])
            is_clear = all(
                _LISTED.fullmatch(_between(text, *two))
                for two in (spots[:2], spots[2:])
            )
        case _:
            return {}
    both = {one.name or two.name: max(one.figure, two.figure) for one, two in pairs}
    return both if is_clear else {}


def _between(text: str, one: _Spot, other: _Spot) -> str:
    return text[one.end : other.start]


def _spots(
    text: str, names: Sequence[str], figures: Mapping[int, Placed]
) -> Iterator[_Spot]:
    for name in names:
        if found := find_name(text, name):
            yield _Spot(found.start(), found.end(), name=name)
    for number, one in figures.items():
        yield _Spot(one.start, one.end, figure=number)
