"""Doors for Celery: do a step, look again, sweep; and give leases back at the end."""

from typing import Any

from celery import shared_task
from celery.signals import worker_shutting_down
from django.conf import settings

from agents.engine import heartbeat
from agents.engine import sweep as sweeping
from agents.engine.sweep import BrokerAway
from agents.workers import canvas
from agents.workers.steps import run_step


@shared_task(name=canvas.STEP)
def step(session_id: int, name: str) -> str:
    """Do a step if the log allows it now; see `steps.StepResult`."""
    return str(run_step(session_id, name))


@shared_task(name=canvas.LOOK_AGAIN)
def look_again(session_id: int) -> bool:
    """At the end of a canvas: publish what a rejection or a retry has opened."""
    try:
        return canvas.publish(session_id)
    except BrokerAway:
        return False


@shared_task(name="agents.tasks.sweep", ignore_result=True)
def sweep() -> int:
    """Begin sessions that are due, and publish for every one that stands still."""
    return sweeping.sweep(
        canvas.publish,
        grace=sweeping.message_grace(),
        at_once=settings.SESSIONS_AT_ONCE,
    )


@worker_shutting_down.connect
def give_back(**_: Any) -> None:
    """A worker told to stop waits for its steps; others need not wait for it."""
    heartbeat.release()
