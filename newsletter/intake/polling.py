"""Asks outlets whose turn it is, and keeps what they tell.

A feed holds its last ten or twenty entries: who asks once a week never sees the rest.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db.models import F, Q, QuerySet

from newsletter.intake import pace
from newsletter.intake.admission import admit
from newsletter.models import Newsletter, Outlet, OutletHealth
from newsletter.outlets import health
from newsletter.research.outlets.search import SearchResult, find
from newsletter.research.story import Kind
from newsletter.web.cache import Cache, MemoryCache
from newsletter.web.fetch import Fetcher, heard, signed
from newsletter.web.retry_after import wait_asked
from newsletter.web.shared_cache import Shelf

logger = structlog.get_logger(__name__)

# How far back the first answer of an outlet is taken in.
WINDOW = timedelta(days=31)
# While one worker asks, no other does; after this long it is taken for dead.
CLAIMED_FOR = timedelta(minutes=15)
# What was read for one newsletter or kind is not asked for again for the next.
SETTLED_FOR = timedelta(minutes=10)
AT_ONCE = 20


@dataclass(frozen=True, slots=True)
class Polled:
    """What one outlet answered, how many of its stories are new, or why none."""

    outlet: Outlet
    found: int
    new: int
    fault: str
    next_at: datetime


@dataclass(frozen=True, slots=True)
class _Answer:
    """What it told in each language, and how long it asks to be left alone."""

    results: dict[str, list[SearchResult]]
    asks: timedelta


def due(now: datetime) -> QuerySet[Outlet]:
    """The outlets whose turn it is, those that waited longest first.

    What no newsletter asks has no turn: its stories would be nobody's.
    """
    never = Q(health__isnull=True) | Q(health__next_at__isnull=True)
    # What was asked in a time to come was asked before the clock was set back.
    turned = Q(health__next_at__lte=now) | Q(health__asked_at__gt=now + CLAIMED_FOR)
    return (
        Outlet.objects.asked()
        .filter(never | turned, is_active=True)
        .select_related("health")
        .order_by(F("health__next_at").asc(nulls_first=True), "pk")
    )


def poll_due(now: datetime) -> list[Polled]:
    """Ask some of the outlets whose turn it is, side by side, and log what they answer."""
    polled = poll_some(now)
    _log(polled)
    return polled


def poll_some(now: datetime) -> list[Polled]:
    """The same for who tells of it by other ways."""
    return list(poll(due(now)[:AT_ONCE], now))


def poll_now(outlet: Outlet, now: datetime) -> Polled:
    """Ask one outlet, whether it is its turn or not: what is there now, and nothing kept."""
    OutletHealth.objects.filter(outlet=outlet).update(next_at=now)
    [polled] = poll([outlet], now, cache=MemoryCache())
    return polled


def poll(
    outlets: Iterable[Outlet], now: datetime, *, cache: Cache | None = None
) -> Iterator[Polled]:
    """Ask these outlets, and keep what they tell; what another worker asks is left out."""
    claimed = [outlet for outlet in outlets if _claim(outlet, now)]
    askers = _askers(claimed)
    asked = [(outlet, askers[outlet.pk]) for outlet in claimed]
    answers = asyncio.run(_ask_all(asked, now, cache or Shelf()))
    polled = [
        _keep(outlet, told, answer, now)
        for (outlet, told), answer in zip(asked, answers, strict=True)
    ]
    yield from polled


def common_fault(polled: Sequence[Polled]) -> str:
    """Of several outlets that all failed, why most of them did; empty: one answered."""
    if len(polled) < 2 or not all(one.fault for one in polled):
        return ""
    [(fault, _)] = Counter(one.fault for one in polled).most_common(1)
    return fault


def _log(polled: Sequence[Polled]) -> None:
    """A line for each outlet, or one for all where nobody could be reached."""
    if fault := common_fault(polled):
        logger.info("no_outlet_answered", outlets=len(polled), fault=fault)
        return
    for one in polled:
        told = {"found": one.found, "new": one.new, "fault": one.fault}
        logger.info("outlet_polled", outlet=one.outlet.name, **told)


def _claim(outlet: Outlet, now: datetime) -> bool:
    """Take the outlet's turn; False where somebody else was faster."""
    taken = {"asked_at": now, "next_at": now + CLAIMED_FOR}
    turn, is_new = OutletHealth.objects.get_or_create(outlet=outlet, defaults=taken)
    if is_new:
        return True
    is_set_back = turn.asked_at is not None and turn.asked_at > now + CLAIMED_FOR
    is_due = turn.next_at is None or turn.next_at <= now or is_set_back
    mine = OutletHealth.objects.filter(pk=turn.pk, next_at=turn.next_at)
    return is_due and bool(mine.update(**taken))


