"""The lease protocol, played by a schedule: workers that come, freeze, die and return.

A schedule is a string of bytes, each pair one act. It is played on a Model, which is the
protocol in a few lines over the real `fold` and `decide`, and on the engine itself. The
model can be built without one of its safeguards, to see that the loss is noticed.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from agents.events.schema import Kind
from agents.tests.support.paper import data_of, policy_of
from agents.workflows.decide import decide
from agents.workflows.declaration import Key, Workflow, step_of
from agents.workflows.fold import Line, add
from agents.workflows.state import State
from agents.workflows.weekly_brief import BRIEF

LEASE, BEAT = timedelta(seconds=60), timedelta(seconds=15)
STEPS = tuple(step.name for step in BRIEF.steps)
PARTS = (1, 2, 3)


def turns_of(workflow):
    """Every turn that a message may name."""
    return tuple(
        f"{step.name}.{part}" if part else step.name
        for step in workflow.steps
        for part in (PARTS if step.each else (0,))
    )


START = datetime(2026, 11, 5, 9, 0, tzinfo=UTC)
SAFEGUARDS = frozenset({"fence", "guard", "expiry"})


@dataclass
class Lease:
    """A lease as the model's table has it."""

    step: str
    key: str
    attempt: int
    until: datetime
    is_running: bool = True

    @property
    def turn(self):
        return Key.of(self.key).turn


@dataclass
class Model:
    """The protocol: a log, a table of leases, and a clock that belongs to them."""

    safeguards: frozenset = SAFEGUARDS
    workflow: Workflow = BRIEF
    now: datetime = START
    lines: list = field(default_factory=list)
    table: list = field(default_factory=list)

    def __post_init__(self):
        self.state = State(self.workflow)
        self.append(Kind.SESSION_STARTED, {})

    def append(self, kind, data):
        self.lines.append(Line(kind, data))
        add(self.state, kind, data)

    def settle(self):
        for lease in self.table:
            is_dead = lease.is_running and lease.until <= self.now
            if is_dead and "expiry" in self.safeguards:
                lease.is_running = False
                self._write(Kind.STEP_LOST, lease, reason="died", is_released=False)
        while (moves := decide(self.state, policy_of, self.now)).emit:
            for emit in moves.emit:
                self.append(*emit)
        if self.state.is_over:
            for lease in self.table:
                lease.is_running = False
        return moves

    def take(self, turn):
        """A worker has a message for this turn; the lease it gets, if any."""
        due = {run.turn: run for run in self.settle().run}
        if turn in due:
            key, attempt = due[turn].key, due[turn].attempt
        elif "guard" not in self.safeguards:
            key, attempt = self.state.key(turn), self.state.tally(turn).started + 1
        else:
            return None
        lease = Lease(step_of(turn), key, attempt, self.now + LEASE)
        self.table.append(lease)
        self._write(Kind.STEP_STARTED, lease)
        self.settle()
        return lease

    def _write(self, kind, lease, **data):
        about = {"step": lease.step, "key": lease.key, "attempt": lease.attempt}
        self.append(kind, {**about, **data})

    def _end(self, lease):
        """Whether the lease may still commit."""
        may = lease.is_running or "fence" not in self.safeguards
        lease.is_running = False
        return may

    def finish(self, lease, kind):
        if self._end(lease):
            self.append(kind, data_of(kind, lease.key))
            self.settle()

    def fail(self, lease):
        if self._end(lease):
            failures = self.state.tally(lease.turn).failures + 1
            self._write(
                Kind.STEP_FAILED,
                lease,
                reason="it broke",
                is_silent=False,
                is_final=False,
                retry_at=self.now + policy_of(lease.step).wait(failures),
            )
            self.settle()

    def renew(self, lease):
        """The heartbeat of a worker that lives; False if the lease is not its any more."""
        if lease.is_running:
            lease.until = self.now + LEASE
        return lease.is_running

    def running(self):
        """The rounds that are taken, one for each lease."""
        return [lease.key for lease in self.table if lease.is_running]

    def told(self):
        """The log, as far as engines can agree on it."""
        return [
            (str(kind), data.get("key", ""), data.get("attempt", 0))
            for kind, data in self.lines
        ]


class Unsafe(AssertionError):
    """The protocol did what it must never do."""


