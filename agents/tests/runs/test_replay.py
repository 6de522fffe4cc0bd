"""A session played again from its record: the same, or the place where it differs."""

import io

import pytest
from django.core.management import CommandError, call_command

from agents.models import Journal, Session, ToolCall
from agents.runs.replay import replay
from newsletter.models import Issue

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def session(settings, tmp_path):
    settings.CRUX_SOURCES = "sample"
    settings.CRUX_BRAINS = ["local"]
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"
    call_command("demo", stdout=io.StringIO())
    return Session.objects.latest("pk")


def differing(session):
    return {
        found.what: found.difference for found in replay(session) if found.difference
    }


def test_a_session_plays_again_the_same_in_every_part(session):
    parts = list(replay(session))

    assert [found for found in parts if found.difference] == []
    assert {"log", "writer.2", "delivery.1", "issue"} <= {found.what for found in parts}


def test_another_answer_on_record_is_found_where_it_leads_elsewhere(session):
    calls = ToolCall.objects.filter(
        journal__session=session, journal__key="research_launches.1"
    )
    for call in calls.filter(tool="search_sources"):
        call.content = {**call.content, "stories": []}
        call.save(update_fields=["content"])

    assert list(differing(session)) == ["research_launches.1"]


def test_what_rules_of_another_version_proposed_is_held_to_the_log_alone(session):
    answers = ToolCall.objects.filter(journal__session=session, journal__key="memory.1")
    answers.filter(tool="get_events").update(content=[])
    Journal.objects.filter(session=session, key="memory.1").update(code_sha256="")

    assert differing(session) == {}


def test_what_another_version_did_not_propose_is_found(session):
    answers = ToolCall.objects.filter(journal__session=session, journal__key="memory.1")
    answers.update(staged=[])
    Journal.objects.filter(session=session, key="memory.1").update(code_sha256="")

    assert list(differing(session)) == ["memory.1"]


def test_a_page_that_was_changed_by_hand_is_found_but_not_one_of_another_version(
    session,
):
    Issue.objects.filter(session_name=session.name).update(page_html="<p>Trust us.</p>")
    assert differing(session) == {"issue": "it renders to other bytes now"}

    session.journals.update(code_sha256="0" * 64)
    assert differing(session) == {}


def test_a_step_without_its_calls_is_not_called_the_same(session):
    ToolCall.objects.filter(journal__session=session, journal__key="critic.1").delete()

    assert differing(session) == {"critic.1": "no tool call of it is on record"}


def test_the_command_says_what_differs_and_exits_with_one(session):
    Issue.objects.filter(session_name=session.name).update(page_html="")

    with pytest.raises(CommandError, match="1 parts came out otherwise") as ended:
        call_command("replay", stdout=io.StringIO())

    assert ended.value.returncode == 1


def test_a_session_that_is_not_there_is_said(db):
    with pytest.raises(CommandError, match="No session 'nope'") as ended:
        call_command("replay", "nope", stdout=io.StringIO())

    assert ended.value.returncode == 2
