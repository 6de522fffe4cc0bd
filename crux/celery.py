"""The Celery application; its settings stand in `crux.settings` under `CELERY_`."""

import os

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")

app = Celery("crux")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def leave_logging_alone(**_: object) -> None:
    """Keep Celery from setting up logging of its own: `crux.logging` has done it."""


setup_logging.connect(leave_logging_alone)