@dataclass
class Play:
    """A schedule, played."""

    engine: object
    working: list = field(default_factory=list)  # leases whose workers live
    frozen: list = field(default_factory=list)  # whose workers stand still
    latest: datetime = START  # that the clock ever showed

    def __post_init__(self):
        self.judge = Judge(self.engine.workflow)

    def play(self, schedule):
        for act, detail in zip(schedule[::2], schedule[1::2], strict=False):
            self.act(act, detail)
            self.latest = max(self.latest, self.engine.now)
            self.judge.look(self.engine)

    def act(self, act, detail):
        acts = (
            *[self.take_what_is_due] * 3,
            self.take_anything,
            *[self.end_one] * 4,
            self.kill_one,
            self.freeze_one,
            lambda detail: self.wait(BEAT * (1 + detail % 8)),
            self.jump,
        )
        acts[act % len(acts)](detail)

    def take_what_is_due(self, detail):
        """A message for a step that nobody is on."""
        if due := self.engine.state.waiting:
            self.take(due[detail % len(due)])

    def take_anything(self, detail):
        """A stale message, or one doubled."""
        turns = turns_of(self.engine.workflow)
        self.take(turns[detail % len(turns)])

    def end_one(self, detail):
        """Somebody comes to an end: a zombie too."""
        if held := self.working + self.frozen:
            self.end(held[detail % len(held)], detail)

    def kill_one(self, detail):
        if self.working:
            self.working.pop(detail % len(self.working))

    def freeze_one(self, detail):
        if self.working:
            self.frozen.append(self.working.pop(detail % len(self.working)))

    def jump(self, detail):
        """The clock goes two hours forth, or back."""
        self.engine.now += timedelta(hours=2 * (detail % 3 - 1))

    def take(self, turn):
        if lease := self.engine.take(turn):
            self.working.append(lease)

    def end(self, lease, detail):
        for held in (self.working, self.frozen):
            if lease in held:
                held.remove(lease)
        kinds = list(self.engine.workflow.by_name[lease.step].then)
        if detail % 5 == 0:
            self.engine.fail(lease)
        else:
            self.engine.finish(lease, kinds[-1 if detail % 5 == 1 else 0])

    def wait(self, time):
        """Let time go by; those who live renew their leases all the while."""
        end = self.engine.now + time
        while self.engine.now < end:
            self.engine.now += BEAT
            self.working = [one for one in self.working if self.engine.renew(one)]

    def come_to_rest(self):
        """No more faults: whoever held something is dead, and others go on."""
        self.working, self.frozen = [], []
        self.engine.now = self.latest  # a clock that was put back is put right
        for _ in range(40):
            if self.engine.state.is_over:
                return
            self.engine.now += LEASE * 20
            for turn in tuple(self.engine.state.open):
                if lease := self.engine.take(turn):
                    step = self.engine.workflow.step(turn)
                    self.engine.finish(lease, step.happy)
            self.judge.look(self.engine)
        raise Unsafe("it stands still for ever")


@dataclass
class Judge:
    """What must be true of every log at every moment."""

    workflow: Workflow
    read: int = 0
    begun: set = field(default_factory=set)

    def __post_init__(self):
        self.state = State(self.workflow)

    def look(self, engine):
        running = engine.running()
        if len(running) != len(set(running)):
            raise Unsafe("two workers hold one round of a step")
        for kind, data in engine.lines[self.read :]:
            self.read += 1
            self._judge(kind, data)
            add(self.state, kind, data)

    def _judge(self, kind, data):
        state, step = self.state, self.workflow.by_end.get(kind)
        if step and (step.turn(data) not in state.open or state.is_over):
            raise Unsafe(f"line {self.read}: {kind} comes out of turn")
        if kind != Kind.STEP_STARTED:
            return
        attempt, turn = (data["key"], data["attempt"]), Key.of(data["key"]).turn
        if turn not in state.open or data["key"] != state.key(turn):
            raise Unsafe(f"line {self.read}: {attempt} was not due")
        if attempt in self.begun or state.tally(turn).is_running:
            raise Unsafe(f"line {self.read}: {attempt} began twice")
        self.begun.add(attempt)


def played(schedule, **changes):
    """A schedule on the model, and then the rest of the session in peace."""
    play = Play(Model(**changes))
    play.play(schedule)
    play.come_to_rest()
    return play
