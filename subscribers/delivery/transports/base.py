"""What a letter is to those who carry it, and what they must answer for each one."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Result(StrEnum):
    """What became of one letter; each leads to one state of its Delivery."""

    ACCEPTED = "accepted"  # the server took responsibility
    DEFERRED = "deferred"  # refused for now (4xx); nothing was delivered
    REJECTED = "rejected"  # refused for good (5xx)
    UNCERTAIN = "uncertain"  # bytes left, no answer came
    UNSENT = "unsent"  # none of its content left: it may be sent again at once


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one letter and what the server said, at most 300 characters."""

    result: Result
    reply: str = ""


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


class Unreachable(OSError):
    """The server cannot be reached or lets nobody in; no letter is to blame."""


class Transport(Protocol):
    """Carries letters. It may keep a connection, and is used by one thread."""

    def carry(self, letters: Iterable[Letter]) -> Iterator[tuple[Letter, Outcome]]:
        """One outcome for each letter, in any order; never raises for a letter's sake.

        Raises Unreachable when nothing has left of any letter that has no outcome.
        """

    def close(self) -> None:
        """Let go of what is open; the next letter opens it again."""
