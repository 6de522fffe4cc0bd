"""A workflow, the state its log adds up to, and what comes next. Pure.

`fold` turns lines of the log into a State; `decide` turns a State into Moves. Neither
knows Django, a clock or a network: the time is passed in. Starting a session, going on
after a crash and trying again are the same call.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

from agents.events import Kind


class Line(NamedTuple):
    """One line of the log, as much of it as deciding needs."""

    kind: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class To:
    """Go on to these steps; a step that several lead to waits for all of them."""

    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Back:
    """Go back to a step, so often in one session and no more; then give up."""

    step: str
    at_most: int
    reason: str


@dataclass(frozen=True, slots=True)
class End:
    """The session has reached its goal."""


@dataclass(frozen=True, slots=True)
class Step:
    """One stage: the terminal kinds it may end with, and where each one leads.

    The first of `then` is the happy one. `needs` looks at the state before the step
    begins and returns why the session cannot go on, or None. `placeholder` is the data
    that code writes as the first terminal kind when the agent gave nothing.
    """

    name: str
    then: Mapping[Kind, To | Back | End]
    needs: Callable[["State"], str | None] | None = None
    placeholder: Callable[[str], Mapping[str, Any]] | None = None


@dataclass(frozen=True, slots=True)
class Workflow:
    """The steps of a session and their order; `first` begins it."""

    name: str
    version: int
    first: str
    steps: tuple[Step, ...]
    by_name: Mapping[str, Step] = field(init=False)
    leads_to: Mapping[str, frozenset[str]] = field(init=False)

    def __post_init__(self) -> None:
        by_name = {step.name: step for step in self.steps}
        leads_to: dict[str, set[str]] = {}
        for step in self.steps:
            for target in step.then.values():
                for name in target.steps if isinstance(target, To) else ():
                    leads_to.setdefault(name, set()).add(step.name)
        object.__setattr__(self, "by_name", by_name)
        object.__setattr__(
            self, "leads_to", {name: frozenset(who) for name, who in leads_to.items()}
        )


class Criticality(StrEnum):
    """What a step's failure means to its session."""

    CRITICAL = "critical"  # the session stops before delivery
    OPTIONAL = "optional"  # a placeholder stands in, and the session goes on


@dataclass(frozen=True, slots=True)
class Policy:
    """How often a step is tried, how long it waits in between, and what then happens.

    A loss (the worker died) is counted apart from a failure (the agent erred): deaths
    must not use up the patience that errors deserve.
    """

    criticality: Criticality = Criticality.CRITICAL
    timeout: timedelta = timedelta(minutes=5)
    attempts: int = 3
    first_wait: timedelta = timedelta(seconds=60)
    multiplier: float = 2.0
    longest_wait: timedelta = timedelta(minutes=15)
    losses: int = 10
    # A placeholder for an agent that ended without a word, even a critical one.
    forgives_silence: bool = False

    def wait(self, failures: int, asked: timedelta | None = None) -> timedelta:
        """How long to wait after so many failures; `asked` is a server's Retry-After."""
        wait = self.first_wait * self.multiplier ** max(failures - 1, 0)
        return min(max(wait, asked or timedelta()), max(self.longest_wait, wait))


@dataclass(slots=True)
class Tally:
    """What has become of one key so far."""

    started: int = 0
    failures: int = 0
    losses: int = 0
    is_running: bool = False
    is_silent: bool = False
    is_final: bool = False
    retry_at: datetime | None = None
    reason: str = ""


