"""Retrying what the database did not take: it went away, and comes back."""

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connection

logger = logging.getLogger(__name__)

Got = TypeVar("Got")

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
        except (OperationalError, InterfaceError) as error:
            if connection.in_atomic_block or time.monotonic() > end:
                raise
            logger.warning("The database is away; trying again: %s", type(error))
            connection.close()
            time.sleep(PAUSE_SECONDS)
