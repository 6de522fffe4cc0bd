"""What an assistant is given to do one thing, and what it notes of what that took."""

from dataclasses import dataclass, field
from typing import Any

from agents.brains.base import Usage
from agents.registry.catalogue import Entry
from newsletter.models import Newsletter


class CannotDo(Exception):
    """It comes to nothing; the message says to the caller why, and what to do."""


@dataclass(slots=True)
class Task:
    """One call: who does it, for which newsletter, after which words."""

    entry: Entry
    newsletter: Newsletter
    # Which brains may think, in order.
    brains: tuple[str, ...]
    deadline: float
    # What was said before, oldest first, and what the user wants of every answer.
    history: tuple[tuple[str, str], ...] = ()
    preferences: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    brain: str = "local"
    instead_of: str = ""
    # What it was shown of what we know: see `Execution.knowledge`.
    knowledge: list[dict[str, Any]] = field(default_factory=list)
