"""Every tool there is. A prompt's front matter says which of them its agent has."""

from typing import Any

from agents.tools import (
    emit_event,
    fetch_page,
    get_events,
    get_subscribers,
    search_sources,
    send_issue,
    verify_links,
)
from agents.tools.base import Barred, Tool, ToolError

TOOLS: dict[str, Tool[Any]] = {
    module.TOOL.name: module.TOOL
    for module in (
        emit_event,
        fetch_page,
        get_events,
        get_subscribers,
        search_sources,
        send_issue,
        verify_links,
    )
}

__all__ = ["TOOLS", "Barred", "Tool", "ToolError"]
