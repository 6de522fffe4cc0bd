"""Folds a session's log into its state, line by line. Pure.

Starting a session, going on after a crash and trying again are all the same: fold, decide.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from agents.events.schema import Kind
from agents.workflows.approval import Asking, Outcome, Terms
from agents.workflows.declaration import (
    Back,
    Data,
    End,
    Key,
    Step,
    To,
    Workflow,
    step_of,
)
from agents.workflows.state import State, Tally, name_of_draft

# Why a loop ends that stands still: a refused draft came back unchanged.
_AGAIN = "The writer handed in the same draft again"


class Line(NamedTuple):
    """One line of the log, as much of it as deciding needs."""

    kind: str
    data: Data


def fold(workflow: Workflow, lines: Iterable[Line]) -> State:
    """The state that these lines add up to, from the first one on."""
    state = State(workflow)
    for kind, data in lines:
        add(state, kind, data)
    return state


def add(state: State, kind: str, data: Data) -> None:
    """Take in the next line. What comes out of turn changes nothing."""
    if step := state.workflow.by_end.get(kind):
        if step.turn(data) in state.open and not state.is_over:
            _end_turn(state, step, Kind(kind), data)
    elif change := _CHANGES.get(kind):
        change(state, data)


def _end_turn(state: State, step: Step, kind: Kind, data: Data) -> None:
    turn = step.turn(data)
    key = state.key(turn)
    state.open.remove(turn)
    state.tallies.pop(key, None)
    state.has_stepped = state.by_steps
    if step.each is None:
        state.last[kind] = data
    else:
        state.reports.setdefault(step.name, {})[Key.of(key)] = data
        if any(step_of(other) == step.name for other in state.open):
            return
        _gather(state, step)
    _end_round(state, step, kind, data)


def _gather(state: State, step: Step) -> None:
    reports = state.reports.get(step.name, {})
    state.last[step.happy] = {"parts": [reports[key] for key in sorted(reports)]}


def _end_round(state: State, step: Step, kind: Kind, data: Data) -> None:
    state.rounds[step.name] += 1
    state.counts[kind] += 1
    match step.then[kind]:
        case To(steps):
            if kind == Kind.DRAFT_WRITTEN and (refusal := state.refusal):
                _end_loop(state, refusal)
                return
            for name in steps:
                _arrive(state, name, step.name, data)
        case Back() if state.is_of_edit(kind):
            state.edit_failed = True  # no writer mends what an operator wrote
            state.open += [one.name for one in state.workflow.steps if one.delivers]
        case Back() as back:
            if state.repeats(kind):
                _give_up_repeat(state, kind)
            elif state.counts[kind] > state.most(kind):
                state.gave_up = back.why(data)
            else:
                _note_refusal(state, kind, back)
                _open(state, back.step, data)
        case End():
            state.has_reached_end = True


def _note_refusal(state: State, kind: Kind, back: Back) -> None:
    name = name_of_draft(state.last.get(Kind.DRAFT_WRITTEN, {}))
    if name and state.workflow.by_name[back.step].happy == Kind.DRAFT_WRITTEN:
        state.refused[name] = kind


def _end_loop(state: State, refusal: str) -> None:
    """The critic would say the same; what the web answers may have changed."""
    step = state.workflow.by_end[refusal]
    if refusal == Kind.CRITIC_REJECTION:
        _give_up_repeat(state, refusal)
    else:
        state.open.append(step.name)


def _give_up_repeat(state: State, refusal: str) -> None:
    back = state.workflow.by_end[refusal].then[Kind(refusal)]
    if isinstance(back, Back):
        again = replace(back, reason=_AGAIN)
        state.gave_up = again.why(state.last[refusal])


def _arrive(state: State, name: str, origin: str, data: Data) -> None:
    """Open a step once all that lead to it have come in."""
    arrived = state.arrived.setdefault(name, set())
    arrived.add(origin)
    if arrived >= state.workflow.leads_to[name]:
        arrived.clear()
        _open(state, name, data)


def _open(state: State, name: str, led: Data) -> None:
    """Open a step, or each of its parts; one without any has nothing to wait for."""
    step = state.workflow.by_name[name]
    if step.each is None:
        state.open.append(name)
        return
    state.shares[name] = tuple(led.get(step.each.parts, ()))[: state.most(name)]
    state.open += [f"{name}.{1 + place}" for place in range(len(state.shares[name]))]
    if not state.shares[name]:
        _gather(state, step)
        _end_round(state, step, step.happy, {})


def _begin(state: State, data: Data) -> None:
    if not state.has_begun:
        state.has_begun = True
        state.open.append(state.workflow.first)
        state.retries = data.get("retries", True)
        state.limits = data.get("limits") or {}
        state.interests = data.get("interests")
        state.by_steps = data.get("by_steps", False)
        state.fork = data.get("fork")
        if terms := data.get("approval"):
            state.terms = Terms(**terms)


def _ask(state: State, data: Data) -> None:
    until = _moment(data["until"])
    state.asking = Asking(**{**data, "until": until, "draft": state.draft_name})


def _settle_asking(outcome: Outcome) -> Callable[[State, Data], None]:
    """The first decision about the draft that was asked about counts, and no other."""

    def settle(state: State, data: Data) -> None:
        asked = state.asking
        if asked and asked.is_open and asked.draft_sha256 == data["draft_sha256"]:
            who = {name: data.get(name, "") for name in ("by", "via", "why")}
            state.asking = replace(asked, outcome=outcome, **who)

    return settle


def _tally(state: State, data: Data) -> Tally:
    return state.tallies.setdefault(data["key"], Tally())


def _start_step(state: State, data: Data) -> None:
    tally = _tally(state, data)
    tally.started = data["attempt"]
    tally.is_running = True
    tally.retry_at = None


def _fail_step(state: State, data: Data) -> None:
    tally = _tally(state, data)
    tally.is_running = False
    if waiting := data.get("waiting"):
        _wait(state, waiting["since"], data["retry_at"])
        tally.waits += 1
    else:
        tally.failures += 1
    tally.is_silent = data["is_silent"]
    tally.is_final = data["is_final"]
    tally.retry_at = _moment(data["retry_at"])
    tally.reason = data["reason"]


def _wait(state: State, since: str | datetime, until: str | datetime) -> None:
    """Count what is waited for models; two steps that wait at once wait once."""
    begins = max(filter(None, (_moment(since), state.waits_until)))
    ends = _moment(until)
    if ends and ends > begins:
        state.waited, state.waits_until = state.waited + (ends - begins), ends


def _lose_step(state: State, data: Data) -> None:
    tally = _tally(state, data)
    tally.is_running = False
    if not data["is_released"]:
        tally.losses += 1
        tally.reason = data["reason"]


def _retry(state: State, data: Data) -> None:
    """An operator gives one step a new budget; its attempts count on."""
    tally = _tally(state, data)
    if not tally.is_running:
        state.tallies[data["key"]] = Tally(started=tally.started)
    if state.ended_by == Kind.SESSION_ABORTED:
        state.ended_by = state.reason = state.dead_key = ""


def _hand_over(state: State, data: Data) -> None:
    """Rules begin anew, and have as many drafts as models had."""
    if not (state.workflow.hands_over and state.gave_up) or state.handed_over:
        return
    state.gave_up, state.handed_over = "", data
    state.refused.clear()
    for kind in (Kind.CRITIC_REJECTION, Kind.VERIFICATION_FAILED):
        state.counts[kind] = 0
    state.open.append(state.workflow.hands_over)


def _trim(state: State, data: Data) -> None:
    """Code put a shorter draft in the place of an approved one."""
    state.last[Kind.DRAFT_TRIMMED] = data


_OF_DRAFT = ("subject", "preheader", "markdown", "citations", "note")


def _edit(state: State, data: Data) -> None:
    """An operator put a draft in the place of a verified one: it is verified anew.

    Their word stands for the critic's; who approves is asked anew.
    """
    if not (state.workflow.takes_edits and state.delivering):
        return
    state.open.remove(state.delivering)
    state.open.append(state.workflow.by_end[Kind.VERIFICATION_PASSED].name)
    state.last[Kind.DRAFT_WRITTEN] = {name: data[name] for name in _OF_DRAFT}
    state.last[Kind.DRAFT_APPROVED] = {"draft_sha256": data["to_sha256"]}
    about = ("by", "why", "until", "from_sha256", "to_sha256")
    state.edit, state.edit_failed = {name: data[name] for name in about}, False
    state.asking = None


def _pause(state: State, _: Data) -> None:
    state.is_paused = True


def _unpause(state: State, _: Data) -> None:
    state.is_paused = state.has_stepped = False


def _end(kind: Kind) -> Callable[[State, Data], None]:
    def end(state: State, data: Data) -> None:
        if not state.is_over:
            state.ended_by, state.reason = kind, data.get("reason", "")
            state.dead_key = data.get("key", "")

    return end


_CHANGES: dict[str, Callable[[State, Data], None]] = {
    Kind.SESSION_STARTED: _begin,
    Kind.STEP_STARTED: _start_step,
    Kind.STEP_FAILED: _fail_step,
    Kind.STEP_LOST: _lose_step,
    Kind.DRAFTING_HANDED_OVER: _hand_over,
    Kind.DRAFT_TRIMMED: _trim,
    Kind.DRAFT_EDITED: _edit,
    Kind.APPROVAL_ASKED: _ask,
    Kind.APPROVAL_GIVEN: _settle_asking(Outcome.GIVEN),
    Kind.APPROVAL_REFUSED: _settle_asking(Outcome.REFUSED),
    Kind.APPROVAL_LAPSED: _settle_asking(Outcome.LAPSED),
    Kind.OPERATOR_RETRIED: _retry,
    Kind.SESSION_PAUSED: _pause,
    Kind.SESSION_UNPAUSED: _unpause,
    Kind.SESSION_FINISHED: _end(Kind.SESSION_FINISHED),
    Kind.SESSION_ABORTED: _end(Kind.SESSION_ABORTED),
    Kind.SESSION_CANCELLED: _end(Kind.SESSION_CANCELLED),
}


def folded_kinds(workflow: Workflow) -> frozenset[str]:
    """The kinds of line that change a state; the others may be left unread."""
    return frozenset(_CHANGES) | frozenset(workflow.by_end)


def _moment(text: str | datetime | None) -> datetime | None:
    return datetime.fromisoformat(text) if isinstance(text, str) else text
