"""The hands of an agent: its own tools alone, in its time, each use on record."""

import pytest

from agents.brains.base import DeadlinePassed
from agents.engine.leases import Fenced
from agents.events.schema import Kind
from agents.models import StepRun
from agents.runs.hands import DONE
from agents.tests.support.workbench import make_bench, make_hands

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("first_step")]
pytest_plugins = ["agents.tests.support.platform_fixtures"]

EMPTY = {"event_type": "covered_topics", "data": {}}


@pytest.fixture
def hands(make_session):
    """The memory agent's: it may emit events and read them."""
    return make_hands(make_bench(make_session(), "memory"))


def called(hands):
    """What the log says of each use of a tool."""
    lines = hands.bench.session.events.of_kind(Kind.TOOL_CALLED).order_by("seq")
    return [line.data for line in lines]


@pytest.mark.parametrize("tool", ["send_issue", "fetch_page", "rm", ""])
def test_a_tool_that_is_not_this_agents_is_refused_whether_it_exists_or_not(
    hands, tool
):
    result = hands.use(tool, {})

    assert result.is_error
    assert result.content == f"No tool {tool!r} for you; yours: get_events, emit_event."
    assert [(line["tool"], line["ok"]) for line in called(hands)] == [(tool, False)]


def test_each_use_is_on_record_with_what_came_of_it(hands):
    hands.use("get_events", {"limit": 1})
    hands.use("get_events", {"limit": 0})

    first, second = called(hands)
    assert (first["ok"], first["summary"], first["key"]) == (
        True,
        "1 events",
        "memory.1",
    )
    assert not second["ok"]
    assert second["summary"].startswith("get_events does not take these arguments")
    assert hands.bench.tool_calls == 2


def test_a_long_name_and_a_long_refusal_are_cut_for_the_record(hands):
    hands.use("x" * 1000, {})

    [line] = called(hands)
    assert len(line["tool"]) == 60
    assert len(line["summary"]) == 500
    assert line["summary"].endswith("x…")


def test_after_the_terminal_event_nothing_more_is_done(hands):
    hands.use("emit_event", EMPTY)
    assert hands.is_done

    again = hands.use("emit_event", EMPTY)

    assert (again.content, again.is_error) == (DONE, True)
    assert [line.kind for line in hands.bench.staged] == [Kind.COVERED_TOPICS]


def test_a_refused_event_leaves_the_agent_its_turn(hands):
    refused = hands.use("emit_event", {"event_type": "email_sent", "data": {}})

    assert refused.is_error
    assert not hands.is_done
    assert not hands.use("emit_event", EMPTY).is_error


def test_an_agent_whose_time_is_up_can_use_nothing(hands):
    hands.bench.deadline = 0

    with pytest.raises(DeadlinePassed):
        hands.use("emit_event", EMPTY)

    assert hands.seconds_left == 0
    assert called(hands) == []


def test_an_agent_that_lost_its_step_can_write_nothing(hands):
    StepRun.objects.update(status=StepRun.Status.LOST)

    with pytest.raises(Fenced):
        hands.use("get_events", {"limit": 1})

    assert called(hands) == []


def test_no_address_that_was_known_is_told_as_found(hands):
    hands.bench.addresses.add("https://known.example/")

    hands.use("get_events", {})

    assert called(hands)[0]["addresses"] == []
