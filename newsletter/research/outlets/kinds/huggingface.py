"""Hugging Face's lists of papers: what its readers voted up, day by day or trending.

https://huggingface.co/.well-known/openapi.json, GET /api/daily_papers. The trending list,
with the code of each paper, is what Papers with Code's address leads to since 2025.
"""

import asyncio
import re
from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlsplit

from newsletter.research.documents import Documents, Paper
from newsletter.research.outlets.answers import Answers, Reply, as_json
from newsletter.research.outlets.base import (
    ADDRESS_CHARACTERS,
    Count,
    OutletFailed,
    ask,
    is_web,
    records_of,
    story,
)
from newsletter.research.outlets.kind import OutletKind
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.story import Kind, Story, Telling
from newsletter.text.dates import day_of
from newsletter.web.fetch import Fetcher, Page
from newsletter.web.page import Wire

SIGNAL = "huggingface_upvotes"
STARS = "github_stars"
_PER_DAY = 100
_MOST_DAYS = 31
_TRENDING = "sort=trending"
_ADDRESS = re.compile(r"https://huggingface\.co/api/daily_papers(?:\?sort=trending)?")


class _Paper(Wire):
    id: str
    title: str = ""
    summary: str = ""
    publishedAt: str = ""
    upvotes: Count = 0
    githubRepo: str | None = None
    githubStars: Count | None = None


class _Listed(Wire):
    paper: _Paper


async def search(
    spec: OutletSpec, since: date, until: date, fetcher: Fetcher
) -> list[Story]:
    """The papers listed on those days, each with the most upvotes it was seen with.

    Of the trending list all, whatever their day.
    """
    if urlsplit(spec.url).query == _TRENDING:
        page = await ask(fetcher, f"{spec.url}&limit={_PER_DAY}")
        return await asyncio.to_thread(_stories, spec, page, None)
    days = [since + timedelta(days=past) for past in range((until - since).days + 1)]
    days = days[-_MOST_DAYS:]
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
    return await asyncio.to_thread(_stories, spec, page, day)


def _stories(spec: OutletSpec, page: Page, day: date | None) -> list[Story]:
    found = (_story(spec, one.paper, day) for one in records_of(page, _Listed))
    return [one for one in found if one]


def _story(spec: OutletSpec, paper: _Paper, day: date | None) -> Story | None:
    signals = {SIGNAL: float(paper.upvotes)}
    if paper.githubStars is not None:
        signals[STARS] = float(paper.githubStars)
    code = (paper.githubRepo or "")[:ADDRESS_CHARACTERS]
    return story(
        spec,
        Kind.PAPER,
        title=paper.title,
        url=f"https://arxiv.org/abs/{paper.id}",
        published=day_of(paper.publishedAt) or day,
        summary=paper.summary,
        publisher="arXiv",
        also=(Telling(publisher="GitHub", url=code),) if is_web(code) else (),
        is_html=False,
        signals=signals,
    )


def refuse(url: str) -> str:
    if _ADDRESS.fullmatch(url):
        return ""
    return f"Give https://huggingface.co/api/daily_papers, or that with ?sort=trending, not {url!r}."


def sample(spec: OutletSpec, documents: Documents) -> Answers:
    """The papers that were listed on the asked day, or today; or all, as trending."""

    def answer(query: dict[str, str]) -> Reply:
        day = query.get("date") or f"{datetime.now(UTC):%Y-%m-%d}"
        return as_json(
            [
                _entry(paper)
                for paper in documents.papers
                if paper.upvotes is not None
                and (query.get("sort") or paper.listed.isoformat() == day)
            ]
        )

    return {spec.url.partition("?")[0]: answer}


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
    label="Hugging Face papers",
    takes="The list of daily papers; with ?sort=trending the one in demand, with code.",
    example="https://huggingface.co/api/daily_papers",
    search=search,
    sample=sample,
    refuse=refuse,
)
