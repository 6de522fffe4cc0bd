"""Attribution: is each figure told of the thing that the passage tells it of? Pure.

A figure can be right and be told of another thing: "45 % on MMLU" where the source has
71 % on MMLU and 45 % on GPQA; or two of them are exchanged. Only what both texts say
plainly is held against a claim: where figures and names can be read in one way only.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations

from newsletter.drafts.prose import bounds_of
from newsletter.verification.claims.amounts import Amount, Placed
from newsletter.verification.claims.figures import placed
from newsletter.verification.claims.names import find_name
from newsletter.verification.claims.tolerance import bears


class Tie(StrEnum):
    """By what a figure and a name are tied."""

    ON = "on"  # 71 % on MMLU
    OF = "of"  # MMLU: 71 %, GPT-5 scores 71 %
    COUNT = "count"  # 45 GPUs


@dataclass(frozen=True, slots=True)
class Pair:
    """A figure and what it is told of, in the text's words and folded."""

    amount: Amount
    tie: Tie
    subject: str
    name: str
    # What else it may count: "ten open LLMs".
    near: frozenset[str] = frozenset()


# No part can be read in two ways, or a hostile text would take for ever.
_REST = r"\w*(?:\.\w+)*\+*"
_SUBJECT = rf"(?P<name>[A-Z]{_REST}(?:-{_REST}| [A-Z0-9]{_REST})*)"
_AFTER = re.compile(
    r"\s+(?:(?:accuracy|points?|scores?|tokens?|pass@\d+)\s+)?(?:on|in|for|at|with|from)"
    rf"\s+(?:the\s+)?{_SUBJECT}"
)
_BEFORE = re.compile(
    rf"{_SUBJECT}(?:\s*[:=(]|\s+(?:at|is|was|has|had|scores?|scored|reache[sd]|gets|got|"
    r"hits?|achieve[sd]|costs?|uses?|takes?|took))\s*\Z"
)
_COUNTED = re.compile(r"[\s-](?P<name>[a-z]{3,}|[A-Z]{2,}s?)\b")
_NEAR = re.compile(r"(?:[\s-]\w+){1,4}")
_NO_SUBJECTS = frozenset(
    {"it", "this", "that", "the", "they", "we", "which", "and", "but", "its", "our"}
)
_NOT_COUNTED = frozenset(
    {"and", "but", "for", "from", "into", "more", "less", "fewer", "new", "than", "the"}
    | {"that", "this", "times", "were", "was", "with", "while", "who", "which", "per"}
)
_LOOK_BACK = 80
_STEM = 5


@lru_cache(maxsize=64)
def pairs(text: str) -> tuple[Pair, ...]:
    """Each figure with the names that stand tied to it."""
    return tuple(_pairs_in(text))


def _pairs_in(text: str) -> Iterator[Pair]:
    for one in placed(text):
        if one.is_in_word(text):
            continue
        after = _AFTER.match(text, one.end)
        before = _BEFORE.search(text[max(0, one.start - _LOOK_BACK) : one.start])
        counted = None if one.amount.unit else _COUNTED.match(text, one.end)
        for tie, found in ((Tie.ON, after), (Tie.OF, before), (Tie.COUNT, counted)):
            subject = found.group("name") if found else ""
            if name := _folded(subject, tie):
                words = _NEAR.match(text, one.end) if tie is Tie.COUNT else None
                near = words.group().split() if words else ()
                stems = frozenset(_folded(word, tie) for word in near) - {""}
                yield Pair(one.amount, tie, subject, name, stems)


def _folded(name: str, tie: Tie) -> str:
    plain = re.sub(r"[\W_]+", "", name).casefold()
    if plain in (_NOT_COUNTED if tie is Tie.COUNT else _NO_SUBJECTS):
        return ""
    return plain.removesuffix("s")[:_STEM] if tie is Tie.COUNT else plain


# What stands between two members of a list.
_LISTED = re.compile(r"[\s,\\%$]*(?:and|or|&|versus|vs\.?)?[\s,\\$]*(?:the\s)?")
# What parts a figure from a name beside it.
_APART = re.compile(r"[,;.]|\bwhile\b|.{60}")
_MOST_NAMES = 8


@dataclass(frozen=True, slots=True)
class Swap:
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
) -> Swap | None:
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
) -> Swap | None:
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
            return Swap(amounts[said[name]].amount.written, name, other)
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
