"""A periodic chore and its supervision: done again and again, whatever it raises.

Trouble that lasts is on record for `/healthz`, and the operator is told of it once.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog
from django.db import (
    DatabaseError,
    InterfaceError,
    InternalError,
    OperationalError,
    connection,
)

from agents.engine import chores
from subscribers import alerts
from subscribers.delivery.transports.base import Unreachable

logger = structlog.get_logger(__name__)

# A chore that goes well says so in the database no more often than this.
NOTE_SECONDS = 15.0
# Trouble that is over sooner is for the log alone: a database or a broker restarts.
TOLD_AFTER_SECONDS = 60.0
# How often a chore that rests for longer looks at the clock.
LOOK_SECONDS = 15.0
TRIED_AGAIN = "It is tried again all the time; the log says more."
_ABOUT_DATABASE = (
    "Until it works again no page is served and nothing goes on: see that it runs, that "
    "its disk has room, and that DATABASE_URL leads to it. Nothing need be started anew."
)

# What keeps every chore of a process from its work alike: the database is away, full or
# read-only. Whoever finds it first tells of it; by chore, what it found.
_COMMON = (OperationalError, InterfaceError, InternalError)
_found: dict[str, str] = {}
_finding = threading.Lock()


@dataclass(slots=True)
class Chore:
    """Something done again and again; `do` never raises."""

    name: str
    act: Callable[[], object]
    pause_seconds: float = 1.0
    # Called once, when it is told to stop.
    leave: Callable[[], object] = lambda: None
    noted_at: float | None = field(default=None, init=False)
    failing_since: float | None = field(default=None, init=False)
    is_told: bool = field(default=False, init=False)

    def do(self) -> None:
        """Do it once, and note how it went."""
        try:
            self.act()
        except Exception as error:
            # Whatever it was, the chore is done again: who else would see to it?
            self._failed(error)
        else:
            self._went_well()

    def again_and_again(self, stop: threading.Event) -> None:
        """Do it until told to stop."""
        while not stop.is_set():
            self.do()
            self._rest(stop)
        self.leave()

    def _rest(self, stop: threading.Event) -> None:
        """Wait out the pause, or as much of it as a machine that slept has left of it.

        While it sleeps only the clock on the wall goes on.
        """
        left, due = self.pause_seconds, time.time() + self.pause_seconds
        while left > 0 and time.time() < due and not stop.wait(min(left, LOOK_SECONDS)):
            left -= LOOK_SECONDS

    def _went_well(self) -> None:
        now = time.monotonic()
        was_failing = self.failing_since is not None
        self.failing_since, self.is_told = None, False
        _found.pop(self.name, None)
        if was_failing or self.noted_at is None or now - self.noted_at > NOTE_SECONDS:
            self._note("")
            self.noted_at = now

    def _failed(self, error: Exception) -> None:
        now, told = time.monotonic(), chores.in_words(error)
        if not connection.in_atomic_block:
            connection.close()  # whatever it was, the next try has a fresh one
        logger.error("chore_failed", chore=self.name, reason=told, exc_info=error)
        if self.failing_since is None:
            self.failing_since = now
        self._note(told)
        if not self.is_told and now - self.failing_since >= TOLD_AFTER_SECONDS:
            self.is_told = True
            if not isinstance(error, _COMMON):
                alerts.tell(
                    f"For a minute now this has failed: {self.name}",
                    f"{_for_operators(error, told)}\n{TRIED_AGAIN}",
                )
            elif self._is_first_to_find(told):
                alerts.tell(
                    "For a minute now the database has failed",
                    f"{told}\n{_ABOUT_DATABASE} {TRIED_AGAIN}",
                )

    def _is_first_to_find(self, told: str) -> bool:
        with _finding:
            is_first = told not in _found.values()
            _found[self.name] = told
        return is_first

    def _note(self, trouble: str) -> None:
        try:
            chores.note(self.name, trouble)
        except (DatabaseError, InterfaceError) as error:
            logger.warning("chore_not_noted", chore=self.name, reason=str(error)[:200])


def _for_operators(error: Exception, told: str) -> str:
    """What went wrong; of a mail server's name and words strangers learn nothing."""
    return str(error) if isinstance(error, Unreachable) else told
