"""One issue to all its readers: never twice, never lost.

Every step is written down before it is taken, so that any number of senders may work
on one issue at once, die at any moment, and be started again.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import connection
from django.db.models import Min

from newsletter.models import Issue
from subscribers.bounces import intake as bounces
from subscribers.delivery import audience, clearance, ledger
from subscribers.delivery.ledger import Clock
from subscribers.delivery.sender import Desk
from subscribers.delivery.transports import open_transport, transport_name
from subscribers.delivery.transports.base import Unreachable
from subscribers.models import Delivery, Dispatch

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SendReport:
    """Where the deliveries of one issue stand: each reader in exactly one state."""

    issue_id: int
    transport: str
    counts: Mapping[str, int]  # by state of Delivery; every state is a key
    excluded: Mapping[
        str, int
    ]  # readers of the newsletter it does not go to, by reason
    came_back: Mapping[str, int]  # bounces and complaints on record, by kind
    paused_because: str = ""
    problem: str = ""  # why sending stopped before all was tried
    next_at: datetime | None = None  # when a letter refused for now is due again

    @property
    def total(self) -> int:
        """How many readers the issue was frozen for."""
        return sum(self.counts.values())

    @property
    def is_settled(self) -> bool:
        """Whether nothing is left to send; uncertain ones are held for the operator."""
        return not any(self.counts[state] for state in ledger.OPEN)

    @property
    def accepted(self) -> int:
        return self.counts[Delivery.State.ACCEPTED]

    @property
    def uncertain(self) -> int:
        return self.counts[Delivery.State.UNCERTAIN]


def send(
    issue: Issue, *, now: datetime | None = None, seconds: float | None = None
) -> SendReport:
    """Send `issue` to its readers: as many as can be sent now, each at most once.

    The audience is frozen at the first call. Call it again to go on after a crash, a
    pause or a refusal; calls at the same time share the work. `now` stands for the
    clock in tests; `seconds` ends the call after about that time. Raises
    `clearance.NotCleared` before the freeze where the issue must not leave.
    """
    clock = Clock(now)
    clearance.demand(issue, clock.now())
    dispatch = audience.freeze(issue, clock.now())
    problem = ""
    with closing(open_transport(issue)) as transport, _commits_as_set():
        desk = Desk(issue, dispatch, transport, clock)
        try:
            desk.drain(seconds)
        except Unreachable as error:
            logger.warning("Sending issue %s stopped: %s", issue.pk, error)
            problem = str(error)
        finally:
            desk.leave()
    bounces.take_rejections(Delivery.objects.filter(issue=issue), clock.now())
    return report(issue, problem=problem)


def report(issue: Issue, *, problem: str = "") -> SendReport:
    """Where the deliveries of `issue` stand now."""
    dispatch = Dispatch.objects.filter(issue=issue).first() or Dispatch(issue=issue)
    deferred = Delivery.objects.filter(issue=issue, state=Delivery.State.DEFERRED)
    return SendReport(
        issue_id=issue.pk,
        transport=transport_name(issue),
        counts=ledger.counts(issue),
        excluded=dispatch.excluded,
        came_back=ledger.came_back(issue),
        paused_because=dispatch.paused_because if dispatch.paused_at else "",
        problem=problem,
        next_at=deferred.aggregate(first=Min("next_at"))["first"],
    )


@contextmanager
def _commits_as_set() -> Iterator[None]:
    """For as long as this lasts, commits wait for the disk or not, as set."""
    if settings.DELIVERY_COMMIT_WAITS or connection.in_atomic_block:
        yield
        return
    is_postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        cursor.execute(
            "SET synchronous_commit TO off"
            if is_postgresql
            else "PRAGMA synchronous=NORMAL"
        )
    try:
        yield
    finally:
        # A connection opened anew meanwhile has its own setting already.
        with connection.cursor() as cursor:
            cursor.execute(
                "RESET synchronous_commit"
                if is_postgresql
                else "PRAGMA synchronous=FULL"
            )
