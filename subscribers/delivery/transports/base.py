"""The interface of transports: they take letters and give each one's outcome."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from subscribers.letters.envelope import Letter


class Result(StrEnum):
    """What became of one letter; each leads to one state of its Delivery."""

    ACCEPTED = "accepted"  # the server took responsibility
    DEFERRED = "deferred"  # refused for now (4xx); nothing was delivered
    REJECTED = "rejected"  # refused for good (5xx)
    UNCERTAIN = "uncertain"  # bytes left, no answer came
    UNSENT = "unsent"  # none of its content left: it may be sent again at once


@dataclass(frozen=True, slots=True)
class LetterOutcome:
    """The result of one letter and what the server said, at most 300 characters."""

    result: Result
    reply: str = ""


class Unreachable(OSError):
    """The server cannot be reached or lets nobody in; no letter is to blame."""


class Transport(Protocol):
    """Carries letters. It may keep a connection, and is used by one thread."""

    # Called before it waits for long: a crash meanwhile must forget no answer.
    before_waiting: Callable[[], object] | None = None
    # Whether each letter is answered before the next one is taken: then no more than
    # one at a time is written down as started, and a crash leaves just that in doubt.
    is_one_by_one: bool = False

    def carry(
        self, letters: Iterable[Letter]
    ) -> Iterator[tuple[Letter, LetterOutcome]]:
        """One outcome for each letter, in any order; never raises for a letter's sake.

        Raises Unreachable when nothing has left of any letter that has no outcome.
        """

    def close(self) -> None:
        """Let go of what is open; the next letter opens it again."""
