"""A reader's whole story: consent, letters, bounces, preferences, tags, operators' acts."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.contrib.admin.models import DELETION, LogEntry
from django.contrib.contenttypes.models import ContentType

from subscribers.addresses import without_addresses
from subscribers.models import (
    Bounce,
    Confirmation,
    Consent,
    Delivery,
    Subscriber,
    Suppression,
)

MOST_LETTERS = 200
ACTS = {
    Consent.Act.ASKED: "Asked to be on the list",
    Consent.Act.CONFIRMED: "Confirmed by the button in a letter",
    Consent.Act.WITHDREW: "Left",
    Consent.Act.RETURNED: "Took leaving back",
    Consent.Act.MOVED: "Confirmed another address by the button in a letter",
    Consent.Act.IMPORTED: "Was taken in by an operator, who answers for their consent",
}
LETTERS = {
    Confirmation.Kind.SIGN_UP: "A letter to confirm the sign-up",
    Confirmation.Kind.OWN_DATA: "A letter with a link to what is stored",
    Confirmation.Kind.NEW_ADDRESS: "A letter that asks another address to confirm",
    Confirmation.Kind.OLD_ADDRESS: "A note that another address was asked for",
}
STATES = {
    Delivery.State.QUEUED: "waits to be sent",
    Delivery.State.CLAIMED: "waits to be sent",
    Delivery.State.STARTED: "is being sent",
    Delivery.State.ACCEPTED: "was taken by the mail server",
    Delivery.State.DEFERRED: "was refused for now, and is tried again",
    Delivery.State.REJECTED: "was refused for good",
    Delivery.State.UNCERTAIN: "may or may not have left",
    Delivery.State.SUPPRESSED: "was not sent",
}
BOUNCES = {
    Bounce.Kind.HARD: "came back: the address does not exist",
    Bounce.Kind.SOFT: "came back; it may work later",
    Bounce.Kind.BLOCK: "was not wanted by the server",
    Bounce.Kind.COMPLAINT: "was called spam by its reader",
}
BARRED = {
    Suppression.Reason.ERASED: "had everything erased; letters only by their own yes",
    Suppression.Reason.BOUNCED: "the address does not take letters",
    Suppression.Reason.COMPLAINED: "a letter was called spam",
    Suppression.Reason.OPERATOR: "set by an operator",
}


@dataclass(frozen=True, slots=True)
class Happened:
    """One line of the story."""

    at: datetime
    words: str
    more: str = ""
    by: str = ""


def tell(reader: Subscriber) -> list[Happened]:
    """All that is known of `reader`, the newest first; no address is in it."""
    told = [
        *_consents(reader),
        *_confirmations(reader),
        *_letters(reader),
        *_bounces(reader),
        *_changes(reader),
        *_acts(reader.pk),
        *_suppressions(reader),
    ]
    return sorted(told, key=lambda one: one.at, reverse=True)


def erased_at(pk: int) -> Happened | None:
    """When an operator erased the reader of this number; None where nobody here did."""
    return next(_acts(pk, action_flag=DELETION), None)


def _consents(reader: Subscriber) -> Iterator[Happened]:
    for one in reader.consents.all():
        is_operators = one.network == "operator"
        where = one.network and f", from the network {one.network}"
        yield Happened(
            one.at,
            ACTS.get(Consent.Act(one.act), one.act),
            f"“{one.wording}” (wording {one.wording_version})"
            + ("" if is_operators else where),
            "an operator" if is_operators else "",
        )


def _confirmations(reader: Subscriber) -> Iterator[Happened]:
    for one in reader.confirmations.all():
        name = LETTERS.get(Confirmation.Kind(one.kind), one.kind)
        if one.sent_at:
            yield Happened(one.sent_at, f"{name} was sent")
        else:
            became = "waits to be sent" if one.due_at else "was not sent"
            yield Happened(one.asked_at, f"{name} {became}")


def _letters(reader: Subscriber) -> Iterator[Happened]:
    rows = reader.deliveries.select_related("issue").order_by("-pk")[:MOST_LETTERS]
    for one in rows:
        yield Happened(
            one.settled_at or one.started_at or one.created_at,
            f"Issue {one.issue.number}, “{one.issue.subject}”,"
            f" {STATES[Delivery.State(one.state)]}",
            without_addresses(one.reply),
        )


def _bounces(reader: Subscriber) -> Iterator[Happened]:
    rows = Bounce.objects.filter(delivery__subscriber=reader)
    for one in rows.select_related("delivery__issue"):
        yield Happened(
            one.at,
            f"Issue {one.delivery.issue.number} {BOUNCES[Bounce.Kind(one.kind)]}",
            f"{one.status} {one.said}".strip(),
        )


def _changes(reader: Subscriber) -> Iterator[Happened]:
    for one in reader.changes.all():
        yield Happened(one.at, one.words[:1].upper() + one.words[1:], by=one.by)


def _acts(pk: int, **asked: int) -> Iterator[Happened]:
    rows = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Subscriber), object_id=str(pk)
    ).filter(**asked)
    for one in rows.select_related("user").order_by("action_time"):
        yield Happened(one.action_time, one.change_message, by=one.user.get_username())


def _suppressions(reader: Subscriber) -> Iterator[Happened]:
    for one in Suppression.objects.filter(address_hash=reader.address_hash):
        why = BARRED[Suppression.Reason(one.reason)]
        yield Happened(one.at, "May not be written to", why)
