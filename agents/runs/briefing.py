"""The prompt of an agent run: its tools, the facts it asks for, and what is new to it."""

import json
from collections.abc import Mapping
from functools import cache
from string import Template
from typing import Any

from agents.brains.base import Brief, Hopeless, Offer
from agents.brains.table import NEEDS_KEY
from agents.events import schema as events
from agents.events.schema import Kind
from agents.prompts import schemas
from agents.prompts.loader import PROMPTS, SHAPE, AgentSpec
from agents.runs import wishes
from agents.tools.base import Tool
from agents.tools.certification.record import record_of
from agents.tools.table import TOOLS
from agents.tools.workbench import Workbench
from newsletter.drafts.contract import BRIEF
from newsletter.standards.brief_words import brief_words_of
from newsletter.standards.furniture import furniture_of
from newsletter.text.identifiers import sha256_of


def brief(bench: Workbench) -> Brief:
    """The brief of a step."""
    newsletter, lease, editorial = bench.newsletter, bench.lease, bench.editorial
    named = {"session": lease.session_name, "step": lease.key}
    message = _template("kick-off").substitute(
        **named,
        newsletter=" ".join(newsletter.title.split()),
        today=f"{bench.now:%A %Y-%m-%d}",
        facts="\n".join(
            (
                *_facts(bench),
                *_of_the_session(bench),
                *_of_the_log(bench),
                *wishes.told(bench.spec, editorial, bench.state.workflow.contract),
            )
        ),
    )
    return Brief(
        spec=bench.spec,
        message=message.strip(),
        newsletter=" ".join(newsletter.title.split()),
        profile=editorial.profile,
        topics=editorial.ranked_topics,
        language=editorial.language,
        rubric=editorial.rules,
        interests=editorial.interests,
        contract=bench.state.workflow.contract,
        as_of=bench.now,
        offers=offers(bench.spec),
        session_name=lease.session_name,
        key=lease.key,
        attempt=lease.attempt,
        nudge=_words("nudge"),
        cut_off=_words("cut-off"),
        used_up=_words("used-up"),
        again=_template("again").substitute(named),
        news=_news(bench),
        max_turns=bench.session.max_turns,
        share=_share(bench),
        limits=bench.state.limits,
        not_theirs=_not_theirs(bench),
    )


def terms(bench: Workbench) -> str:
    """What a conversation is bound to, as a hash: with other terms it is another one."""
    spec = bench.spec
    told = {
        "prompt": spec.prompt,
        "effort": spec.front.effort,
        "tools": [[one.name, one.description, one.schema] for one in offers(spec)],
        "facts": _facts(bench),
    }
    return sha256_of(json.dumps(told, sort_keys=True))


def _news(bench: Workbench) -> tuple[dict[str, Any], ...]:
    """What an agent that has ended a round before is to hear of since, oldest first."""
    hears, events_ = bench.spec.front.hears, bench.session.events
    said = events_.of_kind(*bench.ends_with).order_by("-seq").first() if hears else None
    if said is None:
        return ()
    since = events_.of_kind(*hears).filter(seq__gt=said.seq).order_by("seq")
    return tuple(event.told() for event in since)


def _not_theirs(bench: Workbench) -> frozenset[int]:
    """The critic's refusals of models' drafts, where who works now is no model."""
    if bench.envelope.brain in NEEDS_KEY:
        return frozenset()
    said = bench.session.events.of_kind(Kind.DRAFT_WRITTEN, Kind.CRITIC_REJECTION)
    found, writer = set(), ""
    for line in said.order_by("seq").only("seq", "event_type", "brain"):
        if line.event_type == Kind.DRAFT_WRITTEN:
            writer = line.brain
        elif writer in NEEDS_KEY:
            found.add(line.seq)
    return frozenset(found)


def offers(spec: AgentSpec) -> tuple[Offer, ...]:
    """The agent's tools as a model is told of them."""
    return tuple(
        Offer(name, _tool(name).description, _schema(name, spec.front.emits))
        for name in spec.front.tools
    )


