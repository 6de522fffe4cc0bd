"""Tracing (OpenTelemetry spans) of a session's steps, agents and tools.

Nothing is recorded unless OTEL_EXPORTER_OTLP_ENDPOINT is set: without a provider the
API's tracer does nothing. Attributes are names, counts and dollars, never text.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.conf import settings
from opentelemetry import trace
from opentelemetry.trace import Span
from opentelemetry.util.types import AttributeValue

SCOPE = "crux"


def start() -> None:
    """Send spans to the collector that the settings name, if they name one."""
    if not settings.OTEL_EXPORTER_OTLP_ENDPOINT:
        return
    from agents.runs import otlp  # noqa: PLC0415  only who exports holds the SDK

    otlp.start(settings.OTEL_EXPORTER_OTLP_ENDPOINT, service=SCOPE)


@contextmanager
def span(name: str, attributes: Mapping[str, AttributeValue]) -> Iterator[Span]:
    """A span around a block; an exception that leaves the block is its status."""
    tracer = trace.get_tracer(SCOPE)
    with tracer.start_as_current_span(f"crux.{name}", attributes=attributes) as opened:
        yield opened
