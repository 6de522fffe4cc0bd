"""Sums, differences, products and ratios over the figures of a text. Pure.

Each yields a value with how it comes about, such as (3.0, "48 / 16").
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, permutations

from newsletter.verification.claims.numbers.amounts import Amount, Placed

FEW = 10
_MOST_IN_A_SENTENCE = 8
_LEAST_SHARE = 0.01
_FEWEST_ADDED, _MOST_ADDED = 3, 6
_FEW_DIGITS = 3
_SENTENCE_END = re.compile(r"(?<!\bvs)(?<!v\.s)[.!?]\s")


def by_sentence(told: Sequence[Placed], evidence: str) -> Iterator[list[Amount]]:
    """The figures of each sentence of the evidence."""
    group: list[Amount] = []
    for before, one in pairwise([None, *told]):
        if one is None:
            continue
        if before and _SENTENCE_END.search(evidence, before.end, one.start + 1):
            yield group
            group = []
        group.append(one.amount)
    yield group


def by_kind(figures: Iterable[Amount]) -> Iterator[list[Amount]]:
    """The figures that are told of the same word, wherever they stand."""
    by_word: dict[str, list[Amount]] = {}
    for one in figures:
        if one.following:
            by_word.setdefault(one.following.removesuffix("s"), []).append(one)
    yield from by_word.values()


def distinct(amounts: Iterable[Amount]) -> Iterator[Amount]:
    seen = set()
    for amount in amounts:
        name = (amount.value, amount.unit)
        if amount.value and name not in seen:
            seen.add(name)
            yield amount


def ratios_within(
    groups: Sequence[Sequence[Amount]],
) -> Iterator[tuple[float, str]]:
    """Of figures in one sentence that are told in the same unit."""
    for group in groups:
        if len(group) <= _MOST_IN_A_SENTENCE:
            yield from ratios(group)


def ratios(figures: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    for one, other in permutations(figures, 2):
        if (
            one.unit == other.unit != "times"
            and one.value > other.value > 1e-9
            and are_measured(one, other)
        ):
            yield one.value / other.value, said(one, "/", other)


def are_measured(one: Amount, other: Amount) -> bool:
    """Whether they measure or count one thing: "20 ms, 40 ms", "300 and 302 tasks"."""
    is_said = bool(one.unit) or "." in one.written + other.written
    return is_said or one.value >= FEW


def is_sum_of_others(claimed: Amount, others: Sequence[Amount]) -> bool:
    """Whether it is what neighbours in its own sentence come to, each of them in digits."""
    same = [
        one
        for one in others
        if one.unit == claimed.unit
        and one.has_digits
        and one.written != claimed.written
    ]
    return bool(claimed.unit or claimed.value >= FEW) and any(
        round(sum(one.value for one in added), 9) == claimed.value
        for added in _neighbours(same)
        if len(added) >= _FEWEST_ADDED or claimed.unit
    )


def sums(
    groups: Sequence[Sequence[Amount]], claimed: Amount
) -> Iterator[tuple[float, str]]:
    """Of neighbours: what a text counts together stands together.

    To a sum that is told to its last digit a small part counts as well.
    """
    least = 0.0 if _is_exact(claimed) else _LEAST_SHARE * claimed.value
    for group in groups:
        figures = [
            one
            for one in group
            if one.unit == claimed.unit and least <= one.value <= 1.1 * claimed.value
        ]
        for added in _neighbours(figures):
            how = " + ".join(one.written for one in added)
            yield sum(one.value for one in added), how


def _is_exact(claimed: Amount) -> bool:
    digits = claimed.written.replace(",", "")
    return digits.isdecimal() and len(digits) > _FEW_DIGITS and digits[-1] != "0"


def _neighbours(figures: Sequence[Amount]) -> Iterator[Sequence[Amount]]:
    for start in range(len(figures)):
        for end in range(start + 2, min(start + _MOST_ADDED, len(figures)) + 1):
            yield figures[start:end]


def differences(figures: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    for one, other in permutations(figures, 2):
        if one.value > other.value and are_alike(one, other):
            yield round(one.value - other.value, 9), said(one, "-", other)


def are_alike(one: Amount, other: Amount) -> bool:
    """Whether two figures are of one unit and near enough in size to be counted together."""
    smaller, larger = sorted((one.value, other.value))
    return one.unit == other.unit and smaller >= _LEAST_SHARE * larger


def said(one: Amount, sign: str, other: Amount) -> str:
    return f"{one.written} {sign} {other.written}"
