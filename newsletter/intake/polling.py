"""Asks outlets whose turn it is, and keeps what they tell.

A feed holds its last ten or twenty entries: who asks once a week never sees the rest.
"""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import structlog
from django.conf import settings
from django.db.models import Q, QuerySet

from newsletter.intake import pace
from newsletter.intake.admission import admit
from newsletter.models import Newsletter, Outlet, OutletPoll
from newsletter.outlets import health
from newsletter.research.outlets.search import SearchResult, find
from newsletter.research.story import Kind
from newsletter.web.fetch import Fetcher, signed
from newsletter.web.shared_cache import Shelf

logger = structlog.get_logger(__name__)

# How far back the first answer of an outlet is taken in.
WINDOW = timedelta(days=31)
# While one worker asks, no other does; after this long it is taken for dead.
CLAIMED_FOR = timedelta(minutes=15)
AT_ONCE = 20


@dataclass(frozen=True, slots=True)
class Polled:
    """What one outlet answered: new stories of all its newsletters, or why none."""

    outlet: Outlet
    found: int
    new: int
    fault: str


def due(now: datetime) -> QuerySet[Outlet]:
    """The outlets whose turn it is, those that waited longest first."""
    never = Q(poll__isnull=True)
    return (
        Outlet.objects.filter(never | Q(poll__next_at__lte=now), is_active=True)
        .select_related("poll")
        .order_by("poll__next_at", "pk")
    )


def poll_due(now: datetime) -> list[Polled]:
    """Ask some of the outlets whose turn it is, side by side."""
    return list(poll(due(now)[:AT_ONCE], now))


def poll_now(outlet: Outlet, now: datetime) -> Polled:
    """Ask one outlet, whether it is its turn or not."""
    OutletPoll.objects.filter(outlet=outlet).update(next_at=now)
    [polled] = poll([outlet], now)
    return polled


def poll(outlets: Iterable[Outlet], now: datetime) -> Iterator[Polled]:
    """Ask these outlets, and keep what they tell; what another worker asks is left out."""
    claimed = [outlet for outlet in outlets if _claim(outlet, now)]
    asked = [(outlet, _askers(outlet)) for outlet in claimed]
    for (outlet, askers), answers in zip(
        asked, asyncio.run(_ask_all(asked, now)), strict=True
    ):
        yield _keep(outlet, askers, answers, now)


def _claim(outlet: Outlet, now: datetime) -> bool:
    """Take the outlet's turn; False where somebody else was faster."""
    first = {
        "next_at": now + CLAIMED_FOR,
        "every_minutes": pace.FIRST // timedelta(minutes=1),
    }
    turn, is_new = OutletPoll.objects.get_or_create(outlet=outlet, defaults=first)
    if is_new:
        return True
    mine = OutletPoll.objects.filter(pk=turn.pk, next_at=turn.next_at)
    return bool(turn.next_at <= now and mine.update(next_at=now + CLAIMED_FOR))


def _askers(outlet: Outlet) -> list[Newsletter]:
    """The newsletters that it is asked for."""
    active = Newsletter.objects.filter(is_active=True).order_by("pk")
    return [one for one in active if Outlet.objects.of(one).filter(pk=outlet.pk)]


async def _ask_all(
    asked: list[tuple[Outlet, list[Newsletter]]], now: datetime
) -> list[dict[str, list[SearchResult]]]:
    async with Fetcher(cache=Shelf(), user_agent=signed(settings.BASE_URL)) as fetcher:
        return await asyncio.gather(
            *(_ask(outlet, askers, now, fetcher) for outlet, askers in asked)
        )


async def _ask(
    outlet: Outlet, askers: list[Newsletter], now: datetime, fetcher: Fetcher
) -> dict[str, list[SearchResult]]:
    """What the outlet tells in each language that its newsletters read."""
    kinds = [Kind(outlet.kind)] if outlet.kind else list(Kind)
    since, until = (now - WINDOW).date(), now.date()
    return {
        language: [
            await find(
                kind, since, until, fetcher, [outlet.spec], language, undated_too=True
            )
            for kind in kinds
        ]
        for language in dict.fromkeys(asker.language for asker in askers)
    }


def _keep(
    outlet: Outlet,
    askers: list[Newsletter],
    answers: dict[str, list[SearchResult]],
    now: datetime,
) -> Polled:
    turn = OutletPoll.objects.get(outlet=outlet)
    undated = now.date() if turn.answered_at else None
    found = new = 0
    for asker in askers:
        stories = [one for result in answers[asker.language] for one in result.stories]
        admitted = admit(asker, outlet.name, stories, undated=undated)
        found, new = max(found, len(stories)), new + admitted.new
    fault = _fault(answers)
    told = [one for results in answers.values() for one in results]
    health.note([health.Answered(outlet, fault, _newest(told))], now)
    _schedule(turn, now, new=new, fault=fault)
    logger.info("outlet_polled", outlet=outlet.name, found=found, new=new, fault=fault)
    return Polled(outlet, found, new, fault)


def _newest(results: Iterable[SearchResult]) -> date | None:
    days = (one.published for result in results for one in result.stories)
    return max((day for day in days if day), default=None)


def _fault(answers: dict[str, list[SearchResult]]) -> str:
    reports = [
        report
        for results in answers.values()
        for result in results
        for report in result.reports
    ]
    return next((report.fault for report in reports if report.fault), "")[:300]


def _schedule(turn: OutletPoll, now: datetime, *, new: int, fault: str) -> None:
    every = timedelta(minutes=turn.every_minutes)
    if fault:
        turn.failures += 1
        wait = pace.after_failures(every, turn.failures)
    else:
        turn.failures = 0
        wait = every = pace.after_answer(every, new=new)
        turn.answered_at = now
    if new:
        turn.last_new_at = now
        turn.stories += new
    turn.fault, turn.next_at = fault, now + wait
    turn.every_minutes = every // timedelta(minutes=1)
    turn.save()
