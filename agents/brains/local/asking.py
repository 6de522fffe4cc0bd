"""How every local role uses its hands: ask a tool, read the newest event, emit one."""

from collections.abc import Collection
from typing import Any, TypeVar

from agents.brains.base import BrainFailed, Hands
from agents.events.base import Data
from agents.events.brief import LaunchesResearched, PapersResearched
from agents.events.schema import DATA, Kind, dump

D = TypeVar("D", bound=Data)
# `fetch_page` reads so many pages at once.
PAGES_AT_ONCE = 12
# A draft is held back twice at most.
_PATIENCE = 3


def ask(hands: Hands, tool: str, **arguments: Any) -> Any:
    """What the tool answers; raises BrainFailed with the tool's own words."""
    result = hands.use(tool, arguments)
    if result.is_error:
        raise BrainFailed(_fault(tool, result.content))
    return result.content


def attempt(hands: Hands, turn: int, tool: str, **arguments: Any) -> tuple[Any, str]:
    """What the tool answers, in a turn that others share; or None, and why."""
    result = hands.use(tool, arguments, turn=turn)
    if result.is_error:
        return None, _fault(tool, result.content)
    return result.content, ""


def _fault(tool: str, told: Any) -> str:
    """What a tool says is amiss, behind its name, which it may say itself."""
    is_named = str(told).startswith(f"{tool} failed: ")
    return str(told) if is_named else f"{tool}: {told}"


def newest(hands: Hands, schema: type[D]) -> D | None:
    """The newest event of this session with data of that shape."""
    kind = next(kind for kind, known in DATA.items() if known is schema)
    events = ask(hands, "get_events", event_types=[kind], limit=1)
    return schema.model_validate(events[-1]["data"]) if events else None


def researched(hands: Hands) -> tuple[LaunchesResearched, PapersResearched]:
    """What research found, of which a workflow may have one kind alone.

    Raises BrainFailed where it has none.
    """
    launches = newest(hands, LaunchesResearched)
    papers = newest(hands, PapersResearched)
    if launches is None and papers is None:
        raise BrainFailed("research has not ended", is_final=True)
    return launches or LaunchesResearched(), papers or PapersResearched()


def every(hands: Hands, schema: type[D], but: Collection[int] = ()) -> list[D]:
    """All events of this session with data of that shape, oldest first, less some lines."""
    kind = next(kind for kind, known in DATA.items() if known is schema)
    events = ask(hands, "get_events", event_types=[kind], limit=200)
    kept = (event for event in events if not but or event["seq"] not in but)
    return [schema.model_validate(event["data"]) for event in kept]


def emit(hands: Hands, kind: Kind, data: Data) -> None:
    """Emit the terminal event; raises BrainFailed where it is refused."""
    ask(hands, "emit_event", event_type=kind, data=dump(data))


def insist(hands: Hands, kind: Kind, data: Data) -> None:
    """Emit the terminal event; once more where a draft is held back for mending.

    Rules have no other words to offer: what is held against them the critic tells. Who
    refuses it to the end is told to have failed.
    """
    for _ in range(_PATIENCE):
        result = hands.use("emit_event", {"event_type": kind, "data": dump(data)})
        if not result.is_error:
            return
    raise BrainFailed(f"emit_event: {result.content}")
