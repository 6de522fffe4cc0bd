"""Proposes one event: an agent's own kinds only, in their shape, and certified."""

from typing import Any

from pydantic import Field, field_validator

from agents.events import schema as events
from agents.events.base import Data
from agents.events.drafts import DraftWritten
from agents.events.storing import readable
from agents.tools.base import Arguments, Tool, ToolError, from_text
from agents.tools.certification import certify, preflight
from agents.tools.digest import table as digest
from agents.tools.requesting import table as requesting
from agents.tools.scouting import table as scouting
from agents.tools.workbench import Workbench


class EmitEvent(Arguments):
    event_type: str = Field(description="One of the kinds you may emit.")
    data: dict[str, Any] = Field(description="The data, in the shape of that kind.")

    @field_validator("data", mode="before")
    @classmethod
    def _read(cls, data: Any) -> Any:
        return from_text(data)


def act(bench: Workbench, arguments: EmitEvent) -> dict[str, Any]:
    return propose(bench, arguments.event_type, arguments.data)


def propose(bench: Workbench, name: str, given: dict[str, Any]) -> dict[str, Any]:
    """Stage an event that is the agent's own, whole, certified, and a draft in order.

    Raises ToolError with all that must be mended.
    """
    mine = bench.spec.front.emits
    if name not in mine:
        raise ToolError(
            f"The {bench.spec.slug} agent may not emit {str(name)!r}; "
            f"it may emit: {', '.join(mine) or 'nothing'}."
        )
    if bench.is_done:
        raise ToolError("Your terminal event was accepted already; you are done.")
    kind = events.Kind(name)
    whole = bench.learned.complete(kind, readable(given))
    if fault := bench.learned.unknown(kind, whole) or bench.learned.unread(whole):
        raise ToolError(fault)
    try:
        kind, data = _certified(bench, kind, events.parse(kind, whole))
        against = _preflight(bench, data)
    except (events.RefusedData, certify.NotCertified) as refusal:
        raise ToolError(str(refusal)) from refusal
    bench.stage(kind, data)
    return {"ok": True, "event_type": str(kind), **against}


def _certified(
    bench: Workbench, kind: events.Kind, data: Data
) -> tuple[events.Kind, Data]:
    """The event as it may be written; of a request code says which one it is."""
    if by_code := scouting.BY_CODE.get(bench.spec.slug):
        return kind, by_code(bench)
    if of_request := requesting.BY_CODE.get(kind):
        return of_request(bench)
    act = digest.CERTIFIED.get(kind) or scouting.CERTIFIED.get(kind)
    return kind, act(bench, data) if act else certify.certify(bench, kind, data)


def _preflight(bench: Workbench, data: Data) -> dict[str, int]:
    """How much is held against a draft that is taken all the same."""
    if not isinstance(data, DraftWritten):
        return {}
    against = len(preflight.demand(bench, data))
    return {"held_against_it": against} if against else {}


def sum_up(content: dict[str, Any]) -> str:
    """The kind; of a draft that was taken as it is, how much is held against it."""
    against = content.get("held_against_it")
    taken = f", taken with {against} to mend" if against else ""
    return f"{content['event_type']}{taken}"


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
    summarise=sum_up,
)
