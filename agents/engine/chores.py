"""What the clock does periodically: when it was last done, and what is wrong with it."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import Error

from agents.engine import log
from agents.models import Chore

# Mondays in the small hours, UTC: what past issues rest on, looked at again.
WEEKDAY, HOUR, MINUTE = 0, 4, 17
# Trouble is told by `/healthz` once it has lasted; what hangs says nothing at all.
LASTING = timedelta(minutes=1)
SILENT = timedelta(minutes=30)
# What PostgreSQL and SQLite call a disk without room.
FULL = frozenset({"DiskFull", "SQLITE_FULL"})


class Trouble(Exception):
    """What a chore could not do; safe for anybody to read."""


def in_words(error: Exception) -> str:
    """An error as `/healthz` may show it: what others' errors say may hold secrets.

    Of a database's it tells which: ReadOnlySqlTransaction, DiskFull (and what that means).
    """
    if isinstance(error, Trouble):
        return str(error)
    name, cause = type(error).__name__, error.__cause__
    if not isinstance(error, Error) or cause is None:
        return name
    which = getattr(cause, "sqlite_errorname", type(cause).__name__)
    told = name if which == name else f"{name} ({which})"
    return f"{told}: the database's disk is full" if which in FULL else told


def note(name: str, trouble: str) -> None:
    """Write down that a chore was done just now, or what kept it from being done."""
    now = log.database_now()
    if not trouble:
        done = {"done_at": now, "trouble": "", "trouble_since": None}
        Chore.objects.update_or_create(name=name, defaults=done)
        return
    chore, _ = Chore.objects.get_or_create(name=name)
    chore.trouble = trouble[:300]
    chore.trouble_since = chore.trouble_since or now
    chore.save(update_fields=["trouble", "trouble_since"])


def troubles(now: datetime) -> Iterator[str]:
    """What has been wrong with the clock for a while, in words that hold no secret."""
    for chore in Chore.objects.order_by("name"):
        if chore.trouble_since and now - chore.trouble_since >= LASTING:
            yield f"{chore.name}: {chore.trouble}"
        elif chore.done_at and not chore.is_weekly and now - chore.done_at > SILENT:
            yield f"{chore.name}: not done since {chore.done_at:%-d %B, %H:%M} UTC"


def is_due_this_week(name: str) -> bool:
    """Whether a weekly chore is to be done now; whoever is told yes has taken it."""
    now = log.database_now()
    week, is_new = Chore.objects.get_or_create(
        name=f"{name} of the week", defaults={"done_at": now, "is_weekly": True}
    )
    if is_new or week.done_at is None or week.done_at >= _latest_monday(now):
        return False
    mine = Chore.objects.filter(pk=week.pk, done_at=week.done_at)
    return bool(mine.update(done_at=now))


def _latest_monday(now: datetime) -> datetime:
    slot = now.replace(hour=HOUR, minute=MINUTE, second=0, microsecond=0)
    slot -= timedelta(days=(now.weekday() - WEEKDAY) % 7)
    return slot if slot <= now else slot - timedelta(days=7)
