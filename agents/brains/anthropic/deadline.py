"""A call to the platform that ends when its time does, whatever the connection says."""

import contextvars
import queue
import threading
from collections.abc import Callable
from typing import TypeVar

from agents.brains.base import DeadlinePassed

T = TypeVar("T")


def within(seconds: float, act: Callable[[], T]) -> T:
    """What `act` returns or raises; DeadlinePassed where it takes longer.

    A blocked read cannot be timed from inside; pings would keep it for ever.
    """
    if seconds <= 0:
        raise DeadlinePassed
    done: queue.SimpleQueue[tuple[T | None, Exception | None]] = queue.SimpleQueue()

    def run() -> None:
        try:
            done.put((act(), None))
        except Exception as error:
            done.put((None, error))

    context = contextvars.copy_context()
    threading.Thread(target=context.run, args=(run,), daemon=True).start()
    try:
        value, error = done.get(timeout=seconds)
    except queue.Empty:
        raise DeadlinePassed from None
    if error:
        raise error
    return value  # type: ignore[return-value]  # no error: this is what act returned
