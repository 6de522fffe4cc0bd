"""The only way out to addresses that we did not choose.

Public addresses only, on every hop; limits of size, time and redirects; polite to each
host. What goes wrong is part of the answer, never an exception.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import TracebackType
from typing import Self, TypeVar

import aiohttp
from yarl import URL

from newsletter.web.cache import SETTLED_FOR, Cache, MemoryCache, is_fresh
from newsletter.web.connector import (
    Lookup,
    is_loopback,
    look_up,
    loopback_connector,
    public_connector,
)
from newsletter.web.guard import Complaint, judge
from newsletter.web.page import Fault, Hop, Page
from newsletter.web.request import Answer, perform
from newsletter.web.retry_after import seconds_asked
from newsletter.web.throttle import Limits, Queue, Turns, seconds_until

__all__ = ["Fault", "Fetcher", "Hop", "Limits", "Page", "Routes"]

T = TypeVar("T")

# Hosts that are answered from this machine: only the bundled sample has any.
Routes = Mapping[str, tuple[str, int]]

USER_AGENT = "Mozilla/5.0 (compatible; Crux/0.1)"
ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
_HEADER_BYTES = 65_536
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
_PASSING_FAULTS = frozenset({Fault.TIMEOUT, Fault.PROTOCOL})
# What a host that is away has in common with a network that is; who is refused is not asked.
_AWAY = frozenset({Fault.DNS, Fault.CONNECT, Fault.TIMEOUT})
_NOT_ASKED = frozenset({Fault.REFUSED, Fault.MALFORMED})
_heard: ContextVar[list[Page] | None] = ContextVar("heard", default=None)


@contextmanager
def heard() -> Iterator[list[Page]]:
    """The pages that this task is answered meanwhile, by whichever fetcher."""
    pages: list[Page] = []
    token = _heard.set(pages)
    try:
        yield pages
    finally:
        _heard.reset(token)


def signed(site: str) -> str:
    """The name we give to outlets, with where to ask who we are, if that is public.

    https://www.reddit.com/wiki/api/ and others slow down those who do not say.
    """
    return f"{USER_AGENT[:-1]}; +{site})" if site.startswith("https://") else USER_AGENT


class Fetcher:
    """Reads addresses, many at once. Use as an asynchronous context manager."""

    def __init__(
        self,
        *,
        routes: Routes | None = None,
        limits: Limits | None = None,
        cache: Cache | None = None,
        lookup: Lookup = look_up,
        user_agent: str = USER_AGENT,
        settled_for: timedelta = SETTLED_FOR,
    ) -> None:
        self._routes: Routes = {} if routes is None else routes
        self._limits = limits or Limits()
        self._cache: Cache = MemoryCache() if cache is None else cache
        self._lookup = lookup
        self._user_agent = user_agent
        self._settled_for = settled_for
        self._turns = Turns(self._limits)
        # Which of the faults there were when the web was asked; None: it answered.
        self._faults: set[Fault | None] = set()

    async def __aenter__(self) -> Self:
        connector = public_connector(self._lookup, self._limits.at_once)
        self._public = self._session(connector)
        self._local = self._session(loopback_connector())
        self._own = self._session(aiohttp.TCPConnector(limit=0))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._public.close()
        await self._local.close()
        await self._own.close()

    def _session(self, connector: aiohttp.TCPConnector) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            trust_env=False,
            # As browsers bear them: long policies and many cookies are no fault.
            max_line_size=_HEADER_BYTES,
            max_field_size=_HEADER_BYTES,
            timeout=aiohttp.ClientTimeout(
                total=None, sock_connect=self._limits.connect_seconds
            ),
            headers={
                "User-Agent": self._user_agent,
                "Accept": ACCEPT,
                "Accept-Encoding": "gzip, deflate",
                "Accept-Language": "en;q=1.0, *;q=0.5",
            },
        )

    async def get_all(self, urls: Iterable[str]) -> dict[str, Page]:
        """What each of the addresses answers, all asked at once."""
        return await self.each(urls, self.get)

    async def each(
        self, urls: Iterable[str], visit: Callable[[str], Awaitable[T]]
    ) -> dict[str, T]:
        """Visit all addresses, as many at once as may be, none waiting for a slow host.

        A host's later addresses come after the first ones of all others.
        """
        unique = list(dict.fromkeys(urls))
        queue, results = Queue(unique, self._turns), dict[str, T]()

        async def work() -> None:
            while (url := queue.take()) is not None:
                results[url] = await visit(url)

        workers = min(len(unique), self._limits.at_once)
        await asyncio.gather(*(work() for _ in range(workers)))
        return {url: results[url] for url in unique}

    async def get(
        self,
        url: str,
        *,
        method: str = "GET",
        max_bytes: int | None = None,
        retries: int | None = None,
        is_own: bool = False,
    ) -> Page:
        """What an address answers, at once, from the cache, or after one more try.

        With `is_own` an operator named the address, which then need not be public; where
        it redirects to has to be.
        """
        page = await self._get(url, method, max_bytes, retries, is_own=is_own)
        if (pages := _heard.get()) is not None:
            pages.append(page)
        return page

    async def call(
        self,
        url: str,
        *,
        method: str = "GET",
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        is_own: bool = False,
    ) -> Answer:
        """One request to an interface, once, and nothing of it is kept.

        The headers, which may hold a key, reach no other host: no redirect is followed,
        `location` says where one leads. With `is_own` an operator named the address,
        which then need not be public.
        """
        target = URL(url) if is_own else judge(url, self._limits.ports)
        if isinstance(target, Complaint):
            return Answer(fault=target.fault, detail=target.detail)
        most, seconds = self._limits.max_bytes, self._limits.total_seconds
        sent = dict(headers or {})
        answer, _ = await self._ask(
            target, method, most, sent, seconds, body, is_own=is_own
        )
        return answer

    @property
    def is_cut_off(self) -> bool:
        """Whether no host of the web could be reached, of those that were asked."""
        faults = self._faults - _NOT_ASKED
        return bool(faults) and faults <= _AWAY

    def seconds_until(self, host: str) -> float:
        """How long the pause that a host wants still lasts, by what this process asked."""
        spacing = self._limits.spacing_seconds.get(host, 0.0)
        return 0.0 if host in self._routes else seconds_until(host, spacing)

    async def _get(
        self,
        url: str,
        method: str,
        max_bytes: int | None,
        retries: int | None,
        *,
        is_own: bool,
    ) -> Page:
        most = self._limits.max_bytes if max_bytes is None else max_bytes
        key = f"{method} {most} {url}"
        kept = await self._cache.get(key)
        if kept is not None and is_fresh(kept, datetime.now(UTC), self._settled_for):
            return kept
        page = await self._follow(url, method, most, kept, is_own=is_own)
        for _ in range(self._limits.retries if retries is None else retries):
            wait = self._worth_waiting(page)
            if wait is None:
                break
            await asyncio.sleep(wait)
            page = await self._follow(url, method, most, kept, is_own=is_own)
        if page.status == 304 and kept is not None:
            page = _renewed(kept, page)
        await self._cache.put(key, page)
        return page

    def _worth_waiting(self, page: Page) -> float | None:
        """Seconds until the next try; None when the answer stands."""
        if page.status not in _PASSING and page.fault not in _PASSING_FAULTS:
            return None
        asked = seconds_asked(page.headers.get("retry-after", ""), datetime.now(UTC))
        if asked is None:
            return self._limits.retry_wait_seconds
        return asked if asked <= self._limits.retry_after_seconds else None

    async def _follow(
        self, written: str, method: str, most: int, kept: Page | None, *, is_own: bool
    ) -> Page:
        """Ask, and follow redirects: each is judged, and so is the first if not `is_own`."""
        began, left = time.monotonic(), self._limits.total_seconds
        chain: list[Hop] = []
        seen: set[str] = set()
        asked, conditions = written, _conditions(kept)
        while True:
            is_first = is_own and not chain
            target = URL(asked) if is_first else judge(asked, self._limits.ports)
            if isinstance(target, Complaint):
                answer = Answer(fault=target.fault, detail=target.detail)
                break
            asked = str(target)
            if asked in seen:
                answer = Answer(fault=Fault.LOOP, detail=f"leads back to {asked!r}")
                break
            seen.add(asked)
            answer, spent = await self._ask(
                target, method, most, conditions, left, is_own=is_first
            )
            left -= spent
            if (location := answer.location) is None:
                break
            chain.append(Hop(asked, answer.status or 0))
            if len(chain) > self._limits.max_redirects:
                answer = Answer(
                    fault=Fault.TOO_MANY_REDIRECTS,
                    detail=f"more than {self._limits.max_redirects} redirects",
                )
                break
            asked, conditions = _joined(target, location), {}
        return Page(
            url=written,
            final_url=asked,
            status=answer.status,
            chain=tuple(chain),
            content_type=answer.content_type,
            headers=answer.headers,
            body=answer.body,
            truncated=answer.truncated,
            fault=answer.fault,
            detail=answer.detail,
            seconds=time.monotonic() - began,
            fetched_at=datetime.now(UTC),
        )

    async def _ask(
        self,
        target: URL,
        method: str,
        most: int,
        conditions: dict[str, str],
        seconds: float,
        body: bytes | None = None,
        *,
        is_own: bool = False,
    ) -> tuple[Answer, float]:
        """One request, in turn; with the seconds it took once it was its turn."""
        host = (target.raw_host or "").lower()
        route = self._routes.get(host)
        if route is None:
            session = self._own if is_own else self._public
            url, headers = target, conditions
        else:
            session, url, headers = self._local, *_rerouted(target, route)
            headers |= conditions
        await self._turns.begin(host, is_routed=route is not None)
        try:
            began = time.monotonic()
            answer = await perform(
                session, method, url, headers, most, within=seconds, body=body
            )
            # A host of one's own that answers tells nothing of the web.
            if route is None and not is_own:
                self._faults.add(answer.fault if answer.status is None else None)
            return answer, time.monotonic() - began
        finally:
            self._turns.end(host)


def _rerouted(target: URL, route: tuple[str, int]) -> tuple[URL, dict[str, str]]:
    """The address on this machine that stands for `target`, and how to ask it."""
    address, port = route
    if not is_loopback(address):
        raise ValueError(f"A route leads to loopback only, not to {address!r}.")
    url = URL.build(
        scheme="http",
        host=address,
        port=port,
        path=target.raw_path,
        query_string=target.raw_query_string,
        encoded=True,
    )
    return url, {"Host": target.raw_authority, "X-Forwarded-Proto": target.scheme}


def _renewed(kept: Page, page: Page) -> Page:
    """What was kept, as a 304 confirms it: https://www.rfc-editor.org/rfc/rfc9111#section-3.2"""
    told = {key: one for key, one in page.headers.items() if key != "content-length"}
    return replace(
        kept,
        headers={**kept.headers, **told},
        fetched_at=page.fetched_at,
        seconds=page.seconds,
    )


def _conditions(kept: Page | None) -> dict[str, str]:
    """Headers that let a server say that what we kept still stands."""
    if kept is None or kept.fault is not None or kept.status != 200:
        return {}
    asked = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}
    return {
        header: kept.headers[name]
        for name, header in asked.items()
        if name in kept.headers
    }


def _joined(base: URL, location: str) -> str:
    """Where a redirect leads, as text: it is judged like any other address."""
    try:
        return str(base.join(URL(location.strip())))
    except ValueError:
        return location
