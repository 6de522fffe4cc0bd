"""Reads events of this newsletter's sessions: this one's, or an earlier one's."""

import re
from typing import Any

from pydantic import Field

from agents.events.schema import Kind
from agents.models import AgentEvent
from agents.models.sessions import AgentEventQuerySet
from agents.tools.base import Arguments, Tool
from agents.tools.certification.selection import NOT_NAMED
from agents.tools.workbench import Workbench
from agents.workflows.chosen import chosen_stories
from newsletter.text.sentences import split
from newsletter.text.truncate import at_sentence

MOST = 200


class GetEvents(Arguments):
    event_types: tuple[str, ...] = Field(
        default=(), description="Only these kinds; empty for all."
    )
    agent: str = Field(default="", description="Only what this agent said.")
    session: str = Field(
        default="", description="A session's name, or '*' for all of the newsletter's."
    )
    brief: bool = Field(
        default=False,
        description="Each researched story by its id, title, first words and last figure "
        "alone, a summary by its sentences, and what was told by issue, title and gist.",
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
        # What judges said, and what was only on the way to the texts, is long.
        unasked = (Kind.SENTENCES_JUDGED, Kind.URLS_GATHERED, Kind.URLS_FILTERED)
        found = found.exclude(event_type__in=unasked)
    if len(arguments.event_types) != 1 and arguments.session != "*":
        found = _without_old_drafts(found)
    newest = found.select_related("session").order_by("-created_at", "-seq")
    told = [event.told() for event in reversed(newest[: arguments.limit])]
    return [_shorter(bench, event, brief=arguments.brief) for event in told]


# Where the stories of research stand in its events' data.
_STORIES = {
    Kind.LAUNCHES_RESEARCHED: "launches",
    Kind.PAPERS_RESEARCHED: "papers",
    Kind.ARTICLES_DOWNLOADED: "stories",
}
_BRIEF_CHARACTERS = 320
_RESULT_CHARACTERS = 160
_FIGURE = re.compile(r"\d")


def _shorter(bench: Workbench, event: dict[str, Any], *, brief: bool) -> dict[str, Any]:
    """Of this session's research, once there is a choice, only what was chosen.

    Eighty stories are there to choose from; who writes and criticises reads a few, and
    needs no list of what was told. In brief that is by issue, title and gist.
    """
    name = _STORIES.get(event["event_type"])
    if event["session"] != bench.session.name:
        return event
    if event["event_type"] == Kind.COVERED_TOPICS:
        topics = [] if _chosen(bench) else event["data"]["topics"]
        topics = [_topic(one) if brief else one for one in topics]
        return {**event, "data": {**event["data"], "topics": topics}}
    if event["event_type"] == Kind.ITEMS_EVALUATED:
        return {**event, "data": _named(event["data"])}
    if event["event_type"] == Kind.SUMMARIES_EXTRACTED and brief:
        summaries = [_sentences(one) for one in event["data"]["summaries"]]
        return {**event, "data": {**event["data"], "summaries": summaries}}
    if event["event_type"] == Kind.URLS_GATHERED:
        # Those of them that matter to anybody are told with their texts.
        return {**event, "data": {**event["data"], "stories": []}}
    if name is None:
        return event
    stories = event["data"][name]
    if chosen := _chosen(bench):
        also = _heard(bench)
        stories = [
            {**story, "also": also.get(story["id"], story.get("also", []))}
            for story in stories
            if story["id"] in chosen
        ]
    elif brief:
        stories = [_brief(story) for story in stories]
    return {**event, "data": {**event["data"], name: stories}}


def _named(choice: dict[str, Any]) -> dict[str, Any]:
    """A choice, less the many that code rejected because the evaluator named none of them."""
    rejected = [one for one in choice["rejected_items"] if one["reason"] != NOT_NAMED]
    return {**choice, "rejected_items": rejected}


def _sentences(summary: dict[str, Any]) -> dict[str, Any]:
    """A summary for who judges by it: each sentence once, as it is shown."""
    shown = [one["display"] for one in summary["sentences"]]
    return {"story_id": summary["story_id"], "sentences": shown}


def _topic(topic: dict[str, Any]) -> dict[str, Any]:
    named = ("issue_number", "covered_on", "title", "gist")
    return {key: topic[key] for key in named if topic.get(key)}


def _chosen(bench: Workbench) -> set[str]:
    """The ids of the stories that were chosen; none before there is a choice."""
    if choice := bench.last(Kind.ITEMS_EVALUATED):
        lists = ("selected_launches", "selected_papers")
        return {one["story_id"] for names in lists for one in choice[names]}
    cut = bench.last(Kind.SECTIONS_SELECTED) or {"sections": ()}
    lists = ("story_ids", "brief_ids")
    return {name for one in cut["sections"] for names in lists for name in one[names]}


def _heard(bench: Workbench) -> dict[str, list[dict[str, str]]]:
    """Who else tells each chosen story, by its id: what was left out as the same, too."""
    return {
        story.id: [telling.model_dump() for telling in story.also]
        for story, _ in chosen_stories(bench.state)
    }


def _brief(story: dict[str, Any]) -> dict[str, Any]:
    """What an evaluator needs to score most stories without their texts."""
    named = (
        "id",
        "kind",
        "title",
        "url",
        "publisher",
        "published",
        "learned",
        "must_have",
        "told",
    )
    kept = {key: story[key] for key in named if story.get(key)}
    signals = dict(story.get("signals", {}))
    if also := len(story.get("also", ())):
        signals["told_by_others"] = also
    if signals:
        kept["signals"] = signals
    return {**kept, "summary": _shortened(story["summary"])}


def _shortened(text: str) -> str:
    """How a text begins, and the last of it that gives a figure: an abstract's result."""
    if len(text) <= _BRIEF_CHARACTERS:
        return text
    beginning = at_sentence(text, _BRIEF_CHARACTERS - _RESULT_CHARACTERS)
    later = [
        one.text
        for one in split(text)
        if one.start >= len(beginning)
        and len(one.text) <= _RESULT_CHARACTERS
        and _FIGURE.search(one.text)
    ]
    if not later:
        return at_sentence(text, _BRIEF_CHARACTERS)
    return f"{beginning.rstrip()} … {later[-1]}"


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
        "nothing, unless asked for by its kind. Once stories are chosen, research is told "
        "with these alone; of what was gathered the outlets are told, and no stories."
    ),
    arguments=GetEvents,
    act=act,
    attempts=3,
    first_wait_seconds=0.5,
    summarise=lambda content: f"{len(content)} events",
)
