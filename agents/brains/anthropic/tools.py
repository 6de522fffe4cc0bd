"""Tool definitions (JSON schema) of an agent, in the two forms the platform takes."""

from typing import Any

from agents.brains.base import Offer

Form = dict[str, Any]

ALLOWED = {"type": "always_allow"}
NONE = {"type": "none"}
MOST_PAGE_TOKENS = 20_000
SEARCH, FETCH = "web_search", "web_fetch"


def managed(offers: tuple[Offer, ...], *, searches: int, fetches: int) -> list[Form]:
    """All tools of an agent of the platform: ours, and of the built-in ones these two.

    Where it searches by itself, our own tool of that name is left out.
    """
    tools: list[Form] = [
        {
            "type": "custom",
            "name": offer.name,
            "description": offer.description,
            "input_schema": offer.schema,
        }
        for offer in _beside(offers, searches)
    ]
    enabled: list[Form] = []
    if searches:
        enabled.append(_enabled(SEARCH))
    if fetches:
        enabled.append(_enabled(FETCH) | _limits(has_search=searches > 0))
    if enabled:
        tools.append(
            {
                "type": "agent_toolset_20260401",
                "default_config": {"enabled": False, "permission_policy": ALLOWED},
                "configs": enabled,
            }
        )
    return tools


def _enabled(name: str) -> Form:
    return {"name": name, "type": name, "enabled": True, "permission_policy": ALLOWED}


def _beside(offers: tuple[Offer, ...], searches: int) -> tuple[Offer, ...]:
    return tuple(one for one in offers if not searches or one.name != SEARCH)


def ours(offers: tuple[Offer, ...], *, searches: int = 0) -> list[Form]:
    """Our tools, for the Messages API; no search where the platform makes so many."""
    return [
        {
            "name": offer.name,
            "description": offer.description,
            "input_schema": offer.schema,
        }
        for offer in _beside(offers, searches)
    ]


def of_server(*, searches: int, fetches: int) -> list[Form]:
    """The platform's own tools, for the Messages API, each with its uses in a request."""
    tools: list[Form] = []
    if searches:
        tools.append(_used(SEARCH, "web_search_20260318", searches))
    if fetches:
        limits = _limits(has_search=searches > 0)
        tools.append(_used(FETCH, "web_fetch_20260318", fetches) | limits)
    return tools


def _used(name: str, kind: str, most: int) -> Form:
    return {
        "type": kind,
        "name": name,
        "max_uses": most,
        "allowed_callers": ["direct"],
    }


def _limits(*, has_search: bool) -> Form:
    """Only addresses that a search showed may be fetched there.

    The text of a page cannot have the agent carry anything to an address of its choice.
    """
    return {
        "max_content_tokens": MOST_PAGE_TOKENS,
        "url_sources": {
            "client_tool_results": _only("search_sources"),
            "server_tool_results": _only(SEARCH) if has_search else NONE,
            "user_input": NONE,
        },
    }


def _only(tool: str) -> Form:
    return {"type": "only", "tools": [{"type": "tool_reference", "name": tool}]}
