"""The workflow as a Celery canvas: always the happy path that the log still lacks.

A message is a hint. Whoever receives one asks `leases.take`, which asks the log; a
lost, doubled or stale message does no harm.
"""

import structlog
from celery import Signature, chain, group, signature
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from agents.engine.sessions import look
from agents.engine.sweep import BrokerAway
from agents.models import Session

logger = structlog.get_logger(__name__)

STEP, LOOK_AGAIN = "agents.tasks.step", "agents.tasks.look_again"


def canvas(session_id: int, ahead: tuple[tuple[str, ...], ...]) -> Signature:
    """A chain of the stages ahead; a stage of several steps is a chord's header."""
    stages = [
        _step(session_id, names[0])
        if len(names) == 1
        else group(_step(session_id, name) for name in names)
        for names in ahead
    ]
    return chain(*stages, signature(LOOK_AGAIN, args=(session_id,), immutable=True))


def _step(session_id: int, name: str) -> Signature:
    return signature(STEP, args=(session_id, name), immutable=True)


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
