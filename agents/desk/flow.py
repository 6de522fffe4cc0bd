"""How work flows: failures and seconds by step, what stands still, what is tried again."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Avg, Count, Min, Q

from agents.engine import log, sessions
from agents.engine.sessions import of_issues
from agents.models import AgentRun, Session, StepRun
from newsletter.intake.flow import StepHealth
from newsletter.outlets.health import FailingOutlet, failing_outlets
from subscribers.models import Alert, Delivery

DAY = timedelta(hours=24)
# Over so many days the mean time of a step is taken.
LATELY = timedelta(days=30)
STILL_AFTER = timedelta(hours=1)
MOST_SHOWN = 20
FAILED = (StepRun.Status.FAILED, StepRun.Status.LOST)


class Retrying(NamedTuple):
    """A session with a timer: what failed is tried again by itself."""

    session: Session
    at: datetime


@dataclass(frozen=True, slots=True)
class Flow:
    """All of it, as it was found at `at`."""

    at: datetime
    steps: tuple[StepHealth, ...]
    statuses: tuple[
        tuple[str, int, float], ...
    ]  # sessions by status, and their share of all in hundredths
    still: tuple[Session, ...]
    retrying: tuple[Retrying, ...]
    letters_deferred: int
    letters_next_at: datetime | None
    alerts_owed: int
    outlets: tuple[FailingOutlet, ...]

    @property
    def queue(self) -> int:
        """How deep the retry queue is: steps, letters and alerts."""
        return len(self.retrying) + self.letters_deferred + self.alerts_owed


def look() -> Flow:
    """Ask the database; nothing is changed by it."""
    now = log.database_now()
    deferred = Delivery.objects.filter(state=Delivery.State.DEFERRED).aggregate(
        number=Count("pk"), next_at=Min("next_at")
    )
    return Flow(
        at=now,
        steps=tuple(_steps(now)),
        statuses=tuple(_statuses()),
        still=tuple(_still(now)),
        retrying=tuple(_retrying(now)),
        letters_deferred=deferred["number"],
        letters_next_at=deferred["next_at"],
        alerts_owed=Alert.objects.owed().count(),
        outlets=failing_outlets(),
    )


def _steps(now: datetime) -> Iterator[StepHealth]:
    """Those that ended within a day, or ran well lately; the one that fails most first."""
    ended = StepRun.objects.filter(ended_at__gte=now - DAY).order_by()
    counted = {
        step: (attempts, failed)
        for step, attempts, failed in ended.values_list("step").annotate(
            attempts=Count("pk", filter=~Q(status=StepRun.Status.REVOKED)),
            failed=Count("pk", filter=Q(status__in=FAILED)),
        )
    }
    well = AgentRun.objects.filter(
        started_at__gte=now - LATELY, status=AgentRun.Status.SUCCESS
    ).order_by()
    seconds = dict(well.values_list("agent__slug").annotate(Avg("seconds")))
    found = [
        StepHealth(step, *counted.get(step, (0, 0)), seconds.get(step))
        for step in {*counted, *seconds}
    ]
    yield from sorted(found, key=lambda one: (-one.percent, one.name))


def _statuses() -> Iterator[tuple[str, int, float]]:
    counted = dict(of_issues().order_by().values_list("status").annotate(Count("pk")))
    whole = sum(counted.values()) or 1
    for status in Session.Status:
        number = counted.get(status, 0)
        yield status.label, number, 100 * number / whole


def _retrying(now: datetime) -> Iterator[Retrying]:
    """Open sessions with a timer; one that waits for a person tries nothing again."""
    for_a_person = {
        *(session.pk for session, _ in sessions.awaiting_approval()),
        *(one.session.pk for one in sessions.unmended()),
    }
    waiting = of_issues().filter(status=Session.Status.OPEN, wake_at__gt=now)
    later = waiting.exclude(pk__in=for_a_person).select_related("newsletter")
    for session in later.order_by("wake_at"):
        if session.wake_at:
            yield Retrying(session, session.wake_at)


def _still(now: datetime) -> Iterator[Session]:
    """Open sessions of which nothing was heard for over an hour, and that no timer holds.

    Not those that a worker is at: its lease is renewed all the time.
    """
    at_work = StepRun.objects.filter(
        status=StepRun.Status.RUNNING, lease_until__gt=now
    ).values("session")
    quiet = Session.objects.filter(
        Q(wake_at__isnull=True) | Q(wake_at__lte=now),
        status__in=(Session.Status.OPEN, Session.Status.PAUSED),
        moved_at__lt=now - STILL_AFTER,
    ).exclude(pk__in=at_work)
    yield from quiet.select_related("newsletter").order_by("moved_at")[:MOST_SHOWN]
