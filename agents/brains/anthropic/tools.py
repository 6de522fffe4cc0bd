"""Tool definitions (JSON schema) of an agent, in the two forms the platform takes."""

from typing import Any

from agents.brains.base import Means, Offer

Form = dict[str, Any]

ALLOWED = {"type": "always_allow"}
NONE = {"type": "none"}
MOST_PAGE_TOKENS = 20_000


def managed(offers: tuple[Offer, ...], *, searches: int, fetches: int) -> list[Form]:
    """All tools of an agent of the platform: ours, and of the built-in ones these two."""
    tools: list[Form] = [
        {
            "type": "custom",
            "name": offer.name,
            "description": offer.description,
            "input_schema": offer.schema,
        }
        for offer in offers
    ]
    enabled: list[Form] = []
    if searches:
        enabled.append(_enabled("web_search"))
    if fetches:
        enabled.append(_enabled("web_fetch") | _limits(has_search=searches > 0))
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


def messages(
    offers: tuple[Offer, ...], means: Means, *, has_server: bool
) -> list[Form]:
    """All tools, for the Messages API; the platform's own only where there are any."""
    tools: list[Form] = [
        {
            "name": offer.name,
            "description": offer.description,
            "input_schema": offer.schema,
        }
        for offer in offers
    ]
    if has_server and means.searches:
        tools.append(
            {
                "type": "web_search_20260318",
                "name": "web_search",
                "max_uses": means.searches,
                "allowed_callers": ["direct"],
            }
        )
    if has_server and means.fetches:
        tools.append(
            {
                "type": "web_fetch_20260318",
                "name": "web_fetch",
                "max_uses": means.fetches,
                "allowed_callers": ["direct"],
                **_limits(has_search=means.searches > 0),
            }
        )
    return tools


def _limits(*, has_search: bool) -> Form:
    """Only addresses that a search showed may be fetched there.

    The text of a page cannot have the agent carry anything to an address of its choice.
    """
    return {
        "max_content_tokens": MOST_PAGE_TOKENS,
        "url_sources": {
            "client_tool_results": _only("search_sources"),
            "server_tool_results": _only("web_search") if has_search else NONE,
            "user_input": NONE,
        },
    }


def _only(tool: str) -> Form:
    return {"type": "only", "tools": [{"type": "tool_reference", "name": tool}]}
