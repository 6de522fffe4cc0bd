"""The brain of the Messages API against the loopback platform, over real HTTP."""

import json
from dataclasses import replace
from decimal import Decimal
from types import SimpleNamespace

import pytest

from agents.brains.anthropic import history
from agents.brains.anthropic.history import ToolResults, Turn
from agents.brains.anthropic.messages import TurnLoop
from agents.brains.anthropic.tools import of_server
from agents.brains.base import DeadlinePassed, Means
from agents.events.schema import Kind
from agents.models import AgentRun, Journal, ToolCall
from agents.runs.outcome import AgentFailed
from agents.testing.anthropic.faults import Fault, How
from agents.testing.arena import short_of_time, with_front
from agents.testing.bad_minds import Once
from agents.testing.minds import Call, Said, Script, local_mind
from agents.tests.support.scripted_hands import make_brief

pytest_plugins = ["agents.tests.support.platform_fixtures"]

ASK = "POST /v1/messages"
EMIT = Call("emit_event", {"event_type": "covered_topics", "data": {}})
OPUS, HAIKU = "claude-opus-5-5", "claude-haiku-5-5"


@pytest.fixture
def platform(server, db):
    return server.platform


@pytest.fixture
def asked(platform, monkeypatch):
    """The bodies of all requests, as the server read them."""
    bodies = []
    weigh = platform.scale.weigh

    def see(slug, model, blocks):
        blocks = list(blocks)
        bodies.append((model, blocks))
        return weigh(slug, model, blocks)

    monkeypatch.setattr(platform.scale, "weigh", see)
    return bodies


def says(*turns):
    return Script({"memory": turns}, otherwise=local_mind)


def test_a_role_is_done_in_turns_that_are_all_on_record(platform, remember):
    outcome = remember("messages")

    assert [line.kind for line in outcome.lines] == [Kind.COVERED_TOPICS]
    journal = Journal.objects.get()
    assert [turn["role"] for turn in journal.turns] == [
        "user",
        "assistant",
        "assistant",
    ]
    assert ToolCall.objects.count() == 2


def test_nothing_is_asked_once_the_event_is_accepted(server, platform, remember):
    remember("messages")

    assert server.requests.count(ASK) == 2


def test_every_request_has_the_whole_history(platform, asked, remember):
    remember("messages")

    (_, first), (_, second) = asked
    assert second[: len(first) - 1] == first[:-1]
    kinds = [block.get("type") for block in second[len(first) :]]
    assert kinds == ["thinking", "tool_use", "tool_result"]


def test_the_stable_prefix_is_cached(platform, asked, remember):
    remember("messages")

    (_, first), (_, second) = asked
    marked = [block for block in first if "cache_control" in block]
    assert len(marked) == 2
    assert "cache_control" in second[-1]
    run = AgentRun.objects.get()
    assert run.cache_read_tokens > 0
    assert run.cache_write_tokens > 0


def test_usage_is_counted_by_reply(platform, remember):
    remember("messages")

    run = AgentRun.objects.get()
    turns = Journal.objects.get().turns[1:]
    assert run.output_tokens == sum(turn["usage"]["output_tokens"] for turn in turns)
    assert run.dollars > 0
    assert run.reported_dollars is None


@pytest.mark.parametrize("how", [How.BROKEN, How.ENDED, How.ERROR])
@pytest.mark.parametrize("after", [1, 3, 6, 8])
def test_a_reply_that_is_cut_off_is_no_reply(server, remember, platform, how, after):
    server.faults.add(Fault(how, ASK, after=after))

    assert not remember("messages").is_silent
    assert ToolCall.objects.count() == 2
    kept = [turn["usage"] for turn in Journal.objects.get().turns[1:]]
    told = [
        (one["output_tokens"], one["cache_creation_input_tokens"])
        for one in kept + server.lost
    ]
    run = AgentRun.objects.get()
    assert (run.output_tokens, run.cache_write_tokens) == tuple(
        map(sum, zip(*told, strict=True))
    )
    assert server.lost or (how, after) == (How.ENDED, 8)


def test_a_reply_that_came_to_nothing_is_paid_for(
    server, platform, remember, monkeypatch
):
    """It read a million tokens before it broke off, for half a dollar."""
    usage = {"input_tokens": 1_000_000, "output_tokens": 9}
    weight = SimpleNamespace(usage=usage)
    monkeypatch.setattr(platform.scale, "weigh", lambda *_: weight)
    server.faults.add(Fault(How.BROKEN, ASK, after=2))

    with pytest.raises(AgentFailed, match="the budget is used up"):
        remember("messages")

    assert server.requests.count(ASK) == 1
    assert AgentRun.objects.get().dollars > Decimal("0.5")


@pytest.mark.parametrize("how", [How.LOST, How.UNDONE, How.REFUSED])
def test_a_request_without_an_answer_is_made_again(server, platform, remember, how):
    server.faults.add(Fault(how, ASK, times=2))

    assert not remember("messages").is_silent
    assert AgentRun.objects.get().retries == 2
    assert ToolCall.objects.count() == 2


