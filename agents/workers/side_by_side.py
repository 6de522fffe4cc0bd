"""Side by side (concurrency): one thread for each thing that is to be gone on with.

What takes its time, or hangs, holds up no other.
"""

import threading
import time
from collections.abc import Callable, Iterable

import structlog
from django.db import connection

logger = structlog.get_logger(__name__)


class SideBySide:
    """Does `act` for each of many ids, at most `most` at once, each in its own thread.

    The threads are daemons: nothing keeps the process from ending.
    """

    def __init__(self, act: Callable[[int], object], *, most: int) -> None:
        self.act, self.most = act, most
        self.at_work: dict[int, threading.Thread] = {}
        self.began: dict[int, float] = {}
        # What kept one from being done the last time.
        self.failed: dict[int, Exception] = {}

    def go_on(self, ids: Iterable[int]) -> None:
        """Begin those that nobody is at, who waited longest first, and wait for none.

        Raises what kept one from being done, until it is done or wanted no more; not
        while another has long been at work, which may be what it lacks a connection for.
        """
        wanted = set(ids)
        self.at_work = {
            one: thread for one, thread in self.at_work.items() if thread.is_alive()
        }
        known = wanted | self.at_work.keys()
        self.began = {one: at for one, at in self.began.items() if one in known}
        for one in self.failed.keys() - known:
            self.failed.pop(one, None)
        trouble = {**self.failed}
        is_busy = not self.at_work.keys() <= trouble.keys()
        waiting = sorted(
            wanted - self.at_work.keys(), key=lambda one: (self.began.get(one, 0), one)
        )
        for one in waiting[: self.most - len(self.at_work)]:
            self._begin(one)
        if trouble and not is_busy:
            raise next(iter(trouble.values())).with_traceback(None)

    def leave(self) -> None:
        """Wait for all who are at work; they have to be told to end by another way."""
        for thread in self.at_work.values():
            thread.join()

    def _begin(self, one: int) -> None:
        self.began[one] = time.monotonic()
        thread = threading.Thread(target=self._do, args=(one,), daemon=True)
        self.at_work[one] = thread
        thread.start()

    def _do(self, one: int) -> None:
        try:
            self.act(one)
        except Exception as error:
            logger.exception("not_done", of=one)
            self.failed[one] = error
        else:
            self.failed.pop(one, None)
        finally:
            connection.close()
