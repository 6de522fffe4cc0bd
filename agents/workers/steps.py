"""Doing one step of a session, from the lease to the commit. Idempotent."""

from dataclasses import dataclass
from enum import StrEnum

import structlog

from agents.brains.base import DeadlinePassed
from agents.engine import leases
from agents.engine.leases import Fenced, Lease
from agents.runs.outcome import AgentFailed, Outcome, Work
from newsletter.database_outage import AWAY

logger = structlog.get_logger(__name__)


class StepResult(StrEnum):
    """What came of being asked to do a step."""

    OK = "ok"  # its result is in the log, and the way goes on
    TURNED = (
        "turned"  # its result is in the log, and leads another way than the happy one
    )
    NOOP = "noop"  # it may not run now, or somebody is on it
    FAILED = "failed"  # the agent erred; the log says when it is tried again
    LOST = "lost"  # the database went away under it; it is tried again
    FENCED = "fenced"  # another attempt took over meanwhile


@dataclass(frozen=True, slots=True)
class Ended:
    """How a step ended, and the leases that its worker took in going on."""

    answer: StepResult
    following: tuple[Lease, ...] = ()


def by_agent(taken: Lease) -> Outcome:
    """Have the step's agent do it: a worker that waits holds neither brains nor tools."""
    from agents.runs import harness  # noqa: PLC0415  loaded for the first step

    return harness.run(taken)


def run_step(session_id: int, step: str) -> StepResult:
    """Lease and do a step."""
    taken = leases.take(session_id, step)
    return perform(taken).answer if taken else StepResult.NOOP


def perform(taken: Lease, *, work: Work = by_agent, goes_on: bool = False) -> Ended:
    """Do a step whose lease we hold and commit what came of it.

    Who `goes_on` takes the steps that are due next in the same transaction.
    """
    try:
        with leases.kept_alive(taken):
            return _perform(taken, work, goes_on=goes_on)
    except Fenced:
        logger.warning("fenced", session_id=taken.session_name, key=taken.key)
        return Ended(StepResult.FENCED)


def _perform(taken: Lease, work: Work, *, goes_on: bool) -> Ended:
    try:
        outcome = work(taken)
    except Fenced:
        raise
    except AWAY as error:
        reason = f"the database was away: {type(error).__name__}"
        leases.lose(taken, reason, is_counted=_is_of_the_step(error))
        return Ended(StepResult.LOST)
    except Exception as error:
        _fail(taken, error)
        return Ended(StepResult.FAILED)
    if outcome.is_silent:
        leases.fail(taken, outcome.reason, envelope=outcome.envelope, is_silent=True)
        return Ended(StepResult.FAILED)
    following = leases.finish(taken, outcome.lines, goes_on=goes_on)
    is_happy = taken.happy in {line.kind for line in outcome.lines}
    return Ended(StepResult.OK if is_happy else StepResult.TURNED, following)


# https://www.postgresql.org/docs/current/errcodes-appendix.html
QUERY_CANCELED = "57014"


def _is_of_the_step(error: Exception) -> bool:
    """Whether the database broke off a statement of the step's that took too long.

    Else it was away: however often, the session waits it out and no agent is blamed.
    """
    return getattr(error.__cause__, "sqlstate", None) == QUERY_CANCELED


def _fail(taken: Lease, error: Exception) -> None:
    match error:
        case DeadlinePassed():
            leases.fail(taken, "it used up its time")
        case AgentFailed(failure=failure, envelope=envelope, waits=waits):
            leases.fail(
                taken,
                str(error),
                envelope=envelope,
                retry_after=failure.retry_after if failure else None,
                is_final=failure.is_final if failure else True,
                waits=waits,
            )
        case _:
            logger.exception(
                "step_crashed", session_id=taken.session_name, key=taken.key
            )
            leases.fail(taken, f"{type(error).__name__}: {error}")
