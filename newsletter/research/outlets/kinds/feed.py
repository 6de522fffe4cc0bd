"""RSS, Atom and JSON Feed: what a publisher says about its own news."""

import asyncio
from collections.abc import Iterable
from datetime import date
from email.utils import format_datetime
from html import escape

from newsletter.research.documents import Documents, Post
from newsletter.research.outlets import json_feed
from newsletter.research.outlets.answers import Answers, always, paragraphs, rss
from newsletter.research.outlets.base import (
    TOO_LONG,
    OutletFailed,
    ReadInPart,
    ask,
    kind_at,
    story,
)
from newsletter.research.outlets.cards import first_words
from newsletter.research.outlets.kind import OutletKind
from newsletter.research.outlets.own_hosts import is_own
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.outlets.terms import mentions
from newsletter.research.story import Story
from newsletter.web.feed import Entries, Entry, NoFeed, entries_of
from newsletter.web.fetch import Fetcher, Page
from newsletter.web.html import one_line, plain

# The first sentence of a text stands within so much of its markup.
_OPENING_CHARACTERS = 10_000


async def search(
    spec: OutletSpec, since: date, until: date, fetcher: Fetcher
) -> list[Story]:
    """What the feed tells of those days, and what it does not date."""
    page = await ask(fetcher, spec.url, is_own=is_own(spec.url))

    def read() -> list[Story]:
        is_json = json_feed.is_one(page)
        entries = json_feed.entries_of(page) if is_json else parse(page)
        if entries and not any(one.link and one.title + one.text for one in entries):
            raise OutletFailed("none of its entries has words and an address")
        asked = within(entries, since, until)
        stories = stories_of(spec, asked)
        if beyond := sum(since <= day <= until for day in entries.left_out):
            seen = (
                f"{len(asked):,} of its {len(asked) + beyond:,} entries of these days "
                "were read"
            )
            raise ReadInPart(seen, tuple(stories))
        return stories

    # Apart, so that megabytes hold up no other outlet's answer.
    return await asyncio.to_thread(read)


def parse(page: Page) -> Entries:
    """A feed's newest entries; raises OutletFailed where the bytes are no feed."""
    try:
        entries = entries_of(page)
    except NoFeed as error:
        raise OutletFailed(str(error)) from error
    if page.truncated and not entries:
        raise OutletFailed(TOO_LONG)
    return entries


def within(entries: Iterable[Entry], since: date, until: date) -> list[Entry]:
    """The entries of those days, and those without one."""
    return [one for one in entries if one.day is None or since <= one.day <= until]


def stories_of(spec: OutletSpec, entries: Iterable[Entry]) -> list[Story]:
    found = (
        story(
            spec,
            kind_at(entry.link, spec),
            # Posts of networks and notes have none: https://www.rssboard.org/rss-specification
            title=entry.title if one_line(entry.title) else _opening(entry.text),
            url=entry.link,
            published=entry.day,
            summary=entry.text,
            author=entry.author,
        )
        for entry in entries
    )
    return [one for one in found if one and mentions(one.title, spec.terms)]


def _opening(text: str) -> str:
    """The first words of an entry's text, as its title in HTML."""
    return escape(first_words(plain(text[:_OPENING_CHARACTERS])))


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
    label="RSS, Atom or JSON Feed",
    takes="The address of the feed itself, not of the page that names it.",
    example="https://example.com/blog/rss.xml",
    search=search,
    sample=sample,
)
