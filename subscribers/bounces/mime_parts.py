"""The MIME parts of a message, decoded, whatever its shape and charset. Pure."""

import email
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from html import unescape

LONGEST = 200_000
LONGEST_SUBJECT = 1000
LONGEST_FIELD = 10_000
LONGEST_CONTENT_TYPE = 2000
CONTENT_TYPE = re.compile(
    rb"^content-type:.*(?:\n[ \t].*)*", re.IGNORECASE | re.MULTILINE
)
HIDDEN = re.compile(r"<(style|script)\b")
DEEPEST = 8
# The letter that a notice is about stands in one of these.
RETURNED = frozenset({"message/rfc822", "message/global", "text/rfc822-headers"})


@dataclass(frozen=True, slots=True)
class MimePart:
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
) -> Iterator[MimePart]:
    """Every part of `message` in order, those of embedded messages included."""
    if depth > DEEPEST:
        return
    kind = message.get_content_type()
    is_copy = is_copy or kind in RETURNED
    if message.is_multipart():
        for inner in message.get_payload():
            if not isinstance(inner, Message):
                continue
            if kind.startswith("message/"):
                yield MimePart(kind, headers(inner), is_copy)
            yield from parts_of(inner, is_copy=is_copy, depth=depth + 1)
        return
    content = _content(message)
    text = _decoded(content, _charset(message))
    yield MimePart(kind, _without_tags(text) if kind == "text/html" else text, is_copy)


def _content(message: Message) -> bytes:
    """The body of a part; empty where it cannot be decoded."""
    try:
        decoded = message.get_payload(decode=True)
    except (LookupError, ValueError):
        return b""
    return decoded if isinstance(decoded, bytes) else b""


def headers(message: Message) -> str:
    """All header lines of `message`, and the blank line that ends them."""
    text = "".join(f"{name}: {value}\n" for name, value in message.items()) + "\n"
    text = printable(text)
    return _decoded(text.encode(), None) if "\x1b$" in text else text


def field(message: Message, name: str) -> str:
    """All that stands under `name` in the head; empty where nothing does."""
    values = message.get_all(name, [])
    return printable(", ".join(str(value) for value in values)[:LONGEST_FIELD])


def subject(message: Message) -> str:
    """The subject in plain letters; as it stands where it cannot be decoded."""
    raw = field(message, "Subject")[:LONGEST_SUBJECT]
    try:
        return printable(str(make_header(decode_header(raw))))
    except (MessageError, ValueError, LookupError):
        return raw


def printable(text: str) -> str:
    """`text` without what no database and no terminal takes."""
    return text.encode("utf-8", "replace").decode().replace("\0", "")


def _charset(message: Message) -> str | None:
    try:
        return message.get_content_charset()
    except (LookupError, ValueError):
        return None


def _decoded(content: bytes, charset: str | None) -> str:
    if b"\x1b$" in content:
        charset = "iso-2022-jp"
    for name in (charset, "utf-8"):
        try:
            return printable(content.decode(name or "utf-8"))
        except (LookupError, ValueError):
            continue
    return printable(content.decode("latin-1"))


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