def _askers(outlets: Iterable[Outlet]) -> dict[int, list[Newsletter]]:
    """The newsletters that each is asked for."""
    found: dict[int, list[Newsletter]] = {outlet.pk: [] for outlet in outlets}
    for newsletter in Newsletter.objects.filter(is_active=True).order_by("pk"):
        asked = Outlet.objects.of(newsletter).filter(pk__in=found)
        for pk in asked.values_list("pk", flat=True):
            found[pk].append(newsletter)
    return found


async def _ask_all(
    asked: list[tuple[Outlet, list[Newsletter]]], now: datetime, cache: Cache
) -> list[_Answer]:
    async with Fetcher(
        cache=cache, user_agent=signed(settings.BASE_URL), settled_for=SETTLED_FOR
    ) as fetcher:
        return await asyncio.gather(
            *(_ask(outlet, askers, now, fetcher) for outlet, askers in asked)
        )


async def _ask(
    outlet: Outlet, askers: list[Newsletter], now: datetime, fetcher: Fetcher
) -> _Answer:
    """What the outlet tells in each language that its newsletters read."""
    kinds = [Kind(outlet.kind)] if outlet.kind else list(Kind)
    since, until = (now - WINDOW).date(), now.date()
    with heard() as pages:
        results = {
            language: [
                await find(
                    *(kind, since, until, fetcher, [outlet.spec], language),
                    undated_too=True,
                )
                for kind in kinds
            ]
            for language in dict.fromkeys(asker.language for asker in askers)
        }
    # The first is its own; those after it are what it leads to.
    asks = wait_asked(pages[0], now) if pages else timedelta()
    return _Answer(results, asks)


def _keep(
    outlet: Outlet, askers: list[Newsletter], answer: _Answer, now: datetime
) -> Polled:
    turn = OutletHealth.objects.get(outlet=outlet)
    undated = now.date() if turn.taken_in_at else None
    found = new = 0
    for asker in askers:
        results = answer.results[asker.language]
        stories = [one for result in results for one in result.stories]
        admitted = admit(asker, outlet.name, stories, undated=undated)
        found, new = max(found, len(stories)), max(new, admitted.new)
    told = [one for results in answer.results.values() for one in results]
    fault = _fault(told)
    health.note([health.Answered(outlet, fault, _newest(told))], now)
    next_at = _schedule(turn, answer.asks, now, found=found, new=new, fault=fault)
    return Polled(outlet, found, new, fault, next_at)


def _newest(results: Iterable[SearchResult]) -> date | None:
    days = (one.published for result in results for one in result.stories)
    return max((day for day in days if day), default=None)


def _fault(results: Iterable[SearchResult]) -> str:
    reports = (report for result in results for report in result.reports)
    return next((report.fault for report in reports if report.fault), "")


def _schedule(
    turn: OutletHealth,
    asks: timedelta,
    now: datetime,
    *,
    found: int,
    new: int,
    fault: str,
) -> datetime:
    """When it is asked next, on record; `turn` is as it was before this answer."""
    every = timedelta(minutes=turn.every_minutes)
    kept: dict[str, Any] = {}
    if fault:
        wait = pace.wait_after_failures(every, turn.failures + 1, asks)
    else:
        if turn.taken_in_at:  # the first answer is all new, and tells nothing of pace
            every = pace.after_answer(every, new=new, found=found)
        wait = pace.wait_after_answer(every, asks)
        kept["taken_in_at"] = now
    if new:
        kept |= {"last_new_at": now, "stories": F("stories") + new}
    kept |= {"next_at": now + wait, "every_minutes": every // timedelta(minutes=1)}
    OutletHealth.objects.filter(pk=turn.pk).update(**kept)
    return now + wait
