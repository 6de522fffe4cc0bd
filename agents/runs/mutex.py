"""Mutex: one process of all that share a database does a thing, and the others wait.

For what lasts too long to hold a row for. It is let go of however its process ends.
"""

import fcntl
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections

LOOKS_EVERY_SECONDS = 1.0


class Busy(Exception):
    """Another process does the same at this moment."""


@contextmanager
def alone(name: str, seconds: float, waits: Callable[[], None]) -> Iterator[None]:
    """Be the only one in blocks of that name; `waits` is called once where another is.

    Raises Busy after so many seconds.
    """
    is_server = connection.vendor == "postgresql"
    with (_by_server if is_server else _by_file)(name) as is_taken:
        until, is_told = time.monotonic() + seconds, False
        while not is_taken():
            if time.monotonic() >= until:
                raise Busy(Busy.__doc__)
            if not is_told:
                waits()
                is_told = True
            time.sleep(LOOKS_EVERY_SECONDS)
        yield


@contextmanager
def _by_server(name: str) -> Iterator[Callable[[], bool]]:
    """An advisory lock, in a transaction of a connection of its own.

    So a pooler keeps it, and what is done meanwhile is committed as it is done.
    https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
    """
    key = int.from_bytes(sha256(f"crux {name}".encode()).digest()[:7])
    with closing(connections.create_connection(DEFAULT_DB_ALIAS)) as holder:
        holder.set_autocommit(False)
        with holder.cursor() as cursor:

            def is_taken() -> bool:
                cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [key])
                return bool(cursor.fetchone()[0])

            yield is_taken


@contextmanager
def _by_file(name: str) -> Iterator[Callable[[], bool]]:
    """A file of this machine: who has SQLite shares it with nobody else."""
    settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
    with (settings.VAR_DIR / f"{name}.lock").open("w") as file:

        def is_taken() -> bool:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            return True

        yield is_taken
