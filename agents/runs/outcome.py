"""What the work on a step gives back, and who does it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TypeAlias

from agents.brains.base import BrainFailed
from agents.engine.claims import Claim, Line
from agents.engine.log import Envelope


class AgentFailed(Exception):
    """No brain did the role."""

    def __init__(self, reason: str, failure: BrainFailed | None, envelope: Envelope):
        super().__init__(reason)
        self.failure = failure
        self.envelope = envelope


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step wants committed; `is_silent` if no terminal event is among it."""

    lines: Sequence[Line]
    envelope: Envelope
    is_silent: bool


Work: TypeAlias = Callable[[Claim], Outcome]


def by_agent(taken: Claim) -> Outcome:
    """Have the step's agent do it, as `harness.run` says.

    Brains and tools are loaded for the first step: a worker that waits holds none.
    """
    outcome: Outcome = import_module("agents.runs.harness").run(taken)
    return outcome
