"""Serves given replies under real addresses, through the real fetcher, for tests."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar
from urllib.parse import urlsplit

from newsletter.research.outlets.answers import Reply
from newsletter.research.sample import server
from newsletter.research.sample.catalogue import Catalogue
from newsletter.research.sample.week import SampleRoutes
from newsletter.web.fetch import Fetcher, Limits

T = TypeVar("T")

QUICK = Limits(total_seconds=2, retries=0)


def visit(
    replies: dict[str, Reply | Callable[[dict[str, str]], Reply]],
    act: Callable[[Fetcher], Awaitable[T]],
    limits: Limits = QUICK,
) -> T:
    """What `act` returns when it is given a fetcher that finds these replies."""
    answers = {}
    for url, reply in replies.items():
        parts = urlsplit(url)
        answer = reply if callable(reply) else lambda _, kept=reply: kept
        answers[parts.netloc, parts.path.rstrip("/") or "/"] = answer

    async def go(routes: SampleRoutes) -> T:
        async with Fetcher(routes=routes, limits=limits) as fetcher:
            return await act(fetcher)

    with server.run(Catalogue(answers, frozenset())) as serving:
        return asyncio.run(go(SampleRoutes(serving, frozenset())))
