"""Workings: figures that follow from those of a passage, as a reader works them out. Pure.

A sum of neighbours, a difference, a ratio, what a share leaves, days between two dates;
what else one step gives is asked of `derivation`, where chance is counted. Where a passage
has many figures anything would follow, and nothing is taken to.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from newsletter.verification.claims.numbers.amounts import Amount, Hedge, Placed
from newsletter.verification.claims.numbers.arithmetic import (
    FEW,
    by_kind,
    by_sentence,
    differences,
    distinct,
    ratios_within,
    said,
    sums,
)
from newsletter.verification.claims.numbers.derivation import EXACT, derived
from newsletter.verification.claims.numbers.figures import Day, placed
from newsletter.verification.claims.numbers.tolerance import is_near

_MOST_FIGURES = 16
_MOST_CHARACTERS = 8_000
_DAY_SECONDS = 86_400
# A difference is one where the sentence speaks of one, or the figure is no small one.
_APART = re.compile(
    r"\b(?:more|less|fewer|other|rest|remain\w*|drop\w*|lost|lose|loses|apart|behind|"
    r"ahead|gap|differ\w*|without|all but|extra|longer|later|earlier|costs?|gains?|"
    r"faster|slower|lead|leads|rises?|falls?|fell|rose|above|below|higher|lower|shorter|"
    r"larger|smaller|better|worse|margin|fails?|failed|miss\w*|unsolved|before|previous\w*|"
    r"others?|baselines?|rival\w*|runner-up|next)\b",
    re.IGNORECASE,
)
# What of a share is more than one side is less than on the other.
_TURNED = {
    (Hedge.BELOW, Hedge.ABOVE), (Hedge.ABOVE, Hedge.BELOW),
    (Hedge.ABOVE, Hedge.UP_TO), (Hedge.UP_TO, Hedge.ABOVE),
}  # fmt: skip
# Of a list in the text, "1) ... 2) ...": no figures to be added up.
_MARKER = re.compile(r"(?<![\w.])\(?\d\)(?=\s[A-Za-z])")
_ADDRESS = re.compile(r"https?://\S+")


def working(
    claimed: Amount, known: Sequence[Amount], sentence: str, evidence: str
) -> str:
    """How an amount follows from those of the evidence, such as "48 / 16"; "" if not."""
    if len(evidence) > _MOST_CHARACTERS:
        return ""
    evidence = _ADDRESS.sub(" ", evidence)
    told = [
        one
        for one in placed(_MARKER.sub(_blank, evidence))
        if one.amount.value and not _is_of_a_name(one, evidence)
    ]
    in_words = [one for one in known if not one.has_digits or one.parts]
    figures = list(distinct((*(one.amount for one in told), *in_words)))
    if len(figures) > _MOST_FIGURES:
        return ""
    groups = [*by_sentence(told, evidence), *by_kind(figures)]
    for value, how in _results(claimed, groups, figures, sentence):
        if is_near(value, claimed):
            return how
    return derived(claimed, told, sentence, evidence)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _is_of_a_name(one: Placed, text: str) -> bool:
    """The 17 of MOT17, and not of x17."""
    return one.is_in_word(text) and text[one.start - 1] not in "xX"


def _results(
    claimed: Amount,
    groups: Sequence[Sequence[Amount]],
    figures: Sequence[Amount],
    sentence: str,
) -> Iterator[tuple[float, str]]:
    """Every value that may be meant, and how it comes about."""
    match claimed.unit:
        case "times":
            yield from ratios_within(groups)
            yield from _risen(figures)
        case "%" if not claimed.parts:
            groups = [*groups, [one.amount for one in placed(sentence)]]
            yield from _shares(claimed, groups, figures)
        case "%" | "point":
            pass
        case _:
            yield from sums(groups, claimed)
            if claimed.unit or claimed.value >= FEW or _APART.search(sentence):
                yield from differences(_alike(claimed, figures))
            if not claimed.unit:
                yield from _others(figures)


def _risen(figures: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    """Of a rise by 500 % the six times as much: by more than a hundred nothing falls."""
    for one in figures:
        if one.unit == "%" and one.value >= 100:
            yield 1 + one.value / 100, f"1 + {one.written}"


def _alike(claimed: Amount, figures: Sequence[Amount]) -> list[Amount]:
    """Figures in the claimed unit; beside a bare number those of other units as written."""
    same = [one for one in figures if one.unit == claimed.unit]
    rest = [one for one in figures if one.unit and not claimed.unit]
    # "8 billion dollars, 3 billion more than": both are billions.
    return [
        *same,
        *(
            one
            if one.size == claimed.size > 1
            else replace(one, value=one.value / one.size)
            for one in rest
        ),
    ]


def _others(figures: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    """Of 48 of 60 the other 12; of a score of 0.71 what it lacks."""
    for one in figures:
        if one.parts:
            many, every = one.parts
            yield every.value - many.value, said(every, "-", many)
        elif not one.unit and 0 < one.value < 1:
            yield round(1 - one.value, 9), f"1 - {one.written}"


def _shares(
    claimed: Amount, groups: Sequence[Sequence[Amount]], figures: Sequence[Amount]
) -> Iterator[tuple[float, str]]:
    """What shares leave, and shares so many points off; in words parts of two figures."""
    hedge = claimed.hedge if claimed.has_digits else Hedge.NONE
    for one in figures:
        is_told_so = hedge in EXACT or (hedge, one.hedge) in _TURNED
        if is_told_so and one.unit == "%" and 0 < one.value < 100:
            yield 100 - one.value, f"100 - {one.written}"
    if not claimed.has_digits:
        for ratio, how in ratios_within(groups):
            for share in (100 / ratio, 100 / (ratio + 1)):
                yield share, f"1 / ({how})"
                yield 100 - share, f"1 - 1 / ({how})"
    elif hedge in EXACT:
        yield from _so_many_points_off(figures)


def _so_many_points_off(figures: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    """Of a share and how many points another one is above or below it."""
    for one in figures:
        for other in figures:
            if one.unit in ("%", "") and other.unit == "point":
                yield round(one.value - other.value, 9), said(one, "-", other)
                yield round(one.value + other.value, 9), said(one, "+", other)


def span_of_days(claimed: Amount, known: Iterable[Day]) -> str:
    """How a time follows from two dates: "two days later", "the eleven years to 2024"."""
    days = sorted({(day.year or 0, day.month or 0, day.day or 0) for day in known})
    if len(days) > _MOST_FIGURES:
        return ""
    for earlier, later in permutations(days, 2):
        years, months, dates = (b - a for a, b in zip(earlier, later, strict=True))
        if claimed.unit == "month" and earlier[0] and years > 0:
            value = 12.0 * years + (months if earlier[1] and later[1] else 0)
            if not earlier[1] and is_near(value + 12, claimed):
                return f"from {earlier[0]} to {later[0]}, both of them counted"
        elif claimed.unit == "month" and not years and months > 0:
            value = float(months)
        elif claimed.unit == "second" and not years and not months and dates > 0:
            value = float(dates * _DAY_SECONDS)
        else:
            continue
        if is_near(value, claimed):
            return f"from {'-'.join(map(str, earlier))} to {'-'.join(map(str, later))}"
    return ""
