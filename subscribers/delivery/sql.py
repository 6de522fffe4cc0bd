"""The statements that every group of letters costs, written out.

Building them through the ORM takes longer than the database takes to run them.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeAlias

from django.db import connection

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
