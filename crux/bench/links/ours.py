"""Crux's own turn, in a process of its own, so that its memory can be told."""

import asyncio
import gc
import json
import resource
import sys
import time

from newsletter.drafts.parsing import parse
from newsletter.standards.link_policy import LinkPolicy
from newsletter.testing.labelled import behaviours
from newsletter.verification.links.check import Report, check_links
from newsletter.web.fetch import Fetcher, Limits

ADDRESSES, HOSTS = 2000, 200


def address(number: int, port: int = 0) -> str:
    """An address for rivals, who are given the port, or for our routes."""
    host = number % HOSTS
    name = f"127.0.1.{host + 1}:{port}" if port else f"host-{host}.test"
    return f"http://{name}/story/{number}"


def labelled_address(number: int, port: int = 0) -> str:
    """The address of a labelled one, likewise."""
    return address(number, port).partition("/story/")[0] + behaviours()[number].path


def _routes(port: int) -> dict[str, tuple[str, int]]:
    hosts = {f"host-{n}.test": (f"127.0.1.{n + 1}", port) for n in range(HOSTS)}
    return hosts | {"archive.org": ("127.0.0.1", port)}


async def _fetch(port: int, width: int) -> float:
    urls = [address(number) for number in range(ADDRESSES)]
    limits = Limits(at_once=width)
    async with Fetcher(routes=_routes(port), limits=limits) as fetcher:
        began = time.perf_counter()
        await fetcher.get_all(urls)
        return time.perf_counter() - began


async def _check(port: int, width: int) -> float:
    draft = parse("\n".join(f"- <{address(number)}>" for number in range(ADDRESSES)))
    limits = Limits(at_once=width)
    async with Fetcher(routes=_routes(port), limits=limits) as fetcher:
        began = time.perf_counter()
        report = await check_links(draft, fetcher, policy=LinkPolicy(most_links=None))
        seconds = time.perf_counter() - began
    if report.valid != ADDRESSES:
        raise ValueError(f"{report.valid} of {ADDRESSES} links were valid: all are.")
    return seconds


def measure(way: str, port: int, width: int) -> None:
    """Run one way in this process and print what it took, for the process above."""
    run = {"fetch": _fetch, "check": _check}[way]
    gc.freeze()  # as a worker does
    seconds = asyncio.run(run(port, width))
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sys.stdout.write(json.dumps({"seconds": seconds, "megabytes": kilobytes / 1024}))


async def judge(port: int, total_seconds: float) -> tuple[float, Report]:
    """Check the labelled addresses: the seconds it took, and what came of them."""
    lines = (f"- <{labelled_address(n)}>" for n in range(len(behaviours())))
    draft = parse("\n".join(lines))
    limits = Limits(total_seconds=total_seconds)
    async with Fetcher(routes=_routes(port), limits=limits) as fetcher:
        began = time.perf_counter()
        report = await check_links(draft, fetcher, policy=LinkPolicy(most_links=None))
        return time.perf_counter() - began, report


if __name__ == "__main__":
    measure(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
