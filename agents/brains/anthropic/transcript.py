"""State machine: a remote session's events, and what they call for next. Pure.

Kinds are told apart by their `type` alone: the SDK gives a kind newer than itself the
class of another.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pydantic import Field

from agents.brains.anthropic.wire import Received
from agents.events.wording import BUDGET_SPENT
from agents.prices import Tokens


class StopReason(Received):
    type: str = ""
    event_ids: tuple[str, ...] = ()
    stop_details: dict[str, Any] = Field(default_factory=dict)


class RemoteError(Received):
    type: str = ""
    message: str = ""


class ModelUsage(Received):
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_input_tokens: int = 0
    cache_creation_input_tokens: int = 0

    @property
    def tokens(self) -> Tokens:
        return Tokens(
            input=self.input_tokens,
            output=self.output_tokens,
            cache_read=self.cache_read_input_tokens,
            cache_write=self.cache_creation_input_tokens,
        )


class RemoteEvent(Received):
    """One event of a remote session, ours or the platform's."""

    id: str = ""
    type: str = ""
    name: str = ""
    input: dict[str, Any] = Field(default_factory=dict)
    custom_tool_use_id: str = ""
    stop_reason: StopReason | None = None
    error: RemoteError | None = None
    model_usage: ModelUsage | None = None
    content: Any = None

    @property
    def words(self) -> str:
        """What a message says, as far as it is text."""
        blocks = self.content if isinstance(self.content, list) else []
        said = (one.get("text") for one in blocks if isinstance(one, dict))
        return " ".join(str(text) for text in said if text).strip()

    @property
    def is_work(self) -> bool:
        """Whether it tells that the platform has been at work."""
        return self.type.startswith(("agent.", "span.", "session.error")) or (
            self.type == "session.status_running"
        )


@dataclass(frozen=True, slots=True)
class Begin:
    """Nothing was said yet: send the kick-off."""


@dataclass(frozen=True, slots=True)
class AnswerCalls:
    """These calls wait for their tools."""

    calls: tuple[RemoteEvent, ...]


@dataclass(frozen=True, slots=True)
class Finish:
    """The turn has ended."""


@dataclass(frozen=True, slots=True)
class Fail:
    """The conversation cannot go on. `is_final`: nor would another one."""

    reason: str
    is_final: bool = False
    is_passing: bool = False


@dataclass(frozen=True, slots=True)
class Wait:
    """The platform is at work."""


Next: TypeAlias = Begin | AnswerCalls | Finish | Fail | Wait

ENDED = frozenset({"session.status_terminated", "session.deleted"})
MONEY = "billing_error"
# The same may work minutes later.
BUSY = frozenset({"model_overloaded_error", "model_rate_limited_error"})
# Trying again as we are would end the same way.
SCOPE = frozenset({"tool_use_limit_reached_error", "compaction_limit_reached_error"})


def read(rows: Iterable[Mapping[str, Any]]) -> tuple[RemoteEvent, ...]:
    """The events in the order they were listed, each id once."""
    events = (RemoteEvent.model_validate(row) for row in rows)
    return tuple({event.id: event for event in events}.values())


def after(events: tuple[RemoteEvent, ...], known: str) -> tuple[RemoteEvent, ...]:
    """The events after one of them; all of them if it is not there."""
    places = [place for place, event in enumerate(events) if event.id == known]
    return events[places[-1] + 1 :] if places else events


def stands_idle(events: tuple[RemoteEvent, ...]) -> bool:
    """Whether nothing goes on there until we speak."""
    return _stop(events) is not None


def length(events: tuple[RemoteEvent, ...]) -> int:
    """The tokens that the last request had and gave: how long the conversation is."""
    asked = requests(events)
    return asked[-1].prompt + asked[-1].output if asked else 0


