"""Throttle (rate limits): counts in the database, so over all processes at once.

What is counted is kept as a keyed hash, for as long as its window lasts.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.db import connection
from django.utils.crypto import salted_hmac

from subscribers.models import Throttle
from subscribers.signatures import Salt

# A window begins with the first that is counted, and anew with the first after its end.
COUNT = """
INSERT INTO subscribers_throttle AS counter (key, ends_at, counted) VALUES {rows}
ON CONFLICT (key) DO UPDATE SET
    counted = CASE WHEN counter.ends_at <= %s THEN excluded.counted
                   ELSE counter.counted + excluded.counted END,
    ends_at = CASE WHEN counter.ends_at <= %s THEN excluded.ends_at
                   ELSE counter.ends_at END
RETURNING key, counted, ends_at
"""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` of one `value` within a window."""

    kind: str
    value: str
    most: int
    window: timedelta = timedelta(hours=1)

    @property
    def key(self) -> str:
        """The hash it is counted under."""
        name = f"{self.kind}:{self.value}"
        return salted_hmac(Salt.THROTTLE, name, algorithm="sha256").hexdigest()


def exceeded(limits: Iterable[Limit], now: datetime) -> list[str]:
    """Count one more under each of `limits`; the kinds of those that it is too many for.

    Each one is counted, also where another is exceeded.
    """
    counters = count(limits, now)
    return [
        limit.kind
        for limit, counter in counters.items()
        if counter.counted > max(1, limit.most)
    ]


class Counter(NamedTuple):
    """How often something was counted in its window, and when that ends."""

    counted: int
    ends_at: datetime


def count(
    limits: Iterable[Limit], now: datetime, *, times: int = 1
) -> dict[Limit, Counter]:
    """Count `times` more under each of `limits`."""
    # In one order, so that two at once never wait for each other.
    by_key = {limit.key: limit for limit in sorted(limits, key=lambda one: one.key)}
    # As the ORM writes times: SQLite compares them as text.
    at = connection.ops.adapt_datetimefield_value
    values: list[str | int | None] = []
    for key, limit in by_key.items():
        values += [key, at(now + limit.window), times]
    rows = ", ".join(["(%s, %s, %s)"] * len(by_key))
    with connection.cursor() as cursor:
        cursor.execute(COUNT.format(rows=rows), [*values, at(now), at(now)])
        found = cursor.fetchall()
    return {by_key[key]: Counter(times, _moment(ends)) for key, times, ends in found}


def _moment(value: datetime | str) -> datetime:
    """SQLite gives a time back as the text it stored, or as one of no zone; in UTC."""
    moment = datetime.fromisoformat(value) if isinstance(value, str) else value
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def forget(now: datetime) -> None:
    """Drop what is no longer counted."""
    Throttle.objects.filter(ends_at__lte=now).delete()
