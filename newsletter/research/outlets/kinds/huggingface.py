"""Hugging Face's list of daily papers: what its readers voted up."""

import asyncio
from datetime import UTC, date, datetime, timedelta

from pydantic import BaseModel, ConfigDict

from newsletter.research.documents import Documents, Paper
from newsletter.research.outlets.answers import Answers, Reply, as_json
from newsletter.research.outlets.base import OutletFailed, ask, records_of, story
from newsletter.research.outlets.kind import OutletKind
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
        for one in records_of(page, _Listed)
    )
    return [one for one in found if one]


def sample(spec: OutletSpec, documents: Documents) -> Answers:
    """The papers that were listed on the asked day, or today."""

    def answer(query: dict[str, str]) -> Reply:
        day = query.get("date") or f"{datetime.now(UTC):%Y-%m-%d}"
        return as_json(
            [
                _entry(paper)
                for paper in documents.papers
                if paper.upvotes is not None and paper.listed.isoformat() == day
            ]
        )

    return {spec.url: answer}


def _entry(paper: Paper) -> dict[str, object]:
    moment = f"{paper.listed}T00:00:00.000Z"
    return {
        "paper": {
            "id": paper.id,
            "title": paper.title,
            "summary": paper.abstract,
            "publishedAt": moment,
            "upvotes": paper.upvotes,
        },
        "publishedAt": moment,
        "title": paper.title,
    }


KIND = OutletKind(
    name="huggingface",
    label="Hugging Face daily papers",
    takes="Hugging Face's list of daily papers.",
    example="https://huggingface.co/api/daily_papers",
    search=search,
    sample=sample,
)
