"""Mail that comes in: who may ask, read as a request; and the letter that answers it.

Only from senders who are on the desk's list and whom the receiving server knows to be
them (`authentication`). What a program wrote is left alone: two that answer each other
never end (RFC 3834).
"""

import re
from email.message import Message
from email.utils import getaddresses
from enum import StrEnum

import idna
import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone

from agents.access.limits import limits
from agents.arrivals import taking
from agents.arrivals.authentication import vouches_for
from agents.models import AllowedSender, Arrival
from agents.registry.contract import Trigger
from subscribers import alerts
from subscribers.addresses import comparable, domain_of, normalised
from subscribers.bounces import mime_parts
from subscribers.bounces.writers import Writer, answers_itself, writer_of

logger = structlog.get_logger(__name__)

SOURCE = "mail"
LONGEST_WORDS = 4_000
# Requests of one sender within an hour.
PER_HOUR = 30
_ID = re.compile(r"<([\x21-\x3b\x3d\x3f-\x7e]{3,250})>")
_OURS = re.compile(r"\Acrux\.([0-9a-f]{32})@")
_BULK = frozenset({"bulk", "junk", "list"})
_SIGNATURE = re.compile(r"^-- ?$", re.MULTILINE)
_QUOTED = re.compile(
    r"^(?:>.*|On .{1,200} wrote:|Am .{1,200} schrieb .{1,200}:|-{2,} ?(?:Original|"
    r"Ursprüngliche|Forwarded).*)$",
    re.MULTILINE,
)


class Came(StrEnum):
    """What became of a message."""

    TAKEN = "taken"
    BEFORE = "taken before"
    OFF = "no mail is taken: set INBOUND_ADDRESS and INBOUND_AUTHSERV_ID"
    PROGRAM = "a program wrote it"
    STRANGER = "its sender is not allowed"
    UNPROVEN = "neither DKIM nor SPF of its sender's domain passed at our server"
    EMPTY = "it says nothing"
    TOO_MANY = "its sender sent too many this hour"


def is_open() -> bool:
    """Whether mail is taken at all."""
    return bool(settings.INBOUND_ADDRESS and settings.INBOUND_AUTHSERV_ID)


def take(raw: bytes) -> Came:
    """Take one message as it lies in a mailbox; what it is not, nobody is told by mail."""
    came = _take(mime_parts.parsed(raw))
    logger.info("mail_came", became=came.name.lower())
    return came


def _take(message: Message) -> Came:
    if not is_open():
        return Came.OFF
    sender = _sender_of(message)
    if _is_of_a_program(message, sender):
        return Came.PROGRAM
    allowed = AllowedSender.objects.filter(address__iexact=sender, is_on=True).first()
    if not sender or allowed is None:
        return Came.STRANGER
    told = [str(one) for one in message.get_all("Authentication-Results", [])]
    ours = settings.INBOUND_AUTHSERV_ID
    if not any(vouches_for(one, told, ours) for one in _spellings(domain_of(sender))):
        return Came.UNPROVEN
    words = words_of(message)
    named = _ids(message, "Message-ID")
    if not words or not named:
        return Came.EMPTY
    if limits.take("mail", sender, PER_HOUR, timezone.now()).is_used_up:
        return Came.TOO_MANY
    return _keep(message, sender, allowed, words, named[0])


def _keep(
    message: Message, sender: str, allowed: AllowedSender, words: str, uid: str
) -> Came:
    now = timezone.now()
    arrival = Arrival(
        source=SOURCE,
        key=uid if len(uid) <= 110 else taking.named(uid),
        trigger=Trigger.EMAIL,
        status=Arrival.Status.WAITING,
        newsletter=allowed.newsletter,
        sender=comparable(allowed.address),
        reply_to=uid,
        subject=" ".join(mime_parts.subject(message).split())[:300],
        words=words,
        at=now,
        next_at=now,
    )
    before = _answered(message, arrival.sender)
    if before:
        arrival.thread, arrival.conversation = before.thread, before.conversation
    arrival.thread = arrival.thread or str(arrival.uid)
    try:
        taking.take(arrival)
    except taking.TakenBefore:
        return Came.BEFORE
    return Came.TAKEN


