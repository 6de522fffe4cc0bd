"""Attribution: is each figure told of the thing that the passage tells it of? Pure.

Two figures can be right and exchanged: "45 % on MMLU" where the source has 71 % on MMLU
and 45 % on GPQA; and what a reader counts may be counted otherwise there. Only what both
texts say plainly is held against a claim.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

from newsletter.drafts.prose import bounds_of
from newsletter.verification.claims.names import find_name
from newsletter.verification.claims.numbers.amounts import Amount, Placed
from newsletter.verification.claims.numbers.figures import placed
from newsletter.verification.claims.numbers.tolerance import bears

_WORD = re.compile(r"[^\W_]+")
_STEM = 5


@dataclass(frozen=True, slots=True)
class Swap:
    """A figure that the passage tells of another thing than the sentence does."""

    written: str
    said: str
    told: str


def _stem(word: str) -> str:
    plain = word.casefold()
    if plain.removesuffix("s").endswith("lm"):
        return "model"  # LLMs, VLMs
    is_light = len(plain) < 3 and plain.isalpha()
    return "" if is_light else plain[:_STEM].rstrip("s")


# --- Counts ---------------------------------------------------------------------------

# What is counted, up to the end of the phrase: "ten open-weight LLMs".
_THINGS = re.compile(
    r"(?:-\w+|\s(?!(?:of|in|on|at|by|for|to|and|or|as|is|are|was|were|from|with|that|"
    r"which|who|the|an?|into|than|per|while|across|over|under|each|out|between)\b)[\w']+){1,6}"
)
_MANY = re.compile(r"s\Z|s\s")
_AND_THINGS = re.compile(
    r"\s[a-z][\w'-]+(?:,\s[a-z][\w'-]+)?,?\sand\s(?!(?:two|three|four|five|six|seven|eight|nine|ten|the|an?|its|their)\b)[a-z][\w'-]+(?:\s[a-z][\w'-]+)?s\b"
)
_COUNT = re.compile(r"[\d,]+[kK]?|[^\d$€£]+|[\d.,]+ [a-z]+")  # not the 7B of a model
_IN_NAME = re.compile(r"[A-Za-z][-.]\Z")  # GPT-5


@dataclass(frozen=True, slots=True)
class Count:
    """A number and the stems of what it counts."""

    amount: Amount
    stems: frozenset[str]


@lru_cache(maxsize=64)
def counts(text: str) -> tuple[Count, ...]:
    """The numbers of a text that count something."""
    return tuple(_counts_in(text))


def _counts_in(text: str) -> Iterator[Count]:
    for one in placed(text):
        is_named = not text[one.start].isspace() and _IN_NAME.search(
            text, max(0, one.start - 2), one.start
        )
        is_count = not (one.amount.unit or is_named or one.is_in_word(text))
        is_count = is_count and bool(_COUNT.fullmatch(one.amount.written))
        found = _THINGS.match(text, one.end) if is_count else None
        if found:
            if not _MANY.search(found.group()):  # "six diverse and representative sets"
                found = _AND_THINGS.match(text, one.end) or found
            stems = frozenset(map(_stem, _WORD.findall(found.group())))
            yield Count(one.amount, stems - {""})


def counted_otherwise(claimed: Amount, sentence: str, evidence: str) -> bool:
    """Whether the evidence counts the same in another number, and not in this one."""
    return any(
        (said.amount.written, said.amount.value) == (claimed.written, claimed.value)
        and _is_otherwise(said, counts(evidence), evidence)
        for said in counts(sentence)
    )


def _is_otherwise(said: Count, known: Iterable[Count], evidence: str) -> bool:
    of_these = [one for one in known if not one.stems.isdisjoint(said.stems)]
    is_told = any(bears(said.amount, one.amount, evidence) for one in of_these)
    return bool(of_these) and not is_told


_FEW = range(2, 13)
_OF_TWO_OR_THREE = {
    2: r"\b(?:dual|double|twin|pair|both|twice|couple|duo|two-?\w+|second|half)\b|双|雙|両|둘|양",
    3: r"\b(?:triple|trio|thrice|third|three-?\w+)\b",
}
_MEMBER = re.compile(
    r"[,;、\uff0c\uff1b]|\b(?:and|or|et|und|y|e|o|ou|oder|en)\b|和|及|&"
)


def counts_another(claimed: Amount, sentence: str, evidence: str) -> bool:
    """Whether a few in a word stand for what the evidence counts in another word.

    "Five flaws" where it has three of something, no five, and the sentence has no three;
    what is counted may be called otherwise. What a list or a step may come to is left.
    """
    many = claimed.value
    if claimed.has_digits or many not in _FEW:
        return False
    told = [one.amount for one in placed(evidence)]
    few = {
        one.value
        for one in told
        if one.value in _FEW and not one.unit and not one.has_digits
    }
    known = {*few, *(one.value for one in told)}
    left = few - {one.amount.value for one in placed(sentence)}
    single = {1.0} if re.search(r"\bone\b", evidence, re.IGNORECASE) else set()
    is_worked_out = any(
        many in (one + other, one - other, one * other)
        for one, other in product(few, few | single)
        if one != other
    )
    is_listed = len(_MEMBER.findall(evidence)) >= many - 1
    if not left or many in known or is_worked_out or is_listed:
        return False
    return not re.search(_OF_TWO_OR_THREE.get(int(many), r"\Z(?!\Z)"), evidence, re.I)


# --- Names and figures ------------------------------------------------------------------

# What stands between two members of a list.
_LISTED = re.compile(r"[\s,\\%$]*(?:and|or|&|versus|vs\.?)?[\s,\\$]*(?:the\s)?")
# What parts a figure from a name beside it.
_APART = re.compile(r"[,;.]|\bwhile\b|.{60}")
_MOST_NAMES = 8


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
    # Not the ten of "Recall@10".
    amounts = [
        one
        for one in placed(figures)
        if one.amount.value and figures[one.start - 1 : one.start] != "@"
    ]
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
            if not _are_one(sentence, *names)
            if (said := _pairs(sentence, names, here))
            and (told := _pairs(part, names, there))
        ]
        if read and all(said != told for said, told in read):
            said, told = read[0]
            name, other = said
            return Swap(amounts[said[name]].amount.written, name, other)
    return None


def _are_one(sentence: str, one: str, other: str) -> bool:
    """Whether they are two words of one name: "Internal Revenue Service"."""
    return f"{one} {other}" in sentence or f"{other} {one}" in sentence


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
