"""Who the agents are: `prompts/*.md`, each a TOML front matter and then the prompt."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agents.events import Kind
from agents.workflow import Criticality, Policy

PROMPTS = Path(__file__).parent / "prompts"
FENCE = "+++"


class BadPrompt(ValueError):
    """A prompt file is not as it must be; the message names the file and the line."""


class Front(BaseModel):
    """The front matter of a prompt: all that is not prose about an agent."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    model: str
    effort: str = "medium"
    tools: tuple[str, ...]
    emits: tuple[Kind, ...] = ()
    criticality: Criticality
    timeout_seconds: int = Field(gt=0)
    attempts: int = Field(default=3, ge=1)
    first_wait_seconds: float = Field(default=60, ge=0)
    forgives_silence: bool = False
    budget_dollars: Decimal = Field(default=Decimal("1.00"), gt=0)
    searches: int = Field(default=0, ge=0)


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """A role: its prompt, model, tools, limits and criticality."""

    slug: str
    front: Front
    prompt: str

    @property
    def policy(self) -> Policy:
        return Policy(
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
    return AgentSpec(path.stem, front, "\n".join(lines[end + 1 :]).strip())


def _front(path: Path, lines: list[str]) -> Front:
    try:
        values = tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError as error:
        raise BadPrompt(
            f"{path.name}: {error} (line 1 is the first below +++)."
        ) from error
    try:
        return Front.model_validate(values)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        key = str(fault["loc"][0])
        number = next((n for n, line in enumerate(lines, 2) if line.startswith(key)), 1)
        raise BadPrompt(
            f"{path.name}:{number}: {key}: {fault['msg']} ({fault['input']!r})."
        ) from error


@cache
def roster() -> Mapping[str, AgentSpec]:
    """All agents by slug; read once per process."""
    return {path.stem: read(path) for path in sorted(PROMPTS.glob("*.md"))}


def policies() -> dict[str, Policy]:
    """How each agent's step is tried."""
    return {slug: spec.policy for slug, spec in roster().items()}
