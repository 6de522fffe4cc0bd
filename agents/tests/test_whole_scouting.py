"""Whole weeks of scouts by rules on the bundled sample, and planners that go wrong."""

from datetime import UTC, datetime

import pytest

from agents.brains.scripted import emits
from agents.engine import log, sessions
from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support import newsroom
from newsletter.models import Issue
from newsletter.tests.support.makers import make_newsletter

pytestmark = pytest.mark.django_db


def scouting(brain, **fields):
    plan = sessions.Plan(
        workflow="scouts",
        sources=Session.Sources.SAMPLE,
        brains=(brain,),
        as_of=datetime(2025, 8, 7, 12, tzinfo=UTC),
    )
    return sessions.start(make_newsletter(**fields), plan)


@pytest.mark.slow
def test_a_week_of_scouts_ends_with_an_issue(settings, tmp_path, monkeypatch):
    settings.VAR_DIR, settings.DELIVERY_TRANSPORT = tmp_path, "file"
    session = scouting(
        "local", profile="agents, open models, retrieval", topics=["agents", "models"]
    )

    newsroom.run(session, {}, monkeypatch)

    assert session.status == Session.Status.FINISHED, session.reason
    assert Issue.objects.get().draft.problems == ()
    reports = log.state(session).last[Kind.STORIES_SCOUTED]["parts"]
    assert [report["part"] for report in reports] == [1, 2, 3]
    assert not log.breach(session)


def test_a_planner_that_plans_nothing_ends_well_and_says_why(monkeypatch):
    session = scouting("scripted")
    script = {"planner": emits(Kind.TASKS_PLANNED, tasks=[])}

    newsroom.run(session, script, monkeypatch)

    assert session.status == Session.Status.ABORTED
    assert session.reason == "The planner set no task, so nobody looked for a story."


def test_twenty_tasks_where_five_are_allowed_are_refused_with_how_many(monkeypatch):
    tasks = [{"topic": f"topic {number}"} for number in range(20)]
    session = scouting("scripted")
    script = {"planner": emits(Kind.TASKS_PLANNED, tasks=tasks)}

    newsroom.run(session, script, monkeypatch)

    calls = session.events.of_kind(Kind.TOOL_CALLED).values_list("data", flat=True)
    assert "give the 5 that matter most" in next(
        call["summary"] for call in calls if not call["ok"]
    )
    assert not session.events.of_kind(Kind.TASKS_PLANNED).exists()
