"""Sign-up (opt-in) by form or API: checked, throttled, and taken to consent."""

import logging
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db import transaction

from newsletter.models import Newsletter
from subscribers.addresses import normalised
from subscribers.consent import abuse, capacity
from subscribers.consent import status as consent
from subscribers.consent.abuse import Admission
from subscribers.consent.capacity import ListFull
from subscribers.consent.hash_key import AnotherKey
from subscribers.consent.networks import network_of
from subscribers.consent.record import Circumstances
from subscribers.models import SignUpRequest

logger = logging.getLogger(__name__)

# The rest waits for the next time.
AT_ONCE = 500


class SignUpAnswer(StrEnum):
    """What the one who asked is told; never whether the address was known."""

    TAKEN = "taken"  # a letter is on its way, if one may be sent
    INVALID = "invalid"  # no mail server would take that address
    STALE = "stale"  # send the form again
    TOO_MANY = "too many"  # try later
    FULL = "full"  # the newsletter takes no more readers


@dataclass(frozen=True, slots=True)
class SignUp:
    """What came in."""

    newsletter: Newsletter
    address: str
    ip: str
    at: datetime
    honeypot: str = ""
    # What the form carried; None for the API, which has no form.
    stamp: str | None = None


def take(signup: SignUp) -> SignUpAnswer:
    """Write a sign-up down; the same answer, and work, whether the address is known."""
    address = normalised(signup.address)
    if address is None:
        return SignUpAnswer.INVALID
    if signup.honeypot:
        return SignUpAnswer.TAKEN
    admission = _judge(signup, address)
    if admission is Admission.STALE:
        return SignUpAnswer.STALE
    if admission is Admission.TOO_MANY:
        return SignUpAnswer.TOO_MANY
    if capacity.are_taken(signup.newsletter):
        return SignUpAnswer.FULL
    SignUpRequest.objects.create(
        newsletter=signup.newsletter,
        address=address,
        network=network_of(signup.ip),
        at=signup.at,
        is_void=admission is not Admission.GOOD,
    )
    return SignUpAnswer.TAKEN


def hear() -> int:
    """Act on the sign-ups that came in, the oldest first; how many they were."""
    heard = 0
    try:
        while heard < AT_ONCE and _hear_one():
            heard += 1
    except AnotherKey as error:
        # They stay as they are until the key is right again.
        logger.error("Sign-ups wait: %s", error)
    return heard


def _hear_one() -> bool:
    """False where there is none, or others are at it."""
    with transaction.atomic():
        rows = SignUpRequest.objects.select_for_update(of=("self",), skip_locked=True)
        row = rows.select_related("newsletter").order_by("pk").first()
        if row is None:
            return False
        if not row.is_void:
            circumstances = Circumstances(row.at, row.network)
            # Full since: they were told that a letter comes if one may be sent.
            with suppress(ListFull):
                consent.subscribe(row.newsletter, row.address, circumstances)
            abuse.watch(row.at)
        row.delete()
    return True


def _judge(signup: SignUp, address: str) -> Admission:
    if signup.stamp is not None:
        admission = abuse.judge_form(signup.stamp)
        if admission is not Admission.GOOD:
            return admission
    return abuse.judge_origin(address, signup.ip, signup.at)
