import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from agents.runs import tracing

pytest_plugins = ["agents.tests.support.platform_fixtures"]


@pytest.fixture
def spans(monkeypatch):
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(
        trace, "get_tracer", lambda name, *_, **__: provider.get_tracer(name)
    )
    return exporter


def test_an_agent_run_is_a_span_with_its_tools_and_what_it_cost(
    spans, platform, remember
):
    remember("managed")

    by_name = {span.name: span for span in spans.get_finished_spans()}
    agent, tool = by_name["crux.agent"], by_name["crux.tool"]
    assert agent.attributes["crux.agent"] == "memory"
    assert agent.attributes["crux.brain"] == "managed"
    assert agent.attributes["gen_ai.usage.output_tokens"] > 0
    assert agent.attributes["crux.dollars"] > 0
    assert tool.parent.span_id == agent.context.span_id
    assert agent.parent.span_id == by_name["crux.step"].context.span_id


def test_no_span_tells_what_was_said(spans, platform, remember):
    remember("managed")

    told = " ".join(
        str(value)
        for span in spans.get_finished_spans()
        for value in span.attributes.values()
    )
    assert "Agents." not in told
    assert "covered_topics" not in told


def test_nothing_is_recorded_unless_a_collector_is_set(settings, monkeypatch):
    monkeypatch.setattr(trace, "set_tracer_provider", pytest.fail)
    settings.OTEL_EXPORTER_OTLP_ENDPOINT = ""

    tracing.start()


def test_a_collector_that_is_set_gets_the_spans(settings, monkeypatch):
    given = []
    monkeypatch.setattr(trace, "set_tracer_provider", given.append)
    settings.OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:4318"

    tracing.start()

    [provider] = given
    assert provider.resource.attributes["service.name"] == "crux"
    provider.shutdown()
