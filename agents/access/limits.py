"""Rate limits of the doors: counted in the database, so over all processes at once.

A process takes as many requests at a time as are a thousandth of the limit, and counts
these by itself: with a limit of up to a thousand each request is counted in the
database, and with a high one the database is asked a thousand times an hour at most.
Who is over the limit is refused without asking it.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta

from subscribers.consent import throttle
from subscribers.consent.throttle import Limit

WINDOW = timedelta(hours=1)
_PARTS = 1000
_MOST_KNOWN = 10_000


@dataclass(frozen=True, slots=True)
class Allowance:
    """What somebody may still ask within the hour; `remaining` below zero: too much."""

    limit: int
    remaining: int
    reset_seconds: int

    @property
    def is_used_up(self) -> bool:
        return self.remaining < 0


@dataclass(slots=True)
class _Taken:
    """What this process took: up to which count it may go, and when all begins anew."""

    used: int
    until: int
    ends_at: datetime


class Limits:
    """The counters of one process over those in the database."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._taken: OrderedDict[tuple[str, str], _Taken] = OrderedDict()

    def take(self, kind: str, who: str, most: int, now: datetime) -> Allowance:
        """One more request of `who`, of `most` an hour."""
        name = (kind, who)
        with self._lock:
            taken = self._taken.get(name)
            if taken and now < taken.ends_at:
                if taken.used < taken.until:
                    taken.used += 1
                    return _allowance(taken, most, now)
                if taken.until >= most:
                    return Allowance(most, -1, _seconds(taken.ends_at, now))
        taken = _from_database(Limit(kind, who, most, WINDOW), now)
        with self._lock:
            self._taken[name] = taken
            self._taken.move_to_end(name)
            while len(self._taken) > _MOST_KNOWN:
                self._taken.popitem(last=False)
        if taken.used > most:
            return Allowance(most, -1, _seconds(taken.ends_at, now))
        return _allowance(taken, most, now)

    def forget(self) -> None:
        """Ask the database anew."""
        with self._lock:
            self._taken.clear()


def _from_database(limit: Limit, now: datetime) -> _Taken:
    part = max(1, limit.most // _PARTS)
    [counter] = throttle.count([limit], now, times=part).values()
    first = counter.counted - part + 1
    return _Taken(first, min(counter.counted, limit.most), counter.ends_at)


def _allowance(taken: _Taken, most: int, now: datetime) -> Allowance:
    return Allowance(most, most - taken.used, _seconds(taken.ends_at, now))


def _seconds(until: datetime, now: datetime) -> int:
    return max(1, round((until - now).total_seconds()))


limits = Limits()
