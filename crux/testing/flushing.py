"""Emptying the tables between tests, though the database refuses to lose a line.

A test with real transactions ends with all its tables emptied. The triggers that keep
the log append-only stand in the way of that, so they step aside for that moment, and
for that moment only.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from django.db import connection
from django.db.backends.utils import CursorWrapper

GUARDED_TABLES = """
    SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal
"""
TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"

Statements: TypeAlias = tuple[list[str], list[str]]


def _postgres(cursor: CursorWrapper) -> Statements:
    cursor.execute(GUARDED_TABLES)
    tables = [table for (table,) in cursor.fetchall()]
    return (
        [f"ALTER TABLE {table} DISABLE TRIGGER USER" for table in tables],
        [f"ALTER TABLE {table} ENABLE TRIGGER USER" for table in tables],
    )


def _sqlite(cursor: CursorWrapper) -> Statements:
    cursor.execute(TRIGGERS)
    triggers = cursor.fetchall()
    return [f'DROP TRIGGER "{name}"' for name, _ in triggers], [
        sql for _, sql in triggers
    ]


def without_triggers(flush: Iterable[str]) -> list[str]:
    """The statements of `flush` between those that set the triggers aside and back."""
    with connection.cursor() as cursor:
        ask = _postgres if connection.vendor == "postgresql" else _sqlite
        aside, back = ask(cursor)
    return [*aside, *flush, *back]


@contextmanager
def flushing_past_triggers() -> Iterator[None]:
    """Have Django's flush set the triggers aside while it runs."""
    operations = connection.ops
    plain = operations.execute_sql_flush

    def execute(sql_list: Iterable[str]) -> None:
        plain(without_triggers(sql_list))

    operations.execute_sql_flush = execute  # type: ignore[method-assign]
    try:
        yield
    finally:
        operations.execute_sql_flush = plain  # type: ignore[method-assign]
