"""Does the evidence bear the claim? Quotes found in sources; figures and names compared.

Pure. A link that works is the easy third: the quote must be in the stored text, and what
a sentence says in numbers must be in the evidence of its own citation.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from newsletter.figures import PLACE, Amount, Day, Figures, Hedge, figures
from newsletter.numerals import grouped
from newsletter.pairing import Pair, pairs
from newsletter.quotes import (
    Match,
    QuoteMatch,
    contrary,
    find_quote,
    fold,
)

__all__ = [
    "Detail",
    "Fidelity",
    "Match",
    "QuoteMatch",
    "Unsupported",
    "contrary",
    "fidelity",
    "find_quote",
    "fold",
]


class Detail(StrEnum):
    """What in a sentence has to stand in its evidence."""

    NUMBER = "number"
    DATE = "date"
    VERSION = "version"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A detail of a sentence that its evidence does not bear."""

    detail: Detail
    written: str
    reason: str


@dataclass(frozen=True, slots=True)
class Fidelity:
    """How many details a sentence has, and which of them have no support."""

    checked: int
    unsupported: tuple[Unsupported, ...]

    @property
    def holds(self) -> bool:
        """Whether the evidence bears every detail."""
        return not self.unsupported


# What makes another product of a name that ends in a number.
_SIBLINGS = (
    r"(?:mini|nano|pro|turbo|max|lite|flash|ultra|preview|small|medium|large|"
    r"coder|vl|omni|air|plus)\b"
)
_SIBLING = rf"[\s-]?{_SIBLINGS}|[a-z](?![a-z])"
_NAME = re.compile(
    r"(?<![\w@/.])(?:[A-Z][a-z]+(?:[ -]v?\d+(?:\.\d+)+|[ -]\d{1,2})(?![\w%]|\.\d)"
    rf"(?:[ -](?i:{_SIBLINGS}))?"
    rf"|[A-Za-z][\w+#]*(?:[.&/-]?[\w+#]+)*(?:(?<=\d)[ -](?i:{_SIBLINGS}))?)"
)
_IS_NAME = re.compile(r".*[A-Z].*|[A-Za-z][\w.+#-]*\d.*")
_OPENS = re.compile(r"(?:^|[.!?:\"'(\[-])\s*[\"'(\[]*\Z")
_PLAIN_CAPITAL = re.compile(r"[A-Z][a-z]*(?:-[a-z]+)*")
_NO_NAMES = frozenset(
    {"i", "a", "an", "the", "ok", "am", "pm", "monday", "tuesday", "wednesday"}
    | {"thursday", "friday", "saturday", "sunday"}
)
_VERSION = re.compile(r"v\d|[Vv]ersion\b")
_MONTH_NAME = re.compile(
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?",
    re.IGNORECASE,
)
_ORDER = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
    "ninth", "tenth",
)  # fmt: skip
_ABOUT, _ONE_SIDED = 0.05, 0.1
_UNIT_WORDS = {
    "byte": "byte", "second": "second|minute|hour|day|week|ms", "month": "month|year",
    "hertz": "hz|hertz", "watt": "watt|kw|mw", "metre": "met|km|mm", "gram": "gram|kg",
    "point": "point|score|accuracy|improv", "times": "factor of",
}  # fmt: skip


def fidelity(sentence: str, evidence: str, *, days: Iterable[date] = ()) -> Fidelity:
    """Compare every number, date, version and name of a sentence with its evidence.

    `evidence` is all that the sentence's own citations hold: quotes, titles, publishers.
    `days` are dates known of the sources, such as when they were published.
    """
    said, borne = fold(grouped(sentence)), fold(grouped(evidence))
    names, rest = _names(said, borne)
    claims, known = figures(rest), figures(borne)
    known_days = [*known.days, *(Day("", d.year, d.month, d.day) for d in days)]
    missing = (
        *_missing_names(names, borne),
        *_missing_days(claims, known_days),
        *_missing_versions(claims, borne),
        *_missing_amounts(claims, known, borne),
        *_misplaced(said, borne),
    )
    details = (*names, *claims.days, *claims.versions, *claims.amounts)
    return Fidelity(len(details), missing)


def _names(text: str, evidence: str) -> tuple[list[str], str]:
    """The proper names of a sentence, and the sentence without those that hold digits."""
    names: dict[str, None] = {}
    rest = text
    for match in _NAME.finditer(text):
        name = match.group()
        if not _IS_NAME.fullmatch(name) or name.lower() in _NO_NAMES:
            continue
        first, _, number = name.partition(" ")
        opens = bool(_OPENS.search(text[: match.start()]))
        if _MONTH_NAME.fullmatch(first) or _is_unit(name) or _VERSION.match(name):
            continue
        if re.match(r"v?\d", number) and opens and not _has_name(evidence, name):
            continue  # "About 30 people": its number is one to look for
        if any(letter.isdigit() for letter in name):
            blank = " " * len(name)
            rest = rest[: match.start()] + blank + rest[match.end() :]
        elif opens and _PLAIN_CAPITAL.fullmatch(name):
            continue
        names[name] = None
    return list(names), rest


def _is_unit(name: str) -> bool:
    return bool(re.fullmatch(r"[KMGTP]i?B|[kMG]?Hz|[kMG]W|USD|EUR|[BMKT]", name))


def _missing_names(names: list[str], evidence: str) -> Iterator[Unsupported]:
    for name in names:
        if not (_has_name(evidence, name) or _has_long_form(evidence, name)):
            reason = f"the evidence does not name {name!r}"
            yield Unsupported(Detail.NAME, name, reason)


