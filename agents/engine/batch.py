"""Batched writes: changes of rows that reach the database in one round trip.

What a transaction writes is known before any of it is sent. PostgreSQL is told all of it
in one message, so that a commit costs few round trips.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Field, JSONField, Model

# What both databases take as it is; the rest is Django's to prepare.
AS_THEY_ARE = frozenset({str, int, type(None)})
# Columns of a row, by the names that a model's instance has for them.
Values: TypeAlias = Mapping[str, Any]


@dataclass(slots=True)
class _Statement:
    sql: str
    values: list[Any] = field(default_factory=list)
    # Rows that get their keys from the database, and what to raise if none was changed.
    keyless: tuple[Model, ...] = ()
    otherwise: type[Exception] | None = None

    def take(self, cursor: CursorWrapper) -> None:
        """Read what came of it; raises `otherwise`."""
        if self.otherwise and not cursor.rowcount:
            raise self.otherwise
        if self.keyless:
            for row, (key,) in zip(self.keyless, cursor.fetchall(), strict=True):
                row.pk = key


class Batch:
    """Statements that wait to be sent."""

    def __init__(self) -> None:
        self.statements: list[_Statement] = []

    def insert(self, *rows: Model) -> None:
        """Add rows of one model; those without a key have one when they are sent."""
        if not rows:
            return
        options, is_keyless = rows[0]._meta, rows[0].pk is None
        fields = [
            one
            for one in options.local_concrete_fields
            if not (one.primary_key and is_keyless)
        ]
        columns = ", ".join(str(one.column) for one in fields)
        places = ", ".join([f"({', '.join(['%s'] * len(fields))})"] * len(rows))
        sql = f"INSERT INTO {options.db_table} ({columns}) VALUES {places}"  # noqa: S608  names only
        if is_keyless and options.pk:
            sql += f" RETURNING {options.pk.column}"
        values = [
            _stored(one, getattr(row, one.attname)) for row in rows for one in fields
        ]
        self.statements.append(_Statement(sql, values, rows if is_keyless else ()))

    def update(
        self,
        model: type[Model],
        where: Values,
        values: Values,
        *,
        otherwise: type[Exception] | None = None,
    ) -> None:
        """Change all rows like `where`; raises `otherwise` when sent, if there is none."""
        columns = {one.attname: one for one in model._meta.local_concrete_fields}
        changes = ", ".join(f"{columns[name].column} = %s" for name in values)
        alike = " AND ".join(f"{columns[name].column} = %s" for name in where)
        sql = f"UPDATE {model._meta.db_table} SET {changes} WHERE {alike}"  # noqa: S608  names only
        given = [
            _stored(columns[name], value)
            for name, value in (*values.items(), *where.items())
        ]
        self.statements.append(_Statement(sql, given, otherwise=otherwise))

    def send(self) -> None:
        """Send what has gathered; raises what the database raises, and `otherwise`."""
        statements, self.statements = self.statements, []
        if not statements:
            return
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                _send_together(cursor, statements)
                return
            for statement in statements:
                cursor.execute(statement.sql, statement.values)
                statement.take(cursor)


def _send_together(cursor: CursorWrapper, statements: list[_Statement]) -> None:
    sql = "; ".join(statement.sql for statement in statements)
    cursor.execute(sql, [value for one in statements for value in one.values])
    for statement in statements:
        statement.take(cursor)
        cursor.nextset()


def _stored(column: "Field[Any, Any]", value: Any) -> Any:
    if type(value) in AS_THEY_ARE and not isinstance(column, JSONField):
        return value
    return column.get_db_prep_save(value, connection)
