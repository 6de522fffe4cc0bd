"""Replies of the Messages API that are no good: read, told, and given up in time."""

from dataclasses import replace

import pytest

from agents.brains.anthropic.messages import MOST_PAUSED
from agents.models import AgentRun, Journal, ToolCall
from agents.runs.hands import MOST_ANSWERED, MOST_REFUSED, MOST_REPEATED
from agents.runs.outcome import AgentFailed
from agents.testing.anthropic import replies
from agents.testing.bad_minds import Once
from agents.testing.minds import Call, Said, local_mind

pytest_plugins = ["agents.tests.support.platform_fixtures"]

ASK = "POST /v1/messages"
WRONG = Call("emit_event", {"event_type": "covered_topics", "data": {"topics": "all"}})
USE = {"type": "tool_use", "id": "toolu_1", "name": "emit_event", "input": {}}


@pytest.fixture
def platform(server, db):
    server.platform.mind = _past_refusals
    return server.platform


def _past_refusals(prompt):
    kept = tuple(one for one in prompt.exchanges if not one.is_error)
    return local_mind(replace(prompt, exchanges=kept))


@pytest.fixture
def streamed(monkeypatch):
    """Has the first so many replies come as something else makes their events."""

    def streamed(change, times):
        usual, left = replies.stream, [times]

        def stream(message):
            left[0] -= 1
            return change(message, usual) if left[0] >= 0 else usual(message)

        monkeypatch.setattr(replies, "stream", stream)

    return streamed


def calling(arguments):
    """A call whose arguments are this text, whether or not it is JSON."""

    def change(message, usual):
        for name, event in usual({**message, "content": [USE]}):
            if name == "content_block_delta":
                event["delta"]["partial_json"] = arguments
            yield name, event

    return change


def without(*names):
    def change(message, usual):
        return (event for event in usual(message) if event[0] not in names)

    return change


def without_usage(message, usual):
    for name, event in usual(message):
        yield name, {key: value for key, value in event.items() if key != "usage"}


UNREADABLE = [
    calling('{"event_type": "covered_topics", "data": }'),
    calling('{"event_type": "covered_topics", "data": {}'),
    calling('{"event_type": "covered_topics", "data": {"topics": [], "not'),
    calling('{"event_type": "half \\ud83d", "data": {}}'),
    calling(f'{{"event_type": {"[" * 300}'),
    calling(f'{{"data": {"9" * 6_000}}}'),
    without("message_start"),
    without("content_block_start"),
    without_usage,
]


@pytest.mark.parametrize("change", UNREADABLE)
def test_a_reply_that_cannot_be_read_is_asked_for_again(
    platform, remember, streamed, change
):
    streamed(change, times=2)

    assert not remember("messages").is_silent
    assert AgentRun.objects.get().retries == 2


@pytest.mark.parametrize("change", UNREADABLE)
def test_one_whose_replies_can_never_be_read_leaves_the_role_to_the_next(
    server, platform, remember, streamed, change
):
    streamed(change, times=100)

    outcome = remember("messages", "local")

    assert outcome.envelope.brain == "local"
    assert "its reply could not be read" in outcome.envelope.instead_of
    assert server.requests.count(ASK) == 6


def test_what_is_no_reply_at_all_is_told_as_that(platform, remember, streamed):
    streamed(without("message_start"), times=100)

    told = remember("messages", "local").envelope.instead_of

    assert told.endswith(
        "the events of the Messages API are missing; does that server speak it?"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        '{"event_type": "covered_topics", "data": {"topics": NaN}}',
        '{"event_type": "covered_topics", "data": "{\\"topics\\": [1e999]}"}',
        '{"event_type": "covered_topics\\u0000", "data": {"topics": "\\u0000"}}',
        '["covered_topics", {}]',
        '"covered_topics"',
    ],
)
def test_arguments_that_are_no_good_are_refused_and_on_record(
    platform, remember, streamed, arguments
):
    streamed(calling(arguments), times=1)

    assert not remember("messages").is_silent
    assert ToolCall.objects.filter(is_error=True).count() == 1


def test_who_makes_the_same_refused_call_for_ever_is_given_up(
    server, platform, remember
):
    platform.mind = Once("memory", Said(calls=(WRONG,)), local_mind, times=100)

    with pytest.raises(AgentFailed, match=r"the same refused call 5 times: .*topics"):
        remember("messages")

    assert server.requests.count(ASK) == MOST_REPEATED
    assert not Journal.objects.get().is_open


def for_ever(platform, say):
    """A model that says something else of the kind at each turn, and never ends."""
    said = iter(range(100))
    platform.mind = lambda _: say(next(said))


def wrongly(number):
    data = {"topics": f"all {number}"}
    return Said(
        calls=(Call("emit_event", {"event_type": "covered_topics", "data": data}),)
    )


@pytest.mark.parametrize(
    ("say", "told", "most"),
    [
        (wrongly, "refused 10 times, last: .*topics", MOST_REFUSED),
        (lambda number: Said(calls=(Call("browse", {"page": number}),)),
         "refused 10 times, last: No tool 'browse'", MOST_REFUSED),
        (lambda _: Said(calls=(Call("get_events", {"limit": 1}),)),
         "the same call 8 times: get_events", MOST_ANSWERED),
        (lambda _: Said(words="I search on.", stop="pause_turn"),
         "paused again and again", MOST_PAUSED + 1),
    ],
)  # fmt: skip
def test_who_gets_nowhere_is_given_up_before_it_costs_forty_turns(
    server, platform, remember, say, told, most
):
    for_ever(platform, say)

    with pytest.raises(AgentFailed, match=told):
        remember("messages")

    assert server.requests.count(ASK) == most


def test_calls_of_one_turn_that_are_all_refused_count_once(server, platform, remember):
    wrong = tuple(Call("browse", {"page": number}) for number in range(MOST_REFUSED))
    platform.mind = Once("memory", Said(calls=wrong), _past_refusals)

    assert not remember("messages").is_silent


def test_who_learns_before_that_goes_on(platform, remember):
    said = Said(calls=(WRONG,))
    platform.mind = Once("memory", said, _past_refusals, times=MOST_REPEATED - 1)

    assert not remember("messages").is_silent


def test_calls_that_are_cut_off_again_and_again_are_given_up(
    server, platform, remember
):
    cut_off = Said(calls=(WRONG,), stop="max_tokens")
    platform.mind = Once("memory", cut_off, local_mind, times=100)

    with pytest.raises(AgentFailed, match="cut off again and again"):
        remember("messages")

    assert server.requests.count(ASK) == 4
    assert not ToolCall.objects.exists()


def test_a_turn_that_names_no_tool_is_nudged(platform, remember):
    promise = Said(words="I will call a tool.", stop="tool_use")
    platform.mind = Once("memory", promise, _past_refusals)

    assert not remember("messages").is_silent

    told = Journal.objects.get().turns[2]["content"][0]["text"]
    assert told.startswith("Your turn has ended and your work has not")


@pytest.mark.parametrize("words", ["", " ", "\n\n", "\u3000"])
def test_a_reply_of_nothing_is_nudged_and_not_sent_again(
    platform, remember, streamed, words
):
    def change(message, usual):
        said = {"type": "text", "text": words}
        return usual({**message, "content": [said], "stop_reason": "end_turn"})

    streamed(change, times=1)

    assert not remember("messages").is_silent
    assert AgentRun.objects.get().retries == 0
