"""What comes next for a session, given the state of its log. Pure.

`decide` is the only place that knows; whoever acts (a worker, a sweep, a command) asks
it under the session's row lock and does no more than it allows.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, TypeAlias

from agents.events.approval import WhenLapsed
from agents.events.schema import Kind
from agents.workflows.approval import Outcome
from agents.workflows.declaration import (
    Criticality,
    Data,
    Key,
    Step,
    StepPolicy,
    step_of,
)
from agents.workflows.state import State, Tally
from newsletter.standards.backoff import LONGEST_ASKED


class Emit(NamedTuple):
    """An event that code shall write now."""

    kind: Kind
    data: Data


class DueStep(NamedTuple):
    """A step, or a part of one, that a worker may take now."""

    step: str
    key: str
    attempt: int

    @property
    def turn(self) -> str:
        return Key.of(self.key).turn


@dataclass(frozen=True, slots=True)
class Moves:
    """What comes next: events to write first, else steps to run, else when to look."""

    emit: tuple[Emit, ...] = ()
    run: tuple[DueStep, ...] = ()
    wake_at: datetime | None = None


# Asked only about a step that has failed or was lost.
PolicyOf: TypeAlias = Callable[[str], StepPolicy]


def decide(state: State, policy_of: PolicyOf, now: datetime) -> Moves:
    """What comes next. Events come alone: write them, fold them in, decide again."""
    if state.is_over or not state.has_begun:
        return Moves()
    if ending := _called_off(state):
        return _end(state, ending)
    if state.has_reached_end and not state.open:
        return Moves(emit=(Emit(Kind.SESSION_FINISHED, _ending(state)),))
    if held := _on_hold(state):
        return held

    run: list[DueStep] = []
    wakes: list[datetime] = []
    for turn in state.waiting:
        step, tally = state.workflow.step(turn), state.tally(turn)
        if lack := _lack(state, step, tally):
            return _end(state, _abort(lack))
        if reason := _given_up(state, tally, policy_of, step.name):
            return _without(state, step, turn, reason, policy_of(step.name))
        held = _held(state, step, tally, policy_of, now)
        if held is None:
            run.append(DueStep(step.name, state.key(turn), tally.started + 1))
        elif held.wake_at is None:
            return held
        else:
            wakes.append(held.wake_at)
    return Moves(run=tuple(run), wake_at=min(wakes, default=None))


def _on_hold(state: State) -> Moves | None:
    """What keeps every step from beginning: an operator, or that one is to look first.

    A session that goes step by step is held once those who are at work have ended.
    """
    if state.is_paused:
        return Moves()
    if not state.has_stepped:
        return None
    if state.running:
        return Moves()
    ahead = " and ".join(turn.replace("_", " ") for turn in state.open)
    held = {"by": "", "reason": f"{STEP_BY_STEP}: next is {ahead}"}
    return Moves(emit=(Emit(Kind.SESSION_PAUSED, held),))


STEP_BY_STEP = "step by step"


def _called_off(state: State) -> Emit | None:
    """How a session ends that must not go on, whatever is open."""
    if state.gave_up:
        return _abort(state.gave_up)
    asked = state.asked
    if asked and asked.outcome is Outcome.REFUSED:
        reason = "An operator stopped it before delivery."
        return Emit(Kind.SESSION_CANCELLED, {"by": asked.by, "reason": reason})
    return None


def _held(
    state: State, step: Step, tally: Tally, policy_of: PolicyOf, now: datetime
) -> Moves | None:
    """What keeps a step from running now: a person's decision, or a timer.

    No timer is longer than any wait can be, though it was set before the clock was set back.
    """
    if step.delivers and (gate := _gate(state, now)):
        return gate
    if tally.retry_at is None or tally.retry_at <= now:
        return None
    longest = max(policy_of(step.name).longest_wait, LONGEST_ASKED)
    return Moves(wake_at=tally.retry_at) if tally.retry_at - now <= longest else None


def _lack(state: State, step: Step, tally: Tally) -> str | None:
    """What a step would need and has not got; asked before its first attempt."""
    return step.needs(state.last) if step.needs and not tally.started else None


def _given_up(state: State, tally: Tally, policy_of: PolicyOf, name: str) -> str:
    """Why a step will not be tried again; empty if it will."""
    if not tally.failures and not tally.losses:
        return ""
    policy = policy_of(name)
    is_dead = (
        tally.is_final
        or (tally.failures and not state.retries)
        or tally.failures >= policy.attempts
        or tally.losses >= policy.losses
        or (tally.is_silent and policy.forgives_silence)
    )
    return (tally.reason or "no reason was given") if is_dead else ""


def _without(
    state: State, step: Step, turn: str, reason: str, policy: StepPolicy
) -> Moves:
    """Go on with a placeholder where that is allowed, else end the session."""
    key, tally = state.key(turn), state.tally(turn)
    is_forgiven = policy.criticality is Criticality.OPTIONAL or (
        tally.is_silent and policy.forgives_silence
    )
    if step.placeholder is None or not (is_forgiven and state.retries):
        spoken = turn.replace("_", " ")
        return _end(state, _abort(f"{spoken} failed for good: {reason}", key))
    note = {"step": step.name, "key": key, "kind": step.happy, "reason": reason}
    data = step.placeholder(reason)
    if part := Key.of(key).part:
        data = {**data, "part": part}
    return Moves(emit=(Emit(Kind.PLACEHOLDER_INSERTED, note), Emit(step.happy, data)))


def _gate(state: State, now: datetime) -> Moves | None:
    """What a person is waited for before delivery; None lets it through.

    A draft that was changed since it was asked about is asked about anew.
    """
    if state.edit and state.edit_failed:
        return _unmended(state, state.edit["until"], now)
    if state.terms is None:
        return None
    about = {"draft_sha256": state.draft_sha256}
    asked = state.asked
    if asked is None:
        terms, until = state.terms, state.terms.until(now)
        asking = {**about, "mode": terms.mode, "until": until, "then": terms.then}
        return Moves(emit=(Emit(Kind.APPROVAL_ASKED, asking),))
    if asked.has_lapsed(now):
        return Moves(emit=(Emit(Kind.APPROVAL_LAPSED, {**about, "then": asked.then}),))
    if asked.is_open:
        return Moves(wake_at=asked.until)
    if asked.outcome is Outcome.LAPSED and asked.then == WhenLapsed.SKIP:
        return _end(state, _abort(_LAPSED.format(asked.until)))
    return None


def _unmended(state: State, until: datetime | str, now: datetime) -> Moves:
    """An edited draft that failed waits for its operator, and for no other draft."""
    last = datetime.fromisoformat(until) if isinstance(until, str) else until
    if now < last:
        return Moves(wake_at=last)
    return _end(state, _abort(_UNMENDED.format(last)))


_UNMENDED = (
    "The edited draft failed verification, and nobody mended it until "
    "{:%-d %B %Y, %H:%M} UTC."
)
_LAPSED = (
    "Nobody approved the draft until {:%-d %B %Y, %H:%M} UTC, and this newsletter skips "
    "an issue then."
)


def _end(state: State, ending: Emit) -> Moves:
    """End the session, but not before what other workers are paid for has come in."""
    return Moves() if state.running else Moves(emit=(ending,))


def _abort(reason: str, key: str = "") -> Emit:
    return Emit(Kind.SESSION_ABORTED, {"reason": reason, "key": key})


def _ending(state: State) -> Data:
    sent = state.last.get(Kind.EMAIL_SENT, {})
    return {"issue_number": sent.get("issue_number")}


def happy_path(state: State) -> tuple[tuple[str, ...], ...]:
    """The turns still ahead if all goes well, stage by stage; a stage runs at once.

    `scout.*` is a step whose parts are not known yet.
    """
    if state.is_over or state.gave_up or not state.has_begun:
        return ()
    return tuple(_stages(state))


def _stages(state: State) -> Iterator[tuple[str, ...]]:
    arrived = {name: set(origins) for name, origins in state.arrived.items()}
    stage = list(state.open)
    while stage:
        yield tuple(stage)
        following: list[str] = []
        for name in dict.fromkeys(map(step_of, stage)):
            for onward in state.workflow.by_name[name].onward:
                here = arrived.setdefault(onward, set())
                here.add(name)
                if here >= state.workflow.leads_to[onward]:
                    here.clear()
                    is_whole = state.workflow.by_name[onward].each is None
                    following.append(onward if is_whole else f"{onward}.*")
        stage = following
