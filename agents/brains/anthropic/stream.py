"""Streaming (SSE): wake-ups from a stream that may be silent, double or break off.

The stream is read by a thread of its own: a blocked read can be neither timed nor
closed from outside. What it says is not trusted, only that it said something.
"""

import queue
import threading
from collections.abc import Iterator
from typing import Any

from anthropic import Stream

from agents.brains.anthropic.retries import TROUBLES

# What never changes what comes next.
NOISE = frozenset({
    "agent.thinking", "agent.tool_use", "agent.tool_result", "span.model_request_start",
    "session.status_running", "session.usage", "user.message",
    "user.custom_tool_result",
})  # fmt: skip


class StreamEnded(Exception):
    """The stream says nothing any more; whatever is new must be listed."""


class Wakes:
    """The wake-ups of one open stream."""

    def __init__(self, stream: Stream[Any]) -> None:
        self._said: queue.Queue[str | None] = queue.Queue()
        self._is_over = threading.Event()
        reader = threading.Thread(
            target=self._read, args=(stream,), name="stream", daemon=True
        )
        reader.start()

    def wait(self, seconds: float) -> None:
        """Return when something was said, or after so long; raises StreamEnded."""
        try:
            said = self._said.get(timeout=max(seconds, 0.0))
            while said is not None:
                said = self._said.get_nowait()
        except queue.Empty:
            return
        raise StreamEnded

    def close(self) -> None:
        """Let the reader go as soon as it hears something."""
        self._is_over.set()

    def _read(self, stream: Stream[Any]) -> None:
        try:
            with stream:
                for kind in _kinds(stream):
                    if self._is_over.is_set():
                        return
                    if kind not in NOISE:
                        self._said.put(kind)
        except TROUBLES:
            pass
        finally:
            self._said.put(None)


def _kinds(stream: Stream[Any]) -> Iterator[str]:
    for event in stream:
        yield str(getattr(event, "type", ""))
