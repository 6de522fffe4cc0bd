"""Double opt-in, unsubscribing, suppression, erasure: what changes a status.

Each change is one transaction that also adds to the consent record. Called twice, or
by two at once, it acts once.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from newsletter.models import Newsletter
from subscribers.consent import capacity, changes, hash_key, record
from subscribers.consent.capacity import ListFull
from subscribers.consent.record import Circumstances
from subscribers.models import (
    AddressChange,
    Bounce,
    Confirmation,
    Consent,
    Delivery,
    Edition,
    LedgerHome,
    SignUpRequest,
    Subscriber,
    Suppression,
    address_hash,
)
from subscribers.webhooks import outbox, telling

Status = Subscriber.Status
Act = Consent.Act
Kind = Confirmation.Kind

# How long a pending subscriber keeps a place and the link in the letter works.
PENDING_LASTS = timedelta(hours=48)
CONFIRMATIONS_A_DAY = 3
BETWEEN_CONFIRMATIONS = timedelta(minutes=10)
# What its owner's own double opt-in may lift; a complaint or an operator's word not.
LIFTABLE = (Suppression.Reason.ERASED, Suppression.Reason.BOUNCED)
# Who comes back so soon gets the letters that leaving had stopped: as long as any letter is
# tried (`subscribers.delivery.ledger.WAITS_MINUTES`).
STOPPED_FOR = timedelta(days=3)
LEFT = "unsubscribed"
# Deliveries of which nothing has left yet.
NOT_BEGUN = (Delivery.State.QUEUED, Delivery.State.CLAIMED, Delivery.State.DEFERRED)


def subscribe(
    newsletter: Newsletter, address: str, circumstances: Circumstances
) -> None:
    """Ask for a place on the list; a letter will ask to confirm it.

    What a caller can see is the same whether or not the address was known. Raises
    ListFull, known or not.
    """
    hash_key.hold()
    with transaction.atomic():
        locked = hold_list(newsletter)
        is_full = capacity.are_taken(locked)
        subscriber = _known(locked, address)
        if subscriber is None and not is_full and not _is_barred(address):
            subscriber = Subscriber.objects.create(newsletter=locked, address=address)
        elif subscriber is not None and _may_ask_again(subscriber, is_full=is_full):
            subscriber.status = Status.PENDING
            subscriber.save(update_fields=["status"])
        if subscriber is not None and subscriber.status == Status.PENDING:
            ask_to_confirm(subscriber, circumstances)
    if is_full:
        raise ListFull(ListFull.__doc__)


def confirm(subscriber_id: int, circumstances: Circumstances) -> Subscriber | None:
    """Take a pending subscriber in; None where there is nobody by that id any more.

    Raises ListFull: the place is taken only now.
    """
    with transaction.atomic():
        is_full = _is_full_for(subscriber_id)
        subscriber = lock(subscriber_id)
        if subscriber is None or subscriber.status != Status.PENDING:
            return subscriber
        if is_full:
            raise ListFull(ListFull.__doc__)
        subscriber.status = Status.ACTIVE
        subscriber.confirmed_at = circumstances.at
        subscriber.left_at = None
        subscriber.save(update_fields=["status", "confirmed_at", "left_at"])
        _stop_confirming([subscriber.pk])
        Suppression.objects.filter(
            address_hash=subscriber.address_hash, reason__in=LIFTABLE
        ).delete()
        _go_on_with_letters(subscriber, circumstances.at)
        record.add(subscriber, Act.CONFIRMED, circumstances)
        telling.confirmed(subscriber)
    return subscriber


def unsubscribe(subscriber_id: int, circumstances: Circumstances) -> Subscriber | None:
    """Let a subscriber go at once: what has not left yet is not sent."""
    unsubscribe_all([subscriber_id], circumstances)
    rows = Subscriber.objects.select_related("newsletter")
    return rows.filter(pk=subscriber_id).first()


def unsubscribe_all(readers: Collection[int], circumstances: Circumstances) -> int:
    """Let them go at once; how many had not left before."""
    with transaction.atomic():
        rows = _held_by_id(readers).exclude(status=Status.UNSUBSCRIBED)
        here = list(rows.values_list("pk", flat=True))
        let_go(here, circumstances)
    return len(here)


def come_back(
    subscriber_id: int, circumstances: Circumstances, *, is_paused: bool = False
) -> Subscriber | None:
    """Take an unsubscribing back, for one who may; raises ListFull."""
    with transaction.atomic():
        is_full = _is_full_for(subscriber_id)
        subscriber = lock(subscriber_id)
        if (
            subscriber is None
            or subscriber.status != Status.UNSUBSCRIBED
            or not may_come_back(subscriber)
        ):
            return subscriber
        if is_full:
            raise ListFull(ListFull.__doc__)
        subscriber.status = Status.PAUSED if is_paused else Status.ACTIVE
        subscriber.left_at = None
        subscriber.save(update_fields=["status", "left_at"])
        _go_on_with_letters(subscriber, circumstances.at)
        record.add(subscriber, Act.RETURNED, circumstances)
    return subscriber


def may_come_back(subscriber: Subscriber) -> bool:
    """Whether one who left had confirmed, and may be written to: nobody who complained."""
    barred = Suppression.objects.filter(address_hash=subscriber.address_hash)
    return subscriber.confirmed_at is not None and not barred.exists()


def ask_for_data(subscriber_id: int, at: datetime) -> Subscriber | None:
    """Have a letter sent with a fresh link to export and erase what is stored.

    The link of an older letter may be in anybody's hands: letters are forwarded.
    """
    with transaction.atomic():
        subscriber = lock(subscriber_id)
        if subscriber is not None:
            _have_written(subscriber, Kind.OWN_DATA, at)
    return subscriber


def suppress(address: str, reason: Suppression.Reason, at: datetime) -> None:
    """Never write to `address` again, on any list."""
    suppress_all([address], reason, at)


def suppress_all(
    addresses: Collection[str], reason: Suppression.Reason, at: datetime
) -> None:
    """Never write to any of `addresses` again, on any list."""
    hash_key.hold()
    # In one order, so that two at once never wait for each other.
    digests = sorted({address_hash(address) for address in addresses})
    with transaction.atomic():
        readers = list(held(digests).values_list("pk", flat=True))
        Suppression.objects.bulk_create(
            (Suppression(address_hash=one, reason=reason, at=at) for one in digests),
            ignore_conflicts=True,
        )
        if reason not in LIFTABLE:
            # What its owner could lift becomes what only the operator can.
            liftable = Suppression.objects.filter(reason__in=LIFTABLE)
            liftable.filter(address_hash__in=digests).update(reason=reason, at=at)
        stop_letters(readers, f"suppressed: {reason}", at)
        is_bounce = reason == Suppression.Reason.BOUNCED
        Subscriber.objects.filter(pk__in=readers).update(
            status=Status.BOUNCED if is_bounce else Status.UNSUBSCRIBED,
            left_at=Coalesce("left_at", Value(at)),
        )


def reinstate(readers: Collection[int], at: datetime, *, by: str) -> int:
    """Take those in again who had bounced: an operator knows that their addresses work.

    How many they were.
    """
    with transaction.atomic():
        bounced = _held_by_id(readers).filter(status=Status.BOUNCED)
        known = dict(bounced.values_list("pk", "address_hash"))
        Subscriber.objects.filter(pk__in=known).update(
            status=Status.ACTIVE, left_at=None, bounce_score=0
        )
        barred = Suppression.objects.filter(reason=Suppression.Reason.BOUNCED)
        barred.filter(address_hash__in=known.values()).delete()
        told = dict.fromkeys(known, "taken back in, though letters had come back")
        changes.note(told, changes.What.STANDING, at, by=by)
    return len(known)


def erase(subscriber_id: int, at: datetime) -> bool:
    """Forget everything about a person, on every list; False where nobody is there."""
    return bool(erase_all([subscriber_id], at))


def erase_all(readers: Collection[int], at: datetime) -> int:
    """Forget everything about people, on every list; only keyed hashes remain.

    These keep a later import from writing to them again. How many were there.
    """
    with transaction.atomic():
        asked = _held_by_id(readers).values_list("address_hash", flat=True)
        digests = sorted(set(asked))
        Suppression.objects.bulk_create(
            (
                Suppression(address_hash=one, reason=Suppression.Reason.ERASED, at=at)
                for one in digests
            ),
            ignore_conflicts=True,
        )
        SignUpRequest.objects.filter(address_hash__in=digests).delete()
        # Another's wish for that address, or for one instead of it, names it too.
        AddressChange.objects.filter(
            Q(address_hash__in=digests) | Q(old_hash__in=digests)
        ).delete()
        everywhere = Subscriber.objects.filter(address_hash__in=digests)
        here = list(everywhere.values_list("pk", flat=True))
        stop_letters(here, "erased", at)
        # A server's words may name the address, and an edition tells what they wanted.
        _forget_letters(here)
        Bounce.objects.filter(delivery__subscriber__in=here).update(said="")
        outbox.forget_readers(here)
        delete(everywhere)
    return len(digests)


def _forget_letters(readers: Collection[int]) -> None:
    """No words about their letters stay, and no edition that was theirs alone."""
    letters = Delivery.objects.filter(subscriber__in=readers)
    named = set(letters.exclude(edition="").values_list("issue", "edition"))
    letters.update(reply="", edition="")
    for issue, sha256 in named:
        if not Delivery.objects.filter(issue=issue, edition=sha256).exists():
            Edition.objects.filter(issue=issue, sha256=sha256).delete()


def clear_pending(now: datetime) -> int:
    """Give up the places of those who never confirmed; how many they were."""
    with transaction.atomic():
        late = Subscriber.objects.select_for_update().filter(
            status=Status.PENDING, created_at__lt=now - PENDING_LASTS
        )
        late = late.exclude(confirmations__asked_at__gte=now - PENDING_LASTS)
        ids = list(late.values_list("id", flat=True))
        rows = Subscriber.objects.filter(id__in=ids)
        rows.filter(confirmed_at__isnull=False).update(status=Status.UNSUBSCRIBED)
        delete(rows.filter(confirmed_at__isnull=True))
    return len(ids)


def delete(rows: QuerySet[Subscriber]) -> None:
    """The one way in which consents may go: with a subscriber marked as erased."""
    ids = list(rows.values_list("pk", flat=True))
    gone = Subscriber.objects.filter(pk__in=ids)
    gone.update(status=Status.ERASED)
    gone.delete()


def hold_list(newsletter: Newsletter) -> Newsletter:
    """`newsletter`, held so that its readers can be counted and one be added."""
    return Newsletter.objects.select_for_update().get(pk=newsletter.pk)


def _is_full_for(subscriber_id: int) -> bool:
    """Whether the subscriber's list is full, which is held from now on.

    The newsletter first, as everywhere: else two could wait for each other.
    """
    newsletter = Newsletter.objects.select_for_update(of=("self",)).filter(
        subscribers=subscriber_id
    )
    return any(capacity.are_taken(one) for one in newsletter)


def lock(subscriber_id: int) -> Subscriber | None:
    """A subscriber, held until this transaction ends; None where nobody is there."""
    rows = Subscriber.objects.select_for_update(of=("self",))
    return rows.select_related("newsletter").filter(pk=subscriber_id).first()


def _known(newsletter: Newsletter, address: str) -> Subscriber | None:
    rows = Subscriber.objects.select_for_update().filter(newsletter=newsletter)
    return rows.filter(address_hash=address_hash(address)).first()


def _is_barred(address: str) -> bool:
    """Whether not even its owner's own sign-up may cause a letter."""
    known = Suppression.objects.filter(address_hash=address_hash(address))
    return known.exclude(reason__in=LIFTABLE).exists()


