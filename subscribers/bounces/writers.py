"""Who wrote a message: a mailer daemon, a postmaster, a person. Pure.

People write as postmaster, too, and programs answer for people; a server's notice comes
from nobody, that is, with an empty return path (RFC 5321, 4.5.5).
"""

import re
from email.message import Message
from email.utils import parseaddr
from enum import IntEnum

from subscribers.bounces.mime_parts import field, subject

# Names that no person has.
DAEMONS = re.compile(
    r"(?:mailer|mail|m)[-_. ]?daemon\b|mail[._-]delivery[._-](?:sub)?system@",
    re.IGNORECASE,
)
DAEMON_NAMES = re.compile(
    r"mailer.?daemon|mail (?:delivery|deliver) (?:sub)?system", re.IGNORECASE
)
# Names that servers write under, and people.
CLERKS = re.compile(
    r"\"?(?:post_?master|mail-?(?:admin\w*|master|er|system|server)?|mmdf|uucp|daemon"
    r"|sys(?:tem)?[ .]?admin(?:istrator)?|double-bounce|bounces?|imss|smtp\w*|mta)\"?@"
    r"|[\w.-]*-postmaster@|no-?reply@|[^@]*$",
    re.IGNORECASE,
)
# Of these, names under which offices answer: not even an empty return path tells.
OFFICES = re.compile(r"(?:no-?reply|mail)@", re.IGNORECASE)
NOBODY = re.compile(r"<>$|<?mailer-daemon\b", re.IGNORECASE)
_ADDRESS = re.compile(r"(?<![^\s<>,;:\"])[^\s<>,;:\"@]+@[^\s<>,;:\"@]+")
ANSWER = re.compile(
    r"\s*(?:re|aw|antw|sv|vs|r[eé]f?|rv|tr|wg|fwd?|i|odp|отв?|回复|返信)\s*(?:\[\d+\])?[:：]",  # noqa: RUF001
    re.IGNORECASE,
)


class Writer(IntEnum):
    """How surely a mail server wrote."""

    PERSON = 0
    CLERK = 1  # a name of servers and of people: only its very first words tell
    SERVER = 2


def writer_of(message: Message) -> Writer:
    """Who wrote `message`, as far as its head tells."""
    if ANSWER.match(subject(message)):
        return Writer.PERSON
    name, address = _named_in(message)
    returns_to = field(message, "Return-Path").strip()
    is_from_nobody = bool(NOBODY.match(returns_to))
    if DAEMONS.match(address):
        return Writer.SERVER
    if DAEMON_NAMES.search(name) and (is_from_nobody or not address):
        return Writer.SERVER
    if not CLERKS.match(address):
        return Writer.PERSON
    is_exim = bool(message.get("X-Failed-Recipients"))
    is_answer = answers_itself(message) or OFFICES.match(address)
    is_server = is_from_nobody and (is_exim or not is_answer)
    return Writer.SERVER if is_server else Writer.CLERK


def sender_of(message: Message) -> str:
    """The address it claims to be from, in small letters."""
    return _named_in(message)[1].lower()


def _named_in(message: Message) -> tuple[str, str]:
    """Name and address that it is from; the first address where it has several.

    Where a field names more than one, some Pythons answer neither (CVE-2023-27043).
    """
    told = field(message, "From")
    name, address = parseaddr(told)
    if not (name or address) and (found := _ADDRESS.search(told)):
        return "", found[0]
    return name, address


def answers_itself(message: Message) -> bool:
    """Whether its headers say that a program answered (RFC 3834)."""
    if field(message, "Auto-Submitted").strip().lower().startswith("auto-replied"):
        return True
    if field(message, "Precedence").strip().lower() == "auto_reply":
        return True
    names = ("X-Autoreply", "X-Autorespond", "X-Autoresponse")
    return any(message.get(name) for name in names)
