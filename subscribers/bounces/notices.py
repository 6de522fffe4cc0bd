"""Bounce messages (DSN), feedback reports (ARF), automatic replies, understood. Pure.

Anybody can write to a bounce mailbox, and people answer letters with any headline. Only
what a program wrote as a report counts: a multipart/report (RFC 3462) with the fields of
RFC 3464 or RFC 5965; or prose in the words of a known server, without a sender.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import Message
from enum import StrEnum

from subscribers.bounces import freeform
from subscribers.bounces.freeform import ADDRESS
from subscribers.bounces.mime_parts import (
    RETURNED,
    MimePart,
    field,
    headers,
    parsed,
    parts_of,
    subject,
)
from subscribers.bounces.phrases import Sign, sign
from subscribers.bounces.writers import Writer, answers_itself, sender_of, writer_of

FIELD = re.compile(
    r"^(Final-Recipient|Original-Recipient|X-Actual-Recipient|Action|Status"
    r"|Diagnostic-Code):[ \t]*(.*(?:\n[ \t]+\S.*)*)",
    re.IGNORECASE | re.MULTILINE,
)
STATUS = frozenset({"message/delivery-status", "message/global-delivery-status"})
# Read receipts (RFC 8098) name a recipient, too.
RECEIPT = "message/disposition-notification"
# Where the address stands to which a message came.
ENVELOPE = ("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To")
OURS = re.compile(r"^X-Delivery-ID:[ \t]*(\S{1,80})", re.IGNORECASE | re.MULTILINE)
IDS = re.compile(r"^Message-ID:\s{0,9}<([^<>\s]{1,300})>", re.IGNORECASE | re.MULTILINE)
# A program says what it is in its first words.
OPENING = 900
ORNAMENTS = " *-=_#!\t"
# Feedback in which a reader calls a letter spam; a filter's verdicts are none.
COMPLAINTS = frozenset({"abuse", "opt-out", "opt-out-list"})
MICROSOFT = re.compile(r"(?im)^X-HmXmrOriginalRecipient:")


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
    aliases: tuple[str, ...] = ()  # other names the report has for the recipient


@dataclass(frozen=True, slots=True)
class Notice:
    """A message to the bounce mailbox, understood."""

    kind: NoticeKind
    failures: tuple[Failure, ...]
    # What names a delivery of ours, if anything does: the addresses that the message
    # came to, and the head of the letter that it returns. Nothing else counts.
    envelope: str = ""
    returned: str = ""
    # The Message-ID of the letter that it returns. It names none of ours by itself, but
    # where it is another's, the report is about another's letter.
    message_ids: str = ""
    # All of it as text, decoded: where a token to unsubscribe may stand.
    whole: str = ""
    # Who says so in prose, by its own word; empty for a report in the standard form.
    teller: str = ""


def read(raw: bytes) -> Notice:
    """What `raw`, a message of any shape and line ends, says."""
    message = parsed(raw)
    every = list(parts_of(message))
    kind, failures, returned = _understood(message, every)
    return Notice(
        kind,
        failures,
        envelope="\n".join(field(message, name) for name in ENVELOPE),
        returned="\n".join(OURS.findall(returned)),
        message_ids="\n".join(IDS.findall(returned)),
        whole="\n".join([headers(message), *(part.text for part in every)]),
        teller="" if any(part.kind in STATUS for part in every) else sender_of(message),
    )


_Understood = tuple[NoticeKind, tuple[Failure, ...], str]


def _understood(message: Message, every: Sequence[MimePart]) -> _Understood:
    """The kind, the recipients, and where the returned letter's headers stand."""
    own = [part for part in every if not part.is_copy]
    is_person = writer_of(message) is Writer.PERSON
    if not is_person and (told := _told_as_json(own)) is not None:
        return told
    returned = _head_of_copy(every)
    if (feedback := _feedback_type(message, own, returned)) is not None:
        if feedback not in COMPLAINTS:
            return NoticeKind.OTHER, (), ""
        return NoticeKind.COMPLAINT, _complained(every), returned
    if re.match(r"(?i)\s*unsubscribe\b", subject(message)):
        return NoticeKind.UNSUBSCRIBE, (), ""
    notice = _prose(own)
    failures = _failures(message, own, every, notice)
    if failures:
        returned = returned or "\n".join(part.text for part in own)
        return NoticeKind.BOUNCE, failures, returned
    kind = NoticeKind.AUTOMATIC if _is_automatic(message, own) else NoticeKind.OTHER
    return kind, (), ""


