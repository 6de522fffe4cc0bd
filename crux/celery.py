"""The Celery application; its settings stand in `crux.settings` under `CELERY_`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")

app = Celery("crux")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
