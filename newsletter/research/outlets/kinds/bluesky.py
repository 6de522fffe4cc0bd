"""Bluesky: the pages that an account links to.

https://docs.bsky.app/docs/api/app-bsky-feed-get-author-feed, asked of the public server,
which wants no key. A post that links to no page is no story.
"""

import re
from collections.abc import Iterator
from datetime import date

from pydantic import BaseModel, ConfigDict

from newsletter.research.documents import Documents, Post
from newsletter.research.outlets.answers import Answers, always, as_json, iso
from newsletter.research.outlets.base import (
    ask,
    date_in,
    host_of,
    record_of,
    records_of,
    story,
)
from newsletter.research.outlets.kind import OutletKind
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.outlets.terms import mentions
from newsletter.research.story import Kind, Story, Telling
from newsletter.text.dates import day_of
from newsletter.web.fetch import Fetcher

SIGNAL = "bluesky_likes"
LISTING = "https://public.api.bsky.app/xrpc/app.bsky.feed.getAuthorFeed"
_PER_PAGE = 100
_MOST_PAGES = 3
_ADDRESS = re.compile(r"https://bsky\.app/profile/((?:did:[a-z]+:)?[\w.:%-]{3,250})/?")
# What an author who is not to be shown to strangers is marked with.
_FOR_MEMBERS = "!no-unauthenticated"


class _Wire(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class _Label(_Wire):
    val: str = ""


class _Author(_Wire):
    handle: str
    labels: tuple[_Label, ...] = ()


class _External(_Wire):
    uri: str
    title: str
    description: str = ""


class _Media(_Wire):
    external: _External | None = None


class _Embed(_Wire):
    external: _External | None = None
    media: _Media | None = None


class _Record(_Wire):
    createdAt: str = ""


class _Post(_Wire):
    uri: str
    author: _Author
    record: _Record
    embed: _Embed | None = None
    likeCount: int = 0
    indexedAt: str = ""


class _Item(_Wire):
    post: _Post
    reason: dict[str, object] | None = None  # it was passed on, not written


class _Page(_Wire):
    cursor: str = ""


async def search(
    spec: OutletSpec, since: date, until: date, fetcher: Fetcher
) -> list[Story]:
    """The pages that the account linked to on those days."""
    found: list[Story] = []
    query: dict[str, str | int] = {"actor": _actor(spec.url), "limit": _PER_PAGE}
    query["filter"] = "posts_no_replies"
    for _ in range(_MOST_PAGES):
        page = await ask(fetcher, LISTING, query)
        items = records_of(page, _Item, "feed")
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
    embed = post.embed or _Embed()
    page = embed.external or (embed.media.external if embed.media else None)
    is_open = all(label.val != _FOR_MEMBERS for label in post.author.labels)
    if page is None or not is_open or not mentions(page.title, spec.terms):
        return None
    name = post.uri.rpartition("/")[2]
    said = f"https://bsky.app/profile/{post.author.handle}/post/{name}"
    return story(
        spec,
        spec.kind or Kind.LAUNCH,
        title=page.title,
        url=page.uri,
        published=date_in(page.uri) or day,
        summary=page.description,
        publisher=host_of(page.uri),
        also=(Telling(publisher=spec.name, url=said),) if len(said) < 500 else (),
        signals={SIGNAL: float(post.likeCount)},
        is_html=False,
    )


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
