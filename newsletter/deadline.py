"""A fetcher that stops asking when the time for a whole draft is over."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from typing import TypeVar

from newsletter.fetch import Fetcher
from newsletter.pages import Fault, Page, without_answer

T = TypeVar("T")


class Until:
    """Asks like a fetcher; what is not answered in time is a fault like any other."""

    def __init__(self, fetcher: Fetcher, seconds: float) -> None:
        self._fetcher = fetcher
        self._end = asyncio.get_running_loop().time() + seconds

    async def get(
        self,
        url: str,
        *,
        method: str = "GET",
        max_bytes: int | None = None,
        retries: int | None = None,
    ) -> Page:
        """What an address answers, when it does so before the time is over."""
        try:
            async with asyncio.timeout_at(self._end):
                return await self._fetcher.get(
                    url, method=method, max_bytes=max_bytes, retries=retries
                )
        except TimeoutError:
            detail = "not answered before the time for all links was over"
            return without_answer(url, Fault.TIMEOUT, detail, datetime.now(UTC))

    async def each(
        self, urls: Iterable[str], visit: Callable[[str], Awaitable[T]]
    ) -> dict[str, T]:
        """Visit all addresses, as many at once as may be."""
        return await self._fetcher.each(urls, visit)
