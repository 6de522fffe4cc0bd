"""Another address for a reader (opt-in again): asked for, confirmed there, taken back.

Nothing changes before a button in a letter to the new address is pressed. The old one
gets a note with a link that stops it, or takes it back for a week after: a link of an
older letter may be in anybody's hands, for letters are forwarded.
"""

from datetime import datetime, timedelta
from enum import Enum

from django.db import transaction
from django.db.models import Q, QuerySet

from newsletter.models import Newsletter
from subscribers.addresses import masked, normalised
from subscribers.consent import capacity, changes, hash_key, record
from subscribers.consent import status as consent
from subscribers.consent.capacity import ListFull
from subscribers.consent.record import Circumstances
from subscribers.models import (
    AddressChange,
    Confirmation,
    Consent,
    Subscriber,
    Suppression,
    address_hash,
)

Status = Subscriber.Status
State = AddressChange.State
Kind = Confirmation.Kind

# As long as the links in the two letters work.
CONFIRMED_WITHIN = timedelta(hours=48)
TAKEN_BACK_WITHIN = timedelta(days=7)
CHANGES_A_DAY = 3
FORGOTTEN = {"address": "", "address_hash": "", "old_address": "", "old_hash": ""}


class Answer(Enum):
    """What came of a wish, in words for an operator; a reader is not told the last ones."""

    ASKED = "A letter to the new address asks to confirm it. Nothing changes before."
    INVALID = "No mail server would take that address. Is there a typing error?"
    SAME = "Letters go to that address already."
    LATER = "Three changes a day are all that one reader may ask for."
    NOT_HERE = "Who is not on the list has no letters to be sent elsewhere."
    BARRED = "No letter may go to that address, so it was not asked."
    TAKEN = "That address has a place on this list itself."


def ask(
    subscriber_id: int, given: str, circumstances: Circumstances, *, by: str = ""
) -> Answer | None:
    """Ask the new address to confirm; None where there is nobody by that id any more.

    `by` is the operator whose wish it is. Where it is the reader's own, the same rows are
    written whether or not the address is known here; the letters are not.
    """
    address = normalised(given)
    if address is None:
        return Answer.INVALID
    hash_key.hold()
    digest = address_hash(address)
    with transaction.atomic():
        reader = consent.lock(subscriber_id)
        if reader is None:
            return None
        if reader.address_hash == digest:
            return Answer.SAME
        if _asked_a_moment_ago(reader, digest, circumstances.at, by=by):
            return Answer.ASKED
        answer = _judge(reader, digest, circumstances.at, by=by)
        if answer is Answer.ASKED or (
            not by and answer in (Answer.BARRED, Answer.TAKEN)
        ):
            _ask(reader, address, circumstances.at, by, is_free=answer is Answer.ASKED)
    return answer


def confirm(change_id: int, circumstances: Circumstances) -> AddressChange | None:
    """Have letters go to the new address; None where there is no such wish any more.

    The change tells by its state what came of it. Raises ListFull where one whose old
    address had bounced would need a place.
    """
    hash_key.hold()
    with transaction.atomic():
        change = _locked(change_id)
        if change is None or change.state != State.ASKED:
            return change
        reader, old = change.subscriber, change.subscriber.address
        if not _may_move(reader, change.address_hash):
            _settle(change, State.STOPPED, circumstances.at)
            return change
        if reader.status == Status.BOUNCED:
            if capacity.are_taken(reader.newsletter):
                raise ListFull(ListFull.__doc__)
            reader.status, reader.left_at = Status.ACTIVE, None
        _move(reader, change.address)
        Suppression.objects.filter(
            address_hash=change.address_hash, reason__in=consent.LIFTABLE
        ).delete()
        record.add(reader, Consent.Act.MOVED, circumstances)
        told = f"letters go to {masked(change.address)} and no longer to {masked(old)}"
        changes.note({reader.pk: told}, changes.What.ADDRESS, circumstances.at)
        _settle(change, State.DONE, circumstances.at)
    return change


def take_back(change_id: int, at: datetime) -> AddressChange | None:
    """Stop a change, or undo it, from the old address; None where there is none."""
    with transaction.atomic():
        change = _locked(change_id)
        if change is None:
            return None
        reader = change.subscriber
        if change.state == State.ASKED:
            told = "another address was refused, from the one that letters go to"
            changes.note({reader.pk: told}, changes.What.ADDRESS, at)
            _settle(change, State.STOPPED, at)
        elif _can_be_undone(change, at):
            _stop_all(reader, at)
            _move(reader, change.old_address)
            told = f"letters go to {masked(change.old_address)} again"
            changes.note({reader.pk: told}, changes.What.ADDRESS, at)
            _settle(change, State.TAKEN_BACK, at)
    return change


def settles_at(subscriber_id: int, now: datetime) -> datetime | None:
    """Until when a change may be taken back; None where there is none lately.

    Until then nobody is given or erases what is stored, lest it be a stranger.
    """
    lately = AddressChange.objects.filter(
        subscriber=subscriber_id,
        state=State.DONE,
        settled_at__gt=now - TAKEN_BACK_WITHIN,
    )
    latest = lately.order_by("-settled_at").first()
    if latest is None or latest.settled_at is None:
        return None
    return latest.settled_at + TAKEN_BACK_WITHIN


