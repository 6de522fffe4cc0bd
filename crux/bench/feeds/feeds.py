"""Feeds read by Crux and by feedparser in the same run: `python -m crux.bench.feeds.feeds`.

Each feed is read in a process of its own, so that the memory it takes can be told.
"""

import resource
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from io import BytesIO
from multiprocessing import get_context

import feedparser

from crux.bench import measuring
from newsletter.web.feed import NoFeed, entries_of
from newsletter.web.page import Page

_ITEM = (
    "<item><title>Model {n} is here</title><link>https://lab.example/{n}</link>"
    "<pubDate>Tue, 05 Aug 2025 12:00:00 GMT</pubDate>"
    "<description>It ships with open weights.</description></item>"
)
_MARKUP = (
    "<div class='a'><p>Some <b>bold</b> words &amp; <a href='/x'>more</a></p></div>"
)
_BYTES = 8_000_000


def _rss(inside: str) -> bytes:
    return f"<rss version='2.0'><channel>{inside}</channel></rss>".encode()


def _long() -> bytes:
    return _rss("".join(_ITEM.format(n=number) for number in range(50_000)))


def _html() -> bytes:
    return f"<html><body>{_MARKUP * (_BYTES // len(_MARKUP))}</body></html>".encode()


def _unclosed() -> bytes:
    return _rss("<item><title>" * (_BYTES // 50))


def _usual() -> bytes:
    return _rss("".join(_ITEM.format(n=number) for number in range(50)))


FEEDS: dict[str, Callable[[], bytes]] = {
    "50 entries": _usual,
    "50,000 entries": _long,
    "8 MB of HTML": _html,
    "160,000 entries never closed": _unclosed,
}


def ours(body: bytes) -> int:
    page = Page(
        url="https://lab.example/feed",
        final_url="https://lab.example/feed",
        status=200,
        chain=(),
        content_type="text/xml",
        headers={},
        body=body,
        truncated=False,
        fault=None,
        detail="",
        seconds=0.0,
        fetched_at=datetime.now(UTC),
    )
    try:
        return len(entries_of(page))
    except NoFeed:
        return 0


def theirs(body: bytes) -> int:
    found = feedparser.parse(BytesIO(body), sanitize_html=False)
    return len(found.entries[:200])


def measure(read: Callable[[bytes], int], name: str) -> tuple[float, float, int]:
    """Seconds, megabytes more than before, and entries."""
    body = FEEDS[name]()
    read(_usual())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.perf_counter()
    entries = read(body)
    seconds = time.perf_counter() - began
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return seconds, grown / (1e6 if sys.platform == "darwin" else 1e3), entries


def main(names: Sequence[str]) -> None:
    """Print the table, of the named feeds or of all."""
    heads = ("feed", "Crux", "memory", "feedparser", "memory", "times as fast")
    table = measuring.table("One feed, read once", *heads)
    for name in names or FEEDS:
        with ProcessPoolExecutor(
            1, mp_context=get_context("spawn"), max_tasks_per_child=1
        ) as pool:
            mine = pool.submit(measure, ours, name).result()
            other = pool.submit(measure, theirs, name).result()
        table.add_row(
            name,
            *(f"{mine[0]:.3f} s", f"{mine[1]:.0f} MB"),
            *(f"{other[0]:.3f} s", f"{other[1]:.0f} MB"),
            f"{other[0] / mine[0]:.0f}",
        )
    measuring.console().print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
