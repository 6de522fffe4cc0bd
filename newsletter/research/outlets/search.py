"""Asks every source at once and makes one list of stories of what they tell."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date

from newsletter.research.outlets import arxiv, feeds, github, hackernews, huggingface
from newsletter.research.outlets.base import SourceFailed
from newsletter.research.outlets.merge import merge
from newsletter.research.outlets.spec import How, SourceSpec
from newsletter.research.outlets.table import SOURCES
from newsletter.research.story import Kind, SourceReport, Story
from newsletter.text.language import is_english
from newsletter.web.fetch import Fetcher

Search = Callable[[SourceSpec, date, date, Fetcher], Awaitable[list[Story]]]

SEARCHES: dict[How, Search] = {
    How.FEED: feeds.search,
    How.ARXIV: arxiv.search,
    How.HACKERNEWS: hackernews.search,
    How.GITHUB: github.search,
    How.HUGGINGFACE: huggingface.search,
}


@dataclass(frozen=True, slots=True)
class Findings:
    """The stories of a search, each once, and what became of each source."""

    stories: tuple[Story, ...]
    reports: tuple[SourceReport, ...]


async def find(
    kind: Kind,
    since: date,
    until: date,
    fetcher: Fetcher,
    specs: Sequence[SourceSpec] = SOURCES,
) -> Findings:
    """What the sources tell of those days, both included; failures are reported."""
    asked = [spec for spec in specs if spec.kind in (None, kind)]
    answers = await asyncio.gather(
        *(_ask(spec, kind, since, until, fetcher) for spec in asked)
    )
    told = [story for stories, _ in answers for story in stories]
    # An undated telling may have taken its date from another one; if not, it is out.
    dated = [story for story in merge(told) if story.published]
    return Findings(tuple(dated), tuple(report for _, report in answers))


async def _ask(
    spec: SourceSpec, kind: Kind, since: date, until: date, fetcher: Fetcher
) -> tuple[list[Story], SourceReport]:
    fault = ""
    try:
        told: Sequence[Story] = await SEARCHES[spec.how](spec, since, until, fetcher)
    except SourceFailed as failure:
        fault, told = failure.reason, failure.stories
    found = [
        story
        for story in told
        if story.kind is kind
        and (story.published is None or since <= story.published <= until)
        and is_english(f"{story.title}\n{story.summary}")
    ]
    report = SourceReport(name=spec.name, url=spec.url, found=len(found), fault=fault)
    return found, report
