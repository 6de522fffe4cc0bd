"""The managed brain against the loopback platform, over real HTTP by the real SDK."""

import io
from contextlib import contextmanager
from decimal import Decimal

import pytest
from django.core.management import call_command

from agents.brains.anthropic import cleanup
from agents.brains.anthropic.client import client
from agents.brains.anthropic.remote import Remote
from agents.brains.anthropic.retries import Trying
from agents.brains.base import DeadlinePassed, Usage
from agents.engine import leases
from agents.events.schema import Kind
from agents.models import Agent, AgentRun, Journal, RetryPolicy, Session, ToolCall
from agents.runs import harness
from agents.runs.outcome import AgentFailed
from agents.testing.anthropic.faults import STREAM, Fault, How
from agents.testing.arena import HASTE, short_of_time, with_front
from agents.testing.bad_minds import Once
from agents.testing.minds import Call, Said, Script, local_mind

pytest_plugins = ["agents.tests.support.platform_fixtures"]

CREATE = "POST /v1/sessions$"
TELL = "POST /v1/sessions/[^/]+/events$"
NOTHING = {"event_type": "covered_topics", "data": {}}


def says(*turns):
    return Script({"memory": turns}, otherwise=local_mind)


def talk(platform):
    [only] = platform.talks.values()
    return only


@contextmanager
def searching(searches):
    """An agent of the first step that may search the web so often."""
    with with_front("memory", by_code=False, searches=searches, fetches=1):
        call_command("syncagents", verbosity=0, stdout=io.StringIO())
        yield


def toolsets(talk):
    tools = talk.row["agent"]["tools"]
    return [tool for tool in tools if tool["type"].startswith("agent_toolset")]


def kick_offs(platform):
    return [len(one.of("user.message")) for one in platform.talks.values()]


def test_a_role_is_done_and_its_session_put_away(platform, remember):
    outcome = remember("managed")

    assert [line.kind for line in outcome.lines] == [Kind.COVERED_TOPICS]
    assert outcome.envelope.brain == "managed"
    assert talk(platform).row["archived_at"]
    journal = Journal.objects.get()
    assert journal.remote_id == talk(platform).row["id"]
    assert journal.archived_at


def test_the_session_is_pinned_budgeted_and_can_be_found_again(platform, remember):
    remember("managed")

    row = talk(platform).row
    assert row["agent"]["version"] == 1
    assert row["budget"]["max_list_cost"] == {"amount": "10", "currency": "USD"}
    assert row["metadata"]["journal"] == Journal.objects.get().uid.hex
    assert row["metadata"]["key"] == "memory.1"


def test_its_id_is_on_record_before_it_is_told_anything(platform, server, remember):
    server.faults.add(Fault(How.REFUSED, TELL, 100, 0, 401, "authentication_error"))

    with pytest.raises(AgentFailed):
        remember("managed")

    assert Journal.objects.get().remote_id == talk(platform).row["id"]
    assert kick_offs(platform) == [0]


def test_usage_is_the_sessions_own_to_the_token_and_to_the_cent(platform, remember):
    remember("managed")

    run, used = AgentRun.objects.get(), talk(platform).row["usage"]
    assert run.input_tokens == used["input_tokens"]
    assert run.output_tokens == used["output_tokens"]
    assert run.cache_read_tokens == used["cache_read_input_tokens"]
    assert run.running_seconds == used["active_seconds"]
    assert run.model == "claude-haiku-5-5"
    assert abs(run.dollars - run.reported_dollars) < Decimal("0.01")


def test_searches_and_running_time_are_paid_for(platform, remember):
    platform.mind = says(Said(calls=(Call("emit_event", NOTHING),), searches=3))

    with searching(8):
        remember("managed")

    run = AgentRun.objects.get()
    assert run.web_searches == 3
    assert run.dollars > Decimal("0.03")


def test_who_has_made_all_its_searches_has_them_taken_away(platform, remember):
    looks = Call("get_events", {"limit": 1})
    emits = Call("emit_event", NOTHING)
    platform.mind = says(Said(calls=(looks,), searches=2), Said(calls=(emits,)))

    with searching(2):
        remember("managed")

    message = talk(platform).of("user.message")[0]["content"][0]["text"]
    assert message.endswith("searches: 2 in all")
    assert toolsets(talk(platform)) == []
    assert AgentRun.objects.get().web_searches == 2


