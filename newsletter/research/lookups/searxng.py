"""SearXNG, a search engine of one's own: https://docs.searxng.org/dev/search_api.html

Its settings must allow the format `json`; where they do not, it answers 403.
"""

from urllib.parse import urlencode

from newsletter.research.lookups.found import (
    Found,
    each_once,
    found,
    json_of,
    records,
)
from newsletter.web.fetch import Fetcher
from newsletter.web.page import Wire

NAME = "SearXNG"
_DAYS = ((1, "day"), (31, "month"))


class _Result(Wire):
    url: str
    title: str
    content: str | None = ""
    publishedDate: str | None = None


async def search(
    url: str, query: str, days: int, limit: int, fetcher: Fetcher
) -> list[Found]:
    """The pages about some words, of about so many days; raises LookupFailed.

    `url` is the operator's own, which need not be public.
    """
    asked = {"q": query, "format": "json"}
    if span := next((name for most, name in _DAYS if days <= most), ""):
        asked["time_range"] = span
    address = f"{url.rstrip('/').removesuffix('/search')}/search?{urlencode(asked)}"
    answer = await fetcher.call(address, is_own=True)
    rows = records(json_of(answer, NAME).get("results"), _Result, NAME)
    pages = (
        found(row.title, row.url, row.content or "", row.publishedDate) for row in rows
    )
    return each_once(pages, limit)
