"""A brain that does as it is told: the double for tests and for replays."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from agents.brains.base import Brief, Hands, Usage

Script: TypeAlias = Callable[[Brief, Hands, Usage], None]


class ScriptedBrain:
    """Plays one script per agent; an agent without a script exits silently."""

    name = "scripted"
    is_model = False
    disclosure = ""

    def __init__(self, scripts: Mapping[str, Script] | None = None) -> None:
        self.scripts: dict[str, Script] = dict(scripts or {})

    def think(self, brief: Brief, hands: Hands, usage: Usage) -> None:
        script = self.scripts.get(brief.spec.slug)
        if script:
            script(brief, hands, usage)


def emits(kind: str, **data: Any) -> Script:
    """A script that emits one event."""

    def script(_: Brief, hands: Hands, __: Usage) -> None:
        hands.use("emit_event", {"event_type": kind, "data": data})

    return script


def calls(tool: str, **arguments: Any) -> Script:
    """A script that uses one tool once."""

    def script(_: Brief, hands: Hands, __: Usage) -> None:
        hands.use(tool, arguments)

    return script
