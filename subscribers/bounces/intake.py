"""Bounces taken in: matched to a delivery (VERP), put on record, scored, heeded.

Only a notice that truly names a delivery of ours counts (`references`), and for that
one alone: anybody can write to a bounce mailbox.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Greatest

from subscribers.addresses import domain_of
from subscribers.bounces.classify import BounceKind, kind_of
from subscribers.bounces.mime_parts import printable
from subscribers.bounces.notices import Failure, Notice, NoticeKind, read
from subscribers.consent import status as consent
from subscribers.consent import tokens
from subscribers.consent.record import Circumstances
from subscribers.consent.tokens import BadToken, Purpose
from subscribers.letters import references
from subscribers.letters.compose import sender_of
from subscribers.models import (
    AddressChange,
    Bounce,
    Delivery,
    Dispatch,
    Subscriber,
    Suppression,
)

# An address is given up at this score. One hard bounce is enough; soft ones must
# come faster than letters that stay.
LIMIT = 10
POINTS = {
    BounceKind.HARD: 10,
    BounceKind.SOFT: 2,
    BounceKind.BLOCK: 1,
    BounceKind.COMPLAINT: 0,
    BounceKind.NONE: 0,
}
# A letter that has not come back by then has stayed.
STAYS_AFTER = timedelta(days=3)
TOKEN = re.compile(r"\b\d{1,19}\.[\w-]{43}\b")
ADDRESS = re.compile(r"[^\s<>@]+@[^\s<>@]+")
# What servers say behind a name that they do not like.
FAULT = r"{1,3}(?:has no|have no|does ?n.t|does not|is |not |unknown|invalid|reject)"


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
    delivery = meant(notice)
    if delivery is None:
        return Taken(notice.kind, 0)
    if delivery.subscriber and delivery.subscriber.address.lower() == notice.teller:
        return Taken(notice.kind, 0)  # their own words, whoever they are
    failure, kind = _about(delivery, notice)
    if failure.action == "delayed":
        return Taken(notice.kind, 0)  # the server still tries
    is_new = record(
        delivery, kind, Bounce.Source.NOTICE, failure.status, failure.text, at
    )
    return Taken(notice.kind, int(is_new))


def meant(notice: Notice) -> Delivery | None:
    """The one delivery that a notice speaks of; None where it names none, or several.

    The address it came to names it, or the head of the letter it returns; what else
    stands in a message anybody may have written, or quoted. Spam, too, is sent under
    addresses that were seen somewhere, and returned to them: that is no letter of ours.
    """
    found = references.deliveries_in(f"{notice.envelope}\n{notice.returned}")
    if len(found) != 1:
        return None
    rows = Delivery.objects.filter(pk__in=found).select_related("subscriber")
    delivery = rows.first()
    if delivery is None or not notice.message_ids or notice.returned:
        return delivery
    ours = references.letters_in(notice.message_ids)
    return delivery if (delivery.issue_id, delivery.subscriber_id) in ours else None


def judge(notice: Notice, failure: Failure) -> BounceKind:
    """The kind of one failure."""
    if notice.kind is NoticeKind.COMPLAINT:
        return BounceKind.COMPLAINT
    return kind_of(failure.status, failure.text, failure.action, failure.around)


def named(text: str) -> QuerySet[Delivery]:
    """The deliveries that a provider names, by reference or by Message-ID."""
    which = Q(pk__in=references.deliveries_in(text))
    for issue_id, subscriber_id in references.letters_in(text):
        which |= Q(issue_id=issue_id, subscriber_id=subscriber_id)
    return Delivery.objects.filter(which).select_related("subscriber")


def record(
    delivery: Delivery,
    kind: BounceKind,
    source: Bounce.Source,
    status: str,
    said: str,
    at: datetime,
) -> bool:
    """Put a bounce on record and heed it; False where it was known, or is none."""
    if kind is BounceKind.NONE:
        return False
    if kind is BounceKind.HARD and _is_about_us(delivery, said):
        kind = BounceKind.BLOCK
    try:
        with transaction.atomic():
            Bounce.objects.create(
                delivery=delivery,
                kind=kind.value,
                source=source,
                status=status[:10],
                # Servers like to repeat the address; it stays with the subscriber.
                said=ADDRESS.sub("<address>", printable(said[:1000]))[:300],
                at=at,
            )
    except IntegrityError:
        return False
    if delivery.subscriber_id is not None and not (
        kind is not BounceKind.COMPLAINT and _went_elsewhere(delivery)
    ):
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


def _heed(subscriber_id: int, kind: BounceKind, at: datetime) -> None:
    rows = Subscriber.objects.filter(pk=subscriber_id)
    rows.update(bounce_score=F("bounce_score") + POINTS[kind])
    subscriber = rows.first()
    if subscriber is None:
        return
    if kind is BounceKind.COMPLAINT:
        consent.suppress(subscriber.address, Suppression.Reason.COMPLAINED, at)
    elif subscriber.bounce_score >= LIMIT:
        consent.suppress(subscriber.address, Suppression.Reason.BOUNCED, at)


def _went_elsewhere(delivery: Delivery) -> bool:
    """Whether letters go to another address since: this one was not at fault."""
    moved = AddressChange.objects.filter(
        subscriber=delivery.subscriber_id,
        state__in=(AddressChange.State.DONE, AddressChange.State.TAKEN_BACK),
        settled_at__gt=delivery.started_at or delivery.created_at,
    )
    return moved.exists()


def _is_about_us(delivery: Delivery, said: str) -> bool:
    """Whether the server finds fault with our name, not with the reader's address."""
    reader = delivery.subscriber.address if delivery.subscriber else ""
    _, sender = sender_of(delivery.issue.newsletter)
    names = {domain_of(settings.BOUNCE_ADDRESS), domain_of(sender)} - {""}
    if reader.lower() in said.lower() or domain_of(reader) in names:
        return False
    return any(
        re.search(rf"@{re.escape(name)}\b|\b{re.escape(name)}\W{FAULT}", said, re.I)
        for name in names
    )


def _about(delivery: Delivery, notice: Notice) -> tuple[Failure, BounceKind]:
    """What is said of the reader of `delivery`; else of the first who is named.

    Where a reader has letters passed on, another's mailbox that is gone is not theirs.
    """
    address = delivery.subscriber.address if delivery.subscriber else ""
    for failure in notice.failures:
        names = (failure.recipient, *failure.aliases)
        if any(_is_same_mailbox(address, name) for name in names):
            return failure, judge(notice, failure)
    failure = notice.failures[0] if notice.failures else Failure("", "", "")
    kind = judge(notice, failure)
    return failure, BounceKind.SOFT if kind is BounceKind.HARD else kind


def _is_same_mailbox(address: str, name: str) -> bool:
    """Whether `name` is `address`, maybe with the host's own name for its domain."""
    local, _, domain = address.lower().rpartition("@")
    name_local, _, name_domain = name.lower().rpartition("@")
    is_host = "." not in name_domain or f".{name_domain}".endswith(f".{domain}")
    return bool(local) and local == name_local and is_host


def _unsubscribe(notice: Notice, at: datetime) -> int:
    """Let go whom the token in a letter to us names, its subject before its text."""
    for text in (notice.whole.partition("\n\n")[0], notice.whole):
        readers = {one for one in map(_reader_of, TOKEN.findall(text)) if one}
        if len(readers) == 1:
            return int(
                consent.unsubscribe(readers.pop(), Circumstances(at)) is not None
            )
    return 0


def _reader_of(token: str) -> int | None:
    try:
        return tokens.read(Purpose.UNSUBSCRIBE, token)
    except BadToken:
        return None
