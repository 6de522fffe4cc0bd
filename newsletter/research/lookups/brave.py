"""Brave Search: https://api-dashboard.search.brave.com/app/documentation/web-search"""

from datetime import date, timedelta
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

NAME = "Brave Search"
ADDRESS = "https://api.search.brave.com/res/v1/web/search"
_MOST_AT_ONCE, _MOST_CHARACTERS, _MOST_WORDS = 20, 400, 50


class _Result(Wire):
    url: str
    title: str
    description: str | None = ""
    page_age: str | None = None


async def search(
    key: str, query: str, since: date, until: date, limit: int, fetcher: Fetcher
) -> list[Found]:
    """The pages about some words that are of those days; raises LookupFailed."""
    words = " ".join(query.split()[:_MOST_WORDS])[:_MOST_CHARACTERS]
    asked = {
        "q": words,
        "count": min(limit, _MOST_AT_ONCE),
        "freshness": f"{since}to{until + timedelta(days=1)}",
        "text_decorations": "false",
    }
    headers = {"X-Subscription-Token": key, "Accept": "application/json"}
    answer = await fetcher.call(f"{ADDRESS}?{urlencode(asked)}", headers=headers)
    web = json_of(answer, NAME).get("web") or {}
    rows = records(web.get("results", []), _Result, NAME)
    pages = (
        found(row.title, row.url, row.description or "", row.page_age) for row in rows
    )
    return each_once(pages, limit)
