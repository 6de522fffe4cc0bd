"""Scouts that do nothing but wait for tools: loaded here and by Celery's worker.

All else is as in earnest: leases, the harness, the ledger of calls, the log.
"""

import time
from collections.abc import Mapping
from typing import Any

from agents.brains.base import Brief, Hands, Usage
from agents.brains.scripted import ScriptedBrain
from agents.brains.table import BRAINS
from agents.events.schema import Kind
from agents.tools.base import Tool
from agents.tools.lookup.search_stories import SearchStories
from agents.tools.table import TOOLS
from agents.tools.workbench import Workbench

ROUNDS, TOOL_SECONDS = 3, 1.0


def _wait(_: Workbench, __: SearchStories) -> Mapping[str, Any]:
    time.sleep(TOOL_SECONDS)
    return {"considered": 0, "stories": [], "sources": []}


def _plan(brief: Brief, hands: Hands, _: Usage) -> None:
    topics = (f"topic {number}" for number in range(brief.limits["scout"]))
    data = {"tasks": [{"topic": topic} for topic in topics]}
    hands.use("emit_event", {"event_type": Kind.TASKS_PLANNED, "data": data})


def _scout(_: Brief, hands: Hands, __: Usage) -> None:
    for number in range(1, ROUNDS + 1):
        hands.use("search_stories", {"query": "what there is"}, turn=number)
    data = {"stories": [], "note": "There is nothing to find."}
    hands.use("emit_event", {"event_type": Kind.STORIES_SCOUTED, "data": data})


SCRIPTS = {"planner": _plan, "scout": _scout}
BRAINS["scripted"] = ScriptedBrain(SCRIPTS)
TOOLS["search_stories"] = Tool("search_stories", "Waits.", SearchStories, _wait)
