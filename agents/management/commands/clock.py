"""Keeps the timetable beside Celery's workers: a scheduler that never waits for a step."""

import signal
import threading
from typing import Any

from django.conf import settings
from django.core.checks import Tags

from agents.workers import canvas, clock
from newsletter.management.examples import Taught
from newsletter.management.usage import usage


class Command(Taught):
    # The others load every page and form, which a clock has no use for.
    requires_system_checks = ("agents", "letters", Tags.security)
    help = (
        "Begin sessions that are due, publish for those that stand still, ask outlets, "
        "send letters, call webhooks and look at past issues once a week, each in a "
        "thread of this process. Steps are done by Celery's workers. More than one of "
        "it does no harm."
    )
    examples = (("", "beside Celery's worker, as in the Procfile"),)

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.REDIS_URL:
            raise usage(
                "There is no broker to send steps to: `manage.py worker` keeps the "
                "timetable itself. Set REDIS_URL to have Celery do the steps."
            )
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        clock.keep(canvas.publish, stop)
