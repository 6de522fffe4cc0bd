"""What is wrong with the agents' prompts, tables and settings, said before anything runs."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from agents import tools, workflows
from agents.access.scopes import MEANS, RIGHTS, Scope
from agents.brains.code import CALLS
from agents.brains.table import ANTHROPIC, BRAINS, MAKERS, NEEDS_KEY
from agents.events.schema import DATA, Kind
from agents.prices import LISTINGS
from agents.prompts.code_steps import known_steps
from agents.prompts.loader import PROMPTS, SHAPE, AgentSpec, BadPrompt, roster
from agents.prompts.tool_names import ToolName
from agents.workflows.declaration import Criticality, Workflow
from agents.workflows.table import WORKFLOWS
from agents.workflows.validation import faults_of
from newsletter.drafts.contract import CONTRACTS


@register("agents")
def check_prompts(**_: object) -> list[CheckMessage]:
    """Every prompt can be read, and its model will be there for a while."""
    try:
        specs = roster()
    except BadPrompt as bad:
        hint = "docs/adding.md says what a prompt's front matter holds."
        return [Error(str(bad), hint=hint, id="agents.E001")]
    leaving = models_that_leave()
    return [
        Warning(
            f"{slug} is on {spec.front.model!r}, which is gone after "
            f"{leaving[spec.front.model]}.",
            hint=f"Set another model in agents/prompts/{slug}.md.",
            id="agents.W002",
        )
        for slug, spec in specs.items()
        if spec.front.model in leaving
    ]


def models_that_leave() -> Mapping[str, str]:
    """Models and the days after which they are gone, where a paid brain is asked.

    The SDK that knows them takes seconds and 80 MB to load: no process does so for
    nothing.
    """
    if not ANTHROPIC.intersection(settings.CRUX_BRAINS):
        return {}
    from anthropic.resources.messages import (  # noqa: PLC0415  the SDK
        DEPRECATED_MODELS,
    )

    return DEPRECATED_MODELS


@register("agents")
def check_tables(**_: object) -> list[CheckMessage]:
    """Every step of a workflow has somebody who does it, every kind and brain a line."""
    try:
        known = known_steps()
    except BadPrompt:
        return []  # told already
    steps = {step.name: one.name for one in WORKFLOWS.values() for step in one.steps}
    faults: list[CheckMessage] = [
        Error(
            f"The workflow {workflow!r} has the step {step!r}, and nobody does it.",
            hint=f"Write agents/prompts/{step}.md, or give the step a line in "
            "agents/prompts/code_steps.py.",
            id="agents.E003",
        )
        for step, workflow in steps.items()
        if step not in known
    ]
    faults += [
        Error(
            f"The agent {slug!r} is by code, and no line says which call code makes.",
            hint="Give it a line in CALLS (agents/brains/code.py).",
            id="agents.E007",
        )
        for slug, spec in known.items()
        if spec.front.by_code and slug not in CALLS
    ]
    faults += [
        Error(
            f"The event kind {str(kind)!r} has no shape.",
            hint="Give it a line in DATA (agents/events/schema.py).",
            id="agents.E008",
        )
        for kind in Kind
        if kind not in DATA
    ]
    return faults + [
        Error(
            f"CRUX_BRAINS asks {name!r}, and no line says what makes it.",
            hint="Give it a line in MAKERS (agents/brains/table.py).",
            id="agents.E004",
        )
        for name in settings.CRUX_BRAINS
        if name not in MAKERS
    ]


@register("agents")
def check_workflows(**_: object) -> list[CheckMessage]:
    """Every workflow leads from its first step to its end, by events its agents emit."""
    try:
        known = known_steps()
    except BadPrompt:
        return []  # told already
    if any(kind not in DATA for kind in Kind):
        return []
    return [
        Error(
            f"The workflow {workflow.name!r}, version {workflow.version}: {fault}.",
            hint=f"Mend it where {workflow.name!r} is declared (agents/workflows/).",
            id="agents.E006",
        )
        for workflow in WORKFLOWS.values()
        for fault in (*faults_of(workflow), *_unfit(workflow, known))
    ]


@register("agents")
def check_unlisted(**_: object) -> list[CheckMessage]:
    """Every workflow that is declared can be begun, and gone on with."""
    folder = workflows.__name__
    modules = [
        import_module(f"{folder}.{one.name}")
        for one in iter_modules(workflows.__path__)
    ]
    declared = {
        id(one): one
        for module in modules
        for name, one in vars(module).items()
        if isinstance(one, Workflow) and not name.startswith("_")
    }
    listed = {id(one) for one in WORKFLOWS.values()}
    return [
        Error(
            f"The workflow {one.name!r}, version {one.version}, is declared, and no "
            "session can have it.",
            hint="Give it a line in WORKFLOWS (agents/workflows/table.py), and a name or "
            "a version of its own.",
            id="agents.E011",
        )
        for found, one in declared.items()
        if found not in listed
    ]


def _unfit(workflow: Workflow, known: Mapping[str, AgentSpec]) -> Iterator[str]:
    """What a workflow asks for that the files of agents and contracts do not have."""
    shape = workflow.contract.name
    if CONTRACTS.get(shape) != workflow.contract:
        yield (
            f"its contract {shape!r} has no line in CONTRACTS "
            "(newsletter/drafts/contract.py)"
        )
    if not (PROMPTS / f"{SHAPE}-{shape}.txt").exists():
        yield f"no {SHAPE}-{shape}.txt in agents/prompts/ tells writers its contract"
    for step in workflow.steps:
        if step.name not in known:
            continue  # told already
        front = known[step.name].front
        # Without that tool another one of its tools writes the event.
        proposes = ToolName.EMIT_EVENT in front.tools
        for kind in step.then if proposes else ():
            if kind not in front.emits:
                yield (
                    f"{step.name!r} ends with {str(kind)!r}, which its agent may not emit"
                )
        if front.criticality is Criticality.OPTIONAL and step.placeholder is None:
            yield (
                f"the agent of {step.name!r} is optional, and the step has no "
                "placeholder to go on with"
            )


@register("agents")
def check_scopes(**_: object) -> list[CheckMessage]:
    """Every scope says what it means, and which right its owner needs."""
    return [
        Error(
            f"The scope {str(scope)!r} has no words, or no right that it needs.",
            hint="Give it a line in MEANS and in RIGHTS (agents/access/scopes.py).",
            id="agents.E009",
        )
        for scope in Scope
        if not (scope in MEANS and scope in RIGHTS)
    ]


@register("agents", deploy=True)
def check_tools(**_: object) -> list[CheckMessage]:
    """Every tool that a prompt may name has a line; asked before a release alone.

    The tools take a part of a second to load, which no other command pays for.
    """
    from agents.tools.table import TOOLS  # noqa: PLC0415  all that agents act with

    unmade = [
        Error(
            f"A prompt may name the tool {str(name)!r}, and no line says what it does.",
            hint="Give it a line in TOOLS (agents/tools/table.py).",
            id="agents.E005",
        )
        for name in ToolName
        if name not in TOOLS
    ]
    unnamed = [
        Error(
            f"{file.relative_to(settings.BASE_DIR)} holds a tool that no prompt may name.",
            hint="Give it a line in agents/prompts/tool_names.py, and one in TOOLS "
            "(agents/tools/table.py).",
            id="agents.E010",
        )
        for file in sorted(Path(tools.__path__[0]).rglob("*.py"))
        if file.stem not in set(ToolName)
        and "\nTOOL = " in file.read_text(encoding="utf-8")
    ]
    return [*unmade, *unnamed]


@register("agents", deploy=True)
def check_rules(**_: object) -> list[CheckMessage]:
    """Where the local brain may be asked it knows every step; before a release alone."""
    try:
        known = known_steps()
    except BadPrompt:
        return []  # told already
    if "local" not in settings.CRUX_BRAINS:
        return []
    from agents.brains.local.roles import ROLES  # noqa: PLC0415  the word tables

    steps = dict.fromkeys(step.name for one in WORKFLOWS.values() for step in one.steps)
    return [
        Warning(
            f"The local brain has no part for the step {step!r}.",
            hint="Give it a line in ROLES (agents/brains/local/roles.py); without one "
            "only models do that step.",
            id="agents.W003",
        )
        for step in steps
        if step in known and not known[step].front.by_code and step not in ROLES
    ]


@register("agents", deploy=True)
def check_brains(**_: object) -> list[CheckMessage]:
    """Whose key a model uses is known; asked before a release alone, for it loads the SDK.

    A model without its line would be taken for rules: where models' drafts come to no end
    it would be handed their work.
    """
    return [
        Error(
            f"The brain {name!r} is a model, and no line says whose key it uses.",
            hint="Give it a line in PROVIDERS (agents/prices.py).",
            id="agents.E012",
        )
        for name in settings.CRUX_BRAINS
        if name in MAKERS and name not in NEEDS_KEY and BRAINS[name].is_model
    ]


@register("agents")
def check_models(**_: object) -> list[CheckMessage]:
    """Keys and names."""
    return list(_models())


def _models() -> Iterator[CheckMessage]:
    paid = ANTHROPIC.intersection(settings.CRUX_BRAINS)
    if paid and not (settings.ANTHROPIC_API_KEY or settings.ANTHROPIC_BASE_URL):
        yield Warning(
            f"CRUX_BRAINS asks {', '.join(sorted(paid))}, and there is no key.",
            hint="Set ANTHROPIC_API_KEY, or ANTHROPIC_BASE_URL to a compatible server.",
            id="agents.W001",
        )
    if unknown := settings.CRUX_MODELS.keys() - LISTINGS.keys():
        yield Error(
            f"CRUX_MODELS names {sorted(unknown)[0]!r}, which no prompt may have.",
            hint=f"Name one of: {', '.join(LISTINGS)}.",
            id="agents.E002",
        )
