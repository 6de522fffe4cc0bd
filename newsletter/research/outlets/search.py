"""Asks every outlet at once and makes one list of stories of what they tell."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date

from newsletter.research.outlets import arxiv, feeds, github, hackernews, huggingface
from newsletter.research.outlets.base import OutletFailed
from newsletter.research.outlets.merge import merge
from newsletter.research.outlets.spec import How, OutletSpec
from newsletter.research.outlets.table import OUTLETS
from newsletter.research.story import Kind, OutletReport, Story
from newsletter.text.language import is_english, is_in
from newsletter.web.fetch import Fetcher

Search = Callable[[OutletSpec, date, date, Fetcher], Awaitable[list[Story]]]

SEARCHES: dict[How, Search] = {
    How.FEED: feeds.search,
    How.ARXIV: arxiv.search,
    How.HACKERNEWS: hackernews.search,
    How.GITHUB: github.search,
    How.HUGGINGFACE: huggingface.search,
}


if missing := set(How) - set(SEARCHES):
    raise LookupError(f"SEARCHES has no line for {', '.join(sorted(missing))}.")


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The stories of a search, each once, and what became of each outlet."""

    stories: tuple[Story, ...]
    reports: tuple[OutletReport, ...]


async def find(
    kind: Kind,
    since: date,
    until: date,
    fetcher: Fetcher,
    specs: Sequence[OutletSpec] = OUTLETS,
    language: str = "en",
) -> SearchResult:
    """What the outlets tell of those days, both included; failures are reported.

    In English, which most of the field is written in, or in the newsletter's language.
    """
    asked = [spec for spec in specs if spec.kind in (None, kind)]
    answers = await asyncio.gather(
        *(_ask(spec, kind, since, until, fetcher, language) for spec in asked)
    )
    told = [story for stories, _ in answers for story in stories]
    # An undated telling may have taken its date from another one; if not, it is out.
    dated = [story for story in merge(told) if story.published]
    return SearchResult(tuple(dated), tuple(report for _, report in answers))


async def _ask(
    spec: OutletSpec,
    kind: Kind,
    since: date,
    until: date,
    fetcher: Fetcher,
    language: str,
) -> tuple[list[Story], OutletReport]:
    fault = ""
    try:
        told: Sequence[Story] = await SEARCHES[spec.how](spec, since, until, fetcher)
    except OutletFailed as failure:
        fault, told = failure.reason, failure.stories
    found = [
        story
        for story in told
        if story.kind is kind
        and (story.published is None or since <= story.published <= until)
        and _is_readable(f"{story.title}\n{story.summary}", language)
    ]
    report = OutletReport(name=spec.name, url=spec.url, found=len(found), fault=fault)
    return found, report


def _is_readable(text: str, language: str) -> bool:
    return is_english(text) or is_in(text, language)
