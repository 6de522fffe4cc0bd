"""Derivations: one step over two figures of a passage, where chance rarely gives as much. Pure.

What a reader works out is a sum, a difference, a ratio, a share or a change. Over many
figures some step gives nearly anything. So the values that steps give near the claimed one
are counted, and it is taken for worked out only where so few of them would seldom have
fallen this close by chance.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, pairwise, permutations

from newsletter.verification.claims.numbers.amounts import Amount, Hedge, Placed
from newsletter.verification.claims.numbers.arithmetic import (
    by_sentence,
    distinct,
    said,
)
from newsletter.verification.claims.numbers.tolerance import is_near

EXACT = (Hedge.NONE, Hedge.ABOUT)
# So many values chance may have brought as near as one that is taken for worked out.
_BY_CHANCE = 0.8
_MOST_FIGURES = 9
_FEW = 7
# Values within this factor of the claimed one could be taken for it.
_NEAR = 3.0
_PROBES = 240
# A share in words is worked out to this part of itself: a sixth is no seventh.
_SHARE_IN_WORDS = 0.06
# "Seven of ten" tells two counts, "seven out of every ten" a share.
_OF = re.compile(r"\sof\s(?!every|each)", re.IGNORECASE)
_DIGITS = re.compile(r"\d[\d.,]*")
_SPREAD = re.compile(r"\b(?:averag\w+|evenly|spread|apiece|per)\b", re.IGNORECASE)
_YEAR = 12
_A_YEAR = re.compile(
    r"\b(?:a|per|each|every)\syear\b|\b(?:yearly|annual(?:ly)?)\b|\b(?:im|pro|jedes|jährlich)\b(?:\sjahr\b)?|"
    r"\b(?:par|chaque)\san(?:née)?\b|\b(?:al|por|cada)\sa[ñn]o\b|\bao?\sano\b|\bpor\sano\b|\ball['\u2019]anno\b|"
    r"每年|年均|毎年|年間?に|年平均|매년|연간|해마다",
    re.IGNORECASE,
)
# What is said of two shares together, and of what they leave.
_BOTH = re.compile(
    r"\b(?:together|combined|(?:in|the) total|ensemble|à\seux\sdeux|juntos|juntas|sumad[ao]s|suman|"
    r"zusammen|insieme|somm\w+|somad[ao]s|samen|razem|łącznie)\b|合わせ|だけで|合計|合计|合計|一共|加起来|합쳐|합하면|만으로",
    re.IGNORECASE,
)
_REST = re.compile(
    r"\b(?:other|others|rest|remain\w*|left|only|nothing|solo|resto|otr[ao]s?|quedan?|autres?|reste\w*|"
    r"übrigen?|rest|nur|altri|altre|restant\w*|outr[ao]s|overig\w*)\b|残り|其余|剩|나머지",
    re.IGNORECASE,
)
_OF_A_WHOLE = re.compile(
    r"\s?(?:\([^()]{1,40}\)\s?)?(?:of|d[eoa]s?|del|della|du|des|von|der|di|van)\s|的|の",
    re.IGNORECASE,
)


def derived(
    claimed: Amount, told: Sequence[Placed], sentence: str, evidence: str
) -> str:
    """How the amount follows in one step, such as "78 / 14"; "" where it does not."""
    figures = list(distinct(one.amount for one in told))
    if not figures or len(figures) > _MOST_FIGURES or not claimed.value:
        return ""
    if claimed.parts and _OF.search(claimed.written):
        how = " of ".join(part.written for part in claimed.parts)
        return how if _are_told(claimed.parts, figures) else ""
    is_most = claimed.hedge is Hedge.UP_TO and claimed.has_digits
    if is_most or _is_told(claimed, figures):
        return ""  # told, if not so: that is no working
    exact = _exactly(claimed)
    near: dict[float, str] = {}
    for value, how in _steps(claimed, told, figures, sentence, evidence):
        if claimed.value / _NEAR <= value <= claimed.value * _NEAR:
            near.setdefault(round(value, 6), how)
    hit = next((how for value, how in near.items() if is_near(value, exact)), "")
    return hit if hit and len(near) * _width(exact) <= _BY_CHANCE else ""


def _are_told(parts: Sequence[Amount], figures: Sequence[Amount]) -> bool:
    """Whether a passage of few figures has one number of a share as a count, and the other
    too, or two that come to it.
    """
    counts = {one.value for one in figures if not one.unit}
    if len(figures) > _FEW or counts.isdisjoint(one.value for one in parts):
        return False
    worked_out = {
        value
        for one, other in combinations(counts, 2)
        for value in (one + other, abs(one - other))
    }
    return all(one.value in counts | worked_out for one in parts)


def _is_told(claimed: Amount, figures: Sequence[Amount]) -> bool:
    """Whether the passage has the figure itself, in another unit or with another hedge."""
    digits = set(_DIGITS.findall(claimed.written))
    return any(
        one.value == claimed.value
        or not digits.isdisjoint(_DIGITS.findall(one.written))
        for one in figures
        if digits or one.unit == claimed.unit
    )


def _exactly(claimed: Amount) -> Amount:
    """The amount as one tells it who has worked it out."""
    if claimed.unit == "%" and (claimed.parts or not claimed.has_digits):
        # "One in 23" is no one in 22, nor in 24.
        half_a_step = claimed.value / 200 if claimed.parts else 1.0
        spread = min(_SHARE_IN_WORDS, half_a_step)
        return replace(claimed, spread=spread * claimed.value)
    return claimed


def _width(claimed: Amount) -> float:
    """The share of the values near the claimed one that would be taken for it."""
    step = 2 * math.log(_NEAR) / _PROBES
    low = math.log(claimed.value / _NEAR)
    probes = (math.exp(low + step * (n + 0.5)) for n in range(_PROBES))
    return max(1, sum(is_near(one, claimed) for one in probes)) / _PROBES


def _steps(
    claimed: Amount,
    told: Sequence[Placed],
    figures: Sequence[Amount],
    sentence: str,
    evidence: str,
) -> Iterator[tuple[float, str]]:
    groups = [list(distinct(group)) for group in by_sentence(told, evidence)]
    match claimed.unit:
        case "%":
            yield from _rests(claimed, figures)
            yield from _shares(claimed, figures)
            yield from _of_wholes(groups)
            yield from _together(claimed, groups, sentence)
        case "times":
            yield from _ratios(figures)
        case "point":
            for one in figures:
                if one.unit == "%" and one.value < 100:
                    yield 100 - one.value, f"100 - {one.written}"
            for one, other in _pairs(figures):
                scale = 100 if max(one.value, other.value) <= 1 else 1
                yield scale * abs(one.value - other.value), said(one, "-", other)
        case "":
            yield from _amounts(claimed, figures, sentence)
            yield from _whole(claimed, told, evidence)
        case _:
            yield from _amounts(claimed, figures, sentence)


def _pairs(figures: Sequence[Amount]) -> Iterator[tuple[Amount, Amount]]:
    """Each two of one unit, the larger first."""
    for one, other in combinations(figures, 2):
        if one.unit == other.unit:
            yield (one, other) if one.value >= other.value else (other, one)


def _ratios(figures: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    for one, other in _pairs(figures):
        yield one.value / other.value, said(one, "/", other)


_ONE_SIDED = frozenset({Hedge.ABOVE, Hedge.BELOW, Hedge.UP_TO})


def _rests(claimed: Amount, figures: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    """What shares leave; of a least a most is left, which is not read here."""
    for one in figures:
        if {one.hedge, claimed.hedge} <= _ONE_SIDED:
            continue
        if one.unit == "%" and one.value < 100:
            yield 100 - one.value, f"100 - {one.written}"
        elif not one.unit and one.value < 1:
            yield 100 - 100 * one.value, f"100 - 100 * {one.written}"


def _shares(claimed: Amount, figures: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    """One figure as a share of another, and by how much they differ."""
    for one, other in _pairs(figures):
        share = 100 * other.value / one.value
        if claimed.step != "by":
            yield share, f"100 * {said(other, '/', one)}"
        if claimed.step == "to":
            continue
        yield 100 - share, f"100 - 100 * {said(other, '/', one)}"
        yield (
            100 * one.value / other.value - 100,
            f"100 * {said(one, '/', other)} - 100",
        )
        if one.value <= 1:
            yield 100 * (one.value - other.value), f"100 * ({said(one, '-', other)})"


def _of_wholes(groups: Sequence[Sequence[Amount]]) -> Iterator[tuple[float, str]]:
    """One figure as a share of all that its sentence tells in its unit."""
    for group in groups:
        for unit in dict.fromkeys(one.unit for one in group):
            of_it = [one for one in group if one.unit == unit]
            whole = sum(one.value for one in of_it)
            how = " + ".join(one.written for one in of_it)
            if len(of_it) > 1:
                for one in of_it:
                    yield 100 * one.value / whole, f"100 * {one.written} / ({how})"


def _together(
    claimed: Amount, groups: Sequence[Sequence[Amount]], sentence: str
) -> Iterator[tuple[float, str]]:
    """What two shares come to that a sentence tells one after the other, and what they leave.

    Only where the claim says that it is of both: else chance gives too much.
    """
    if not claimed.has_digits or claimed.parts:
        return
    is_sum, is_rest = _BOTH.search(sentence), _REST.search(sentence)
    for one, other in chain.from_iterable(map(pairwise, groups)):
        if one.unit == other.unit == "%" and one.value + other.value <= 100:
            both, how = one.value + other.value, said(one, "+", other)
            if is_sum:
                yield both, how
            if is_rest:
                yield 100 - both, f"100 - ({how})"


def _whole(
    claimed: Amount, told: Sequence[Placed], evidence: str
) -> Iterator[tuple[float, str]]:
    """Of what is 2 % of a whole the whole."""
    if claimed.size <= 1:
        return
    for part in told:
        if part.amount.unit == "%" and _OF_A_WHOLE.match(evidence, part.end):
            for one in told:
                if one.amount.unit == claimed.unit:
                    how = f"100 * {said(one.amount, '/', part.amount)}"
                    yield 100 * one.amount.value / part.amount.value, how


def _amounts(
    claimed: Amount, figures: Sequence[Amount], sentence: str
) -> Iterator[tuple[float, str]]:
    """Sums, differences, quotients and products in the claimed unit.

    48 hours on 16 machines are no three hours on each, unless they are spread.
    """
    is_spread = claimed.unit not in ("second", "month") or _SPREAD.search(sentence)
    same = [one for one in figures if one.unit == claimed.unit]
    # "5 million euros in Italy and 3.2 million in France"
    scales = {one.size for one in same if one.unit} - {1.0}
    same += [
        replace(one, unit=claimed.unit)
        for one in figures
        if not one.unit and one.size in scales
    ]
    for one, other in _pairs(same):
        yield one.value + other.value, said(one, "+", other)
        yield one.value - other.value, said(one, "-", other)
    yield from _each_year(claimed, figures, sentence)
    for one in figures if claimed.unit else ():
        for other in same if one.unit == "%" != claimed.unit else ():
            yield one.value * other.value / 100, f"{said(one, '*', other)} / 100"
    for one, other in permutations(figures, 2):
        if other.unit or other.value <= 1:
            continue
        if one.unit == claimed.unit and is_spread:
            yield one.value / other.value, said(one, "/", other)
        if one.unit == "%" and not claimed.unit:
            yield round(one.value * other.value / 100), f"{said(one, '*', other)} / 100"
        if one.unit == claimed.unit:
            yield one.value * other.value, said(one, "*", other)


def _each_year(
    claimed: Amount, figures: Sequence[Amount], sentence: str
) -> Iterator[tuple[float, str]]:
    """Of 130 billion in five years the 26 billion a year."""
    if not _A_YEAR.search(sentence):
        return
    spans = [one for one in figures if one.unit == "month" and one.value > _YEAR]
    for one in figures:
        is_alike = one.unit == claimed.unit or (not claimed.unit and one.unit in "$€£¥")
        for span in spans if is_alike else ():
            yield _YEAR * one.value / span.value, said(one, "/", span)
