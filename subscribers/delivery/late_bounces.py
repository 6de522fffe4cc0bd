"""Bounces that come once all of an issue has left: the breaker has nothing to stop then."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q

from subscribers.delivery import breaker
from subscribers.delivery.ledger import OPEN
from subscribers.models import Bounce, Delivery, Dispatch

State = Delivery.State
# A weekly issue is spoken of until the next one has gone out.
SPOKEN_OF = timedelta(days=8)


class LateBounces(NamedTuple):
    """An issue of which more came back than would have stopped it."""

    dispatch: Dispatch
    bounced: int
    letters: int

    @property
    def words(self) -> str:
        return (
            f"{self.bounced} of {self.letters} letters of "
            f"“{self.dispatch.issue.subject}” bounced, after all had left. Addresses that "
            "are gone are written to no more; if servers refused us, ask manage.py doctor."
        )


def late_bounces(now: datetime) -> Iterator[LateBounces]:
    """Of lately; not of issues that were stopped for it, and looked at."""
    of_issue = Delivery.objects.filter(issue=OuterRef("issue"))
    came_back = Q(issue__deliveries__bounces__kind__in=_KINDS)
    refused = Q(issue__deliveries__state=State.REJECTED)
    taken = Q(issue__deliveries__state=State.ACCEPTED)
    rows = (
        Dispatch.objects.filter(
            ~Exists(of_issue.filter(state__in=OPEN)),
            Exists(of_issue.filter(bounces__source__in=_LATER)),
            frozen_at__gte=now - SPOKEN_OF,
            paused_at=None,
            waved_on_at=None,
            issue__withdrawn_at=None,
        )
        .select_related("issue__newsletter")
        .annotate(
            letters=Count("issue__deliveries", filter=taken | refused, distinct=True),
            bounced=Count(
                "issue__deliveries",
                filter=refused
                | taken & came_back & Q(issue__deliveries__bounces__source__in=_LATER),
                distinct=True,
            ),
        )
        .order_by("pk")
    )
    for row in rows:
        if breaker.is_much(row.bounced, row.letters):
            yield LateBounces(row, row.bounced, row.letters)


# What came after the connection was closed: see `ledger.tally`.
_LATER = (Bounce.Source.NOTICE, Bounce.Source.PROVIDER)
_KINDS = (Bounce.Kind.HARD, Bounce.Kind.SOFT, Bounce.Kind.BLOCK)
