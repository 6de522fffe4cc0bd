"""Hugging Face's list of daily papers: what its readers voted up."""

import asyncio
from datetime import date, timedelta

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from newsletter.research.outlets.base import OutletFailed, ask, story
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.story import Kind, Story
from newsletter.text.dates import day_of
from newsletter.web.fetch import Fetcher

SIGNAL = "huggingface_upvotes"
_PER_DAY = 100


class _Paper(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    title: str = ""
    summary: str = ""
    publishedAt: str = ""
    upvotes: int = 0


class _Listed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    paper: _Paper


_ANSWER = TypeAdapter(tuple[_Listed, ...])


async def search(
    spec: OutletSpec, since: date, until: date, fetcher: Fetcher
) -> list[Story]:
    """The papers listed on those days, each with the most upvotes it was seen with."""
    days = [since + timedelta(days=past) for past in range((until - since).days + 1)]
    answers = await asyncio.gather(
        *(_day(spec, day, fetcher) for day in days), return_exceptions=True
    )
    found: list[Story] = []
    failures: list[OutletFailed] = []
    for answer in answers:
        if isinstance(answer, OutletFailed):
            failures.append(answer)
        elif isinstance(answer, BaseException):
            raise answer
        else:
            found.extend(answer)
    if failures:
        missing = f"{len(failures)} of {len(days)} days are missing: "
        raise OutletFailed(missing + failures[0].reason, tuple(found))
    return found


async def _day(spec: OutletSpec, day: date, fetcher: Fetcher) -> list[Story]:
    page = await ask(fetcher, spec.url, {"date": day.isoformat(), "limit": _PER_DAY})
    try:
        listed = _ANSWER.validate_json(page.body)
    except ValidationError as error:
        raise OutletFailed("its answer is not in the known form") from error
    found = (
        story(
            spec,
            Kind.PAPER,
            title=one.paper.title,
            url=f"https://arxiv.org/abs/{one.paper.id}",
            published=day_of(one.paper.publishedAt) or day,
            summary=one.paper.summary,
            publisher="arXiv",
            is_html=False,
            signals={SIGNAL: float(one.paper.upvotes)},
        )
        for one in listed
    )
    return [one for one in found if one]
