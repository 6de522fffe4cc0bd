"""The sweep: looking around for what a crash, a lost message or a timer left standing."""

from collections.abc import Callable
from datetime import timedelta
from typing import TypeAlias

import structlog
from django.conf import settings

from agents.engine import fairness, heartbeat, log, sessions, summary, timetable
from agents.engine.chores import Trouble
from agents.engine.leases import AWAY
from agents.models import Sweep
from subscribers import alerts

logger = structlog.get_logger(__name__)


SUMMARIES_AT_ONCE = 20


class BrokerAway(Exception):
    """No message can be sent now; the next sweep tries again."""


# Asks for a session to be served; may raise BrokerAway.
Offer: TypeAlias = Callable[[int], object]


def sweep(offer: Offer, *, grace: timedelta, at_once: int) -> int:
    """Begin what is due, offer what waits, and note that somebody looked.

    Raises Trouble, once all that could be done is done.
    """
    heartbeat.bury()
    timetable.begin_due()
    _tell_missed()
    offered, is_broker_away = _offer_turns(offer, grace=grace, at_once=at_once)
    unwritten = _sum_up()
    Sweep.objects.update_or_create(
        pk=1, defaults={"swept_at": log.database_now(), "offered": offered}
    )
    if is_broker_away:
        raise Trouble("the broker takes no messages")
    if unwritten:
        raise Trouble(f"{unwritten} run summaries cannot be written")
    return offered


def _tell_missed() -> None:
    """Tell the operator of each slot that went by for good, once."""
    for newsletter, slot in timetable.missed_slots(log.database_now()):
        key = f"missed:{newsletter.pk}:{slot:%Y-%m-%d}"
        if key not in _told:
            _told.add(key)
            alerts.tell(
                f"{newsletter}: a date went by without an issue",
                f"No session began for {slot:%A %-d %B, %H:%M} UTC, and it is too late "
                f"now. Make one by hand: manage.py runnewsletter --newsletter "
                f"{newsletter.slug}",
                once=key,
            )


# What this process knows to be told; the alerts' own record outlives it.
_told: set[str] = set()


def _sum_up() -> int:
    """Sum up what ended; how many summaries could not be written."""
    unwritten = 0
    for session in sessions.without_summary()[:SUMMARIES_AT_ONCE]:
        try:
            summary.store(session)
        except OSError as error:
            unwritten += 1
            logger.error("no_summary", session_id=session.name, reason=str(error))
    return unwritten


def offer_turns(offer: Offer, *, grace: timedelta, at_once: int) -> int:
    """`offer` each session whose turn it is; how many were.

    Sessions that a message was sent for within `grace` are left alone, and no more than
    `at_once` shall be in hand.
    """
    return _offer_turns(offer, grace=grace, at_once=at_once)[0]


def _offer_turns(offer: Offer, *, grace: timedelta, at_once: int) -> tuple[int, bool]:
    """How many were offered, and whether nobody could be told of the others."""
    offered, is_broker_away = 0, False
    now = log.database_now()
    for session_id in fairness.next_ones(now, grace=grace, at_once=at_once):
        try:
            offer(session_id)
        except BrokerAway:
            is_broker_away = True
            break
        except AWAY:
            break
        except Exception:
            # A session that cannot be served must not stand in the way of the others.
            logger.exception("not_served", session=session_id)
            continue
        offered += 1
    if offered:
        logger.info("offered", sessions=offered)
    return offered, is_broker_away


def message_grace() -> timedelta:
    """How long a message may go unanswered before another is sent."""
    return timedelta(seconds=settings.HINT_GRACE_SECONDS)
