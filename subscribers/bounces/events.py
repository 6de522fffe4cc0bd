"""What providers tell of letters, whichever they are: django-anymail translates.

It goes to the ledger, the record of bounces and the score.
"""

import re
from datetime import datetime
from typing import Any

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking
from django.dispatch import receiver
from django.utils import timezone

from subscribers.bounces import classify
from subscribers.bounces import intake as bounces
from subscribers.bounces.classify import Kind
from subscribers.consent import status as consent
from subscribers.consent.record import Circumstances
from subscribers.models import Bounce, Consent, Delivery

# The key under which a letter carries the reference of its delivery.
REFERENCE = "delivery"
# Events that prove the provider took the letter.
TAKEN = frozenset(
    {
        EventType.QUEUED,
        EventType.SENT,
        EventType.DELIVERED,
        EventType.DEFERRED,
        EventType.BOUNCED,
        EventType.AUTORESPONDED,
        EventType.OPENED,
        EventType.CLICKED,
        EventType.COMPLAINED,
        EventType.UNSUBSCRIBED,
    }
)
# It will never send it.
REFUSED = frozenset({EventType.REJECTED, EventType.FAILED})
# How providers call a bounce final, each in its own field.
FINAL = re.compile(
    r"hard[_ ]?bounced?\b(?!'?: ?(?:false|'false'|0))|\bpermanent\b", re.IGNORECASE
)


@receiver(tracking)
def take_event(sender: object, event: AnymailTrackingEvent, **_: Any) -> None:
    """Act on one event; what names no delivery of ours is left alone.

    Hearing of it again, or late, changes nothing.
    """
    at = event.timestamp or timezone.now()
    names = [
        str((event.metadata or {}).get(REFERENCE, "")),
        str(event.message_id or ""),
    ]
    for delivery in bounces.named("\n".join(names)):
        _act(delivery, event, at)


def _act(delivery: Delivery, event: AnymailTrackingEvent, at: datetime) -> None:
    kind = event.event_type
    words = f"{event.mta_response or ''} {event.description or ''}".strip()
    if kind in TAKEN:
        _settle(delivery, Delivery.State.ACCEPTED, "known to the provider", at)
    elif kind in REFUSED:
        _settle(delivery, Delivery.State.REJECTED, words or "refused by it", at)
    if kind == EventType.COMPLAINED:
        provider = Bounce.Source.PROVIDER
        bounces.record(delivery, Kind.COMPLAINT, provider, "", "complaint", at)
    elif kind == EventType.UNSUBSCRIBED or (
        kind in REFUSED and event.reject_reason == RejectReason.UNSUBSCRIBED
    ):
        _let_go(delivery, at)
    elif kind in REFUSED or kind == EventType.BOUNCED:
        bounces.record(
            delivery, _kind(event, words), Bounce.Source.PROVIDER, "", words, at
        )


def _settle(
    delivery: Delivery, state: Delivery.State, reply: str, at: datetime
) -> None:
    """What a crash left uncertain is known after all."""
    Delivery.objects.filter(pk=delivery.pk, state=Delivery.State.UNCERTAIN).update(
        state=state, settled_at=at, reply=reply[:300]
    )


def _let_go(delivery: Delivery, at: datetime) -> None:
    """Unsubscribe the reader, unless they came back after that."""
    back = (Consent.Act.CONFIRMED, Consent.Act.RETURNED)
    reader = delivery.subscriber
    if reader is None or reader.consents.filter(act__in=back, at__gt=at).exists():
        return
    consent.unsubscribe(reader.pk, Circumstances(at))


def _kind(event: AnymailTrackingEvent, words: str) -> Kind:
    match event.reject_reason:
        case RejectReason.INVALID:
            return Kind.HARD
        # The receiver, or the provider, found that the letter looks like spam; a
        # reader who says so is an event of its own.
        case RejectReason.SPAM | RejectReason.BLOCKED:
            return Kind.BLOCK
        case RejectReason.TIMED_OUT:
            return Kind.SOFT
    is_final = FINAL.search(str(event.esp_event or ""))
    return classify.told(words) or (Kind.HARD if is_final else Kind.SOFT)
