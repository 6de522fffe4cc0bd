"""How large the site is, and what is told of a measurement; needs no Django."""

from dataclasses import dataclass

ISSUES, SESSIONS, LINES = 500, 1_000, 5_000


@dataclass(frozen=True, slots=True)
class Timing:
    """How long something took, each time; `goal` is in milliseconds, 0 where none is."""

    what: str
    milliseconds: list[float]
    goal: int = 0