def _tool(name: str) -> Tool[Any]:
    """The tool of that name; raises Hopeless where nobody wrote what it does."""
    if name not in TOOLS:
        raise Hopeless(
            f"no line says what the tool {name!r} does; give it one in TOOLS "
            "(agents/tools/table.py)"
        )
    return TOOLS[name]


@cache
def _template(name: str) -> Template:
    return Template(_words(name))


@cache
def _words(name: str) -> str:
    """A short text that stands beside the prompts."""
    return (PROMPTS / f"{name}.txt").read_text(encoding="utf-8").strip()


def _facts(bench: Workbench) -> list[str]:
    """The facts that the prompt's front matter asks for, in its order."""
    editorial = bench.editorial
    rules = editorial.rules.model_dump(mode="json")
    contract = bench.state.workflow.contract.name
    rules[SHAPE] = _words(f"shape-{contract}")
    rules["language"] = _language(contract, editorial.language)
    known = {
        name: _told(rules[name] if name in rules else getattr(editorial, name))
        for name in bench.spec.front.knows
    }
    return [
        f"<{name}>\n{text}\n</{name}>" if "\n" in text else f"{name}: {text}"
        for name, text in known.items()
    ]


def _language(contract: str, language: str) -> str:
    """The issue's language; with its headings, where the prompt has them in English."""
    words = furniture_of(language)
    if words.is_english:
        return language
    named = [words.about, words.brief]
    if contract == BRIEF.name:
        brief = brief_words_of(language)
        named = [brief.shipped, brief.worth, brief.build, words.about]
    headings = ", ".join(f"“{name}”" for name in named)
    openings = " or ".join(f"“{one}”" for one in words.openings)
    return (
        f"{language}. In the place of those in English the headings are {headings}; "
        f"sentences about the issue begin with {openings}, and views with "
        f"“**{words.view}**”."
    )


def _share(bench: Workbench) -> Mapping[str, Any]:
    return bench.state.share(bench.lease.key) or {}


def _of_the_session(bench: Workbench) -> list[str]:
    """What the agent's part is about, and how many parts or follow-ups there may be."""
    state, step = bench.state, bench.state.workflow.by_name[bench.lease.step]
    told = [f"{name}: {said}" for name, said in _share(bench).items() if said]
    for onward in (state.workflow.by_name[name] for name in step.onward):
        if onward.each:
            told.append(f"most_{onward.each.parts}: {state.most(onward.name)}")
    if Kind.FOLLOW_UP_ASKED in step.then:
        left = state.most(Kind.FOLLOW_UP_ASKED) - state.counts[Kind.FOLLOW_UP_ASKED]
        told.append(f"follow_ups_left: {max(0, left)}")
    return told


def _of_the_log(bench: Workbench) -> list[str]:
    """What the log tells of how the issue is made, for who writes that: it is held to it."""
    if Kind.DRAFT_WRITTEN not in bench.spec.front.emits:
        return []
    return [f"<made>\n{record_of(bench).told()}\n</made>"]


def _told(value: Any) -> str:
    match value:
        case {"least": least, "most": most}:
            return f"{least} to {most}"
        case list() | tuple():
            return ", ".join(map(str, value)) or "none"
        case _:
            return str(value).strip()


@cache
def _schema(tool: str, emits: tuple[events.Kind, ...]) -> dict[str, Any]:
    """A tool's arguments; the kinds an agent may emit and their shapes are part of them."""
    schema = schemas.inlined(_tool(tool).arguments.model_json_schema())
    if tool == "emit_event":
        properties = schema["properties"]
        properties["event_type"]["enum"] = [str(kind) for kind in emits]
        shapes = [schemas.as_json_schema(kind) for kind in emits]
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
        case list() | tuple():
            return [_lean(value) for value in schema]
        case _:
            return schema
