"""The quota of searches: told, held over all requests of a conversation, on record."""

from decimal import Decimal

import pytest

from agents.brains.anthropic import quota
from agents.brains.anthropic.history import Turn, from_us
from agents.brains.base import Means, Offer

OPUS = "claude-opus-5-5"
OFFERS = (Offer("get_events", "Reads.", {"type": "object"}),)


def means(searches=8, fetches=4, model=OPUS):
    return Means(model, "medium", searches, fetches, Decimal(1))


def reply(searches=0, fetches=0, tools=(), stop="tool_use"):
    used = {"web_search_requests": searches, "web_fetch_requests": fetches}
    usage = {"server_tool_use": used}
    return Turn(
        role="assistant",
        content=(),
        model=OPUS,
        stop_reason=stop,
        tools=tools,
        usage=usage,
    )


def asked(turns, given=None):
    return quota.tools(turns, given or means(), OFFERS, has_server=True)


def names(tools):
    return [tool["name"] for tool in tools.blocks]


def first():
    return asked([from_us("Begin.")])


def test_one_request_may_use_a_quarter():
    _, search, fetch = first().blocks

    assert (search["max_uses"], fetch["max_uses"]) == (2, 1)


@pytest.mark.parametrize(("most", "told"), [(0, 0), (1, 1), (2, 1), (4, 3), (8, 6)])
def test_an_agent_is_told_of_all_but_one_requests_part(most, told):
    assert quota.told(most) == told


def test_tools_stay_as_they_are_while_there_is_enough():
    known = first().blocks
    turns = [from_us("Begin."), reply(2, tools=known), reply(2), reply(2)]

    kept = asked(turns)

    assert (kept.blocks, kept.since) == (known, 1)


def test_who_could_search_too_often_has_the_tool_taken_away():
    known = first().blocks
    turns = [from_us("Begin."), reply(2, tools=known), reply(2), reply(2), reply(1)]

    left = asked(turns)

    assert names(left) == ["get_events"]
    assert left.since == len(turns)


@pytest.mark.parametrize("most", range(1, 12))
def test_however_it_searches_it_never_makes_more_than_it_has(most):
    turns = [from_us("Begin.")]
    for _ in range(30):
        tools = asked(turns, means(most))
        uses = [t["max_uses"] for t in tools.blocks if t["name"] == "web_search"]
        is_new = tools.since == len(turns)
        turns.append(reply(sum(uses), tools=tools.blocks if is_new else ()))

    made = sum(turn.usage.server_tool_use.web_search_requests for turn in turns)
    assert made == most - most % quota.at_once(most)
    assert quota.is_used_up(turns, means(most))


def test_pages_are_held_by_themselves():
    known = first().blocks
    turns = [from_us("Begin."), reply(tools=known), *[reply(fetches=1)] * 4]

    assert names(asked(turns)) == ["get_events", "web_search"]


def test_a_turn_that_is_paused_is_gone_on_with_as_it_was():
    known = first().blocks
    turns = [from_us("Begin."), reply(8, tools=known, stop="pause_turn")]

    assert asked(turns).blocks == known


def test_a_budget_that_takes_searches_takes_them_in_mid_conversation():
    known = first().blocks
    turns = [from_us("Begin."), reply(1, tools=known)]

    assert names(asked(turns, means(searches=2))) == ["get_events"]


def test_another_model_is_asked_with_its_own_tools():
    known = first().blocks
    turns = [from_us("Begin."), reply(tools=known)]

    other = asked(turns, means(0, 0, "claude-haiku-5-5"))

    assert names(other) == ["get_events"]
    assert other.since == len(turns)


def test_who_never_searched_has_not_used_up_anything():
    assert not quota.is_used_up([from_us("Begin.")], means(0, 0))
    assert not quota.is_used_up([from_us("Begin."), reply(5)], means())
    assert quota.is_used_up([from_us("Begin."), reply(6)], means())
