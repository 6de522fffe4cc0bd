"""What a mail server's notice says: who was not reached, and in which words. Pure.

Delivery status notifications (RFC 3464), feedback reports (RFC 5965), automatic replies
(RFC 3834), and the prose of servers that follow none of them.
"""

import email
import json
import re
from dataclasses import dataclass
from email.header import decode_header, make_header
from email.message import Message
from enum import StrEnum
from html import unescape

LONGEST = 200_000
ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+\.[\w-]+|[\w.+-]+@localhost")
FIELD = re.compile(
    r"^(Final-Recipient|Original-Recipient|X-Actual-Recipient|Action|Status"
    r"|Diagnostic-Code|Remote-MTA|Reporting-MTA|Feedback-Type|Original-Rcpt-To"
    r"|Removal-Recipient|Original-Mail-From):[ \t]*(.*(?:\n[ \t]+\S.*)*)",
    re.IGNORECASE | re.MULTILINE,
)
# Where the notice ends and the letter it is about begins.
COPY = re.compile(
    r"^\W*(?:-+ ?(?:This is a copy of|Below this line is|The following is|Original message"
    r"|Unsent message|Undelivered message|Returned message|Message header|Start of|Copy of)"
    r"|Below is a copy"
    r"|(?:The )?(?:original|returned|undelivered|rejected) message (?:follows|is|was|below"
    r"|headers?)|Original message(?: headers?)?:|Message header follows|Here is a copy"
    r"|Message headers? follows?|Content-Type: message/rfc822|Return-Path: <)",
    re.IGNORECASE | re.MULTILINE,
)
ROBOTS = re.compile(
    r"^(?:mailer-daemon|post_master|mail-?daemon|postmaster|mmdf|uucp|root|noreply|no-reply)@",
    re.IGNORECASE,
)
NOTICE_SUBJECT = re.compile(
    r"undeliver|delivery (?:status|failure|report|error|problem|notification)"
    r"|fail(?:ed|ure)|return(?:ed|ing)|could ?n.?t be (?:sent|delivered)|not delivered"
    r"|rejected|bounce|non.?remis|mail ?(?:system )?error|warning: message|delayed"
    r"|mail could not",
    re.IGNORECASE,
)


# A line that begins with an address begins what is said about another recipient.
NEXT_RECIPIENT = re.compile(
    r"\n[ \t]*[<\"'(\[]?[\w.+-]+@[\w.-]+[>\"')\]]?\s*(?::|\n|\.\.\.)"
)


class NoticeKind(StrEnum):
    """What sort of message came to the bounce mailbox."""

    BOUNCE = "bounce"  # some recipient was not reached
    COMPLAINT = "complaint"  # a reader called a letter spam
    UNSUBSCRIBE = "unsubscribe"  # a mail program asks for its reader to be let go
    AUTOMATIC = "automatic"  # a vacation reply and the like: nothing to do
    OTHER = "other"  # a person wrote, or nobody can tell


@dataclass(frozen=True, slots=True)
class Failure:
    """One recipient who was not reached, and what was said about it."""

    recipient: str
    status: str  # enhanced status code such as 5.1.1; empty where none was given
    text: str
    action: str = ""  # of a DSN: failed, delayed, delivered, relayed, expanded


@dataclass(frozen=True, slots=True)
class Notice:
    """A message to the bounce mailbox, understood."""

    kind: NoticeKind
    failures: tuple[Failure, ...]
    # All of it as text, decoded: where to look for what names a delivery of ours.
    whole: str


def read(raw: bytes) -> Notice:
    """What `raw`, a message of any shape and line ends, says; never raises."""
    clean = raw[:LONGEST].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    # A mailbox file puts a line of its own before each message.
    if clean.startswith(b"From "):
        clean = clean.partition(b"\n")[2]
    message = email.message_from_bytes(clean)
    parts = list(_texts(message))
    whole = "\n".join([_headers(message), *(text for _, text in parts)])
    if (told := _told_as_json(parts)) is not None:
        return Notice(told[0], told[1], whole)
    if _is_feedback(message, parts):
        return Notice(NoticeKind.COMPLAINT, _complained(message, parts), whole)
    if re.match(r"(?i)\s*unsubscribe\b", _subject(message)):
        return Notice(NoticeKind.UNSUBSCRIBE, (), whole)
    failures = _reported(parts)
    if not failures and _is_notice(message):
        failures = _told(message, parts)
    if not failures and _is_automatic(message):
        return Notice(NoticeKind.AUTOMATIC, (), whole)
    kind = NoticeKind.BOUNCE if failures else NoticeKind.OTHER
    return Notice(kind, failures, whole)


