"""Pages kept for a while, so that nobody is asked twice for the same."""

from collections import OrderedDict
from datetime import datetime, timedelta
from typing import Protocol

from newsletter.pages import Page

# How long an answer holds: what is there rarely vanishes; what failed may recover.
GOOD_FOR = timedelta(hours=24)
GONE_FOR = timedelta(hours=1)
UNSURE_FOR = timedelta(minutes=10)
_GONE = frozenset({404, 410})


class Cache(Protocol):
    """Where pages are kept. A key is method, address and limit of size."""

    def get(self, key: str) -> Page | None:
        """The page kept under a key, however old."""

    def put(self, key: str, page: Page) -> None:
        """Keep a page under a key."""


class MemoryCache:
    """Pages kept in this process; those unused for longest go first."""

    def __init__(self, most_bytes: int = 64_000_000) -> None:
        self._pages: OrderedDict[str, Page] = OrderedDict()
        self._bytes_left = most_bytes

    def get(self, key: str) -> Page | None:
        """The page kept under a key, however old."""
        if key in self._pages:
            self._pages.move_to_end(key)
        return self._pages.get(key)

    def put(self, key: str, page: Page) -> None:
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


def is_fresh(page: Page, now: datetime) -> bool:
    """Whether a kept page still stands for what its address would answer."""
    return now - page.fetched_at < _lifetime(page)


def _lifetime(page: Page) -> timedelta:
    if page.fault is None and page.status is not None:
        if 200 <= page.status < 300:
            return GOOD_FOR
        if page.status in _GONE:
            return GONE_FOR
    return UNSURE_FOR
