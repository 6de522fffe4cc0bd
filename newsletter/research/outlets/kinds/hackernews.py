"""What readers of Hacker News noticed, by Algolia's index of it."""

import asyncio
import re
from datetime import UTC, date, datetime, time, timedelta

from pydantic import Field

from newsletter.research.documents import Documents, Submission
from newsletter.research.outlets.answers import Answers, Reply, as_json, iso
from newsletter.research.outlets.base import (
    Count,
    ask,
    date_in,
    host_of,
    records_of,
    story,
)
from newsletter.research.outlets.kind import OutletKind
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.outlets.terms import mentions
from newsletter.research.story import Kind, Story, Telling, day_with
from newsletter.text.dates import day_of
from newsletter.text.identifiers import arxiv_id_of
from newsletter.web.fetch import Fetcher
from newsletter.web.page import Wire

FEWEST_POINTS = 40
SIGNAL = "hackernews_points"
_PER_PAGE = 1000
_ADDRESS = re.compile(r"https://hn\.algolia\.com/api/v1/search(?:_by_date)?/?")


class _Hit(Wire):
    objectID: str = Field(pattern=r"^\w{1,64}$")
    title: str | None = None
    url: str | None = None
    points: Count | None = None
    created_at: str = ""


async def search(
    spec: OutletSpec, since: date, until: date, fetcher: Fetcher
) -> list[Story]:
    """Submissions of those days with some points, about what the terms name."""
    page = await ask(
        fetcher,
        spec.url,
        {
            "tags": "story",
            "numericFilters": f"created_at_i>={_seconds(since)},"
            f"created_at_i<{_seconds(until + timedelta(days=1))},"
            f"points>={FEWEST_POINTS}",
            "hitsPerPage": _PER_PAGE,
        },
    )
    hits = await asyncio.to_thread(records_of, page, _Hit, "hits")
    found = (_story(spec, hit) for hit in hits)
    return [one for one in found if one]


def _story(spec: OutletSpec, hit: _Hit) -> Story | None:
    title, url = hit.title or "", hit.url or ""
    is_paper = arxiv_id_of(url) is not None
    if not url or not (is_paper or mentions(title, spec.terms)):
        return None
    discussion = f"https://news.ycombinator.com/item?id={hit.objectID}"
    return story(
        spec,
        Kind.PAPER if is_paper else Kind.LAUNCH,
        title=title,
        url=url,
        published=day_with(day_of(hit.created_at), date_in(url)),
        publisher=host_of(url),
        also=(Telling(publisher=spec.name, url=discussion),),
        is_html=False,
        signals={SIGNAL: float(hit.points or 0)},
    )


def _seconds(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())


def refuse(url: str) -> str:
    if _ADDRESS.fullmatch(url):
        return ""
    return f"Give https://hn.algolia.com/api/v1/search_by_date, not {url!r}."


def sample(spec: OutletSpec, documents: Documents) -> Answers:
    """The submissions within the bounds that are asked for, newest first."""

    def answer(query: dict[str, str]) -> Reply:
        found = sorted(
            documents.submissions, key=lambda item: item.created, reverse=True
        )
        for bound in query.get("numericFilters", "").split(","):
            if matched := re.fullmatch(r"(created_at_i|points)(>=?|<=?)(\d+)", bound):
                found = [item for item in found if _within(item, *matched.groups())]
        hits = [
            {
                "objectID": item.id,
                "title": item.title,
                "url": item.url,
                "points": item.points,
                "num_comments": item.comments,
                "created_at": iso(item.created),
                "created_at_i": int(item.created.timestamp()),
                "_tags": ["story"],
            }
            for item in found
        ]
        return as_json({"hits": hits, "nbHits": len(hits), "page": 0, "nbPages": 1})

    return {spec.url: answer}


def _within(item: Submission, field: str, sign: str, bound: str) -> bool:
    value = item.points if field == "points" else int(item.created.timestamp())
    if "=" in sign and value == int(bound):
        return True
    return value > int(bound) if sign[0] == ">" else value < int(bound)


KIND = OutletKind(
    name="hackernews",
    label="Hacker News",
    takes="Algolia's index of Hacker News.",
    example="https://hn.algolia.com/api/v1/search_by_date",
    search=search,
    sample=sample,
    refuse=refuse,
)
