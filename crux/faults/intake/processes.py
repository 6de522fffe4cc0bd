"""Workers of intake as processes of their own: forked, so that none of them has to load."""

import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable

from django.db import connections
from django.utils import timezone

from agents.workers import clock
from crux.faults.intake import acting
from crux.faults.sessions.servers import wait_until
from newsletter.intake import polling
from newsletter.intake.enrichment import working
from newsletter.models import OutletHealth, Story, StoryStep
from newsletter.research.enrichment import Outcome
from newsletter.research.lifecycle import State

GIVE_UP_SECONDS = 60.0
CHORES = ("intake", "enrichment")
_PAUSE_SECONDS = 0.05


def begin(act: Callable[[], None]) -> int:
    """A process that does this and ends; its id."""
    connections.close_all()
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        act()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def end_of(pid: int) -> int:
    """How it ended: its code, or less the number of the signal."""
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)


def worker(paid: acting.Ledger, point: str = "") -> Callable[[], None]:
    """Polls and enriches until nothing is left to do; dies at the point on the way."""

    def act() -> None:
        acting.set_up(paid, point)
        end = time.monotonic() + GIVE_UP_SECONDS
        while time.monotonic() < end:
            polling.poll_due(timezone.now())
            working.work_off()
            if is_done():
                return
            time.sleep(_PAUSE_SECONDS)

    return act


def chores(paid: acting.Ledger) -> Callable[[], None]:
    """Both chores of the clock as production has them, until nothing is left to do."""

    def act() -> None:
        acting.set_up(paid, page_seconds=1.0)
        stop = threading.Event()
        both = [one for one in clock.besides_steps(stop) if one.name in CHORES]
        for chore in both:
            chore.pause_seconds = _PAUSE_SECONDS
        for thread in clock.begin(both, stop):
            thread.join(GIVE_UP_SECONDS)

    return act


def wait_until_done() -> bool:
    """Whether all was done in time."""
    return wait_until(is_done, GIVE_UP_SECONDS)


def is_done() -> bool:
    """Whether every outlet was taken in, and every story has all that can be known."""
    states = set(Story.objects.values_list("state", flat=True))
    return (
        not polling.due(timezone.now()).exists()
        and not _is_claimed()
        and bool(states)
        and states <= {State.READY, State.DUPLICATE}
        and not StoryStep.objects.filter(outcome=Outcome.RUNNING).exists()
        and not Story.objects.filter(wake_at__isnull=False).exists()
    )


def _is_claimed() -> bool:
    """Whether somebody asks an outlet, or died of it."""
    soon = timezone.now() + 2 * polling.CLAIMED_FOR
    return OutletHealth.objects.filter(next_at__lte=soon).exists()


def kill(pid: int) -> None:
    """kill -9, and it is over."""
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
