"""Running sessions without a broker: the same steps, in threads of this process."""

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeAlias

from django.db import connection

from agents import log
from agents.models import Session
from agents.sessions import Outlook, look
from agents.steps import run_step

# How many steps run at once: the two research agents, and a spare pair.
THREADS = 4
POLL_SECONDS = 0.5

Until: TypeAlias = Callable[[Outlook], bool]


def drive(session: Session, *, until: Until | None = None) -> None:
    """Run a session's steps until it is over, or paused, or `until` says so.

    Waits out retry timers and the leases of claims that other processes hold.
    """
    with ThreadPoolExecutor(THREADS, thread_name_prefix="step") as pool:
        busy: dict[str, Future[str]] = {}
        while True:
            outlook = look(session.pk)
            if outlook.is_over or (until and until(outlook)):
                return
            for run in outlook.runnable:
                if run.step not in busy:
                    busy[run.step] = pool.submit(_in_thread, session.pk, run.step)
            if not busy:
                session.refresh_from_db()
                if session.status == Session.Status.PAUSED:
                    return
                _rest(outlook)
                continue
            done, _ = wait(busy.values(), return_when=FIRST_COMPLETED)
            busy = {step: future for step, future in busy.items() if future not in done}
            for future in done:
                future.result()


def _in_thread(session_id: int, step: str) -> str:
    try:
        return run_step(session_id, step)
    finally:
        connection.close()


def _rest(outlook: Outlook) -> None:
    """Sleep until the next timer, but look up now and then."""
    seconds = POLL_SECONDS
    if outlook.wake_at:
        left = (outlook.wake_at - log.database_now()).total_seconds()
        seconds = min(max(left, 0.05), POLL_SECONDS)
    time.sleep(seconds)
