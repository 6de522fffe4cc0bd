"""Tavily: https://docs.tavily.com/documentation/api-reference/endpoint/search"""

import json
from datetime import date, timedelta

from newsletter.research.lookups.found import (
    Found,
    each_once,
    found,
    json_of,
    records,
)
from newsletter.web.fetch import Fetcher
from newsletter.web.page import Wire

NAME = "Tavily"
ADDRESS = "https://api.tavily.com/search"
_MOST_AT_ONCE, _MOST_CHARACTERS = 20, 400


class _Result(Wire):
    url: str
    title: str
    content: str | None = ""
    published_date: str | None = None


async def search(
    key: str, query: str, since: date, until: date, limit: int, fetcher: Fetcher
) -> list[Found]:
    """The pages about some words that are of those days; raises LookupFailed."""
    asked = {
        "query": query[:_MOST_CHARACTERS],
        "max_results": min(limit, _MOST_AT_ONCE),
        "start_date": since.isoformat(),
        "end_date": (until + timedelta(days=1)).isoformat(),
    }
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    answer = await fetcher.call(
        ADDRESS, method="POST", headers=headers, body=json.dumps(asked).encode()
    )
    rows = records(json_of(answer, NAME).get("results"), _Result, NAME)
    pages = (
        found(row.title, row.url, row.content or "", row.published_date) for row in rows
    )
    return each_once(pages, limit)
