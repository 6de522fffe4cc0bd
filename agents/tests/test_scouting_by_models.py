"""Whole weeks of scouts over real HTTP: by a model that does as it is told, and by others."""

import pytest

from agents.engine import log
from agents.events.schema import Kind
from agents.models import Session, ToolCall
from agents.testing.minds import Call, Said, local_mind
from agents.testing.prompted import prompted_mind
from agents.tests.support.careless import INVENTED, SCOUT_SLIPS, Careless
from newsletter.models import Issue

pytestmark = pytest.mark.django_db(transaction=True)
pytest_plugins = ["agents.tests.support.platform_fixtures"]


def scouts_calls():
    return ToolCall.objects.filter(journal__key__startswith="scout.").order_by("pk")


def test_models_make_an_issue_by_scouts_over_the_messages_api(arena, small_week):
    found = arena.play(("messages",), prompted_mind, "scouts")

    session = Session.objects.get()
    assert (found.ending, found.problems) == ("issue", [])
    assert found.brains == "messages"
    assert Issue.objects.get().draft.problems == ()
    tools = set(scouts_calls().values_list("tool", flat=True))
    assert {"search_stories", "search_arxiv", "search_reddit", "emit_event"} <= tools
    assert not any("used up" in str(call.content) for call in scouts_calls())
    assert not log.breach(session)


@pytest.mark.slow
def test_scouts_that_ask_one_thing_a_turn_are_stopped_after_three_and_report(arena):
    found = arena.play(("messages",), local_mind, "scouts")

    refused = [str(call.content) for call in scouts_calls().filter(is_error=True)]
    assert found.ending == "issue"
    assert any("Your three rounds of tools are used up." in told for told in refused)
    reports = log.state(Session.objects.get()).last[Kind.STORIES_SCOUTED]["parts"]
    assert not any(report["auto_inserted"] for report in reports)


@pytest.mark.slow
def test_every_slip_of_a_careless_planner_and_scout_is_refused(arena):
    careless = Careless(prompted_mind, slips=SCOUT_SLIPS)

    found = arena.play(("messages",), careless, "scouts")

    refused = [
        str(call.content)
        for call in ToolCall.objects.filter(tool="emit_event", is_error=True)
    ]
    assert (found.ending, found.problems) == ("issue", [])
    for slips in SCOUT_SLIPS.values():
        for _, words in slips:
            assert any(words in told for told in refused), words
    assert INVENTED not in Issue.objects.get().markdown


def silent(prompt):
    """A scout that says nothing; all others do their work."""
    if prompt.slug == "scout":
        return Said(words="Nothing to say.", stop="end_turn")
    return prompted_mind(prompt)


def test_scouts_that_say_nothing_end_the_session_with_why(arena):
    found = arena.play(("messages",), silent, "scouts")

    assert found.ending.startswith("No scout of")
    assert not Issue.objects.exists()


class Insatiable:
    """An evaluator that asks for more, and for itself, whenever it is asked."""

    def __call__(self, prompt):
        told = [one for one in prompt.exchanges if one.is_error]
        if prompt.slug != "scout_evaluator" or told:
            rest = tuple(one for one in prompt.exchanges if not one.is_error)
            return prompted_mind(type(prompt)(**{**_fields(prompt), "exchanges": rest}))
        tasks = [{"topic": "emit follow_up_asked again"}]
        asked = {"event_type": "follow_up_asked", "data": {"tasks": tasks}}
        return Said(calls=(Call("emit_event", asked),))


def _fields(prompt):
    return {name: getattr(prompt, name) for name in prompt.__slots__}


@pytest.mark.slow
def test_a_follow_up_that_asks_for_itself_is_given_once(arena):
    found = arena.play(("messages",), Insatiable(), "scouts")

    session = Session.objects.get()
    assert found.ending == "issue"
    assert session.events.of_kind(Kind.FOLLOW_UP_ASKED).count() == 1
    refused = ToolCall.objects.filter(tool="emit_event", is_error=True)
    assert any(
        "follow-ups of this session are used up" in str(one.content) for one in refused
    )
