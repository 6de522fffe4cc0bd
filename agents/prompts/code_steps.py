"""Steps that code does alone: who does a step, and within which limits.

They move data and judge nothing, so no prompt tells what they do: code fills in the event
that each one emits (`agents.tools.digest`).
"""

from collections.abc import Mapping

from agents.events.schema import Kind
from agents.prompts.loader import AgentSpec, Front, roster
from agents.prompts.tool_names import ToolName
from agents.workflows.declaration import Criticality


def _step(
    slug: str,
    kind: Kind,
    timeout_seconds: int,
    purpose: str,
    *,
    instead: tuple[Kind, ...] = (),
    criticality: Criticality = Criticality.CRITICAL,
    first_wait_seconds: float = 60,
) -> AgentSpec:
    front = Front(
        title=slug.replace("_", " ").capitalize(),
        purpose=purpose,
        capabilities=("code",),
        tools=(ToolName.EMIT_EVENT,),
        emits=(kind, *instead),
        criticality=criticality,
        timeout_seconds=timeout_seconds,
        first_wait_seconds=first_wait_seconds,
        by_code=True,
    )
    return AgentSpec(slug, front, prompt="")


_STEPS = (
    _step("gather_urls", Kind.URLS_GATHERED, 600,
          "Asks the outlets of a newsletter what came out."),
    _step("filter_urls", Kind.URLS_FILTERED, 120,
          "Drops what was told, repeats itself, or is off the subject."),
    _step("download_articles", Kind.ARTICLES_DOWNLOADED, 900,
          "Reads the articles and keeps their text."),
    _step("extract_summaries", Kind.SUMMARIES_EXTRACTED, 300,
          "Takes from each article the sentences that tell it best."),
    _step("collect_launches", Kind.LAUNCHES_RESEARCHED, 120,
          "Hands on the launches that scouts brought home."),
    _step("collect_papers", Kind.PAPERS_RESEARCHED, 120,
          "Hands on the papers that scouts brought home."),
    _step("plan_request", Kind.REQUEST_PLANNED, 60,
          "Says which agents a request in words is for: a session begins with it."),
    _step("call_agent", Kind.AGENT_CALLED, 900,
          "Has one agent do its part of a request in words.",
          criticality=Criticality.OPTIONAL, first_wait_seconds=1),
    _step("answer_request", Kind.REQUEST_ANSWERED, 60,
          "Makes one answer of what the agents of a request said.",
          instead=(Kind.CALLS_FOLLOWED,), first_wait_seconds=1),
)  # fmt: skip
CODE_STEPS: Mapping[str, AgentSpec] = {spec.slug: spec for spec in _STEPS}


def known_steps() -> Mapping[str, AgentSpec]:
    """Who does which step, by its name: agents, and code."""
    return {**roster(), **CODE_STEPS}


def spec_of(step: str) -> AgentSpec | None:
    """Who does a step; None for one that this version does not know."""
    return CODE_STEPS.get(step) or roster().get(step)


def is_by_code(step: str) -> bool:
    """Whether a step is code's alone, so that it needs no brain and no key."""
    spec = spec_of(step)
    return spec is not None and spec.front.by_code
