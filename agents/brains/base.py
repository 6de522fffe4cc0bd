"""What every brain is: it thinks, and acts only through the hands it is given."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Protocol

from agents.roster import AgentSpec
from newsletter.rubric import Rubric


class BrainFailed(Exception):
    """This brain cannot do the role now; the next one in the list may.

    `retry_after` is what a server asked for, if it asked. `is_final` means that no
    brain of this kind will ever do it (a refusal, a wrong key).
    """

    def __init__(
        self,
        reason: str,
        *,
        retry_after: timedelta | None = None,
        is_final: bool = False,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry_after = retry_after
        self.is_final = is_final


class DeadlinePassed(Exception):
    """The agent used up its time."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool answered: JSON values, or a message saying what was wrong."""

    content: Any
    is_error: bool = False


@dataclass(slots=True)
class Usage:
    """What a brain used for one role; tokens are counted, never guessed."""

    model: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    web_searches: int = 0
    running_seconds: float = 0
    retries: int = 0
    # What the platform itself reported, where it does.
    reported_dollars: Decimal | None = None
    # Steps down that a budget forced, in plain words.
    degraded: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Offer:
    """A tool as a brain is told of it: name, purpose, JSON schema of its arguments."""

    name: str
    description: str
    schema: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Brief:
    """One agent run: who the agent is, what it is asked, and under which key."""

    spec: AgentSpec
    message: str
    newsletter: str
    profile: str
    rubric: Rubric
    as_of: datetime
    offers: tuple[Offer, ...]
    session_name: str
    key: str
    attempt: int

    @property
    def idempotency_key(self) -> str:
        return f"{self.session_name}:{self.key}:{self.attempt}"


class Hands(Protocol):
    """The only way a brain acts. Raises DeadlinePassed when the time is up."""

    def use(
        self, tool: str, arguments: dict[str, Any], *, call_id: str | None = None
    ) -> ToolResult:
        """Run a tool; with a `call_id` seen before, its first answer again."""

    @property
    def is_done(self) -> bool:
        """Whether the terminal event was accepted: nothing more is wanted."""

    @property
    def seconds_left(self) -> float:
        """Time until the deadline."""


class Brain(Protocol):
    """Who thinks for an agent."""

    name: str
    # One plain sentence for readers if this brain took part; empty if none is due.
    disclosure: str

    def think(self, brief: Brief, hands: Hands, usage: Usage) -> None:
        """Do the role; count what it costs into `usage` as it goes.

        Raises BrainFailed. Returning without a terminal event is a silent exit.
        """