def test_who_has_searches_left_keeps_them(platform, remember):
    platform.mind = says(Said(calls=(Call("emit_event", NOTHING),), searches=1))

    with searching(2):
        remember("managed")

    assert len(toolsets(talk(platform))) == 1


def test_who_searches_far_more_often_than_it_may_is_given_up(platform, remember):
    platform.mind = says(Said(calls=(Call("emit_event", NOTHING),), searches=4))

    with searching(2), pytest.raises(AgentFailed, match="searched 4 times and may"):
        remember("managed")

    assert talk(platform).row["archived_at"]
    assert AgentRun.objects.get().web_searches == 4


def test_what_an_agent_searched_before_is_taken_off_the_next_attempt(
    platform, weekly, remember
):
    agent = Agent.objects.get(slug="memory")
    AgentRun.objects.create(
        session=weekly, agent=agent, key="memory.1", attempt=9, web_searches=3
    )

    with searching(8):
        remember("managed")

    message = talk(platform).of("user.message")[0]["content"][0]["text"]
    assert message.endswith("searches: 5 in all")


@pytest.mark.parametrize("how", [How.BROKEN, How.ENDED, How.ERROR])
def test_a_stream_that_goes_away_is_opened_again(platform, server, remember, how):
    server.faults.add(Fault(how, STREAM, times=3, after=2))

    assert not remember("managed").is_silent
    assert kick_offs(platform) == [1]
    assert len(server.faults.done) >= 1


@pytest.mark.parametrize("path", [CREATE, TELL])
@pytest.mark.parametrize("how", [How.LOST, How.UNDONE, How.REFUSED])
def test_an_answer_that_was_lost_makes_nothing_twice(
    platform, server, remember, path, how
):
    server.faults.add(Fault(how, path, times=2))

    assert not remember("managed").is_silent
    assert kick_offs(platform) == [1]
    assert len(talk(platform).of("user.custom_tool_result")) == 2
    assert ToolCall.objects.count() == 2


def test_a_session_that_cannot_be_made_is_tried_for_as_often_as_any_call(
    platform, server, remember
):
    server.faults.add(Fault(How.REFUSED, CREATE, 20, 0, 529, "overloaded_error"))

    with pytest.raises(AgentFailed, match="529"):
        remember("managed")

    assert server.requests.count("POST /v1/sessions") == HASTE.attempts


def test_the_next_attempt_goes_on_with_the_session_of_a_dead_worker(platform, succeed):
    assert not succeed("managed").is_silent
    assert kick_offs(platform) == [1]
    calls = talk(platform).of("agent.custom_tool_use")
    assert ToolCall.objects.count() == len(calls) == 2
    tokens = talk(platform).row["usage"]["input_tokens"]
    assert sum(run.input_tokens for run in AgentRun.objects.all()) == tokens


def test_a_result_that_was_not_committed_is_found_again_and_not_paid_twice(
    platform, server, weekly, taken
):
    Session.objects.update(brains=["managed"])
    harness.run(taken)
    leases.lose(taken, "its worker died before the commit")

    outcome = harness.run(leases.take(weekly.pk, "memory"))

    assert [line.kind for line in outcome.lines] == [Kind.COVERED_TOPICS]
    assert kick_offs(platform) == [1]
    assert [run.output_tokens > 0 for run in AgentRun.objects.all()] == [True, False]


def test_a_session_that_is_gone_is_begun_anew(platform, server, weekly, taken):
    Session.objects.update(brains=["managed"])
    RetryPolicy.objects.create(step="memory", first_wait_seconds=0)
    server.faults.add(Fault(How.REFUSED, TELL, 100, 1, 529, "overloaded_error"))
    with pytest.raises(AgentFailed) as failed:
        harness.run(taken)
    assert failed.value.failure.is_resumable
    server.faults.clear()
    talk(platform).row |= {"status": "terminated"}
    leases.fail(taken, "overloaded")

    outcome = harness.run(leases.take(weekly.pk, "memory"))

    assert not outcome.is_silent
    assert kick_offs(platform) == [1, 1]


@pytest.mark.parametrize(
    ("stop", "word", "is_final"),
    [
        ("refusal", "refused", True),
        ("budget_reached", "budget", True),
        ("retries_exhausted", "gave up", False),
        ("terminated", "ended", False),
        ("moon_phase", "moon_phase", False),
    ],
)
def test_every_stop_reason_is_told_and_the_session_put_away(
    platform, remember, stop, word, is_final
):
    platform.mind = Once("memory", Said(stop=stop), local_mind)

    with pytest.raises(AgentFailed, match=word) as failed:
        remember("managed")

    assert failed.value.failure.is_final is is_final
    assert talk(platform).row["archived_at"]
    assert AgentRun.objects.get().output_tokens > 0


