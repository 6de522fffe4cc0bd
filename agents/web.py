"""Which web a session reads: the live one, or the bundled sample served on loopback."""

import atexit
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime, time
from functools import cache

from django.conf import settings

from agents.models import Session
from newsletter import sample
from newsletter.fetch import Routes
from newsletter.sources import SourceSpec, outlets

# Two addresses that every live issue needs; one answering is enough.
PROBES = (("export.arxiv.org", 443), ("hn.algolia.com", 443))
PROBE_SECONDS = 2.0
NOON = time(12, tzinfo=UTC)


def routes(sources: str) -> Routes | None:
    """The routes for a session's sources; None is the live web."""
    return _sample_routes() if sources == Session.Sources.SAMPLE else None


def specs(sources: str) -> tuple[SourceSpec, ...]:
    """The sources to ask: the active outlets, in the sample those it bundles."""
    return sample.sources() if sources == Session.Sources.SAMPLE else outlets.active()


def as_of(sources: str, now: datetime) -> datetime:
    """The day that research looks back from: today, or the sample's own."""
    if sources != Session.Sources.SAMPLE:
        return now
    return datetime.combine(sample.SAMPLE_DATE, NOON)


@cache
def _sample_routes() -> Routes:
    """The sample's server, begun once per process and ended with it."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(sample.serve())


def choose() -> Session.Sources:
    """Live where the web answers, else the sample; CRUX_SOURCES may decide it."""
    if settings.CRUX_SOURCES != "auto":
        return Session.Sources(settings.CRUX_SOURCES)
    with ThreadPoolExecutor(len(PROBES)) as pool:
        is_live = any(pool.map(_answers, PROBES))
    return Session.Sources.LIVE if is_live else Session.Sources.SAMPLE


def _answers(probe: tuple[str, int]) -> bool:
    try:
        socket.create_connection(probe, timeout=PROBE_SECONDS).close()
    except OSError:
        return False
    return True
