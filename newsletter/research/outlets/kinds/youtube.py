"""YouTube: a channel's videos, by the feed that its page names; Shorts are left out.

https://developers.google.com/youtube/v3/guides/push_notifications shows such a feed, whose
texts stand in https://www.rssboard.org/media-rss. The site's robots.txt asks crawlers to
keep away from its feeds, so no outlet of this kind is shipped.
"""

import asyncio
import re
from datetime import date
from html import escape

from newsletter.research.documents import Documents, Post
from newsletter.research.outlets.answers import Answers, always, atom, iso
from newsletter.research.outlets.base import ask
from newsletter.research.outlets.kind import OutletKind
from newsletter.research.outlets.kinds.feed import parse, stories_of, within
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.story import Story
from newsletter.web.fetch import Fetcher

_LISTING = "https://www.youtube.com/feeds/videos.xml"
_ADDRESS = re.compile(r"https://www\.youtube\.com/channel/(UC[\w-]{22})/?")
_NAMES = (
    ' xmlns:yt="http://www.youtube.com/xml/schemas/2015"'
    ' xmlns:media="http://search.yahoo.com/mrss/"'
)


async def search(
    spec: OutletSpec, since: date, until: date, fetcher: Fetcher
) -> list[Story]:
    """The videos of those days, among the channel's 15 newest."""
    page = await ask(fetcher, _LISTING, {"channel_id": _channel(spec.url)})

    def read() -> list[Story]:
        entries = within(parse(page), since, until)
        return stories_of(spec, [one for one in entries if "/shorts/" not in one.link])

    # Apart, as any feed is read.
    return await asyncio.to_thread(read)


def _channel(url: str) -> str:
    found = _ADDRESS.fullmatch(url)
    return found.group(1) if found else ""


def refuse(url: str) -> str:
    if _channel(url):
        return ""
    return (
        f"Give https://www.youtube.com/channel/UC…, not {url!r}; see “Share channel”."
    )


def sample(spec: OutletSpec, documents: Documents) -> Answers:
    """The outlet's posts, each as a video of its day."""
    posts = documents.posts_of(spec.name)
    listing = atom(spec.name, map(_entry, posts), names=_NAMES)
    return {_LISTING: always(listing)} if posts else {}


def _entry(post: Post) -> str:
    return (
        f"<entry><id>yt:video:sample</id><title>{escape(post.title)}</title>"
        f'<link rel="alternate" href="{escape(post.url)}"/>'
        f"<published>{iso(post.published)}</published>"
        f"<updated>{iso(post.published)}</updated>"
        f"<media:group><media:title>{escape(post.title)}</media:title>"
        f"<media:description>{escape(' '.join(post.text))}</media:description>"
        "</media:group></entry>"
    )


KIND = OutletKind(
    name="youtube",
    label="YouTube channel",
    takes="The channel by its number, as “Share channel” gives it.",
    example="https://www.youtube.com/channel/UCXZCJLdBC09xxGZ6gcdrc6A",
    search=search,
    sample=sample,
    refuse=refuse,
)