def decide(
    events: tuple[RemoteEvent, ...], posted: frozenset[str] = frozenset()
) -> Next:
    """What comes next; `posted` are calls whose results are on their way."""
    if any(event.type in ENDED for event in events):
        return Fail(f"the remote session ended: {_last_error(events)}")
    if not any(event.type == "user.message" for event in events):
        return Begin()
    stop = _stop(events)
    if stop and stop.type != "requires_action":
        return _ending(stop, events)
    if waiting := [call for call in unanswered(events) if call.id not in posted]:
        return AnswerCalls(tuple(waiting))
    if stop and _asks_for_more(stop, events):
        return Fail(f"the platform waits for {', '.join(stop.event_ids)}, not a tool")
    return Wait()


def unanswered(events: tuple[RemoteEvent, ...]) -> tuple[RemoteEvent, ...]:
    """The calls of our tools that have no result yet, oldest first."""
    answered = {
        event.custom_tool_use_id for event in events if event.custom_tool_use_id
    }
    return tuple(
        event
        for event in events
        if event.type == "agent.custom_tool_use" and event.id not in answered
    )


def turn_of(events: tuple[RemoteEvent, ...], call_id: str) -> int:
    """Which of the model's turns that call our tools the call is of, from 1."""
    turns, has_called = 0, False
    for event in events:
        if event.type == "span.model_request_start":
            has_called = False
        elif event.type == "agent.custom_tool_use":
            turns += not has_called
            has_called = True
            if event.id == call_id:
                break
    return turns


def requests(events: tuple[RemoteEvent, ...]) -> tuple[Tokens, ...]:
    """What each request to the model used, as far as the events tell."""
    return tuple(event.model_usage.tokens for event in events if event.model_usage)


def searches(events: tuple[RemoteEvent, ...]) -> int:
    """How often the platform searched the web."""
    return sum(
        event.type == "agent.tool_use" and event.name == "web_search"
        for event in events
    )


def last_words(events: tuple[RemoteEvent, ...]) -> str:
    """What the model said last in words; "" if it never did."""
    said = (one.words for one in reversed(events) if one.type == "agent.message")
    return next(filter(None, said), "")


def _stop(events: tuple[RemoteEvent, ...]) -> StopReason | None:
    """Why the platform stands idle since we last spoke; None while it is at work.

    A session is idle when it is made, too: that is no stop.
    """
    if not any(event.is_work for event in events):
        return None
    for event in reversed(events):
        if event.type.startswith("user."):
            return None
        if event.type == "session.status_idle":
            return event.stop_reason
        if event.type.startswith("session.status_"):
            return None
    return None


def _ending(stop: StopReason, events: tuple[RemoteEvent, ...]) -> Next:
    match stop.type:
        case "end_turn":
            return Finish()
        case "refusal":
            details = stop.stop_details
            why = details.get("explanation") or details.get("category") or "no reason"
            return Fail(f"the model refused: {why}", is_final=True)
        case "budget_reached":
            return Fail(f"{BUDGET_SPENT} (the remote session's)", is_final=True)
        case "retries_exhausted":
            kind = _last_error_type(events)
            is_final = kind == MONEY or kind in SCOPE
            return Fail(
                f"the platform gave up: {_last_error(events)}",
                is_final=is_final,
                is_passing=kind in BUSY,
            )
        case unknown:
            return Fail(f"the platform stopped for a reason unknown here: {unknown!r}")


def _asks_for_more(stop: StopReason, events: tuple[RemoteEvent, ...]) -> bool:
    """Whether it waits for something that is no call of our tools."""
    ours = {event.id for event in events if event.type == "agent.custom_tool_use"}
    return bool(stop.event_ids) and not ours.issuperset(stop.event_ids)


def _errors(events: tuple[RemoteEvent, ...]) -> list[RemoteError]:
    return [event.error for event in events if event.error]


def _last_error_type(events: tuple[RemoteEvent, ...]) -> str:
    errors = _errors(events)
    return errors[-1].type if errors else ""


def _last_error(events: tuple[RemoteEvent, ...]) -> str:
    errors = _errors(events)
    if not errors:
        return "it did not say why"
    return f"{errors[-1].type} {errors[-1].message}".strip()[:300]
