"""The tools of the log: what an agent may emit, and which events it reads."""

import pytest

from agents.events.schema import Kind
from agents.tests.support import steps as stepping
from agents.tests.support.scripted_hands import make_story
from agents.tests.support.workbench import make_bench
from agents.tools import ToolError, emit_event, get_events

pytestmark = pytest.mark.django_db


# --- emit_event ---------------------------------------------------------------------


def emit(bench, kind, **data):
    return emit_event.TOOL.run(bench, {"event_type": kind, "data": data})


def test_an_agent_emits_its_own_kind(bench):
    assert emit(bench, "covered_topics") == {"ok": True, "event_type": "covered_topics"}

    assert [(line.kind, line.envelope.agent) for line in bench.staged] == [
        (Kind.COVERED_TOPICS, "memory")
    ]


@pytest.mark.parametrize("kind", ["email_sent", "draft_written", "nonsense", ""])
def test_an_agent_cannot_emit_anothers_kind(bench, kind):
    with pytest.raises(ToolError) as refused:
        emit(bench, kind)

    assert str(refused.value) == (
        f"The memory agent may not emit {kind!r}; it may emit: covered_topics."
    )
    assert bench.staged == []


@pytest.mark.parametrize("kind", ["verification_passed", "email_sent"])
@pytest.mark.parametrize("step", ["verifier", "delivery"])
def test_what_code_measures_no_agent_can_claim(make_session, step, kind):
    with pytest.raises(ToolError, match=r"may not emit .* it may emit: nothing"):
        emit(make_bench(make_session(), step), kind)


def test_a_terminal_event_is_emitted_once(bench):
    emit(bench, "covered_topics")

    with pytest.raises(ToolError, match="accepted already; you are done"):
        emit(bench, "covered_topics")

    assert len(bench.staged) == 1


def test_data_that_does_not_fit_is_refused_where_it_does_not(bench):
    with pytest.raises(ToolError) as refused:
        emit(bench, "covered_topics", topics=[{"story_id": "a"}], mood="good")

    assert "covered_topics was refused: topics.0.title: Field required" in str(
        refused.value
    )
    assert "mood: Extra inputs are not permitted" in str(refused.value)
    assert bench.staged == []


def test_what_code_does_not_certify_is_refused_in_its_words(make_session):
    bench = make_bench(make_session(), "research_papers")
    story = make_story(kind="paper").model_dump(mode="json")

    with pytest.raises(ToolError, match="No tool returned these addresses"):
        emit(bench, "papers_researched", papers=[story])

    assert bench.staged == []


# --- get_events ---------------------------------------------------------------------


def events(bench, **arguments):
    found = get_events.TOOL.run(bench, arguments)
    return [event["event_type"] for event in found]


def test_an_agent_reads_its_own_session_oldest_first(make_session):
    bench = make_bench(make_session(), "evaluator")

    kinds = [Kind.COVERED_TOPICS, Kind.LAUNCHES_RESEARCHED]
    assert events(bench, event_types=kinds) == kinds
    assert events(bench)[0] == Kind.SESSION_STARTED


def test_the_limit_leaves_the_newest(make_session):
    bench = make_bench(make_session(), "evaluator")

    assert events(bench, limit=2) == [Kind.PAPERS_RESEARCHED, Kind.STEP_STARTED]


@pytest.mark.parametrize("limit", [0, 201])
def test_a_limit_out_of_bounds_is_refused(bench, limit):
    with pytest.raises(ToolError, match="limit: Input should be"):
        events(bench, limit=limit)


def test_events_are_read_of_one_agent_alone(make_session):
    bench = make_bench(make_session(), "evaluator")

    assert events(bench, agent="research_papers") == [Kind.PAPERS_RESEARCHED]
    assert events(bench, agent="nobody") == []


def test_earlier_sessions_are_read_by_name_or_all_at_once(make_session):
    earlier = make_session()
    stepping.do(earlier, Kind.COVERED_TOPICS)
    bench = make_bench(make_session(), "memory")
    wanted = [Kind.COVERED_TOPICS]

    assert events(bench, event_types=wanted) == []
    assert events(bench, event_types=wanted, session=earlier.name) == wanted
    assert events(bench, event_types=wanted, session="*") == wanted


def test_another_newsletters_sessions_are_not_read(make_session):
    other = make_session("monthly")
    stepping.do(other, Kind.COVERED_TOPICS)
    bench = make_bench(make_session(), "memory")

    assert events(bench, session=other.name) == []
    assert events(bench, event_types=[Kind.COVERED_TOPICS], session="*") == []
