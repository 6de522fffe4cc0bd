"""Pages kept for a while, so that nobody is asked twice for the same."""

from collections import OrderedDict
from datetime import datetime, timedelta
from typing import Protocol

from newsletter.web.page import Page

# How long an answer holds: for all rounds of a session, unless it may pass. After that
# the server is asked whether the page is still the same.
SETTLED_FOR = timedelta(hours=1)
UNSURE_FOR = timedelta(minutes=10)
_GONE = frozenset({404, 410})


class Cache(Protocol):
    """Where pages are kept. A key is method, address and limit of size."""

    async def get(self, key: str) -> Page | None:
        """The page kept under a key, however old."""

    async def put(self, key: str, page: Page) -> None:
        """Keep a page under a key."""


class MemoryCache:
    """Pages kept in this process; those unused for longest go first."""

    def __init__(self, most_bytes: int = 64_000_000) -> None:
        self._pages: OrderedDict[str, Page] = OrderedDict()
        self._bytes_left = most_bytes

    async def get(self, key: str) -> Page | None:
        """The page kept under a key, however old."""
        if key in self._pages:
            self._pages.move_to_end(key)
        return self._pages.get(key)

    async def put(self, key: str, page: Page) -> None:
        """Keep a page, and drop others when it gets too much."""
        if (former := self._pages.pop(key, None)) is not None:
            self._bytes_left += _weight(former)
        self._pages[key] = page
        self._bytes_left -= _weight(page)
        while self._bytes_left < 0 and self._pages:
            _, dropped = self._pages.popitem(last=False)
            self._bytes_left += _weight(dropped)


def _weight(page: Page) -> int:
    return len(page.body) + 1000


def is_fresh(page: Page, now: datetime, settled_for: timedelta = SETTLED_FOR) -> bool:
    """Whether a kept page still stands for what its address would answer."""
    lifetime = settled_for if is_settled(page) else min(settled_for, UNSURE_FOR)
    return now - page.fetched_at < lifetime


def is_settled(page: Page) -> bool:
    """Whether the server said plainly that the page is there, or is not."""
    status = page.status or 0
    return page.fault is None and (200 <= status < 300 or status in _GONE)
