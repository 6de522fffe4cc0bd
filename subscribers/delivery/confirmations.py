"""Double opt-in, and access to one's data: letters that ask to confirm, sent by a task.

They hold no word that a stranger could have chosen.
"""

import logging
from contextlib import closing
from datetime import datetime, timedelta
from email.utils import format_datetime, formataddr

from django.conf import settings
from django.db.models import F, Q
from django.template.loader import render_to_string

from newsletter.drafts.html import in_columns
from newsletter.issues.imprint import imprint
from newsletter.translations import catalogue_of, speaking
from subscribers.consent import abuse, tokens
from subscribers.consent.tokens import Purpose
from subscribers.delivery.transports.base import Result, Unreachable
from subscribers.delivery.transports.table import open_confirmations
from subscribers.letters import mime
from subscribers.letters.compose import envelope_address, sender_of, signed
from subscribers.letters.envelope import Letter, Parts
from subscribers.models import Confirmation, Subscriber, Suppression

logger = logging.getLogger(__name__)

# Whoever sends one has this long; then another may, for two letters do no harm.
LEASE = timedelta(minutes=10)
# What is refused for now is tried again after 10, 20, 40 minutes …, for 21 hours.
MOST_ATTEMPTS = 8
# What the templates of a letter are called; a confirmation's kind is its link's purpose.
TEMPLATES = {
    Purpose.CONFIRM: "confirm",
    Purpose.OWN_DATA: "own_data",
    Purpose.NEW_ADDRESS: "new_address",
    Purpose.OLD_ADDRESS: "old_address",
}
ABOUT_A_SECOND = 50


def send_due(now: datetime) -> int:
    """Send the confirmation letters that are due, within the hour's limit; how many."""
    claimed = _claim(now, min(ABOUT_A_SECOND, abuse.confirmations_left(now)))
    if not claimed:
        return 0
    by_id = {confirmation.pk: confirmation for confirmation in claimed}
    sent = 0
    with closing(open_confirmations()) as transport:
        try:
            for letter, outcome in transport.carry(map(compose, claimed)):
                confirmation = by_id.pop(letter.delivery_id)
                _settle(confirmation, outcome.result, now)
                sent += outcome.result is Result.ACCEPTED
        except Unreachable as error:
            logger.warning("Confirmation letters wait: %s", error)
            # Nothing of these has left: that was no try, and they are due as before.
            Confirmation.objects.filter(pk__in=by_id).update(
                due_at=now, attempts=F("attempts") - 1
            )
    return sent


def _settle(confirmation: Confirmation, result: Result, now: datetime) -> None:
    row = Confirmation.objects.filter(pk=confirmation.pk)
    match result:
        case Result.ACCEPTED:
            row.update(sent_at=now, due_at=None)
        case Result.REJECTED:
            row.update(due_at=None)
        case _:
            row.update(due_at=now + LEASE * 2**confirmation.attempts)


def compose(confirmation: Confirmation) -> Letter:
    """The letter of `confirmation`; the language and the words are the newsletter's."""
    subscriber = confirmation.subscriber
    newsletter = subscriber.newsletter
    sender_name, sender_address = sender_of(newsletter)
    purpose = Purpose(confirmation.kind)
    name = TEMPLATES[purpose]
    address, row_id = _about(confirmation)
    recipient = envelope_address(address)
    token = tokens.make(purpose, row_id)
    context = {
        "newsletter": newsletter,
        "link": tokens.link(purpose, token),
        "days": tokens.LASTS[purpose].days,
        "base_url": settings.BASE_URL,
        "imprint": imprint(),
    }
    with speaking(newsletter.language):
        subject = render_to_string(f"letters/{name}_subject.txt", context).strip()
        text = in_columns(render_to_string(f"letters/{name}.txt", context))
        html = render_to_string(f"letters/{name}.html", context)
    sender = formataddr((sender_name, sender_address))
    domain = sender_address.rpartition("@")[2]
    headers = {
        "Date": format_datetime(confirmation.asked_at),
        "Message-ID": f"<confirm.{confirmation.pk}.{token[-12:]}@{domain}>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "OOF, AutoReply",
        "Content-Language": catalogue_of(newsletter.language),
    }

    def content(*, eight_bit: bool) -> bytes:
        lines = [
            mime.mailbox("From", sender_name, sender_address),
            f"To: {recipient}\r\n".encode(),
            mime.header("Subject", subject),
            *(mime.header(name, value) for name, value in headers.items()),
        ]
        message = mime.message(lines, text, html, eight_bit=eight_bit)
        return signed(message, domain)

    return Letter(
        delivery_id=confirmation.pk,
        # A provider that knows a letter by its key takes each try for another.
        reference=f"confirm.{confirmation.pk}.{confirmation.attempts}",
        envelope_sender=sender_address,
        recipient=recipient,
        content=content,
        parts=lambda: Parts(subject, sender, text, html, headers),
    )


def _about(confirmation: Confirmation) -> tuple[str, int]:
    """Where the letter goes, and the id that its link names."""
    change, subscriber = confirmation.change, confirmation.subscriber
    if change is None:
        return subscriber.address, subscriber.pk
    is_to_new = confirmation.kind == Confirmation.Kind.NEW_ADDRESS
    return change.address if is_to_new else change.old_address, change.pk


def _claim(now: datetime, most: int) -> list[Confirmation]:
    """Take what is due; each row is moved ahead by a filtered update, so once only."""
    Confirmation.objects.filter(attempts__gte=MOST_ATTEMPTS).update(due_at=None)
    barred = Suppression.objects.exclude(
        reason__in=(Suppression.Reason.ERASED, Suppression.Reason.BOUNCED)
    ).values("address_hash")
    due = (
        Confirmation.objects.select_related("subscriber__newsletter", "change")
        .filter(
            # Whoever complained may still want to see and erase what is stored.
            Q(kind=Confirmation.Kind.OWN_DATA)
            # Once it is settled otherwise its addresses are forgotten.
            | Q(change__isnull=False) & ~Q(change__address="")
            | Q(subscriber__status=Subscriber.Status.PENDING)
            & ~Q(subscriber__address_hash__in=barred),
            due_at__lte=now,
        )
        .order_by("due_at")[:most]
    )
    return [
        confirmation
        for confirmation in due
        if Confirmation.objects.filter(
            pk=confirmation.pk, due_at=confirmation.due_at
        ).update(due_at=now + LEASE, attempts=F("attempts") + 1)
    ]