@dataclass(slots=True)
class State:
    """What a log adds up to. Made by `fold`; read by all, changed by nobody else."""

    workflow: Workflow
    has_begun: bool = False
    open: list[str] = field(default_factory=list)
    rounds: Counter[str] = field(default_factory=Counter)
    arrived: dict[str, set[str]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    tallies: dict[str, Tally] = field(default_factory=dict)
    last: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    has_reached_end: bool = False
    gave_up: str = ""
    ended_by: str = ""
    is_paused: bool = False

    def key(self, step: str) -> str:
        """The key of a step's present round: `writer.2` is the second draft."""
        return f"{step}.{self.rounds[step] + 1}"

    def tally(self, step: str) -> Tally:
        """What has become of a step in its present round."""
        return self.tallies.get(self.key(step), Tally())

    @property
    def is_over(self) -> bool:
        return bool(self.ended_by)

    @property
    def running(self) -> tuple[str, ...]:
        """Open steps that a worker is on."""
        return tuple(step for step in self.open if self.tally(step).is_running)


ENDINGS = (Kind.SESSION_FINISHED, Kind.SESSION_ABORTED, Kind.SESSION_CANCELLED)


def fold(workflow: Workflow, lines: Iterable[Line]) -> State:
    """The state that these lines add up to, from the first one on."""
    state = State(workflow)
    owner = {kind: step for step in workflow.steps for kind in step.then}
    for kind, data in lines:
        if kind in owner:
            _end_step(state, owner[Kind(kind)], Kind(kind), data)
        elif change := _CHANGES.get(kind):
            change(state, data)
        elif kind in ENDINGS:
            state.ended_by = kind
    return state


def _begin(state: State, _: Mapping[str, Any]) -> None:
    state.has_begun = True
    state.open.append(state.workflow.first)


def _tally(state: State, data: Mapping[str, Any]) -> Tally:
    return state.tallies.setdefault(data["key"], Tally())


def _start_step(state: State, data: Mapping[str, Any]) -> None:
    tally = _tally(state, data)
    tally.started = data["attempt"]
    tally.is_running = True
    tally.retry_at = None


def _fail_step(state: State, data: Mapping[str, Any]) -> None:
    tally = _tally(state, data)
    tally.is_running = False
    tally.failures += 1
    tally.is_silent = data.get("is_silent", False)
    tally.is_final = data.get("is_final", False)
    tally.retry_at = _moment(data.get("retry_at"))
    tally.reason = data["reason"]


def _lose_step(state: State, data: Mapping[str, Any]) -> None:
    tally = _tally(state, data)
    tally.is_running = False
    tally.losses += 1
    tally.retry_at = _moment(data.get("retry_at"))
    tally.reason = "its worker died"


def _forgive(state: State, data: Mapping[str, Any]) -> None:
    """An operator gives one dead step a new budget; the attempts count on."""
    tally = _tally(state, data)
    started = tally.started
    state.tallies[data["key"]] = Tally(started=started)
    state.ended_by = state.gave_up = ""


def _pause(state: State, _: Mapping[str, Any]) -> None:
    state.is_paused = True


def _unpause(state: State, _: Mapping[str, Any]) -> None:
    state.is_paused = False


_CHANGES: dict[str, Callable[[State, Mapping[str, Any]], None]] = {
    Kind.SESSION_STARTED: _begin,
    Kind.STEP_STARTED: _start_step,
    Kind.STEP_FAILED: _fail_step,
    Kind.STEP_LOST: _lose_step,
    Kind.OPERATOR_RETRIED: _forgive,
    Kind.SESSION_PAUSED: _pause,
    Kind.SESSION_UNPAUSED: _unpause,
}


def _moment(text: str | datetime | None) -> datetime | None:
    return datetime.fromisoformat(text) if isinstance(text, str) else text


def _end_step(state: State, step: Step, kind: Kind, data: Mapping[str, Any]) -> None:
    state.tallies.setdefault(state.key(step.name), Tally()).is_running = False
    state.counts[kind] += 1
    state.last[kind] = data
    state.rounds[step.name] += 1
    if step.name in state.open:
        state.open.remove(step.name)
    match step.then[kind]:
        case To(steps):
            for name in steps:
                _arrive(state, name, step.name)
        case Back(name, at_most, reason):
            if state.counts[kind] > at_most:
                state.gave_up = reason
            else:
                state.open.append(name)
        case End():
            state.has_reached_end = True


def _arrive(state: State, name: str, origin: str) -> None:
    """Open a step once all that lead to it have come in."""
    arrived = state.arrived.setdefault(name, set())
    arrived.add(origin)
    if arrived >= state.workflow.leads_to[name]:
        arrived.clear()
        state.open.append(name)


class Emit(NamedTuple):
    """An event that code shall write now."""

    kind: Kind
    data: Mapping[str, Any]


class Run(NamedTuple):
    """A step that a worker may claim now."""

    step: str
    key: str
    attempt: int


@dataclass(frozen=True, slots=True)
class Moves:
    """What comes next: events to write first, else steps to run, else when to look."""

    emit: tuple[Emit, ...] = ()
    run: tuple[Run, ...] = ()
    wake_at: datetime | None = None


Policies: TypeAlias = Mapping[str, Policy]


def decide(state: State, policies: Policies, now: datetime) -> Moves:
    """What comes next. Events come alone: write them, fold again, decide again."""
    if state.is_over or not state.has_begun:
        return Moves()
    if state.gave_up:
        return Moves(emit=(_abort(state.gave_up),))
    if state.has_reached_end:
        return Moves(emit=(Emit(Kind.SESSION_FINISHED, _ending(state)),))
    if state.is_paused:
        return Moves()

    run: list[Run] = []
    wakes: list[datetime] = []
    for name in state.open:
        step, tally = state.workflow.by_name[name], state.tally(name)
        if tally.is_running:
            continue
        if emit := _settle(state, step, tally, policies.get(name, Policy())):
            return Moves(emit=emit)
        if tally.retry_at and tally.retry_at > now:
            wakes.append(tally.retry_at)
        else:
            run.append(Run(name, state.key(name), tally.started + 1))
    return Moves(run=tuple(run), wake_at=min(wakes, default=None))


def _settle(state: State, step: Step, tally: Tally, policy: Policy) -> tuple[Emit, ...]:
    """What code must write before this step may run again, if anything."""
    if not tally.started and step.needs and (lack := step.needs(state)):
        return (_abort(lack),)
    is_dead = (
        tally.is_final
        or tally.failures >= policy.attempts
        or tally.losses >= policy.losses
    )
    is_forgiven = tally.is_silent and policy.forgives_silence
    if not is_dead and not is_forgiven:
        return ()
    key, reason = state.key(step.name), tally.reason
    is_optional = policy.criticality is Criticality.OPTIONAL
    if step.placeholder and (is_optional or is_forgiven):
        kind = next(iter(step.then))
        note = {"step": step.name, "key": key, "kind": kind, "reason": reason}
        return (
            Emit(Kind.PLACEHOLDER_INSERTED, note),
            Emit(kind, step.placeholder(reason)),
        )
    return (_abort(f"{step.name} failed for good: {reason}", key),)


def _abort(reason: str, key: str = "") -> Emit:
    return Emit(Kind.SESSION_ABORTED, {"reason": reason, "key": key})


def _ending(state: State) -> Mapping[str, Any]:
    sent = state.last.get(Kind.EMAIL_SENT, {})
    return {"issue_number": sent.get("issue_number")}


def happy_path(state: State) -> tuple[tuple[str, ...], ...]:
    """The steps still ahead if all goes well, stage by stage; a stage runs at once."""
    if state.is_over or state.gave_up or not state.has_begun:
        return ()
    return tuple(_stages(state))


def _stages(state: State) -> Iterator[tuple[str, ...]]:
    arrived = {name: set(who) for name, who in state.arrived.items()}
    stage = list(state.open)
    while stage:
        yield tuple(stage)
        following: list[str] = []
        for name in stage:
            target = next(iter(state.workflow.by_name[name].then.values()))
            for onward in target.steps if isinstance(target, To) else ():
                here = arrived.setdefault(onward, set())
                here.add(name)
                if here >= state.workflow.leads_to[onward]:
                    here.clear()
                    following.append(onward)
        stage = following
