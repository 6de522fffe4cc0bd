"""The delivery ledger, by claims with a lease: every change of a Delivery's state is made here.

A row is changed only by a filtered update that names the state and the sender it
expects, so that whoever comes late changes nothing.
"""

import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection, transaction
from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    When,
)

from newsletter.models import Issue
from subscribers.delivery import sql
from subscribers.delivery.breaker import Tally
from subscribers.delivery.transports.base import LetterOutcome, Result
from subscribers.letters.compose import Reader
from subscribers.models import Bounce, Delivery, Subscriber, Suppression

State = Delivery.State
SETTLES: Mapping[Result, State] = {
    Result.ACCEPTED: State.ACCEPTED,
    Result.DEFERRED: State.DEFERRED,
    Result.REJECTED: State.REJECTED,
    Result.UNCERTAIN: State.UNCERTAIN,
    Result.UNSENT: State.QUEUED,
}
# Nothing more is to be done about these.
FINAL = frozenset({Result.ACCEPTED, Result.REJECTED})
OPEN = (State.QUEUED, State.CLAIMED, State.STARTED, State.DEFERRED)
# Minutes until a letter refused for now is tried again; then it is given up.
WAITS_MINUTES = (2, 5, 15, 30, 60, 120, 240, 480, 960, 1440)


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a letter, to be written down."""

    delivery_id: int
    outcome: LetterOutcome


class Clock:
    """The database's time, which all senders share; read seldom, counted on between."""

    def __init__(self, fixed: datetime | None = None) -> None:
        """`fixed` makes it stand still, for tests."""
        self._fixed = fixed
        self.read()

    def read(self) -> None:
        """Ask the database again."""
        self._base = self._fixed or sql.database_time()
        self._at = time.monotonic()

    def now(self) -> datetime:
        if self._fixed is not None:
            return self._fixed
        return self._base + timedelta(seconds=time.monotonic() - self._at)


def claim(
    issue: Issue, sender: str, now: datetime, *, most: int, after: int = 0
) -> list[Reader]:
    """Take up to `most` letters for `sender`, queued ones first, then those due again.

    `after` is the last id this sender has taken: where the index still holds what
    became of earlier rows, looking from there on skips them.
    """
    due = Q(state=State.DEFERRED, next_at__lte=now)
    with transaction.atomic():
        rows = _lock(issue, Q(state=State.QUEUED, id__gt=after), most)
        if not rows and after:
            rows = _lock(issue, Q(state=State.QUEUED), most)
        if len(rows) < most:
            rows += _lock(issue, due, most - len(rows))
        left = [row.reader.delivery_id for row in rows if row.has_left]
        if left:
            Delivery.objects.filter(id__in=left).update(
                state=State.SUPPRESSED, reply="left before it was sent", settled_at=now
            )
        readers = [row.reader for row in rows if not row.has_left]
        if readers:
            ids = [reader.delivery_id for reader in readers]
            sql.claim(ids, sender, _lease(now))
    return readers


def turn(
    settled: Sequence[Settled], readers: Sequence[Reader], sender: str, now: datetime
) -> list[Reader]:
    """Settle one group and start the next in one commit; those started."""
    is_plain = all(one.outcome.result in FINAL for one in settled)
    if not (settled and readers and is_plain and connection.vendor == "postgresql"):
        with transaction.atomic():
            settle(settled, sender, now)
            return start(readers, sender, now)
    ids = [reader.delivery_id for reader in readers]
    started = sql.turn([_mark(one) for one in settled], ids, sender, now, _lease(now))
    return list(readers) if started == len(ids) else _started(readers, sender)


def start(readers: Sequence[Reader], sender: str, now: datetime) -> list[Reader]:
    """Write `readers` down as started; those that are still the sender's to send."""
    if not readers:
        return []
    ids = [reader.delivery_id for reader in readers]
    if sql.start(ids, sender, now, _lease(now)) == len(ids):
        return list(readers)
    return _started(readers, sender)


def _started(readers: Sequence[Reader], sender: str) -> list[Reader]:
    """Those of `readers` that are the sender's; others were taken over meanwhile."""
    ids = [reader.delivery_id for reader in readers]
    mine = set(
        Delivery.objects.filter(
            id__in=ids, state=State.STARTED, claimed_by=sender
        ).values_list("id", flat=True)
    )
    once = {reader.delivery_id: reader for reader in readers}
    return [reader for one, reader in once.items() if one in mine]


def settle(settled: Iterable[Settled], sender: str, now: datetime) -> None:
    """Write down what became of letters that `sender` started.

    A start that expired meanwhile stands as uncertain; its sender still knows better.
    """
    final: list[sql.Mark] = []
    alike: dict[LetterOutcome, list[int]] = {}
    for one in settled:
        if one.outcome.result in FINAL:
            final.append(_mark(one))
        else:
            alike.setdefault(one.outcome, []).append(one.delivery_id)
    if final:
        sql.settle(final, sender, now)
    for outcome, ids in alike.items():
        state, reply = SETTLES[outcome.result], _said(outcome)
        rows = Delivery.objects.filter(
            id__in=ids, state__in=(State.STARTED, State.UNCERTAIN), claimed_by=sender
        )
        match outcome.result:
            case Result.DEFERRED:
                _defer(rows, reply, now)
            case Result.UNSENT:
                rows.update(state=state, claimed_by="", attempts=F("attempts") - 1)
            case Result.UNCERTAIN:
                rows.update(state=state, reply=reply)