def words_of(message: Message) -> str:
    """What its writer says: the first text, without what it quotes and its signature."""
    parts = [one for one in mime_parts.parts_of(message) if not one.is_copy]
    plain = [one.text for one in parts if one.kind == "text/plain"]
    text = next(
        iter(plain or [one.text for one in parts if one.kind == "text/html"]), ""
    )
    text = text[: 10 * LONGEST_WORDS]
    for ends in (_SIGNATURE, _QUOTED):
        if found := ends.search(text):
            text = text[: found.start()]
    words = text.strip() or mime_parts.subject(message).strip()
    return words[:LONGEST_WORDS]


def _sender_of(message: Message) -> str:
    """The one address that it is from; "" where it names none, or several."""
    fields = message.get_all("From", [])
    if len(fields) != 1:
        return ""
    found = getaddresses([mime_parts.printable(str(fields[0]))[:1000]])
    if len(found) != 1:
        return ""
    address = comparable(found[0][1])
    # `xn--…` is one spelling of a domain beyond ASCII, and the desk's list has the other.
    return comparable(normalised(address) or address) if address.count("@") == 1 else ""


def _spellings(domain: str) -> set[str]:
    """A domain beyond ASCII as it is written, and as DKIM and SPF know it (RFC 5891)."""
    try:
        return {domain, idna.encode(domain, uts46=True).decode()}
    except idna.IDNAError:
        return {domain}


def _is_of_a_program(message: Message, sender: str) -> bool:
    """An automatic answer, a bounce, a list's letter, or our own."""

    def said(name: str) -> str:
        return mime_parts.field(message, name).strip().lower()

    ours = {settings.INBOUND_ADDRESS, settings.DEFAULT_FROM_EMAIL}
    return (
        answers_itself(message)
        or said("Auto-Submitted") not in {"", "no"}
        or said("Precedence") in _BULK
        or any(said(name) for name in ("List-Id", "List-Unsubscribe"))
        or said("Return-Path") == "<>"
        or writer_of(message) is not Writer.PERSON
        or message.get_content_type() == "multipart/report"
        or sender in {comparable(one) for one in ours}
    )


def _answered(message: Message, sender: str) -> Arrival | None:
    """The request of this sender that it goes on from, by the answer that it answers."""
    for name in ("In-Reply-To", "References"):
        for uid in reversed(_ids(message, name)[-20:]):
            if ours := _OURS.match(uid):
                rows = Arrival.objects.filter(uid=ours[1], sender=sender, source=SOURCE)
                if found := rows.first():
                    return found
    return None


def _ids(message: Message, name: str) -> list[str]:
    return _ID.findall(mime_parts.field(message, name))


# --- The answer ----------------------------------------------------------------------


def letter(arrival: Arrival) -> EmailMessage:
    """The answer, to who asked and nobody else; in their thread, and marked as automatic."""
    subject = " ".join(arrival.subject.split()) or "Your request"
    is_answer = subject.lower().startswith("re:")
    host = domain_of(settings.INBOUND_ADDRESS) or "localhost"
    asked = f"<{arrival.reply_to}>"
    return EmailMessage(
        subject if is_answer else f"Re: {subject}",
        arrival.answer,
        settings.DEFAULT_FROM_EMAIL,
        [arrival.sender],
        reply_to=[settings.INBOUND_ADDRESS],
        headers={
            "Message-ID": f"<crux.{arrival.uid.hex}@{host}>",
            "In-Reply-To": asked,
            "References": asked,
            "Auto-Submitted": "auto-replied",
            "X-Auto-Response-Suppress": "All",
        },
    )


def answer(arrival: Arrival) -> str:
    """Send it; what was wrong, "" if it left."""
    is_still_allowed = AllowedSender.objects.filter(
        address__iexact=arrival.sender, is_on=True
    ).exists()
    if not is_still_allowed:
        return "its sender is allowed no more"
    try:
        alerts.way().send_messages([letter(arrival)])
    except Exception as error:  # a provider's backend raises what it likes
        logger.error("mail_not_answered", why=type(error).__name__)
        return type(error).__name__
    return ""
