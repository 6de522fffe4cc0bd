"""A session played again from its record: the same, or the place where it differs."""

import io
from contextlib import contextmanager
from datetime import date

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone

from agents.engine import leases
from agents.events import schema as events
from agents.events.schema import Kind
from agents.models import Journal, Session, ToolCall
from agents.runs.replay import replay
from agents.tests.support import small_week
from agents.tests.support import steps as stepping
from newsletter.issues import lessons
from newsletter.models import Issue, Newsletter
from newsletter.research.ranking.profile import default_profile
from newsletter.tests.support.makers import make_story

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def session(settings, tmp_path):
    """Of a newsletter that learned from its picks before."""
    newsletter = Newsletter.objects.create(
        slug="crux", title="Crux", profile=default_profile(), shared_outlets=True
    )
    told = [make_story("a", title="Agents that plan")]
    lessons.keep_picks(newsletter, told, [make_story("b")], date(2025, 7, 1))
    settings.CRUX_SOURCES = "sample"
    settings.CRUX_BRAINS = ["local"]
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"
    # Google's story leads nowhere, and costs a round.
    with small_week.told_by(*small_week.MAKERS, "Google AI"):
        call_command("demo", stdout=io.StringIO())
    return Session.objects.latest("pk")


def differing(session):
    return {
        found.what: found.difference for found in replay(session) if found.difference
    }


@contextmanager
def tampering():
    """What is changed within is as before afterwards: one session serves all."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_a_session_plays_again_the_same_in_every_part(session, subtests):
    parts = list(replay(session))

    assert [found for found in parts if found.difference] == []
    assert {"log", "writer.2", "delivery.1", "issue"} <= {found.what for found in parts}

    calls = ToolCall.objects.filter(journal__session=session)
    memory = Journal.objects.filter(session=session, key="memory.1")
    issue = Issue.objects.filter(session_name=session.name)
    with subtests.test("what is learned afterwards changes nothing"), tampering():
        searches = list(calls.filter(tool="search_sources"))
        ranked = [story for call in searches for story in call.content["stories"]]
        before = lessons.learned(session.newsletter, date(2025, 8, 7)).sha256
        session.newsletter.lessons.all().delete()
        told = [make_story("c", title="Models that wait")]
        lessons.keep_picks(session.newsletter, told, [], date(2025, 7, 2))

        assert all(call.content["learned"] for call in searches)
        assert any(story["signals"].get("learned") for story in ranked)
        assert lessons.learned(session.newsletter, date(2025, 8, 7)).sha256 != before
        assert differing(session) == {}
    with (
        subtests.test("rules of another version are held to the log alone"),
        tampering(),
    ):
        calls.filter(journal__key="memory.1", tool="get_events").update(content=[])
        issue.update(page_html="<p>Of another version.</p>")
        session.journals.update(code_sha256="0" * 64)

        assert differing(session) == {}
    with subtests.test("what was changed by hand is found, part by part"), tampering():
        for call in calls.filter(
            journal__key="research_launches.1", tool="search_sources"
        ):
            call.content = {**call.content, "stories": []}
            call.save(update_fields=["content"])
        calls.filter(journal__key="memory.1").update(staged=[])
        memory.update(code_sha256="")
        calls.filter(journal__key="critic.1").delete()

        found = differing(session)
        assert found.keys() == {"memory.1", "research_launches.1", "critic.1"}
        assert found["critic.1"] == "no tool call of it is on record"
    with subtests.test("the command exits with one"), tampering():
        issue.update(page_html="<p>Trust us.</p>")
        out = io.StringIO()

        with pytest.raises(CommandError, match="1 parts came out otherwise") as ended:
            call_command("replay", stdout=out)

        assert "it renders to other bytes now" in out.getvalue()
        assert ended.value.returncode == 1


def test_parts_that_began_at_once_are_each_held_to_their_own_calls(make_session):
    session = make_session(workflow="scouts")
    stepping.do(session, Kind.COVERED_TOPICS, Kind.TASKS_PLANNED)
    parts = leases.take_all(session.pk, only="scout")
    for taken in parts:
        # As the version before told a look back of which no story came.
        told = stepping.line(
            Kind.STORIES_SCOUTED,
            part=taken.part,
            note=f"By {taken.key}.",
            window_days=31,
        )
        journal = Journal.objects.create(
            session=session, key=taken.key, brain="scripted"
        )
        staged = [{"kind": told.kind, "data": events.dump(told.data)}]
        journal.calls.create(
            call_id="1",
            tool="emit_event",
            attempt=1,
            staged=staged,
            answered_at=timezone.now(),
        )
        leases.finish(taken, [told])

    scouted = [one for one in replay(session) if one.what.startswith("scout")]

    assert [one.what for one in scouted] == ["scout.1.1", "scout.1.2", "scout.1.3"]
    assert [one.difference for one in scouted] == ["", "", ""]


def test_a_session_that_is_not_there_is_said(db):
    with pytest.raises(CommandError, match="No session 'nope'") as ended:
        call_command("replay", "nope", stdout=io.StringIO())

    assert ended.value.returncode == 2
