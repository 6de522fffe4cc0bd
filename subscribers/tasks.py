"""Celery tasks that send letters. Each is small, safe to run twice at once, and may be lost."""

import logging

from celery import Task, shared_task
from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from newsletter.issues import lessons
from newsletter.models import Issue
from subscribers import alerts
from subscribers.bounces import intake as bounces
from subscribers.consent import moving, signup, throttle
from subscribers.consent import status as consent
from subscribers.delivery import confirmations
from subscribers.delivery import send as delivery
from subscribers.delivery.transports.base import Unreachable
from subscribers.models import Delivery

logger = logging.getLogger(__name__)

# Far below any visibility timeout; what is left goes to the next tick.
DRAIN_SECONDS = 240.0
TEND_SECONDS = 3.0


@shared_task(ignore_result=True)
def drain(issue_id: int) -> None:
    """Send what can be sent of an issue now."""
    issue = Issue.objects.select_related("newsletter").get(pk=issue_id)
    delivery.send(issue, seconds=DRAIN_SECONDS)


@shared_task(ignore_result=True)
def send_confirmations() -> None:
    """Look at who signed up, and send the confirmation letters that are due."""
    signup.hear()
    confirmations.send_due(timezone.now())


@shared_task(ignore_result=True)
def tick() -> None:
    """What the timetable calls: confirmations, places given up, letters still to go."""
    now = timezone.now()
    signup.hear()
    confirmations.send_due(now)
    consent.clear_pending(now)
    throttle.forget(now)
    alerts.forget(now)
    moving.forget(now)
    lessons.forget_voters(now)
    bounces.credit(now)
    alerts.tell_owed(now)
    for issue_id in unfinished():
        drain.delay(issue_id)


def unfinished() -> list[int]:
    """The issues of which letters can be sent now or wait for their time."""
    rows = Delivery.objects.filter(
        state__in=(
            Delivery.State.QUEUED,
            Delivery.State.CLAIMED,
            Delivery.State.STARTED,
            Delivery.State.DEFERRED,
        ),
        issue__dispatch__paused_at__isnull=True,
    )
    return list(rows.order_by().values_list("issue_id", flat=True).distinct())


def tend() -> None:
    """Do all of it here and now: what the clock does every few seconds, without Celery.

    An issue that cannot be sent holds up no other; what kept it is raised at the end.
    """
    now = timezone.now()
    signup.hear()
    confirmations.send_due(now)
    consent.clear_pending(now)
    throttle.forget(now)
    alerts.forget(now)
    moving.forget(now)
    lessons.forget_voters(now)
    bounces.credit(now)
    failed: Exception | None = None
    for issue in Issue.objects.filter(pk__in=unfinished()):
        try:
            report = delivery.send(issue, seconds=DRAIN_SECONDS)
            if report.problem:
                failed = failed or Unreachable(report.problem)
        except DatabaseError:
            raise
        except Exception as error:
            logger.exception("Letters of issue %s cannot be sent.", issue.pk)
            failed = failed or error
    if failed:
        raise failed


def hint(task: Task) -> None:
    """Queue `task` once the transaction holds; a broker that is away does no harm.

    Without one at all `tend` looks every few seconds anyway.
    """
    if not settings.REDIS_URL:
        return

    def publish() -> None:
        try:
            task.delay()
        except (OperationalError, OSError) as error:
            logger.warning("%s waits for the timetable: %s", task.name, error)

    transaction.on_commit(publish)
