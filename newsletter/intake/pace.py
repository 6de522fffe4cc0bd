"""How often an outlet is asked: as often as it has something new to tell. Pure.

An outlet that was read at one moment and has nothing new at the next is asked less often;
one that has, more often. One that fails is left alone for longer each time. What a server
or a feed asks of those who come again counts too, within bounds.
"""

from datetime import timedelta

# No outlet is asked more often, whatever it publishes.
LEAST = timedelta(minutes=15)
# A feed of ten entries shows each of fifteen that are posted on one day, though weeks were
# quiet before: `python -m crux.bench.intake.missed`.
MOST = timedelta(hours=2)
# Nobody is left alone for longer for saying so: some say a year, and mean a picture.
MOST_ASKED = timedelta(hours=12)
MOST_AFTER_FAILURES = timedelta(days=1)
_FASTER, _SLOWER = 0.5, 1.5


def after_answer(every: timedelta, *, new: int, found: int) -> timedelta:
    """Its own pace, after an answer that told `found` stories, so many of them new."""
    if new and new >= found:
        # Nothing of what it told before is left: some may have gone unseen.
        return LEAST
    return min(max(every * (_FASTER if new else _SLOWER), LEAST), MOST)


def wait_after_answer(every: timedelta, asked: timedelta) -> timedelta:
    """How long to wait at that pace, where the server asks for so long."""
    return max(every, min(asked, MOST_ASKED))


def wait_after_failures(every: timedelta, failures: int, asked: timedelta) -> timedelta:
    """How long to wait after so many failures in a row; the pace itself stays."""
    wait = max(every * float(2 ** min(failures, 10)), asked)
    return min(wait, MOST_AFTER_FAILURES)