def _failures(
    message: Message, own: Sequence[MimePart], every: Sequence[MimePart], notice: str
) -> tuple[Failure, ...]:
    """Who was not reached; nobody where no program says so in a report."""
    if any(part.kind == RECEIPT for part in own):
        return ()
    writer = writer_of(message)
    is_report = message.get_content_type() == "multipart/report"
    if any(part.kind in STATUS for part in own):
        is_believed = is_report or writer is Writer.SERVER
        failures = _reported(own, notice) if is_believed else ()
        if failures or not is_report:
            return failures
    if not _is_notice(message, notice, writer):
        return ()
    return _reported(own, notice) or _told(message, notice, every)


def _is_notice(message: Message, notice: str, writer: Writer) -> bool:
    """Whether the prose is a server's, of a letter that it has given up."""
    if writer is Writer.PERSON:
        return False
    own_words = "\n".join(
        line for line in notice.splitlines() if not line.lstrip().startswith(">")
    )
    opening = freeform.flat(own_words[:OPENING])
    is_over = bool(sign(Sign.GIVEN_UP).search(opening))
    if sign(Sign.DELIVERED).search(opening):
        return False
    if sign(Sign.DELAYED).search(opening) and not is_over:
        return False
    if sign(Sign.FORM).match(opening.lstrip(ORNAMENTS)):
        return True
    is_exim = bool(message.get("X-Failed-Recipients"))
    is_told = is_exim or bool(sign(Sign.FAILED).search(opening))
    return writer is Writer.SERVER and is_told


def _head_of_copy(parts: Sequence[MimePart]) -> str:
    """The headers of the letter that is returned; empty where none is a part."""
    for part in parts:
        if part.kind in RETURNED:
            return part.text.lstrip("\n").partition("\n\n")[0]
    return ""


def _told_as_json(parts: Sequence[MimePart]) -> _Understood | None:
    """A notice of Amazon SES, which comes as JSON in a letter."""
    text = "\n".join(part.text for part in parts if part.is_prose).lstrip()
    if not text.startswith("{") or "notificationType" not in text:
        return None
    try:
        # A mail server may have broken its one long line.
        body, _ = json.JSONDecoder(strict=False).raw_decode(text.replace("\n", ""))
        body = json.loads(body["Message"]) if "Message" in body else body
        returned = "".join(
            f"{one['name']}: {one['value']}\n"
            for one in body.get("mail", {}).get("headers", [])
        )
        complained = body.get("complaint", {}).get("complainedRecipients", [])
        bounced = body.get("bounce", {}).get("bouncedRecipients", [])
        if complained:
            failures = [
                Failure(one["emailAddress"], "", "complaint") for one in complained
            ]
            return NoticeKind.COMPLAINT, tuple(failures), returned
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
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    kind = NoticeKind.BOUNCE if failures else NoticeKind.OTHER
    return kind, tuple(failures), returned


def _feedback_type(
    message: Message, own: Sequence[MimePart], returned: str
) -> str | None:
    """What a feedback report calls itself; None where the message is none."""
    reports = [part for part in own if part.kind == "message/feedback-report"]
    if reports and message.get_content_type() == "multipart/report":
        found = re.search(r"(?im)^Feedback-Type:\s*(\S+)", reports[0].text)
        return found[1].lower() if found else "abuse"
    # Microsoft's programme sends the letter itself, with headers of its own.
    is_letter = MICROSOFT.search(returned) or MICROSOFT.search(headers(message))
    return "abuse" if is_letter else None


