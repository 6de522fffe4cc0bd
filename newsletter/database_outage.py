"""Retrying what the database did not take: it went away, and comes back."""

import time
from collections.abc import Callable
from typing import TypeVar

import structlog
from django.db import InterfaceError, OperationalError, connection

logger = structlog.get_logger(__name__)

Got = TypeVar("Got")

# What the driver raises of a database that is away.
AWAY = (OperationalError, InterfaceError)
# A server that was killed recovers within seconds, one that is moved within minutes.
PATIENCE_SECONDS = 600.0
PAUSE_SECONDS = 0.5


def patiently(act: Callable[[], Got], *, seconds: float | None = None) -> Got:
    """What `act` gives, tried again while the database is away, ten minutes at most.

    `act` must do no harm when done twice: its first try may have been committed.
    """
    end = time.monotonic() + (PATIENCE_SECONDS if seconds is None else seconds)
    while True:
        try:
            return act()
        except AWAY as error:
            if connection.in_atomic_block or time.monotonic() > end:
                raise
            logger.warning("database_away", reason=type(error).__name__)
            connection.close()
            time.sleep(PAUSE_SECONDS)
