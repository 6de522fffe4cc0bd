"""Executions that wait (a queue of rows), and those whose content is kept no longer."""

import json
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from agents.engine.sessions import OVER
from agents.executions import calling
from agents.models import Execution, Message
from newsletter.web.post import post

Status = Execution.Status
MOST_AT_ONCE = 4
# An agent's time-out is an hour at most: what runs longer lost its process.
LOST_AFTER = timedelta(hours=1)
# After each try of a callback that failed, the next is so much later; then no more.
WAITS = (timedelta(seconds=10), timedelta(minutes=5), timedelta(hours=1))
SECONDS = 10.0
LOST = "Its process ended before it did."


def work_off() -> int:
    """Do what waits, the oldest first; how many were done."""
    waiting = list(
        Execution.objects.filter(status=Status.QUEUED, session=None).order_by(
            "created_at"
        )[:MOST_AT_ONCE]
    )
    for row in waiting:
        calling.do(row)
    return len(waiting)


def call_back(now: datetime) -> int:
    """Tell those who asked for it that their execution is over; how many were told.

    No content goes out, only which execution it is: who has the key asks for the rest.
    """
    owed = Execution.objects.filter(callback_at__lte=now).order_by("callback_at")
    return sum(_called_back(row, now) for row in owed[:MOST_AT_ONCE])


def _called_back(row: Execution, now: datetime) -> bool:
    tries = row.callback_tries + 1
    wait = WAITS[row.callback_tries] if row.callback_tries < len(WAITS) else None
    mine = Execution.objects.filter(pk=row.pk, callback_at=row.callback_at)
    if not mine.update(
        callback_tries=tries, callback_at=now + wait if wait is not None else None
    ):
        return False
    body = json.dumps(
        {
            "type": "execution.ended",
            "timestamp": now.isoformat(),
            "data": {"executionId": str(row.uid), "status": row.status},
        }
    )
    headers = {"content-type": "application/json"}
    answer = post(row.callback, body.encode(), headers, seconds=SECONDS)
    status = answer.status or 0
    if not (200 <= status < 300 and answer.fault is None):
        return False
    Execution.objects.filter(pk=row.pk).update(callback_at=None)
    return True


def give_up_lost(now: datetime) -> int:
    """Settle those whose process died: their callers ask for ever else.

    A session does its own again, unless it is over.
    """
    died = Q(status=Status.RUNNING, began_at__lt=now - LOST_AFTER, session=None)
    left = Q(status__in=(Status.QUEUED, Status.RUNNING), session__status__in=OVER)
    return Execution.objects.filter(died | left).update(
        status=Status.FAILED, error=LOST, ended_at=now
    )


def forget(now: datetime) -> int:
    """Take away the content of what is older than EXECUTIONS_KEPT_DAYS; figures stay."""
    before = now - timedelta(days=settings.EXECUTIONS_KEPT_DAYS)
    Message.objects.filter(created_at__lt=before).exclude(content="").update(content="")
    old = Execution.objects.filter(emptied_at=None, created_at__lt=before)
    over = old.filter(Q(status=Status.DONE) | Q(status=Status.FAILED))
    return over.update(
        input={},
        output=None,
        error="",
        instead_of="",
        knowledge=[],
        callback="",
        emptied_at=now,
    )


def settle(now: datetime) -> None:
    """What the clock does of this now and then."""
    give_up_lost(now)
    forget(now)
