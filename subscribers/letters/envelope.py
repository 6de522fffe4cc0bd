"""The envelope: a letter as those see it who carry it, with sender and recipient."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Parts:
    """A letter in pieces, for a provider that wants pieces instead of MIME."""

    subject: str
    sender: str
    text: str
    html: str
    headers: dict[str, str]


class Content(Protocol):
    """Makes the message: CRLF line ends, not dot-stuffed."""

    def __call__(self, *, eight_bit: bool) -> bytes:
        """`eight_bit`: bytes above 127 may stay as they are (8BITMIME)."""


@dataclass(frozen=True, slots=True)
class Letter:
    """One e-mail on its way to one reader."""

    delivery_id: int
    reference: str
    envelope_sender: str
    recipient: str
    content: Content
    parts: Callable[[], Parts]
    # In its eight-bit form no line begins with a dot: nothing to double (RFC 5321).
    is_dotless: bool = False