def forget(now: datetime) -> None:
    """Drop what nobody confirmed, and the addresses of what cannot be taken back."""
    late = AddressChange.objects.filter(
        state=State.ASKED, at__lt=now - CONFIRMED_WITHIN
    )
    late.update(state=State.STOPPED, settled_at=now, **FORGOTTEN)
    over = AddressChange.objects.filter(settled_at__lt=now - TAKEN_BACK_WITHIN)
    over.exclude(old_address="").update(**FORGOTTEN)


def _asked_a_moment_ago(
    reader: Subscriber, digest: str, at: datetime, *, by: str
) -> bool:
    """Whether the button was pressed twice: the letters that it caused still hold."""
    since = at - consent.BETWEEN_CONFIRMATIONS
    asked = reader.address_changes.filter(state=State.ASKED, at__gt=since)
    own = Q(by="")  # their wish is answered alike whatever came of it: tell none by it
    return asked.filter(~own if by else own, address_hash=digest).exists()


def _judge(reader: Subscriber, digest: str, at: datetime, *, by: str) -> Answer:
    may = (Status.ACTIVE, Status.PAUSED, *((Status.BOUNCED,) if by else ()))
    if reader.status not in may:
        return Answer.NOT_HERE
    today = reader.address_changes.filter(at__gt=at - timedelta(days=1))
    if today.count() >= CHANGES_A_DAY:
        return Answer.LATER
    barred = Suppression.objects.filter(address_hash=digest)
    if not by:  # their own yes may lift these
        barred = barred.exclude(reason__in=consent.LIFTABLE)
    if barred.exists():
        return Answer.BARRED
    if _others(reader, digest).exists():
        return Answer.TAKEN
    return Answer.ASKED


def _ask(
    reader: Subscriber, address: str, at: datetime, by: str, *, is_free: bool
) -> None:
    _stop_all(reader, at)
    change = AddressChange.objects.create(
        subscriber=reader,
        address=address,
        address_hash=address_hash(address),
        old_address=reader.address,
        old_hash=reader.address_hash,
        by=by,
        at=at,
    )
    Confirmation.objects.create(
        kind=Kind.NEW_ADDRESS,
        subscriber=reader,
        change=change,
        asked_at=at,
        due_at=at if is_free else None,
    )
    if reader.status != Status.BOUNCED:
        Confirmation.objects.create(
            kind=Kind.OLD_ADDRESS,
            subscriber=reader,
            change=change,
            asked_at=at,
            due_at=at,
        )
    told = f"asked for letters to go to {masked(address)}"
    changes.note({reader.pk: told}, changes.What.ADDRESS, at, by=by)


def _may_move(reader: Subscriber, digest: str) -> bool:
    """Whether a new address, whose owner said yes, may take the place of the old."""
    if reader.status not in (Status.ACTIVE, Status.PAUSED, Status.BOUNCED):
        return False
    barred = Suppression.objects.filter(address_hash=digest)
    if barred.exclude(reason__in=consent.LIFTABLE).exists():
        return False
    others = _others(reader, digest)
    if others.exists():
        return False
    # One who asked for a place and has not confirmed: the same person, as it turns out.
    consent.delete(_same_address(reader, digest))
    return True


def _can_be_undone(change: AddressChange, at: datetime) -> bool:
    """Whether the old address can be had back: it is known, and nobody took it since."""
    reader, settled_at = change.subscriber, change.settled_at
    return bool(
        change.state == State.DONE
        and change.old_address
        and settled_at is not None
        and settled_at > at - TAKEN_BACK_WITHIN
        and reader.address_hash == change.address_hash
        and not _same_address(reader, change.old_hash).exists()
    )


def _move(reader: Subscriber, address: str) -> None:
    reader.address, reader.bounce_score = address, 0
    reader.save(
        update_fields=["address", "address_hash", "bounce_score", "status", "left_at"]
    )
    consent.give_letters_back(reader.pk)


def _stop_all(reader: Subscriber, at: datetime) -> None:
    for change in reader.address_changes.filter(state=State.ASKED):
        _settle(change, State.STOPPED, at)


def _settle(change: AddressChange, state: AddressChange.State, at: datetime) -> None:
    """Write down what came of it; letters that have not left need not any more."""
    change.state, change.settled_at = state, at
    if state != State.DONE:
        for field, nothing in FORGOTTEN.items():
            setattr(change, field, nothing)
        change.confirmations.update(due_at=None)
    change.save()


def _same_address(reader: Subscriber, digest: str) -> QuerySet[Subscriber]:
    rows = Subscriber.objects.filter(newsletter=reader.newsletter, address_hash=digest)
    return rows.exclude(pk=reader.pk)


def _others(reader: Subscriber, digest: str) -> QuerySet[Subscriber]:
    """Others by that address who have, or had, a place on the list."""
    return _same_address(reader, digest).exclude(
        status=Status.PENDING, confirmed_at__isnull=True
    )


def _locked(change_id: int) -> AddressChange | None:
    """The change with its reader, both held; the newsletter first, as everywhere."""
    holding = Q(subscribers__address_changes=change_id)
    for newsletter in Newsletter.objects.filter(holding):
        consent.hold_list(newsletter)
    found = AddressChange.objects.filter(pk=change_id).values_list("subscriber").first()
    reader = consent.lock(found[0]) if found else None
    if reader is None:
        return None
    rows = AddressChange.objects.select_for_update(of=("self",))
    change = rows.filter(pk=change_id).first()
    if change is not None:
        change.subscriber = reader
    return change
