"""The SQL of this room that is written by hand, all of it.

Claiming, starting and settling a group of letters through the ORM takes longer than the
database takes to run them; freezing an audience must be one statement.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

from django.db import connection
from django.utils import timezone

from subscribers.models import Delivery

# A delivery's id, the state it comes to, and what the server said.
Mark: TypeAlias = tuple[int, str, str]

State = Delivery.State
TABLE = Delivery._meta.db_table
# Only names and placeholders are put in: every value is a parameter.
CLAIM = f"""
    UPDATE {TABLE} SET state = '{State.CLAIMED}', claimed_by = %s, lease_until = %s
    WHERE {{among}}
"""  # noqa: S608
START = f"""
    UPDATE {TABLE}
    SET state = '{State.STARTED}', started_at = %s, lease_until = %s,
        attempts = attempts + 1
    WHERE {{among}} AND state = '{State.CLAIMED}' AND claimed_by = %s
"""  # noqa: S608
SETTLE = f"""
    UPDATE {TABLE}
    SET state = %s, reply = %s, settled_at = %s
    WHERE id = %s AND state IN ('{State.STARTED}', '{State.UNCERTAIN}')
        AND claimed_by = %s
"""  # noqa: S608
# For all of a group at once, whatever the server said about each.
SETTLE_ALL = f"""
    UPDATE {TABLE} AS delivery
    SET state = done.state, reply = done.reply, settled_at = %s
    FROM unnest(%s::bigint[], %s::text[], %s::text[]) AS done (id, state, reply)
    WHERE delivery.id = done.id
        AND delivery.state IN ('{State.STARTED}', '{State.UNCERTAIN}')
        AND delivery.claimed_by = %s
"""  # noqa: S608
# `audience` is a query of id and reason; '' is no reason not to write. Letters of one
# edition stand together, so that a sender makes each edition ready about once.
INSERT = f"""
    INSERT INTO {TABLE}
        (issue_id, subscriber_id, state, claimed_by, attempts, reply, created_at, edition)
    SELECT %s, audience.id, %s, '', 0, '', %s, coalesce(chosen.edition, '')
    FROM {{audience}} AS audience LEFT JOIN chosen ON chosen.id = audience.id
    WHERE audience.reason = '' ORDER BY coalesce(chosen.edition, ''), audience.id
    ON CONFLICT DO NOTHING
"""  # noqa: S608
CHOSEN = """
    chosen AS (
        SELECT * FROM unnest(%s::bigint[], %s::text[]) AS given (id, edition)
    )
"""
CHOSEN_ON_SQLITE = """
    chosen (id, edition) AS MATERIALIZED (
        SELECT CAST(key AS INTEGER), value FROM json_each(%s)
    )
"""
COUNT = """
    SELECT audience.reason, count(*) FROM {audience} AS audience
    WHERE audience.reason <> '' GROUP BY audience.reason
"""
# However many readers there are, freezing them may take its time.
PATIENCE = "SET LOCAL statement_timeout = '10min'; SET LOCAL lock_timeout = '10min'"
PLACE = """
    SELECT format('%%s/%%s/%%s', (SELECT system_identifier FROM pg_control_system()),
        (SELECT oid FROM pg_database WHERE datname = current_database()),
        %s::regclass::oid)
"""
SKIP = """
    SELECT setval(pg_get_serial_sequence(%s, 'id'),
        nextval(pg_get_serial_sequence(%s, 'id')) + 1000000)
