"""What the database itself refuses: changing a line of the log, or moving a session
where it may not go.

Put up after every `migrate`: SQLite makes some tables anew in a migration and drops
their triggers on the way.
"""

from collections.abc import Iterable
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

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

POSTGRESQL = (
    """
    CREATE OR REPLACE FUNCTION refuse_event_change() RETURNS trigger
    LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$
    """,
    """
    CREATE OR REPLACE FUNCTION check_session_status() RETURNS trigger
    LANGUAGE plpgsql AS $$
    BEGIN
        IF NOT EXISTS (
            SELECT FROM agents_legalmove WHERE before = OLD.status AND after = NEW.status
        ) THEN
            RAISE EXCEPTION 'a session may not go from % to %', OLD.status, NEW.status
            USING ERRCODE = 'check_violation';
        END IF;
        INSERT INTO agents_statuschange (session_id, before, after, changed_at)
        VALUES (OLD.id, OLD.status, NEW.status, clock_timestamp());
        RETURN NEW;
    END $$
    """,
    """
    CREATE OR REPLACE TRIGGER session_status BEFORE UPDATE OF status ON agents_session
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
    EXECUTE FUNCTION check_session_status()
    """,
)
POSTGRESQL_APPEND_ONLY = (
    """
    CREATE OR REPLACE TRIGGER {prefix}_append_only BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION refuse_event_change()
    """,
    """
    CREATE OR REPLACE TRIGGER {prefix}_no_truncate BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_event_change()
    """,
)
POSTGRESQL_LIFT = (
    "DROP TRIGGER IF EXISTS {prefix}_append_only ON {table}",
    "DROP TRIGGER IF EXISTS {prefix}_no_truncate ON {table}",
)

SQLITE = (
    """
    CREATE TRIGGER IF NOT EXISTS session_status_legal
    BEFORE UPDATE OF status ON agents_session
    WHEN OLD.status <> NEW.status AND NOT EXISTS (
        SELECT 1 FROM agents_legalmove WHERE before = OLD.status AND after = NEW.status
    )
    BEGIN SELECT RAISE(ABORT, 'a session may not change its status like that'); END
    """,
    """
    CREATE TRIGGER IF NOT EXISTS session_status_kept
    AFTER UPDATE OF status ON agents_session WHEN OLD.status <> NEW.status
    BEGIN
        INSERT INTO agents_statuschange (session_id, before, after, changed_at)
        VALUES (OLD.id, OLD.status, NEW.status, strftime('%Y-%m-%d %H:%M:%f', 'now'));
    END
    """,
)
# INSERT OR REPLACE deletes first; SQLite runs the trigger for that because
# crux.databases sets recursive_triggers on every connection.
SQLITE_APPEND_ONLY = (
    """
    CREATE TRIGGER IF NOT EXISTS {prefix}_no_update BEFORE UPDATE ON {table}
    BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
    """,
    """
    CREATE TRIGGER IF NOT EXISTS {prefix}_no_delete BEFORE DELETE ON {table}
    BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
    """,
)
SQLITE_LIFT = (
    "DROP TRIGGER IF EXISTS {prefix}_no_update",
    "DROP TRIGGER IF EXISTS {prefix}_no_delete",
)


def install(*, using: str, **_: Any) -> None:
    """Put the triggers up, and the moves they allow; again changes nothing."""
    connection = connections[using]
    tables = {*APPEND_ONLY.values(), "agents_session", "agents_legalmove"}
    if not tables <= set(connection.introspection.table_names()):
        return  # migrated back, to before there was such a table
    if connection.vendor == "postgresql":
        _run(connection, (*POSTGRESQL, *_for_each(POSTGRESQL_APPEND_ONLY)))
    else:
        _run(connection, (*SQLITE, *_for_each(SQLITE_APPEND_ONLY)))
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO agents_legalmove (before, after) VALUES (%s, %s) "
            "ON CONFLICT DO NOTHING",
            LEGAL_MOVES,
        )


def lift(*, using: str = "default") -> None:
    """Take down what protects append-only tables; only for tests, to empty them."""
    connection = connections[using]
    is_postgresql = connection.vendor == "postgresql"
    _run(connection, _for_each(POSTGRESQL_LIFT if is_postgresql else SQLITE_LIFT))


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
