"""The tools of the log: what an agent may emit, and which events it reads."""

import pytest

from agents.engine import leases
from agents.events.brief import CoveredTopics
from agents.events.drafts import SentencesJudged
from agents.events.schema import Kind
from agents.tests.support import steps as stepping
from agents.tests.support.scripted_hands import make_story
from agents.tests.support.workbench import make_bench
from agents.tools import emit_event, get_events
from agents.tools.base import ToolError
from agents.tools.certification.selection import NOT_NAMED

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

    assert "covered_topics was refused: topics.0.title: it is missing; give it" in str(
        refused.value
    )
    assert "mood: nobody asks for it; leave it out" in str(refused.value)
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


@pytest.mark.parametrize(
    ("limit", "told"),
    [(0, "give at least 1, not 0"), (201, "give at most 200, not 201")],
)
def test_a_limit_out_of_bounds_is_refused(bench, limit, told):
    with pytest.raises(ToolError, match=f"limit: {told}"):
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


def test_data_that_is_a_text_of_json_is_read(bench):
    emit_event.TOOL.run(
        bench, {"event_type": "covered_topics", "data": '{"issues_read": 0}'}
    )

    assert [line.kind for line in bench.staged] == [Kind.COVERED_TOPICS]


@pytest.mark.parametrize("data", ["{", "[1]", "words"])
def test_data_that_is_a_text_of_anything_else_is_refused(bench, data):
    with pytest.raises(ToolError, match="data: "):
        emit_event.TOOL.run(bench, {"event_type": "covered_topics", "data": data})


@pytest.mark.parametrize("kind", ["launches", "papers"])
def test_a_story_named_by_an_unknown_id_is_refused_with_the_nearest(make_session, kind):
    bench = make_bench(make_session(), f"research_{kind}")
    known = make_story(1, id="arxiv:2508.01234").model_dump(mode="json")
    bench.learned.learn(
        "search_sources", {}, {"considered": 1, "sources": [], "stories": [known]}
    )
    event = {
        "event_type": f"{kind}_researched",
        "data": {kind: [{"id": "arxiv:2508.01243"}]},
    }

    with pytest.raises(
        ToolError, match=r"2508\.01243 \(the nearest is arxiv:2508\.01234\)"
    ):
        emit_event.TOOL.run(bench, event)


DRAFTS = ("draft_written", "critic_rejection")


@pytest.fixture
def second_round(make_session):
    """A writer whose first draft was rejected, and the second, too."""
    session = make_session()
    stepping.do(session, *stepping.HAPPY[:4])
    for _ in range(2):
        stepping.do(session, Kind.DRAFT_WRITTEN, Kind.CRITIC_REJECTION)
    return session


@pytest.mark.parametrize(
    ("kinds", "drafts"), [(DRAFTS, 1), ((), 1), (("draft_written",), 2)]
)
def test_of_drafts_the_newest_is_told_unless_drafts_alone_are_asked_for(
    bench, second_round, kinds, drafts
):
    asked = {"event_types": kinds, "session": second_round.name, "limit": 200}

    found = [event["event_type"] for event in get_events.TOOL.run(bench, asked)]

    assert found.count("draft_written") == drafts
    assert found.count("critic_rejection") in ({2} if len(kinds) != 1 else {0})


def test_what_a_judge_said_is_told_to_who_asks_for_it_alone(make_session):
    bench = make_bench(make_session(), "verifier")
    judged = SentencesJudged(case_sha256="a" * 64, prompt_sha256="b" * 64)
    leases.record(bench.lease, Kind.SENTENCES_JUDGED, judged, bench.envelope)

    assert Kind.SENTENCES_JUDGED not in events(bench)
    kinds = [Kind.SENTENCES_JUDGED]
    assert events(bench, event_types=kinds) == kinds


def test_who_writes_is_not_shown_what_nobody_scored():
    named = {"story_id": "a", "reason": "Depth 4."}
    choice = {"rejected_items": [named, {"story_id": "b", "reason": NOT_NAMED}]}

    assert get_events._named(choice)["rejected_items"] == [named]


