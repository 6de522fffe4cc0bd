"""Asks one outlet at once, through the guard, and tells what it answered."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from newsletter.models import Outlet
from newsletter.outlets import health
from newsletter.research.outlets.base import OutletFailed
from newsletter.research.outlets.registry import KINDS, fault_of
from newsletter.research.story import Story
from newsletter.web.fetch import Fetcher
from newsletter.web.page import Page

LOOKED_BACK = timedelta(days=31)
MOST_SECONDS = 20
MOST_SHOWN = 8
# A list of many pages is not read to its end for a look.
_MOST_REQUESTS = 3


@dataclass(frozen=True, slots=True)
class Trial:
    """What an outlet answered: its newest stories of a month, or why none."""

    stories: tuple[Story, ...]
    fault: str


class _Brief(Fetcher):
    """Asks a few times and no more."""

    requests = 0

    async def get(self, url: str, **how: Any) -> Page:
        self.requests += 1
        if self.requests > _MOST_REQUESTS:
            raise OutletFailed("")
        return await super().get(url, **how)


def ask(outlet: Outlet, now: datetime, **fetching: Any) -> Trial:
    """Ask an outlet now, and keep how it answered; `fetching` is for the Fetcher."""
    found = asyncio.run(_ask(outlet, now, fetching))
    days = [one.published for one in found.stories if one.published]
    newest = max(days, default=None)
    health.note([health.Answered(outlet, found.fault, newest)], now)
    return found


async def _ask(outlet: Outlet, now: datetime, fetching: dict[str, Any]) -> Trial:
    if fault := fault_of(outlet.how, outlet.url):
        return Trial((), fault)
    until = now.date()
    stories: Sequence[Story] = ()
    try:
        async with asyncio.timeout(MOST_SECONDS), _Brief(**fetching) as fetcher:
            stories = await KINDS[outlet.how].search(
                outlet.spec, until - LOOKED_BACK, until, fetcher
            )
    except OutletFailed as failure:
        fault, stories = failure.reason, failure.stories
    except TimeoutError:
        fault = f"it gave no answer within {MOST_SECONDS} seconds"
    # As in a search: what a stranger's server sends breaks nothing here.
    except Exception as error:
        fault = f"its answer cannot be read: {type(error).__name__}"
    newest_first = sorted(
        stories, key=lambda one: str(one.published or ""), reverse=True
    )
    return Trial(tuple(newest_first[:MOST_SHOWN]), "" if stories else fault)
