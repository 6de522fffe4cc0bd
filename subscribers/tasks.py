"""Celery tasks that send letters. Each is small, safe to run twice at once, and may be lost."""

import logging
from collections.abc import Callable
from datetime import datetime

from celery import Task, shared_task
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from kombu.exceptions import OperationalError

from newsletter.issues import lessons
from newsletter.models import Issue
from subscribers import alerts
from subscribers.bounces import intake as bounces
from subscribers.consent import moving, signup, throttle
from subscribers.consent import status as consent
from subscribers.delivery import confirmations, ledger
from subscribers.delivery import send as delivery
from subscribers.delivery.transports.base import Unreachable
from subscribers.models import Delivery

logger = logging.getLogger(__name__)

# What is left of an issue after that goes to its next turn.
TURN_SECONDS = 240.0
TEND_SECONDS = 3.0


@shared_task(ignore_result=True)
def send_confirmations() -> None:
    """Look at who signed up, and send the confirmation letters that are due."""
    signup.hear()
    confirmations.send_due(timezone.now())


def tend() -> None:
    """What the clock does every few seconds besides sending: places given up, credit."""
    now = timezone.now()
    ledger.shorten(now)
    consent.clear_pending(now)
    throttle.forget(now)
    alerts.forget(now)
    moving.forget(now)
    lessons.forget_voters(now)
    bounces.credit(now)


def due_issues(now: datetime) -> list[int]:
    """The issues of which letters can be sent now, or whose sender is overdue."""
    is_due = (
        Q(state=Delivery.State.QUEUED)
        | Q(state=Delivery.State.DEFERRED, next_at__lte=now)
        | Q(
            state__in=(Delivery.State.CLAIMED, Delivery.State.STARTED),
            lease_until__lt=now,
        )
    )
    rows = Delivery.objects.filter(is_due, issue__dispatch__paused_at__isnull=True)
    return list(rows.order_by().values_list("issue_id", flat=True).distinct())


def go_on_sending(issue_id: int, is_over: Callable[[], bool] | None = None) -> None:
    """Send what can be sent of an issue now; raises Unreachable where that was not all."""
    issue = Issue.objects.select_related("newsletter").get(pk=issue_id)
    report = delivery.send(issue, seconds=TURN_SECONDS, is_over=is_over)
    if report.problem:
        raise Unreachable(report.problem)


def hint(task: Task) -> None:
    """Queue `task` once the transaction holds; a broker that is away does no harm.

    Without one at all the clock looks every few seconds anyway.
    """
    if not settings.REDIS_URL:
        return

    def publish() -> None:
        try:
            task.delay()
        except (OperationalError, OSError) as error:
            logger.warning("%s waits for the timetable: %s", task.name, error)

    transaction.on_commit(publish)
