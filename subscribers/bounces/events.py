"""Events of providers' webhooks: bounces, complaints, deliveries, by django-anymail.

It goes to the ledger, the record of bounces and the score.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking
from django.dispatch import receiver
from django.utils import timezone

from subscribers.bounces import classify
from subscribers.bounces import intake as bounces
from subscribers.bounces.classify import BounceKind
from subscribers.consent import status as consent
from subscribers.consent.record import Circumstances
from subscribers.letters.references import REFERENCE
from subscribers.models import Bounce, Consent, Delivery

# Events that prove the provider took the letter.
TAKEN = frozenset({
    EventType.QUEUED, EventType.SENT, EventType.DELIVERED, EventType.DEFERRED,
    EventType.BOUNCED, EventType.AUTORESPONDED, EventType.OPENED, EventType.CLICKED,
    EventType.COMPLAINED, EventType.UNSUBSCRIBED,
})  # fmt: skip
# It will never send it.
REFUSED = frozenset({EventType.REJECTED, EventType.FAILED})
# Where providers name what happened. Nothing else of an event is asked: a letter's subject
# stands in it, too.
NAMING = frozenset({
    "event", "type", "status", "severity", "bouncetype", "hardbounce", "eventname",
    "bounceclass", "complaintfeedbacktype", "reason",
})  # fmt: skip
# What they call it there, in small letters.
HARD = frozenset({
    "hardbounce", "hardbounced", "hard", "permanent", "hardfail",
    "bounceclass10", "bounceclass30",  # SparkPost: invalid, no recipient
})  # fmt: skip
SOFT = frozenset({
    "softbounce", "softbounced", "soft", "temporary", "transient", "undetermined",
    "softfail", "old",  # Mailgun: tried for too long
    *(f"bounceclass{number}" for number in (1, 20, 21, 22, 23, 24, 40, 70)),
})  # fmt: skip
BLOCK = frozenset({
    "blocked", "espblock", "dmarcpolicy",
    *(f"bounceclass{number}" for number in (25, 50, 51, 52, 53, 54)),
})  # fmt: skip
# The provider would not send to one who had left, or complained, there.
LEFT_THERE = frozenset({"suppressunsubscribe", "suppresscomplaint"})
# Complaints that no reader made: a spam filter's verdicts; or of the contrary.
NO_COMPLAINT = frozenset({
    "spamnotification", "virusnotification", "notspam", "virus", "fraud", "authfailure",
})  # fmt: skip
# What of an event is of others' making.
FOREIGN = frozenset({"headers", "commonheaders", "metadata", "mail", "message", "tags"})
DEEPEST = 6
NO_LETTER = re.compile(r"[^a-z]")
YES = {
    "true": "hardbounce",
    "1": "hardbounce",
    "false": "softbounce",
    "0": "softbounce",
}


@receiver(tracking)
def take_event(sender: object, event: AnymailTrackingEvent, **_: Any) -> None:
    """Act on one event; what names no delivery of ours is left alone.

    Hearing of it again, or late, changes nothing.
    """
    at = event.timestamp or timezone.now()
    names = [
        str((event.metadata or {}).get(REFERENCE, "")),
        str(event.message_id or ""),
        *(str(tag) for tag in event.tags or ()),
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
    names = _names(event)
    is_complaint = kind == EventType.COMPLAINED
    has_left = kind == EventType.UNSUBSCRIBED or bool(names & LEFT_THERE)
    if is_complaint and "notspam" in names:
        return
    if is_complaint and not names & NO_COMPLAINT:
        provider = Bounce.Source.PROVIDER
        bounces.record(delivery, BounceKind.COMPLAINT, provider, "", "complaint", at)
    elif has_left or (
        kind in REFUSED and event.reject_reason == RejectReason.UNSUBSCRIBED
    ):
        _let_go(delivery, at)
    elif kind in REFUSED or kind == EventType.BOUNCED or is_complaint:
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


def _kind(event: AnymailTrackingEvent, words: str) -> BounceKind:
    """What the provider's own event says; the server's words only where it is milder."""
    match event.reject_reason:
        # The receiver, or the provider, found that the letter looks like spam; a
        # reader who says so is an event of its own.
        case RejectReason.SPAM | RejectReason.BLOCKED:
            return BounceKind.BLOCK
        case RejectReason.TIMED_OUT:
            return BounceKind.SOFT
    names = _names(event)
    # `err_mailbox_full` are words, too.
    told = classify.told(words.replace("_", " "))
    if classify.is_passing(words) or names & SOFT:
        return BounceKind.BLOCK if told is BounceKind.BLOCK else BounceKind.SOFT
    if names & BLOCK:
        return BounceKind.SOFT if told is BounceKind.SOFT else BounceKind.BLOCK
    if event.reject_reason == RejectReason.INVALID or names & HARD:
        return told or BounceKind.HARD
    return told or BounceKind.SOFT


def _names(event: AnymailTrackingEvent) -> frozenset[str]:
    """What the provider calls the event, in small letters: `hardbounce`, `permanent`."""
    return frozenset(_named(event.esp_event, DEEPEST))


def _named(said: Any, depth: int) -> Iterator[str]:
    if depth and isinstance(said, Mapping):
        for key, value in said.items():
            name = NO_LETTER.sub("", str(key).lower())
            if name == "bounceclass":
                yield f"{name}{value}"
            elif name == "hardbounce" and str(value).lower() in YES:
                yield YES[str(value).lower()]
            elif name in NAMING and isinstance(value, str):
                # `email.bounced` and `activity.hard_bounced` end with what it is.
                yield NO_LETTER.sub("", value.lower().rpartition(".")[2])
            elif name not in FOREIGN:
                yield from _named(value, depth - 1)
    elif depth and isinstance(said, list):
        for each in said:
            yield from _named(each, depth - 1)
