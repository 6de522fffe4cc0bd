"""Planner and scouts by rules: tasks from topics, queries from the profile."""

from collections.abc import Iterator

from agents.brains.base import Brief, Hands
from agents.brains.local.asking import ask, emit
from agents.brains.local.research import read_thin
from agents.events.schema import Kind as EventKind
from agents.events.scouting import StoriesScouted, Task, TasksPlanned
from newsletter.research.ranking import profile as profile_
from newsletter.research.retelling import Ruling, ruling
from newsletter.research.story import OutletReport, Story
from newsletter.text import truncate
from newsletter.text.similarity import terms

# So many of what a search answers are read; so many of them a scout brings home.
ASKED_FOR, BROUGHT = 12, 8
_USUAL_TASKS = 5
_TOPIC_CHARACTERS, _QUERY_CHARACTERS = 200, 300


def plan(brief: Brief, hands: Hands) -> None:
    """Emit a task for each topic, then for each line of the profile, as room allows."""
    most = brief.limits.get("scout", _USUAL_TASKS)
    tasks: dict[str, Task] = {}
    for topic, wanted, why in _topics(brief):
        task = Task(topic=topic, wanted=wanted or topic, why=why)
        tasks.setdefault(topic.casefold(), task)
    planned = TasksPlanned(tasks=tuple(tasks.values())[:most])
    emit(hands, EventKind.TASKS_PLANNED, planned)


def _topics(brief: Brief) -> Iterator[tuple[str, str, str]]:
    """Topic, what of it is wanted, and why; of interests the weightiest first."""
    wanted, profile = brief.interests, brief.profile
    if wanted:
        profile = wanted.readers
        for one in wanted.by_weight:
            why = f"a topic of the interests, of weight {one.weight}"
            yield one.topic, " ".join(one.notes.split()), why
    else:
        for topic in brief.topics:
            short = truncate.at_word(topic, _TOPIC_CHARACTERS)
            yield short, "", "a topic of the newsletter"
    for line in profile_.read(profile).lines:
        short = truncate.at_word(line.text, _TOPIC_CHARACTERS)
        yield short, "", "a line of the profile"


def scout(brief: Brief, hands: Hands) -> None:
    """Emit the stories nearest to one task, with what their pages say."""
    answer = ask(
        hands,
        "search_stories",
        query=_query(brief),
        days=brief.rubric.window_days,
        limit=ASKED_FOR,
    )
    stories = [Story.model_validate(story) for story in answer["stories"]]
    new = [story for story in stories if ruling(story) is not Ruling.REPEAT]
    sources = tuple(OutletReport.model_validate(said) for said in answer["sources"])
    scouted = StoriesScouted(
        stories=read_thin(hands, new)[:BROUGHT],
        sources=sources,
        considered=answer["considered"],
        window_days=brief.rubric.window_days,
    )
    emit(hands, EventKind.STORIES_SCOUTED, scouted)


def _query(brief: Brief) -> str:
    """The task's topic, and the profile's line that says most of the same."""
    topic = " ".join(str(brief.share.get("topic", "")).split())
    lines = [line.text for line in profile_.read(brief.profile).lines]
    shared = {line: len(set(terms(line)) & set(terms(topic))) for line in lines}
    near = max(lines, key=lambda line: shared[line], default="")
    query = f"{topic} {near}" if near not in ("", topic) and shared[near] else topic
    return truncate.at_word(query, _QUERY_CHARACTERS)
