"""Reads a story's page and keeps what it says; or what its outlet said, where that is all."""

import asyncio
from datetime import UTC, datetime, time, timedelta

from newsletter.intake.enrichment.finding import Failed, Finding, Found
from newsletter.intake.enrichment.ledger import ENOUGH_CHARACTERS
from newsletter.issues.sources import Read, read_of
from newsletter.models import Story
from newsletter.research.story import day_with
from newsletter.text.identifiers import arxiv_id_of
from newsletter.web import robots
from newsletter.web.article import Reading, opened
from newsletter.web.fetch import Fetcher
from newsletter.web.metadata import Shown, shown_by
from newsletter.web.page import Fault, Page
from newsletter.web.retry_after import seconds_asked

# What may be otherwise the next time.
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
_PASSING_FAULTS = frozenset(
    {Fault.TIMEOUT, Fault.PROTOCOL, Fault.CONNECT, Fault.DNS, Fault.TLS}
)


async def find(story: Story, fetcher: Fetcher) -> Finding:
    """The story's text. A paper's is its abstract, which its outlet told whole."""
    has_told = len(story.summary) >= ENOUGH_CHARACTERS
    if has_told and arxiv_id_of(story.url):
        return as_told(story)
    pages = await robots.read_all([story.url], fetcher)
    page, reading, shown = await asyncio.to_thread(_read, pages[story.url])
    if reading and len(reading.text) >= min(ENOUGH_CHARACTERS, len(story.summary)):
        kept = read_of(page, reading)
        return _found(story, _told(kept, shown.picture), kept, shown.author)
    reason = page.detail or str(page.fault or "") or f"status {page.status}, no text"
    if page.status in _PASSING or _may_pass(page):
        return Failed(reason, asked=_asked(page))
    if has_told:
        return as_told(story, shown, reason)
    return Failed(reason, is_final=True)


def as_told(story: Story, shown: Shown = Shown(), reason: str = "") -> Found:  # noqa: B008  a value
    """What the outlet told of the story, as its text."""
    kept = words_of_outlet(story)
    told = {**_told(kept, shown.picture), "is_from_outlet": True, "why": reason}
    return _found(story, told, kept, shown.author)


def _found(story: Story, told: dict[str, object], kept: Read, author: str) -> Found:
    """With who wrote it, where its outlet did not say; and its page's day, if far older."""
    own = kept.published.date() if kept.published else None
    day = day_with(story.published, own)
    sets: dict[str, object] = {"published": day} if day != story.published else {}
    if author and not story.author:
        sets["author"] = author
    return Found(told, sets=sets, read=kept)


def words_of_outlet(story: Story) -> Read:
    """What the outlet told of the story, as a document."""
    day = story.published
    return Read(
        url=story.url,
        final_url=story.url,
        title=story.title,
        text=story.summary,
        publisher=story.publisher,
        published=datetime.combine(day, time(), tzinfo=UTC) if day else None,
    )


def _read(page: Page) -> tuple[Page, Reading | None, Shown]:
    page, reading = opened(page)
    is_shown = page.status == 200 and page.body and page.fault is not Fault.STAND_IN
    return page, reading, shown_by(page) if is_shown else Shown()


def _told(kept: Read, picture: str) -> dict[str, object]:
    return {
        "url": kept.final_url,
        "title": kept.title,
        "characters": len(kept.text),
        "picture": picture,
    }


def _may_pass(page: Page) -> bool:
    return page.fault in _PASSING_FAULTS and not page.names_no_host


def _asked(page: Page) -> timedelta | None:
    seconds = seconds_asked(page.headers.get("retry-after", ""), page.fetched_at)
    return None if seconds is None else timedelta(seconds=seconds)
