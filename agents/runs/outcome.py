"""What the work on a step gives back: its events, or the reason there are none."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from agents.brains.base import BrainFailed, quoted
from agents.engine.leases import Lease, Staged
from agents.engine.log import Envelope

# Why an agent failed that ended its turn without its terminal event.
SILENT = "it ended its turn without handing in its work"


def silent(last_words: str) -> str:
    """Why it failed, with what it said instead: whoever refuses in words says why."""
    said = quoted(last_words)
    return f"{SILENT}; it said last: {said}" if said else SILENT


class AgentFailed(Exception):
    """No brain did the role; one that `waits` shall be asked again, however often."""

    def __init__(
        self,
        reason: str,
        failure: BrainFailed | None,
        envelope: Envelope,
        *,
        waits: bool = False,
    ):
        super().__init__(reason)
        self.failure = failure
        self.envelope = envelope
        self.waits = waits


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step wants committed; `is_silent` if no terminal event is among it."""

    lines: Sequence[Staged]
    envelope: Envelope
    is_silent: bool
    reason: str = SILENT  # why, if it is


Work: TypeAlias = Callable[[Lease], Outcome]
