"""Retry policy with exponential backoff: how often something is tried, and when again. Pure."""

from dataclasses import dataclass
from datetime import timedelta

# A server that asks for more patience than this is asked again anyway.
LONGEST_ASKED = timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class Backoff:
    """How often a step is tried, and how long it waits in between.

    A loss (the worker died) is counted apart from a failure (the step erred): deaths
    must not use up the patience that errors deserve.
    """

    attempts: int = 3
    first_wait: timedelta = timedelta(seconds=60)
    multiplier: float = 2.0
    longest_wait: timedelta = timedelta(minutes=15)
    losses: int = 10

    def wait(self, failures: int, asked: timedelta | None = None) -> timedelta:
        """How long to wait after so many failures; `asked` is a server's Retry-After."""
        seconds, longest = self.first_wait.total_seconds(), self.longest_wait
        for _ in range(failures - 1):
            if seconds >= longest.total_seconds():
                break
            seconds *= self.multiplier
        wait = min(timedelta(seconds=seconds), longest)
        return max(wait, min(asked or wait, LONGEST_ASKED))
