"""Claiming a step, keeping the claim alive, and committing what came of it.

A claim is a row with a lease, a heartbeat and a fence. What a step produced is written
in one transaction with the decisions that follow from it, and only while the fence is
still ours: a worker that was thought dead is refused.
"""

import os
import platform
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

import structlog
from django.conf import settings
from django.db import OperationalError, connection, transaction

from agents import log
from agents.events import Data, Kind
from agents.log import Envelope
from agents.models import Session, StepRun
from agents.roster import policies
from agents.sessions import settle
from agents.workflow import Policy

logger = structlog.get_logger(__name__)

COMMIT_PATIENCE_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to work on one attempt of one step."""

    session_id: int
    session_name: str
    step: str
    key: str
    attempt: int
    fence: int

    @property
    def idempotency_key(self) -> str:
        """The same for the same attempt, wherever it is told: `{session}:{key}:{attempt}`."""
        return f"{self.session_name}:{self.key}:{self.attempt}"


@dataclass(frozen=True, slots=True)
class Line:
    """An event that a step wants written when it commits."""

    kind: Kind
    data: Data
    envelope: Envelope


class Fenced(Exception):
    """Another attempt holds the step; nothing of this one may be written."""

    def __init__(self) -> None:
        super().__init__(self.__doc__)


def worker_name() -> str:
    """This worker, for whoever reads the log: host, process and thread."""
    return f"{platform.node()}:{os.getpid()}:{threading.get_ident() % 100_000}"


def claim(session_id: int, step: str) -> Claim | None:
    """Take a step if it may run now and nobody is on it; None otherwise."""
    with transaction.atomic():
        session = log.locked(session_id)
        _, moves = settle(session)
        run = next((run for run in moves.run if run.step == step), None)
        if run is None:
            return None
        now = log.database_now()
        step_run, _ = StepRun.objects.get_or_create(
            session=session,
            key=run.key,
            defaults={"step": step, "status": StepRun.Status.FAILED},
        )
        step_run.attempt = run.attempt
        step_run.fence += 1
        step_run.status = StepRun.Status.RUNNING
        step_run.worker = worker_name()
        step_run.claimed_at, step_run.ended_at = now, None
        step_run.lease_until = now + timedelta(seconds=settings.LEASE_SECONDS)
        step_run.save()
        taken = Claim(
            session.pk, session.name, step, run.key, run.attempt, step_run.fence
        )
        log.append(
            session,
            Kind.STEP_STARTED,
            {
                "step": step,
                "key": run.key,
                "attempt": run.attempt,
                "fence": step_run.fence,
                "idempotency_key": taken.idempotency_key,
                "worker": step_run.worker,
            },
            now=now,
        )
    logger.info("claimed", session_id=session.name, key=run.key, attempt=run.attempt)
    return taken


@contextmanager
def heartbeat(taken: Claim) -> Iterator[threading.Event]:
    """Renew the lease until the block ends; the event is set if the claim is lost."""
    lost, done = threading.Event(), threading.Event()

    def beat() -> None:
        try:
            while not done.wait(settings.HEARTBEAT_SECONDS):
                try:
                    if not _renew(taken):
                        lost.set()
                        logger.warning(
                            "fenced", session_id=taken.session_name, key=taken.key
                        )
                        return
                except OperationalError:
                    connection.close()  # try again at the next beat
        finally:
            connection.close()

    thread = threading.Thread(target=beat, name=f"heartbeat {taken.key}", daemon=True)
    thread.start()
    try:
        yield lost
    finally:
        done.set()
        thread.join(timeout=5)


def _renew(taken: Claim) -> bool:
    until = log.database_now() + timedelta(seconds=settings.LEASE_SECONDS)
    return bool(_mine(taken).update(lease_until=until))


def _mine(taken: Claim):  # type: ignore[no-untyped-def]
    return StepRun.objects.filter(
        session_id=taken.session_id,
        key=taken.key,
        fence=taken.fence,
        status=StepRun.Status.RUNNING,
    )


def record(taken: Claim, kind: Kind, data: Data, envelope: Envelope) -> None:
    """Write one line while the step is at work; raises Fenced."""
    with transaction.atomic():
        session = log.locked(taken.session_id)
        if not _mine(taken).exists():
            raise Fenced
        log.append(session, kind, data, envelope=envelope)


def finish(taken: Claim, lines: Sequence[Line]) -> None:
    """Commit a step's events and all that follows from them; raises Fenced."""
    _commit(taken, StepRun.Status.DONE, lines)


def fail(
    taken: Claim,
    reason: str,
    *,
    envelope: Envelope = log.HARNESS,
    is_silent: bool = False,
    is_final: bool = False,
    retry_after: timedelta | None = None,
) -> None:
    """Commit that an attempt ended in an error, with the time of the next one."""
    policy = policies().get(taken.step, Policy())
    failures = _failures(taken) + 1
    retry_at = log.database_now() + policy.wait(failures, retry_after)
    data = {
        "step": taken.step,
        "key": taken.key,
        "attempt": taken.attempt,
        "reason": reason[:1000],
        "is_silent": is_silent,
        "is_final": is_final,
        "retry_at": retry_at,
    }
    logger.warning(
        "step_failed", session_id=taken.session_name, key=taken.key, reason=reason[:300]
    )
    line = Line(Kind.STEP_FAILED, log.events.parse(Kind.STEP_FAILED, data), envelope)
    _commit(taken, StepRun.Status.FAILED, [line])


def _failures(taken: Claim) -> int:
    session = Session.objects.get(pk=taken.session_id)
    return log.state(session).tally(taken.step).failures


def _commit(taken: Claim, status: StepRun.Status, lines: Sequence[Line]) -> None:
    """One transaction: the claim's end, its events, and what follows from them.

    A result that was paid for outlives a database that restarts: tried again for half
    a minute.
    """
    until = time.monotonic() + COMMIT_PATIENCE_SECONDS
    while True:
        try:
            with transaction.atomic():
                session = log.locked(taken.session_id)
                ended = _mine(taken).update(
                    status=status, lease_until=None, ended_at=log.database_now()
                )
                if not ended:
                    raise Fenced
                for line in lines:
                    log.append(session, line.kind, line.data, envelope=line.envelope)
                settle(session)
            return
        except OperationalError:
            if time.monotonic() > until:
                raise
            connection.close()
            time.sleep(0.5)