def test_a_brief_story_has_its_beginning_and_its_last_figure():
    result = "Of 40 models three pass."
    text = f"{'Scans are hard. ' * 30}{result} {'Code is free. ' * 20}"

    shown = get_events._shortened(text)

    assert shown.startswith("Scans are hard.")
    assert shown.endswith(f"… {result}")
    assert len(shown) <= get_events._BRIEF_CHARACTERS
    assert get_events._shortened("Short.") == "Short."


def test_who_writes_is_told_who_else_tells_a_chosen_story(make_session):
    first, second = (make_story(n, publisher=f"Lab {n}") for n in (1, 2))
    data = {"launches": [one.model_dump(mode="json") for one in (first, second)]}
    bench = make_bench(make_session(), "writer", last={Kind.LAUNCHES_RESEARCHED: data})
    bench.state.last[Kind.ITEMS_EVALUATED] = {
        "selected_launches": [
            {
                "story_id": first.id,
                "scores": {"relevance": 8, "depth": 8, "novelty": 8},
                "why": "it fits",
            }
        ],
        "selected_papers": [],
        "rejected_items": [
            {"story_id": second.id, "reason": "as the first", "same_as": first.id}
        ],
    }
    event = {
        "session": bench.session.name,
        "event_type": Kind.LAUNCHES_RESEARCHED,
        "data": data,
    }

    [shown] = get_events._shorter(bench, event, brief=False)["data"]["launches"]

    assert shown["id"] == first.id
    assert shown["also"] == [{"publisher": "Lab 2", "url": second.url}]


def test_what_was_told_is_shown_in_brief_and_until_there_is_a_choice(
    make_session,
):
    topic = {
        "story_id": "https://lab.example/parser",
        "title": "Parser is out",
        "url": "https://lab.example/parser",
        "issue_number": 3,
        "covered_on": "2026-08-05",
        "gist": "Example Lab reads scans.",
    }
    bench = make_bench(make_session(), "evaluator")
    event = {
        "session": bench.session.name,
        "event_type": Kind.COVERED_TOPICS,
        "data": {"topics": [topic], "issues_read": 3},
    }

    whole = get_events._shorter(bench, event, brief=False)["data"]
    before = get_events._shorter(bench, event, brief=True)["data"]
    bench.state.last[Kind.ITEMS_EVALUATED] = {
        "selected_launches": [{"story_id": "a"}],
        "selected_papers": [],
    }
    after = get_events._shorter(bench, event, brief=False)["data"]

    named = ("issue_number", "covered_on", "title", "gist")
    assert CoveredTopics.model_validate(whole).topics[0].url == topic["url"]
    assert before["topics"] == [{name: topic[name] for name in named}]
    assert (after["topics"], after["issues_read"]) == ([], 3)


def test_what_was_gathered_is_told_by_its_outlets(make_session):
    bench = make_bench(make_session(), "writer")
    data = {
        "stories": [make_story().model_dump(mode="json")],
        "sources": [{"name": "Lab", "found": 1}],
        "considered": 1,
    }
    event = {
        "session": bench.session.name,
        "event_type": Kind.URLS_GATHERED,
        "data": data,
    }

    told = get_events._shorter(bench, event, brief=False)["data"]

    assert told == {**data, "stories": []}


def test_a_summary_in_brief_is_its_sentences_once(make_session):
    bench = make_bench(make_session(), "evaluator")
    said = {"display": "It is out.", "quote": "It is\nout."}
    summary = {"story_id": "a", "source_sha256": "b" * 64, "sentences": [said]}
    event = {
        "session": bench.session.name,
        "event_type": Kind.SUMMARIES_EXTRACTED,
        "data": {"summaries": [summary], "failed": []},
    }

    whole = get_events._shorter(bench, event, brief=False)
    brief = get_events._shorter(bench, event, brief=True)

    assert whole == event
    assert brief["data"] == {
        "summaries": [{"story_id": "a", "sentences": ["It is out."]}],
        "failed": [],
    }