def _may_ask_again(subscriber: Subscriber, *, is_full: bool) -> bool:
    has_no_place = subscriber.status in (Status.UNSUBSCRIBED, Status.BOUNCED)
    return has_no_place and not is_full and not _is_barred(subscriber.address)


def ask_to_confirm(
    subscriber: Subscriber, circumstances: Circumstances, wording: str = ""
) -> bool:
    """Have a confirmation letter sent; False where one was asked for a moment ago."""
    is_written = _have_written(subscriber, Kind.SIGN_UP, circumstances.at)
    if is_written:
        record.line(subscriber, Act.ASKED, circumstances, wording).save()
    return is_written


def _have_written(subscriber: Subscriber, kind: Kind, at: datetime) -> bool:
    """Have a letter of `kind` sent; False where enough were asked for."""
    asked = subscriber.confirmations.filter(
        kind=kind, asked_at__gt=at - timedelta(days=1)
    )
    if asked.count() >= CONFIRMATIONS_A_DAY:
        return False
    if asked.filter(asked_at__gt=at - BETWEEN_CONFIRMATIONS).exists():
        return False
    Confirmation.objects.create(
        subscriber=subscriber, kind=kind, asked_at=at, due_at=at
    )
    return True


def held(digests: Collection[str]) -> QuerySet[Subscriber]:
    """All who have one of these addresses, held in one order."""
    rows = Subscriber.objects.select_for_update(of=("self",)).order_by("pk")
    return rows.filter(address_hash__in=digests)