"""
SKIP_ON_SQLITE = "UPDATE sqlite_sequence SET seq = seq + 1000000 WHERE name = %s"
CLOCK = "SELECT clock_timestamp()"
LASTING = "SHOW synchronous_commit"


def freeze(
    query: str,
    parameters: Sequence[Any],
    issue_id: int,
    now: datetime,
    editions: Mapping[int, str],
) -> dict[str, int]:
    """Insert a row for each reader in `query`; how many were left out, by reason.

    `editions` has the hash of a reader's edition by id, where they do not get the issue.
    Both parts see the list at one moment: on PostgreSQL as one statement, on SQLite
    because this transaction keeps every writer out.
    """
    values = [issue_id, State.QUEUED.value, _time(now)]
    if connection.vendor == "postgresql":
        insert, count = (
            part.format(audience="all_readers") for part in (INSERT, COUNT)
        )
        given = [list(editions), list(editions.values())]
        rows = _rows(
            f"WITH all_readers AS MATERIALIZED ({query}), {CHOSEN},"
            f" frozen AS ({insert}) {count}",
            [*parameters, *given, *values],
        )
        # Else the first claims are planned for an empty table.
        _rows(f"ANALYZE {TABLE}")
    else:
        rows = _rows(COUNT.format(audience=f"({query})"), parameters)
        insert = INSERT.format(audience=f"({query})")
        _rows(
            f"WITH {CHOSEN_ON_SQLITE} {insert}",
            [json.dumps(editions), *values, *parameters],
        )
    return {str(reason): int(number) for reason, number in rows}


def be_patient() -> None:
    """Lift the usual limits for the rest of this transaction."""
    if connection.vendor == "postgresql":
        _rows(PATIENCE)


def database_time() -> datetime:
    """The time by which senders agree; SQLite has that of this machine."""
    if connection.vendor != "postgresql":
        return timezone.now()
    [(moment,)] = _rows(CLOCK)
    shown: datetime = moment
    return shown


def forgets() -> bool:
    """Whether a commit may be lost with the server: then a letter could be sent twice."""
    return connection.vendor == "postgresql" and _rows(LASTING) == [("off",)]


def place() -> str:
    """What names these very tables: one restored from a dump has another name."""
    if connection.vendor == "postgresql":
        [(name,)] = _rows(PLACE, [TABLE])
        return str(name)
    file = Path(str(connection.settings_dict["NAME"]))
    return f"inode {file.stat().st_ino}" if file.exists() else "memory"


def skip_ids(tables: Sequence[str]) -> None:
    """Leave out ids that rows may have had which a dump does not hold."""
    for table in tables:
        if connection.vendor == "postgresql":
            _rows(SKIP, [table, table])
        else:
            _rows(SKIP_ON_SQLITE, [table])


def claim(ids: Sequence[int], sender: str, until: datetime) -> None:
    """Mark rows that this transaction holds as claimed by `sender`."""
    among, parameter = _among(ids)
    with connection.cursor() as cursor:
        cursor.execute(CLAIM.format(among=among), [sender, _time(until), parameter])


def start(ids: Sequence[int], sender: str, now: datetime, until: datetime) -> int:
    """Mark what `sender` has claimed as started; how many rows that were."""
    among, parameter = _among(ids)
    with connection.cursor() as cursor:
        cursor.execute(
            START.format(among=among), [_time(now), _time(until), parameter, sender]
        )
        return int(cursor.rowcount)


def settle(marks: Sequence[Mark], sender: str, at: datetime) -> None:
    """Mark what `sender` has started with what became of it."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(SETTLE_ALL, _settled(marks, sender, at))
            return
        cursor.executemany(
            SETTLE,
            [(mark[1], mark[2], _time(at), mark[0], sender) for mark in marks],
        )


def turn(
    marks: Sequence[Mark],
    ids: Sequence[int],
    sender: str,
    now: datetime,
    until: datetime,
) -> int:
    """Settle and start in one statement, where the database can; how many started."""
    start = START.format(among="id = ANY(%s)")
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH settled AS ({SETTLE_ALL}) {start}",
            [*_settled(marks, sender, now), now, until, list(ids), sender],
        )
        return int(cursor.rowcount)


def _rows(sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters or None)
        return list(cursor.fetchall()) if cursor.description else []


def _settled(marks: Sequence[Mark], sender: str, at: datetime) -> list[Any]:
    ids, states, replies = ([mark[place] for mark in marks] for place in range(3))
    return [at, ids, states, replies, sender]


def _among(ids: Sequence[int]) -> tuple[str, Any]:
    """A condition on `id` with one parameter, and the parameter."""
    if connection.vendor == "postgresql":
        return "id = ANY(%s)", list(ids)
    return "id IN (SELECT value FROM json_each(%s))", str(list(ids))


def _time(at: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(at)
