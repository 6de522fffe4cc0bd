"""Which web a session reads: the live one, or the bundled sample."""

import socket
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, time

from django.conf import settings

from agents.models import Session
from newsletter.research import sample

# Two addresses that every live issue needs; one answering is enough.
PROBES = (("export.arxiv.org", 443), ("hn.algolia.com", 443))
PROBE_SECONDS = 2.0
NOON = time(12, tzinfo=UTC)


def as_of(sources: str, now: datetime) -> datetime:
    """The day that research looks back from: today, or the sample's own."""
    if sources != Session.Sources.SAMPLE:
        return now
    return datetime.combine(sample.SAMPLE_DATE, NOON)


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
