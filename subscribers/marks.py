"""The statements that every group of letters costs, written out.

Building them through the ORM takes longer than the database takes to run them.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import connection

from subscribers.models import Delivery

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
    WHERE {{among}} AND state IN ('{State.STARTED}', '{State.UNCERTAIN}')
        AND claimed_by = %s
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


def settle(
    ids: Sequence[int], sender: str, state: State, reply: str, at: datetime
) -> None:
    """Mark what `sender` has started as `state`."""
    among, parameter = _among(ids)
    with connection.cursor() as cursor:
        cursor.execute(
            SETTLE.format(among=among),
            [state.value, reply, _time(at), parameter, sender],
        )


def _among(ids: Sequence[int]) -> tuple[str, Any]:
    """A condition on `id` with one parameter, and the parameter."""
    if connection.vendor == "postgresql":
        return "id = ANY(%s)", list(ids)
    return "id IN (SELECT value FROM json_each(%s))", str(list(ids))


def _time(at: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(at)
