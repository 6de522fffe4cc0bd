"""Shares that follow from the figures of a text, and what follows from shares. Pure."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations

from newsletter.verification.claims.numbers.amounts import Amount, Hedge, Placed
from newsletter.verification.claims.numbers.arithmetic import (
    FEW,
    are_alike,
    are_measured,
    distinct,
    ratios_within,
    said,
)

EXACT = (Hedge.NONE, Hedge.ABOUT)
# What of a share is more than one side is less than on the other.
_TURNED = {
    (Hedge.BELOW, Hedge.ABOVE), (Hedge.ABOVE, Hedge.BELOW),
    (Hedge.ABOVE, Hedge.UP_TO), (Hedge.UP_TO, Hedge.ABOVE),
}  # fmt: skip
_MOST_IN_A_SENTENCE = 8
_MOST_PARTED = 4
_MOST_GROWN = 300  # percent; what grew by more is told in times


def shares(
    claimed: Amount, groups: Sequence[Sequence[Amount]], figures: Sequence[Amount]
) -> Iterator[tuple[float, str]]:
    yield from _of_the_same(groups)
    if claimed.has_digits:
        yield from rests(figures, claimed.hedge)
        if claimed.hedge in EXACT:
            yield from so_many_points_off(figures)
            yield from _parts_of_two(groups, claimed)
        return
    yield from _halves(groups)
    for share, how in ratios_within(groups):
        yield 100 / share, f"1 / ({how})"
        yield 100 - 100 / share, f"1 - 1 / ({how})"
        yield 100 / (share + 1), f"1 / (1 + {how})"
        yield 100 * share / (share + 1), f"1 - 1 / (1 + {how})"
    yield from rests(figures)


def _of_the_same(groups: Sequence[Sequence[Amount]]) -> Iterator[tuple[float, str]]:
    """Of "eight tasks … better in six tasks" three quarters."""
    for group in groups:
        counts = [one for one in group if not one.unit and one.following]
        for one, other in permutations(counts[:_MOST_IN_A_SENTENCE], 2):
            if one.value < other.value and one.following == other.following:
                yield 100 * one.value / other.value, said(one, "/", other)


def _halves(groups: Sequence[Sequence[Amount]]) -> Iterator[tuple[float, str]]:
    """Of four of one kind and four of another each is half."""
    for group in groups:
        for one, other in pairwise(group):
            if (one.value, one.unit) == (other.value, other.unit):
                yield 50.0, f"{one.written} / ({said(one, '+', other)})"


def _parts_of_two(
    groups: Sequence[Sequence[Amount]], claimed: Amount
) -> Iterator[tuple[float, str]]:
    """Of two counts in one sentence: how much one is of the other, and of both."""
    for group in groups:
        counts = [one for one in distinct(group) if one.unit not in ("%", "times")]
        if len(counts) > _MOST_PARTED:
            continue
        for one, other in permutations(counts, 2):
            if are_alike(one, other) and are_measured(one, other):
                share, how = 100 * one.value / other.value, said(one, "/", other)
                if 100 < share <= _MOST_GROWN:
                    yield share - 100, how
                if share < 100 and one.value > 1:  # what is less is a score
                    if claimed.step != "by":
                        yield share, how
                    yield 100 - share, f"1 - {how}"
                both = 100 * one.value / (one.value + other.value)
                yield both, f"{one.written} / ({said(one, '+', other)})"


def splits(
    claimed: Amount, told: Sequence[Placed], figures: Sequence[Amount], evidence: str
) -> Iterator[tuple[float, str]]:
    """Of what is split 80/20, or 121/53: each share, and so much of a count."""
    if claimed.unit not in ("%", ""):
        return
    pairs = [one.parts for one in figures if "/" in one.written and one.parts]
    pairs += [
        (one.amount, other.amount)
        for one, other in pairwise(told)
        if one.amount.unit == other.amount.unit == ""
        and evidence[one.end : other.start] in ("/", ":")
    ]
    for pair in pairs:
        whole = sum(part.value for part in pair)
        how = "/".join(part.written for part in pair)
        for part in pair:
            share = part.value / whole
            if claimed.unit == "%":
                yield 100 * share, f"{part.written} of {how}"
            else:
                for one in figures:
                    if not one.unit and one.value >= FEW:
                        yield share * one.value, f"{one.written} * {how}"


def to_one_so_many_points_off(
    groups: Sequence[Sequence[Amount]],
) -> Iterator[tuple[float, str]]:
    """Of 70 % to what is 35 points behind it."""
    for group in groups:
        for one in group:
            for other in group:
                if other.unit == "point" and one.unit != "point":
                    rest = one.value - other.value
                    if rest > 0:
                        how = f"{one.written} / ({said(one, '-', other)})"
                        yield one.value / rest, how


def so_many_points_off(figures: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    """Of a share and how many points another one is above or below it."""
    for one in figures:
        for other in figures:
            if one.unit in ("%", "") and other.unit == "point":
                yield round(one.value - other.value, 9), said(one, "-", other)
                yield round(one.value + other.value, 9), said(one, "+", other)


def rests(
    figures: Sequence[Amount], hedge: Hedge = Hedge.NONE
) -> Iterator[tuple[float, str]]:
    for one in figures:
        is_told_so = hedge in EXACT or (hedge, one.hedge) in _TURNED
        if is_told_so and one.unit == "%" and 0 < one.value < 100:
            yield 100 - one.value, f"100 - {one.written}"
