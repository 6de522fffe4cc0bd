"""What each database engine must be told so that commits last and writers wait."""

from pathlib import Path
from typing import Any

SQLITE_START = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON;"
)
POSTGRES_LIMITS = (
    "-c lock_timeout=5000 -c statement_timeout=30000 "
    "-c idle_in_transaction_session_timeout=60000"
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
        file.parent.mkdir(parents=True, exist_ok=True)
        # Django would test in memory, where threads lock each other out of tables.
        test = {"NAME": file.with_name("tests.sqlite3")}
        return {**address, "OPTIONS": options, "CONN_MAX_AGE": 0, "TEST": test}
    return {
        **address,
        "OPTIONS": {"options": POSTGRES_LIMITS, "connect_timeout": 5},
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }
