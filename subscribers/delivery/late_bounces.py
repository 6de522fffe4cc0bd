"""Bounces that come once all of an issue has left: the breaker has nothing to stop then."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count

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
        issue = self.dispatch.issue
        return (
            f"{issue.newsletter}: {self.bounced} of {self.letters} letters of "
            f"“{issue.subject}” bounced, after all had left. Addresses that "
            "are gone are written to no more; if servers refused us, ask manage.py doctor."
        )


def late_bounces(now: datetime) -> Iterator[LateBounces]:
    """Of lately; not of issues that were stopped for it, and looked at."""
    lately = Dispatch.objects.filter(
        frozen_at__gte=now - SPOKEN_OF,
        paused_at=None,
        waved_on_at=None,
        issue__withdrawn_at=None,
    ).select_related("issue__newsletter")
    dispatches = {one.issue_id: one for one in lately.order_by("pk")}
    came_back = Bounce.objects.filter(
        delivery__issue__in=dispatches,
        delivery__state=State.ACCEPTED,
        source__in=_LATER,
        kind__in=_KINDS,
    )
    by_issue = came_back.order_by().values_list("delivery__issue")
    late = dict(by_issue.annotate(Count("delivery", distinct=True)))
    letters = Delivery.objects.filter(issue__in=late).order_by()
    states: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for issue, state, number in letters.values_list("issue", "state").annotate(
        Count("id")
    ):
        states[issue][state] = number
    for issue, dispatch in dispatches.items():
        found = states[issue]
        bounced = late.get(issue, 0) + found[State.REJECTED]
        told = found[State.ACCEPTED] + found[State.REJECTED]
        is_over = not any(found[state] for state in OPEN)
        if is_over and breaker.is_much(bounced, told):
            yield LateBounces(dispatch, bounced, told)


# What came after the connection was closed: see `ledger.tally`.
_LATER = (Bounce.Source.NOTICE, Bounce.Source.PROVIDER)
_KINDS = (Bounce.Kind.HARD, Bounce.Kind.SOFT, Bounce.Kind.BLOCK)
