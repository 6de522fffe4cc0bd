"""The state that a session's log adds up to. Pure.

`fold` turns the lines of a log into a State; `agents.workflows.decide` says what comes
next. Neither knows Django, a clock or a network. Starting a session, going on after a
crash and trying again are all the same: fold, decide.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from agents.events.schema import Kind
from agents.workflows import repeats
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


class Line(NamedTuple):
    """One line of the log, as much of it as deciding needs."""

    kind: str
    data: Data


@dataclass(slots=True)
class Tally:
    """What has become of one key so far."""

    started: int = 0
    failures: int = 0
    # How often models were busy or away: no failures of the step's.
    waits: int = 0
    losses: int = 0
    is_running: bool = False
    is_silent: bool = False
    is_final: bool = False
    retry_at: datetime | None = None
    reason: str = ""


@dataclass(slots=True)
class State:
    """What a log adds up to; `add` takes in one line more.

    `open` are the turns that somebody may take: a step, or `scout.3`, a part of one.
    `rounds` is how often each step has ended, `last` the data of the newest terminal event
    of each kind (of one that parts end with: `{"parts": [...]}`, all of them, round by
    round), `shares` what each part of a step is about, and `dead_key` the round of a step
    that ended the session by failing for good. `asking` is the newest asking of a person
    before delivery, `terms` what it is asked on; None where nobody is asked.
    """

    workflow: Workflow
    has_begun: bool = False
    open: list[str] = field(default_factory=list)
    rounds: Counter[str] = field(default_factory=Counter)
    arrived: dict[str, set[str]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    tallies: dict[str, Tally] = field(default_factory=dict)
    last: dict[str, Data] = field(default_factory=dict)
    shares: dict[str, tuple[Data, ...]] = field(default_factory=dict)
    # By step, what its parts came to: by round and part.
    reports: dict[str, dict[Key, Data]] = field(default_factory=dict)
    # By step or kind, how many parts or ways back this session has, if fewer than declared.
    limits: Mapping[str, int] = field(default_factory=dict)
    # The interests that it goes by, as its first line has them.
    interests: Data | None = None
    has_reached_end: bool = False
    gave_up: str = ""
    ended_by: str = ""
    reason: str = ""
    dead_key: str = ""
    is_paused: bool = False
    # Whether it is held after each step, and whether one has ended since it was let go on.
    by_steps: bool = False
    has_stepped: bool = False
    # Whose log it has, and which lines of it were changed by hand.
    fork: Data | None = None
    # By the name of a draft, the kind of event that refused it last.
    refused: dict[str, str] = field(default_factory=dict)
    # Who writes since models' drafts came to no end, and why; None: as it was begun.
    handed_over: Data | None = None
    # The newest edit of an operator, and whether it failed verification.
    edit: Data | None = None
    edit_failed: bool = False
    terms: Terms | None = None
    asking: Asking | None = None
    # Whether a step that errs is tried again; else it ends the session.
    retries: bool = True
    # How long it has waited for models in all, and until when it does.
    waited: timedelta = timedelta(0)
    waits_until: datetime | None = None

    def key(self, turn: str) -> str:
        """The key of a turn in its step's present round: `writer.2` is the second draft."""
        step, dot, part = turn.partition(".")
        return f"{step}.{self.rounds[step] + 1}{dot}{part}"

    def tally(self, turn: str) -> Tally:
        """What has become of a turn in its step's present round."""
        return self.tallies.get(self.key(turn)) or Tally()

    def share(self, key: str) -> Data | None:
        """What the part of a step with this key is about; None for a whole step."""
        step, _, part = Key.of(key)
        return self.shares[step][part - 1] if part else None

    def would_give_up(self, kind: Kind) -> bool:
        """Whether one more event of this kind would end the session."""
        target = self.workflow.by_end[kind].then[kind]
        if not isinstance(target, Back) or self._is_of_edit(kind):
            return False
        return self.counts[kind] >= self.most(kind) or self._repeats(kind)

    @property
    def draft_sha256(self) -> str:
        """The draft that was verified last: the one that would be delivered."""
        return str(self.last.get(Kind.VERIFICATION_PASSED, {}).get("draft_sha256", ""))

    @property
    def draft_name(self) -> str:
        """The name of what a person decides on: subject, preheader and text.

        Before an operator edits it only a new text makes a new draft, so its hash will do.
        """
        edited = self.edit and repeats.name_of(self.present_draft)
        return edited or self.draft_sha256

    @property
    def asked(self) -> Asking | None:
        """The asking about the present draft; one about a draft before it is void."""
        is_about = self.asking and self.asking.draft_sha256 == self.draft_sha256
        return self.asking if is_about else None

    @property
    def waits_for_approval(self) -> bool:
        """Whether it is a person's turn: delivery is next, asked for and not decided."""
        asked = self.asked
        return (
            not self.is_over
            and asked is not None
            and asked.is_open
            and any(self.workflow.step(turn).delivers for turn in self.waiting)
        )

    def still_asked(self, now: datetime) -> Asking | None:
        """The asking that a person can answer: it is their turn, and there is time."""
        asked = self.asked if self.waits_for_approval else None
        return asked if asked and not asked.has_lapsed(now) else None

    @property
    def delivering(self) -> str:
        """The step that would deliver next and was not begun; "" where none is open."""
        steps = (self.workflow.step(turn) for turn in self.waiting)
        due = (step.name for step in steps if step.delivers)
        return next((name for name in due if not self.tally(name).started), "")

    @property
    def may_be_edited(self) -> bool:
        """Whether it is an operator's turn, who may put another draft in its place."""
        is_held = self.is_paused or self.waits_for_approval or self.edit_failed
        return (
            self.workflow.takes_edits
            and not self.is_over
            and bool(self.delivering)
            and is_held
        )

    @property
    def present_draft(self) -> Data:
        """The draft as it stands: edited, or what was verified last."""
        trimmed = self.last.get(Kind.DRAFT_TRIMMED, {})
        is_trimmed = trimmed and trimmed["to_sha256"] == self.draft_sha256
        if is_trimmed and self.edit is None:
            return trimmed
        return self.last.get(Kind.DRAFT_WRITTEN, {})

    @property
    def is_over(self) -> bool:
        return bool(self.ended_by)

    @property
    def running(self) -> tuple[str, ...]:
        """Open turns that a worker is on."""
        return tuple(turn for turn in self.open if self.tally(turn).is_running)

    @property
    def waiting(self) -> tuple[str, ...]:
        """Open turns that no worker is on."""
        return tuple(turn for turn in self.open if not self.tally(turn).is_running)

    def add(self, kind: str, data: Data) -> None:
        """Take in the next line. What comes out of turn changes nothing."""
        if step := self.workflow.by_end.get(kind):
            if step.turn(data) in self.open and not self.is_over:
                self._end_turn(step, Kind(kind), data)
        elif change := _CHANGES.get(kind):
            change(self, data)

    def _end_turn(self, step: Step, kind: Kind, data: Data) -> None:
        turn = step.turn(data)
        key = self.key(turn)
        self.open.remove(turn)
        self.tallies.pop(key, None)
        self.has_stepped = self.by_steps
        if step.each is None:
            self.last[kind] = data
        else:
            self.reports.setdefault(step.name, {})[Key.of(key)] = data
            if any(step_of(other) == step.name for other in self.open):
                return
            self._gather(step)
        self._end_round(step, kind, data)

    def _gather(self, step: Step) -> None:
        reports = self.reports.get(step.name, {})
        self.last[step.happy] = {"parts": [reports[key] for key in sorted(reports)]}

    def _end_round(self, step: Step, kind: Kind, data: Data) -> None:
        self.rounds[step.name] += 1
        self.counts[kind] += 1
        match step.then[kind]:
            case To(steps):
                if kind == Kind.DRAFT_WRITTEN and (refusal := self._refusal):
                    self._end_loop(refusal)
                    return
                for name in steps:
                    self._arrive(name, step.name, data)
            case Back() if self._is_of_edit(kind):
                self.edit_failed = True  # no writer mends what an operator wrote
                self.open += [one.name for one in self.workflow.steps if one.delivers]
            case Back() as back:
                if self._repeats(kind):
                    self._give_up_repeat(kind)
                elif self.counts[kind] > self.most(kind):
                    self.gave_up = back.why(data)
                else:
                    self._note_refusal(kind, back)
                    self._open(back.step, data)
            case End():
                self.has_reached_end = True

    def instead_at(self, step: str) -> Data | None:
        """Who does this step instead of models, and why; None where it is as ever."""
        return self.handed_over if step in self.workflow.drafting else None

    def _is_of_edit(self, kind: str) -> bool:
        return self.edit is not None and kind == Kind.VERIFICATION_FAILED

    # --- A refused draft, handed in again ---------------------------------------------

    @property
    def _refusal(self) -> str:
        """What refused the present draft before; "" for a new one."""
        if not self.workflow.ends_repeats:
            return ""
        return self.refused.get(
            repeats.name_of(self.last.get(Kind.DRAFT_WRITTEN, {})), ""
        )

    def _repeats(self, kind: str) -> bool:
        """Whether this kind would refuse a draft that it has refused before."""
        return self._refusal == kind

    def _note_refusal(self, kind: Kind, back: Back) -> None:
        name = repeats.name_of(self.last.get(Kind.DRAFT_WRITTEN, {}))
        if name and self.workflow.by_name[back.step].happy == Kind.DRAFT_WRITTEN:
            self.refused[name] = kind

    def _end_loop(self, refusal: str) -> None:
        """The critic would say the same; what the web answers may have changed."""
        step = self.workflow.by_end[refusal]
        if refusal == Kind.CRITIC_REJECTION:
            self._give_up_repeat(refusal)
        else:
            self.open.append(step.name)

    def _give_up_repeat(self, refusal: str) -> None:
        back = self.workflow.by_end[refusal].then[Kind(refusal)]
        if isinstance(back, Back):
            again = replace(back, reason=repeats.REASON)
            self.gave_up = again.why(self.last[refusal])

    def _arrive(self, name: str, origin: str, data: Data) -> None:
        """Open a step once all that lead to it have come in."""
        arrived = self.arrived.setdefault(name, set())
        arrived.add(origin)
        if arrived >= self.workflow.leads_to[name]:
            arrived.clear()
            self._open(name, data)

    def _open(self, name: str, led: Data) -> None:
        """Open a step, or each of its parts; one without any has nothing to wait for."""
        step = self.workflow.by_name[name]
        if step.each is None:
            self.open.append(name)
            return
        self.shares[name] = tuple(led.get(step.each.parts, ()))[: self.most(name)]
        self.open += [f"{name}.{1 + place}" for place in range(len(self.shares[name]))]
        if not self.shares[name]:
            self._gather(step)
            self._end_round(step, step.happy, {})

    def most(self, name: str) -> int:
        """How many parts a step may have, or how many ways back a kind: as declared, or
        as the session was begun with where that is less.
        """
        step = self.workflow.by_name.get(name)
        declared = step.each if step else self.workflow.by_end[name].then[Kind(name)]
        at_most = getattr(declared, "at_most", 0)
        return min(at_most, self.limits.get(name, at_most))


def fold(workflow: Workflow, lines: Iterable[Line]) -> State:
    """The state that these lines add up to, from the first one on."""
    state = State(workflow)
    for kind, data in lines:
        state.add(kind, data)
    return state


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
