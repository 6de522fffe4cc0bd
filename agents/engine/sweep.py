"""Looking around for what a crash, a lost message or a timer left standing."""

from collections.abc import Callable
from datetime import timedelta
from typing import TypeAlias

import structlog
from django.conf import settings

from agents.engine import (
    fairness as turns,
)
from agents.engine import (
    heartbeat as workers,
)
from agents.engine import (
    log,
    sessions,
    summary,
    timetable,
)
from agents.engine.claims import AWAY
from agents.models import Session, Sweep
from subscribers import alerts as operators

logger = structlog.get_logger(__name__)


SUMMARIES_AT_ONCE = 20


class BrokerAway(Exception):
    """No message can be sent now; the next sweep tries again."""


# Asks for a session to be served; may raise BrokerAway.
Offer: TypeAlias = Callable[[int], object]


def sweep(offer: Offer, *, grace: timedelta, at_once: int) -> int:
    """Begin what is due, offer what waits, and note that somebody looked."""
    workers.bury()
    timetable.begin_due()
    offered = offer_turns(offer, grace=grace, at_once=at_once)
    _sum_up()
    Sweep.objects.update_or_create(
        pk=1, defaults={"swept_at": log.database_now(), "offered": offered}
    )
    return offered


def _sum_up() -> None:
    for session in sessions.without_summary()[:SUMMARIES_AT_ONCE]:
        try:
            summary.store(session)
            if session.status == session.Status.ABORTED:
                operators.tell(f"{session.newsletter}: no issue", _why(session))
        except OSError as error:
            logger.error("no_summary", session_id=session.name, reason=str(error))


def _why(session: Session) -> str:
    return (
        f"{session.name} ended without an issue: {session.reason}\n"
        f"{settings.BASE_URL}/runs/{session.name}/"
    )


def offer_turns(offer: Offer, *, grace: timedelta, at_once: int) -> int:
    """`offer` each session whose turn it is; how many were.

    Sessions that a message was sent for within `grace` are left alone, and no more than
    `at_once` shall be in hand.
    """
    offered = 0
    now = log.database_now()
    for session_id in turns.next_ones(now, grace=grace, at_once=at_once):
        try:
            offer(session_id)
        except (BrokerAway, *AWAY):
            break
        except Exception:
            # A session that cannot be served must not stand in the way of the others.
            logger.exception("not_served", session=session_id)
            continue
        offered += 1
    if offered:
        logger.info("offered", sessions=offered)
    return offered


def message_grace() -> timedelta:
    """How long a message may go unanswered before another is sent."""
    return timedelta(seconds=settings.HINT_GRACE_SECONDS)
