"""Proposes one event: an agent's own kinds only, in their shape, and certified."""

import json
from typing import Any

from pydantic import Field, field_validator

from agents.events import schema as events
from agents.tools.base import Arguments, Tool, ToolError
from agents.tools.certification import certify
from agents.tools.workbench import Workbench


class EmitEvent(Arguments):
    event_type: str = Field(description="One of the kinds you may emit.")
    data: dict[str, Any] = Field(description="The data, in the shape of that kind.")

    @field_validator("data", mode="before")
    @classmethod
    def _read(cls, data: Any) -> Any:
        """Some models write an object as a text that holds it."""
        if not isinstance(data, str):
            return data
        try:
            return json.loads(data)
        except ValueError:
            return data


def act(bench: Workbench, arguments: EmitEvent) -> dict[str, Any]:
    mine = bench.spec.front.emits
    if arguments.event_type not in mine:
        raise ToolError(
            f"The {bench.spec.slug} agent may not emit {arguments.event_type!r}; "
            f"it may emit: {', '.join(mine) or 'nothing'}."
        )
    if bench.is_done:
        raise ToolError("Your terminal event was accepted already; you are done.")
    kind = events.Kind(arguments.event_type)
    whole = bench.learned.complete(kind, arguments.data)
    try:
        data = certify.certify(bench, kind, events.parse(kind, whole))
    except (events.RefusedData, certify.NotCertified) as refusal:
        raise ToolError(str(refusal)) from refusal
    bench.stage(kind, data)
    return {"ok": True, "event_type": str(kind)}


TOOL = Tool(
    name="emit_event",
    description=(
        "Write one event to the session's log. Data that does not fit its kind is "
        "refused with what to mend; your terminal event ends your work."
    ),
    arguments=EmitEvent,
    act=act,
    attempts=3,
    first_wait_seconds=0.5,
    summarise=lambda content: content["event_type"],
)
