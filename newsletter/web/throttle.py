"""Whose turn it is: how many hosts are asked at once, and each how often."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Mapping
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
    # https://info.arxiv.org/help/api/tou.html; Reddit answers feeds once a minute.
    spacing_seconds: Mapping[str, float] = field(
        default_factory=lambda: {"export.arxiv.org": 3.0, "www.reddit.com": 60.0}
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

    def has_room(self, host: str) -> bool:
        """Whether the host may be asked at once."""
        return host not in self._hosts or not self._hosts[host].locked()

    def end(self, host: str) -> None:
        """Let the next one through."""
        self._at_once.release()
        self._hosts[host].release()


class Queue:
    """Addresses in rounds, each round with one of every host; busy hosts are passed by."""

    def __init__(self, urls: Iterable[str], turns: Turns) -> None:
        rounds: Counter[str] = Counter()
        placed = []
        for url in urls:
            host = url.partition("://")[2].partition("/")[0].lower()
            rounds[host] += 1
            placed.append((rounds[host], url, host))
        placed.sort(key=itemgetter(0))
        self._waiting = {url: host for _, url, host in placed}
        self._turns = turns

    def take(self) -> str | None:
        """The next address whose host has room; where none has, the next; or None."""
        ready = (u for u, host in self._waiting.items() if self._turns.has_room(host))
        url = next(ready, None) or next(iter(self._waiting), None)
        if url is not None:
            del self._waiting[url]
        return url


# When a host that wants pauses was asked last, by any fetcher of this process.
_LAST_ASKED: dict[str, float] = {}


def seconds_until(host: str, spacing: float) -> float:
    """How long who asks the host now would wait for its pause."""
    now = time.monotonic()
    return max(0.0, _LAST_ASKED.get(host, now - spacing) + spacing - now)


async def _pause(host: str, spacing: float) -> None:
    now = time.monotonic()
    begin = max(now, _LAST_ASKED.get(host, now - spacing) + spacing)
    _LAST_ASKED[host] = begin
    await asyncio.sleep(begin - now)