def _texts(message: Message, depth: int = 0) -> list[tuple[str, str]]:
    """Content type and decoded text of every part, embedded messages included."""
    if depth > 8:
        return []
    kind = message.get_content_type()
    payload = message.get_payload()
    if isinstance(payload, list):
        found: list[tuple[str, str]] = []
        for part in payload:
            if not isinstance(part, Message):
                continue
            if kind.startswith("message/"):
                found.append((kind, _headers(part)))
            found += _texts(part, depth + 1)
        return found
    decoded = message.get_payload(decode=True)
    content = decoded if isinstance(decoded, bytes) else str(payload).encode()
    text = _decoded(content, message.get_content_charset())
    # Somebody may have forwarded the notice with a mark before each line.
    text = re.sub(r"(?m)^(?:>[ \t]?)+", "", text)
    return [(kind, _without_tags(text) if kind == "text/html" else text)]


def _decoded(content: bytes, charset: str | None) -> str:
    if b"\x1b$" in content:
        charset = "iso-2022-jp"
    for name in (charset, "utf-8"):
        try:
            return content.decode(name or "utf-8")
        except (LookupError, UnicodeDecodeError):
            continue
    return content.decode("latin-1")


def _headers(message: Message) -> str:
    text = "".join(f"{name}: {value}\n" for name, value in message.items()) + "\n"
    return _decoded(text.encode("utf-8", "replace"), None) if "\x1b$" in text else text


def _without_tags(html: str) -> str:
    text = re.sub(r"(?is)<(style|script)\b.*?</\1>", " ", html)
    text = re.sub(r"(?i)<(?:br|/p|/div|/tr|/li|/h\d)[^>]*>", "\n", text)
    return unescape(re.sub(r"<[^<>@]{0,500}>", " ", text))


def _told_as_json(
    parts: list[tuple[str, str]],
) -> tuple[NoticeKind, tuple[Failure, ...]] | None:
    """A notice of Amazon SES, which comes as JSON in a letter."""
    text = "\n".join(text for kind, text in parts if kind.startswith("text/"))
    at = text.find('{"')
    if at < 0 or "notificationType" not in text:
        return None
    try:
        # A mail server may have broken its one long line.
        body, _ = json.JSONDecoder(strict=False).raw_decode(text[at:].replace("\n", ""))
        body = json.loads(body["Message"]) if "Message" in body else body
        complained = body.get("complaint", {}).get("complainedRecipients", [])
        bounced = body.get("bounce", {}).get("bouncedRecipients", [])
        if complained:
            failures = [
                Failure(one["emailAddress"], "", "complaint") for one in complained
            ]
            return NoticeKind.COMPLAINT, tuple(failures)
        is_final = body.get("bounce", {}).get("bounceType") == "Permanent"
        failures = [
            Failure(
                one["emailAddress"],
                str(one.get("status", "5.1.1" if is_final else "4.0.0")),
                str(one.get("diagnosticCode", "")),
                "failed",
            )
            for one in bounced
        ]
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return (NoticeKind.BOUNCE if failures else NoticeKind.OTHER), tuple(failures)


def _is_feedback(message: Message, parts: list[tuple[str, str]]) -> bool:
    if "feedback-report" in str(message.get("Content-Type", "")).lower():
        return _feedback_type(parts) not in ("not-spam", "auth-failure")
    if any(kind == "message/feedback-report" for kind, _ in parts):
        return _feedback_type(parts) not in ("not-spam", "auth-failure")
    # Microsoft's programme sends the letter itself, with headers of its own.
    return any("x-hmxmroriginalrecipient:" in text.lower() for _, text in parts)


def _feedback_type(parts: list[tuple[str, str]]) -> str:
    found = (re.search(r"(?im)^Feedback-Type:\s*(\S+)", text) for _, text in parts)
    return next((match[1].lower() for match in found if match), "abuse")


def _complained(message: Message, parts: list[tuple[str, str]]) -> tuple[Failure, ...]:
    text = "\n".join(text for _, text in parts)
    for name in ("Original-Rcpt-To", "X-HmXmrOriginalRecipient", "Removal-Recipient"):
        found = re.findall(rf"(?im)^{name}:\s*<?([^\s<>]+@[^\s<>;]+)", text)
        if found:
            return tuple(Failure(one, "", "complaint") for one in found)
    addressed = re.findall(
        r"(?im)^(?:To|Delivered-To):.*?([^\s<>,;:]+@[^\s<>,;]+)", text
    )
    return tuple(Failure(one, "", "complaint") for one in addressed[:1])


def _is_automatic(message: Message) -> bool:
    submitted = str(message.get("Auto-Submitted", "")).lower()
    if submitted.startswith(("auto-replied", "auto-notified")):
        return True
    precedence = str(message.get("Precedence", "")).lower() == "auto_reply"
    other = any(
        message.get(name) for name in ("X-Autoreply", "X-Autorespond", "X-Autoresponse")
    )
    subject = _subject(message)
    said = re.match(
        r"(?i)\W*(?:auto(?:matic)?[ -]?(?:reply|response|antwort)|out of (?:the )?office"
        r"|vacation)",
        subject,
    )
    return precedence or other or said is not None


