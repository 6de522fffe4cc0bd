"""The heartbeat of this worker: its name, the renewal of its leases, and what it leaves when it stops.

One thread per process renews all leases at once. One that is not renewed, because
its worker died or its database is away, is given to another worker when it runs out.
"""

import os
import platform
import secrets
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.db import connection

from agents.engine import log
from agents.models import StepRun

logger = structlog.get_logger(__name__)


def _machine() -> str:
    """This machine as far as process numbers mean anything: a container is one too."""
    namespace = Path("/proc/self/ns/pid")
    inode = namespace.stat().st_ino if namespace.exists() else 0
    return f"{platform.node()[:60]}.{inode}"


MACHINE = _machine()
# The same in all children of a worker that forks.
FAMILY = secrets.token_hex(4)


def name() -> str:
    """This worker as the log names it: machine, family, process and thread."""
    return f"{MACHINE}:{FAMILY}:{os.getpid()}:{threading.get_ident() % 100_000}"


class Heart:
    """Renews all leases that this process holds."""

    def __init__(self) -> None:
        self.leases: set[int] = set()
        self.thread: threading.Thread | None = None
        self.wanted = threading.Event()
        os.register_at_fork(after_in_child=self._reset)

    def _reset(self) -> None:
        """A child inherits neither its parent's threads nor its leases."""
        self.leases, self.thread, self.wanted = set(), None, threading.Event()

    def add(self, lease_id: int) -> None:
        self.leases.add(lease_id)
        self.wanted.set()
        if self.thread is None or not self.thread.is_alive():
            self.thread = threading.Thread(
                target=self._beat, name="heartbeat", daemon=True
            )
            self.thread.start()

    def remove(self, lease_id: int) -> None:
        self.leases.discard(lease_id)

    def _beat(self) -> None:
        pause = threading.Event()
        while True:
            self.wanted.wait()
            pause.wait(settings.HEARTBEAT_SECONDS)
            self.wanted.clear()
            if not self.leases:
                continue
            self.wanted.set()
            try:
                self.renew()
            except Exception as error:
                # A heart that stops would let every lease of this process run out.
                logger.warning("heartbeat_missed", reason=type(error).__name__)
            finally:
                connection.close()

    def renew(self) -> None:
        """Renew all leases; leases that are not ours any more are let go."""
        mine = set(self.leases)
        running = StepRun.objects.filter(
            pk__in=mine, status=StepRun.Status.RUNNING, is_released=False
        )
        until = log.database_now() + timedelta(seconds=settings.LEASE_SECONDS)
        if running.update(lease_until=until) == len(mine):
            return
        for lost in mine - set(running.values_list("pk", flat=True)):
            self.leases.discard(lost)
            logger.warning("lease_gone", step_run=lost)


HEART = Heart()


def release(**only: Any) -> int:
    """Give back what this worker and its children hold: they are about to stop.

    What is finished before somebody else takes it still counts.
    """
    mine = StepRun.objects.filter(
        worker__startswith=f"{MACHINE}:{FAMILY}:",
        status=StepRun.Status.RUNNING,
        **only,
    )
    count = mine.update(is_released=True, lease_until=log.database_now())
    if count:
        logger.info("leases_released", count=count)
    return count


def is_given_back(lease_id: int) -> bool:
    """Whether the worker that holds it was told to stop."""
    return StepRun.objects.filter(pk=lease_id, is_released=True).exists()


def bury() -> int:
    """End the leases of processes of this machine that are gone; the others' run out.

    None lasts longer than a lease does, though it was taken before the clock was set back:
    who lives renews it.
    """
    now = log.database_now()
    latest = now + timedelta(seconds=settings.LEASE_SECONDS)
    running = StepRun.objects.filter(status=StepRun.Status.RUNNING)
    running.filter(lease_until__gt=latest).update(lease_until=latest)
    here = running.filter(worker__startswith=f"{MACHINE}:")
    gone = [
        lease for lease, worker in here.values_list("pk", "worker") if _is_gone(worker)
    ]
    if gone:
        here.filter(pk__in=gone).update(lease_until=now)
    return len(gone)


def _is_gone(worker: str) -> bool:
    try:
        os.kill(int(worker.split(":")[2]), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
