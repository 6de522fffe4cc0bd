"""Does an amount in the evidence bear the one that is claimed? Pure."""

import re
from dataclasses import replace

from newsletter.figures import Amount, Hedge

_ABOUT, _ONE_SIDED = 0.05, 0.1
_UNIT_WORDS = {
    "byte": "byte", "second": "second|minute|hour|day|week|ms", "month": "month|year",
    "hertz": "hz|hertz", "watt": "watt|kw|mw", "metre": "met|km|mm", "gram": "gram|kg",
    "point": "point|score|accuracy|improv", "times": "factor of",
}  # fmt: skip


def bears(claimed: Amount, found: Amount, evidence: str) -> bool:
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
