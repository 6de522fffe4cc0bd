"""Letters that come back: put on record, scored, and heeded.

Only a notice that truly names a delivery of ours counts (`references`): anybody can
write to a bounce mailbox.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Greatest

from subscribers.bounces.classify import Kind, kind_of
from subscribers.bounces.notices import Failure, Notice, NoticeKind, read
from subscribers.consent import status as consent
from subscribers.consent import tokens
from subscribers.consent.record import Circumstances
from subscribers.consent.tokens import BadToken, Purpose
from subscribers.letters import references
from subscribers.models import Bounce, Delivery, Dispatch, Subscriber, Suppression

# An address is given up at this score. One hard bounce is enough; soft ones must
# come faster than letters that stay.
LIMIT = 10
POINTS = {Kind.HARD: 10, Kind.SOFT: 2, Kind.BLOCK: 1, Kind.COMPLAINT: 0, Kind.NONE: 0}
# A letter that has not come back by then has stayed.
STAYS_AFTER = timedelta(days=3)
TOKEN = re.compile(r"\b\d{1,19}\.[\w-]{43}\b")
ADDRESS = re.compile(r"[^\s<>@]+@[^\s<>@]+")


@dataclass(frozen=True, slots=True)
class Taken:
    """What a message to the bounce mailbox was, and how many deliveries it concerned."""

    kind: NoticeKind
    recorded: int


def take(raw: bytes, at: datetime) -> Taken:
    """Act on one message; hearing of the same bounce again changes nothing."""
    notice = read(raw)
    if notice.kind is NoticeKind.UNSUBSCRIBE:
        return Taken(notice.kind, _unsubscribe(notice, at))
    if notice.kind not in (NoticeKind.BOUNCE, NoticeKind.COMPLAINT):
        return Taken(notice.kind, 0)
    recorded = 0
    for delivery in named(notice.whole):
        failure = _about(delivery, notice.failures)
        if failure.action == "delayed":
            continue  # the server still tries
        kind = judge(notice, failure)
        recorded += record(
            delivery, kind, Bounce.Source.NOTICE, failure.status, failure.text, at
        )
    return Taken(notice.kind, recorded)


def judge(notice: Notice, failure: Failure) -> Kind:
    """The kind of one failure."""
    if notice.kind is NoticeKind.COMPLAINT:
        return Kind.COMPLAINT
    return kind_of(failure.status, failure.text, failure.action, failure.around)


def named(text: str) -> QuerySet[Delivery]:
    """The deliveries that `text` names truly, by reference or by Message-ID."""
    which = Q(pk__in=references.deliveries_in(text))
    for issue_id, subscriber_id in references.letters_in(text):
        which |= Q(issue_id=issue_id, subscriber_id=subscriber_id)
    return Delivery.objects.filter(which).select_related("subscriber")


def record(
    delivery: Delivery,
    kind: Kind,
    source: Bounce.Source,
    status: str,
    said: str,
    at: datetime,
) -> bool:
    """Put a bounce on record and heed it; False where it was known, or is none."""
    if kind is Kind.NONE:
        return False
    try:
        with transaction.atomic():
            Bounce.objects.create(
                delivery=delivery,
                kind=kind.value,
                source=source,
                status=status[:10],
                # Servers like to repeat the address; it stays with the subscriber.
                said=ADDRESS.sub("<address>", said[:1000])[:300],
                at=at,
            )
    except IntegrityError:
        return False
    if delivery.subscriber_id is not None:
        _heed(delivery.subscriber_id, kind, at)
    return True


def take_rejections(deliveries: QuerySet[Delivery], at: datetime) -> int:
    """Put on record what servers refused for good while we were connected."""
    rejected = deliveries.filter(state=Delivery.State.REJECTED, bounces__isnull=True)
    return sum(
        record(
            delivery,
            kind_of("", delivery.reply),
            Bounce.Source.SERVER,
            "",
            delivery.reply,
            at,
        )
        for delivery in rejected.select_related("subscriber")
    )


def credit(now: datetime) -> int:
    """Lower the score of those whose letter stayed; how many issues that was done for."""
    due = Dispatch.objects.filter(
        frozen_at__lt=now - STAYS_AFTER, credited_at__isnull=True
    )
    credited = 0
    for dispatch in due:
        with transaction.atomic():
            rows = Dispatch.objects.filter(pk=dispatch.pk, credited_at__isnull=True)
            if not rows.update(credited_at=now):
                continue
            stayed = Delivery.objects.filter(
                issue=dispatch.issue_id,
                state=Delivery.State.ACCEPTED,
                bounces__isnull=True,
            )
            Subscriber.objects.filter(bounce_score__gt=0, deliveries__in=stayed).update(
                bounce_score=Greatest(F("bounce_score") - 1, 0)
            )
            credited += 1
    return credited


def _heed(subscriber_id: int, kind: Kind, at: datetime) -> None:
    rows = Subscriber.objects.filter(pk=subscriber_id)
    rows.update(bounce_score=F("bounce_score") + POINTS[kind])
    subscriber = rows.first()
    if subscriber is None:
        return
    if kind is Kind.COMPLAINT:
        consent.suppress(subscriber.address, Suppression.Reason.COMPLAINED, at)
    elif subscriber.bounce_score >= LIMIT:
        consent.suppress(subscriber.address, Suppression.Reason.BOUNCED, at)


def _about(delivery: Delivery, failures: Iterable[Failure]) -> Failure:
    """The failure that concerns the reader of `delivery`; else the first."""
    found = list(failures)
    if delivery.subscriber is not None:
        address = delivery.subscriber.address.lower()
        for failure in found:
            if failure.recipient.lower() == address:
                return failure
    return found[0] if found else Failure("", "", "")


def _unsubscribe(notice: Notice, at: datetime) -> int:
    """Let go whom the tokens in a letter to us name."""
    done = 0
    for token in TOKEN.findall(notice.whole):
        try:
            subscriber_id = tokens.read(Purpose.UNSUBSCRIBE, token)
        except BadToken:
            continue
        done += consent.unsubscribe(subscriber_id, Circumstances(at)) is not None
    return done
