"""Which web a session reads, and the way there: the live one, or the bundled sample."""

import atexit
import socket
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from datetime import UTC, datetime, time
from functools import cache

from django.conf import settings

from agents.models import Session
from newsletter.models import Newsletter, Outlet, active_outlets
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.sample import week
from newsletter.research.sample.catalogue import outlets as sample_outlets
from newsletter.web.guard import Complaint, judge

# Two addresses that most issues need, tried beside the outlets; one answering is enough.
PROBES = (("export.arxiv.org", 443), ("hn.algolia.com", 443))
PORTS = frozenset({80, 443})
MOST_OUTLETS = 8
PROBE_SECONDS = 2.0
LOOK_UP_SECONDS = 6.0
NOON = time(12, tzinfo=UTC)


class WebSilent(Exception):
    """The web does not answer: try again later, or set CRUX_SOURCES (live or sample)."""

    def __init__(self) -> None:
        super().__init__(self.__doc__)


def as_of(sources: str, now: datetime) -> datetime:
    """The day that research looks back from: today, or the sample's own."""
    if sources != Session.Sources.SAMPLE:
        return now
    return datetime.combine(week.SAMPLE_DATE, NOON)


def choose(newsletters: Iterable[Newsletter] = ()) -> Session.Sources:
    """What CRUX_SOURCES says; `auto` is the live web, and raises WebSilent without it.

    The sample is dated, so nobody but `manage.py demo` takes it for want of the web.
    """
    if settings.CRUX_SOURCES != "auto":
        return Session.Sources(settings.CRUX_SOURCES)
    if not is_there(newsletters):
        raise WebSilent
    return Session.Sources.LIVE


def is_there(newsletters: Iterable[Newsletter]) -> bool:
    """Whether the web answers.

    At one of the hosts that most newsletters ask, or one that these have outlets at.
    """
    probes = {*PROBES, *_doors(newsletters)}
    pool = ThreadPoolExecutor(len(probes))
    try:
        asked = [pool.submit(_answers, probe) for probe in probes]
        return any(done.result() for done in as_completed(asked, LOOK_UP_SECONDS))
    except TimeoutError:
        return False
    finally:
        pool.shutdown(wait=False)  # a name server that is silent is not waited for


def _doors(newsletters: Iterable[Newsletter]) -> Iterator[tuple[str, int]]:
    """Hosts and ports of their own outlets, as far as these may be asked at all."""
    mine = Outlet.objects.filter(newsletter__in=[*newsletters], is_active=True)
    for address in mine.values_list("url", flat=True)[:MOST_OUTLETS]:
        url = judge(address, PORTS)
        if not isinstance(url, Complaint) and url.raw_host and url.port:
            yield url.raw_host, url.port


def _answers(probe: tuple[str, int]) -> bool:
    try:
        socket.create_connection(probe, timeout=PROBE_SECONDS).close()
    except OSError:
        return False
    return True


def routes(sources: str) -> week.SampleRoutes | None:
    """The routes for a session's sources; None is the live web."""
    return _sample_routes() if sources == Session.Sources.SAMPLE else None


def outlets(session: Session) -> tuple[OutletSpec, ...]:
    """The outlets that a session asks: what its newsletter asks.

    The sample bundles answers of shared ones alone.
    """
    if session.sources != Session.Sources.SAMPLE:
        return active_outlets(session.newsletter)
    return sample_outlets() if session.newsletter.shared_outlets else ()


@cache
def _sample_routes() -> week.SampleRoutes:
    """The sample's server, begun once per process and ended with it."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(week.serve())
