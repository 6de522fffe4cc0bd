"""A session run again from a step, and a rehearsal published, by a copy of its log."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from django.db import transaction

from agents.engine import log, sessions, steering
from agents.engine.log import Envelope
from agents.engine.sessions import Copied
from agents.engine.steering import Decision, NotPossible
from agents.events.approval import Via
from agents.events.harness import Fork, TakenInterests
from agents.events.schema import Kind
from agents.models import AgentEvent, Session
from agents.workflows.declaration import Key, Workflow, step_of
from agents.workflows.fold import add
from agents.workflows.state import State
from agents.workflows.table import workflow_of


def publish_rehearsal(session: Session, *, by: str = "") -> Session:
    """A new session that publishes what this dry run made, as it stands.

    It has a copy of its log up to the last step, which is done for real this time. Who
    publishes it says yes to it: nobody else is asked.
    """
    with transaction.atomic():
        published = _of_rehearsal(session)
        if asking := log.state(published).asked:
            why, who = "Published as it was rehearsed.", by or "an operator"
            yes = Decision(
                is_yes=True, draft=asking.draft, by=who, via=Via.DESK, why=why
            )
            steering.decide(published, yes)
    return published


def open_rehearsal(session: Session, *, by: str) -> Session:
    """The same session on hold before delivery, for its draft to be edited first."""
    held = {"by": by, "reason": "to be edited first"}
    return _of_rehearsal(session, [Copied(Kind.SESSION_PAUSED, held, Envelope())])


def _of_rehearsal(session: Session, more: Iterable[Copied] = ()) -> Session:
    if not (session.is_dry_run and session.status == Session.Status.FINISHED):
        raise NotPossible(
            f"Session {session.name!r} is no rehearsal that has ended well."
        )
    workflow = workflow_of(session.workflow, session.version)
    [last] = [step.name for step in workflow.steps if step.ends_session]
    return begin_copy(session, workflow, last, is_dry_run=False, more=more)


def run_again(session: Session, step: str) -> Session:
    """A new session that begins with a copy of this one's log up to `step`.

    The copy says whose it is. It stays with the same version of the workflow, and what
    other steps had found beside `step` is kept.
    """
    workflow = workflow_of(session.workflow, session.version)
    refuse_again(session, workflow, step)
    if not log.state(session).has_come_to(step):
        raise NotPossible(
            f"Session {session.name!r} never came to {step!r}; begin at a step before."
        )
    return begin_copy(session, workflow, step, is_dry_run=session.is_dry_run)


def begin_copy(
    session: Session,
    workflow: Workflow,
    step: str,
    *,
    is_dry_run: bool,
    more: Iterable[Copied] = (),
    change: Callable[[list[Copied]], Fork | None] = lambda _: None,
) -> Session:
    """A new session with a copy of this one's log up to `step`, and `more` lines.

    `change` may put other lines in the place of copied ones, and says so. The copy of a
    fork is a fork.
    """
    now = log.database_now()
    again = Session(
        name=sessions.name_at(now),
        newsletter=session.newsletter,
        workflow=session.workflow,
        version=session.version,
        sources=session.sources,
        as_of=session.as_of,
        brains=session.brains,
        is_dry_run=is_dry_run,
        retries=session.retries,
        model=session.model,
        max_turns=session.max_turns,
        created_at=now,
    )
    with transaction.atomic():
        lines = list(_copy(workflow, session.events.order_by("seq"), step))
        before, fork = log.state(session), change(lines)
        if fork is None and before.fork:
            fork = Fork(**before.fork)
        sessions.begin(
            again,
            copied_from=session.name,
            lines=[*lines, *more],
            goes_by=TakenInterests(**before.interests) if before.interests else None,
            limits=before.limits,
            by_steps=before.by_steps,
            fork=fork,
        )
    return again


def refuse_again(session: Session, workflow: Workflow, step: str) -> None:
    """Raise NotPossible unless the session could be run again from this step."""
    if not workflow.makes_issue:
        raise NotPossible("A request is not run again: ask again.")
    if step not in workflow.by_name:
        known = ", ".join(workflow.by_name)
        raise NotPossible(f"No step {step!r}; known: {known}.")
    if not session.is_over:
        raise NotPossible(
            f"Session {session.name!r} is {session.status}; cancel it first."
        )
    is_finished = session.status == Session.Status.FINISHED
    if is_finished and workflow.by_name[step].ends_session:
        raise NotPossible(
            f"Session {session.name!r} has done {step!r}; it is not done twice."
        )


# Lines that tell how a step came to its end, and that later steps look up.
_TOLD = frozenset({Kind.TOOL_CALLED, Kind.PLACEHOLDER_INSERTED})


def _copy(
    workflow: Workflow, events: Iterable[AgentEvent], step: str
) -> Iterator[Copied]:
    """The lines of all that was found before `step`, or beside it."""
    again = workflow.after(step)
    state = State(workflow)
    add(state, Kind.SESSION_STARTED, {})
    verifies = workflow.by_end[Kind.VERIFICATION_PASSED].name
    for event in events:
        kind, data = event.event_type, event.data
        if kind == Kind.DRAFT_EDITED:
            is_kept = verifies not in again and bool(state.delivering)
        else:
            mine = workflow.by_end.get(kind)
            turn = mine.turn(data) if mine else _turn_of(kind, data, verifies)
            is_kept = turn in state.open and step_of(turn) not in again
        if is_kept:
            add(state, kind, data)
            yield Copied(kind, data, _envelope(event))


def _turn_of(kind: str, data: Mapping[str, Any], verifies: str) -> str:
    """The turn that a line tells of beside those that end one; "" where it is not kept."""
    if kind == Kind.DRAFT_TRIMMED:
        return verifies
    return Key.of(data["key"]).turn if kind in _TOLD else ""


def _envelope(event: AgentEvent) -> Envelope:
    return Envelope(event.agent_name, event.brain, event.instead_of)
