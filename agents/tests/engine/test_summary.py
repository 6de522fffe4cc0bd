"""The run summary: what it counts, where it is kept, and how it is printed."""

import json
from datetime import timedelta
from decimal import Decimal

import pytest

from agents.engine import steering, summary
from agents.models import Agent, AgentRun
from agents.tests.support import steps as stepping

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(make_session):
    session = make_session()
    stepping.do(session, *stepping.HAPPY)
    session.refresh_from_db()
    return session


def book(session, key, **fields):
    slug = key.partition(".")[0]
    defaults = {"attempt": 1, "brain": "local", "status": "success"}
    return AgentRun.objects.create(
        session=session,
        agent=Agent.objects.get_or_create(slug=slug)[0],
        key=key,
        **{**defaults, **fields},
    )


def test_the_rounds_of_an_agent_are_added_up(session):
    book(session, "writer.1", seconds=1.26, dollars=Decimal("0.10"), input_tokens=5)
    book(session, "writer.2", seconds=2.0, dollars=Decimal("0.205"), input_tokens=6)
    book(session, "critic.1", seconds=1.0, output_tokens=3, tool_calls=4)

    told = summary.summarise(session)

    assert told["agent_timings"] == {"writer": 3.3, "critic": 1.0}
    assert told["agent_dollars"]["writer"] == "0.305000"
    assert told["agent_tokens"]["writer"]["input"] == 11
    assert told["totals"]["dollars"] == "0.305000"
    assert told["totals"]["output_tokens"] == 3
    assert told["totals"]["tool_calls"] == 4


def test_dollars_are_exact_where_floats_would_not_be(session):
    for number in range(1, 11):
        book(session, f"writer.{number}", dollars=Decimal("0.1"))

    assert Decimal(summary.summarise(session)["totals"]["dollars"]) == 1


def test_the_last_attempt_is_how_an_agent_ended(session):
    book(session, "writer.1", status="failed", brain="managed", error="529")
    book(session, "writer.1", attempt=2, status="success")

    told = summary.summarise(session)

    assert told["agent_status"] == {"writer": "success"}
    assert told["agent_brains"] == {"writer": "local"}
    assert told["errors"] == ["writer.1: 529"]


def test_an_attempt_is_one_retry_however_many_brains_it_took(session):
    book(session, "writer.1", retries=3)
    book(session, "writer.1", attempt=2, brain="managed")
    book(session, "writer.1", attempt=2, brain="local")

    assert summary.summarise(session)["totals"]["retries"] == 3 + 1


def test_a_session_lasts_from_its_beginning_to_its_end(session):
    session.ended_at = session.created_at + timedelta(minutes=9, seconds=30.04)

    assert summary.summarise(session)["total_elapsed_sec"] == 570.0


def test_a_session_never_took_less_than_no_time(session):
    session.ended_at = session.created_at - timedelta(days=10)

    assert summary.summarise(session)["total_elapsed_sec"] == 0


def test_success_is_an_issue_and_nothing_else(session, make_session):
    cancelled = make_session()
    steering.cancel(cancelled, reason="a mistake")

    assert summary.summarise(session)["success"] is True
    told = summary.summarise(cancelled)
    assert (told["success"], told["status"]) == (False, "cancelled")
    assert told["errors"] == ["a mistake"]


def test_the_log_can_be_compared_with_what_the_summary_says_of_it(session):
    told = summary.summarise(session)["log"]

    last = session.events.latest("seq")
    assert told == {"events": last.seq, "head": last.hash}


def test_a_summary_is_stored_with_its_session_and_in_a_file(
    session, settings, tmp_path
):
    settings.VAR_DIR = tmp_path / "not" / "there" / "yet"
    book(session, "writer.1")

    path = summary.store(session)

    session.refresh_from_db()
    assert path == settings.VAR_DIR / "runs" / f"{session.name}.json"
    assert json.loads(path.read_text()) == session.summary
    assert session.summary["agent_status"] == {"writer": "success"}


def test_a_session_without_a_run_has_a_summary_too(session):
    lines = summary.table(summary.summarise(session)).splitlines()

    assert len(lines) == 2
    assert lines[1].startswith("in all")


def test_the_table_has_a_line_for_each_agent_and_one_for_all(session):
    book(session, "writer.1", seconds=110.04, dollars=Decimal("0.41236"))
    book(session, "critic.1", seconds=75, status="timeout")

    head, writer, critic, total = summary.table(summary.summarise(session)).splitlines()

    assert head.split() == ["agent", "status", "brain", "seconds", "dollars"]
    assert writer.split() == ["writer", "success", "local", "110.0", "0.4124"]
    assert critic.split()[:2] == ["critic", "timeout"]
    assert total.split()[-1] == "0.4124"
