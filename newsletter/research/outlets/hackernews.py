"""What readers of Hacker News noticed, by Algolia's index of it."""

from datetime import UTC, date, datetime, time, timedelta
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, ValidationError

from newsletter.research.outlets.base import OutletFailed, ask, mentions, story
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.story import Kind, Story, Telling
from newsletter.text.dates import day_of
from newsletter.text.identifiers import arxiv_id_of
from newsletter.web.fetch import Fetcher

FEWEST_POINTS = 40
SIGNAL = "hackernews_points"
_PER_PAGE = 1000


class _Hit(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    objectID: str
    title: str | None = None
    url: str | None = None
    points: int | None = None
    created_at: str = ""


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    hits: tuple[_Hit, ...]


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
    try:
        answer = _Answer.model_validate_json(page.body)
    except ValidationError as error:
        raise OutletFailed("its answer is not in the known form") from error
    found = (_story(spec, hit) for hit in answer.hits)
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
        published=day_of(hit.created_at),
        publisher=_host(url),
        also=(Telling(publisher=spec.name, url=discussion),),
        is_html=False,
        signals={SIGNAL: float(hit.points or 0)},
    )


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def _seconds(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())
