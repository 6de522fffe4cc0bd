"""How often an outlet is asked: as often as it has something new to tell. Pure.

An outlet that was read at one moment and has nothing new at the next is asked less often;
one that has, more often. One that fails is left alone for longer each time.
"""

from datetime import timedelta

# No outlet is asked more often, whatever it publishes.
LEAST = timedelta(minutes=15)
# A feed of ten entries that publishes three a day is never missed at this pace.
MOST = timedelta(hours=12)
FIRST = timedelta(hours=1)
MOST_AFTER_FAILURES = timedelta(days=1)
_FASTER, _SLOWER = 0.5, 1.5


def after_answer(every: timedelta, *, new: int) -> timedelta:
    """How long to wait after an answer that brought so many new stories."""
    return min(max(every * (_FASTER if new else _SLOWER), LEAST), MOST)


def after_failures(every: timedelta, failures: int) -> timedelta:
    """How long to wait after so many failures in a row; the pace itself stays."""
    return min(every * float(2 ** min(failures, 10)), MOST_AFTER_FAILURES)
