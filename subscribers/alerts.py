"""Alerts (an outbox): tells the operator what needs a person, by letter and by webhook.

There are two kinds of webhook: `{"text": …}` as chat services take it, and one that is
signed (ALERT_WEBHOOK), which has an outbox of its own.

An alert is written down before it is sent and stays owed until it was: what could not be
sent is in the log, is tried again by `tell_owed`, and `/healthz` is not well meanwhile.
What the database would not take is kept by the process until it does.
Letters take the way that readers' letters take (DELIVERY_TRANSPORT).
"""

import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from email.utils import make_msgid, parseaddr

import httpx
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError, IntegrityError, InterfaceError, transaction
from django.template.loader import render_to_string
from django.utils import timezone

from subscribers.models import Alert
from subscribers.signatures import Salt, operators_token
from subscribers.webhooks import outbox
from subscribers.webhooks.endpoints import ALERTS, endpoint

logger = logging.getLogger(__name__)

WEBHOOK_SECONDS = 5.0
LETTER_SECONDS = 20
# How long until what could not be sent is tried again.
BETWEEN_TRIES = timedelta(minutes=1)
# So long may an alert be on its way before health speaks of it.
PATIENCE = timedelta(seconds=30)
LETTER, WEBHOOK, SIGNED = "letter", "webhook", "signed"
EVENT = "alert.raised"
# Alerts that are on no record yet: the database was away, full or read-only.
_unrecorded: deque[Alert] = deque(maxlen=100)


def ways() -> list[str]:
    """By what the operator is told now; nobody is where there is none."""
    return [
        *([LETTER] if settings.OPERATOR_EMAILS else []),
        *([WEBHOOK] if settings.OPERATOR_WEBHOOK else []),
        *([SIGNED] if endpoint(ALERTS) else []),
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


@dataclass(frozen=True, slots=True)
class Link:
    """A way on in one operator's letter: signed for them if it has a salt."""

    words: str
    path: str
    salt: str = ""
    value: str = ""

    def address(self, to: str) -> str:
        """Where it leads, for the operator it is for."""
        token = operators_token(Salt(self.salt), self.value, to) if self.salt else ""
        return f"{settings.BASE_URL}{self.path}{token}"


def ask(
    subject: str, text: str, *, once: str, to: str = "", links: Sequence[Link] = ()
) -> None:
    """Write to one operator about what they may settle by a link; without `to`, by webhook.

    Once for ever, and never before it is on record: raises what the database raises.
    """
    if Alert.objects.filter(once=once).exists():
        return
    owed = [LETTER] if to else [way for way in ways() if way != LETTER]
    alert = Alert(subject=subject[:200], text=text, owed=owed, once=once, to=to)
    alert.links = [asdict(link) for link in links]
    alert.next_at = alert.at + BETWEEN_TRIES
    try:
        with transaction.atomic():
            alert.save(force_insert=True)
    except IntegrityError:
        return  # another process was faster
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
    outbox.send_due(now)
    return told


def forget(now: datetime) -> None:
    """Remove what was told long ago: rows alone, for nothing leans on them any more."""
    before = now - timedelta(days=settings.ALERTS_KEPT_DAYS)
    Alert.objects.filter(owed=[], at__lt=before).delete()
    outbox.forget(before)


def untold(now: datetime) -> int:
    """How many alerts no operator has got, though they should have, for health."""
    owed = Alert.objects.owed().filter(at__lte=now - PATIENCE).count()
    return owed + outbox.late(now, PATIENCE)


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


def try_out(by: str) -> dict[str, str]:
    """Send a test by every way there is; by way what was wrong with it, "" if nothing.

    It is on record as an alert, and is not owed: who asks is told at once.
    """
    alert = Alert(
        subject="A test: alerts reach you",
        text=f"{by} asked whether alerts arrive. Nothing is wrong.",
        next_at=timezone.now(),
    )
    faults = {way: _ACTS[way](alert) for way in ways()}
    if SIGNED in faults and not faults[SIGNED]:
        call = outbox.latest(ALERTS)
        faults[SIGNED] = call.said if call else ""
    if not any(faults.values()):
        alert.told_at = timezone.now()
    alert.save()
    return faults


def _left(alert: Alert) -> list[str]:
    """The ways by which `alert` could not be sent now."""
    return [way for way in alert.owed if _ACTS[way](alert)]


def _write(alert: Alert) -> str:
    """Send it by letter; what was wrong, or nothing."""
    letter = EmailMultiAlternatives(
        f"[Crux] {' '.join(alert.subject.split())}",
        alert.text,
        settings.DEFAULT_FROM_EMAIL,
        [alert.to] if alert.to else settings.OPERATOR_EMAILS,
        headers=_headers(),
    )
    if alert.links:
        links = [Link(**kept) for kept in alert.links]
        led = [(one.words, one.address(alert.to)) for one in links]
        letter.body += "".join(f"\n\n{words}:\n{address}" for words, address in led)
        context = {"subject": alert.subject, "text": alert.text, "links": led}
        html = render_to_string("letters/operator.html", context)
        letter.attach_alternative(html, "text/html")
    try:
        way().send_messages([letter])
    except Exception as error:  # a provider's backend raises what it likes
        logger.error("The operator could not be told by letter: %s", error)
        return type(error).__name__
    return ""


def _headers() -> dict[str, str]:
    """Those of a letter that a program wrote (RFC 3834), of the sender's own domain."""
    _, _, domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")
    return {
        "Message-ID": make_msgid(domain=domain or None),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "OOF, AutoReply",
    }


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


def _hand_over(alert: Alert) -> str:
    """Put it into the outbox of signed webhooks, which tries again by itself."""
    data = {"subject": alert.subject, "text": alert.text, "at": alert.at.isoformat()}
    try:
        with transaction.atomic():
            call = outbox.put(ALERTS, EVENT, data)
        outbox.send(call, call.at)
    except (DatabaseError, InterfaceError) as error:
        logger.error("The webhook is not on record: %s", type(error).__name__)
        return type(error).__name__
    return ""


def _call(alert: Alert) -> str:
    """Post `{"text": …}`, which chat services take as it is."""
    message = {"text": f"{alert.subject}\n{alert.text}".strip()}
    try:
        answer = httpx.post(
            settings.OPERATOR_WEBHOOK, json=message, timeout=WEBHOOK_SECONDS
        )
        answer.raise_for_status()
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        logger.error("The operator's webhook failed: %s", type(error).__name__)
        return type(error).__name__
    return ""


_ACTS = {LETTER: _write, WEBHOOK: _call, SIGNED: _hand_over}
