"""The contract of every agent: one shape of request, one of response. Pure.

On the wire names are in camel case: `conversationId`, `userId`, `executionTime`.
"""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

LONGEST_USER = 254


class Trigger(StrEnum):
    """Which door a call came in by."""

    API = "api"
    MCP = "mcp"
    COMMAND = "command"  # a terminal
    DESK = "desk"
    WEBHOOK = "webhook"
    EMAIL = "email"
    CHAT = "chat"
    ORCHESTRATOR = "orchestrator"  # a part of a request in words


class Problem(StrEnum):
    """Why there is no output; a door makes its status of it."""

    NONE = ""
    UNKNOWN = "unknown"  # no agent has that id
    OFF = "off"  # an operator switched it off
    INPUT = "input"  # the input does not fit the agent's schema
    FAILED = "failed"  # it tried, and came to nothing


class Wire(BaseModel):
    """What goes over the wire, and takes no key that it does not know."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=to_camel,
        populate_by_name=True,
        serialize_by_alias=True,
    )


class RequestMetadata(Wire):
    trigger: Trigger = Trigger.API
    timestamp: datetime = Field(default_factory=lambda: datetime.now(UTC))


class Request(Wire):
    """What an agent is asked, by whom, and in which conversation."""

    conversation_id: UUID | None = None
    user_id: str = Field(default="", max_length=LONGEST_USER)
    input: dict[str, Any] = Field(default_factory=dict)
    metadata: RequestMetadata = Field(default_factory=RequestMetadata)


class Fault(Wire):
    """A place of a request that does not fit, and why."""

    at: tuple[str, ...]
    says: str


class ResponseMetadata(Wire):
    """`status` is the execution's: queued, running, done or failed."""

    agent_id: str
    execution_id: UUID | None = None
    status: str = "done"
    # Milliseconds, and dollars at list price.
    execution_time: int = 0
    cost: float = 0.0
    brain: str = ""
    problem: Problem = Problem.NONE
    # Of an input that does not fit: each place where it does not.
    faults: tuple[Fault, ...] = ()


class Response(Wire):
    """What came of it; `output` is None until there is one."""

    success: bool
    output: dict[str, Any] | None = None
    error: str | None = None
    metadata: ResponseMetadata
