"""The specification's attempts for each tool, while what it needs is really away."""

import socket
from datetime import UTC, datetime

import pytest
from django.db import OperationalError, connection

from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support import newsroom
from agents.tests.support.workbench import make_bench
from agents.tools import (
    emit_event,
    get_events,
    search_sources,
    send_issue,
    verify_links,
)
from agents.tools import workbench as workbench_module
from agents.tools.base import ToolError
from newsletter.drafts.links import extract
from newsletter.models import Outlet
from newsletter.research.sample.server import Serving
from newsletter.research.sample.week import SampleRoutes
from newsletter.tests.support.makers import MARKDOWN
from newsletter.text.identifiers import sha256_of
from subscribers.models import Delivery
from subscribers.tests.support.makers import make_reader
from subscribers.tests.support.servers import running

DRAFT = {"subject": "Model A is out, and 1 more", "markdown": MARKDOWN}
SHA = sha256_of(MARKDOWN)
CALLS = [
    (get_events, {"event_types": ["covered_topics"]}),
    (emit_event, {"event_type": "covered_topics", "data": {"topics": []}}),
]


@pytest.fixture
def closed_port():
    """A port on which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@pytest.fixture
def database(closed_port, waits, monkeypatch):
    """Takes the database away, and brings it back at so many waits."""
    place = {**connection.settings_dict}

    class Database:
        back_at = 99

        def go(self):
            connection.settings_dict.update(HOST="127.0.0.1", PORT=closed_port)
            connection.close()

        def come_back(self):
            connection.settings_dict.update(place)
            connection.close()

    database = Database()

    def wait(seconds):
        waits.append(seconds)
        if len(waits) == database.back_at:
            database.come_back()

    monkeypatch.setattr("agents.tools.base.time.sleep", wait)
    yield database
    database.come_back()


@pytest.mark.postgres
@pytest.mark.parametrize(("tool", "arguments"), CALLS)
def test_the_log_is_asked_three_times(
    committed, make_session, database, waits, tool, arguments
):
    bench = make_bench(make_session(), "memory")
    database.back_at = 2
    database.go()

    tool.TOOL.run(bench, arguments)

    assert waits == [0.5, 1.0]


@pytest.mark.postgres
@pytest.mark.parametrize(("tool", "arguments"), CALLS)
def test_a_log_that_stays_away_is_no_fault_of_the_agent(
    committed, make_session, database, waits, tool, arguments
):
    bench = make_bench(make_session(), "memory")
    database.go()

    with pytest.raises(OperationalError):
        tool.TOOL.run(bench, arguments)

    assert waits == [0.5, 1.0]
    assert bench.staged == []


@pytest.fixture
def delivering(make_session, settings):
    """The delivery agent before a verified draft, with one reader, over SMTP."""
    settings.DELIVERY_TRANSPORT = "smtp"
    settings.DEFAULT_FROM_EMAIL = "News <news@letters.example.org>"
    settings.EMAIL_HOST = "127.0.0.1"
    last = {
        Kind.DRAFT_WRITTEN: DRAFT,
        Kind.DRAFT_APPROVED: {"draft_sha256": SHA},
        Kind.VERIFICATION_PASSED: {"draft_sha256": SHA, "checked": 2},
    }
    bench = make_bench(make_session(), "delivery", last=last)
    bench.session.sources = Session.Sources.LIVE  # a sample's letters go to files
    make_reader(bench.newsletter)
    return bench


@pytest.mark.django_db(transaction=True)
def test_letters_are_tried_twice(delivering, settings, closed_port, monkeypatch, waits):
    settings.EMAIL_PORT = closed_port
    with running() as (port, taken):

        def wait(seconds):
            waits.append(seconds)
            settings.EMAIL_PORT = port

        monkeypatch.setattr("agents.tools.base.time.sleep", wait)
        answer = send_issue.TOOL.run(delivering, {})

    assert waits == [2.0]
    assert (answer["accepted"], len(taken)) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_letters_wait_where_the_mail_server_stays_away(
    delivering, settings, closed_port, waits
):
    settings.EMAIL_PORT = closed_port

    answer = send_issue.TOOL.run(delivering, {})

    assert waits == [2.0]
    assert (answer["accepted"], answer["waiting"]) == (0, 1)
    assert "No way into the mail server" in answer["problem"]
    assert Delivery.objects.get().state == Delivery.State.QUEUED


@pytest.fixture
def network(closed_port, monkeypatch):
    """A web on which every connection is refused."""
    nowhere = ("127.0.0.1", closed_port)
    away = SampleRoutes(Serving(open=nowhere, closed=nowhere), frozenset())
    monkeypatch.setattr(workbench_module, "routes", lambda _: away)


@pytest.mark.django_db
def test_links_are_asked_twice_and_no_draft_fails_for_the_network(
    make_session, network, waits
):
    last = {Kind.DRAFT_WRITTEN: DRAFT, Kind.DRAFT_APPROVED: {"draft_sha256": SHA}}
    bench = make_bench(make_session(), "verifier", last=last)

    with pytest.raises(ToolError, match=r"verify_links failed: none of \d+ addresses"):
        verify_links.TOOL.run(bench, {})

    assert waits.count(1.0) == 1
    assert bench.staged == []


@pytest.mark.django_db
def test_what_the_one_outlet_of_a_newsletter_said_is_told(bench, network, waits):
    bench.session.sources = Session.Sources.LIVE
    bench.newsletter.shared_outlets = False
    outlet = Outlet.objects.create(
        newsletter=bench.newsletter, name="Maker", how="feed", url="https://m.invalid/f"
    )

    with pytest.raises(
        ToolError, match=r"its one source did not answer \(Maker: .+\)$"
    ):
        search_sources.TOOL.run(bench, {"kind": "launch"})
    assert outlet.is_active


@pytest.mark.django_db
def test_sources_are_asked_twice(bench, network, waits):
    bench.session.as_of = datetime(2025, 8, 7, tzinfo=UTC)

    with pytest.raises(ToolError, match=r"search_sources failed: none of \d+ sources"):
        search_sources.TOOL.run(bench, {"kind": "paper"})

    assert waits.count(1.0) == 1


@pytest.mark.django_db
def test_links_are_judged_once_somebody_answers_again(
    make_session, network, monkeypatch, waits
):
    last = {Kind.DRAFT_WRITTEN: DRAFT, Kind.DRAFT_APPROVED: {"draft_sha256": SHA}}
    bench = make_bench(make_session(), "verifier", last=last)
    pages = {link.url: newsroom.page("A page", "Words.") for link in extract(MARKDOWN)}
    with newsroom.serving(pages, monkeypatch):
        there = workbench_module.routes
        away = SampleRoutes(
            Serving(open=("127.0.0.1", 9), closed=("127.0.0.1", 9)), frozenset()
        )
        monkeypatch.setattr(workbench_module, "routes", lambda _: away)

        def wait(seconds):
            waits.append(seconds)
            monkeypatch.setattr(workbench_module, "routes", there)

        monkeypatch.setattr("agents.tools.base.time.sleep", wait)
        answer = verify_links.TOOL.run(bench, {})

    assert waits == [1.0]
    assert not answer["all_valid"]
