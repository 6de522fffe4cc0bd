"""The lease of a step: taking it, holding it, and committing what came of the step.

A lease is a row that a heartbeat renews. What a step produced is written in one
transaction with the decisions that follow from it, and only while the lease still runs:
a worker that was thought dead is refused (fencing). All of it happens while the
session's row is held, so no two workers can be on one round of a step.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Self, TypeVar

import structlog
from django.conf import settings

from agents.engine import heartbeat, log
from agents.engine.log import Book, Envelope
from agents.engine.retries import ASKED_AGAIN, patience, policy_of
from agents.engine.sessions import conclude, settle
from agents.events.base import Data
from agents.events.harness import StepFailed, StepLost, StepStarted, Waiting
from agents.events.schema import Kind
from agents.models import Provider, Session, StepRun
from agents.prices import PROVIDERS
from agents.prompts.code_steps import is_by_code
from agents.workflows.decide import DueStep
from agents.workflows.declaration import Key
from agents.workflows.table import UnknownWorkflow, workflow_of
from newsletter import database_outage

logger = structlog.get_logger(__name__)

T = TypeVar("T")

# How long a result that was paid for waits for a database that is away.
PATIENCE_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to work on one attempt at one round of a step."""

    id: int
    session_id: int
    session_name: str
    step: str
    key: str
    attempt: int
    # The kind of event that it ends with when all goes well.
    happy: str = ""

    @classmethod
    def of(cls, session: Session, run: StepRun) -> Self:
        step = workflow_of(session.workflow, session.version).by_name[run.step]
        return cls(
            run.pk,
            session.pk,
            session.name,
            run.step,
            run.key,
            run.attempt,
            str(step.happy),
        )

    @property
    def turn(self) -> str:
        """The step, or the part of it: `scout.3`."""
        return Key.of(self.key).turn

    @property
    def part(self) -> int:
        """Which part of its step it is, from 1; 0 for the whole."""
        return Key.of(self.key).part

    @property
    def fence(self) -> int:
        """What rises with every lease on the round: the attempt's number."""
        return self.attempt

    @property
    def idempotency_key(self) -> str:
        """The same for the same attempt, wherever it is told: `{session}:{key}:{attempt}`."""
        return idempotency_key(self.session_name, self.key, self.attempt)


def idempotency_key(session_name: str, key: str, attempt: int) -> str:
    return f"{session_name}:{key}:{attempt}"


@dataclass(frozen=True, slots=True)
class Staged:
    """An event that a step wants written when it commits."""

    kind: Kind
    data: Data
    envelope: Envelope


class Fenced(Exception):
    """Another attempt holds the step; nothing of this one may be written."""

    def __init__(self) -> None:
        super().__init__(self.__doc__)


def patiently(act: Callable[[], T]) -> T:
    """Do what touches the database, and again for half a minute while that is away."""
    return database_outage.patiently(act, seconds=PATIENCE_SECONDS)


# --- Taking a step ------------------------------------------------------------------


def take(session_id: int, turn: str) -> Lease | None:
    """Take a step, or a part of one (`scout.3`), if it may run now and nobody is on it."""
    taken = _take_wanted(session_id, lambda run: run.turn == turn)
    return taken[0] if taken else None


def take_all(session_id: int, *, only: str = "") -> tuple[Lease, ...]:
    """Take all of a session that may run now, or all of `only` one step."""
    return _take_wanted(session_id, lambda run: only in ("", run.step))


def _take_wanted(
    session_id: int, is_wanted: Callable[[DueStep], bool]
) -> tuple[Lease, ...]:
    def act() -> tuple[Lease, ...]:
        with log.opened(session_id) as book:
            due = [run for run in settle(book).run if is_wanted(run)]
            taken = _write_down(book, due)
        return _told(book, taken)

    try:
        return patiently(act)
    except UnknownWorkflow as error:
        logger.warning("left_to_a_newer_worker", session=session_id, reason=str(error))
        return ()


def _write_down(book: Book, runs: Sequence[DueStep]) -> tuple[StepRun, ...]:
    """Write down that this worker begins these steps, as far as their key allows."""
    if not runs:
        return ()
    provider = _provider(book)
    with_key = [run for run in runs if provider and not is_by_code(run.step)]
    if with_key and len(with_key) > (room := _room(book, provider)):
        logger.info("key_in_use", session_id=book.session.name, provider=provider)
        book.session.hinted_at = None  # let the next sweep ask again
        runs = [run for run in runs if run not in with_key[room:]]
    taken = tuple(
        _start(book, run, provider if run in with_key else "") for run in runs
    )
    book.batch.insert(*taken)
    conclude(book)
    return taken


def _start(book: Book, run: DueStep, provider: str) -> StepRun:
    session, worker = book.session, heartbeat.name()
    started = StepStarted(
        step=run.step,
        key=run.key,
        attempt=run.attempt,
        idempotency_key=idempotency_key(session.name, run.key, run.attempt),
        worker=worker,
    )
    book.append(Kind.STEP_STARTED, started)
    return StepRun(
        session=session,
        step=run.step,
        key=run.key,
        attempt=run.attempt,
        worker=worker,
        provider=provider,
        claimed_at=book.now,
        lease_until=book.now + timedelta(seconds=settings.LEASE_SECONDS),
    )


def _told(book: Book, taken: Iterable[StepRun]) -> tuple[Lease, ...]:
    """What was taken, once it is written."""
    for run in taken:
        logger.info(
            "lease_taken",
            session_id=book.session.name,
            key=run.key,
            attempt=run.attempt,
            worker=run.worker,
        )
    return tuple(Lease.of(book.session, run) for run in taken)


