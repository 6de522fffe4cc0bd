"""Reddit by words, and what is said in one thread.

With a key of one's own by its interface for programs (OAuth, application only):
https://github.com/reddit-archive/reddit/wiki/OAuth2. Without one by its feeds, which
want no key and answer about once a minute: https://www.reddit.com/wiki/rss/.
Who writes there is not read.
"""

import asyncio
import base64
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from selectolax.lexbor import LexborHTMLParser

from newsletter.research.lookups.found import (
    Found,
    LookupFailed,
    each_once,
    found,
    json_of,
    records,
    value_of,
)
from newsletter.research.outlets.base import OutletFailed, ask, host_of
from newsletter.research.outlets.kinds.feed import parse
from newsletter.research.outlets.kinds.reddit import OWN
from newsletter.text.sound import sound
from newsletter.text.truncate import at_sentence
from newsletter.web.feed import Entry
from newsletter.web.fetch import Fetcher
from newsletter.web.html import plain
from newsletter.web.page import Wire

NAME = "Reddit"
FEEDS, API = "https://www.reddit.com", "https://oauth.reddit.com"
TOKENS = "https://www.reddit.com/api/v1/access_token"
COMMUNITY = re.compile(r"\w{2,21}")
THREAD = re.compile(
    r"https://(?:www|old|new)\.reddit\.com(?:/r/\w{2,21})?/comments/(?P<id>[0-9a-z]{1,12})"
    r"(?:/[^\s/]{0,300}){0,2}/?"
)
MOST_COMMENTS, COMMENT_CHARACTERS = 40, 2000
# Nobody waits longer for the pause that the feeds ask for.
LONGEST_WAIT_SECONDS = 10.0
_SPANS = ((1, "day"), (7, "week"), (31, "month"))
_BELOW = re.compile(r"(?:^| )submitted by ")
_READ_CHARACTERS = 50_000
_EARLY_SECONDS, _REFUSED = 60, 401


@dataclass(frozen=True, slots=True)
class Access:
    """An application's id and secret at Reddit, which nothing shows; without, feeds."""

    client_id: str = ""
    secret: str = field(default="", repr=False)

    @property
    def is_set(self) -> bool:
        return bool(self.client_id and self.secret)


@dataclass(frozen=True, slots=True)
class Thread:
    """A submission, and what was said of it, the best or newest first."""

    title: str
    url: str
    text: str
    comments: tuple[str, ...]


class _Submission(Wire):
    title: str
    permalink: str
    url: str = ""
    selftext: str = ""
    created_utc: float = 0


# By application, a token and when it ends, by this machine's own clock.
_TOKENS: dict[str, tuple[str, float]] = {}


async def search(
    access: Access, query: str, community: str, days: int, limit: int, fetcher: Fetcher
) -> list[Found]:
    """The submissions of about so many days about some words; raises LookupFailed.

    One that links to a page is that page; `said` is its thread.
    """
    path = f"/r/{community}/search" if community else "/search"
    asked: dict[str, str | int] = {
        "q": query[:300],
        "t": next((name for most, name in _SPANS if days <= most), "year"),
        "sort": "relevance",
        "limit": limit,
    }
    if community:
        asked["restrict_sr"] = 1
    if access.is_set:
        told = await _asked(access, path, {**asked, "raw_json": 1}, fetcher)
        return each_once(map(_submitted, _members(told, "t3")), limit)
    entries = await _feed(f"{path}.rss", asked, fetcher)
    return each_once(map(_found, entries), limit)


async def thread(access: Access, url: str, fetcher: Fetcher) -> Thread:
    """What is said in a thread; raises LookupFailed."""
    named = THREAD.fullmatch(url)
    if named is None:
        raise LookupFailed("give a thread as search_reddit showed it in `said`")
    path = f"/comments/{named['id']}"
    if access.is_set:
        wanted: dict[str, str | int] = {"limit": MOST_COMMENTS, "depth": 2}
        told = await _asked(access, path, {**wanted, "raw_json": 1}, fetcher)
        return _thread(url, told)
    entries = await _feed(f"{path}/.rss", {"limit": MOST_COMMENTS}, fetcher)
    if not entries:
        raise LookupFailed("the thread is empty")
    first, *others = entries
    comments = (_said(entry.text) for entry in others)
    return Thread(
        title=" ".join(plain(first.title).split()),
        url=url,
        text=_said(first.text),
        comments=tuple(filter(None, comments))[:MOST_COMMENTS],
    )


