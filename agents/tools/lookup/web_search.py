"""Searches the web by words: with the installation's engine, else where it costs nothing.

A model whose platform searches by itself is offered that instead of this one.
"""

import asyncio
from collections.abc import Sequence
from datetime import date
from typing import Any

from django.conf import settings

from agents.tools.base import Passing, Tool, ToolError
from agents.tools.lookup import shown
from agents.tools.lookup.search_stories import stories_about
from agents.tools.lookup.shown import Lookup
from agents.tools.workbench import Workbench
from newsletter.research.lookups import arxiv, hackernews
from newsletter.research.lookups.engines import OWN, Engine
from newsletter.research.lookups.found import Found, LookupFailed, each_once
from newsletter.research.story import Story
from newsletter.text.truncate import at_sentence
from newsletter.web.fetch import Fetcher

_TEXT_CHARACTERS = 500


def act(bench: Workbench, arguments: Lookup) -> dict[str, Any]:
    engine = _engine()
    if engine is None:
        return _for_nothing(bench, arguments)
    since, until = shown.days(bench, arguments.days)

    async def visit(fetcher: Fetcher) -> list[Found]:
        return await engine.search(
            arguments.query, since, until, arguments.limit, fetcher
        )

    found = shown.asked(bench, visit)
    return {"by": engine.title, "results": shown.rows(bench, found), "faults": []}


def _engine() -> Engine | None:
    if settings.WEB_SEARCH == OWN:
        return None
    return Engine(settings.WEB_SEARCH, settings.WEB_SEARCH_URL, settings.WEB_SEARCH_KEY)


def _for_nothing(bench: Workbench, arguments: Lookup) -> dict[str, Any]:
    """What the newsletter's own stories, Hacker News and arXiv have of it."""
    since, until = shown.days(bench, arguments.days)
    faults: list[str] = []
    own: Sequence[Story] = ()
    try:
        own = stories_about(bench, arguments.query, arguments.days).near
    except (ToolError, Passing) as problem:
        faults.append(f"own stories: {problem}")

    async def visit(fetcher: Fetcher) -> list[list[Found]]:
        return await _both(arguments, since, until, fetcher, faults)

    elsewhere = shown.asked(bench, visit)
    third = max(1, arguments.limit // 3)
    first = [
        *map(_as_found, own[:third]),
        *(one for few in elsewhere for one in few[:third]),
    ]
    rest = [*map(_as_found, own[third:]), *(one for few in elsewhere for one in few)]
    found = each_once([*first, *rest], arguments.limit)
    if not found and len(faults) == len(elsewhere) + 1:
        raise Passing("; ".join(faults))
    by = "the newsletter's own stories, Hacker News and arXiv"
    return {"by": by, "results": shown.rows(bench, found), "faults": faults}


async def _both(
    arguments: Lookup, since: date, until: date, fetcher: Fetcher, faults: list[str]
) -> list[list[Found]]:
    query, limit = arguments.query, arguments.limit

    async def papers() -> list[Found]:
        found = await arxiv.search(query, since, until, limit, fetcher)
        return [_as_found(one) for one in found]

    answers = await asyncio.gather(
        hackernews.search(query, since, until, limit, fetcher),
        papers(),
        return_exceptions=True,
    )
    found: list[list[Found]] = []
    for answer in answers:
        if isinstance(answer, LookupFailed):
            faults.append(answer.reason)
        elif isinstance(answer, BaseException):
            raise answer
        found.append([] if isinstance(answer, LookupFailed) else answer)
    return found


def _as_found(story: Story) -> Found:
    said = story.also[0].url if story.also else ""
    text = at_sentence(story.summary, _TEXT_CHARACTERS)
    return Found(story.title, story.url, text, story.published, said)


def _sum_up(content: dict[str, Any]) -> str:
    told = "".join(f"; {fault}" for fault in content["faults"])
    return f"{len(content['results'])} pages by {content['by']}{told}"


TOOL = Tool(
    name="web_search",
    description=(
        "Search the web for pages about some words. Answers titles, addresses and first "
        "words. To tell of such a page read it with fetch_page: what a search shows of "
        f"it is no evidence. {shown.DATA}"
    ),
    arguments=Lookup,
    act=act,
    attempts=2,
    first_wait_seconds=1.0,
    summarise=_sum_up,
)
