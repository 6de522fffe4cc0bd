"""The prompt of an agent run: its tools and the facts it asks for."""

from functools import cache
from string import Template
from typing import Any

from agents.brains.base import Brief, Offer
from agents.events import schema as events
from agents.prompts import schemas
from agents.prompts.loader import PROMPTS, AgentSpec
from agents.tools.table import TOOLS
from agents.tools.workbench import Workbench
from newsletter.models import Newsletter


def brief(bench: Workbench) -> Brief:
    """The brief of a step."""
    newsletter, lease = bench.newsletter, bench.lease
    message = _kick_off().substitute(
        session=lease.session_name,
        step=lease.key,
        newsletter=" ".join(newsletter.title.split()),
        today=f"{bench.now:%A %Y-%m-%d}",
        facts="\n".join(_facts(bench.spec, newsletter)),
    )
    return Brief(
        spec=bench.spec,
        message=message.strip(),
        newsletter=" ".join(newsletter.title.split()),
        profile=newsletter.profile,
        topics=tuple(newsletter.topics),
        rubric=newsletter.rules,
        as_of=bench.now,
        offers=offers(bench.spec),
        session_name=lease.session_name,
        key=lease.key,
        attempt=lease.attempt,
        nudge=_words("nudge"),
        cut_off=_words("cut-off"),
    )


def offers(spec: AgentSpec) -> tuple[Offer, ...]:
    """The agent's tools as a model is told of them."""
    return tuple(
        Offer(tool.name, tool.description, _schema(spec, tool.name))
        for tool in (TOOLS[name] for name in spec.front.tools)
    )


@cache
def _kick_off() -> Template:
    return Template(_words("kick-off"))


@cache
def _words(name: str) -> str:
    """A short text that stands beside the prompts."""
    return (PROMPTS / f"{name}.txt").read_text(encoding="utf-8").strip()


def _facts(spec: AgentSpec, newsletter: Newsletter) -> list[str]:
    """The facts that the prompt's front matter asks for, in its order."""
    rules = newsletter.rules.model_dump(mode="json")
    known = {
        name: _told(rules[name] if name in rules else getattr(newsletter, name))
        for name in spec.front.knows
    }
    return [
        f"<{name}>\n{text}\n</{name}>" if "\n" in text else f"{name}: {text}"
        for name, text in known.items()
    ]


def _told(value: Any) -> str:
    match value:
        case {"least": least, "most": most}:
            return f"{least} to {most}"
        case list():
            return ", ".join(map(str, value)) or "none"
        case _:
            return str(value).strip()


def _schema(spec: AgentSpec, tool: str) -> dict[str, Any]:
    """A tool's arguments; the kinds an agent may emit and their shapes are part of them."""
    schema = schemas.inlined(TOOLS[tool].arguments.model_json_schema())
    if tool == "emit_event":
        kinds = [str(events.Kind(kind)) for kind in spec.front.emits]
        properties = schema["properties"]
        properties["event_type"]["enum"] = kinds
        shapes = [schemas.as_json_schema(kind) for kind in spec.front.emits]
        properties["data"] = {
            "description": properties["data"]["description"],
            **(shapes[0] if len(shapes) == 1 else {"anyOf": shapes}),
        }
    lean: dict[str, Any] = _lean(schema)
    return lean


def _lean(schema: Any) -> Any:
    """The schema without titles, which only repeat the names."""
    match schema:
        case dict():
            return {
                key: _lean(value)
                for key, value in schema.items()
                if not (key == "title" and isinstance(value, str))
            }
        case list():
            return [_lean(value) for value in schema]
        case _:
            return schema