def test_a_turn_that_ends_without_the_event_is_a_silent_exit(platform, remember):
    platform.mind = Once(
        "memory", Said(words="Done!", stop="end_turn"), local_mind, times=2
    )

    outcome = remember("managed")

    assert outcome.is_silent
    assert outcome.reason.endswith("it said last: “Done!”")
    assert len(talk(platform).of("user.message")) == 2
    assert AgentRun.objects.get().status == AgentRun.Status.SILENT


def test_a_turn_that_ends_without_the_event_is_nudged_once(platform, remember):
    platform.mind = Once("memory", Said(words="Done!", stop="end_turn"), local_mind)

    assert not remember("managed").is_silent
    assert len(talk(platform).of("user.message")) == 2


def test_an_event_from_the_future_changes_nothing(platform, remember):
    dream = {"type": "agent.dream", "content": None, "name": None}
    emits = Call("emit_event", NOTHING)
    platform.mind = says(Said(calls=(emits,), interjected=(dream,)))

    assert not remember("managed").is_silent


def test_a_tool_that_it_does_not_have_is_answered_with_an_error(platform, remember):
    wild = (Call("bash", {"command": "ls"}), Call("emit_event", NOTHING))
    platform.mind = says(Said(calls=wild))

    assert not remember("managed").is_silent
    answers = talk(platform).of("user.custom_tool_result")
    assert answers[0]["is_error"]
    assert "No tool 'bash'" in answers[0]["content"][0]["text"]


def test_a_hang_is_interrupted_at_the_deadline(platform, remember):
    platform.mind = Once("memory", Said(hangs=True), local_mind)

    with short_of_time("memory", 1), pytest.raises(DeadlinePassed):
        remember("managed")

    assert len(talk(platform).of("user.interrupt")) == 1
    assert talk(platform).row["archived_at"]
    run = AgentRun.objects.get()
    assert run.status == AgentRun.Status.TIMEOUT
    assert run.output_tokens > 0


def test_pings_do_not_keep_an_agent_beyond_its_time(platform, server, remember):
    platform.mind = Once("memory", Said(hangs=True), local_mind)
    server.faults.add(Fault(How.PINGS, STREAM, times=100))

    with short_of_time("memory", 1), pytest.raises(DeadlinePassed):
        remember("managed")


def test_when_time_is_up_the_next_brain_takes_the_role(platform, remember):
    platform.mind = Once("memory", Said(hangs=True), local_mind)

    with short_of_time("memory", 1):
        outcome = remember("managed", "local")

    assert outcome.envelope.brain == "local"
    assert outcome.envelope.instead_of == "managed: it used up its time"


def test_an_hours_wait_is_handed_on_and_told(platform, server, weekly, remember):
    hour = Fault(How.REFUSED, CREATE, 1, 0, 429, "rate_limit_error")
    hour.headers["retry-after"] = "3600"
    server.faults.add(hour)

    outcome = remember("managed", "local")

    assert outcome.envelope.brain == "local"
    failed = weekly.events.get(event_type=Kind.BRAIN_FAILED).data
    assert "429" in failed["reason"]
    assert failed["next_brain"] == "local"


def test_an_agent_that_is_not_on_the_platform_is_not_looked_for_there(
    platform, remember
):
    Agent.objects.filter(slug="memory").update(remote_id="")

    assert remember("managed", "local").envelope.brain == "local"
    assert not platform.talks


def test_without_money_no_session_is_made(platform, remember, settings):
    settings.SESSION_DOLLARS = Decimal("0.02")

    with pytest.raises(AgentFailed, match="budget is used up"):
        remember("managed")
    assert not platform.talks


def test_what_was_left_behind_is_put_away_by_a_later_run(platform, server, remember):
    server.faults.add(Fault(How.REFUSED, "archive", 100, 0, 529, "overloaded_error"))
    remember("managed")
    assert not talk(platform).row["archived_at"]
    server.faults.clear()

    remote = Remote(client(), Trying(HASTE, lambda: 5.0, Usage()))
    assert cleanup.archive_leftovers(remote) == 0
    Session.objects.update(status=Session.Status.FINISHED)
    assert cleanup.archive_leftovers(remote) == 1
    assert talk(platform).row["archived_at"]
    assert cleanup.archive_leftovers(remote) == 0
