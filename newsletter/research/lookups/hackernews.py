"""Hacker News by words, by Algolia's index of it: https://hn.algolia.com/api"""

from datetime import UTC, date, datetime, time, timedelta
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

NAME = "Hacker News"
ADDRESS = "https://hn.algolia.com/api/v1/search"


class _Hit(Wire):
    objectID: str
    title: str | None = None
    url: str | None = None
    story_text: str | None = None
    created_at: str = ""


async def search(
    query: str, since: date, until: date, limit: int, fetcher: Fetcher
) -> list[Found]:
    """The submissions of those days about some words; raises LookupFailed."""
    asked = {
        "query": query[:300],
        "tags": "story",
        "numericFilters": f"created_at_i>={_seconds(since)},"
        f"created_at_i<{_seconds(until + timedelta(days=1))}",
        "hitsPerPage": limit,
    }
    answer = await fetcher.call(f"{ADDRESS}?{urlencode(asked)}")
    hits = records(json_of(answer, NAME).get("hits"), _Hit, NAME)
    return each_once(map(_found, hits), limit)


def _found(hit: _Hit) -> Found | None:
    said = f"https://news.ycombinator.com/item?id={hit.objectID}"
    text = hit.story_text or ""
    return found(hit.title or "", hit.url or said, text, hit.created_at, said)


def _seconds(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())