def postpone(readers: Sequence[Reader], sender: str, until: datetime) -> None:
    """Give claimed letters back until their provider takes letters again."""
    Delivery.objects.filter(
        id__in=[reader.delivery_id for reader in readers],
        state=State.CLAIMED,
        claimed_by=sender,
    ).update(
        state=State.DEFERRED,
        claimed_by="",
        next_at=until,
        reply="waits for its provider's pace",
    )


def release(issue: Issue, sender: str) -> None:
    """Give back what `sender` claimed and has not started."""
    Delivery.objects.filter(issue=issue, state=State.CLAIMED, claimed_by=sender).update(
        state=State.QUEUED, claimed_by="", lease_until=None
    )


def shorten(now: datetime) -> None:
    """No claim lasts longer than one does, though it was made before the clock was set back."""
    latest = _lease(now)
    held = Delivery.objects.filter(state__in=(State.CLAIMED, State.STARTED))
    held.filter(lease_until__gt=latest).update(lease_until=latest)


def expire(issue: Issue, now: datetime) -> None:
    """Claims whose lease is over go back; starts whose lease is over are uncertain."""
    over = Delivery.objects.filter(issue=issue, lease_until__lt=now)
    over.filter(state=State.CLAIMED).update(state=State.QUEUED, claimed_by="")
    over.filter(state=State.STARTED).update(
        state=State.UNCERTAIN, reply="its sender stopped between start and answer"
    )


def tally(issue: Issue, *, until: datetime | None = None) -> Tally:
    """How far `issue` has come, or had come at a time, for the breaker to judge."""
    found = counts(issue, until=until)
    came_back = Bounce.objects.filter(delivery__issue=issue)
    if until:
        came_back = came_back.filter(at__lte=until)
    bounced = (
        came_back.filter(delivery__state=State.ACCEPTED)
        # What the server refused was sent again, and then it took it.
        .exclude(source=Bounce.Source.SERVER)
        .exclude(kind=Bounce.Kind.COMPLAINT)
        .values("delivery")
        .distinct()
        .count()
    )
    return Tally(
        total=sum(found.values()),
        waiting=found[State.QUEUED] + found[State.DEFERRED],
        on_their_way=found[State.CLAIMED] + found[State.STARTED],
        accepted=found[State.ACCEPTED] - bounced,
        bounced=found[State.REJECTED] + bounced,
        complaints=came_back.filter(kind=Bounce.Kind.COMPLAINT).count(),
    )


def came_back(issue: Issue) -> dict[str, int]:
    """Bounces and complaints on record, by kind."""
    rows = Bounce.objects.filter(delivery__issue=issue).order_by()
    return dict(rows.values_list("kind").annotate(Count("id")))


def counts(issue: Issue, *, until: datetime | None = None) -> dict[str, int]:
    """How many deliveries are in each state; every state is a key.

    With `until` only those that were settled by then.
    """
    rows = Delivery.objects.filter(issue=issue)
    if until:
        rows = rows.filter(settled_at__lte=until)
    found = dict(rows.order_by().values_list("state").annotate(Count("id")))
    return {state.value: found.get(state.value, 0) for state in State}


def _lease(now: datetime) -> datetime:
    return now + timedelta(seconds=settings.DELIVERY_LEASE_SECONDS)


def _mark(one: Settled) -> sql.Mark:
    state = SETTLES[one.outcome.result]
    return one.delivery_id, state.value, _said(one.outcome)


def _said(outcome: LetterOutcome) -> str:
    """What a server said, as it may be kept: PostgreSQL takes no NUL in a text."""
    return outcome.reply.replace("\0", "")[:300]


@dataclass(frozen=True, slots=True)
class _Locked:
    """A delivery held by this transaction, and whether its reader has left."""

    reader: Reader
    has_left: bool


def _lock(issue: Issue, which: Q, most: int) -> list[_Locked]:
    """Rows no other sender holds; on SQLite the transaction itself keeps others out."""
    suppressed = Suppression.objects.filter(
        address_hash=OuterRef("subscriber__address_hash")
    )
    active = Q(subscriber__status=Subscriber.Status.ACTIVE)
    rows = (
        Delivery.objects.filter(which, issue=issue)
        .select_for_update(of=("self",), skip_locked=True)
        .order_by("id")
        .annotate(
            stays=Case(When(active & ~Exists(suppressed), then=True), default=False)
        )
        .values_list("id", "subscriber_id", "subscriber__address", "edition", "stays")
    )
    return [_Locked(Reader(*row[:4]), not row[4]) for row in rows[:most]]


def _defer(rows: QuerySet[Delivery], reply: str, now: datetime) -> None:
    """Try again later, each a little apart; after the last wait it is refused."""
    for row in rows.only("attempts"):
        given_up = row.attempts > len(WAITS_MINUTES)
        minutes = WAITS_MINUTES[min(row.attempts, len(WAITS_MINUTES)) - 1]
        spread = secrets.randbelow(minutes * 60 // 2)
        rows.filter(pk=row.pk).update(
            state=State.REJECTED if given_up else State.DEFERRED,
            reply=reply,
            next_at=None
            if given_up
            else now + timedelta(minutes=minutes, seconds=spread),
            settled_at=now if given_up else None,
        )
