"""Does the evidence bear the claim? Quotes found in sources; figures and names compared.

Pure. A link that works is the easy third: the quote must be in the stored text, and what
a sentence says in numbers must be in the evidence of its own citation.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from newsletter.verification.claims.amounts import Amount
from newsletter.verification.claims.attribution import exchanged
from newsletter.verification.claims.comparing import turned_round
from newsletter.verification.claims.figures import ORDER, PLACE, Day, Figures, figures
from newsletter.verification.claims.names import (
    has_long_form,
    has_name,
    is_part_of_one,
    names_of,
    written_out,
)
from newsletter.verification.claims.numerals import grouped
from newsletter.verification.claims.pairing import Pair, pairs
from newsletter.verification.claims.quotes import (
    Match,
    QuoteMatch,
    contrary,
    find_quote,
    fold,
)
from newsletter.verification.claims.tolerance import bears, is_borne

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


def fidelity(sentence: str, evidence: str, *, days: Iterable[date] = ()) -> Fidelity:
    """Compare every number, date, version and name of a sentence with its evidence.

    `evidence` is all that the sentence's own citations hold: quotes, titles, publishers.
    `days` are dates known of the sources, such as when they were published.
    """
    said, borne = fold(grouped(sentence)), fold(grouped(evidence))
    names, rest = names_of(said, borne)
    claims, known = figures(rest), figures(borne)
    known_days = [*known.days, *(Day("", d.year, d.month, d.day) for d in days)]
    missing = (
        *_missing_names(names, said, borne),
        *_missing_days(claims, known_days),
        *_missing_versions(claims, borne),
        *_missing_amounts(claims, known, borne),
        *_misplaced(said, borne),
        *_exchanged(said, rest, names, borne),
        *_turned_round(said, names, borne),
    )
    details = (*names, *claims.days, *claims.versions, *claims.amounts)
    return Fidelity(len(details), missing)


def _missing_names(
    names: list[str], sentence: str, evidence: str
) -> Iterator[Unsupported]:
    spelled = written_out(sentence, evidence)
    for name in names:
        if name in spelled:
            continue
        if not (
            has_name(evidence, name)
            or has_long_form(evidence, name)
            or is_part_of_one(sentence, evidence, name)
        ):
            reason = f"the evidence does not name {name!r}"
            yield Unsupported(Detail.NAME, name, reason)


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
        if not is_borne(claimed, known.amounts, evidence):
            reason = f"the evidence has no {claimed.written!r}, nor what rounds to it"
            yield Unsupported(Detail.NUMBER, claimed.written, reason)


def _misplaced(sentence: str, evidence: str) -> Iterator[Unsupported]:
    """Figures that the evidence has, but plainly tells of another thing."""
    known = dict.fromkeys(pairs(evidence))
    for said in pairs(sentence):
        rivals = {
            pair: None
            for pair in known
            if pair.tie is said.tie and bears(said.amount, pair.amount, evidence)
        }
        own = {pair for pair in known if (pair.tie, pair.name) == (said.tie, said.name)}
        if rivals and own and own.isdisjoint(rivals):
            yield _swapped(said, next(iter(rivals)))


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
    word = ORDER[number - 1] if 0 < number <= len(ORDER) else claimed.written
    return bool(re.search(rf"\b{word}\b", evidence, re.IGNORECASE))


def _exchanged(
    sentence: str, figures: str, names: list[str], evidence: str
) -> Iterator[Unsupported]:
    """Two figures that the evidence has the other way round."""
    if found := exchanged(sentence, figures, names, evidence):
        reason = (
            f"the evidence tells {found.written!r} of {found.told!r}, "
            f"not of {found.said!r}"
        )
        yield Unsupported(Detail.NUMBER, found.written, reason)


def _turned_round(
    sentence: str, names: list[str], evidence: str
) -> Iterator[Unsupported]:
    """Two names of which the evidence puts the other one first."""
    if found := turned_round(sentence, names, evidence):
        first, second = found
        reason = f"the evidence puts {first!r} before {second!r}, not behind it"
        yield Unsupported(Detail.NAME, second, reason)
