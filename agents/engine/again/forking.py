"""Forks: a session replayed from a step with lines changed by hand.

What an operator changes is what an agent proposed to the step that is done again, so
that all after it judges the change: a verdict of code, an approval or a delivery cannot be
written by hand. A fork says so in the first line of its log, which nobody can take back,
and asks a person before it delivers. One of a session whose issue is out is a rehearsal: it
stands beside that issue and never in its place.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from agents.engine.again.copying import begin_copy, refuse_again
from agents.engine.log import Envelope
from agents.engine.sessions import Copied
from agents.engine.steering import NotPossible
from agents.events import schema
from agents.events.harness import Fork
from agents.events.schema import Kind
from agents.models import Session
from agents.workflows.declaration import Workflow
from agents.workflows.table import workflow_of

_MOST_CHARACTERS = 1_000_000
_MOST_CHANGES = 20
_SHAPE = (
    'it holds {"event_type": …, "data": {…}}, or a list of these, as the page of an '
    "event shows it"
)


def read(text: str) -> tuple[Mapping[str, Any], ...]:
    """The changed events of a file, as yet unchecked. Raises NotPossible."""
    if len(text) > _MOST_CHARACTERS:
        raise NotPossible(f"It is too long: at most {_MOST_CHARACTERS:,} characters.")
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotPossible(f"That is no JSON ({error}); {_SHAPE}.") from error
    changes = said if isinstance(said, list) else [said]
    if not 0 < len(changes) <= _MOST_CHANGES or not all(map(_is_event, changes)):
        raise NotPossible(f"That is no event; {_SHAPE}.")
    return tuple(changes)


def _is_event(said: Any) -> bool:
    return (
        isinstance(said, dict)
        and isinstance(said.get("event_type"), str)
        and isinstance(said.get("data"), dict)
    )


def fork(
    session: Session, step: str, changes: Sequence[Mapping[str, Any]], *, by: str = ""
) -> Session:
    """A new session from `step` on, with these events in the place of the old ones.

    Raises NotPossible: the session goes on, the step is not one of its workflow, or an
    event is none that leads to it, is not on record or does not fit its shape.
    """
    workflow = workflow_of(session.workflow, session.version)
    refuse_again(session, workflow, step)
    for one in changes:
        _refuse_kind(workflow, step, one["event_type"])

    def change(lines: list[Copied]) -> Fork:
        for one in changes:
            _put(lines, step, one["event_type"], one["data"], by)
        kinds = dict.fromkeys(str(one["event_type"]) for one in changes)
        return Fork(origin=session.name, step=step, changed=tuple(kinds), by=by)

    is_told = session.status == Session.Status.FINISHED
    return begin_copy(
        session,
        workflow,
        step,
        is_dry_run=session.is_dry_run or is_told,
        change=change,
    )


def changeable(workflow: Workflow, step: str) -> tuple[str, ...]:
    """The kinds of event that may be changed in a fork that begins at this step."""
    if not workflow.makes_issue:
        return ()
    origins = workflow.leads_to.get(step, frozenset())
    return tuple(
        str(workflow.by_name[name].happy)
        for name in (one.name for one in workflow.steps)
        if name in origins and workflow.by_name[name].happy not in _CERTIFIED
    )


# What a critic, a verifier and a delivery say is not said for them.
_CERTIFIED = frozenset({Kind.DRAFT_APPROVED, Kind.VERIFICATION_PASSED, Kind.EMAIL_SENT})


def _refuse_kind(workflow: Workflow, step: str, kind: str) -> None:
    may = changeable(workflow, step)
    if kind not in may:
        known = ", ".join(may) or "none: what leads to it is certified by code"
        raise NotPossible(
            f"{kind!r} cannot be changed for a fork from {step!r}; what can: {known}."
        )


def _put(
    lines: list[Copied], step: str, kind: str, data: Mapping[str, Any], by: str
) -> None:
    """Put the data in the place of the newest line of its kind, or of its part."""
    try:
        schema.parse(kind, data)
    except schema.RefusedData as error:
        raise NotPossible(f"{kind} does not fit: {error}") from error
    for place in reversed(range(len(lines))):
        line = lines[place]
        if line.kind == kind and line.data.get("part") == data.get("part"):
            who = f"changed by {by or 'an operator'}"
            lines[place] = Copied(kind, data, Envelope(line.envelope.agent, "", who))
            return
    there = ", ".join(dict.fromkeys(line.kind for line in lines)) or "none"
    raise NotPossible(f"No {kind} is on record before {step!r}; there are: {there}.")
