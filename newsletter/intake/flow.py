"""How stories get on: by state, failures and seconds by step, what stands still."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Avg, Count, Min, Q, QuerySet

from newsletter.models import Story, StoryStep
from newsletter.research.enrichment import Outcome, Step
from newsletter.research.lifecycle import State

DAY = timedelta(hours=24)
STILL_AFTER = timedelta(hours=1)
MOST_SHOWN = 20
# Intake itself moves stories out of these.
MOVING = (State.DISCOVERED, State.ENRICHING, State.FAILED, State.ENRICHED)


class InState(NamedTuple):
    """How many stories are in a state, since when the first, and its share of all, 0 to 100."""

    state: State
    name: str
    number: int
    oldest: datetime | None
    share: float


class StepHealth(NamedTuple):
    """How a step did: attempts that ended within a day, and mean seconds of good ones."""

    name: str
    attempts: int
    failed: int
    mean_seconds: float | None

    @property
    def percent(self) -> float:
        """Of its attempts, those that failed, in hundredths."""
        return 100 * self.failed / self.attempts if self.attempts else 0.0


@dataclass(frozen=True, slots=True)
class Flow:
    """All of it, as it was found at `at`."""

    at: datetime
    states: tuple[InState, ...]
    steps: tuple[StepHealth, ...]
    still: tuple[Story, ...]
    still_count: int
    retrying: tuple[Story, ...]
    retrying_count: int


def look(now: datetime) -> Flow:
    """Ask the database; nothing is changed by it."""
    stuck = still(now)
    later = retrying(now).select_related("newsletter").order_by("retry_after", "pk")
    return Flow(
        at=now,
        states=states(Story.objects.all()),
        steps=steps(now),
        still=tuple(stuck.select_related("newsletter")[:MOST_SHOWN]),
        still_count=stuck.count(),
        retrying=tuple(later[:MOST_SHOWN]),
        retrying_count=later.count(),
    )


def states(stories: QuerySet[Story]) -> tuple[InState, ...]:
    """Every state in the order of the map, with what is in it."""
    rows = stories.order_by().values_list("state")
    counted = {
        state: (number, oldest)
        for state, number, oldest in rows.annotate(
            number=Count("pk"), oldest=Min("state_since")
        )
    }
    whole = sum(number for number, _ in counted.values()) or 1
    return tuple(
        InState(state, state.replace("_", " "), number, oldest, 100 * number / whole)
        for state in State
        for number, oldest in [counted.get(state, (0, None))]
    )


def steps(now: datetime) -> tuple[StepHealth, ...]:
    """Every step, with what ended of it within a day."""
    ended = StoryStep.objects.filter(ended_at__gte=now - DAY).order_by()
    bad = Q(outcome__in=(Outcome.FAILED, Outcome.LOST))
    counted = ended.values_list("step").annotate(
        attempts=Count("pk"),
        failed=Count("pk", filter=bad),
        mean=Avg("seconds", filter=Q(outcome=Outcome.DONE)),
    )
    known = {row[0]: StepHealth(*row) for row in counted}
    return tuple(known.get(step, StepHealth(step, 0, 0, None)) for step in Step)


def still(now: datetime) -> QuerySet[Story]:
    """Those that intake should have moved on for an hour, and that no timer holds."""
    return Story.objects.filter(
        Q(retry_after__isnull=True) | Q(retry_after__lte=now),
        state__in=MOVING,
        state_since__lt=now - STILL_AFTER,
        newsletter__is_active=True,
    ).order_by("state_since", "pk")


def retrying(now: datetime) -> QuerySet[Story]:
    """Those with a timer: what failed is tried again by itself."""
    return Story.objects.filter(retry_after__gt=now)
