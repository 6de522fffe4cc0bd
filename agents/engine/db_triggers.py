"""Database triggers: no line of the log is changed, and no session goes where it may
not.

Put up after every `migrate`: SQLite makes some tables anew in a migration and drops
their triggers on the way.
"""

from collections.abc import Iterable
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from agents.engine import sql

# Tables that are only ever added to, by the first part of their triggers' names.
APPEND_ONLY = {"event": "agents_agentevent", "status_change": "agents_statuschange"}
# From and to: an operator's retry opens an aborted session again, nothing else does.
LEGAL_MOVES = (
    ("open", "paused"),
    ("open", "finished"),
    ("open", "aborted"),
    ("open", "cancelled"),
    ("paused", "open"),
    ("paused", "finished"),
    ("paused", "aborted"),
    ("paused", "cancelled"),
    ("aborted", "open"),
)


def install(*, using: str, **_: Any) -> None:
    """Put the triggers up, and the moves they allow; again changes nothing."""
    connection = connections[using]
    tables = {*APPEND_ONLY.values(), "agents_session", "agents_legalmove"}
    if not tables <= set(connection.introspection.table_names()):
        return  # migrated back, to before there was such a table
    if connection.vendor == "postgresql":
        _run(
            connection,
            (*sql.POSTGRESQL_TRIGGERS, *_for_each(sql.POSTGRESQL_APPEND_ONLY)),
        )
    else:
        _run(connection, (*sql.SQLITE_TRIGGERS, *_for_each(sql.SQLITE_APPEND_ONLY)))
    with connection.cursor() as cursor:
        cursor.executemany(sql.ALLOW_MOVE, LEGAL_MOVES)


def lift(*, using: str = "default") -> None:
    """Take down what protects append-only tables; only for tests, to empty them."""
    connection = connections[using]
    is_postgresql = connection.vendor == "postgresql"
    _run(
        connection, _for_each(sql.POSTGRESQL_LIFT if is_postgresql else sql.SQLITE_LIFT)
    )


def _for_each(statements: Iterable[str]) -> list[str]:
    return [
        statement.format(prefix=prefix, table=table)
        for prefix, table in APPEND_ONLY.items()
        for statement in statements
    ]


def _run(connection: BaseDatabaseWrapper, statements: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