def test_a_successor_goes_on_from_the_last_turn(server, platform, succeed):
    assert not succeed("messages").is_silent
    assert server.requests.count(ASK) == 2
    assert ToolCall.objects.count() == 2
    turns = Journal.objects.get().turns[1:]
    tokens = sum(turn["usage"]["output_tokens"] for turn in turns)
    assert sum(run.output_tokens for run in AgentRun.objects.all()) == tokens


@pytest.mark.parametrize(
    ("stop", "word", "is_final"),
    [
        ("refusal", "refused", True),
        ("model_context_window_exceeded", "too long", True),
        ("max_tokens", "again and again", False),
        ("moon_phase", "'moon_phase'", False),
    ],
)
def test_every_stop_reason_is_told(platform, remember, stop, word, is_final):
    platform.mind = says(Said(words="…", stop=stop))

    with pytest.raises(AgentFailed, match=word) as failed:
        remember("messages")

    assert failed.value.failure.is_final is is_final


def test_a_call_that_was_cut_off_is_not_run(platform, remember):
    platform.mind = says(Said(calls=(EMIT,), stop="max_tokens"), Said(calls=(EMIT,)))

    assert not remember("messages").is_silent
    assert ToolCall.objects.count() == 1


def test_a_paused_turn_is_gone_on_with(platform, remember):
    pause = Said(words="Let me see.", stop="pause_turn")
    platform.mind = Once("memory", pause, local_mind)

    assert not remember("messages").is_silent


LOOKS = Call("get_events", {"limit": 1})


def test_searches_are_told_counted_and_told_to_be_used_up(platform, remember):
    looks = Said(calls=(LOOKS,), searches=1)
    platform.mind = says(looks, looks, looks, Said(calls=(EMIT,)))

    with with_front("memory", by_code=False, searches=4):
        remember("messages")

    turns = Journal.objects.get().turns
    told = [turn["content"][0]["text"] for turn in turns if turn["role"] == "user"]
    assert told[0].endswith("searches: 3 in all")
    assert told[1:] == [
        "Your searches are used up. Go on with what you have, and search no more."
    ]
    assert AgentRun.objects.get().web_searches == 3


POLITE = Said(words="Done!", stop="end_turn")


def roles():
    return [turn["role"] for turn in Journal.objects.get().turns]


def test_a_polite_answer_is_nudged_once(platform, remember):
    platform.mind = Once("memory", POLITE, local_mind)

    assert not remember("messages").is_silent

    told = Journal.objects.get().turns[2]["content"][0]["text"]
    assert told.startswith("Your turn has ended and your work has not")
    assert roles() == ["user", "assistant", "user", "assistant", "assistant"]


def test_two_polite_answers_are_a_silent_exit(platform, remember):
    platform.mind = says(POLITE)

    outcome = remember("messages")

    assert outcome.is_silent
    assert outcome.reason.endswith("without handing in its work; it said last: “Done!”")
    assert roles() == ["user", "assistant", "user", "assistant"]


def test_who_will_not_do_it_is_quoted_in_the_reason(platform, remember):
    """In words or by the API's own refusal: what it says tells an operator what to change."""
    no = Said(words="I won't write\n\nabout weapons.", stop="end_turn")
    platform.mind = says(no)
    in_words = remember("messages", "local").envelope.instead_of

    assert in_words.endswith("it said last: “I won't write about weapons.”")


def test_the_platforms_own_refusal_is_quoted_too(platform, remember):
    platform.mind = says(Said(words="Not this one.", stop="refusal"))

    with pytest.raises(AgentFailed, match=r"the model refused: “Not this one\.”"):
        remember("messages")


def test_where_one_brain_says_nothing_the_next_is_asked(platform, remember):
    platform.mind = says(POLITE)

    outcome = remember("messages", "local")

    assert not outcome.is_silent
    assert outcome.envelope.brain == "local"
    assert "without handing in its work" in outcome.envelope.instead_of


def test_a_turn_that_was_cut_off_is_gone_on_with(platform, remember):
    cut_off = Said(words="First I shall", stop="max_tokens")
    platform.mind = Once("memory", cut_off, local_mind)

    assert not remember("messages").is_silent
    assert (
        "cut off at its limit" in Journal.objects.get().turns[2]["content"][0]["text"]
    )


def test_thoughts_that_were_cut_off_are_not_sent_again():
    thought = {"type": "thinking", "thinking": "First I"}
    turn = Turn(
        role="assistant", content=(thought,), model=OPUS, stop_reason="max_tokens"
    )
    go_on = history.from_us("Go on.")

    sent = history.messages([history.from_us("Begin."), turn, go_on], OPUS)

    assert [message["role"] for message in sent] == ["user"]
    assert [block["text"] for block in sent[0]["content"]] == ["Begin.", "Go on."]


