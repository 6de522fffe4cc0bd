"""The roster of agents: `prompts/*.md`, each a TOML front matter, then the prompt."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)

from agents.events.schema import DATA, Kind
from agents.prices import LISTINGS
from agents.prompts import schemas
from agents.prompts.tool_names import ToolName
from agents.workflows.declaration import Criticality, StepPolicy
from newsletter.standards.rubric import Rubric

PROMPTS = Path(__file__).parent
FENCE = "+++"
KINDS = frozenset(Kind)
TOOL_NAMES = frozenset(ToolName)
# The form of the issue, by the contract that the session's workflow names.
SHAPE = "shape"
# What a kick-off may tell besides the rubric's values: facts of the newsletter.
FACTS = (
    frozenset({"profile", "topics", "tone", "language", SHAPE})
    | Rubric.model_fields.keys()
)
_DIRECTIVE = re.compile(r"^\{\{ (?P<what>schema|text): (?P<name>[\w-]+) \}\}$", re.M)
_MISPLACED = re.compile(r"\{\{.{0,80}")


class BadPrompt(ValueError):
    """A prompt file is not as it must be; the message names the file and the line."""


class Front(BaseModel):
    """The front matter of a prompt: all that is not prose about an agent."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    # What it is for, in one sentence, for those who call it and for the orchestrator.
    purpose: str = ""
    # What it can do, by which doors it may be called, and words that ask for it.
    capabilities: tuple[str, ...] = ()
    triggers: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    # Only who never asks one is without.
    model: str = ""
    effort: Literal["low", "medium", "high", "xhigh", "max"] = "medium"
    tools: tuple[str, ...]
    emits: tuple[Kind, ...] = ()
    # What is told of what others wrote since, to one who goes on in the conversation of
    # the round before; without any, each round is a conversation of its own.
    hears: tuple[Kind, ...] = ()
    # What the kick-off tells: values of the rubric, and facts of the newsletter.
    knows: tuple[str, ...] = ()
    criticality: Criticality
    timeout_seconds: int = Field(gt=0)
    # The longest single turn of a model, what it thinks included.
    output_tokens: int = Field(default=32_000, ge=4_000)
    attempts: int = Field(default=3, ge=1)
    first_wait_seconds: float = Field(default=60, ge=0)
    forgives_silence: bool = False
    budget_dollars: Decimal = Field(default=Decimal("1.00"), gt=0)
    # Searches and pages on the platform's own servers, where the model offers them.
    searches: int = Field(default=0, ge=0)
    fetches: int = Field(default=0, ge=0)
    # Turns in which it may call tools; in those after it may only emit. 0: any number.
    rounds: int = Field(default=0, ge=0)
    # Whether code does it all by its one fixed call: no model is asked.
    by_code: bool = False
    # Whether readers are told when a budget took means from this agent.
    shapes_text: bool = False

    @field_validator("model")
    @classmethod
    def _is_listed(cls, model: str) -> str:
        return _known(model, LISTINGS, "model")

    @model_validator(mode="after")
    def _has_model(self) -> Self:
        if not (self.model or self.by_code):
            raise ValueError("an agent needs a model")
        return self

    @field_validator("tools")
    @classmethod
    def _are_tools(cls, tools: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(_known(tool, TOOL_NAMES, "tool") for tool in tools)

    @field_validator("knows")
    @classmethod
    def _are_facts(cls, knows: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(_known(name, FACTS, "fact") for name in knows)


def _known(name: str, known: Mapping[str, object] | frozenset[str], what: str) -> str:
    if name not in known:
        raise ValueError(f"no {what} {name!r}; known: {', '.join(sorted(known))}")
    return name


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """A role: its prompt, model, tools, limits and criticality."""

    slug: str
    front: Front
    prompt: str

    @property
    def policy(self) -> StepPolicy:
        return StepPolicy(
            criticality=self.front.criticality,
            timeout=timedelta(seconds=self.front.timeout_seconds),
            attempts=self.front.attempts,
            first_wait=timedelta(seconds=self.front.first_wait_seconds),
            forgives_silence=self.front.forgives_silence,
        )


def read(path: Path) -> AgentSpec:
    """The agent that a prompt file describes; raises BadPrompt."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines or lines[0] != FENCE or FENCE not in lines[1:]:
        raise BadPrompt(f"{path.name}:1: front matter must stand between {FENCE!r}.")
    end = lines.index(FENCE, 1)
    front = _front(path, lines[1:end])
    return AgentSpec(path.stem, front, _prompt(path, lines, end + 1))


def _front(path: Path, lines: list[str]) -> Front:
    try:
        # The empty line stands for the fence: line numbers are the file's own.
        values = tomllib.loads("\n".join(["", *lines]))
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+)", str(error))
        number = int(place[1]) if place else len(lines) + 1
        raise BadPrompt(f"{path.name}:{number}: {error}.") from error
    try:
        return Front.model_validate(values)
    except ValidationError as error:
        faults = error.errors(include_url=False)
        # A key that is misspelt is missing as well: the line has the misspelt one.
        fault = min(faults, key=lambda one: one["type"] == "missing")
        key = str(fault["loc"][0]) if fault["loc"] else "model"
        declares = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=")
        number = next((n for n, line in enumerate(lines, 2) if declares.match(line)), 1)
        value = "" if fault["type"] == "missing" else f" ({fault['input']!r})"
        raise BadPrompt(
            f"{path.name}:{number}: {key}: {fault['msg']}{value}."
        ) from error


def _prompt(path: Path, lines: list[str], start: int) -> str:
    """The prose, with the schemas and shared texts that it names written out."""
    written: list[str] = []
    for number, line in enumerate(lines[start:], start + 1):
        named = _DIRECTIVE.match(line)
        try:
            written.append(_written_out(path, **named.groupdict()) if named else line)
            if not named and (lost := _MISPLACED.search(line)):
                raise LookupError(
                    f"{lost[0]!r} is not written out: {{{{ schema: KIND }}}} and "
                    "{{ text: NAME }} stand on lines of their own, a fact in backquotes"
                )
        except LookupError as error:
            raise BadPrompt(f"{path.name}:{number}: {error.args[0]}.") from error
    return "\n".join(written).strip()


def _written_out(path: Path, what: str, name: str) -> str:
    """What a directive stands for; raises LookupError."""
    if what == "schema":
        if name not in KINDS:
            raise LookupError(f"no event kind {name!r}")
        if name not in DATA:
            raise LookupError(f"{name!r} has no line in DATA (agents/events/schema.py)")
        return f"```\n{schemas.describe(Kind(name))}\n```"
    text = path.with_name(f"{name}.txt")
    if not text.exists():
        raise LookupError(f"no text {text.name!r} beside it")
    return text.read_text(encoding="utf-8").strip()


@cache
def roster() -> Mapping[str, AgentSpec]:
    """All agents by slug; read once per process."""
    return {path.stem: read(path) for path in sorted(PROMPTS.glob("*.md"))}


@cache
def assistants() -> Mapping[str, AgentSpec]:
    """Those who are called from outside, and are in no workflow; read once."""
    folder = PROMPTS / "assistants"
    return {path.stem: read(path) for path in sorted(folder.glob("*.md"))}
