"""What of a request still waits for an answer, and one answer of all that was called."""

from django.db import transaction

from agents.conversations import history
from agents.events.requesting import (
    CallsFollowed,
    PlannedCall,
    RequestAnswered,
    RequestPlanned,
)
from agents.events.schema import Kind
from agents.executions.calling import BROKEN
from agents.models import Conversation, Execution, Message
from agents.tools.workbench import Workbench
from agents.workflows.state import State


def follow(bench: Workbench) -> CallsFollowed | None:
    """The calls whose turn has come; None where none waits."""
    called = _called(bench.state)
    due = tuple(
        one
        for one in _plan(bench.state).later
        if one.place not in called and one.after in called
    )
    return CallsFollowed(calls=due) if due else None


def answer(bench: Workbench) -> RequestAnswered:
    """Put the answer into the conversation: once, whoever comes again."""
    plan = _plan(bench.state)
    known = Execution.objects.in_bulk(
        [one.execution for one in _all(plan)], field_name="uid"
    )
    rows = [known[one.execution] for one in _all(plan)]
    failed = sum(row.status != Execution.Status.DONE for row in rows)
    text = "\n\n".join(filter(None, [plan.preface, *map(_told, rows)]))
    with transaction.atomic():
        talk = Conversation.objects.select_for_update().get(uid=plan.conversation)
        if not Message.objects.filter(session=bench.session).exists():
            history.answer(
                talk,
                text,
                rows[-1],
                is_failed=failed == len(rows),
                session=bench.session,
            )
    return RequestAnswered(calls=len(rows), failed=failed)


def _told(row: Execution) -> str:
    """What a call comes to in the answer."""
    return str((row.output or {}).get("text") or row.error or BROKEN)


def _plan(state: State) -> RequestPlanned:
    return RequestPlanned.model_validate(state.last[Kind.REQUEST_PLANNED])


def _all(plan: RequestPlanned) -> list[PlannedCall]:
    """Every call, in the order of the answer."""
    return sorted((*plan.calls, *plan.later), key=lambda one: one.place)


def _called(state: State) -> set[int]:
    """The places of the calls whose turn has come already, whatever came of them."""
    plan = _plan(state)
    called = {one.place for one in plan.calls}
    for _ in range(state.rounds["call_agent"] - 1):
        called |= {one.place for one in plan.later if one.after in called}
    return called
