"""Database options and time-outs: so that commits last, writers wait, and nobody waits
for ever on a connection that has gone dark.
"""

import socket
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.base import CommandError
from django.db import connections

from crux.environment import Misconfigured

SQLITE_START = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON;"
)
POSTGRES_LIMITS = (
    "-c lock_timeout=5000 -c statement_timeout=30000 "
    "-c idle_in_transaction_session_timeout=60000"
)
# What was written down before a letter left must survive a crash of the server, whatever
# its own configuration says, or DATABASE_URL: else the letter is sent twice.
POSTGRES_LASTING = "-c synchronous_commit=on"
# A connection over which nothing comes any more, not even the end of it, is given up
# within a minute: probed when silent for so long, so often, so many times; and what was
# sent must be acknowledged by the other machine.
SILENT_SECONDS, PROBE_SECONDS, PROBES = 20, 10, 3
UNACKNOWLEDGED_MS = 30_000
# https://www.postgresql.org/docs/current/libpq-connect.html
POSTGRES_TIMEOUTS = {
    "connect_timeout": 5,
    "keepalives": 1,
    "keepalives_idle": SILENT_SECONDS,
    "keepalives_interval": PROBE_SECONDS,
    "keepalives_count": PROBES,
    "tcp_user_timeout": UNACKNOWLEDGED_MS,
}
# The same for Redis, by the numbers of the socket options this system has.
REDIS_KEEPALIVE = {
    number: value
    for name, value in (
        ("TCP_KEEPIDLE", SILENT_SECONDS),
        ("TCP_KEEPINTVL", PROBE_SECONDS),
        ("TCP_KEEPCNT", PROBES),
        ("TCP_USER_TIMEOUT", UNACKNOWLEDGED_MS),
    )
    if (number := getattr(socket, name, None)) is not None
}
# A Redis that answers in three seconds is slow, not away.
REDIS_ANSWER_SECONDS = 15
REDIS_CONNECT_SECONDS = 5


def refuse_a_strangers(*, using: str = "default", **_: object) -> None:
    """Raise CommandError before tables are made among those of other software.

    On a laptop, where DATABASE_URL may be that of another project; in production it was
    set for Crux.
    """
    if not settings.DEBUG:
        return
    there = set(connections[using].introspection.table_names())
    ours = {
        model._meta.db_table for model in apps.get_models(include_auto_created=True)
    }
    others = sorted(there - ours - {"django_migrations", "sqlite_sequence"})
    if not others or "newsletter_newsletter" in there:
        return
    name = connections[using].settings_dict["NAME"]
    raise CommandError(
        f"The database {name!r} holds tables of other software ({others[0]!r}, say) and "
        "none of Crux. Give Crux one of its own as DATABASE_URL, or unset that: it then "
        "keeps a file in VAR_DIR."
    )


def database(address: dict[str, Any]) -> dict[str, Any]:
    """`address` as django-environ parses it, plus the options its engine needs.

    SQLite takes its write lock when a transaction begins (a deferred one fails with
    "database is locked" under contention), syncs every commit to disk, and runs the
    delete triggers for INSERT OR REPLACE (https://sqlite.org/pragma.html).
    """
    if address["ENGINE"].endswith("sqlite3"):
        options = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": SQLITE_START,
        }
        file = Path(address["NAME"])
        # SQLite makes its file, but not the directory for it.
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Misconfigured(
                f"No directory {str(file.parent)!r} can be made for the database "
                f"({error.strerror}): see VAR_DIR and DATABASE_URL."
            ) from None
        # Django would test in memory, where threads lock each other out of tables.
        test = {"NAME": file.with_name("tests.sqlite3")}
        return {**address, "OPTIONS": options, "CONN_MAX_AGE": 0, "TEST": test}
    # What the address itself says: sslmode=verify-full, for example.
    told = address.get("OPTIONS", {})
    asked = (POSTGRES_LIMITS, told.get("options", ""), POSTGRES_LASTING)
    return {
        **address,
        "OPTIONS": {
            **POSTGRES_TIMEOUTS,
            **told,
            "options": " ".join(filter(None, asked)),
        },
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }
