"""What a mail server's notice says: who was not reached, and in which words. Pure.

Delivery status notifications (RFC 3464), feedback reports (RFC 5965), automatic replies
(RFC 3834), and the prose of servers that follow none of them.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import Message
from enum import StrEnum

from subscribers.bounces import freeform as prose
from subscribers.bounces.freeform import ADDRESS, ROBOTS
from subscribers.bounces.mime_parts import Part, headers, parsed, parts_of, subject

FIELD = re.compile(
    r"^(Final-Recipient|Original-Recipient|X-Actual-Recipient|Action|Status"
    r"|Diagnostic-Code):[ \t]*(.*(?:\n[ \t]+\S.*)*)",
    re.IGNORECASE | re.MULTILINE,
)
NOTICE_SUBJECT = re.compile(
    r"undeliver|delivery (?:status|failure|report|error|problem|notification)"
    r"|fail(?:ed|ure)|returned|returning (?:message|mail)|could ?n.?t be (?:sent|delivered)|not delivered"
    r"|rejected|bounce|non.?remis|mail ?(?:system )?error|warning: message|delayed"
    r"|mail could not|non-?delivery|unzustell|onbestelbaar|nicht zugestellt|no entregad"
    r"|não entregue|non recapit|niet bezorgd|недостав|не доставлен|配信|送信でき",
    re.IGNORECASE,
)
SERVERS = re.compile(
    r"mailer.?daemon|mail delivery|postmaster|post_master|administrator|mail system",
    re.IGNORECASE,
)
# In the text of a message that came without a sender, as notices do.
FAILED = re.compile(
    r"undeliver|deliver\w* fail|fail\w* to deliver|fail\w* recipient|permanent (?:error|fail)"
    r"|(?:could|can|was|were|been) ?n[o']?t (?:be )?(?:deliver|sent|accept)"
    r"|user unknown|unknown (?:user|address|recipient)|no such (?:user|address|recipient)"
    r"|(?:does not|doesn't) exist|mailbox (?:is )?(?:full|unavailable)",
    re.IGNORECASE,
)
# Who wants no answer may be anybody's program.
SHY = re.compile(r"no-?reply@", re.IGNORECASE)
# What no person writes: a reply code beside an enhanced one, as servers quote them.
QUOTED_CODES = re.compile(
    r"(?<![\d.])([45])\d\d[ -]+\(?#?\1\.\d{1,3}\.\d{1,3}(?![\d.])"
)
AUTOMATIC_SUBJECT = re.compile(
    r"\W*(?:auto(?:matic)?[ -]?(?:reply|response|antwort)|out of (?:the )?office"
    r"|vacation)",
    re.IGNORECASE,
)
# Feedback that is no complaint (RFC 6591, RFC 6430 and "I do want this").
NO_COMPLAINT = frozenset({"not-spam", "auth-failure", "dmarc"})


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
    around: str = ""  # what the notice says besides, to ask where `text` tells nothing


@dataclass(frozen=True, slots=True)
class Notice:
    """A message to the bounce mailbox, understood."""

    kind: NoticeKind
    failures: tuple[Failure, ...]
    # All of it as text, decoded: where to look for what names a delivery of ours.
    whole: str


def read(raw: bytes) -> Notice:
    """What `raw`, a message of any shape and line ends, says; never raises."""
    message = parsed(raw)
    every = list(parts_of(message))
    # What the returned letter says of itself counts where there is nothing else: then
    # somebody forwarded a notice whole.
    own = [part for part in every if not part.is_copy] or every
    whole = "\n".join([headers(message), *(part.text for part in every)])
    if (told := _told_as_json(own)) is not None:
        return Notice(told[0], told[1], whole)
    if (feedback := _feedback_type(message, every)) is not None:
        if feedback in NO_COMPLAINT:
            return Notice(NoticeKind.OTHER, (), whole)
        return Notice(NoticeKind.COMPLAINT, _complained(every), whole)
    if re.match(r"(?i)\s*unsubscribe\b", subject(message)):
        return Notice(NoticeKind.UNSUBSCRIBE, (), whole)
    notice = _prose(own)
    failures = _reported(own, notice) or _reported(every, notice)
    if not failures and _is_notice(message, notice):
        failures = _told(message, notice, every)
    if not failures and _is_automatic(message):
        return Notice(NoticeKind.AUTOMATIC, (), whole)
    kind = NoticeKind.BOUNCE if failures else NoticeKind.OTHER
    return Notice(kind, failures, whole)


def _told_as_json(
    parts: Sequence[Part],
) -> tuple[NoticeKind, tuple[Failure, ...]] | None:
    """A notice of Amazon SES, which comes as JSON in a letter."""
    text = "\n".join(part.text for part in parts if part.is_prose)
    at = text.find("{")
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


def _feedback_type(message: Message, parts: Sequence[Part]) -> str | None:
    """What a feedback report calls itself; None where the message is none."""
    is_report = "feedback-report" in str(message.get("Content-Type", "")).lower()
    if is_report or any(part.kind == "message/feedback-report" for part in parts):
        found = (re.search(r"(?im)^Feedback-Type:\s*(\S+)", p.text) for p in parts)
        return next((match[1].lower() for match in found if match), "abuse")
    # Microsoft's programme sends the letter itself, with headers of its own.
    is_letter = any("x-hmxmroriginalrecipient:" in p.text.lower() for p in parts)
    return "abuse" if is_letter else None


def _complained(parts: Sequence[Part]) -> tuple[Failure, ...]:
    text = "\n".join(part.text for part in parts)
    for name in ("Original-Rcpt-To", "X-HmXmrOriginalRecipient", "Removal-Recipient"):
        found = re.findall(rf"(?im)^{name}:\s*<?([^\s<>]+@[^\s<>;]+)", text)
        if found:
            return tuple(Failure(one, "", "complaint") for one in found)
    addressed = _addressed(parts, r"(?im)^(?:To|Delivered-To):(.*)")
    return tuple(Failure(one, "", "complaint") for one in addressed)


def _is_automatic(message: Message) -> bool:
    submitted = str(message.get("Auto-Submitted", "")).lower()
    if submitted.startswith(("auto-replied", "auto-notified")):
        return True
    precedence = str(message.get("Precedence", "")).lower() == "auto_reply"
    other = any(
        message.get(name) for name in ("X-Autoreply", "X-Autorespond", "X-Autoresponse")
    )
    return precedence or other or bool(AUTOMATIC_SUBJECT.match(subject(message)))


def _is_notice(message: Message, notice: str) -> bool:
    """Whether a server wrote it; Exim marks its notices as automatic replies, too."""
    sender = str(message.get("From", ""))
    address = ADDRESS.search(sender)
    is_shy = bool(address and SHY.match(address[0]))
    is_robot = bool(address and ROBOTS.match(address[0])) and not is_shy
    is_robot = is_robot or bool(SERVERS.search(sender))
    if is_robot or message.get("X-Failed-Recipients"):
        return True
    if NOTICE_SUBJECT.search(subject(message)):
        return True
    if message.get_content_type() == "multipart/report":
        return True
    if _is_automatic(message):
        return False
    is_empty = str(message.get("Return-Path", "")).strip() == "<>"
    if (is_empty or is_shy) and FAILED.search(notice):
        return True
    return bool(QUOTED_CODES.search(notice))


def _prose(parts: Sequence[Part]) -> str:
    """What people would read as the notice itself."""
    texts = [prose.before_copy(part.text) for part in parts if part.is_prose]
    return "\n".join(text for text in texts if text.strip())


def _reported(parts: Sequence[Part], notice: str) -> tuple[Failure, ...]:
    """The recipients of a status notification, in whatever part its fields stand."""
    texts = [part.text for part in parts if part.kind == "message/delivery-status"]
    if not texts:
        texts = [part.text for part in parts]
    failures: dict[str, Failure] = {}
    for block in re.split(r"\n[ \t]*\n", "\n\n".join(texts)):
        for fields in _recipients(block):
            if (failure := _of_fields(fields)) is not None:
                failures.setdefault(failure.recipient.lower(), failure)
    return tuple(
        Failure(
            failure.recipient,
            failure.status,
            failure.text,
            failure.action,
            prose.about(failure.recipient, notice, failures),
        )
        for failure in failures.values()
    )


def _recipients(block: str) -> list[dict[str, str]]:
    """The fields of each recipient; some servers leave no blank line between two."""
    found: list[dict[str, str]] = [{}]
    for name, value in FIELD.findall(block):
        if name.lower() in found[-1]:
            found.append({})
        found[-1][name.lower()] = value
    return found


def _of_fields(fields: dict[str, str]) -> Failure | None:
    names = ("final-recipient", "x-actual-recipient", "original-recipient")
    found = [address for one in names if (address := _recipient(fields.get(one, "")))]
    # A host without a dot is a name that only they know: then the one we wrote to.
    address = next(
        (one for one in found if "." in one.rpartition("@")[2]), "".join(found[:1])
    )
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


def _recipient(value: str) -> str:
    """The address of `rfc822; a@b`, of a host without a dot, too; empty without one."""
    if found := ADDRESS.search(value):
        return found[0]
    bare = re.match(
        r"\s*rfc822\s*;\s*<?([^\s<>@;]+@[\w-]+)>?\s*$", value, re.IGNORECASE
    )
    return bare[1] if bare else ""


def _told(message: Message, notice: str, parts: Sequence[Part]) -> tuple[Failure, ...]:
    """What a server told in prose: each address with the words that follow it."""
    ours = {match[0].lower() for match in ADDRESS.finditer(str(message.get("To", "")))}
    named = ADDRESS.findall(str(message.get("X-Failed-Recipients", "")))
    named = named or prose.recipients(notice, ours)
    named = named or _addressed(parts) or sorted(ours)[:1]
    everything = prose.flat(notice)
    failures: dict[str, Failure] = {}
    for address in named[: prose.MOST_RECIPIENTS]:
        words = prose.about(address, notice, named)
        failure = Failure(address, "", words, around=everything)
        failures.setdefault(address.lower(), failure)
    return tuple(failures.values())


def _addressed(parts: Sequence[Part], header: str = r"(?im)^To:(.*)") -> list[str]:
    """To whom the returned letter had been addressed; nobody or one."""
    for value in re.findall(header, "\n".join(part.text for part in parts)):
        if found := ADDRESS.search(value):
            return [found[0]]
    return []
