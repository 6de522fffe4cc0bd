"""What a remote session's events call for, without a network."""

import itertools

import pytest

from agents.brains.anthropic.transcript import (
    AnswerCalls,
    Begin,
    Fail,
    Finish,
    Wait,
    decide,
    read,
    requests,
    searches,
    unanswered,
)

_numbers = itertools.count()


def event(kind, **content):
    return {"id": f"e{next(_numbers)}", "type": kind, **content}


def idle(stop, **more):
    return event("session.status_idle", stop_reason={"type": stop, **more})


def call(name="get_events", **content):
    return event("agent.custom_tool_use", name=name, input={}, **content)


def result(of):
    return event("user.custom_tool_result", custom_tool_use_id=of["id"])


MESSAGE = event("user.message")
RUNNING = event("session.status_running")


def test_a_session_that_was_told_nothing_is_begun():
    assert decide(read([])) == Begin()


def test_the_idleness_of_a_new_session_is_no_end():
    assert decide(read([MESSAGE, idle("end_turn")])) == Wait()


def test_a_call_without_a_result_is_answered_before_the_session_is_idle():
    one = call()

    [waiting] = decide(read([MESSAGE, RUNNING, one])).calls

    assert waiting.id == one["id"]


def test_a_call_that_is_listed_twice_is_one_call():
    one = call()

    assert len(unanswered(read([MESSAGE, RUNNING, one, one]))) == 1


def test_results_on_their_way_are_waited_for():
    one = call()
    rows = [MESSAGE, RUNNING, one, idle("requires_action", event_ids=[one["id"]])]

    assert decide(read(rows), frozenset({one["id"]})) == Wait()


def test_of_two_calls_the_one_without_a_result_is_answered():
    one, two = call(), call()
    rows = [MESSAGE, RUNNING, one, two, result(one)]

    assert [left.id for left in decide(read(rows)).calls] == [two["id"]]


def test_an_ended_turn_ends_the_conversation():
    one = call()
    rows = [MESSAGE, RUNNING, one, result(one), RUNNING, idle("end_turn")]

    assert decide(read(rows)) == Finish()


def test_an_end_before_our_last_word_is_no_end():
    one = call()

    assert (
        decide(read([MESSAGE, RUNNING, one, idle("end_turn"), result(one)])) == Wait()
    )


@pytest.mark.parametrize(
    ("stop", "is_final", "word"),
    [
        ("refusal", True, "refused"),
        ("budget_reached", True, "budget"),
        ("retries_exhausted", False, "gave up"),
        ("moon_phase", False, "'moon_phase'"),
    ],
)
def test_every_other_stop_reason_fails_in_its_own_way(stop, is_final, word):
    failed = decide(read([MESSAGE, RUNNING, idle(stop)]))

    assert isinstance(failed, Fail)
    assert failed.is_final is is_final
    assert word in failed.reason


def test_a_bill_that_was_not_paid_is_final():
    error = event("session.error", error={"type": "billing_error", "message": "pay"})

    failed = decide(read([MESSAGE, RUNNING, error, idle("retries_exhausted")]))

    assert failed == Fail("the platform gave up: billing_error pay", is_final=True)


def test_an_error_alone_is_waited_out():
    error = event("session.error", error={"type": "model_overloaded_error"})

    assert decide(read([MESSAGE, RUNNING, error])) == Wait()


def test_a_terminated_session_fails_whatever_came_before():
    rows = [MESSAGE, RUNNING, call(), event("session.status_terminated")]

    assert isinstance(decide(read(rows)), Fail)


def test_a_question_that_is_no_tool_of_ours_is_not_waited_for_for_ever():
    failed = decide(read([MESSAGE, RUNNING, idle("requires_action", event_ids=["x"])]))

    assert isinstance(failed, Fail)
    assert "x" in failed.reason


def test_kinds_from_the_future_change_nothing():
    one = call()
    rows = [MESSAGE, RUNNING, event("agent.dream", name=None, input=None), one]

    assert isinstance(decide(read(rows)), AnswerCalls)


def test_what_requests_used_is_read_from_their_ends():
    used = {"input_tokens": 3, "output_tokens": 5, "cache_read_input_tokens": None}
    rows = [event("span.model_request_end", model_usage=used)]
    rows += [event("agent.tool_use", name="web_search")]

    [tokens] = requests(read(rows))

    assert (tokens.input, tokens.output, tokens.cache_read) == (3, 5, 0)
    assert searches(read(rows)) == 1
