"""Doing one step of a session, from the claim to the commit. Safe to repeat."""

import structlog

from agents import claims, harness
from agents.brains.base import DeadlinePassed
from agents.claims import Claim, Fenced

logger = structlog.get_logger(__name__)


def run_step(session_id: int, step: str) -> str:
    """Claim and do a step; `noop` if it may not run now or somebody is on it.

    Otherwise `ok`, `failed`, or `fenced` when another attempt took over meanwhile.
    """
    taken = claims.claim(session_id, step)
    if taken is None:
        return "noop"
    try:
        with claims.heartbeat(taken):
            return _work(taken)
    except Fenced:
        logger.warning("fenced", session_id=taken.session_name, key=taken.key)
        return "fenced"


def _work(taken: Claim) -> str:
    try:
        outcome = harness.run(taken)
    except DeadlinePassed:
        claims.fail(taken, "it used up its time")
        return "failed"
    except harness.AgentFailed as error:
        failure = error.failure
        claims.fail(
            taken,
            str(error),
            envelope=error.envelope,
            retry_after=failure.retry_after if failure else None,
            is_final=failure.is_final if failure else True,
        )
        return "failed"
    except Fenced:
        raise
    except Exception as error:
        claims.fail(taken, f"{type(error).__name__}: {error}")
        logger.exception("step_crashed", session_id=taken.session_name, key=taken.key)
        return "failed"
    if outcome.is_silent:
        reason = "it ended without its terminal event"
        claims.fail(taken, reason, envelope=outcome.envelope, is_silent=True)
        return "failed"
    claims.finish(taken, outcome.lines)
    return "ok"
