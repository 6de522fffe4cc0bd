"""Pages kept for all workers of a machine, so that no round asks for them again."""

import asyncio
from dataclasses import fields

import structlog
from django.core.cache import caches

from newsletter.text.identifiers import sha256_of
from newsletter.web.cache import MemoryCache, is_settled
from newsletter.web.page import Page

logger = structlog.get_logger(__name__)

NAME = "pages"  # in CACHES
_MOST_BYTES = 1_000_000
# Pages of another shape, which an older Crux kept, are not found.
_SHAPE = " ".join(field.name for field in fields(Page))


class Shelf:
    """A fetcher's memory, with what others read behind it.

    Only what a server answered plainly is kept for others: what may pass is asked anew.
    A shelf that cannot be reached holds nothing.
    """

    def __init__(self) -> None:
        self._near = MemoryCache()

    async def get(self, key: str) -> Page | None:
        """The page kept under a key, however old."""
        if (page := await self._near.get(key)) is not None:
            return page
        return await asyncio.to_thread(_take, _place(key))

    async def put(self, key: str, page: Page) -> None:
        """Keep a page under a key."""
        await self._near.put(key, page)
        if is_settled(page) and len(page.body) <= _MOST_BYTES:
            await asyncio.to_thread(_lay, _place(key), page)


def _take(place: str) -> Page | None:
    try:
        page = caches[NAME].get(place)
    except Exception as error:  # a file cut short, a folder that may not be read
        logger.warning("page_not_found_on_shelf", error=repr(error)[:200])
        return None
    return page if isinstance(page, Page) else None


def _lay(place: str, page: Page) -> None:
    try:
        caches[NAME].set(place, page)
    except Exception as error:  # a full disk
        logger.warning("page_not_put_on_shelf", error=repr(error)[:200])


def _place(key: str) -> str:
    return sha256_of(f"{_SHAPE} {key}")
