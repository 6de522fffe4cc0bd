"""Mastodon: the pages that an account, or all who use a tag, link to.

https://docs.joinmastodon.org/methods/timelines/#tag and
https://docs.joinmastodon.org/methods/accounts/#statuses; what a post holds:
https://docs.joinmastodon.org/entities/Status/. A post that links to no page is no story.
"""

import asyncio
import re
from collections.abc import Iterator
from datetime import date
from html import unescape
from urllib.parse import quote, unquote, urlsplit

from pydantic import Field

from newsletter.research.documents import Documents, Post
from newsletter.research.outlets.answers import Answers, always, as_json, iso
from newsletter.research.outlets.base import (
    ADDRESS_CHARACTERS,
    Count,
    OutletFailed,
    ask,
    date_in,
    host_of,
    kind_at,
    listed,
    record_of,
    records_in,
    story,
)
from newsletter.research.outlets.cards import is_page, title_of
from newsletter.research.outlets.kind import OutletKind
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.outlets.terms import mentions
from newsletter.research.story import Story, Telling
from newsletter.text.dates import day_of
from newsletter.web.fetch import Fetcher
from newsletter.web.page import Wire

SIGNAL = "mastodon_boosts"
# Under a tag anybody writes; what so many passed on, several people thought worth it.
FEWEST_BOOSTS = 3
_PER_PAGE = 40
_MOST_PAGES = 5
_PATH = re.compile(r"/(?:@(?P<account>\w+(?:@[\w.-]+)?)|tags/(?P<tag>\w+))/?")


class _Account(Wire):
    id: str = Field(pattern=r"^\w{1,64}$")
    # Who asked not to be found by search engines is not cited either.
    noindex: bool | None = None


class _Card(Wire):
    url: str
    title: str
    description: str = ""
    provider_name: str = ""
    published_at: str | None = None


class _Status(Wire):
    id: str = Field(pattern=r"^\w{1,64}$")
    created_at: str
    url: str | None = Field(default=None, max_length=ADDRESS_CHARACTERS)
    visibility: str = "public"
    # What its author put behind a warning is not told either.
    sensitive: bool | None = None
    spoiler_text: str | None = None
    reblogs_count: Count = 0
    account: _Account
    card: _Card | None = None


async def search(
    spec: OutletSpec, since: date, until: date, fetcher: Fetcher
) -> list[Story]:
    """The pages that were linked to on those days."""
    found: list[Story] = []
    listing = await _listing(spec, fetcher)
    fewest = FEWEST_BOOSTS if "/timelines/tag/" in listing else 0
    query: dict[str, str | int] = {"limit": _PER_PAGE}
    if not fewest:
        query |= {"exclude_replies": "true", "exclude_reblogs": "true"}
    for _ in range(_MOST_PAGES):
        try:
            page = await ask(fetcher, listing, query)
            entries = await asyncio.to_thread(listed, page)
            statuses = records_in(entries, _Status)
        except OutletFailed as failure:
            raise OutletFailed(failure.reason, tuple(found)) from failure
        days = [day_of(status.created_at) for status in statuses]
        for status, day in zip(statuses, days, strict=True):
            is_told = day and since <= day <= until and status.reblogs_count >= fewest
            if is_told and (one := _story(spec, status, day)):
                found.append(one)
        # What is in no known form stood on the page all the same.
        if len(entries) < _PER_PAGE or not days[-1] or days[-1] < since:
            break
        query["max_id"] = statuses[-1].id
    return found


async def _listing(spec: OutletSpec, fetcher: Fetcher) -> str:
    """Where the posts are listed; an account's are under its number."""
    home, account, tag = _parts(spec.url)
    if tag:
        return f"{home}/api/v1/timelines/tag/{quote(tag)}"
    page = await ask(fetcher, f"{home}/api/v1/accounts/lookup", {"acct": account})
    return f"{home}/api/v1/accounts/{record_of(page, _Account).id}/statuses"


def _story(spec: OutletSpec, status: _Status, day: date | None) -> Story | None:
    card = status.card
    is_open = status.visibility == "public" and not status.account.noindex
    is_warned_of = status.sensitive or status.spoiler_text
    if card is None or is_warned_of or not is_open:
        return None
    title = title_of(card.title)
    home = urlsplit(spec.url).netloc
    if not is_page(card.url, home) or not mentions(title, spec.terms):
        return None
    return story(
        spec,
        kind_at(card.url, spec),
        title=title,
        url=card.url,
        published=day_of(card.published_at or "") or date_in(card.url) or day,
        summary=unescape(card.description),
        publisher=card.provider_name or host_of(card.url),
        also=(Telling(publisher=spec.name, url=status.url),) if status.url else (),
        signals={SIGNAL: float(status.reblogs_count)},
        is_html=False,
    )


def _parts(url: str) -> tuple[str, str, str]:
    """The server, and the account or the tag."""
    parts = urlsplit(url)
    found = _PATH.fullmatch(unquote(parts.path))
    account, tag = (found["account"], found["tag"]) if found else ("", "")
    return f"https://{parts.netloc}", account or "", tag or ""


def refuse(url: str) -> str:
    _, account, tag = _parts(url)
    if account or tag:
        return ""
    return f"Give https://server/@account or https://server/tags/tag, not {url!r}."


def sample(spec: OutletSpec, documents: Documents) -> Answers:
    """The outlet's posts, each as what somebody linked to on its day."""
    posts = documents.posts_of(spec.name)
    if not posts:
        return {}
    home, account, tag = _parts(spec.url)
    statuses = always(as_json(list(_statuses(home, posts))))
    if tag:
        return {f"{home}/api/v1/timelines/tag/{quote(tag)}": statuses}
    return {
        f"{home}/api/v1/accounts/lookup": always(as_json({"id": "1", "acct": account})),
        f"{home}/api/v1/accounts/1/statuses": statuses,
    }


def _statuses(home: str, posts: list[Post]) -> Iterator[dict[str, object]]:
    for number, post in enumerate(posts, start=1):
        yield {
            "id": str(number),
            "created_at": iso(post.published),
            "url": f"{home}/@reader/{number}",
            "visibility": "public",
            "reblogs_count": FEWEST_BOOSTS,
            "favourites_count": 5,
            "content": f"<p>{post.title}</p>",
            "account": {"id": "1", "acct": "reader", "noindex": False},
            "card": {
                "url": post.url,
                "title": post.title,
                "description": " ".join(post.text),
                "type": "link",
                "provider_name": post.publisher,
                "published_at": iso(post.published),
            },
        }


KIND = OutletKind(
    name="mastodon",
    label="Mastodon",
    takes="An account or a tag, on any server; the pages linked to there are told.",
    example="https://mastodon.social/tags/LLM",
    search=search,
    sample=sample,
    refuse=refuse,
)
