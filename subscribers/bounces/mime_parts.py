"""What a message holds, decoded, whatever its shape and charset. Pure."""

import email
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.header import decode_header, make_header
from email.message import Message
from html import unescape

LONGEST = 200_000
LONGEST_SUBJECT = 1000
LONGEST_CONTENT_TYPE = 2000
CONTENT_TYPE = re.compile(
    rb"^content-type:.*(?:\n[ \t].*)*", re.IGNORECASE | re.MULTILINE
)
HIDDEN = re.compile(r"<(style|script)\b")
DEEPEST = 8
# The letter that a notice is about stands in one of these.
RETURNED = frozenset({"message/rfc822", "message/global", "text/rfc822-headers"})


@dataclass(frozen=True, slots=True)
class Part:
    """One part as text; `is_copy` where it is of a message inside the message."""

    kind: str
    text: str
    is_copy: bool = False

    @property
    def is_prose(self) -> bool:
        """Whether people read it; a broken multipart is text to them, too."""
        return self.kind.startswith(("text/", "multipart/"))


def parsed(raw: bytes) -> Message:
    """`raw` with whatever line ends; what is longer than any notice is cut off."""
    clean = raw[:LONGEST].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    # A mailbox file puts a line of its own before each message.
    if clean.startswith(b"From "):
        clean = clean.partition(b"\n")[2]
    return email.message_from_bytes(CONTENT_TYPE.sub(_cut, clean))


def _cut(field: re.Match[bytes]) -> bytes:
    """The parser takes long about long ones: with the square of their length."""
    return field[0][:LONGEST_CONTENT_TYPE]


def parts_of(
    message: Message, *, is_copy: bool = False, depth: int = 0
) -> Iterator[Part]:
    """Every part of `message` in order, those of embedded messages included."""
    if depth > DEEPEST:
        return
    kind = message.get_content_type()
    payload = message.get_payload()
    is_copy = is_copy or kind in RETURNED
    if isinstance(payload, list):
        for inner in payload:
            if not isinstance(inner, Message):
                continue
            if kind.startswith("message/"):
                yield Part(kind, headers(inner), is_copy)
            yield from parts_of(inner, is_copy=is_copy, depth=depth + 1)
        return
    decoded = message.get_payload(decode=True)
    content = decoded if isinstance(decoded, bytes) else str(payload).encode()
    text = _decoded(content, message.get_content_charset())
    # Somebody may have forwarded the notice with a mark before each line.
    text = re.sub(r"(?m)^(?:>[ \t]?)+", "", text)
    yield Part(kind, _without_tags(text) if kind == "text/html" else text, is_copy)


def headers(message: Message) -> str:
    """All header lines of `message`, and the blank line that ends them."""
    text = "".join(f"{name}: {value}\n" for name, value in message.items()) + "\n"
    return _decoded(text.encode("utf-8", "replace"), None) if "\x1b$" in text else text


def subject(message: Message) -> str:
    """The subject in plain letters; as it stands where it cannot be decoded."""
    raw = str(message.get("Subject", ""))[:LONGEST_SUBJECT]
    try:
        return str(make_header(decode_header(raw)))
    except (ValueError, LookupError, UnicodeDecodeError):
        return raw


def _decoded(content: bytes, charset: str | None) -> str:
    if b"\x1b$" in content:
        charset = "iso-2022-jp"
    for name in (charset, "utf-8"):
        try:
            return content.decode(name or "utf-8")
        except (LookupError, UnicodeDecodeError):
            continue
    return content.decode("latin-1")


def _outside(html: str) -> Iterator[str]:
    """`html` without styles and scripts; one that never ends hides the rest."""
    lowered, at = html.lower(), 0
    while begins := HIDDEN.search(lowered, at):
        yield html[at : begins.start()]
        ends = lowered.find(f"</{begins[1]}", begins.end())
        if ends < 0:
            return
        at = ends
    yield html[at:]


def _without_tags(html: str) -> str:
    text = "".join(_outside(html))
    text = re.sub(r"(?i)<(?:br|/p|/div|/tr|/li|/h\d)[^>]*>", "\n", text)
    return unescape(re.sub(r"<[^<>@]{0,500}>", " ", text))
