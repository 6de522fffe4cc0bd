"""How sources post in a year, and who sees it: a reader once a week, and intake. Pure.

No feed of the world was recorded. Each rhythm is argued: when people work, that a launch
brings a day of many posts, that one release is soon followed by its repair, that papers are
listed all at once. A feed holds its newest entries and no others.
"""

import math
import random
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from newsletter.intake import pace

DAY, WEEK = timedelta(days=1), timedelta(days=7)
# A Monday.
BEGAN = datetime(2025, 1, 6, tzinfo=UTC)
FIRST_PACE = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Rhythm:
    """So many entries a feed holds, and when one posts in a year."""

    name: str
    holds: int
    sources: int
    posts: Callable[[random.Random, int], Iterator[datetime]]


@dataclass(slots=True)
class Seen:
    """What became of a source's posts: how many each way never saw, and what it asked."""

    posts: int = 0
    missed_weekly: int = 0
    missed: int = 0
    polls: int = 0

    def __add__(self, other: "Seen") -> "Seen":
        return Seen(
            self.posts + other.posts,
            self.missed_weekly + other.missed_weekly,
            self.missed + other.missed,
            self.polls + other.polls,
        )


def _times(chance: random.Random, most: float) -> int:
    """So many in a day: Poisson."""
    left, number = math.exp(-most), 0
    told = chance.random()
    while told > left:
        told *= chance.random()
        number += 1
    return number


def _at_work(chance: random.Random, day: datetime) -> datetime:
    """A moment of the working day, 8 to 18 UTC."""
    return day + timedelta(hours=8 + 10 * chance.random())


def _days(weeks: int) -> Iterator[tuple[datetime, bool]]:
    for number in range(7 * weeks):
        yield BEGAN + number * DAY, number % 7 >= 5


def newsroom(chance: random.Random, weeks: int) -> Iterator[datetime]:
    """Twelve posts on a weekday, three on the others."""
    for day, is_weekend in _days(weeks):
        for _ in range(_times(chance, 3 if is_weekend else 12)):
            yield _at_work(chance, day)


def laboratory(chance: random.Random, weeks: int) -> Iterator[datetime]:
    """Three a week; every fourth week a launch, eight to fifteen posts on one day."""
    for day, is_weekend in _days(weeks):
        for _ in range(0 if is_weekend else _times(chance, 0.6)):
            yield _at_work(chance, day)
        if not is_weekend and chance.random() < 0.05:
            for _ in range(chance.randint(8, 15)):
                yield _at_work(chance, day)


def releases(chance: random.Random, weeks: int) -> Iterator[datetime]:
    """A release in two weekdays of five, and its repairs in the hours after it."""
    for day, is_weekend in _days(weeks):
        if is_weekend or chance.random() > 0.4:
            continue
        at = _at_work(chance, day)
        yield at
        for _ in range(_times(chance, 2)):
            at += timedelta(hours=0.5 + 4 * chance.random())
            yield at


def crowd(chance: random.Random, weeks: int) -> Iterator[datetime]:
    """What many readers pass on: sixty a day, and at night a third of it."""
    for day, _ in _days(weeks):
        for _ in range(_times(chance, 60)):
            hour = 24 * chance.random()
            if hour >= 6 or chance.random() < 0.33:
                yield day + timedelta(hours=hour)


def diary(chance: random.Random, weeks: int) -> Iterator[datetime]:
    """One person: a post in ten days, then four in two, and weeks of nothing."""
    for day, _ in _days(weeks):
        if chance.random() < 0.08:
            yield _at_work(chance, day)
        if chance.random() < 0.015:
            for _ in range(4):
                yield _at_work(chance, day) + timedelta(hours=24 * chance.random())


RHYTHMS = (
    Rhythm("newsroom", 20, 6, newsroom),
    Rhythm("laboratory", 10, 12, laboratory),
    Rhythm("releases", 10, 10, releases),
    Rhythm("what a crowd passes on", 20, 2, crowd),
    Rhythm("one person's diary", 10, 10, diary),
)


def year(rhythm: Rhythm, *, weeks: int = 52, seed: int = 0) -> Seen:
    """All sources of a rhythm together."""
    total = Seen()
    for source in range(rhythm.sources):
        chance = random.Random(f"{seed} {rhythm.name} {source}")  # noqa: S311  no secret
        end = BEGAN + weeks * WEEK
        posts = sorted(at for at in rhythm.posts(chance, weeks) if at < end)
        total += _watched(posts, rhythm.holds, end)
    return total


def _watched(posts: Sequence[datetime], holds: int, end: datetime) -> Seen:
    weekly = [BEGAN + number * WEEK for number in range(1, 1 + (end - BEGAN) // WEEK)]
    by_intake, missed = _intake(posts, holds, end)
    return Seen(len(posts), _missed(posts, holds, weekly), missed, by_intake)


def _missed(posts: Sequence[datetime], holds: int, reads: Sequence[datetime]) -> int:
    """How many posts had left the feed again at every moment of reading it."""
    seen, missed = 0, 0
    for at in reads:
        out = bisect_right(posts, at)
        missed += max(0, out - holds - seen)
        seen = out
    return missed


def _intake(posts: Sequence[datetime], holds: int, end: datetime) -> tuple[int, int]:
    """How often it asks at its own pace, and how many posts it never saw."""
    every, at, seen, missed, polls = FIRST_PACE, BEGAN, 0, 0, 0
    while at < end + pace.MOST:
        out = bisect_right(posts, at)
        new = out - seen
        missed += max(0, new - holds)
        found = min(holds, out - bisect_left(posts, at - timedelta(days=31)))
        if polls:
            every = pace.after_answer(every, new=min(new, holds), found=found)
        seen, polls = out, polls + 1
        at += pace.wait_after_answer(every, timedelta())
    return polls, missed