async def _feed(
    path: str, asked: Mapping[str, str | int], fetcher: Fetcher
) -> list[Entry]:
    wait = fetcher.seconds_until("www.reddit.com")
    if wait > LONGEST_WAIT_SECONDS:
        raise LookupFailed(
            "Reddit answers its feeds about once a minute, and somebody has just asked; "
            "go on without it"
        )
    try:
        page = await ask(fetcher, f"{FEEDS}{path}", asked)
        return await asyncio.to_thread(parse, page)
    except OutletFailed as failure:
        raise LookupFailed(f"{NAME}: {failure.reason}") from failure


def _found(entry: Entry) -> Found | None:
    linked = _linked(entry.text)
    is_elsewhere = bool(linked) and not OWN.fullmatch(host_of(linked))
    day = entry.day.isoformat() if entry.day else ""
    said = sound(entry.link)
    url = linked if is_elsewhere else said
    return found(entry.title, url, _said(entry.text), day, said)


def _linked(html: str) -> str:
    """The page that a submission is about, which its text names as [link]."""
    for anchor in LexborHTMLParser(html[:_READ_CHARACTERS]).css("a[href]"):
        if anchor.text().strip() == "[link]":
            return anchor.attributes.get("href") or ""
    return ""


def _said(html: str) -> str:
    """What somebody wrote, without what Reddit writes below it."""
    text = " ".join(plain(sound(html[:_READ_CHARACTERS])).split())
    return at_sentence(_BELOW.split(text, maxsplit=1)[0].strip(), COMMENT_CHARACTERS)


def _submitted(row: Mapping[str, Any]) -> Found | None:
    [one] = records([row], _Submission, NAME)
    said = f"{FEEDS}{one.permalink}"
    is_elsewhere = one.url and not OWN.fullmatch(host_of(one.url))
    day = time.strftime("%Y-%m-%d", time.gmtime(min(max(one.created_utc, 0), 4e9)))
    return found(one.title, one.url if is_elsewhere else said, one.selftext, day, said)


def _thread(url: str, told: Any) -> Thread:
    listings = told if isinstance(told, list) else []
    submissions = _members(listings[0], "t3") if listings else []
    if not submissions:
        raise LookupFailed("there is no such thread")
    first = submissions[0]
    said = (str(row.get("body", "")) for row in _comments(listings[1:]))
    return Thread(
        title=" ".join(sound(str(first.get("title", ""))).split()),
        url=url,
        text=at_sentence(sound(str(first.get("selftext", ""))), COMMENT_CHARACTERS),
        comments=tuple(
            at_sentence(sound(text), COMMENT_CHARACTERS) for text in said if text
        )[:MOST_COMMENTS],
    )


def _comments(listings: Sequence[Any]) -> Iterator[Mapping[str, Any]]:
    """Comments and the answers right below them."""
    for row in (row for listing in listings for row in _members(listing, "t1")):
        yield row
        yield from _members(row.get("replies"), "t1")


def _members(listing: Any, kind: str) -> list[Mapping[str, Any]]:
    """The rows of one kind in a listing; https://www.reddit.com/dev/api"""
    data = listing.get("data") if isinstance(listing, dict) else None
    rows = data.get("children") if isinstance(data, dict) else None
    return [
        row["data"]
        for row in (rows if isinstance(rows, list) else [])[:200]
        if isinstance(row, dict)
        and row.get("kind") == kind
        and isinstance(row.get("data"), dict)
    ]


async def _asked(
    access: Access, path: str, asked: Mapping[str, str | int], fetcher: Fetcher
) -> Any:
    """What the interface answers to who has a token."""
    token = await _token(access, fetcher)
    answer = await fetcher.call(
        f"{API}{path}?{urlencode(asked)}", headers={"Authorization": f"Bearer {token}"}
    )
    if answer.status == _REFUSED:  # it ended early: the next call gets another
        _TOKENS.pop(access.client_id, None)
    return value_of(answer, NAME)


async def _token(access: Access, fetcher: Fetcher) -> str:
    known, until = _TOKENS.get(access.client_id, ("", 0.0))
    if known and time.monotonic() < until:
        return known
    pair = f"{access.client_id}:{access.secret}".encode()
    answer = await fetcher.call(
        TOKENS,
        method="POST",
        headers={
            "Authorization": f"Basic {base64.b64encode(pair).decode()}",
            "Content-Type": "application/x-www-form-urlencoded",
        },
        body=b"grant_type=client_credentials",
    )
    told = json_of(answer, f"{NAME}'s log-in")
    token, lasts = told.get("access_token"), told.get("expires_in", 0)
    if not isinstance(token, str) or not isinstance(lasts, int):
        raise LookupFailed(f"{NAME}'s log-in answered in no known form")
    _TOKENS[access.client_id] = token, time.monotonic() + lasts - _EARLY_SECONDS
    return token
