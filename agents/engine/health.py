"""Health of the engine, for whoever watches over it: questions to the database alone."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Min

from agents.engine import chores, log, timetable
from agents.engine.sessions import wanting
from agents.models import Sweep

# A session that something could be done for, and nothing was for so long, stands still.
STALLED_AFTER = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Pulse:
    """What was found at `at`, by the database's clock."""

    at: datetime
    last_sweep: datetime | None
    # Sessions with a step that could run and that nobody is on.
    queue: int
    # Since when the session that has stood still longest has; None if none has.
    oldest_stalled: datetime | None
    # Newsletters whose latest slot went by without a session.
    missed: tuple[str, ...]
    # What has been wrong with the clock for a while, in words that hold no secret.
    troubles: tuple[str, ...] = ()


def pulse() -> Pulse:
    """Feel it now."""
    now = log.database_now()
    waiting = wanting(now, grace=timedelta(0))
    stalled = waiting.filter(moved_at__lt=now - STALLED_AFTER)
    return Pulse(
        at=now,
        last_sweep=Sweep.objects.values_list("swept_at", flat=True).first(),
        queue=waiting.count(),
        oldest_stalled=stalled.aggregate(since=Min("moved_at"))["since"],
        missed=timetable.missed(now),
        troubles=tuple(chores.troubles(now)),
    )