def _provider(book: Book) -> str:
    """Whose key the session's steps use; code's own use none."""
    brains = book.session.brains or settings.CRUX_BRAINS
    return PROVIDERS.get(brains[0], "") if brains else ""


def _room(book: Book, name: str) -> int:
    """How many more steps may begin with a key now."""
    book.batch.send()  # a step that ends now needs its place no more
    # Held until we commit: two workers must not both count on the last place.
    provider, _ = Provider.objects.select_for_update().get_or_create(name=name)
    running = StepRun.objects.filter(provider=name, status=StepRun.Status.RUNNING)
    return max(0, provider.at_once - running.count())


# --- While at work ------------------------------------------------------------------


def holds(taken: Lease) -> bool:
    """Whether the step is still ours; it stays so until the transaction ends."""
    log.hold(taken.session_id)
    return StepRun.objects.filter(**_running(taken)).exists()


def _running(taken: Lease) -> dict[str, Any]:
    """What the lease's row is like for as long as the step is ours."""
    return {"id": taken.id, "status": StepRun.Status.RUNNING}


def record(taken: Lease, kind: Kind, data: Data, envelope: Envelope) -> None:
    """Write one line while the step is at work; raises Fenced."""

    def act() -> None:
        with log.opened(taken.session_id) as book:
            if not StepRun.objects.filter(**_running(taken)).exists():
                raise Fenced
            book.append(kind, data, envelope=envelope)

    patiently(act)


# --- Giving a step back -------------------------------------------------------------


def finish(
    taken: Lease, lines: Sequence[Staged], *, goes_on: bool = False
) -> tuple[Lease, ...]:
    """Commit a step's events and all that follows from them; raises Fenced.

    Who `goes_on` takes the steps that are now due in the same transaction.
    """

    def write(book: Book) -> None:
        for line in lines:
            book.append(line.kind, line.data, envelope=line.envelope)

    next_ones = _end(taken, StepRun.Status.DONE, write, goes_on=goes_on)
    logger.info("step_done", session_id=taken.session_name, key=taken.key)
    return next_ones


def fail(
    taken: Lease,
    reason: str,
    *,
    envelope: Envelope = log.HARNESS,
    is_silent: bool = False,
    is_final: bool = False,
    retry_after: timedelta | None = None,
    waits: bool = False,
) -> None:
    """Commit that an attempt ended in an error, with the time of the next one.

    One that `waits` for models uses up no attempt of the step's.
    """

    def write(book: Book) -> None:
        tally = book.state.tally(taken.turn)
        if waits:
            left = patience(book.state, book.now)
            wait = min(ASKED_AGAIN.wait(tally.waits + 1, retry_after), left)
            waiting = Waiting(since=book.now, until=book.now + left)
        else:
            wait = policy_of(taken.step).wait(tally.failures + 1, retry_after)
            waiting = None
        failed = StepFailed(
            step=taken.step,
            key=taken.key,
            attempt=taken.attempt,
            reason=reason[:1000],
            is_silent=is_silent,
            is_final=is_final,
            retry_at=book.now + wait,
            waiting=waiting,
        )
        book.append(Kind.STEP_FAILED, failed, envelope=envelope)
        logger.warning(
            "step_failed",
            session_id=taken.session_name,
            key=taken.key,
            attempt=taken.attempt,
            retry_at=str(failed.retry_at),
            reason=reason[:300],
        )

    _end(taken, StepRun.Status.FAILED, write)


def lose(taken: Lease, reason: str, *, is_counted: bool = True) -> None:
    """Commit that an attempt came to nothing through no fault of its agent.

    One that is not counted uses up no budget: what broke off is to be waited out.
    """

    def write(book: Book) -> None:
        lost = StepLost(
            step=taken.step,
            key=taken.key,
            attempt=taken.attempt,
            reason=reason,
            is_released=not is_counted,
        )
        book.append(Kind.STEP_LOST, lost)
        logger.warning(
            "step_lost",
            session_id=taken.session_name,
            key=taken.key,
            attempt=taken.attempt,
            reason=reason,
        )

    _end(taken, StepRun.Status.LOST, write)


def _end(
    taken: Lease,
    status: StepRun.Status,
    write: Callable[[Book], None],
    *,
    goes_on: bool = False,
) -> tuple[Lease, ...]:
    """One transaction: the lease's end, its events, and what follows from them.

    A result that was paid for outlives a database that restarts.
    """

    def act() -> tuple[Lease, ...]:
        with log.opened(taken.session_id) as book:
            end = {"status": status, "ended_at": book.now}
            book.batch.update(StepRun, _running(taken), end, otherwise=Fenced)
            write(book)
            due = settle(book).run
            # The canvas goes on with what is due; a sweep need not.
            book.session.hinted_at = book.now
            following = _write_down(book, due) if goes_on else ()
        return _told(book, following)

    def act_once() -> tuple[Lease, ...]:
        try:
            return act()
        except Fenced:
            if StepRun.objects.filter(pk=taken.id, status=status).exists():
                return ()  # committed before; only the answer got lost
            raise

    return patiently(act_once)


# --- The heartbeat ------------------------------------------------------------------


@contextmanager
def kept_alive(taken: Lease) -> Iterator[None]:
    """Renew the lease until the block ends."""
    heartbeat.HEART.add(taken.id)
    try:
        yield
    finally:
        heartbeat.HEART.remove(taken.id)
