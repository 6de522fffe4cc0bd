"""Doors for Celery. Each is small, safe to run twice at once, and may be lost."""

import logging
from threading import Event

from celery import Task, shared_task
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from newsletter.models import Issue
from subscribers.bounces import intake as bounces
from subscribers.consent import status as consent
from subscribers.delivery import confirmations
from subscribers.delivery import send as delivery
from subscribers.models import Delivery

logger = logging.getLogger(__name__)

# Far below any visibility timeout; what is left goes to the next tick.
DRAIN_SECONDS = 240.0
TEND_SECONDS = 3.0


@shared_task(ignore_result=True, expires=600)
def drain(issue_id: int) -> None:
    """Send what can be sent of an issue now."""
    issue = Issue.objects.select_related("newsletter").get(pk=issue_id)
    delivery.send(issue, seconds=DRAIN_SECONDS)


@shared_task(ignore_result=True, expires=60)
def send_confirmations() -> None:
    """Send the confirmation letters that are due."""
    confirmations.send_due(timezone.now())


@shared_task(ignore_result=True, expires=60)
def tick() -> None:
    """What the timetable calls: confirmations, places given up, letters still to go."""
    now = timezone.now()
    confirmations.send_due(now)
    consent.clear_pending(now)
    bounces.credit(now)
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


def tend(stop: Event) -> None:
    """Do all of it in this thread until told to stop: the way without a broker."""
    while not stop.wait(TEND_SECONDS):
        try:
            now = timezone.now()
            confirmations.send_due(now)
            consent.clear_pending(now)
            bounces.credit(now)
            for issue in Issue.objects.filter(pk__in=unfinished()):
                delivery.send(issue, seconds=DRAIN_SECONDS)
        except DatabaseError:
            logger.warning("The database is away; letters wait.")
        finally:
            connection.close()


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
