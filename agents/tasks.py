"""Doors for Celery: start what is due, do a step, look again, sweep."""

from celery import shared_task

from agents import canvas, log, timetable
from agents.sessions import wanting
from agents.steps import run_step


@shared_task(name="agents.tasks.step")
def step(session_id: int, name: str) -> str:
    """Do a step if the log allows it now; see `run_step` for the answers."""
    return run_step(session_id, name)


@shared_task(name=canvas.LOOK_AGAIN)
def look_again(session_id: int) -> bool:
    """At the end of a canvas: publish what a rejection or a retry has opened."""
    return canvas.publish(session_id)


@shared_task(name="agents.tasks.sweep", ignore_result=True)
def sweep() -> int:
    """Begin sessions that are due, and publish for every one that stands still."""
    timetable.begin_due()
    waiting = wanting(log.database_now()).values_list("pk", flat=True)
    return sum(canvas.publish(session_id) for session_id in waiting)
