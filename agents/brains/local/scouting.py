"""Planner and scouts by rules: tasks from topics, queries from the profile.

A scout asks everywhere in its first turn, reads in its second, and counts how many places
tell of each story.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.brains.base import Brief, Hands
from agents.brains.local.asking import PAGES_AT_ONCE, attempt, emit
from agents.brains.local.research import with_text
from agents.events.schema import Kind as EventKind
from agents.events.scouting import StoriesScouted, Task, TasksPlanned
from newsletter.research.ranking import profile as profile_
from newsletter.research.ranking import select
from newsletter.research.retelling import Ruling, ruling
from newsletter.research.story import (
    ENOUGH_CHARACTERS,
    Kind,
    OutletReport,
    Story,
    each_once,
)
from newsletter.text import truncate
from newsletter.text.identifiers import arxiv_id_of, canonical, story_id
from newsletter.text.similarity import terms

# So many of what a search answers are looked at; so many of them a scout brings home.
ASKED_FOR, BROUGHT = 12, 8
# So many pages that only a search showed are read, and videos among them.
READ_OF_WEB, WATCHED = 4, 1
# Among a story's signals: how many places told of it.
CORROBORATED = "places"
_USUAL_TASKS = 5
_TOPIC_CHARACTERS, _QUERY_CHARACTERS = 200, 300
_FIRST, _SECOND = 1, 2


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


@dataclass(slots=True)
class Haul:
    """What a scout was shown: stories, pages of searches, and what did not answer."""

    stories: list[Story] = field(default_factory=list)
    pages: list[Mapping[str, Any]] = field(default_factory=list)
    sources: list[OutletReport] = field(default_factory=list)
    considered: int = 0
    faults: list[str] = field(default_factory=list)


def scout(brief: Brief, hands: Hands) -> None:
    """Emit the stories nearest to one task, with what their pages say."""
    query, plain = queries(brief)
    haul = _search(brief, hands, query, plain)
    new = [story for story in haul.stories if ruling(story) is not Ruling.REPEAT]
    stories = _read(hands, new, haul, plain)
    told = corroborated(stories, haul.pages)[:BROUGHT]
    scouted = StoriesScouted(
        stories=tuple(told),
        sources=each_once(haul.sources),
        considered=haul.considered,
        window_days=brief.rubric.window_days,
        note=_note(query, plain, told, haul.faults),
    )
    emit(hands, EventKind.STORIES_SCOUTED, scouted)


def _search(brief: Brief, hands: Hands, query: str, plain: str) -> Haul:
    """Ask every tool that the scout has, all in one turn."""
    haul, days = Haul(), brief.rubric.window_days
    tools = brief.spec.front.tools
    asked = {
        "search_stories": {"query": query, "limit": ASKED_FOR},
        "search_arxiv": {"query": plain, "limit": ASKED_FOR},
        "web_search": {"query": plain, "limit": ASKED_FOR},
        "search_reddit": {"query": plain, "limit": ASKED_FOR},
    }
    for tool, arguments in asked.items():
        if tool not in tools:
            continue
        answer, fault = attempt(hands, _FIRST, tool, days=days, **arguments)
        if fault:
            haul.faults.append(fault)
            continue
        known = {story.id for story in haul.stories}
        found = (Story.model_validate(one) for one in answer.get("stories", ()))
        haul.stories += [story for story in found if story.id not in known]
        haul.pages += answer.get("results", ())
        haul.sources += map(OutletReport.model_validate, answer.get("sources", ()))
        haul.considered += answer.get("considered", 0)
    return haul


def _read(
    hands: Hands, stories: Sequence[Story], haul: Haul, plain: str
) -> list[Story]:
    """The stories, nearest first, with their pages' texts where they say too little.

    Beside them the first pages that only a search showed, as stories of their own.
    """
    known = {canonical(story.url) for story in stories}
    wanted = profile_.read(plain)
    shown = [
        page
        for page in haul.pages
        if canonical(page["url"]) not in known
        and wanted.nearness(page["title"], page["text"]).value > 0
    ]
    videos = [page for page in shown if _is_video(page["url"])][:WATCHED]
    others = [page for page in shown if page not in videos and not _is_talk(page)]
    thin = [one.url for one in stories if len(one.summary) < ENOUGH_CHARACTERS]
    urls = [*dict.fromkeys(page["url"] for page in others)][:READ_OF_WEB]
    asked = [*urls, *thin][:PAGES_AT_ONCE]
    texts: dict[str, Mapping[str, Any]] = {}
    if asked:
        answer, fault = attempt(hands, _SECOND, "fetch_page", urls=asked)
        texts |= _texts(answer)
        haul.faults += [fault] if fault else []
    for page in videos:
        answer, fault = attempt(hands, _SECOND, "read_transcript", url=page["url"])
        texts |= _texts(answer)
        haul.faults += [fault] if fault else []
    full = [
        with_text(one, texts.get(one.url)) if one.url in asked else one
        for one in stories
    ]
    of_web = [
        _of_page(page, texts[page["url"]])
        for page in (*others, *videos)
        if page["url"] in texts
    ]
    whole = [one for one in (*full, *of_web) if one.summary and one.source_sha256]
    unique = {one.id: one for one in reversed(whole)}
    return [story for _, story in select.rank(unique.values(), plain)]


def _texts(answer: Any) -> dict[str, Mapping[str, Any]]:
    pages = answer["pages"] if answer else ()
    return {page["url"]: page for page in pages if page.get("text")}


def _is_video(url: str) -> bool:
    return "youtube.com/" in url or "youtu.be/" in url


def _is_talk(page: Mapping[str, Any]) -> bool:
    """Whether it is a thread that links to no page: what is said there is no evidence."""
    return bool(page["url"] == page["said"])


def _of_page(page: Mapping[str, Any], read: Mapping[str, Any]) -> Story:
    """The story of a page that a search showed and that was read."""
    url = canonical(read["final_url"])
    is_paper = arxiv_id_of(url) is not None
    day = read["published"] or page["published"]
    return Story(
        id=story_id(url),
        kind=Kind.PAPER if is_paper else Kind.LAUNCH,
        title=(read["title"] or page["title"])[:500],
        url=read["final_url"],
        publisher=read.get("publisher") or url.split("/")[2].removeprefix("www."),
        published=day[:10] if day else None,
        summary=truncate.at_sentence(read["text"], 6000),
        source_sha256=read["sha256"],
    )


def corroborated(
    stories: Iterable[Story], pages: Iterable[Mapping[str, Any]]
) -> list[Story]:
    """The stories, each with how many places told of it; those of several first."""
    places: dict[str, set[str]] = {}
    for page in pages:
        said = places.setdefault(canonical(page["url"]), set())
        said.update({page["said"]} - {""})
    counted = []
    for story in stories:
        others = {one.url for one in story.also} | places.get(
            canonical(story.url), set()
        )
        number = float(1 + len(others - {story.url}))
        signals = {**story.signals, CORROBORATED: number}
        counted.append(story.model_copy(update={"signals": signals}))
    return sorted(counted, key=lambda one: one.signals[CORROBORATED] < _SEVERAL)


_SEVERAL = 2


def _note(query: str, plain: str, told: Sequence[Story], faults: Sequence[str]) -> str:
    """How it was looked for, in words: rules did it, and no judgement."""
    several = sum(one.signals[CORROBORATED] >= _SEVERAL for one in told)
    asked = f"“{query}”" if query == plain else f"“{query}” and “{plain}”"
    note = (
        f"By rules: asked for {asked}; {several} of {len(told)} stories are told in "
        "several places."
    )
    unanswered = "".join(f" {fault}" for fault in faults)
    return truncate.at_word(note + unanswered, 1000)


def queries(brief: Brief) -> tuple[str, str]:
    """The task's topic with the profile's line that says most of the same; the topic.

    The first is for what knows nearness, the second for what wants every word.
    """
    topic = " ".join(str(brief.share.get("topic", "")).split())
    lines = [line.text for line in profile_.read(brief.profile).lines]
    shared = {line: len(set(terms(line)) & set(terms(topic))) for line in lines}
    near = max(lines, key=lambda line: shared[line], default="")
    query = f"{topic} {near}" if near not in ("", topic) and shared[near] else topic
    return (
        truncate.at_word(query, _QUERY_CHARACTERS),
        truncate.at_word(topic, _QUERY_CHARACTERS),
    )
