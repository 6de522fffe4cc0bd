"""Polls of one engine in this process, the one of DATABASE_URL; prints figures as JSON."""

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from http.client import HTTPConnection
from subprocess import PIPE, Popen
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
django.setup()

from django.core.management import call_command  # noqa: E402  Django comes first
from django.utils import timezone  # noqa: E402

from crux.bench.intake import material, naive  # noqa: E402
from crux.bench.intake.site import SOURCES, host  # noqa: E402
from newsletter.intake import polling  # noqa: E402
from newsletter.models import Newsletter, Outlet, OutletHealth, Story  # noqa: E402
from newsletter.web.fetch import Fetcher, Routes  # noqa: E402
from newsletter.web.shared_cache import Shelf  # noqa: E402

HELD = (1_000, 3_000, 10_000)
NEW = 5


def main(rounds: int) -> None:
    """Print what a poll and a new story cost at each size, and the naive way's cost."""
    call_command("migrate", verbosity=0)
    newsletter = material.newsletter_with_sources()
    with site() as port:
        routes = routes_to(port)
        vars(polling)["Fetcher"] = partial(Fetcher, routes=routes)
        # Every poll asks the server, however soon it comes.
        polling.SETTLED_FOR = timedelta(0)
        _poll()
        figures = [_at(newsletter, held, port, routes, rounds) for held in HELD]
    sys.stdout.write(json.dumps(figures))


def _at(
    newsletter: Newsletter, held: int, port: int, routes: Routes, rounds: int
) -> dict[str, Any]:
    """Milliseconds a source and a new story, each time, with so many stories held."""
    material.fill(newsletter, held, timezone.localdate())
    _poll()
    figures: dict[str, list[float]] = {
        name: [] for name in ("fetch", "poll", "new", "naive", "naive_new")
    }
    for _ in range(rounds):
        figures["fetch"].append(_milliseconds(partial(_fetch, routes)) / SOURCES)
        figures["poll"].append(_milliseconds(_poll) / SOURCES)
        idle = _milliseconds(partial(_naively, newsletter, routes))
        figures["naive"].append(idle / SOURCES)
        _more(port)
        figures["new"].append(_milliseconds(_poll) / SOURCES)
        _more(port)
        new = _milliseconds(partial(_naively, newsletter, routes))
        figures["naive_new"].append(new / SOURCES)
        _poll()  # so that what it holds is fresh again
    return {"held": held, "stories": Story.objects.count(), **figures}


def _poll() -> None:
    """Ask all sources, as many at once as a worker does."""
    now = timezone.now()
    OutletHealth.objects.update(next_at=now - timedelta(minutes=1))
    outlets = list(polling.due(now))
    for start in range(0, len(outlets), polling.AT_ONCE):
        for polled in polling.poll(outlets[start : start + polling.AT_ONCE], now):
            if polled.fault or not polled.found:
                raise ValueError(f"{polled.outlet}: {polled.fault}")


def _fetch(routes: Routes) -> None:
    """The answers alone: what a poll asks for, and nothing done with it."""

    async def get() -> None:
        urls = [outlet.url for outlet in Outlet.objects.all()]
        for start in range(0, len(urls), polling.AT_ONCE):
            async with Fetcher(
                cache=Shelf(), routes=routes, settled_for=timedelta(0)
            ) as fetcher:
                await fetcher.get_all(urls[start : start + polling.AT_ONCE])

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    asyncio.run(get())


def _naively(newsletter: Newsletter, routes: Routes) -> None:
    now = timezone.now()
    since, until = (now - polling.WINDOW).date(), now.date()
    outlets = list(Outlet.objects.all())
    for outlet, stories in asyncio.run(naive.ask(outlets, since, until, routes)):
        naive.keep(newsletter, outlet, stories)


def _milliseconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1000


def _more(port: int) -> None:
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", f"/more/{NEW}")
    connection.getresponse().read()
    connection.close()


def routes_to(port: int) -> Routes:
    return {host(source): ("127.0.0.1", port) for source in range(SOURCES)}


@contextmanager
def site() -> Iterator[int]:
    command = [sys.executable, "-m", "crux.bench.intake.site"]
    with Popen(command, stdin=PIPE, stdout=PIPE, text=True) as process:  # noqa: S603  our own module
        try:
            yield int(process.stdout.readline() if process.stdout else "0")
        finally:
            process.terminate()


if __name__ == "__main__":
    main(int(sys.argv[1]))
