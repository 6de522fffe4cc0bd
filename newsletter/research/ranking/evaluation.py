"""How well a ranking finds what an expert picked: recall, AUC, and how sure that is. Pure.

Works on weeks of papers of which some were picked by an editor; knows no file.
"""

import random
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import quantiles

DEPTHS = (10, 30, 100)
_DRAWS = 1000


@dataclass(frozen=True, slots=True)
class Week:
    """One week's papers by id; `size` is how many the week had in truth."""

    end: str
    picked: tuple[str, ...]
    others: tuple[str, ...]
    size: int

    @property
    def is_whole(self) -> bool:
        """Whether every paper that the week had is among these."""
        return len(self.picked) + len(self.others) >= self.size


def filled(place: int, weeks: Sequence[Week], hold_back: Collection[str] = ()) -> Week:
    """The week as large as it was, where only some of its papers are known.

    Others of other weeks, the nearest in time first, stand in for the rest: what an
    expert passes over is much the same from week to week. None of `hold_back`, which
    a ranking may have learned from, stands in.
    """
    week = weeks[place]
    missing = week.size - len(week.picked) - len(week.others)
    order = sorted(range(len(weeks)), key=lambda other: (abs(other - place), other))
    barred = {*week.picked, *week.others, *hold_back}
    spare = dict.fromkeys(paper for other in order for paper in weeks[other].others)
    stand_ins = [paper for paper in spare if paper not in barred]
    return replace(week, others=(*week.others, *stand_ins[: max(0, missing)]))


@dataclass(frozen=True, slots=True)
class Found:
    """What a ranking made of one week.

    `hits` counts the picked papers among the first 10, 30 and 100; `wins` sums, over
    the picked papers, the share of the others that rank below; None without others.
    """

    end: str
    picked: int
    hits: Mapping[int, int]
    wins: float | None


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and the 95% interval of a bootstrap over weeks."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Measure:
    """How a ranking did over all weeks: each picked paper counts the same.

    `auc` is None where no week has others to rank above.
    """

    recall: Mapping[int, Estimate]
    auc: Estimate | None
    weeks: tuple[Found, ...]


def measured(weeks: Iterable[tuple[Week, Callable[[str], float]]]) -> Measure:
    """Rank each week by its own strength, ties by id, and count what was found."""
    found = tuple(_find(week, strength) for week, strength in weeks if week.picked)
    beside = [week for week in found if week.wins is not None]
    return Measure(
        recall={depth: _estimate(found, _recall_at(depth)) for depth in DEPTHS},
        auc=_estimate(beside, _auc) if beside else None,
        weeks=found,
    )


def _find(week: Week, strength: Callable[[str], float]) -> Found:
    picked = frozenset(week.picked)
    papers = sorted((-strength(paper), paper) for paper in (*week.picked, *week.others))
    places = [place for place, (_, paper) in enumerate(papers) if paper in picked]
    others = sorted(strength(paper) for paper in week.others)
    return Found(
        end=week.end,
        picked=len(week.picked),
        hits={depth: sum(place < depth for place in places) for depth in DEPTHS},
        wins=sum(_share_below(strength(paper), others) for paper in week.picked)
        if others
        else None,
    )


def _share_below(value: float, others: Sequence[float]) -> float:
    """The share of sorted values that are less; equal ones count half."""
    both = bisect_left(others, value) + bisect_right(others, value)
    return both / 2 / len(others)


def _recall_at(depth: int) -> Callable[[Sequence[Found]], float]:
    def recall(weeks: Sequence[Found]) -> float:
        return sum(week.hits[depth] for week in weeks) / _picked_in(weeks)

    return recall


def _auc(weeks: Sequence[Found]) -> float:
    return sum(week.wins or 0.0 for week in weeks) / _picked_in(weeks)


def _picked_in(weeks: Sequence[Found]) -> int:
    return sum(week.picked for week in weeks) or 1


def _estimate(
    weeks: Sequence[Found], figure: Callable[[Sequence[Found]], float]
) -> Estimate:
    if not weeks:
        return Estimate(0.0, 0.0, 0.0)
    chance = random.Random(0)  # noqa: S311  the same draws on every machine
    draws = [figure(chance.choices(weeks, k=len(weeks))) for _ in range(_DRAWS)]
    cuts = quantiles(draws, n=40, method="inclusive")
    return Estimate(figure(weeks), cuts[0], cuts[-1])