def _complained(parts: Sequence[MimePart]) -> tuple[Failure, ...]:
    text = "\n".join(part.text for part in parts)
    for name in ("Original-Rcpt-To", "X-HmXmrOriginalRecipient", "Removal-Recipient"):
        found = re.findall(rf"(?im)^{name}:\s*<?([^\s<>]+@[^\s<>;]+)", text)
        if found:
            return tuple(Failure(one, "", "complaint") for one in found)
    addressed = _addressed(parts, r"(?im)^(?:To|Delivered-To):(.*)")
    return tuple(Failure(one, "", "complaint") for one in addressed)


def _is_automatic(message: Message, own: Sequence[MimePart]) -> bool:
    is_receipt = any(part.kind == RECEIPT for part in own)
    is_named = bool(sign(Sign.AUTOMATIC).search(subject(message)))
    return is_receipt or is_named or answers_itself(message)


def _prose(parts: Sequence[MimePart]) -> str:
    """What people would read as the notice itself."""
    texts = [freeform.before_copy(part.text) for part in parts if part.is_prose]
    return "\n".join(text for text in texts if text.strip())


def _reported(parts: Sequence[MimePart], notice: str) -> tuple[Failure, ...]:
    """The recipients of a status notification, in whatever part its fields stand."""
    texts = [part.text for part in parts if part.kind in STATUS]
    if not texts:
        texts = [part.text for part in parts]
    failures: dict[str, Failure] = {}
    words = freeform.flat(notice)
    is_over = bool(sign(Sign.GIVEN_UP).search(words))
    still_tries = bool(sign(Sign.DELAYED).search(words)) and not is_over
    for block in re.split(r"\n[ \t]*\n", "\n\n".join(texts)):
        for fields in _recipients(block):
            if (failure := _of_fields(fields, still_tries=still_tries)) is not None:
                failures.setdefault(failure.recipient.lower(), failure)
    return tuple(
        Failure(
            failure.recipient,
            failure.status,
            failure.text,
            failure.action,
            freeform.about(failure.recipient, notice, failures),
            failure.aliases,
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


def _of_fields(fields: dict[str, str], *, still_tries: bool) -> Failure | None:
    """One recipient; a server may forget to call a delay one (`still_tries`)."""
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
    found_action = re.match(r"[a-z]+", fields.get("action", "").strip().lower())
    action = found_action[0] if found_action else ""
    code = status[0] if status else ""
    if code.startswith("4") and (not action or (action == "failed" and still_tries)):
        action = "delayed"
    return Failure(
        address,
        code,
        re.sub(r"(?i)^(?:smtp|x-unix|x-[\w-]+|dns|unknown)\s*;\s*", "", words),
        action,
        aliases=tuple(found),
    )


def _recipient(value: str) -> str:
    """The address of `rfc822; a@b`, of a host without a dot, too; empty without one."""
    if found := ADDRESS.search(value):
        return found[0]
    bare = re.match(
        r"\s*rfc822\s*;\s*<?([^\s<>@;]+@[\w-]+)>?\s*$", value, re.IGNORECASE
    )
    return bare[1] if bare else ""


def _told(
    message: Message, notice: str, parts: Sequence[MimePart]
) -> tuple[Failure, ...]:
    """What a server told in prose: each address with the words that follow it."""
    ours = {match[0].lower() for match in ADDRESS.finditer(field(message, "To"))}
    named = ADDRESS.findall(field(message, "X-Failed-Recipients"))
    named = named or freeform.recipients(notice, ours) or _addressed(parts)
    everything = freeform.flat(notice)
    failures: dict[str, Failure] = {}
    for address in named[: freeform.MOST_RECIPIENTS]:
        words = freeform.about(address, notice, named)
        failure = Failure(address, "", words, around=everything)
        failures.setdefault(address.lower(), failure)
    return tuple(failures.values())


def _addressed(parts: Sequence[MimePart], header: str = r"(?im)^To:(.*)") -> list[str]:
    """To whom the returned letter had been addressed; nobody or one."""
    for value in re.findall(header, "\n".join(part.text for part in parts)):
        if found := ADDRESS.search(value):
            return [found[0]]
    return []
