"""RSS and Atom: what a publisher says about its own news."""

import calendar
import time
from datetime import UTC, date, datetime
from email.utils import format_datetime
from html import escape
from io import BytesIO
from typing import Any

import feedparser

from newsletter.research.documents import Documents, Post
from newsletter.research.outlets.answers import Answers, always, paragraphs, rss
from newsletter.research.outlets.base import OutletFailed, ask, mentions, story
from newsletter.research.outlets.kind import OutletKind
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.story import Kind, Story
from newsletter.web.fetch import Fetcher, Page

# Only the newest entries count; some feeds hold everything since the beginning.
MOST_ENTRIES = 200


async def search(
    spec: OutletSpec, since: date, until: date, fetcher: Fetcher
) -> list[Story]:
    """What the feed tells, whatever its date: the window is for the caller."""
    page = await ask(fetcher, spec.url)
    return stories_of(spec, parse(page))


def parse(page: Page) -> list[Any]:
    """A feed's entries; raises OutletFailed where the bytes are no feed.

    Many feeds are malformed and readable all the same.
    """
    if _declares_entities(page):
        raise OutletFailed("its feed declares entities of its own")
    # As a stream: bytes that look like a path or an address would be opened.
    try:
        feed = feedparser.parse(
            BytesIO(page.body),
            response_headers={
                "content-type": page.content_type or "application/xml",
                "content-location": page.final_url,
            },
            sanitize_html=False,
        )
    # Its parsers raise whatever hostile bytes make them raise.
    except Exception as error:
        raise OutletFailed(f"its feed cannot be parsed: {error!r}") from error
    if not feed.entries and not feed.get("version"):
        raise OutletFailed("it answered something that is no feed")
    return list(feed.entries[:MOST_ENTRIES])


def _declares_entities(page: Page) -> bool:
    """Whether a few bytes could become gigabytes in the parser."""
    texts = (page.body.replace(b"\x00", b"").decode("latin-1"), page.text)
    return any("<!entity" in text.lower() for text in texts)


def stories_of(spec: OutletSpec, entries: list[Any]) -> list[Story]:
    found = (
        story(
            spec,
            spec.kind or Kind.LAUNCH,
            title=str(entry.get("title", "")),
            url=str(entry.get("link", "")),
            published=day_of(entry),
            summary=text_of(entry),
        )
        for entry in entries
    )
    return [one for one in found if one and mentions(one.title, spec.terms)]


def day_of(entry: Any) -> date | None:
    """The day in UTC on which an entry appeared."""
    for name in ("published_parsed", "created_parsed", "updated_parsed"):
        # feedparser's own get() answers one date for another, with a warning.
        parsed: time.struct_time | None = dict.get(entry, name)
        if parsed:
            try:
                return datetime.fromtimestamp(calendar.timegm(parsed), UTC).date()
            except (ValueError, OverflowError, OSError):
                continue
    return None


def text_of(entry: Any) -> str:
    """The longest text an entry carries: its content, or else its summary."""
    texts = [str(content.get("value", "")) for content in entry.get("content", ())]
    return max([*texts, str(entry.get("summary", ""))], key=len)


def sample(spec: OutletSpec, documents: Documents) -> Answers:
    """The outlet's own posts; a post without text is listed by its title alone."""
    posts = documents.posts_of(spec.name)
    return {spec.url: always(rss(spec.name, map(_item, posts)))} if posts else {}


def _item(post: Post) -> str:
    text = post.feed_text or post.text
    body = ""
    if text:
        body = (
            f"<description>{escape(paragraphs(text[:1]))}</description>"
            f"<content:encoded><![CDATA[{paragraphs(text)}]]></content:encoded>"
        )
    return (
        f"<item><title>{escape(post.title)}</title>"
        f"<link>{escape(post.feed_url or post.url)}</link>"
        f'<guid isPermaLink="false">{escape(post.url)}</guid>'
        f"<pubDate>{format_datetime(post.published)}</pubDate>{body}</item>"
    )


KIND = OutletKind(
    name="feed",
    label="RSS or Atom",
    takes="The address of the feed itself, not of the page that names it.",
    example="https://example.com/blog/rss.xml",
    search=search,
    sample=sample,
)
