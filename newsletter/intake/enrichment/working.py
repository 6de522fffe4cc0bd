"""Does steps of enrichment: pages and pictures side by side, the rest while they come.

What ends is handed in at once, and with it what is next is taken. A worker that is
stopped leaves nothing half done: what it handed in stands, the rest runs out.
"""

import asyncio
import math
import os
import platform
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

import structlog
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from newsletter.database_outage import patiently
from newsletter.intake.enrichment import (
    ledger,
    page_text,
    picture,
    score,
    summary,
    tags,
)
from newsletter.intake.enrichment.finding import Failed, Finding, Found
from newsletter.intake.enrichment.ledger import Ended, Lease
from newsletter.models import Newsletter, Story, StoryStep
from newsletter.research.enrichment import Outcome, Step
from newsletter.web.cache import MemoryCache
from newsletter.web.fetch import Fetcher, signed

logger = structlog.get_logger(__name__)

# So many stories has a worker in hand.
AT_ONCE = 64
# What has come from the web is handed in so often.
_BEAT_SECONDS = 0.25
# So long does what is in hand wait for a database that is away: what was found may
# have been paid for. Less than a lease, or somebody else would begin it again.
_PATIENCE_SECONDS = 30.0
# A host that lets us wait longer is asked again another time.
_MOST_SECONDS = 120.0
_ON_THE_WEB = frozenset({Step.TEXT, Step.PICTURE})

Web = Callable[[], Fetcher]
T = TypeVar("T")
Tell = Callable[[Sequence[Ended]], None]


def web() -> Fetcher:
    """The way out; what sites ask of programs is remembered for as long as it is open."""
    return Fetcher(cache=MemoryCache(16_000_000), user_agent=signed(settings.BASE_URL))


def name() -> str:
    """This worker: machine, process and thread."""
    return f"{platform.node()[:60]}:{os.getpid()}:{threading.get_ident() % 100_000}"


def work_off(
    *,
    web: Web = web,
    clock: Callable[[], datetime] = timezone.now,
    tell: Tell = lambda _: None,
    seconds: float = math.inf,
) -> Counter[Outcome]:
    """Do all that is due, and all that becomes due by it; how many steps ended how.

    After so many seconds no further story is begun with.
    """
    until = time.monotonic() + seconds
    counted: Counter[Outcome] = Counter()
    worker = name()
    ledger.shorten(clock())
    todo = ledger.claim(worker, clock(), most=AT_ONCE)
    if not todo:
        return counted
    with asyncio.Runner() as runner, _Visits(runner, web) as visits:
        while todo or visits:
            here = [one for one in todo if one.step not in _ON_THE_WEB]
            done = list(_done_here(here))
            visits.begin(_wanted(todo, done, worker))
            ended = [*done, *visits.ended(is_waiting=not here)]
            visits.renew(worker, clock())
            todo = _handed_in(ended, worker, clock)
            counted.update(_outcome(one) for one in ended)
            tell(ended)
            if time.monotonic() < until:
                todo += _more(worker, clock(), len(todo) + len(visits))
    return counted


def _wanted(todo: Iterable[Lease], done: Iterable[Ended], worker: str) -> list[Lease]:
    """What is to be asked for on the web: not for a story that has just ended.

    Asking costs its host, so the step is given back as if it had never been taken.
    """
    ends = {
        one.lease.story.pk
        for one in done
        if isinstance(one.finding, Found) and one.finding.ends
    }
    asked = [one for one in todo if one.step in _ON_THE_WEB]
    vain = [one for one in asked if one.story.pk in ends and not one.story.must_have]
    if vain:
        _patiently(lambda: ledger.give_back(vain, worker))
    return [one for one in asked if one not in vain]


def _more(worker: str, now: datetime, in_hand: int) -> list[Lease]:
    room = AT_ONCE - in_hand
    if room < AT_ONCE // 2:
        return []
    return _patiently(lambda: ledger.claim(worker, now, most=room))


def _handed_in(
    ended: Sequence[Ended], worker: str, clock: Callable[[], datetime]
) -> list[Lease]:
    return _patiently(lambda: ledger.hand_in(ended, worker, clock()))


def _patiently(act: Callable[[], T]) -> T:
    return patiently(act, seconds=_PATIENCE_SECONDS)


def _outcome(one: Ended) -> Outcome:
    return Outcome.FAILED if isinstance(one.finding, Failed) else Outcome.DONE


# --- Here ---------------------------------------------------------------------------


def _done_here(leases: Sequence[Lease]) -> Iterator[Ended]:
    """Steps that need nothing but the processor."""
    by_newsletter: dict[Newsletter, list[Lease]] = defaultdict(list)
    for lease in leases:
        by_newsletter[lease.story.newsletter].append(lease)
    for newsletter, some in by_newsletter.items():
        scored = [one for one in some if one.step is Step.SCORE]
        yield from _scored(newsletter, scored)
        for lease in some:
            if lease.step is not Step.SCORE:
                yield _done(lease, newsletter)


