"""A pool of threads that does the steps where there is no broker."""

import threading
import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from queue import SimpleQueue
from types import TracebackType
from typing import Self

import structlog
from django.conf import settings
from django.db import connection

from agents.engine import heartbeat, leases, log, sweep
from agents.engine.leases import Lease, patiently
from agents.engine.sessions import Outlook, look
from agents.models import Session
from agents.runs.leftovers import put_away
from agents.runs.outcome import Work
from agents.workers.chore import Chore
from agents.workers.steps import by_agent, perform
from agents.workflows.declaration import step_of
from agents.workflows.table import WORKFLOWS

logger = structlog.get_logger(__name__)

# How many steps run at once: they wait for models and for the web most of the time.
THREADS = 8
# The steps that send letters.
DELIVERING = {
    step.name
    for workflow in WORKFLOWS.values()
    for step in workflow.steps
    if step.delivers
}
# How long to sleep at most before looking again.
REST_SECONDS = 1.0
# How long a worker told to stop lets its steps finish, after giving them back.
FAREWELL_SECONDS = 5.0


class Crew:
    """Threads at work on leases; one that ends a step goes on with what follows.

    Leaving the block waits for all leases; on an exception they are given back instead.
    The threads are daemons: nothing keeps the process from ending.
    """

    def __init__(
        self,
        size: int = THREADS,
        *,
        work: Work = by_agent,
        goes_on: bool = True,
    ) -> None:
        self.work, self.goes_on = work, goes_on
        self.due: SimpleQueue[Lease | None] = SimpleQueue()
        self.busy = 0
        self.has_left = False
        self.ended = threading.Condition()
        self.threads = [
            threading.Thread(target=self._work, name=f"step {number}", daemon=True)
            for number in range(size)
        ]

    def __enter__(self) -> Self:
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not self.has_left:
            self.leave(None if error is None else 0.0)

    def leave(self, patience_seconds: float | None) -> None:
        """Begin nothing more, wait so long (None: to the end), give back what is left."""
        self.goes_on, self.has_left = False, True
        if patience_seconds is not None:
            # Who sends an issue carries through what has begun, and leaves the rest.
            heartbeat.release(step__in=DELIVERING)
        is_idle = self.wait_until_idle(patience_seconds)
        for _ in self.threads:
            self.due.put(None)
        if not is_idle:
            heartbeat.release()
            return
        for thread in self.threads:
            thread.join()

    def add(self, taken: Iterable[Lease]) -> None:
        """Have these leases worked on."""
        for lease in taken:
            with self.ended:
                self.busy += 1
            self.due.put(lease)

    def wait(self, seconds: float) -> None:
        """Return when a lease has ended, or after so many seconds."""
        with self.ended:
            self.ended.wait(seconds)

    def wait_until_idle(self, seconds: float | None = None) -> bool:
        """Return when nothing is worked on, or after so many seconds; whether it is so."""
        with self.ended:
            return self.ended.wait_for(lambda: not self.busy, seconds)

    def _work(self) -> None:
        try:
            while taken := self.due.get():
                self._serve(taken)
                with self.ended:
                    self.busy -= 1
                    self.ended.notify_all()
        finally:
            connection.close()

    def _serve(self, taken: Lease) -> None:
        """Work on a lease, and on what follows from it unless other leases wait."""
        due = [taken]
        while due:
            taken = due.pop()
            try:
                ended = perform(taken, work=self.work, goes_on=self.goes_on)
            except Exception:
                # Its lease will run out; this thread has others to serve.
                logger.exception(
                    "step_left", session_id=taken.session_name, key=taken.key
                )
                continue
            stay = 1 if self.due.empty() else 0
            due += ended.following[:stay]
            self.add(ended.following[stay:])


def drive(session: Session, *, only: str = "", work: Work = by_agent) -> None:
    """Run a session's steps until it is over or a person's turn, or `only` that one, once.

    Waits out retry timers and the leases that other processes hold.
    """
    heartbeat.bury()
    with Crew(work=work, goes_on=not only) as crew:
        while True:
            outlook = patiently(lambda: look(session.pk))
            if outlook.is_over:
                put_away()
                return
            if only and only not in map(step_of, outlook.ahead[0]):
                return
            if outlook.runnable:
                crew.add(leases.take_all(session.pk, only=only))
            if not crew.busy and _is_a_persons_turn(outlook):
                return
            seconds = _seconds_until(outlook.wake_at)
            if crew.busy:
                crew.wait_until_idle(seconds)
            else:
                crew.wait(seconds)


def _is_a_persons_turn(outlook: Outlook) -> bool:
    return outlook.status == Session.Status.PAUSED or outlook.waits_for_approval


def _seconds_until(wake_at: datetime | None) -> float:
    if wake_at is None:
        return REST_SECONDS
    left = (wake_at - log.database_now()).total_seconds()
    return min(max(left, 0.01), REST_SECONDS)


def work(stop: threading.Event, *, size: int = THREADS, does: Work = by_agent) -> None:
    """Serve all sessions until told to stop: begin what is due, and drive what is open.

    Then give back what is not finished in a moment.
    """
    with Crew(size, work=does) as crew:

        def offer(session_id: int) -> None:
            crew.add(leases.take_all(session_id))

        def look_around() -> None:
            sweep.sweep(offer, grace=timedelta(0), at_once=size)

        def offer_turns() -> None:
            sweep.offer_turns(offer, grace=timedelta(0), at_once=size)

        sweeping, offering = Chore("sweep", look_around), Chore("turns", offer_turns)
        next_sweep = 0.0
        while not stop.is_set():
            if time.monotonic() >= next_sweep:
                next_sweep = time.monotonic() + settings.SWEEP_SECONDS
                sweeping.do()
            # Not only in between: of a sweep at every rest none is left.
            offering.do()
            crew.wait(REST_SECONDS)
        crew.leave(FAREWELL_SECONDS)
