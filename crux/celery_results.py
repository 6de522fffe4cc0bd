"""Celery's result backend: counts the header of a chord, and nothing besides."""

from typing import Any

from celery.backends.redis import RedisBackend


class ChordsOnly(RedisBackend):  # type: ignore[misc]  # Celery is untyped
    """Redis as a result backend that nobody listens to.

    Celery would subscribe to the result of every task that is published, keep it for
    ever, and fail where the connection is lost; but what came of a step is in the log.
    """

    def add_pending_result(self, result: Any, **_: Any) -> Any:
        """Nobody will ask for it."""
        return result

    def on_task_call(self, producer: Any, task_id: str) -> None:
        """Nobody will ask for this one either."""
