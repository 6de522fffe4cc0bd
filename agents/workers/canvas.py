"""The workflow as a Celery canvas: always the happy path that the log still lacks.

A message is a hint. Whoever receives one asks `leases.take`, which asks the log; a
lost, doubled or stale message does no harm. A canvas whose message found nothing to do
is behind the log, or beside another one: it ends there, and sends none of its tail.
"""

from itertools import takewhile

import structlog
from celery import Signature, Task, chain, group, signature
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from agents.engine.sessions import look
from agents.engine.sweep import BrokerAway
from agents.models import Session
from agents.workers.steps import StepResult
from agents.workflows.declaration import is_unparted
from newsletter.database_outage import AWAY

logger = structlog.get_logger(__name__)

STEP = "agents.tasks.step"
# The step was ours, and the canvas does not draw what the log calls for now, or ends here.
REDRAWN = frozenset(
    {StepResult.OK, StepResult.TURNED, StepResult.FAILED, StepResult.LOST}
)


def canvas(session_id: int, ahead: tuple[tuple[str, ...], ...]) -> Signature:
    """A chain of the stages ahead; a stage of several turns is a chord's header.

    It ends before a step whose parts are not known yet: `go_on` draws them.
    """
    known = takewhile(lambda turns: not any(map(is_unparted, turns)), ahead)
    stages = [
        _step(session_id, turns[0])
        if len(turns) == 1
        else group(_step(session_id, turn) for turn in turns)
        for turns in known
    ]
    return chain(*stages)


def _step(session_id: int, turn: str) -> Signature:
    return signature(STEP, args=(session_id, turn), immutable=True)


def publish(session_id: int) -> bool:
    """Send the canvas for what a session wants now, if anything; raises BrokerAway."""
    outlook = look(session_id, is_hint=True)
    if not outlook.runnable:
        return False
    try:
        canvas(session_id, outlook.ahead).apply_async()
    except (OperationalError, RedisError, OSError) as error:
        Session.objects.filter(pk=session_id).update(hinted_at=None)
        logger.warning("broker_away", session=session_id, reason=str(error)[:200])
        raise BrokerAway from error
    return True


def go_on(task: Task, session_id: int, result: StepResult) -> None:
    """Go on after a step's message: along the canvas, along a new one, or not at all.

    What was drawn may end before the session does: at a step whose parts were not known.
    A chord's header counts whatever came of its steps, else its body, which may find
    that it is not due, would never be sent.
    """
    if result is StepResult.OK and (task.request.chain or task.request.chord):
        return
    task.request.chain = None  # what Celery sends once the task has returned
    if result not in REDRAWN:
        return
    try:
        publish(session_id)
    except (BrokerAway, *AWAY) as error:
        # The next sweep publishes.
        logger.warning("not_gone_on", session=session_id, reason=str(error)[:200])
