"""Sending (fan-out): one issue to all its readers, never twice, never lost.

Every step is written down before it is taken, so that any number of senders may work
on one issue at once, die at any moment, and be started again.
"""

import logging
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min

from newsletter.database_outage import patiently
from newsletter.models import Issue
from subscribers.bounces import intake as bounces
from subscribers.delivery import audience, clearance, ledger, restoring, sql
from subscribers.delivery.ledger import Clock
from subscribers.delivery.transports.base import Unreachable
from subscribers.delivery.transports.table import open_transport, transport_name
from subscribers.delivery.worker import Sender
from subscribers.letters.compose import Composition
from subscribers.models import Delivery, Dispatch

logger = logging.getLogger(__name__)

FORGETS = (
    "Commits do not last: synchronous_commit is off, though Crux asks for it on each"
    " connection. Let the pooler in between pass `options` on, or set it to on in"
    " postgresql.conf."
)


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
    is_held: bool = False  # the problem stays until an operator has seen to it

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
    issue: Issue,
    *,
    cleared: Composition | None = None,
    now: datetime | None = None,
    seconds: float | None = None,
    is_over: Callable[[], bool] | None = None,
) -> SendReport:
    """Send `issue` to its readers: as many as can be sent now, each at most once.

    The audience is frozen at the first call. Call it again to go on after a crash, a
    pause or a refusal; calls at the same time share the work. `cleared` is what
    `clearance.demand` gave, where that was asked before; else it is asked here, and
    raises NotCleared where the issue must not leave. `now` stands for the clock in
    tests; `seconds` ends the call after about that time, `is_over` once it says so: what
    was begun is still carried through.
    """
    if patiently(restoring.is_unsettled):
        return report(issue, problem=restoring.SENTENCE, is_held=True)
    if patiently(sql.forgets):
        return report(issue, problem=FORGETS, is_held=True)
    clock = patiently(lambda: Clock(now))
    letters = cleared or patiently(lambda: clearance.demand(issue, clock.now()))
    dispatch = patiently(lambda: audience.freeze(issue, clock.now()))
    problem = ""
    with closing(open_transport(issue)) as transport:
        sender = Sender(issue, letters, dispatch, transport, clock)
        try:
            sender.drain(seconds, is_over)
        except Unreachable as error:
            logger.warning("Sending issue %s stopped: %s", issue.pk, error)
            problem = str(error)
        finally:
            sender.leave()
    rejected = Delivery.objects.filter(issue=issue)
    patiently(lambda: bounces.take_rejections(rejected, clock.now()))
    return patiently(lambda: report(issue, problem=problem))


def report(issue: Issue, *, problem: str = "", is_held: bool = False) -> SendReport:
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
        is_held=is_held,
    )