def test_the_tools_are_those_of_the_first_request_to_a_model(platform, remember):
    """What the model thought is bound to them; without searches left they stand too."""
    remember("messages")
    turns = [Turn.model_validate(turn) for turn in Journal.objects.get().turns]
    brief = make_brief("memory", offers=())
    loop = TurnLoop(brief, None, None, None, turns=turns)
    rest = Means(turns[1].model, "low", 0, 0, Decimal(1))

    kept = loop._tools(rest).blocks
    assert [tool["name"] for tool in kept] == ["get_events", "emit_event"]
    assert loop._tools(replace(rest, model="another")).blocks == ()


def test_a_turn_may_be_as_long_as_its_agents_file_says(platform, remember, server):
    loop = TurnLoop(make_brief("writer"), None, None, None)
    means = Means("unlisted", "high", 0, 0, Decimal(1))

    assert loop._most_output(means) == 64_000


def test_the_loop_is_bounded(platform, remember, monkeypatch):
    monkeypatch.setattr("agents.brains.anthropic.messages.MOST_TURNS", 5)
    looks = Said(calls=(Call("get_events", {"limit": 1}),))
    platform.mind = Once("memory", looks, local_mind, times=100)

    with pytest.raises(AgentFailed, match="5 turns"):
        remember("messages")


def test_call_ids_that_a_server_uses_again_are_told_apart(
    platform, remember, monkeypatch
):
    monkeypatch.setattr(platform, "new_id", lambda prefix: f"{prefix}_0")

    assert not remember("messages").is_silent
    assert ToolCall.objects.count() == 2


def test_a_reply_that_only_pings_ends_with_the_time(server, platform, remember):
    server.faults.add(Fault(How.PINGS, ASK, after=1))

    with short_of_time("memory", 1), pytest.raises(DeadlinePassed):
        remember("messages")


def test_a_model_of_ones_own_is_asked_by_its_own_name(
    platform, asked, remember, settings
):
    settings.CRUX_MODELS = {HAIKU: "qwen3"}

    remember("messages")

    assert {model for model, _ in asked} == {"qwen3"}
    assert AgentRun.objects.get().dollars == 0


# --- The history as it is sent ----------------------------------------------------------

THOUGHT = {"type": "thinking", "thinking": "", "signature": "s"}
USE = {"type": "tool_use", "id": "t", "name": "get_events", "input": {}}


def turns(model):
    reply = Turn(role="assistant", content=(THOUGHT, USE), model=model)
    return [
        history.from_us("Begin."),
        reply,
        ToolResults((history.result("t", "[]", is_error=False),)),
    ]


def test_what_one_model_thought_another_is_not_told():
    same = history.messages(turns(OPUS), OPUS)
    other = history.messages(turns(OPUS), HAIKU)

    assert [block["type"] for block in same[1]["content"]] == ["thinking", "tool_use"]
    assert [block["type"] for block in other[1]["content"]] == ["tool_use"]


def test_a_turn_from_the_database_is_sent_as_it_was_before():
    def sent(arguments):
        use = {"type": "tool_use", "id": "t", "name": "get_events", "input": arguments}
        turn = Turn(role="assistant", content=(use,), model=OPUS)
        return json.dumps(history.messages([history.from_us("Begin."), turn], OPUS))

    kept = {"c": {"f": 2, "g": 1}, "bb": [{"d": 1, "e": 2}]}
    assert sent({"bb": [{"e": 2, "d": 1}], "c": {"g": 1, "f": 2}}) == sent(kept)


def test_thoughts_from_before_the_tools_changed_are_not_sent():
    said = [*turns(OPUS), *turns(OPUS)[1:]]

    sent = history.messages(said, OPUS, since=2)

    kinds = [[block["type"] for block in one["content"]] for one in sent]
    assert kinds[1] == ["tool_use"]
    assert kinds[3] == ["thinking", "tool_use"]


def test_the_last_two_places_where_we_spoke_are_marked_for_the_cache():
    said = [*turns(OPUS), *turns(OPUS)[1:]]

    for _ in range(2):
        sent = history.messages(said, OPUS)
        marks = ["cache_control" in one for each in sent for one in each["content"]]
        assert marks == [False, False, False, True, False, False, True]


def test_the_platforms_own_tools_are_offered_only_as_far_as_there_are_uses():
    def names(searches, fetches):
        return [one["name"] for one in of_server(searches=searches, fetches=fetches)]

    assert names(2, 1) == ["web_search", "web_fetch"]
    assert names(0, 1) == ["web_fetch"]
    assert names(0, 0) == []


def test_a_page_may_be_fetched_there_only_from_where_a_search_showed_it():
    [_, fetch] = of_server(searches=2, fetches=1)

    sources = fetch["url_sources"]
    assert sources["user_input"] == {"type": "none"}
    assert sources["client_tool_results"]["tools"][0]["name"] == "search_sources"
    assert sources["server_tool_results"]["tools"][0]["name"] == "web_search"
