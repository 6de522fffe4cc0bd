"""Outlets that have answered no search for days, as the sessions' logs tell it."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple, TypeAlias

from agents.events.schema import Kind
from agents.models import AgentEvent, Session

# A server that is away for a day is no matter for a person.
DAYS = timedelta(days=2)
# How far back searches are looked at: a weekly newsletter makes five in it.
LOOK_BACK = timedelta(days=35)
MOST_SEARCHES = 60

# When a search was, and what its outlets answered, as the log keeps that.
Search: TypeAlias = tuple[datetime, list[dict[str, Any]] | None]


class SilentOutlet(NamedTuple):
    """An outlet that failed in each of its last `searches`, the first of them `since`.

    It is known by its address: newsletters may each have one of the same name.
    """

    name: str
    url: str
    fault: str
    since: datetime
    searches: int
    last_answer: datetime | None = None  # None where it is not known


def silent_outlets(now: datetime) -> tuple[SilentOutlet, ...]:
    """Those that failed for days, the longest first; sessions of the sample do not count."""
    lately = Session.objects.filter(
        created_at__gte=now - LOOK_BACK, sources=Session.Sources.LIVE
    )
    searches = (
        AgentEvent.objects.of_kind(Kind.LAUNCHES_RESEARCHED, Kind.PAPERS_RESEARCHED)
        .filter(session__in=lately)
        .order_by("-created_at")
        .values_list("created_at", "data__sources")[:MOST_SEARCHES]
    )
    return judge(searches)


def judge(searches: Iterable[Search]) -> tuple[SilentOutlet, ...]:
    """Those of `searches`, the newest first, that failed ever since for days."""
    failing: dict[str, SilentOutlet] = {}
    newest: dict[str, datetime] = {}
    answered: dict[str, datetime] = {}
    for at, sources in searches:
        for report in sources or ():
            url, fault = report["url"], report.get("fault", "")
            if not fault:
                answered.setdefault(url, at)
            elif url not in answered:
                newest.setdefault(url, at)
                first = SilentOutlet(report["name"], url, fault, at, 0)
                seen = failing.get(url, first)
                failing[url] = seen._replace(since=at, searches=seen.searches + 1)
    silent = [
        one._replace(last_answer=answered.get(one.url))
        for one in failing.values()
        if newest[one.url] - one.since >= DAYS
    ]
    return tuple(sorted(silent, key=lambda one: (one.since, one.name)))
