"""Doors for Celery: do a step, and give leases back at the end."""

from typing import Any

from celery import Task, shared_task
from celery.signals import worker_shutting_down

from agents.engine import heartbeat
from agents.workers import canvas
from agents.workers.steps import run_step


@shared_task(name=canvas.STEP, bind=True)
def step(self: Task, session_id: int, name: str) -> str:
    """Do a step if the log allows it now; see `steps.StepResult`."""
    result = run_step(session_id, name)
    canvas.go_on(self, session_id, result)
    return str(result)


@worker_shutting_down.connect
def give_back(**_: Any) -> None:
    """A worker told to stop waits for its steps; others need not wait for it."""
    heartbeat.release()
