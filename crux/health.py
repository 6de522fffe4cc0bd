"""Health: whether this process can serve pages, and whether Crux does its work.

`crux.probes` answers `/readyz`, `/healthz` and `/metrics` with it.
"""

from dataclasses import dataclass
from datetime import datetime

import structlog
from django.db import Error

from agents.engine import health as engine_health
from subscribers import alerts

logger = structlog.get_logger(__name__)

# The sweep comes every 15 s. Where it stays away, nobody mends what a crash left.
SWEEP_SECONDS = 60.0
# A session may wait for its turn while others are at work; not for so long.
STALLED_SECONDS = 1800.0


@dataclass(frozen=True, slots=True)
class Health:
    """What was found; None where there is nothing to tell, or nobody to ask."""

    database: bool
    sweep_age_seconds: float | None = None
    # Sessions with a step that could run and that nobody is on; how long the one has
    # stood still that has longest; newsletters whose latest slot went by for good.
    queue: int | None = None
    oldest_stalled_seconds: float | None = None
    missed_slots: int | None = None
    # What the operator should know and could not be told.
    untold_alerts: int | None = None
    # What the clock has not been able to do for a minute: a full broker, letters that
    # cannot be written, a folder that takes no summaries.
    troubles: tuple[str, ...] | None = None

    @property
    def is_ready(self) -> bool:
        """Can this process serve pages?"""
        return self.database

    @property
    def is_well(self) -> bool:
        """Does Crux as a whole do its work?"""
        age, stalled = self.sweep_age_seconds, self.oldest_stalled_seconds or 0.0
        # A sweep to come is one of before the clock was set back, and tells of nobody.
        is_swept = age is not None and abs(age) <= SWEEP_SECONDS
        is_at_work = is_swept and stalled <= STALLED_SECONDS
        is_heard = not self.untold_alerts
        is_kept = not self.missed_slots and not self.troubles
        return self.database and is_at_work and is_kept and is_heard


def examine() -> Health:
    """Look at what Crux stands on."""
    try:
        pulse = engine_health.pulse()
        untold = alerts.untold(pulse.at)
    except Error as error:
        logger.warning("database_away", reason=type(error).__name__)
        return Health(database=False)
    return Health(
        database=True,
        sweep_age_seconds=_seconds(pulse.last_sweep, pulse.at),
        queue=pulse.queue,
        oldest_stalled_seconds=_seconds(pulse.oldest_stalled, pulse.at),
        missed_slots=len(pulse.missed),
        untold_alerts=untold,
        troubles=pulse.troubles,
    )


def _seconds(since: datetime | None, now: datetime) -> float | None:
    return round((now - since).total_seconds(), 1) if since else None
