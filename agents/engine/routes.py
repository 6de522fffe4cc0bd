"""The way to a session's sources: the web, or the sample served on loopback."""

import atexit
from contextlib import ExitStack
from functools import cache

from agents.models import Session
from newsletter.research import sample
from newsletter.research.outlets import active as outlets
from newsletter.research.outlets.spec import SourceSpec
from newsletter.web.fetch import Routes


def routes(sources: str) -> Routes | None:
    """The routes for a session's sources; None is the live web."""
    return _sample_routes() if sources == Session.Sources.SAMPLE else None


def specs(sources: str) -> tuple[SourceSpec, ...]:
    """The sources to ask: the active outlets, in the sample those it bundles."""
    return sample.sources() if sources == Session.Sources.SAMPLE else outlets.active()


@cache
def _sample_routes() -> Routes:
    """The sample's server, begun once per process and ended with it."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(sample.serve())