def _scored(newsletter: Newsletter, leases: Sequence[Lease]) -> Iterator[Ended]:
    """Scores; what stands in the way of a newsletter's costs no other one."""
    if not leases:
        return
    stories = [one.story for one in leases]
    try:
        who = _patiently(
            lambda: score.readers(newsletter, stories, timezone.localdate())
        )
    except DatabaseError:
        raise
    except Exception as error:
        yield from (Ended(one, _erred(one, error)) for one in leases)
        return
    for lease in leases:
        yield _done(lease, newsletter, who)


def _done(
    lease: Lease, newsletter: Newsletter, who: score.Readers | None = None
) -> Ended:
    began = time.perf_counter()
    finding: Finding
    try:
        if lease.step is Step.SCORE and who:
            finding = score.find(lease.story, who)
        elif lease.step is Step.SUMMARY:
            finding = summary.find(lease.story, newsletter.rules)
        else:
            finding = tags.find(lease.story, newsletter)
    except Exception as error:
        finding = _erred(lease, error)
    return Ended(lease, finding, time.perf_counter() - began)


def _erred(lease: Lease, error: Exception) -> Failed:
    """One story that nobody foresaw costs none of the others."""
    logger.warning("story_step_erred", key=lease.key, reason=repr(error)[:300])
    return Failed(f"{type(error).__name__}: {error}"[:300])


# --- On the web ---------------------------------------------------------------------


@dataclass
class _Visits:
    """Pages and pictures that are being asked for."""

    runner: asyncio.Runner
    web: Web
    tasks: dict[asyncio.Task[Ended], Lease] = field(default_factory=dict)
    fetcher: Fetcher | None = None
    renewed: float = field(default_factory=time.monotonic)

    def __enter__(self) -> "_Visits":
        return self

    def __exit__(self, *error: object) -> None:
        self.runner.run(self._close())

    def __len__(self) -> int:
        return len({lease.story.pk for lease in self.tasks.values()})

    def begin(self, leases: Sequence[Lease]) -> None:
        if not leases:
            return
        shown = [one.story for one in leases if one.step is Step.PICTURE]
        pictures = _patiently(lambda: _addresses(shown))
        self.runner.run(self._start(leases, pictures))

    def ended(self, *, is_waiting: bool) -> list[Ended]:
        """What has come by now, or what comes in a moment."""
        if not self.tasks:
            return []
        done = self.runner.run(self._wait(_BEAT_SECONDS if is_waiting else 0.0))
        for task in done:
            del self.tasks[task]
        return [task.result() for task in done]

    def renew(self, worker: str, now: datetime) -> None:
        """Keep the leases of what is still on its way."""
        if time.monotonic() - self.renewed < settings.HEARTBEAT_SECONDS:
            return
        self.renewed = time.monotonic()
        _patiently(lambda: ledger.renew(self.tasks.values(), worker, now))

    async def _start(self, leases: Iterable[Lease], pictures: dict[int, str]) -> None:
        if self.fetcher is None:
            self.fetcher = await self.web().__aenter__()
        for lease in leases:
            visit = (
                page_text.find(lease.story, self.fetcher)
                if lease.step is Step.TEXT
                else picture.find(pictures.get(lease.story.pk, ""), self.fetcher)
            )
            self.tasks[asyncio.create_task(_visited(lease, visit))] = lease

    async def _wait(self, seconds: float) -> set[asyncio.Task[Ended]]:
        done, _ = await asyncio.wait(self.tasks, timeout=seconds)
        return done

    async def _close(self) -> None:
        if self.fetcher is not None:
            await self.fetcher.__aexit__(None, None, None)


async def _visited(lease: Lease, visit: Awaitable[Finding]) -> Ended:
    began = time.perf_counter()
    finding: Finding
    try:
        finding = await asyncio.wait_for(visit, _MOST_SECONDS)
    except TimeoutError:
        finding = Failed(f"no whole answer within {_MOST_SECONDS:.0f} seconds")
    except Exception as error:
        finding = _erred(lease, error)
    return Ended(lease, finding, time.perf_counter() - began)


def _addresses(stories: Sequence[Story]) -> dict[int, str]:
    """Where the pictures are, as the pages said when they were read."""
    read = StoryStep.objects.filter(
        story__in=stories,
        step=Step.TEXT,
        outcome=Outcome.DONE,
        is_set_aside=False,
    )
    return {
        story: (result or {}).get("picture", "")
        for story, result in read.values_list("story_id", "result")
    }
