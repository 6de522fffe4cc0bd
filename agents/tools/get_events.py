"""Reads events of this newsletter's sessions: this one's, or an earlier one's."""

from typing import Any

from pydantic import Field

from agents.events.schema import Kind
from agents.models import AgentEvent, AgentEventQuerySet
from agents.tools.base import Arguments, Tool
from agents.tools.workbench import Workbench

MOST = 200


class GetEvents(Arguments):
    event_types: tuple[str, ...] = Field(
        default=(), description="Only these kinds; empty for all."
    )
    agent: str = Field(default="", description="Only what this agent said.")
    session: str = Field(
        default="", description="A session's name, or '*' for all of the newsletter's."
    )
    limit: int = Field(default=20, ge=1, le=MOST, description="The newest so many.")


def act(bench: Workbench, arguments: GetEvents) -> list[dict[str, Any]]:
    found = AgentEvent.objects.filter(session__newsletter=bench.newsletter)
    if arguments.session != "*":
        found = found.filter(session__name=arguments.session or bench.session.name)
    if arguments.event_types:
        found = found.of_kind(*arguments.event_types)
    if arguments.agent:
        found = found.filter(agent_name=arguments.agent)
    if not arguments.event_types:
        found = found.exclude(event_type=Kind.SENTENCES_JUDGED)
    if len(arguments.event_types) != 1 and arguments.session != "*":
        found = _without_old_drafts(found)
    newest = found.select_related("session").order_by("-created_at", "-seq")
    return [event.told() for event in reversed(newest[: arguments.limit])]


def _without_old_drafts(found: AgentEventQuerySet) -> AgentEventQuerySet:
    """Of drafts the newest alone: what was held against the others stands beside it.

    Who asks for drafts and nothing else gets as many as were asked for.
    """
    drafts = found.of_kind(Kind.DRAFT_WRITTEN).order_by("-seq")
    older = drafts.values_list("pk", flat=True)[1:]
    return found.exclude(pk__in=list(older))


TOOL = Tool(
    name="get_events",
    description=(
        "Read events of this newsletter's sessions, oldest first. Asked for together "
        "with other kinds, of drafts only the newest is given; of what judges said "
        "nothing, unless asked for by its kind."
    ),
    arguments=GetEvents,
    act=act,
    attempts=3,
    first_wait_seconds=0.5,
    summarise=lambda content: f"{len(content)} events",
)
