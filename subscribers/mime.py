"""A letter as bytes: built once with marked places, filled in for each reader. Pure."""

import quopri
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from email.headerregistry import HeaderRegistry
from email.policy import SMTP
from hashlib import sha256
from html import escape

MARK = re.compile(rb"@@([A-Z_]+)@@")
# A quoted-printable part marks its places with this in front of the name.
QUOTED = b"QP_"
# https://www.rfc-editor.org/rfc/rfc5322#section-2.1.1
LONGEST_LINE = 998
WRAP_AT = 900
VERBATIM = re.compile(r"<(pre|textarea)\b", re.IGNORECASE)

_registry = HeaderRegistry()


@dataclass(frozen=True, slots=True)
class Skeleton:
    """The bytes of a letter between the places, and the name of each place."""

    constants: tuple[bytes, ...]
    places: tuple[bytes, ...]

    def fill(self, values: Mapping[bytes, bytes]) -> bytes:
        """The letter of one reader. A missing value raises KeyError."""
        pieces = [self.constants[0]]
        for place, constant in zip(self.places, self.constants[1:], strict=True):
            if place.startswith(QUOTED):
                pieces.append(_soft(values[place[len(QUOTED) :]]))
            else:
                pieces.append(values[place])
            pieces.append(constant)
        return b"".join(pieces)


def split(message: bytes) -> Skeleton:
    """`message` cut at its marks."""
    pieces = MARK.split(message)
    return Skeleton(tuple(pieces[::2]), tuple(pieces[1::2]))


def header(name: str, value: str) -> bytes:
    """One header line, encoded and folded; line breaks in `value` become spaces."""
    clean = " ".join(value.split())
    folded: str = _registry(name, clean).fold(policy=SMTP)
    return folded.encode("ascii")


def message(
    headers: Iterable[bytes], text: str, html: str, *, eight_bit: bool
) -> bytes:
    """The whole message with CRLF line ends and its marks still in it.

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
        encoding, body = _body(content, eight_bit=eight_bit)
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


def as_html(address: str) -> bytes:
    """An address as it may stand in an attribute and in quoted-printable."""
    return escape(address).encode("ascii")


def _body(content: str, *, eight_bit: bool) -> tuple[str, bytes]:
    raw = content.replace("\r\n", "\n").replace("\r", "\n").encode()
    longest = max(map(len, raw.split(b"\n")))
    if longest <= WRAP_AT and (raw.isascii() or eight_bit):
        return ("7bit" if raw.isascii() else "8bit"), raw.replace(b"\n", b"\r\n")
    pieces = MARK.split(raw)
    # quopri leaves a line's length alone only within one piece, so that a place
    # stands between two soft breaks and the line around it stays short.
    encoded = [
        b"@@" + QUOTED + piece + b"@@" if place else quopri.encodestring(piece)
        for place, piece in ((index % 2, piece) for index, piece in enumerate(pieces))
    ]
    return "quoted-printable", b"".join(encoded).replace(b"\n", b"\r\n")


def _soft(value: bytes) -> bytes:
    """`value` between soft line breaks, in pieces a quoted-printable line can hold."""
    pieces = [value[at : at + 24] for at in range(0, len(value), 24)]
    quoted = [piece.replace(b"=", b"=3D") for piece in pieces]
    return b"=\r\n" + b"=\r\n".join(quoted) + b"=\r\n"
