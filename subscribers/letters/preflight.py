"""Preflight (lint) of a letter and its issue: the obstacles to sending it. Pure.

A program writes the issues; this is the last look before readers have it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP

from newsletter.drafts.contract import SectionKind
from newsletter.drafts.draft import Draft
from newsletter.issues.letter import MOST_LETTER_BYTES
from subscribers.letters.mime import LONGEST_LINE

# Each stands there exactly once; providers refuse a letter that lacks them, or file it
# as spam.
HEADERS = (
    "From", "To", "Subject", "Date", "Message-ID", "List-Id", "List-Unsubscribe",
    "List-Unsubscribe-Post", "Feedback-ID", "Auto-Submitted", "X-Delivery-ID",
    "MIME-Version",
)  # fmt: skip
ONE_CLICK = "List-Unsubscribe=One-Click"
# A section that is missing is a thin week; one of these is a letter in disorder.
DISORDER = frozenset({"title", "heading", "numbering"})


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One reason not to send: which rule, and a sentence that says what to do."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class DeadLink:
    """A link of the issue that a reader could not open, as verification found it."""

    url: str
    reason: str


def of_letter(content: bytes, unsubscribe: str) -> Iterator[Obstacle]:
    """Faults of one whole letter; `unsubscribe` is the address both parts must name."""
    message = message_from_bytes(content, EmailMessage, policy=SMTP)
    yield from _of_headers(message)
    text, html = _part(message, "plain"), _part(message, "html")
    for name, part in (("text", text), ("HTML", html)):
        if not part.strip():
            yield Obstacle("part", f"The letter has no {name} part; compose it again.")
        elif unsubscribe not in part.replace("&amp;", "&"):
            yield Obstacle(
                "unsubscribe", f"The {name} part names no way to unsubscribe."
            )
    if (size := len(html.encode())) > MOST_LETTER_BYTES:
        yield Obstacle(
            "size",
            f"The HTML part has {size:,} bytes. Gmail cuts it off at "
            f"{MOST_LETTER_BYTES:,}, and the way to unsubscribe with it: shorten it.",
        )
    if (longest := max(map(len, content.split(b"\r\n")))) > LONGEST_LINE:
        yield Obstacle(
            "line",
            f"A line has {longest} characters; mail servers take {LONGEST_LINE}.",
        )


def of_draft(draft: Draft) -> Iterator[Obstacle]:
    """Faults of what the letter says: its structure, and places with nothing in them."""
    for problem in draft.problems:
        if problem.code in DISORDER:
            where = f" ({problem.where!r})" if problem.where else ""
            yield Obstacle("structure", f"{problem.message}{where}")
    for kind in (SectionKind.LAUNCHES, SectionKind.PAPERS, SectionKind.BUILD):
        if (number := len(draft.of_kind(kind))) > 1:
            yield Obstacle(
                "structure", f"There are {number} sections of {kind}; join them."
            )
    if not draft.items:
        yield Obstacle("empty", "The issue tells no story; there is nothing to send.")
    for section in draft.sections:
        if not (section.items or section.prose or section.lines):
            message = f"The section {section.heading!r} is empty; fill it or drop it."
            yield Obstacle("empty", message)
        for item in section.items:
            if not item.paragraphs:
                message = f"The story {item.name!r} is a heading alone; drop it."
                yield Obstacle("empty", message)


def of_links(dead: Sequence[DeadLink]) -> Iterator[Obstacle]:
    """Links that verification found dead."""
    for link in dead:
        yield Obstacle(
            "link", f"{link.url!r}: {link.reason}. Replace it or drop its story."
        )


def of_sender(address: str, confirmed: Iterable[str]) -> Iterator[Obstacle]:
    """Whether `address` is of a domain that the operator has said is theirs."""
    local, _, domain = address.casefold().rpartition("@")
    if not local or "." not in domain:
        yield Obstacle(
            "sender",
            f"The sender {address!r} is no address readers could answer: set "
            "DEFAULT_FROM_EMAIL, or the newsletter's sender.",
        )
        return
    ours = sorted({name.casefold() for name in confirmed} - {""})
    if not any(domain == name or domain.endswith(f".{name}") for name in ours):
        yield Obstacle(
            "sender",
            f"The sender {address!r} is unconfirmed: its domain is none of yours "
            f"({', '.join(ours)}). Set DEFAULT_FROM_EMAIL or DKIM_DOMAIN to it, or "
            "correct the newsletter's sender.",
        )


def _of_headers(message: EmailMessage) -> Iterator[Obstacle]:
    for name in HEADERS:
        values = message.get_all(name, [])
        if len(values) != 1 or not str(values[0]).strip():
            state = "is empty or missing" if len(values) < 2 else "stands there twice"
            yield Obstacle(
                "header", f"The header {name} {state}; compose the letter again."
            )
    targets = str(message["List-Unsubscribe"] or "")
    if targets and not targets.startswith(("<https://", "<http://")):
        yield Obstacle(
            "header",
            "List-Unsubscribe does not begin with an address of the site; set BASE_URL.",
        )
    post = message["List-Unsubscribe-Post"]
    if post is not None and str(post).strip() != ONE_CLICK:
        yield Obstacle(
            "header", f"List-Unsubscribe-Post is not {ONE_CLICK!r} (RFC 8058)."
        )


def _part(message: EmailMessage, subtype: str) -> str:
    part = message.get_body((subtype,))
    return str(part.get_content()) if isinstance(part, EmailMessage) else ""
