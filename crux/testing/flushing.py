"""Emptying the tables between tests, though the database refuses to lose a line.

A test with real transactions ends with all its tables emptied. The triggers that keep
the log append-only stand in the way of that, so they step aside for that moment, and
for that moment only.

Django's flush truncates a hundred tables and makes all permissions anew, which takes longer
than most tests. So only those tables are emptied that have rows; permissions stay, unless a
test has changed them.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from django.db import DatabaseError, connection, transaction
from django.db.backends.utils import CursorWrapper
from django.test import TransactionTestCase

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


class _Emptying:
    """Empties what has rows behind a test; knows what a flush left there, which stays.

    To be made right behind a flush.
    """

    def __init__(self) -> None:
        tables = connection.introspection.django_table_names(only_existing=True)
        with connection.cursor() as cursor:
            self._kept = _filled(cursor, tables)
            self._as_flushed = self._rows_kept(cursor)
        self._tables = sorted({*tables}.difference(self._kept, ["django_migrations"]))

    def is_done(self) -> bool:
        """Whether that was enough: not where a test changed what is kept."""
        empty = _empty_postgres if connection.vendor == "postgresql" else _empty_sqlite
        try:
            with (
                connection.constraint_checks_disabled(),
                transaction.atomic(),
                connection.cursor() as cursor,
            ):
                if self._rows_kept(cursor) != self._as_flushed:
                    return False
                empty(cursor, _filled(cursor, self._tables))
        except DatabaseError:  # only a superuser may set triggers aside so
            return False
        return True

    def _rows_kept(self, cursor: CursorWrapper) -> list[object]:
        rows: list[object] = []
        for table in self._kept:
            cursor.execute(f"SELECT * FROM {table} ORDER BY 1")  # noqa: S608
            rows += cursor.fetchall()
        return rows


def _empty_postgres(cursor: CursorWrapper, tables: Iterable[str]) -> None:
    cursor.execute("SET LOCAL session_replication_role = replica")
    for table in tables:
        cursor.execute(f"DELETE FROM {table}")  # noqa: S608


def _empty_sqlite(cursor: CursorWrapper, tables: Iterable[str]) -> None:
    for table in tables:
        cursor.execute(f"{TRIGGERS} AND tbl_name = %s", [table])
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
        cursor.execute(f"DELETE FROM {table}")  # noqa: S608
        for _, made in triggers:
            cursor.execute(made)


def _filled(cursor: CursorWrapper, tables: Iterable[str]) -> list[str]:
    """Those of the tables, which are our own, that have rows."""
    asked = (
        f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})"  # noqa: S608
        for table in tables
    )
    cursor.execute(" UNION ALL ".join(asked))
    return sorted(table for (table,) in cursor.fetchall())


@contextmanager
def emptying_what_has_rows() -> Iterator[None]:
    """Have tests with real transactions end so."""
    plain = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]
    emptying: _Emptying | None = None

    def teardown(test: TransactionTestCase) -> None:
        nonlocal emptying
        if emptying is None or not emptying.is_done():
            plain(test)
            emptying = _Emptying()

    TransactionTestCase._fixture_teardown = teardown  # type: ignore[attr-defined]
    try:
        yield
    finally:
        TransactionTestCase._fixture_teardown = plain  # type: ignore[attr-defined]
