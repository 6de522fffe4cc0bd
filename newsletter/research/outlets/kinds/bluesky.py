"""Bluesky: the pages that an account links to.

https://docs.bsky.app/docs/api/app-bsky-feed-get-author-feed, asked of the public server,
which wants no key. A post that links to no page is no story.
"""

import asyncio
import re
from collections.abc import Iterator
from datetime import date
from html import unescape

from newsletter.research.documents import Documents, Post
from newsletter.research.outlets.answers import Answers, always, as_json, iso
from newsletter.research.outlets.base import (
    Count,
    OutletFailed,
    ask,
    date_in,
    host_of,
    kind_at,
    record_of,
    records_of,
    story,
)
from newsletter.research.outlets.cards import first_words, is_page, title_of
from newsletter.research.outlets.kind import OutletKind
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.outlets.terms import mentions
from newsletter.research.story import Story, Telling
from newsletter.text.dates import day_of
from newsletter.web.fetch import Fetcher
from newsletter.web.page import Wire

SIGNAL = "bluesky_likes"
LISTING = "https://public.api.bsky.app/xrpc/app.bsky.feed.getAuthorFeed"
_PER_PAGE = 100
_MOST_PAGES = 3
_ADDRESS = re.compile(r"https://bsky\.app/profile/((?:did:[a-z]+:)?[\w.:%-]{3,250})/?")
_HOST = "bsky.app"
# What an author who is not to be shown to strangers, or to nobody, is marked with.
_SHUT = frozenset({"!no-unauthenticated", "!hide", "!takedown"})


class _Label(Wire):
    val: str = ""


class _Author(Wire):
    handle: str
    labels: tuple[_Label, ...] = ()


class _External(Wire):
    uri: str
    title: str
    description: str = ""


class _Media(Wire):
    external: _External | None = None


class _Embed(Wire):
    external: _External | None = None
    media: _Media | None = None


class _Feature(Wire):
    uri: str = ""


class _Span(Wire):
    byteStart: int = 0
    byteEnd: int = 0


class _Facet(Wire):
    """A stretch of a post's text that is a link: https://docs.bsky.app/docs/advanced-guides/post-richtext"""

    index: _Span = _Span()
    features: tuple[_Feature, ...] = ()

    @property
    def uri(self) -> str:
        return next((one.uri for one in self.features if one.uri), "")


class _Record(Wire):
    createdAt: str = ""
    text: str = ""
    facets: tuple[_Facet, ...] | None = None


class _Post(Wire):
    uri: str
    author: _Author
    record: _Record
    labels: tuple[_Label, ...] | None = None
    embed: _Embed | None = None
    likeCount: Count = 0
    indexedAt: str = ""


class _Item(Wire):
    post: _Post
    reason: dict[str, object] | None = None  # it was passed on, not written


class _Page(Wire):
    cursor: str | None = None


async def search(
    spec: OutletSpec, since: date, until: date, fetcher: Fetcher
) -> list[Story]:
    """The pages that the account linked to on those days."""
    found: list[Story] = []
    query: dict[str, str | int] = {"actor": _actor(spec.url), "limit": _PER_PAGE}
    query["filter"] = "posts_no_replies"
    for _ in range(_MOST_PAGES):
        try:
            page = await ask(fetcher, LISTING, query)
            items = await asyncio.to_thread(records_of, page, _Item, "feed")
        except OutletFailed as failure:
            raise OutletFailed(failure.reason, tuple(found)) from failure
        days = [
            day_of(item.post.indexedAt or item.post.record.createdAt) for item in items
        ]
        for item, day in zip(items, days, strict=True):
            is_told = day and since <= day <= until and item.reason is None
            if is_told and (one := _story(spec, item.post, day)):
                found.append(one)
        cursor = record_of(page, _Page).cursor
        if not cursor or not days or not days[-1] or days[-1] < since:
            break
        query["cursor"] = cursor
    return found


def _story(spec: OutletSpec, post: _Post, day: date | None) -> Story | None:
    page = _linked(post)
    is_open = not _SHUT.intersection(label.val for label in post.author.labels)
    # Whatever moderators, or the author, warn of in a post is not told.
    if page is None or post.labels or not is_open:
        return None
    title = title_of(page.title)
    if not is_page(page.uri, _HOST) or not mentions(title, spec.terms):
        return None
    name = post.uri.rpartition("/")[2]
    said = f"https://bsky.app/profile/{post.author.handle}/post/{name}"
    return story(
        spec,
        kind_at(page.uri, spec),
        title=title,
        url=page.uri,
        published=date_in(page.uri) or day,
        summary=unescape(page.description),
        publisher=host_of(page.uri),
        also=(Telling(publisher=spec.name, url=said),) if len(said) < 500 else (),
        signals={SIGNAL: float(post.likeCount)},
        is_html=False,
    )


def _linked(post: _Post) -> _External | None:
    """The page that a post shows, or the first one that its text links to."""
    embed = post.embed or _Embed()
    if shown := embed.external or (embed.media.external if embed.media else None):
        return shown
    facets = [facet for facet in post.record.facets or () if facet.uri]
    if not facets:
        return None
    text = post.record.text.encode()
    for facet in sorted(facets, key=lambda one: one.index.byteStart, reverse=True):
        start, end = facet.index.byteStart, facet.index.byteEnd
        if 0 <= start < end:
            text = text[:start] + text[end:]
    said = text.decode(errors="ignore")
    return _External(uri=facets[0].uri, title=first_words(said), description=said)


def _actor(url: str) -> str:
    found = _ADDRESS.fullmatch(url)
    return found.group(1) if found else ""


def refuse(url: str) -> str:
    if _actor(url):
        return ""
    return f"Give https://bsky.app/profile/account, not {url!r}."


def sample(spec: OutletSpec, documents: Documents) -> Answers:
    """The outlet's posts, each as what the account linked to on its day."""
    posts = documents.posts_of(spec.name)
    feed = list(_items(_actor(spec.url), posts))
    return {LISTING: always(as_json({"feed": feed}))} if posts else {}


def _items(handle: str, posts: list[Post]) -> Iterator[dict[str, object]]:
    for number, post in enumerate(posts, start=1):
        card = {
            "uri": post.url,
            "title": post.title,
            "description": " ".join(post.text),
        }
        yield {
            "post": {
                "uri": f"at://did:plc:sample/app.bsky.feed.post/{number}",
                "cid": f"sample{number}",
                "author": {"did": "did:plc:sample", "handle": handle, "labels": []},
                "record": {
                    "$type": "app.bsky.feed.post",
                    "createdAt": iso(post.published),
                    "text": post.title,
                },
                "embed": {"$type": "app.bsky.embed.external#view", "external": card},
                "likeCount": 5,
                "repostCount": 1,
                "replyCount": 0,
                "indexedAt": iso(post.published),
            }
        }


KIND = OutletKind(
    name="bluesky",
    label="Bluesky",
    takes="An account; the pages that it links to are told.",
    example="https://bsky.app/profile/simonwillison.net",
    search=search,
    sample=sample,
    refuse=refuse,
)
