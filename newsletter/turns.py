"""Whose turn it is: how many hosts are asked at once, and each how often."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from operator import itemgetter


@dataclass(frozen=True, slots=True)
class Limits:
    """How much, how long, and how hard an address is asked."""

    connect_seconds: float = 5.0
    total_seconds: float = 15.0
    max_bytes: int = 5_000_000  # of a body, after decompression
    max_redirects: int = 5
    at_once: int = 32
    per_host: int = 4
    retries: int = 1  # after an answer that may pass: 5xx, 429, a time-out
    retry_wait_seconds: float = 1.0
    retry_after_seconds: float = 10.0  # longer than this nobody is waited for
    ports: frozenset[int] = frozenset({80, 443})
    # Hosts that ask for one connection and a pause between requests.
    # https://info.arxiv.org/help/api/tou.html
    spacing_seconds: Mapping[str, float] = field(
        default_factory=lambda: {"export.arxiv.org": 3.0}
    )


class Turns:
    """Lets requests through: so many at once, so many for a host, with its pauses."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._at_once = asyncio.Semaphore(limits.at_once)
        self._hosts: dict[str, asyncio.Semaphore] = {}

    async def begin(self, host: str, *, is_routed: bool) -> None:
        """Wait until the host, and all hosts together, may be asked once more."""
        spacing = 0.0 if is_routed else self._limits.spacing_seconds.get(host, 0.0)
        if host not in self._hosts:
            width = 1 if spacing else self._limits.per_host
            self._hosts[host] = asyncio.Semaphore(width)
        await self._hosts[host].acquire()
        try:
            if spacing:
                await _pause(host, spacing)
            await self._at_once.acquire()
        except BaseException:
            self._hosts[host].release()
            raise

    def end(self, host: str) -> None:
        """Let the next one through."""
        self._at_once.release()
        self._hosts[host].release()


class Queue:
    """Addresses in rounds, each round with one of every host; busy hosts are passed by.

    Whoever is handed nothing may go home: every host that is left is asked by as many
    as it bears, and they will take what is left.
    """

    def __init__(self, urls: Iterable[str], per_host: int) -> None:
        rounds: Counter[str] = Counter()
        placed = []
        for url in urls:
            host = url.partition("://")[2].partition("/")[0]
            rounds[host] += 1
            placed.append((rounds[host], url, host))
        placed.sort(key=itemgetter(0))
        self._waiting = {url: host for _, url, host in placed}
        self._at_work: Counter[str] = Counter()
        self._per_host = per_host

    async def work(self, visit: Callable[[str], Awaitable[None]]) -> None:
        """Visit one address after the other until there is none to take."""
        while (url := self._next()) is not None:
            host = self._waiting.pop(url)
            self._at_work[host] += 1
            await visit(url)
            self._at_work[host] -= 1

    def _next(self) -> str | None:
        for url, host in self._waiting.items():
            if self._at_work[host] < self._per_host:
                return url
        return None


# When a host that wants pauses was asked last, by any fetcher of this process.
_LAST_ASKED: dict[str, float] = {}


async def _pause(host: str, spacing: float) -> None:
    now = time.monotonic()
    begin = max(now, _LAST_ASKED.get(host, now - spacing) + spacing)
    _LAST_ASKED[host] = begin
    await asyncio.sleep(begin - now)
