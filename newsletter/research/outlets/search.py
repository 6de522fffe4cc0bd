"""Asks every outlet at once and makes one list of stories of what they tell."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

import structlog

from newsletter.research.outlets.base import OutletFailed, ReadInPart
from newsletter.research.outlets.merge import merge
from newsletter.research.outlets.registry import KINDS, fault_of
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.outlets.table import OUTLETS
from newsletter.research.story import Kind, OutletReport, Story
from newsletter.text.language import is_english, is_in
from newsletter.web.fetch import Fetcher

logger = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The stories of a search, each once, and what became of each outlet.

    `told` is what each outlet told by its name, before one story was made of several.
    """

    stories: tuple[Story, ...]
    reports: tuple[OutletReport, ...]
    told: Mapping[str, Sequence[Story]] = field(default_factory=dict)


async def find(
    kind: Kind,
    since: date,
    until: date,
    fetcher: Fetcher,
    specs: Sequence[OutletSpec] = OUTLETS,
    language: str = "en",
    *,
    undated_too: bool = False,
) -> SearchResult:
    """What the outlets tell of those days, both included; failures are reported.

    A story without a day is left out, unless who asks can date it. In English, which most of the field is written in, or in the newsletter's language.
    """
    asked = [spec for spec in specs if spec.kind in (None, kind)]
    answers = await asyncio.gather(
        *(_ask(spec, kind, since, until, fetcher, language) for spec in asked)
    )
    told = [story for stories, _ in answers for story in stories]
    # An undated telling may have taken its date from another one; if not, it is out.
    found = [story for story in merge(told) if story.published or undated_too]
    return SearchResult(
        tuple(found),
        tuple(report for _, report in answers),
        {report.name: stories for stories, report in answers},
    )


async def _ask(
    spec: OutletSpec,
    kind: Kind,
    since: date,
    until: date,
    fetcher: Fetcher,
    language: str,
) -> tuple[list[Story], OutletReport]:
    fault, read = fault_of(spec.how, spec.url), ""
    told: Sequence[Story] = ()
    try:
        if not fault:
            told = await KINDS[spec.how].search(spec, since, until, fetcher)
    except ReadInPart as part:
        read, told = part.reason, part.stories
    except OutletFailed as failure:
        fault, told = failure.reason, failure.stories
    # One outlet that answers as nobody foresaw costs none of the others.
    except Exception as error:
        logger.exception("outlet_could_not_be_read", outlet=spec.name)
        fault = f"its answer cannot be read: {type(error).__name__}"
    found = [
        story
        for story in told
        if story.kind is kind
        and (story.published is None or since <= story.published <= until)
        and _is_readable(f"{story.title}\n{story.summary}", language)
    ]
    report = OutletReport(
        name=spec.name, url=spec.url, found=len(found), fault=fault, read=read
    )
    return found, report


def _is_readable(text: str, language: str) -> bool:
    return is_english(text) or is_in(text, language)