def _held_by_id(readers: Collection[int]) -> QuerySet[Subscriber]:
    rows = Subscriber.objects.select_for_update(of=("self",)).order_by("pk")
    return rows.filter(pk__in=readers)


def let_go(readers: Collection[int], circumstances: Circumstances) -> None:
    """Those who are held, and have not left, leave."""
    Subscriber.objects.filter(pk__in=readers).update(
        status=Status.UNSUBSCRIBED, left_at=circumstances.at
    )
    _stop_confirming(readers)
    stop_letters(readers, LEFT, circumstances.at)
    Consent.objects.bulk_create(
        record.line(Subscriber(pk=pk), Act.WITHDREW, circumstances) for pk in readers
    )


def _stop_confirming(readers: Collection[int]) -> None:
    letters = Confirmation.objects.filter(kind=Kind.SIGN_UP, due_at__isnull=False)
    letters.filter(subscriber__in=readers).update(due_at=None)


def stop_letters(readers: Collection[int], reply: str, at: datetime) -> None:
    """Whoever holds a claim on one of them finds it gone when starting it."""
    Delivery.objects.filter(subscriber__in=readers, state__in=NOT_BEGUN).update(
        state=Delivery.State.SUPPRESSED, reply=reply, settled_at=at
    )


def _go_on_with_letters(reader: Subscriber, at: datetime) -> None:
    """What leaving stopped is sent to who is back: of none of it anything had left.

    Whoever held a claim on one of them claims it anew. What a dump that was restored says
    of them may be older than what has left.
    """
    stopped = reader.deliveries.filter(
        ~Exists(LedgerHome.objects.filter(restored_at__gte=OuterRef("settled_at"))),
        state=Delivery.State.SUPPRESSED,
        reply=LEFT,
        settled_at__gt=at - STOPPED_FOR,
        issue__withdrawn_at=None,
    )
    stopped.update(
        state=Delivery.State.QUEUED,
        claimed_by="",
        reply="",
        settled_at=None,
        next_at=None,
    )


def give_letters_back(reader: int) -> None:
    """Whoever holds a claim on one, made under an older address, claims it anew.

    Those that nobody has claimed are among them: somebody may be about to.
    """
    Delivery.objects.filter(subscriber=reader, state__in=NOT_BEGUN).update(
        state=Delivery.State.QUEUED, claimed_by="", lease_until=None, next_at=None
    )
