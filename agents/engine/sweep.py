"""The sweep: looking around for what a crash, a lost message or a timer left standing."""

import shutil
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeAlias

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q

from agents.engine import fairness, heartbeat, log, sessions, sql, summary, timetable
from agents.engine.chores import Trouble, in_words
from agents.models import StepRun, Sweep
from newsletter.database_outage import AWAY
from subscribers import alerts

logger = structlog.get_logger(__name__)


SUMMARIES_AT_ONCE = 20
# So long may sessions wait while no worker at all is at a step.
UNTAKEN_AFTER = timedelta(seconds=45)
# Of the disk with letters, summaries, logs and an SQLite file.
LEAST_BYTES = 16 << 20


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
    # Before any is offered: an offer takes the timer from what had to wait until now.
    is_nobody_there = _is_nobody_at_work(log.database_now())
    offered, obstacle = _offer_turns(offer, grace=grace, at_once=at_once)
    unwritten, why = _sum_up()
    now = log.database_now()
    Sweep.objects.update_or_create(pk=1, defaults={"swept_at": now, "offered": offered})
    _need_room()
    if obstacle:
        raise Trouble(obstacle)
    if unwritten:
        raise Trouble(
            f"{unwritten} run summaries cannot be written below VAR_DIR: {why}"
        )
    if is_nobody_there:
        raise Trouble("sessions wait, and no worker takes them up")
    return offered


def _need_room() -> None:
    """Raise Trouble, or OperationalError, where a disk is full."""
    folder: Path = settings.VAR_DIR
    here = next(one for one in (folder, *folder.parents) if one.exists())
    if shutil.disk_usage(here).free < LEAST_BYTES:
        raise Trouble(f"less than {LEAST_BYTES >> 20} MB are left on the disk")
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in sql.ROOM[connection.vendor]:
            cursor.execute(statement)
        transaction.set_rollback(True)


def _is_nobody_at_work(now: datetime) -> bool:
    """Whether sessions have waited for a while in which no worker held a lease."""
    since = now - UNTAKEN_AFTER
    is_due = Q(wake_at__isnull=True) | Q(wake_at__lt=since)
    waiting = sessions.wanting(now, grace=timedelta(0)).filter(
        is_due, moved_at__lt=since
    )
    at_work = StepRun.objects.filter(
        status=StepRun.Status.RUNNING, lease_until__gt=since
    )
    return waiting.exists() and not at_work.exists()


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


def _sum_up() -> tuple[int, str]:
    """Sum up what ended; how many summaries could not be written, and why."""
    unwritten, why = 0, ""
    for session in sessions.without_summary()[:SUMMARIES_AT_ONCE]:
        try:
            summary.store(session)
        except OSError as error:
            unwritten, why = unwritten + 1, error.strerror or type(error).__name__
            logger.error("no_summary", session_id=session.name, reason=str(error))
    return unwritten, why


def offer_turns(offer: Offer, *, grace: timedelta, at_once: int) -> int:
    """`offer` each session whose turn it is; how many were.

    Sessions that a message was sent for within `grace` are left alone, and no more than
    `at_once` shall be in hand.
    """
    return _offer_turns(offer, grace=grace, at_once=at_once)[0]


def _offer_turns(offer: Offer, *, grace: timedelta, at_once: int) -> tuple[int, str]:
    """How many were offered, and what kept the others from it, if anything."""
    offered, obstacle = 0, ""
    now = log.database_now()
    for session_id in fairness.next_ones(now, grace=grace, at_once=at_once):
        try:
            offer(session_id)
        except BrokerAway:
            obstacle = "the broker takes no messages"
            break
        except AWAY as error:
            obstacle = f"no step can be taken up: {in_words(error)}"
            break
        except Exception:
            # A session that cannot be served must not stand in the way of the others.
            logger.exception("not_served", session=session_id)
            continue
        offered += 1
    if offered:
        logger.info("offered", sessions=offered)
    return offered, obstacle


def message_grace() -> timedelta:
    """How long a message may go unanswered before another is sent."""
    return timedelta(seconds=settings.HINT_GRACE_SECONDS)
