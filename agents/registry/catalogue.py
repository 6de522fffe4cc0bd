"""The registry: every agent there is, as its prompt file says and the desk changed it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from agents.models import AgentSetting
from agents.prompts.code_steps import known_steps
from agents.prompts.loader import AgentSpec, Front, assistants
from agents.registry.contract import Trigger
from agents.registry.schemas import shapes_of
from newsletter.text.similarity import with_nearest

# How a step of a workflow may be asked for: it changes its session, so no stranger may.
STEP_TRIGGERS = (Trigger.API, Trigger.MCP, Trigger.COMMAND)


class UnknownAgent(LookupError):
    """No agent has that id."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One agent: who it is, how it is called, and within which limits now."""

    id: str
    name: str
    purpose: str
    capabilities: tuple[str, ...]
    triggers: tuple[str, ...]
    # Words of a request that ask for it.
    words: tuple[str, ...]
    model: str
    effort: str
    timeout_seconds: int
    budget_dollars: Decimal
    output_tokens: int
    is_on: bool
    # A step of a workflow: it may take minutes, and answers later.
    is_long: bool
    prompt: str

    @property
    def input_schema(self) -> dict[str, Any]:
        return shapes_of(self.id)[0].model_json_schema()

    @property
    def output_schema(self) -> dict[str, Any]:
        return shapes_of(self.id)[1].model_json_schema()

    def as_json(self) -> dict[str, Any]:
        """What a caller is told of it; its prompt is nobody's business."""
        return {
            "id": self.id,
            "name": self.name,
            "purpose": self.purpose,
            "capabilities": list(self.capabilities),
            "triggers": list(self.triggers),
            "input_schema": self.input_schema,
            "output_schema": self.output_schema,
            "model": self.model or None,
            "limits": {
                "timeout_seconds": self.timeout_seconds,
                "budget_dollars": float(self.budget_dollars),
                "output_tokens": self.output_tokens,
            },
            "is_on": self.is_on,
            "is_long": self.is_long,
        }


def entries() -> Mapping[str, Entry]:
    """Every agent by its id: who is called first, then the steps of workflows."""
    set_ = {row.slug: row for row in AgentSetting.objects.all()}
    specs = {**assistants(), **known_steps()}
    return {slug: entry_of(spec, set_.get(slug)) for slug, spec in specs.items()}


def entry(agent: str) -> Entry:
    """One agent; raises UnknownAgent with the nearest name."""
    known = {**assistants(), **known_steps()}
    if agent not in known:
        told = with_nearest(agent, sorted(known))
        raise UnknownAgent(f"No agent {told}")
    return entry_of(known[agent], AgentSetting.objects.filter(slug=agent).first())


def with_setting(front: Front, setting: AgentSetting | None) -> Front:
    """The front matter as the desk changed it."""
    if setting is None:
        return front
    wanted = {
        "model": setting.model,
        "timeout_seconds": setting.timeout_seconds,
        "budget_dollars": setting.budget_dollars,
    }
    return front.model_copy(update={k: v for k, v in wanted.items() if v})


def set_on_desk(spec: AgentSpec) -> tuple[AgentSpec, bool]:
    """An agent as the desk changed it, and whether it is on."""
    setting = AgentSetting.objects.filter(slug=spec.slug).first()
    return (
        replace(spec, front=with_setting(spec.front, setting)),
        setting is None or setting.is_on,
    )


def entry_of(spec: AgentSpec, setting: AgentSetting | None = None) -> Entry:
    """An agent as its prompt file says and the desk changed it."""
    front, is_assistant = with_setting(spec.front, setting), spec.slug in assistants()
    return Entry(
        id=spec.slug,
        name=front.title,
        purpose=front.purpose,
        capabilities=front.capabilities,
        triggers=front.triggers or (() if is_assistant else STEP_TRIGGERS),
        words=front.words,
        model=front.model,
        effort=front.effort,
        timeout_seconds=front.timeout_seconds,
        budget_dollars=front.budget_dollars,
        output_tokens=front.output_tokens,
        is_on=setting is None or setting.is_on,
        is_long=not is_assistant,
        prompt=spec.prompt,
    )
