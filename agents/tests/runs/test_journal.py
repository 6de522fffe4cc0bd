"""The journal and the ledger, as two attempts at one round see them."""

from decimal import Decimal

import pytest

from agents.brains.base import ToolResult, Usage
from agents.engine import leases
from agents.engine.leases import Fenced
from agents.engine.log import Envelope
from agents.events.brief import CoveredTopics
from agents.events.schema import Kind
from agents.models import Agent, AgentRun, Journal, Session, ToolCall
from agents.prices import Tokens
from agents.prompts.loader import roster
from agents.runs import harness, journal
from agents.runs.budgets import Purse
from agents.runs.hands import DONE, BenchHands
from agents.tools.base import ToolError
from agents.tools.table import TOOLS

pytest_plugins = ["agents.tests.support.platform_fixtures"]

EMPTY = {"event_type": "covered_topics", "data": {}}


@pytest.fixture
def attempt(weekly, first_step):
    """Hands for one more attempt at the memory step; the one before is lost."""

    def make(brain="managed"):
        for run in weekly.step_runs.filter(status="running"):
            leases.lose(claim_of(run), "its worker died")
        taken = leases.take(weekly.pk, "memory")
        bench = harness._bench(taken, weekly, roster()["memory"], Envelope())
        run = AgentRun.objects.create(
            session=weekly,
            agent=Agent.objects.get_or_create(slug="memory")[0],
            key=taken.key,
            attempt=taken.attempt,
            brain=brain,
        )
        purse = Purse(run, bench.spec.front, weekly.newsletter)
        return BenchHands(bench, brain, purse)

    def claim_of(run):
        return leases.Lease(
            run.pk, weekly.pk, weekly.name, run.step, run.key, run.attempt
        )

    return make


def log(session, kind):
    return session.events.filter(event_type=kind)


def test_a_call_that_was_answered_is_not_run_again(attempt, weekly, monkeypatch):
    hands = attempt()
    first = hands.use("get_events", {"limit": 1}, call_id="c1")
    monkeypatch.setattr(type(TOOLS["get_events"]), "run", pytest.fail)

    again = hands.use("get_events", {"limit": 1}, call_id="c1")

    assert again == first
    assert log(weekly, Kind.TOOL_CALLED).count() == 1


def test_the_next_attempt_finds_the_answers_and_what_was_staged(attempt, weekly):
    attempt().use("emit_event", EMPTY, call_id="c1")

    hands = attempt()
    assert hands.journal.name
    assert hands.is_done
    assert hands.use("emit_event", EMPTY, call_id="c1").content["ok"]
    assert log(weekly, Kind.TOOL_CALLED).count() == 1
    assert [line.kind for line in hands.bench.staged] == [Kind.COVERED_TOPICS]


def test_the_next_attempt_knows_what_the_tools_told(attempt):
    first = attempt()
    first.use("get_events", {"limit": 5}, call_id="c1")
    ToolCall.objects.update(
        content=[{"event_type": "papers_researched", "data": {"papers": [{"id": "s"}]}}]
    )

    hands = attempt()

    assert hands.journal.name == first.journal.name
    assert hands.bench.learned.stories == {"s": {"id": "s"}}


def test_a_call_that_was_claimed_and_not_answered_is_run(attempt, weekly):
    first = attempt()
    first.keeper = journal.keep(first.bench, "managed")
    first.keeper.claim("c1", "get_events", {"limit": 1})

    hands = attempt()
    assert not hands.use("get_events", {"limit": 1}, call_id="c1").is_error

    [call] = ToolCall.objects.all()
    assert call.answered_at
    assert call.attempt == 2


def test_a_worker_that_was_thought_dead_can_neither_run_nor_answer(attempt):
    old = attempt()
    old.use("get_events", {"limit": 1}, call_id="c1")
    attempt()

    with pytest.raises(Fenced):
        old.use("get_events", {"limit": 1}, call_id="c2")
    with pytest.raises(Fenced):
        old.journal.close("late")


def test_after_the_terminal_event_no_tool_is_run(attempt):
    hands = attempt()
    hands.use("emit_event", EMPTY, call_id="c1")

    late = hands.use("get_events", {"limit": 1}, call_id="c2")

    assert late == ToolResult(DONE, is_error=True)
    assert len(hands.bench.staged) == 1


def test_a_tool_that_failed_stages_nothing(attempt, monkeypatch):
    hands = attempt()

    def run(tool, bench, arguments):
        bench.stage(Kind.COVERED_TOPICS, CoveredTopics())
        raise ToolError("no")

    monkeypatch.setattr(type(TOOLS["get_events"]), "run", run)

    assert hands.use("get_events", {}, call_id="c1").is_error
    assert not hands.is_done


def test_each_brain_has_its_own_journal(attempt):
    managed, messages = attempt("managed"), attempt("messages")

    assert managed.brain != messages.brain
    messages.journal.add({"role": "user"})
    assert Journal.objects.get(brain="messages").turns == [{"role": "user"}]
    assert not Journal.objects.filter(brain="managed").exists()


def test_a_closed_journal_is_not_gone_on_from(attempt):
    hands = attempt()
    hands.journal.attach("sesn_1")
    hands.journal.close("the turn ended")

    assert attempt().journal.remote_id == ""
    assert Journal.objects.count() == 2


def test_a_journal_begun_anew_forgets_what_was_staged(attempt):
    hands = attempt()
    hands.use("emit_event", EMPTY, call_id="c1")

    hands.journal.renew("the remote session is gone")

    assert not hands.is_done
    assert hands.journal.remote_id == ""


def test_a_first_round_has_none_before_it_to_follow(attempt):
    hands = attempt()

    assert (hands.journal.before, hands.journal.past) == ((), ())
    with pytest.raises(ValueError, match="has no round to follow"):
        hands.journal.follow()


def test_searches_of_other_conversations_are_counted_and_of_this_one_not(
    attempt, weekly
):
    hands = attempt()
    elsewhere = AgentRun.objects.get()
    elsewhere.web_searches = 3
    elsewhere.save()
    assert hands._keeper().searched_elsewhere() == 3

    elsewhere.journal = hands._keeper().row
    elsewhere.save()

    assert hands._keeper().searched_elsewhere() == 0


def test_usage_that_was_booked_is_not_booked_again(attempt):
    row = Journal(session=Session(), key="memory.1")
    first = Usage()
    first.count("claude-opus-5-5", Tokens(input=1000, output=100), searches=1)
    row.booked = journal.booked(first)
    second = Usage(retries=2)
    second.count("claude-opus-5-5", Tokens(input=1000, output=100), searches=1)
    second.count("claude-opus-5-5", Tokens(input=500), searches=1)

    fresh = journal.unbooked(row, second)

    assert (fresh.tokens, fresh.web_searches) == (Tokens(input=500), 1)
    assert fresh.dollars == Decimal("0.012")
    assert fresh.retries == 2
