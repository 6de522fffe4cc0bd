"""MIME: a letter as bytes, built once with marked places to fill in. Pure."""

import quopri
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from email.header import Header
from email.headerregistry import HeaderRegistry
from email.policy import SMTP
from email.utils import formataddr
from functools import cached_property
from hashlib import sha256

# A quoted-printable part marks its places with this in front of the name.
QUOTED = "QP_"
# https://www.rfc-editor.org/rfc/rfc5322#section-2.1.1
LONGEST_LINE = 998
WRAP_AT = 900
# A quoted name that must be folded could lose its quotes.
LONGEST_QUOTED = 40
VERBATIM = re.compile(r"<(pre|textarea)\b", re.IGNORECASE)

_registry = HeaderRegistry()


@dataclass(frozen=True)
class Marks:
    """Marks where each reader's own values go.

    `key`, in lower-case hexadecimals, is in every one of them. What is written by
    others must not be able to know it: then a mark stands only where we set it.
    """

    key: str

    def at(self, place: str) -> str:
        """The mark of `place`, a name in capitals."""
        return f"@@{self.key}{place}@@"

    def cut(self, content: bytes) -> list[bytes]:
        """`content` between its marks, and the names of these at every second place."""
        return self._pattern.split(content)

    @cached_property
    def _pattern(self) -> re.Pattern[bytes]:
        return re.compile(rb"@@" + self.key.encode() + rb"([A-Z_]+)@@")


@dataclass(frozen=True, slots=True)
class Skeleton:
    """The bytes of a letter between the places, and the name of each place."""

    constants: tuple[bytes, ...]
    places: tuple[bytes, ...]

    def fill(self, values: Mapping[bytes, bytes]) -> bytes:
        """The letter of one reader. A missing value raises KeyError."""
        pieces = [self.constants[0]]
        for place, constant in zip(self.places, self.constants[1:], strict=True):
            if place.startswith(QUOTED.encode()):
                pieces.append(_soft(values[place[len(QUOTED) :]]))
            else:
                pieces.append(values[place])
            pieces.append(constant)
        return b"".join(pieces)


def split(message: bytes, marks: Marks) -> Skeleton:
    """`message` cut at its marks."""
    pieces = marks.cut(message)
    return Skeleton(tuple(pieces[::2]), tuple(pieces[1::2]))


def header(name: str, value: str) -> bytes:
    """One header line, encoded and folded; line breaks in `value` become spaces."""
    clean = " ".join(value.split())
    folded: str = _registry(name, clean).fold(policy=SMTP)
    return folded.encode("ascii")


def mailbox(name: str, phrase: str, address: str) -> bytes:
    """A header line with one address, whatever its display name holds (RFC 2047, 5).

    Quoted where it is short and ASCII; else encoded words, of which no character means
    anything to who parses addresses.
    """
    clean = " ".join(phrase.split())
    if clean.isascii() and len(clean) <= LONGEST_QUOTED:
        return header(name, formataddr((clean, address)))
    encoded = Header(clean, "utf-8", header_name=name, maxlinelen=75).encode()
    folded = encoded.replace("\n", "\r\n")
    return f"{name}: {folded}\r\n <{address}>\r\n".encode("ascii")


def message(
    headers: Iterable[bytes],
    text: str,
    html: str,
    *,
    eight_bit: bool,
    marks: Marks | None = None,
) -> bytes:
    """The whole message with CRLF line ends and its marks, if any, still in it.

    With `eight_bit` a part travels as it is wherever its lines are short enough;
    without it, and otherwise, as quoted-printable.
    """
    boundary = "=_" + sha256((text + html).encode()).hexdigest()[:32]
    lines = [
        *headers,
        b"MIME-Version: 1.0\r\n",
        f'Content-Type: multipart/alternative;\r\n boundary="{boundary}"\r\n\r\n'.encode(),
    ]
    for subtype, content in (("plain", text), ("html", wrapped(html))):
        encoding, body = _body(content, marks, eight_bit=eight_bit)
        lines.append(
            f"--{boundary}\r\n"
            f"Content-Type: text/{subtype}; charset=utf-8\r\n"
            f"Content-Transfer-Encoding: {encoding}\r\n\r\n".encode()
        )
        lines.append(body if body.endswith(b"\r\n") else body + b"\r\n")
    lines.append(f"--{boundary}--\r\n".encode())
    return b"".join(lines)


def wrapped(html: str) -> str:
    """`html` with long lines broken at spaces, where a break means the same."""
    if VERBATIM.search(html):
        return html
    return "\n".join(_wrapped_line(line) for line in html.split("\n"))


def _wrapped_line(line: str) -> str:
    pieces = []
    while len(line.encode()) > WRAP_AT:
        cut = line.rfind(" ", 0, WRAP_AT // 4)
        if cut <= 0:
            cut = line.find(" ", 1)
        if cut <= 0:
            break
        pieces.append(line[:cut])
        line = line[cut + 1 :]
    return "\n".join([*pieces, line])


def _body(content: str, marks: Marks | None, *, eight_bit: bool) -> tuple[str, bytes]:
    raw = content.replace("\r\n", "\n").replace("\r", "\n").encode()
    longest = max(map(len, raw.split(b"\n")))
    if longest <= WRAP_AT and (raw.isascii() or eight_bit):
        return ("7bit" if raw.isascii() else "8bit"), raw.replace(b"\n", b"\r\n")
    pieces = marks.cut(raw) if marks else [raw]
    # quopri leaves a line's length alone only within one piece, so that a place
    # stands between two soft breaks and the line around it stays short.
    encoded = [quopri.encodestring(piece) for piece in pieces]
    if marks:
        names = (name.decode() for name in pieces[1::2])
        encoded[1::2] = [marks.at(QUOTED + name).encode() for name in names]
    return "quoted-printable", b"".join(encoded).replace(b"\n", b"\r\n")


def _soft(value: bytes) -> bytes:
    """`value` between soft line breaks, in pieces a quoted-printable line can hold."""
    pieces = [value[at : at + 24] for at in range(0, len(value), 24)]
    quoted = [piece.replace(b"=", b"=3D") for piece in pieces]
    return b"=\r\n" + b"=\r\n".join(quoted) + b"=\r\n"