def _is_notice(message: Message) -> bool:
    """Whether a server wrote it; Exim marks its notices as automatic replies, too."""
    sender = str(message.get("From", ""))
    address = ADDRESS.search(sender)
    is_robot = bool(address and ROBOTS.match(address[0])) or bool(
        re.search(
            r"(?i)mailer.?daemon|mail delivery|postmaster|post_master|administrator|mail system",
            sender,
        )
    )
    failed = bool(message.get("X-Failed-Recipients"))
    subject = bool(NOTICE_SUBJECT.search(_subject(message)))
    is_empty = str(message.get("Return-Path", "")).strip() == "<>"
    return failed or is_robot or subject or (is_empty and not _is_automatic(message))


def _subject(message: Message) -> str:
    raw = str(message.get("Subject", ""))
    try:
        return str(make_header(decode_header(raw)))
    except (ValueError, LookupError, UnicodeDecodeError):
        return raw


def _reported(parts: list[tuple[str, str]]) -> tuple[Failure, ...]:
    """The recipients of a status notification, in whatever part its fields stand."""
    texts = [text for kind, text in parts if kind == "message/delivery-status"]
    prose = "\n".join(text for kind, text in parts if kind.startswith("text/"))
    if not texts:
        texts = [text for _, text in parts]
    failures: dict[str, Failure] = {}
    for block in re.split(r"\n[ \t]*\n", "\n\n".join(texts)):
        failure = _of_block(
            {name.lower(): value for name, value in FIELD.findall(block)}
        )
        if failure is None:
            continue
        if not _says_something(failure.text):
            failure = Failure(
                failure.recipient,
                failure.status,
                f"{failure.text} {_about(failure.recipient, prose)}".strip(),
                failure.action,
            )
        failures.setdefault(failure.recipient.lower(), failure)
    return tuple(failures.values())


def _of_block(fields: dict[str, str]) -> Failure | None:
    names = ("final-recipient", "x-actual-recipient", "original-recipient")
    found = (ADDRESS.search(fields.get(name, "")) for name in names)
    address = next((match[0] for match in found if match), "")
    if not address or not ({"action", "status", "diagnostic-code"} & fields.keys()):
        return None
    status = re.search(r"[245]\.\d{1,3}\.\d{1,3}", fields.get("status", ""))
    words = " ".join(fields.get("diagnostic-code", "").split())
    action = re.match(r"[a-z]+", fields.get("action", "").strip().lower())
    return Failure(
        address,
        status[0] if status else "",
        re.sub(r"(?i)^(?:smtp|x-unix|x-[\w-]+|dns|unknown)\s*;\s*", "", words),
        action[0] if action else "",
    )


def _says_something(text: str) -> bool:
    return len(re.findall(r"[A-Za-z]{3,}", text)) >= 2


def _about(recipient: str, prose: str) -> str:
    """What the prose says behind `recipient`; all of it where it is not named."""
    notice = _before_copy(prose)
    at = notice.lower().find(recipient.lower())
    if at < 0:
        return " ".join(notice[:1500].split())
    before = notice[notice.rfind("\n", 0, at) + 1 : at]
    said = notice[at + len(recipient) : at + 1500]
    following = NEXT_RECIPIENT.search(said)
    words = said[: following.start()] if following else said
    return " ".join(f"{before} {words}".split())


def _before_copy(text: str) -> str:
    found = COPY.search(text)
    return text[: found.start()] if found and found.start() > 40 else text


def _told(message: Message, parts: list[tuple[str, str]]) -> tuple[Failure, ...]:
    """What a server told in prose: each address with the words that follow it."""
    prose = "\n".join(text for kind, text in parts if kind.startswith("text/"))
    notice = _before_copy(prose)
    named = [
        match[0]
        for match in ADDRESS.finditer(str(message.get("X-Failed-Recipients", "")))
    ]
    ours = {match[0].lower() for match in ADDRESS.finditer(str(message.get("To", "")))}
    if not named:
        named = [
            match[0]
            for match in ADDRESS.finditer(notice)
            if match[0].lower() not in ours and not ROBOTS.match(match[0])
        ]
    if not named:
        named = _addressed(parts) or sorted(ours)[:1]
    failures: dict[str, Failure] = {}
    for address in dict.fromkeys(named):
        words = _about(address, prose)
        if not _says_something(words):
            words = " ".join(notice.split())[:1500]
        failures.setdefault(address.lower(), Failure(address, "", words))
        if len(failures) >= 20:
            break
    return tuple(failures.values())


def _addressed(parts: list[tuple[str, str]]) -> list[str]:
    """To whom the returned letter had been addressed."""
    text = "\n".join(text for _, text in parts)
    return re.findall(r"(?im)^To:.*?([^\s<>,;:\"]+@[^\s<>,;\"]+)", text)[:1]
