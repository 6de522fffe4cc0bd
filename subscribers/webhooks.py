"""What providers tell by webhook, whichever they are: django-anymail speaks to them."""

import logging
from datetime import datetime
from typing import Any

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking
from django.dispatch import receiver
from django.utils import timezone

from subscribers import bounces, consent
from subscribers.classify import Kind, kind_of
from subscribers.consent import Circumstances
from subscribers.models import Bounce, Delivery

logger = logging.getLogger(__name__)

# The key under which a letter carries the reference of its delivery.
REFERENCE = "delivery"
# Events that prove the provider took the letter.
TAKEN = frozenset(
    {
        EventType.QUEUED,
        EventType.SENT,
        EventType.DELIVERED,
        EventType.DEFERRED,
        EventType.OPENED,
        EventType.CLICKED,
    }
)
FAILED = frozenset({EventType.BOUNCED, EventType.REJECTED, EventType.FAILED})


@receiver(tracking)
def take_event(sender: object, event: AnymailTrackingEvent, **_: Any) -> None:
    """Act on one event; what names no delivery of ours is left alone."""
    at = event.timestamp or timezone.now()
    names = [
        str((event.metadata or {}).get(REFERENCE, "")),
        str(event.message_id or ""),
    ]
    for delivery in bounces.named("\n".join(names)):
        _act(delivery, event, at)


def _act(delivery: Delivery, event: AnymailTrackingEvent, at: datetime) -> None:
    kind = event.event_type
    if kind in TAKEN:
        _settle(delivery, at)
    elif kind in FAILED:
        words = f"{event.mta_response or ''} {event.description or ''}".strip()
        bounces.record(
            delivery, _kind(event, words), Bounce.Source.PROVIDER, "", words, at
        )
    elif kind == EventType.COMPLAINED:
        provider = Bounce.Source.PROVIDER
        bounces.record(delivery, Kind.COMPLAINT, provider, "", "complaint", at)
    elif kind == EventType.UNSUBSCRIBED and delivery.subscriber_id is not None:
        consent.unsubscribe(delivery.subscriber_id, Circumstances(at))


def _settle(delivery: Delivery, at: datetime) -> None:
    """What a crash left uncertain has arrived after all."""
    Delivery.objects.filter(pk=delivery.pk, state=Delivery.State.UNCERTAIN).update(
        state=Delivery.State.ACCEPTED, settled_at=at, reply="known to the provider"
    )


def _kind(event: AnymailTrackingEvent, words: str) -> Kind:
    match event.reject_reason:
        case RejectReason.INVALID:
            return Kind.HARD
        case RejectReason.SPAM:
            return Kind.COMPLAINT
        case RejectReason.BLOCKED:
            return Kind.BLOCK
        case RejectReason.TIMED_OUT:
            return Kind.SOFT
    return kind_of("", words)
