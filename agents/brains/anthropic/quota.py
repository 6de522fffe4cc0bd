"""Quota of the platform's own searches, held over a whole conversation. Pure.

The API counts uses by request, and a conversation has many. So one request may use a
quarter of what the agent has, and the agent is told of all but that quarter. Should it
search on when these are used up, the tool is taken away while one more request could
use too many. Till then tools stay as they are: what a model thought is bound to them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from agents.brains.anthropic import tools as toolset
from agents.brains.anthropic.history import Block, Turn
from agents.brains.base import Means, Offer

QUARTERS = 4


@dataclass(frozen=True, slots=True)
class Tools:
    """The tools of a request, and the turn from which on they are the same."""

    blocks: tuple[Block, ...]
    since: int


def at_once(most: int) -> int:
    """How many of so many uses one request may make."""
    return -(-most // QUARTERS)


def told(most: int) -> int:
    """How many searches an agent is told of."""
    return max(most - at_once(most), min(most, 1))


def is_used_up(turns: Sequence[Turn], means: Means) -> bool:
    """Whether the agent has made all searches that it was told of, having had some."""
    made = _searched(turns)
    return 0 < made >= told(means.searches)


def tools(
    turns: Sequence[Turn], means: Means, offers: tuple[Offer, ...], *, has_server: bool
) -> Tools:
    """The tools to ask a model with: those of its turns so far, if they may be kept."""
    since = _latest(turns, means.model)
    if since is None:
        theirs = _of_server(means) if has_server else []
        searches = means.searches if has_server else 0
        ours = toolset.ours(offers, searches=searches)
        return Tools((*ours, *theirs), len(turns))
    known = turns[since].tools
    kept = _kept(known, turns, means)
    if kept == known or turns[-1].stop_reason == "pause_turn":
        return Tools(known, since)
    return Tools(kept, len(turns))


def _latest(turns: Sequence[Turn], model: str) -> int | None:
    """The last turn that has the tools which a model was asked with."""
    asked = (
        place
        for place, turn in reversed(list(enumerate(turns)))
        if turn.model == model and turn.tools
    )
    return next(asked, None)


def _of_server(means: Means) -> list[Block]:
    return toolset.of_server(
        searches=at_once(means.searches), fetches=at_once(means.fetches)
    )


def _kept(
    known: tuple[Block, ...], turns: Sequence[Turn], means: Means
) -> tuple[Block, ...]:
    """The tools less those of which one more request could use too much.

    Without searches there is nothing new to fetch.
    """
    fetched = sum(turn.usage.server_tool_use.web_fetch_requests for turn in turns)
    left = {
        toolset.SEARCH: means.searches - _searched(turns),
        toolset.FETCH: means.fetches - fetched,
    }
    gone = {
        tool["name"]
        for tool in known
        if tool["name"] in left and tool.get("max_uses", 0) > left[tool["name"]]
    }
    if toolset.SEARCH in gone:
        gone.add(toolset.FETCH)
    return tuple(tool for tool in known if tool["name"] not in gone)


def _searched(turns: Sequence[Turn]) -> int:
    return sum(turn.usage.server_tool_use.web_search_requests for turn in turns)
