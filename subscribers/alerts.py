"""Alerts (an outbox): tells the operator what needs a person, by letter and by webhook.

An alert is written down before it is sent and stays owed until it was: what could not be
sent is in the log, is tried again by `tell_owed`, and `/healthz` is not well meanwhile.
What the database would not take is kept by the process until it does.
Letters take the way that readers' letters take (DELIVERY_TRANSPORT).
"""

import logging
from collections import deque
from datetime import datetime, timedelta

import httpx
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError, IntegrityError, InterfaceError, transaction
from django.utils import timezone

from subscribers.models import Alert

logger = logging.getLogger(__name__)

WEBHOOK_SECONDS = 5.0
LETTER_SECONDS = 20
# How long until what could not be sent is tried again.
BETWEEN_TRIES = timedelta(minutes=1)
# So long may an alert be on its way before health speaks of it.
PATIENCE = timedelta(seconds=30)
LETTER, WEBHOOK = "letter", "webhook"
# Alerts that are on no record yet: the database was away, full or read-only.
_unrecorded: deque[Alert] = deque(maxlen=100)


def ways() -> list[str]:
    """By what the operator is told now; nobody is where there is none."""
    return [
        *([LETTER] if settings.OPERATOR_EMAILS else []),
        *([WEBHOOK] if settings.OPERATOR_WEBHOOK else []),
    ]


def tell(subject: str, text: str, *, once: str = "") -> None:
    """Tell the operator; never raises. The same `once` is told once for ever.

    Without a database it is sent all the same, though then it can be told twice, and
    goes on record later.
    """
    logger.error("For the operator: %s", subject)
    alert = Alert(subject=subject[:200], text=text, owed=ways(), once=once or None)
    alert.next_at = alert.at + BETWEEN_TRIES
    if _is_recorded(alert):
        _send(alert)


def _is_recorded(alert: Alert) -> bool:
    """Put it on record; False where it was told before, or has to wait for that."""
    try:
        with transaction.atomic():
            alert.save(force_insert=True)
    except IntegrityError:
        return False
    except (DatabaseError, InterfaceError) as error:
        logger.error("The alert is not on record: %s", type(error).__name__)
        alert.owed = _left(alert)
        alert.told_at = None if alert.owed else timezone.now()
        _unrecorded.append(alert)
        return False
    return True


def _record_late(now: datetime) -> None:
    """Put on record what was not, and send what could not be sent then either."""
    for _ in range(len(_unrecorded)):
        if _unrecorded[0].next_at > now:
            _unrecorded.rotate(-1)
            continue
        alert = _unrecorded.popleft()
        alert.next_at = now + BETWEEN_TRIES
        if _is_recorded(alert) and alert.owed:
            _send(alert)


def tell_owed(now: datetime) -> int:
    """Try again what could not be sent; how many alerts are owed no more."""
    told = 0
    _record_late(now)
    for alert in Alert.objects.owed().filter(next_at__lte=now).order_by("at")[:20]:
        mine = Alert.objects.filter(pk=alert.pk, next_at=alert.next_at)
        if mine.update(next_at=now + BETWEEN_TRIES):
            told += _send(alert)
    return told


def untold(now: datetime) -> int:
    """How many alerts no operator has got, though they should have, for health."""
    return Alert.objects.owed().filter(at__lte=now - PATIENCE).count()


def _send(alert: Alert) -> bool:
    """Send what is owed of `alert` and write down what still is; whether nothing is."""
    left = _left(alert)
    try:
        with transaction.atomic():
            Alert.objects.filter(pk=alert.pk).update(
                owed=left, told_at=None if left else timezone.now()
            )
    except (DatabaseError, InterfaceError) as error:
        logger.error("The alert may be told again: %s", type(error).__name__)
    return not left


def _left(alert: Alert) -> list[str]:
    """The ways by which `alert` could not be sent now."""
    acts = {LETTER: _write, WEBHOOK: _call}
    return [way for way in alert.owed if not acts[way](alert.subject, alert.text)]


def _write(subject: str, text: str) -> bool:
    letter = EmailMessage(
        f"[Crux] {' '.join(subject.split())}",
        text,
        settings.DEFAULT_FROM_EMAIL,
        settings.OPERATOR_EMAILS,
    )
    try:
        way().send_messages([letter])
    except Exception as error:  # a provider's backend raises what it likes
        logger.error("The operator could not be told by letter: %s", error)
        return False
    return True


def way() -> BaseEmailBackend:
    """Django's own backend for the way that letters take: for letters to operators."""
    match settings.DELIVERY_TRANSPORT:
        case "smtp":
            return get_connection(
                "django.core.mail.backends.smtp.EmailBackend", timeout=LETTER_SECONDS
            )
        case "file":
            return get_connection(
                "django.core.mail.backends.filebased.EmailBackend",
                file_path=settings.VAR_DIR / "letters" / "alerts",
            )
        case "console":
            return get_connection("django.core.mail.backends.console.EmailBackend")
    return get_connection()


def _call(subject: str, text: str) -> bool:
    """Post `{"text": …}`, which chat services take as it is."""
    message = {"text": f"{subject}\n{text}".strip()}
    try:
        answer = httpx.post(
            settings.OPERATOR_WEBHOOK, json=message, timeout=WEBHOOK_SECONDS
        )
        answer.raise_for_status()
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        logger.error("The operator's webhook failed: %s", type(error).__name__)
        return False
    return True
