"""The stage: workers and clocks as real processes, sessions, and what is left of them."""

import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from agents.engine import sessions
from agents.engine.leases import patiently
from agents.engine.sweep import BrokerAway
from agents.models import RetryPolicy, Session
from agents.workers import canvas
from crux.faults.sessions.servers import Servers, wait_until
from newsletter.models import Newsletter
from subscribers.models import Subscriber

ROOT = Path(__file__).resolve().parents[3]
READERS = 12
# How long a session may take before it counts as stuck.
STUCK_SECONDS = 60.0


@dataclass
class Process:
    """A program that somebody begins again when it dies, as a supervisor would."""

    command: list[str]
    environment: dict[str, str]
    log: Path
    supervised: bool = True
    running: subprocess.Popen[bytes] | None = None
    begun: int = 0
    over: threading.Event = field(default_factory=threading.Event)

    def start(self) -> "Process":
        threading.Thread(target=self._supervise, daemon=True).start()
        return self

    def _supervise(self) -> None:
        while not self.over.is_set():
            with self.log.open("ab") as out:
                self.running = subprocess.Popen(  # noqa: S603  our own program
                    self.command,
                    cwd=ROOT,
                    env={**os.environ, **self.environment},
                    stdout=out,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            self.begun += 1
            self.running.wait()
            if not self.supervised:
                return
            self.over.wait(0.3)

    @property
    def pid(self) -> int:
        wait_until(lambda: self.running is not None, 10)
        assert self.running is not None  # noqa: S101  waited for
        return self.running.pid

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def children(self) -> list[int]:
        """The processes that it forked."""
        listed = subprocess.run(  # noqa: S603  a fixed command
            ["/bin/ps", "-o", "pid=", "--ppid", str(self.pid)],
            capture_output=True,
            text=True,
            check=False,
        )
        return [int(pid) for pid in listed.stdout.split()]

    def end(self) -> None:
        """Stop it for good, and its children."""
        self.over.set()
        if self.running is None:
            return
        for number in (signal.SIGCONT, signal.SIGKILL):
            try:
                os.killpg(self.running.pid, number)
            except ProcessLookupError:
                return
        self.running.wait()


# The rows name the brief's steps; who stands there in another workflow.
COUNTERPARTS: Mapping[str, Mapping[str, str]] = {
    "digest": {
        "memory": "gather_urls",
        "research_launches": "filter_urls",
        "research_papers": "download_articles",
        "evaluator": "rate_articles",
        "writer": "finalize_newsletter",
    }
}


def counterpart(step: str, workflow: str) -> str:
    """The step of a workflow that a row means by a step of the brief."""
    return COUNTERPARTS.get(workflow, {}).get(step, step)


class Stage:
    """All that a session needs, with a handle on each part of it."""

    numbers = itertools.count(1)

    def __init__(self, servers: Servers, workflow: str = "brief") -> None:
        self.workflow = workflow
        self.directory = directory = servers.directory
        self.postgres, self.redis = servers.postgres, servers.redis
        self.mail, self.operator = servers.mail, servers.operator
        self.processes: list[Process] = []
        for name in ("crash", "behave"):
            (directory / name).mkdir(exist_ok=True)
        (directory / "calls.log").touch()

    # --- Processes ------------------------------------------------------------------

    def worker(self, *, children: int = 4, **environment: str) -> Process:
        """A worker: Celery's where there is a broker, else our own."""
        celery = [
            sys.executable, "-m", "celery", "-A", "crux", "worker", "-c", str(children),
            "-l", "WARNING", "-I", "crux.faults.sessions.acting", "--without-heartbeat",
            "--without-gossip", "--without-mingle", "-n", f"w{next(self.numbers)}@%h",
        ]  # fmt: skip
        own = [sys.executable, "-m", "crux.faults.sessions.acting"]
        return self._start(celery if self.redis else own, environment)

    def clock(self, **environment: str) -> Process:
        return self._start(
            [sys.executable, "-m", "crux.faults.sessions.acting", "clock"], environment
        )

    def call(
        self, *command: str, of: Path = ROOT, under: Mapping[str, str] | None = None
    ) -> tuple[int, str]:
        """Run a program of ours (`manage.py` with arguments); its exit code and words.

        Letters are files for it: its checks would not take this stage's sender.
        """
        done = subprocess.run(  # noqa: S603  our own program
            [sys.executable, *command],
            cwd=of,
            env={**os.environ, "DELIVERY_TRANSPORT": "file", **(under or {})},
            capture_output=True,
            text=True,
            check=False,
            timeout=STUCK_SECONDS,
        )
        return done.returncode, done.stdout + done.stderr

    def serve(self, port: int, **environment: str) -> Process:
        """The site, on loopback."""
        return self._start(
            [sys.executable, "manage.py", "runserver", "--noreload", "--skip-checks",
             str(port)], environment
        )  # fmt: skip

    def _start(self, command: list[str], environment: dict[str, str]) -> Process:
        log = self.directory / f"process-{next(self.numbers)}.log"
        if self.postgres:
            environment = {"DATABASE_URL": self.postgres.proxied, **environment}
        process = Process(command, environment, log)
        self.processes.append(process)
        return process.start()

    @contextmanager
    def running(self, *, workers: int = 1, clocks: int = 1) -> Iterator[list[Process]]:
        """Workers and clocks for as long as this lasts; the workers."""
        begun = [self.worker() for _ in range(workers)]
        if self.redis:
            for _ in range(clocks):
                self.clock()
        try:
            yield begun
        finally:
            self.end_processes()

    def end_processes(self) -> None:
        for process in self.processes:
            process.end()
        self.processes.clear()

    # --- Sessions -------------------------------------------------------------------

    def newsletter(self, slug: str = "", **fields: object) -> Newsletter:
        """A newsletter with readers; not due unless it is made so."""
        slug = slug or f"letter-{next(self.numbers)}"
        newsletter, is_new = Newsletter.objects.get_or_create(
            slug=slug,
            defaults={
                "title": "The Weekly",
                "profile": "Agents.",
                "is_active": False,
                "shared_outlets": True,
                "sender_address": "letters@crux.test",
                **fields,
            },
        )
        if is_new:
            Subscriber.objects.bulk_create(
                Subscriber(
                    newsletter=newsletter,
                    address=f"{slug}-{number}@readers.test",
                    status=Subscriber.Status.ACTIVE,
                )
                for number in range(READERS)
            )
        return newsletter

    def session(
        self,
        ways: Mapping[str, list[str]] | None = None,
        *,
        is_published: bool = True,
        workflow: str = "",
    ) -> Session:
        """A session that has begun, whose steps go wrong in these ways, if any."""
        newsletter = self.newsletter()
        plan = sessions.Plan(
            sources=Session.Sources.LIVE, workflow=workflow or self.workflow
        )
        session = patiently(lambda: sessions.start(newsletter, plan))
        for step, each in (ways or {}).items():
            self._behave(session, step, each)
        if is_published and self.redis:
            self.publish(session)
        return session

    def publish(self, session: Session) -> None:
        try:
            canvas.publish(session.pk)
        except BrokerAway:
            return

    def crash(self, point: str, step: str, session: Session, who: str) -> Path:
        """Have the worker that comes to this point die there."""
        step = counterpart(step, session.workflow)
        marker = self.directory / "crash" / f"{point}.{step}.{session.name}.{who}"
        marker.touch()
        return marker

    def _behave(self, session: Session, step: str, ways: list[str]) -> None:
        """Have a step go wrong in these ways, one an attempt."""
        for number, way in enumerate(ways):
            name = f"{counterpart(step, session.workflow)}.{session.name}.{number}"
            (self.directory / "behave" / name).write_text(way)

    def calls(self, session: Session | None = None) -> list[str]:
        """The idempotency keys of all calls that cost, doubled ones twice."""
        keys = (self.directory / "calls.log").read_text().split()
        return [key for key in keys if session is None or key.startswith(session.name)]

    def wait_for(
        self, is_so: Callable[[], bool], seconds: float = STUCK_SECONDS
    ) -> float | None:
        """How long it took; None if it did not come to be so."""
        began = time.monotonic()
        if wait_until(lambda: patiently(is_so), seconds, pause=0.05):
            return time.monotonic() - began
        return None

    def wait_for_end(
        self, *waited: Session, seconds: float = STUCK_SECONDS
    ) -> float | None:
        """How long it took until all of these were over; None if they were not."""
        ids = [session.pk for session in waited]

        def are_over() -> bool:
            return not sessions.unfinished().filter(pk__in=ids).exists()

        took = self.wait_for(are_over, seconds)
        for session in waited:
            patiently(session.refresh_from_db)
        return took

    def wait_for_call(self, session: Session, step: str) -> None:
        """Return once a worker is at work on that step."""
        prefix = f"{session.name}:{counterpart(step, session.workflow)}."
        wait_until(
            lambda: any(key.startswith(prefix) for key in self.calls(session)),
            STUCK_SECONDS,
            pause=0.01,
        )


@contextmanager
def policy(step: str, **values: int) -> Iterator[None]:
    """Another patience with a step, in each workflow, for as long as this lasts."""
    steps = {step, *(counterpart(step, workflow) for workflow in COUNTERPARTS)}
    for name in steps:
        RetryPolicy.objects.update_or_create(step=name, defaults=values)
    try:
        yield
    finally:
        patiently(RetryPolicy.objects.filter(step__in=steps).delete)
