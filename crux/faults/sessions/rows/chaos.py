"""A soak: sessions all the time, and something breaks every few seconds, by a seed."""

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable

from django.db import connection
from django.utils import timezone

from agents.models import RetryPolicy, Session, StepRun
from agents.workflows.table import newest
from crux.faults.sessions.invariants import breaches, extra_calls
from crux.faults.sessions.proxy import Mood
from crux.faults.sessions.stage import Process, Stage
from crux.faults.sessions.trials import Trial
from newsletter.database_outage import AWAY
from subscribers.delivery import control
from subscribers.models import Delivery, Dispatch

# Seconds between two sessions, and between two faults, about.
SESSION_EVERY, FAULT_EVERY = 6.0, 5.0
# How likely a step goes wrong of itself.
FLAKY = 0.1
PATIENT = {"first_wait_seconds": 1, "attempts": 8, "losses": 30}
SETTLE_SECONDS = 120.0


class Chaos:
    """The faults, each by its name."""

    def __init__(self, stage: Stage, seed: int) -> None:
        self.stage, self.chance = stage, random.Random(seed)  # noqa: S311  moments
        self.sessions: list[Session] = []
        self.done: Counter[str] = Counter()
        self.frozen: list[int] = []

    @property
    def faults(self) -> dict[str, Callable[[], None]]:
        assert self.stage.postgres is not None  # noqa: S101  it has both
        assert self.stage.redis is not None  # noqa: S101
        postgres, redis = self.stage.postgres, self.stage.redis
        away = self.chance.uniform(0, 3)
        return {
            "child killed": self.kill_child,
            "worker killed": self.kill_worker,
            "child frozen": self.freeze_child,
            "clock killed": self.kill_clock,
            "redis flushed": redis.forget,
            "redis killed": lambda: redis.restart(away),
            "redis cut off": lambda: redis.proxy.turn(Mood.PASS),
            "postgres restarted": lambda: postgres.restart(away / 2),
            "postgres cut off": lambda: postgres.proxy.turn(Mood.PASS),
            "mail cut off": lambda: self.stage.mail.proxy.turn(Mood.PASS),
            "worker stopped": self.stop_worker,
        }

    def workers(self) -> list[Process]:
        return [one for one in self.stage.processes if "worker" in one.command]

    def kill_child(self) -> None:
        if children := self.chance.choice(self.workers()).children():
            _signal(self.chance.choice(children), signal.SIGKILL)

    def freeze_child(self) -> None:
        """For longer than a lease; thawed when the next one is frozen, or at the end."""
        self.thaw()
        if children := self.chance.choice(self.workers()).children():
            self.frozen.append(self.chance.choice(children))
            _signal(self.frozen[-1], signal.SIGSTOP)

    def thaw(self) -> None:
        while self.frozen:
            _signal(self.frozen.pop(), signal.SIGCONT)

    def kill_worker(self) -> None:
        self.chance.choice(self.workers()).signal(signal.SIGKILL)

    def stop_worker(self) -> None:
        """As a deploy does: asked to stop, and killed when it takes too long."""
        worker = self.chance.choice(self.workers())
        pid = worker.pid
        _signal(pid, signal.SIGTERM)
        time.sleep(2)
        if worker.pid == pid:
            _signal(pid, signal.SIGKILL)

    def kill_clock(self) -> None:
        clocks = [one for one in self.stage.processes if "clock" in one.command]
        self.chance.choice(clocks).signal(signal.SIGKILL)

    def begin(self) -> None:
        ways = ["failed", "failed 1", "deadline", "slow 2"]
        flaky = {
            step: [self.chance.choice(ways)]
            for step in newest(self.stage.workflow).by_name
            if self.chance.random() < FLAKY
        }
        self.sessions.append(self.stage.session(flaky))

    def run(self, seconds: float) -> None:
        began = time.monotonic()
        next_session = next_fault = began
        while (now := time.monotonic()) < began + seconds:
            try:
                if now >= next_session:
                    next_session = now + self.chance.uniform(0.5, 1.5) * SESSION_EVERY
                    self.begin()
                if now >= next_fault:
                    next_fault = now + self.chance.uniform(0.5, 1.5) * FAULT_EVERY
                    name, act = self.chance.choice(list(self.faults.items()))
                    act()
                    self.done[name] += 1
            except AWAY:
                connection.close()
            time.sleep(0.1)
        self.thaw()


def _signal(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return


def soak(stage: Stage, seconds: float, seed: int) -> Trial:
    """Let it go on for so long, then wait until all has come to rest, and look."""
    trial = Trial("chaos", f"{seconds:.0f} s, seed {seed}")
    for step in newest(stage.workflow).by_name:
        RetryPolicy.objects.update_or_create(step=step, defaults=PATIENT)
    chaos = Chaos(stage, seed)
    stage.mail.have_a_bad_day(seed)
    with stage.running(workers=2, clocks=2):
        stage.wait_for_end(stage.session())
        chaos.run(seconds)
        took = stage.wait_for_end(*chaos.sessions, seconds=SETTLE_SECONDS)
        trial.expect(took is not None, "a session stands still")
        trial.recovery_seconds = took
        trial.expect(_send_the_rest(stage) is not None, "letters stand still")
    run = chaos.sessions
    for session in run:
        is_finished = session.status == Session.Status.FINISHED
        why = f"{session.name} is {session.status}: {session.reason}"
        trial.expect(is_finished, why)
    trial.extra_calls = sum(extra_calls(stage, session) for session in run)
    trial.breaches += breaches(stage, run)
    trial.outcome = _sum_up(stage, chaos)
    return trial


def _send_the_rest(stage: Stage) -> float | None:
    """Letters that were refused for now, or claimed by the dead, go out later.

    So do those of an issue that stopped because too much came back: an operator who
    looks would let it go on.
    """

    def is_settled() -> bool:
        for stopped in Dispatch.objects.filter(paused_at__isnull=False):
            control.resume(stopped, timezone.now())
        Delivery.objects.filter(state="deferred").update(next_at=None)
        waiting = ("queued", "claimed", "started")
        return not Delivery.objects.filter(state__in=waiting).exists()

    return stage.wait_for(is_settled, SETTLE_SECONDS)


def _sum_up(stage: Stage, chaos: Chaos) -> str:
    run = chaos.sessions
    finished = sum(session.status == Session.Status.FINISHED for session in run)
    letters = Counter(Delivery.objects.values_list("state", flat=True))
    attempts = Counter(StepRun.objects.values_list("status", flat=True))
    arrived = Counter(stage.mail.accepted())
    doubled = sum(times - 1 for times in arrived.values())
    faults = ", ".join(f"{name} {times}" for name, times in chaos.done.most_common())
    return (
        f"{finished}/{len(run)} finished after {sum(chaos.done.values())} faults "
        f"({faults}); {len(stage.calls())} calls; attempts {dict(attempts)}; "
        f"letters {dict(letters)}, {doubled} doubled"
    )
