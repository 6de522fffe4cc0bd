"""One issue to all its readers: never twice, never lost.

Every step is written down before it is taken, so that any number of senders may work
on one issue at once, die at any moment, and be started again.
"""

import logging
import math
import os
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from secrets import token_hex

from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.db.models import Min

from newsletter.models import Issue
from subscribers import audience, ledger
from subscribers.ledger import Clock, Settled
from subscribers.letters import Reader, compose
from subscribers.models import Delivery, Dispatch
from subscribers.transports import open_transport, transport_name
from subscribers.transports.base import Outcome, Result, Transport, Unreachable

logger = logging.getLogger(__name__)

# A start and its letters share a commit; a crash leaves at most this many uncertain.
LARGEST_GROUP = 32
# How long a database that went away is waited for.
PATIENCE_SECONDS = 30.0
# A pause takes effect within this time and one group of letters.
LOOK_SECONDS = 1.0
NOTHING_LEFT = Outcome(Result.UNSENT)


@dataclass(frozen=True, slots=True)
class SendReport:
    """Where the deliveries of one issue stand: each reader in exactly one state."""

    issue_id: int
    transport: str
    counts: Mapping[str, int]  # by state of Delivery; every state is a key
    excluded: Mapping[
        str, int
    ]  # readers of the newsletter it does not go to, by reason
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
    clock in tests; `seconds` ends the call after about that time.
    """
    clock = Clock(now)
    dispatch = audience.freeze(issue, clock.now())
    problem = ""
    with closing(open_transport(issue)) as transport, _commits_as_set():
        desk = _Desk(issue, dispatch, transport, clock)
        try:
            desk.drain(seconds)
        except Unreachable as error:
            logger.warning("Sending issue %s stopped: %s", issue.pk, error)
            problem = str(error)
        finally:
            desk.leave()
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
        paused_because=dispatch.paused_because if dispatch.paused_at else "",
        problem=problem,
        next_at=deferred.aggregate(first=Min("next_at"))["first"],
    )


class _Desk:
    """One sender at work on one issue."""

    def __init__(
        self, issue: Issue, dispatch: Dispatch, transport: Transport, clock: Clock
    ) -> None:
        self.issue = issue
        self.dispatch = dispatch
        self.transport = transport
        self.clock = clock
        self.sender = f"{socket.gethostname()[:40]}:{os.getpid()}:{token_hex(4)}"
        self.group = max(1, min(settings.DELIVERY_GROUP, LARGEST_GROUP))
        self.composition = compose(issue, at=dispatch.frozen_at or clock.now())
        self.done: list[Settled] = []
        self.end = math.inf
        self.looked = -math.inf

    def drain(self, seconds: float | None) -> None:
        """Claim and send until nothing is due, the issue is paused or time is up."""
        self.end = time.monotonic() + seconds if seconds is not None else math.inf
        last = 0
        while self._may_go_on():
            self.clock.read()
            now = self.clock.now()
            ledger.expire(self.issue, now)
            readers = ledger.claim(
                self.issue, self.sender, now, most=settings.DELIVERY_BATCH, after=last
            )
            if not readers:
                return
            last = max(reader.delivery_id for reader in readers)
            for at in range(0, len(readers), self.group):
                if at and not self._may_go_on():
                    return
                self._carry(self._commit(readers[at : at + self.group]))
            self._commit([])

    def _may_go_on(self) -> bool:
        """Whether there is time and nobody has paused the issue; looked up seldom."""
        if time.monotonic() > self.end:
            return False
        if time.monotonic() > self.looked + LOOK_SECONDS:
            self.dispatch.refresh_from_db(fields=["paused_at", "paused_because"])
            self.looked = time.monotonic()
        return self.dispatch.paused_at is None

    def leave(self) -> None:
        """Write down what is known and give back what was not begun."""
        self._commit([])
        ledger.release(self.issue, self.sender)

    def _carry(self, readers: Sequence[Reader]) -> None:
        """Hand the letters over and note what became of each.

        An error other than Unreachable leaves the unanswered ones as started: bytes
        may have left, and only the mail server knows.
        """
        # After the lease somebody else may judge what we started: begin nothing then.
        end = time.monotonic() + settings.DELIVERY_LEASE_SECONDS * 0.8
        letters = (self.composition.letter(reader) for reader in readers)
        in_time = takewhile(lambda letter: time.monotonic() < end, letters)
        unanswered = {reader.delivery_id for reader in readers}
        try:
            for letter, outcome in self.transport.carry(in_time):
                unanswered.discard(letter.delivery_id)
                self.done.append(Settled(letter.delivery_id, outcome))
        except Unreachable:
            self.done += [Settled(one, NOTHING_LEFT) for one in unanswered]
            raise
        self.done += [Settled(one, NOTHING_LEFT) for one in unanswered]

    def _commit(self, readers: Sequence[Reader]) -> list[Reader]:
        """In one commit: what became of the last group, and the start of the next.

        Where the database goes away it is tried again for a while, for what the mail
        server has answered must not be forgotten. A second try changes nothing that
        the first has done.
        """
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                with transaction.atomic():
                    ledger.settle(self.done, self.sender, self.clock.now())
                    mine = ledger.start(readers, self.sender, self.clock.now())
            except OperationalError:
                if connection.in_atomic_block or time.monotonic() > end:
                    raise
                logger.warning("The database did not take a commit; trying again.")
                connection.close()
                time.sleep(0.5)
            else:
                self.done = []
                return mine


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
