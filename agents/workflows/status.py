"""How far a session is, in words and as data: for the desk, a command, a program. Pure.

The shape is that of the tool `check_workflow_status` of the nine-step pipeline.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from agents.events.schema import Kind
from agents.events.wording import describe
from agents.workflows.declaration import Data, Workflow, step_of
from agents.workflows.fold import Line, add
from agents.workflows.state import State


class Standing(StrEnum):
    """Where a step is."""

    NOT_STARTED = "not_started"  # its turn has not come, will come again, or never does
    WAITING = "waiting"  # its turn, and nobody is on it
    RUNNING = "running"
    COMPLETE = "complete"
    ERROR = "error"  # it ended the session


@dataclass(frozen=True, slots=True)
class StepStatus:
    """Where a step is, and the last that was heard of it."""

    status: Standing
    message: str


@dataclass(frozen=True, slots=True)
class WorkflowStatus:
    """How far a session is. `next_step` is None when it is over.

    `steps` stand in the workflow's order. A step whose result was thrown away, as the
    critic's when it rejects, is not complete until it has come round again.
    """

    status: str
    message: str = ""
    percent: int = 0
    next_step: str | None = None
    steps: Mapping[str, StepStatus] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """As a program reads it; a new session has no progress yet."""
        steps = {
            name: {"status": str(step.status), "message": step.message}
            for name, step in self.steps.items()
        }
        if not steps:
            return {"status": self.status, "message": self.message, "steps": {}}
        return {
            "status": self.status,
            "message": self.message,
            "progress": f"{self.percent}%",
            "next_step": self.next_step,
            "steps": steps,
        }


NEW = WorkflowStatus("new_session", "No existing state. Start from step 1.")
_OUTCOMES = {
    Kind.SESSION_FINISHED: "finished",
    Kind.SESSION_ABORTED: "aborted",
    Kind.SESSION_CANCELLED: "cancelled",
}
_TROUBLE = frozenset({Kind.STEP_FAILED, Kind.STEP_LOST})
# That rules or another brain did a role, and why: told beside what came of it.
TELLS_WHO = frozenset({Kind.BRAIN_FAILED, Kind.DRAFTING_HANDED_OVER})
_ASKED = frozenset(
    {
        Kind.APPROVAL_ASKED,
        Kind.APPROVAL_GIVEN,
        Kind.APPROVAL_REFUSED,
        Kind.APPROVAL_LAPSED,
    }
)


def check_workflow_status(workflow: Workflow, lines: Iterable[Line]) -> WorkflowStatus:
    """What the log says about the session and each of its steps; NEW without a line."""
    return follow(State(workflow), lines)


def follow(state: State, lines: Iterable[Line]) -> WorkflowStatus:
    """The same for a state that has seen no line yet, and has seen them all after."""
    workflow, said, last = state.workflow, dict[str, Line](), ""
    instead: dict[str, str] = {}
    for kind, data in lines:
        if kind in TELLS_WHO:
            instead[data["step"]] = describe(kind, data)
        elif kind == Kind.STEP_STARTED:
            instead.pop(data["step"], None)
        if step := _about(workflow, kind, data):
            said[step], last = Line(kind, data), step
        add(state, kind, data)
    if not state.has_begun:
        return NEW

    def message(name: str) -> str:
        told = describe(*said[name]) if name in said else ""
        return "; ".join(filter(None, (told, instead.get(name, ""))))

    failed = last if state.gave_up else state.dead_key.partition(".")[0]
    standings = _standings(state, failed)
    steps = {
        name: StepStatus(standing, message(name))
        for name, standing in standings.items()
    }
    complete = sum(one is Standing.COMPLETE for one in standings.values())
    return WorkflowStatus(
        status=_status(state),
        message=state.reason or state.gave_up,
        percent=100 * complete // len(standings),
        next_step=None if state.is_over else next(map(step_of, state.open), None),
        steps=steps,
    )


def _about(workflow: Workflow, kind: str, data: Data) -> str:
    """The step that a line tells of; "" if none in particular."""
    if step := workflow.by_end.get(kind):
        return step.name
    if kind in _TROUBLE:
        return str(data["step"])
    is_asked = kind in _ASKED
    return next(
        (step.name for step in workflow.steps if is_asked and step.delivers), ""
    )


def _status(state: State) -> str:
    if state.is_over:
        return _OUTCOMES[Kind(state.ended_by)]
    return "paused" if state.is_paused else "ok"


def _standings(state: State, failed: str) -> dict[str, Standing]:
    """Where each step is: what comes after an open or failed step is not complete."""
    is_open, is_on = set(map(step_of, state.open)), set(map(step_of, state.running))
    back = is_open | ({failed} & state.workflow.by_name.keys())
    ahead = {name for step in back for name in state.workflow.after(step)}

    def of(name: str) -> Standing:
        if name == failed:
            return Standing.ERROR
        if name in is_on:
            return Standing.RUNNING
        if name in is_open:
            return Standing.NOT_STARTED if state.is_over else Standing.WAITING
        if state.rounds[name] and name not in ahead:
            return Standing.COMPLETE
        return Standing.NOT_STARTED

    return {step.name: of(step.name) for step in state.workflow.steps}
