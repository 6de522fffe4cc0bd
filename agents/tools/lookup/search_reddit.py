"""Searches Reddit for threads, and shows what is said in one.

What somebody writes there points to pages and to doubts; it is no evidence by itself.
"""

from typing import Any, Self

from django.conf import settings
from pydantic import Field, model_validator

from agents.tools.base import Arguments, Tool, ToolError
from agents.tools.lookup import shown
from agents.tools.workbench import Workbench
from newsletter.research.lookups import reddit
from newsletter.research.lookups.found import MOST_FOUND, Found
from newsletter.research.lookups.reddit import Access, Thread
from newsletter.web.fetch import Fetcher

OFF = "off"


class SearchReddit(Arguments):
    query: str = Field(default="", max_length=300, description="Words of a thread.")
    community: str = Field(
        default="",
        pattern=rf"^({reddit.COMMUNITY.pattern})?$",
        description="Only in this community, such as LocalLLaMA.",
    )
    thread: str = Field(
        default="",
        max_length=600,
        description="Instead of words: the address of a thread whose comments to show.",
    )
    days: int = Field(default=7, ge=1, le=31, description="How many days back.")
    limit: int = Field(default=10, ge=1, le=MOST_FOUND, description="Threads at most.")

    @model_validator(mode="after")
    def _asks_one_thing(self) -> Self:
        if bool(self.query.strip()) == bool(self.thread):
            raise ValueError("give either a query or a thread")
        return self


def act(bench: Workbench, arguments: SearchReddit) -> dict[str, Any]:
    if settings.REDDIT_SEARCH == OFF:
        raise ToolError("Reddit is not asked here; go on without it.")
    access = Access(settings.REDDIT_CLIENT_ID, settings.REDDIT_CLIENT_SECRET)
    if arguments.thread:
        return {"results": [], "thread": _thread(bench, access, arguments.thread)}

    async def visit(fetcher: Fetcher) -> list[Found]:
        return await reddit.search(
            access,
            arguments.query,
            arguments.community,
            arguments.days,
            arguments.limit,
            fetcher,
        )

    found = shown.asked(bench, visit)
    return {"results": shown.rows(bench, found), "thread": None}


def _thread(bench: Workbench, access: Access, url: str) -> dict[str, Any]:
    async def visit(fetcher: Fetcher) -> Thread:
        return await reddit.thread(access, url, fetcher)

    told = shown.asked(bench, visit)
    bench.addresses.add(told.url)
    return {
        "title": told.title,
        "url": told.url,
        "text": told.text,
        "comments": list(told.comments),
    }


def _sum_up(content: dict[str, Any]) -> str:
    if thread := content["thread"]:
        return f"{len(thread['comments'])} comments of {thread['url']}"
    return f"{len(content['results'])} threads are about it"


TOOL = Tool(
    name="search_reddit",
    description=(
        "Search Reddit for threads about some words, or show the comments of one thread. "
        "A thread that links to a page is shown as that page, with the thread in `said`. "
        "To tell of a page read it with fetch_page: what somebody says is no evidence. "
        f"{shown.DATA}"
    ),
    arguments=SearchReddit,
    act=act,
    attempts=2,
    first_wait_seconds=2.0,
    summarise=_sum_up,
)
