"""One question to one source, and its answer or the reason why there is none."""

from collections.abc import Mapping
from urllib.parse import urlencode

from newsletter.research.outlets.base import SourceFailed
from newsletter.web.fetch import Fetcher, Page

# Feeds that carry whole articles run to megabytes.
MOST_BYTES = 8_000_000


async def ask(
    fetcher: Fetcher, url: str, query: Mapping[str, str | int] | None = None
) -> Page:
    """The page at a source's address; raises SourceFailed where it is of no use."""
    if query:
        url = f"{url}?{urlencode(query)}"
    page = await fetcher.get(url, max_bytes=MOST_BYTES)
    if page.fault is not None and not page.truncated:
        raise SourceFailed(page.detail or str(page.fault))
    if page.status != 200:
        raise SourceFailed(f"it answered {page.status}")
    return page
