"""A web of invented hosts on loopback, for tests that ask it."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping

from aiohttp import web

from newsletter.web.fetch import Fetcher, Limits, Page

A = "https://a.org/"
Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]

QUICK = Limits(
    connect_seconds=1.0,
    total_seconds=1.0,
    retry_wait_seconds=0.0,
    spacing_seconds={},
)


class EveryHost(Mapping[str, tuple[str, int]]):
    """Routes that lead every host to one server, but for those left `closed`."""

    def __init__(self, port: int, closed: frozenset[str] = frozenset()) -> None:
        self._at = ("127.0.0.1", port)
        self._closed = closed

    def __getitem__(self, host: str) -> tuple[str, int]:
        if host in self._closed:
            raise KeyError(host)
        return self._at

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class Web:
    """What each address answers, and how often each was asked."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer] = {}
        self.asked: Counter[str] = Counter()
        self.requests: list[web.Request] = []
        self.most_at_once: Counter[str] = Counter()
        self._now: Counter[str] = Counter()
        self.port = 0

    def put(self, url: str, answer: Answer | str, **headers: str) -> None:
        """Let an address, written without its scheme, answer with HTML or a function."""
        if isinstance(answer, str):
            self.answers[url] = html(answer, **headers)
        else:
            self.answers[url] = answer

    async def answer(self, request: web.Request) -> web.StreamResponse:
        url = f"{request.headers['Host']}{request.raw_path}"
        self.asked[f"{request.method} {url}"] += 1
        self.requests.append(request)
        host = request.headers["Host"]
        self._now[host] += 1
        self.most_at_once[host] = max(self.most_at_once[host], self._now[host])
        try:
            found = self.answers.get(url) or self.answers.get(url.partition("?")[0])
            return await found(request) if found else web.Response(status=404)
        finally:
            self._now[host] -= 1

    @contextlib.asynccontextmanager
    async def serving(self) -> AsyncIterator["Web"]:
        runner = web.ServerRunner(
            web.Server(self.answer, keepalive_timeout=1), shutdown_timeout=0.05
        )
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.port = runner.addresses[0][1]
        try:
            yield self
        finally:
            await runner.cleanup()

    @contextlib.asynccontextmanager
    async def fetcher(
        self, limits: Limits = QUICK, closed: frozenset[str] = frozenset(), **options
    ) -> AsyncIterator[Fetcher]:
        routes = EveryHost(self.port, closed)
        async with Fetcher(routes=routes, limits=limits, **options) as fetcher:
            yield fetcher


def html(
    title: str, status: int = 200, body: str = "", head: str = "", **headers: str
) -> Answer:
    """An answer that is an ordinary page of about a hundred words."""
    words = body or f"<h1>{title}</h1><p>" + f"Words about {title}. " * 40
    text = f"<!doctype html><title>{title}</title>{head}<body>{words}</body>"
    named = {name.replace("_", "-"): value for name, value in headers.items()}

    async def answer(_: web.Request) -> web.Response:
        return web.Response(
            status=status, text=text, content_type="text/html", headers=named
        )

    return answer


def redirect(location: str, status: int = 302) -> Answer:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=status, headers={"Location": location})

    return answer


def in_turn(*answers: Answer) -> Answer:
    """The first time the first answer, then the second; the last for ever."""
    left = list(answers)

    async def answer(request: web.Request) -> web.StreamResponse:
        return await (left.pop(0) if len(left) > 1 else left[0])(request)

    return answer


async def hang(_: web.Request) -> web.Response:
    await asyncio.sleep(30)
    return web.Response()


def ask(site: Web, url: str = A, *, limits: Limits = QUICK, **options) -> Page:
    """What a fetcher makes of an address of the site."""

    async def go() -> Page:
        async with site.serving(), site.fetcher(limits, **options) as fetcher:
            return await fetcher.get(url)

    return asyncio.run(go())


def site_with(url: str, answer) -> Web:
    site = Web()
    site.put(url, answer)
    return site
