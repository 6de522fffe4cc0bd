"""The Celery application; its settings stand in `crux.settings` under `CELERY_`."""

import gc
import os
from importlib import import_module

from celery import Celery, Task
from celery.signals import (
    celeryd_init,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_before_create_process,
)
from django.core.checks import ERROR, run_checks
from django.db import close_old_connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
# Celery runs Django's checks without looking at what they say; `release` does.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

app = Celery("crux")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def leave_logging_alone(**_: object) -> None:
    """Keep Celery from setting up logging of its own: `crux.logging` has done it."""


setup_logging.connect(leave_logging_alone)


def refuse_to_start(**_: object) -> None:
    """End a worker in one sentence where a prompt or a setting is wrong: a deploy.

    Celery runs the system checks too, and heeds none.
    """
    found = run_checks(tags=["agents"])
    if errors := [one for one in found if one.level >= ERROR]:
        raise SystemExit("\n".join(str(one) for one in errors))


celeryd_init.connect(refuse_to_start)


def keep_connections(task: Task, **_: object) -> None:
    """Treat a task as a request: CONN_MAX_AGE and health checks say what is closed.

    Celery by itself would connect to the database anew for every task.
    """
    if not task.request.is_eager:
        close_old_connections()


task_prerun.connect(keep_connections)
task_postrun.connect(keep_connections)


# What a step is done with; its import takes longer than many a step.
FOR_STEPS = "agents.runs.harness"


def share_what_is_loaded(**_: object) -> None:
    """Load once what each child would, and let them share it: collecting garbage would copy it.

    https://docs.python.org/3/library/gc.html#gc.freeze
    """
    import_module(FOR_STEPS)
    gc.collect()
    gc.freeze()


worker_before_create_process.connect(share_what_is_loaded)
