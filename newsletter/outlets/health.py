"""How outlets answer and what they yield: kept as they are asked, told at the desk."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, F, Q

from newsletter.models import Newsletter, Outlet, OutletHealth, StoryTelling
from newsletter.research.lifecycle import TOLD

# What outlets told is counted over so many days.
KEPT = timedelta(days=90)
# A server that is away for a day is no matter for a person.
FAILING_AFTER = timedelta(days=2)
_MOST_FAULT = 500


class Answered(NamedTuple):
    """What became of asking an outlet once."""

    outlet: Outlet
    fault: str
    newest: date | None = None


class FailingOutlet(NamedTuple):
    """An active outlet that has failed each time since then."""

    outlet: Outlet
    fault: str
    since: datetime
    failures: int


@dataclass(slots=True)
class Standing:
    """What is known of an outlet: stories that it told, and those of them in issues."""

    outlet: Outlet
    found: int = 0
    used: int = 0

    @property
    def health(self) -> OutletHealth | None:
        """How it answers; None where it was never asked."""
        return getattr(self.outlet, "health", None)


def failing_outlets(
    after: timedelta = FAILING_AFTER,
) -> tuple[FailingOutlet, ...]:
    """The active outlets that have failed for so long, the longest first."""
    failing = OutletHealth.objects.filter(
        outlet__is_active=True, failing_since__lte=F("asked_at") - after
    )
    return tuple(
        FailingOutlet(one.outlet, one.fault, one.failing_since, one.failures)
        for one in failing.select_related("outlet__newsletter").order_by(
            "failing_since", "outlet__name"
        )
        if one.failing_since
    )


def note(answers: Iterable[Answered], at: datetime) -> None:
    """Keep what became of asking these outlets, each asked once."""
    told = sorted(answers, key=lambda one: one.outlet.pk)
    known = OutletHealth.objects.in_bulk([one.outlet.pk for one in told])
    OutletHealth.objects.bulk_create(
        [_after(known.get(one.outlet.pk), one, at) for one in told],
        update_conflicts=True,
        unique_fields=["outlet"],
        update_fields=[
            *("asked_at", "answered_at", "fault"),
            *("failures", "failing_since", "newest_story"),
        ],
    )


def _after(before: OutletHealth | None, told: Answered, at: datetime) -> OutletHealth:
    health = before or OutletHealth(outlet=told.outlet)
    health.asked_at = at
    health.fault = told.fault[:_MOST_FAULT]
    if told.fault:
        health.failures += 1
        health.failing_since = health.failing_since or at
    else:
        health.failures, health.failing_since, health.answered_at = 0, None, at
    days = (health.newest_story, told.newest)
    health.newest_story = max((day for day in days if day), default=None)
    return health


def standings(newsletter: Newsletter, today: date) -> list[Standing]:
    """What is known of its outlets: how each answers, and its stories of 90 days."""
    found = {
        one.name: Standing(one)
        for one in Outlet.objects.of(newsletter).select_related("newsletter", "health")
    }
    lately = StoryTelling.objects.filter(
        story__newsletter=newsletter, outlet__in=found, seen_at__date__gte=today - KEPT
    )
    counted = lately.order_by().values_list("outlet")
    for name, told, used in counted.annotate(
        told=Count("pk"), used=Count("pk", filter=Q(story__state__in=TOLD))
    ):
        found[name].found, found[name].used = told, used
    return list(found.values())
