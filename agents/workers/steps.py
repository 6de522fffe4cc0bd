"""Doing one step of a session, from the claim to the commit. Safe to repeat."""

from dataclasses import dataclass
from enum import StrEnum

import structlog

from agents.brains.base import DeadlinePassed
from agents.engine import claims
from agents.engine.claims import AWAY, Claim, Fenced
from agents.runs.outcome import AgentFailed, Work, by_agent

logger = structlog.get_logger(__name__)


class Answer(StrEnum):
    """What came of being asked to do a step."""

    OK = "ok"  # its result is in the log
    NOOP = "noop"  # it may not run now, or somebody is on it
    FAILED = "failed"  # the agent erred; the log says when it is tried again
    LOST = "lost"  # the database went away under it; it is tried again
    FENCED = "fenced"  # another attempt took over meanwhile


@dataclass(frozen=True, slots=True)
class Ended:
    """How a step ended, and the claims that its worker took in going on."""

    answer: Answer
    following: tuple[Claim, ...] = ()


def run_step(session_id: int, step: str) -> Answer:
    """Claim and do a step."""
    taken = claims.claim(session_id, step)
    return perform(taken).answer if taken else Answer.NOOP


def perform(taken: Claim, *, work: Work = by_agent, goes_on: bool = False) -> Ended:
    """Do a claimed step and commit what came of it.

    Who `goes_on` takes the steps that are due next in the same transaction.
    """
    try:
        with claims.kept_alive(taken):
            return _perform(taken, work, goes_on=goes_on)
    except Fenced:
        logger.warning("fenced", session_id=taken.session_name, key=taken.key)
        return Ended(Answer.FENCED)


def _perform(taken: Claim, work: Work, *, goes_on: bool) -> Ended:
    try:
        outcome = work(taken)
    except Fenced:
        raise
    except AWAY as error:
        claims.lose(taken, f"the database was away: {type(error).__name__}")
        return Ended(Answer.LOST)
    except Exception as error:
        _fail(taken, error)
        return Ended(Answer.FAILED)
    if outcome.is_silent:
        reason = "it ended without its terminal event"
        claims.fail(taken, reason, envelope=outcome.envelope, is_silent=True)
        return Ended(Answer.FAILED)
    return Ended(Answer.OK, claims.finish(taken, outcome.lines, goes_on=goes_on))


def _fail(taken: Claim, error: Exception) -> None:
    match error:
        case DeadlinePassed():
            claims.fail(taken, "it used up its time")
        case AgentFailed(failure=failure, envelope=envelope):
            claims.fail(
                taken,
                str(error),
                envelope=envelope,
                retry_after=failure.retry_after if failure else None,
                is_final=failure.is_final if failure else True,
            )
        case _:
            logger.exception(
                "step_crashed", session_id=taken.session_name, key=taken.key
            )
            claims.fail(taken, f"{type(error).__name__}: {error}")
