"""Spans for a session's steps, agents and tools, beside those of the Anthropic SDK.

Nothing is recorded unless OTEL_EXPORTER_OTLP_ENDPOINT is set: without a provider the
API's tracer does nothing. Attributes are names, counts and dollars, never text.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.conf import settings
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span
from opentelemetry.util.types import AttributeValue

SCOPE = "crux"


def start() -> None:
    """Send spans to the collector that the settings name, if they name one."""
    if not settings.OTEL_EXPORTER_OTLP_ENDPOINT:
        return
    provider = TracerProvider(resource=Resource.create({"service.name": SCOPE}))
    address = settings.OTEL_EXPORTER_OTLP_ENDPOINT.rstrip("/") + "/v1/traces"
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=address)))
    trace.set_tracer_provider(provider)


@contextmanager
def span(name: str, attributes: Mapping[str, AttributeValue]) -> Iterator[Span]:
    """A span around a block; an exception that leaves the block is its status."""
    tracer = trace.get_tracer(SCOPE)
    with tracer.start_as_current_span(f"crux.{name}", attributes=attributes) as opened:
        yield opened
