"""No address of a person gets into the log, whatever an error said."""

import pytest
from django.db import IntegrityError

from agents.engine import leases, steering
from agents.engine.leases import Staged
from agents.engine.log import Envelope
from agents.events.brief import CoveredTopics
from agents.events.redaction import STRUCK, without_addresses
from agents.events.schema import Kind
from agents.models import AgentRun, RetryPolicy
from agents.tests.support import newsroom
from agents.tests.support.workbench import make_bench, make_hands


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Key (address)=(jane@readers.example) exists.", "Key (address)=([@]) exists."),
        ("550 5.1.1 <jane.doe+x@readers.example>: no", "550 5.1.1 <[@]>: no"),
        ("to=jane%40readers.example&x=1", "to=[@]&x=1"),
        ("redis://default:secret@10.0.0.1:6379/0", "redis://@10.0.0.1:6379/0"),
        ("redis://:secret@localhost", "redis://@localhost"),
        ("a@b.c", "[@]"),
    ],
)
def test_an_address_is_struck_out(text, left):
    assert without_addresses(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "",
        "it broke at 9:00",
        "https://medium.example/@name",
        "sonnet@20261101",
        "@",
        "100 % of 3",
        STRUCK,
    ],
)
def test_what_is_no_address_stays(text):
    assert without_addresses(text) == text


def test_a_text_never_becomes_longer_and_a_second_look_changes_nothing():
    text = "a@b.c " * 100 + "x://u@h " * 100

    once = without_addresses(text)

    assert len(once) <= len(text)
    assert without_addresses(once) == once


def test_a_long_line_without_an_address_costs_no_more_than_it_is_long():
    assert without_addresses("x" * 100_000 + "@")[-1] == "@"


@pytest.mark.django_db
def test_an_address_in_an_error_is_in_no_event_row_or_page(
    make_session, monkeypatch, client
):
    def breaks(*_):
        raise IntegrityError("Key (address)=(jane@readers.example) already exists.")

    scripts = newsroom.honest_scripts() | {"evaluator": breaks}
    RetryPolicy.objects.create(step="evaluator", attempts=1)
    session = make_session(brains=("scripted",))
    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        newsroom.run(session, scripts, monkeypatch)

    written = [str(data) for data in session.events.values_list("data", flat=True)]
    page = client.get(f"/runs/{session.name}/").content.decode()
    assert session.reason.endswith("Key (address)=([@]) already exists.")
    for text in (*written, page, AgentRun.objects.get(agent__slug="evaluator").error):
        assert "jane@" not in text


@pytest.mark.django_db
def test_an_address_that_an_operator_types_is_not_kept(make_session):
    session = make_session()

    steering.pause(session, reason="jane@readers.example asked")

    data = session.events.get(event_type=Kind.SESSION_PAUSED).data
    assert data["reason"] == "[@] asked"


@pytest.mark.django_db
def test_an_address_in_a_tools_name_is_not_kept(make_session):
    hands = make_hands(make_bench(make_session(), "memory"))

    hands.use("mail jane@readers.example", {})

    called = hands.bench.session.events.get(event_type=Kind.TOOL_CALLED).data
    assert called["tool"] == "mail [@]"
    assert "jane@" not in called["summary"]


@pytest.mark.django_db
def test_a_placeholder_repeats_the_reason_without_the_address(make_session):
    session = make_session()

    leases.fail(leases.take(session.pk, "memory"), "no jane@a.example", is_final=True)

    assert session.events.get(event_type=Kind.COVERED_TOPICS).data["note"] == "no [@]"


@pytest.mark.django_db
def test_why_another_brain_spoke_is_told_without_the_address(make_session):
    bench = make_bench(make_session(), "memory")
    spoke = Envelope("memory", "local", "managed: no account jane@a.example")

    leases.finish(bench.lease, [Staged(Kind.COVERED_TOPICS, CoveredTopics(), spoke)])

    event = bench.session.events.get(event_type=Kind.COVERED_TOPICS)
    assert event.instead_of == "managed: no account [@]"
