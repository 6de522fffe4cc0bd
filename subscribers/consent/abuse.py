"""Abuse: throttle, honeypot and attack mode, for the form and the API alike.

They keep robots from signing strangers up. All of it is counted in the database, which
holds over every process.
"""

import logging
import time
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.core import signing
from django.db import transaction

from subscribers import alerts
from subscribers.addresses import mailbox_of, provider_of
from subscribers.consent import throttle
from subscribers.consent.networks import carrier_of, machine_of, network_of
from subscribers.consent.throttle import Limit
from subscribers.models import AttackMode, Confirmation, address_hash
from subscribers.signatures import Salt

logger = logging.getLogger(__name__)

# A form is not filled in faster by a person, nor sent a day later.
QUICKEST = timedelta(seconds=2)
SLOWEST = timedelta(hours=24)
SHARED_SECONDS = 600
WINDOW = timedelta(hours=1)
DAY = timedelta(days=1)
NETWORKS_PER_CARRIER = 10
SIGNUPS_PER_MAILBOX = 5
SIGNUPS_PER_MAILBOX_A_DAY = 10
# Where very many people have their address, by the name that stands for all of theirs.
SHARED_PROVIDERS = frozenset({
    "gmail.com", "outlook.com", "yahoo.com", "icloud.com", "aol.com", "gmx.net",
    "web.de", "t-online.de", "proton.me", "fastmail.com", "mail.ru", "yandex.ru",
    "qq.com", "163.com", "orange.fr",
})  # fmt: skip
# Attack mode begins at this many asked-for confirmations in ten minutes, lasts an
# hour, and divides every limit.
ATTACK_CONFIRMATIONS = 30
ATTACK_WINDOW = timedelta(minutes=10)
ATTACK_LASTS = timedelta(hours=1)
ATTACK_DIVISOR = 5


class Admission(StrEnum):
    """What to do with a sign-up."""

    GOOD = "good"
    ROBOT = "robot"  # answered like a good one, and forgotten
    STALE = "stale"  # a person may send the form again, from a fresh page
    TOO_MANY = "too many"  # later


def stamp() -> str:
    """The time, signed: what a form carries to tell when it was shown."""
    return signing.TimestampSigner(salt=Salt.FORM).sign("form")


class _SharedSigner(signing.TimestampSigner):
    def timestamp(self) -> str:
        """The beginning of this ten minutes, so that a page stays the same for them."""
        now = int(time.time())
        return signing.b62_encode(now - now % SHARED_SECONDS)


def shared_stamp() -> str:
    """A stamp for a page that caches keep, and many readers are shown."""
    return _SharedSigner(salt=Salt.FORM).sign("form")


def judge_form(stamped: str) -> Admission:
    """Whether a form was filled in by hand: not at once, and not a day later."""
    signer = signing.TimestampSigner(salt=Salt.FORM)
    try:
        signer.unsign(stamped, max_age=SLOWEST)
    except signing.BadSignature:
        return Admission.STALE
    try:
        signer.unsign(stamped, max_age=QUICKEST)
    except signing.SignatureExpired:
        return Admission.GOOD
    return Admission.STALE


def judge_origin(address: str, ip: str, now: datetime) -> Admission:
    """Count a sign-up for `address` from `ip`; whether it is one too many."""
    divisor = ATTACK_DIVISOR if is_under_attack(now) else 1
    provider, mailbox = provider_of(address), address_hash(mailbox_of(address))
    is_shared = provider in SHARED_PROVIDERS
    per_provider = (
        settings.SIGNUPS_PER_PROVIDER if is_shared else settings.SIGNUPS_PER_DOMAIN
    )
    per_carrier = NETWORKS_PER_CARRIER * settings.SIGNUPS_PER_NETWORK
    found = throttle.exceeded(
        [
            Limit("ip", machine_of(ip), settings.SIGNUPS_PER_IP // divisor),
            Limit("network", network_of(ip), settings.SIGNUPS_PER_NETWORK // divisor),
            Limit("carrier", carrier_of(ip), per_carrier // divisor),
            Limit("provider", provider, per_provider // divisor),
            Limit("mailbox", mailbox, SIGNUPS_PER_MAILBOX),
            Limit("mailbox's day", mailbox, SIGNUPS_PER_MAILBOX_A_DAY, DAY),
        ],
        now,
    )
    if not found:
        return Admission.GOOD
    logger.warning("Sign-up refused: too many by %s.", ", ".join(found))
    # To say so would tell what others asked for; no letter leaves all the same.
    is_told = set(found) - {"mailbox", "mailbox's day"}
    return Admission.TOO_MANY if is_told else Admission.ROBOT


def is_under_attack(now: datetime) -> bool:
    """Whether attack mode is on."""
    return AttackMode.objects.filter(began_at__lte=now, ends_at__gt=now).exists()


def watch(now: datetime) -> AttackMode | None:
    """Switch attack mode on where too many sign-ups came at once, and tell it."""
    recent = Confirmation.objects.filter(
        kind=Confirmation.Kind.SIGN_UP, asked_at__gt=now - ATTACK_WINDOW
    ).count()
    lasting = AttackMode.objects.filter(ends_at__gt=now)
    if recent < ATTACK_CONFIRMATIONS or lasting.exists():
        return None
    minutes = int(ATTACK_WINDOW.total_seconds() // 60)
    mode = AttackMode.objects.create(
        began_at=now,
        ends_at=now + ATTACK_LASTS,
        reason=f"{recent} confirmations asked for within {minutes} minutes",
    )
    if lasting.filter(pk__lt=mode.pk).exists():
        mode.delete()  # Another one came first, and has told it.
        return None
    subject = "Attack mode is on: too many sign-ups"
    transaction.on_commit(lambda: alerts.tell(subject, _told(mode)))
    return mode


def confirmations_left(now: datetime) -> int:
    """How many confirmation letters may still be sent in this hour."""
    most: int = settings.CONFIRMATIONS_PER_HOUR
    if is_under_attack(now):
        most //= ATTACK_DIVISOR
    sent = Confirmation.objects.filter(sent_at__gt=now - WINDOW).count()
    return max(0, most - sent)


def _told(mode: AttackMode) -> str:
    return (
        f"Why: {mode.reason}.\n"
        f"Until {mode.ends_at:%Y-%m-%d %H:%M} UTC every limit on sign-ups is a"
        f" {ATTACK_DIVISOR}th of its setting, that on confirmation letters too.\n"
        "It ends by itself; the admin shows it under Attack modes."
    )
