"""What every tool is: name, purpose, JSON schema of its arguments, retries, one act."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import structlog
from django.db import connection
from pydantic import BaseModel, ConfigDict, ValidationError

from agents.brains.base import ToolResult
from agents.engine.leases import Staged
from agents.events.refusals import in_words
from agents.events.storing import storable
from agents.tools.workbench import Workbench
from newsletter.database_outage import AWAY

logger = structlog.get_logger(__name__)


class ToolError(Exception):
    """The call cannot be answered; the message says what to do instead."""


class Barred(ToolError):
    """No agent can mend what stands in the way, and no other attempt would help."""


class Unfit(ToolError):
    """This brain cannot do the role: the next one is asked. `line` goes on record."""

    def __init__(self, reason: str, line: Staged | None = None) -> None:
        super().__init__(reason)
        self.line = line


class Passing(Exception):
    """Something outside failed that may work a moment later.

    `answer` is the tool's where it does not, and what was done so far is enough.
    """

    def __init__(self, reason: str, answer: Any = None) -> None:
        super().__init__(reason)
        self.answer = answer


class Arguments(BaseModel):
    """A tool's arguments: what it does not know, it refuses."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def from_text(value: Any) -> Any:
    """What a text of JSON holds: some models write an object or a list that way."""
    if not isinstance(value, str):
        return value
    try:
        return storable(json.loads(value))
    except (ValueError, RecursionError):
        return value


A = TypeVar("A", bound=Arguments)


def _no_summary(_: Any) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Tool(Generic[A]):
    """One thing an agent's hands can do, with its own patience.

    `act` returns JSON values; it raises ToolError for what the agent can mend, Barred
    for what only an operator can, and Passing for what the tool may try again,
    `attempts` times in all, waiting `first_wait_seconds` and then twice as long. A
    database that is away is tried again in the same way; one that stays away is no
    fault of the agent's, and its error leaves the tool as it is.
    """

    name: str
    description: str
    arguments: type[A]
    act: Callable[[Workbench, A], Any]
    attempts: int = 1
    first_wait_seconds: float = 0.5
    summarise: Callable[[Any], str] = _no_summary

    def run(self, bench: Workbench, arguments: dict[str, Any]) -> Any:
        """Check the arguments and act; raises ToolError."""
        try:
            checked = self.arguments.model_validate(arguments)
        except ValidationError as error:
            raise ToolError(_faults(self.name, error)) from error
        staged = len(bench.staged)
        for attempt in range(1, self.attempts + 1):
            try:
                return self.act(bench, checked)
            except (Passing, *AWAY) as problem:
                wait = self.first_wait_seconds * 2 ** (attempt - 1)
                if attempt == self.attempts or wait > bench.seconds_left:
                    return self._given_up(problem)
                if not isinstance(problem, Passing):
                    _connect_anew(problem)
                logger.warning("tool_again", tool=self.name, reason=str(problem)[:200])
                del bench.staged[staged:]
                time.sleep(wait)
        raise AssertionError("a tool has at least one attempt")

    def _given_up(self, problem: Exception) -> Any:
        if not isinstance(problem, Passing):
            raise problem
        if problem.answer is None:
            raise ToolError(f"{self.name} failed: {problem}") from problem
        return problem.answer

    def sum_up(self, result: ToolResult) -> str:
        """One line on what came of a call, for the log."""
        return self.summarise(result.content)


def _connect_anew(problem: Exception) -> None:
    """Let go of a dead connection; within a transaction nothing can be tried again."""
    if connection.in_atomic_block:
        raise problem
    connection.close()


def _faults(name: str, error: ValidationError) -> str:
    told = in_words(error, "arguments")
    return f"{name} does not take these arguments: {told}."