def _has_name(evidence: str, name: str) -> bool:
    """Whether a name occurs, however its parts are joined: GPT-5, GPT 5, gpt5."""
    parts = re.findall(r"\d+(?:\.\d+)*|[^\W\d_]+|[+#]+", name.removesuffix("'s"))
    pattern = r"[\s._/&-]{0,2}".join(map(re.escape, parts))
    ends_in_digit = bool(parts) and parts[-1][-1].isdigit()
    after = rf"(?!\d|\.\d|{_SIBLING})" if ends_in_digit else r"(?:'?s)?(?![^\W\d_])"
    if re.search(rf"(?<![^\W_]){pattern}{after}", evidence, re.IGNORECASE):
        return True
    singular = name.removesuffix("s")
    return singular != name and len(singular) > 2 and _has_name(evidence, singular)


def _has_long_form(evidence: str, name: str) -> bool:
    """Whether the evidence spells an acronym out: "large language models" for LLMs."""
    if quarter := re.fullmatch(r"Q([1-4])", name):
        order = _ORDER[int(quarter.group(1)) - 1]
        return bool(re.search(rf"\b{order}[\s-]quarter", evidence, re.IGNORECASE))
    letters = name.removesuffix("s")
    if not re.fullmatch(r"[A-Z]{2,6}", letters):
        return False
    words = r"[\s-]+".join(rf"{letter}\w*" for letter in letters)
    return bool(re.search(rf"(?<!\w){words}", evidence, re.IGNORECASE))


def _missing_days(claims: Figures, known: list[Day]) -> Iterator[Unsupported]:
    for claimed in claims.days:
        if not any(claimed.is_of(day) for day in known):
            reason = f"the evidence gives no date {claimed.written!r}"
            yield Unsupported(Detail.DATE, claimed.written, reason)


def _missing_versions(claims: Figures, evidence: str) -> Iterator[Unsupported]:
    for version in claims.versions:
        if not re.search(rf"(?<![\d.]){re.escape(version)}(?!\d|\.\d)", evidence):
            reason = f"the evidence does not speak of version {version}"
            yield Unsupported(Detail.VERSION, version, reason)


def _missing_amounts(
    claims: Figures, known: Figures, evidence: str
) -> Iterator[Unsupported]:
    for claimed in claims.amounts:
        if claimed.unit == PLACE and _has_place(claimed, evidence):
            continue
        if not any(_bears(claimed, found, evidence) for found in known.amounts):
            reason = f"the evidence has no {claimed.written!r}, nor what rounds to it"
            yield Unsupported(Detail.NUMBER, claimed.written, reason)


def _misplaced(sentence: str, evidence: str) -> Iterator[Unsupported]:
    """Figures that the evidence has, but plainly tells of another thing."""
    known = list(pairs(evidence))
    for said in pairs(sentence):
        rivals = [
            pair
            for pair in known
            if pair.tie is said.tie and _bears(said.amount, pair.amount, evidence)
        ]
        own = [pair for pair in known if (pair.tie, pair.name) == (said.tie, said.name)]
        if rivals and own and not any(pair in rivals for pair in own):
            yield _swapped(said, rivals[0])


def _swapped(said: Pair, told: Pair) -> Unsupported:
    written = said.amount.written
    return Unsupported(
        Detail.NUMBER,
        written,
        f"the evidence tells {written!r} of {told.subject!r}, not of {said.subject!r}",
    )


def _has_place(claimed: Amount, evidence: str) -> bool:
    """Whether the evidence tells a place in an order in words."""
    number = int(claimed.value)
    word = _ORDER[number - 1] if 0 < number <= len(_ORDER) else claimed.written
    return bool(re.search(rf"\b{word}\b", evidence, re.IGNORECASE))


def _bears(claimed: Amount, found: Amount, evidence: str) -> bool:
    values = (found.value, *found.others)
    if claimed.unit != found.unit:
        if claimed.unit == "%" and not found.unit:
            values = tuple(100 * value for value in values if 0 < value < 1)
        elif found.unit == "%" and not claimed.unit and 0 < claimed.value < 1:
            values = (*values, *(value / 100 for value in values))
        elif not _units_agree(claimed, found, evidence):
            return False
    if claimed.hedge is found.hedge and claimed.hedge is not Hedge.ABOUT:
        claimed = replace(claimed, hedge=Hedge.NONE)  # both say "up to"
    return any(
        _is_near(claim, value, claimed)
        for claim in (claimed.value, *claimed.others)
        for value in values
    )


def _units_agree(claimed: Amount, found: Amount, evidence: str) -> bool:
    """Whether two amounts can be of one kind although their units are not the same."""
    if not claimed.unit or (claimed.unit == "point" and found.unit == "%"):
        return True
    if claimed.unit in ("second", "month") and found.unit in ("second", "month"):
        return False
    words = _UNIT_WORDS.get(claimed.unit)
    return not found.unit and bool(words and re.search(words, evidence, re.IGNORECASE))


def _is_near(claim: float, value: float, claimed: Amount) -> bool:
    """Whether a value, rounded as the claim is, gives the claim."""
    # Another reading of the same digits is as exact in its own measure.
    spread = claimed.spread * abs(claim / claimed.value) if claimed.value else 0.0
    if claim == claimed.value:
        spread = claimed.spread
    if abs(claim - value) <= spread * (1 + 1e-9) + 1e-12 * abs(value):
        return True
    match claimed.hedge:
        case Hedge.ABOUT:
            return abs(claim - value) <= _ABOUT * abs(value)
        case Hedge.ABOVE:
            return claim <= value <= claim * (1 + _ONE_SIDED)
        case Hedge.BELOW:
            return claim * (1 - _ONE_SIDED) <= value <= claim
        case _:
            return False
