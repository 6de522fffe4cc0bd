"""Whom an operator answers for (an import, a single address), and who left elsewhere."""

from collections.abc import Collection, Mapping
from enum import Enum

from django.db import transaction

from newsletter.models import Newsletter
from subscribers.consent import capacity, hash_key, record, sql
from subscribers.consent import status as consent
from subscribers.consent.record import Circumstances
from subscribers.models import Consent, Subscriber, address_hash

Status = Subscriber.Status
Act = Consent.Act

LEFT_ELSEWHERE = "An imported list says that this address has left."


class Vouched(Enum):
    """What became of an address that an operator answers for."""

    TAKEN = "taken in"
    BARRED = "may not be written to, or is known"
    NO_PLACE = "the list is full"


def vouch(
    newsletter: Newsletter,
    addresses: Mapping[str, bool],
    circumstances: Circumstances,
    *,
    wording: str = "",
) -> dict[str, Vouched]:
    """Take in addresses an operator answers for, each with whether it is paused.

    Who left, bounced, complained or was erased is not taken in again. `wording` is what
    the operator says they agreed to.
    """
    hash_key.hold()
    digests = {address: address_hash(address) for address in addresses}
    with transaction.atomic():
        locked = consent.hold_list(newsletter)
        # Asked again now that the list is held: sign-ups may have been faster.
        out = sql.find(locked.pk, digests.values())
        free = [address for address, digest in digests.items() if digest not in out]
        taken = free[: capacity.left(locked)]
        sql.enlist(
            locked.pk,
            {one: Status.PAUSED if addresses[one] else Status.ACTIVE for one in taken},
            record.line(
                Subscriber(newsletter=locked), Act.IMPORTED, circumstances, wording
            ),
            confirmed_at=circumstances.at,
        )
    became = dict.fromkeys(addresses, Vouched.BARRED)
    became |= dict.fromkeys(free, Vouched.NO_PLACE)
    return became | dict.fromkeys(taken, Vouched.TAKEN)


def note_leaving(
    newsletter: Newsletter, addresses: Collection[str], circumstances: Circumstances
) -> None:
    """Note that `addresses` left this list somewhere else, so that no import adds them."""
    hash_key.hold()
    digests = {address_hash(address): address for address in addresses}
    with transaction.atomic():
        locked = consent.hold_list(newsletter)
        rows = consent.held(digests).filter(newsletter=locked)
        staying = []
        for pk, digest, status in rows.values_list("pk", "address_hash", "status"):
            del digests[digest]
            if status != Status.UNSUBSCRIBED:
                staying.append(pk)
        consent.let_go(staying, circumstances)
        sql.enlist(
            locked.pk,
            dict.fromkeys(digests.values(), Status.UNSUBSCRIBED),
            record.line(Subscriber(), Act.WITHDREW, circumstances, LEFT_ELSEWHERE),
            left_at=circumstances.at,
        )
