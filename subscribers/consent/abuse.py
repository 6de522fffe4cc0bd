"""What keeps robots from signing strangers up: for the form and the API alike.

Limits are counted in the cache; letters and attack mode in the database, which holds
where the cache is gone or each process has its own.
"""

import logging
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256

from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.db import transaction

from subscribers import alerts as operators
from subscribers.addresses import domain_of
from subscribers.consent.networks import network_of
from subscribers.models import AttackMode, Confirmation, address_hash

logger = logging.getLogger(__name__)

# A form is not filled in faster by a person, nor sent a day later.
QUICKEST = timedelta(seconds=2)
SLOWEST = timedelta(hours=24)
WINDOW = timedelta(hours=1)
SIGNUPS_PER_ADDRESS = 5
# Where very many people have their address: no limit for the domain as a whole.
SHARED_DOMAINS = frozenset({
    "gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "msn.com",
    "yahoo.com", "icloud.com", "me.com", "aol.com", "gmx.de", "gmx.net", "web.de",
    "t-online.de", "proton.me", "protonmail.com", "fastmail.com", "mail.ru",
    "yandex.ru", "qq.com", "163.com", "orange.fr",
})  # fmt: skip
# Attack mode begins at this many asked-for confirmations in ten minutes, lasts an
# hour, and divides every limit.
ATTACK_CONFIRMATIONS = 30
ATTACK_WINDOW = timedelta(minutes=10)
ATTACK_LASTS = timedelta(hours=1)
ATTACK_DIVISOR = 5


class Verdict(StrEnum):
    """What to do with a sign-up."""

    GOOD = "good"
    ROBOT = "robot"  # answered like a good one, and forgotten
    STALE = "stale"  # a person may send the form again, from a fresh page
    TOO_MANY = "too many"  # later


def stamp() -> str:
    """The time, signed: what a form carries to tell when it was shown."""
    return signing.TimestampSigner(salt="subscribers.form").sign("form")


def judge_form(stamped: str, honeypot: str) -> Verdict:
    """Whether a form was filled in by hand: not at once, and not in the hidden field."""
    if honeypot:
        return Verdict.ROBOT
    signer = signing.TimestampSigner(salt="subscribers.form")
    try:
        signer.unsign(stamped, max_age=SLOWEST)
    except signing.BadSignature:
        return Verdict.STALE
    try:
        signer.unsign(stamped, max_age=QUICKEST)
    except signing.SignatureExpired:
        return Verdict.GOOD
    return Verdict.STALE


def judge_origin(address: str, ip: str, now: datetime) -> Verdict:
    """Count a sign-up for `address` from `ip`; whether it is one too many."""
    divisor = ATTACK_DIVISOR if is_under_attack(now) else 1
    domain = domain_of(address)
    limits = [
        ("ip", ip, settings.SIGNUPS_PER_IP),
        ("network", network_of(ip), settings.SIGNUPS_PER_NETWORK),
        ("address", address_hash(address), SIGNUPS_PER_ADDRESS * divisor),
    ]
    if domain not in SHARED_DOMAINS:
        limits.append(("domain", domain, settings.SIGNUPS_PER_DOMAIN))
    # Each one is counted, also where an earlier one is exceeded.
    exceeded = [
        kind
        for kind, value, most in limits
        if _count(f"{kind}:{value}") > max(1, most // divisor)
    ]
    if not exceeded:
        return Verdict.GOOD
    logger.warning("Sign-up refused: too many by %s.", ", ".join(exceeded))
    # To say so would tell what others asked for; no letter leaves all the same.
    return Verdict.ROBOT if exceeded == ["address"] else Verdict.TOO_MANY


def is_under_attack(now: datetime) -> bool:
    """Whether attack mode is on."""
    return AttackMode.objects.filter(began_at__lte=now, ends_at__gt=now).exists()


def watch(now: datetime) -> AttackMode | None:
    """Switch attack mode on where too many sign-ups came at once, and tell it."""
    recent = Confirmation.objects.filter(asked_at__gt=now - ATTACK_WINDOW).count()
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
    transaction.on_commit(lambda: operators.tell(subject, _told(mode)))
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


def _count(key: str) -> int:
    """One more under `key` in this hour; 0 where the cache cannot be asked."""
    seconds = int(WINDOW.total_seconds())
    key = f"signups:{sha256(key.encode()).hexdigest()}"
    try:
        cache.add(key, 0, timeout=seconds)
        counted = int(cache.incr(key))
    except Exception as error:
        # Each cache has errors of its own, and none may keep a reader out. ValueError:
        # the key ran out between the two calls; a new window begins.
        logger.warning("The cache did not count a sign-up: %s", type(error).__name__)
        return 0
    return counted
