"""Writer: the brief in its agreed structure, out of sentences that its sources hold."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agents.brains.base import BrainFailed, Brief, Hands
from agents.brains.local.asking import ask, emit, newest
from agents.brains.local.item import VOICES, Item, Voice, compose
from agents.brains.local.mending import complaints
from agents.events import (
    CoveredTopics,
    DraftWritten,
    ItemsEvaluated,
    Kind,
    LaunchesResearched,
    PapersResearched,
)
from newsletter.inline import escape
from newsletter.prose import split
from newsletter.story import Kind as StoryKind
from newsletter.story import SourceReport, Story

READ_AT_ONCE = 12
_FORUM = "https://news.ycombinator.com/"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
_REPOSITORY = re.compile(r"https://github\.com/([\w.-]+/[\w.-]+)")


@dataclass(frozen=True, slots=True)
class Told:
    """A story that the draft tells."""

    story: Story
    item: Item


@dataclass(frozen=True, slots=True)
class Material:
    """All that a draft is made of."""

    launches: tuple[Told, ...]
    papers: tuple[Told, ...]
    dropped: tuple[str, ...]
    sources: tuple[SourceReport, ...]
    considered: int
    corrections: tuple[str, ...]

    @property
    def told(self) -> tuple[Told, ...]:
        return (*self.launches, *self.papers)


def write(brief: Brief, hands: Hands) -> None:
    """Emit a draft that answers every rejection and failed verification so far."""
    material = _gather(brief, hands)
    if not material.told:
        raise BrainFailed("no chosen story can be told", is_final=True)
    sections = [
        *_section("What shipped", "launch", material.launches),
        *_section("Research worth knowing", "paper", material.papers),
        *_build(material.told),
        *_how(material),
    ]
    parts = [f"# {escape(_title(brief))}", _lead(brief, material), *sections]
    draft = DraftWritten(
        subject=_subject(material, brief.rubric.subject_characters.most),
        preheader=_preheader(material),
        markdown="\n\n".join(parts) + "\n",
        citations=tuple(
            citation for told in material.told for citation in told.item.citations
        ),
        note=" ".join(material.dropped),
    )
    emit(hands, Kind.DRAFT_WRITTEN, draft)


def _gather(brief: Brief, hands: Hands) -> Material:
    chosen = newest(hands, ItemsEvaluated)
    launches = newest(hands, LaunchesResearched)
    papers = newest(hands, PapersResearched)
    if chosen is None or launches is None or papers is None:
        raise BrainFailed("nothing has been evaluated", is_final=True)
    stories = {story.id: story for story in (*launches.launches, *papers.papers)}
    asked = complaints(hands, stories.values())
    mended = [asked.without_dead(story) for story in stories.values()]
    voices = _voices(hands, mended)
    told: list[Told] = []
    dropped: list[str] = []
    for choice in (*chosen.selected_launches, *chosen.selected_papers):
        story = stories[choice.story_id]
        item = None
        if not (reason := asked.against(story)):
            item = compose(
                story,
                choice.why,
                voices.get(story.id, ()),
                brief.rubric,
                strikes=asked.strikes[story.title],
                avoid=asked.sentences(story),
            )
        if item is None:
            reason = reason or "too little to quote"
            named = _in_one(story.title)
            dropped.append(f"“{named}” was dropped: {reason.rstrip('.')}.")
            continue
        told.append(Told(story, item))
        dropped += [
            f"a sentence of “{_in_one(story.title)}” was left out: "
            f"{reason.rstrip('.')}."
            for reason in asked.reasons(story)
        ]
    return Material(
        launches=_of(told, StoryKind.LAUNCH),
        papers=_of(told, StoryKind.PAPER),
        dropped=tuple(dropped),
        sources=(*launches.sources, *papers.sources),
        considered=launches.considered + papers.considered,
        corrections=_corrections(hands),
    )


def _corrections(hands: Hands) -> tuple[str, ...]:
    """What became of earlier issues' evidence, as it has to be told."""
    covered = newest(hands, CoveredTopics)
    return tuple(one.sentence for one in covered.corrections) if covered else ()


def _voices(hands: Hands, stories: Sequence[Story]) -> dict[str, list[Voice]]:
    """What other publishers say of each story, read now; talk about it is no voice."""
    asked = {
        telling.url: (story, telling)
        for story in stories
        if story.kind is StoryKind.LAUNCH
        for telling in story.also[: VOICES + 1]
        if not telling.url.startswith(_FORUM)
    }
    if not asked:
        return {}
    urls = list(asked)[:READ_AT_ONCE]
    voices: dict[str, list[Voice]] = {}
    for page in ask(hands, "fetch_page", urls=urls)["pages"]:
        story, telling = asked[page["url"]]
        if "text" in page and telling.publisher != story.publisher:
            voice = Voice(telling.publisher, telling.url, page["text"], page["sha256"])
            voices.setdefault(story.id, []).append(voice)
    return voices


def _of(told: Sequence[Told], kind: StoryKind) -> tuple[Told, ...]:
    return tuple(one for one in told if one.story.kind is kind)


def _title(brief: Brief) -> str:
    return f"{brief.newsletter}, week to {brief.as_of:%-d %B %Y}"


def _lead(brief: Brief, material: Material) -> str:
    launches = _count(len(material.launches), "launch", "launches")
    papers = _count(len(material.papers), "paper", "papers")
    titles = "; ".join(_in_one(told.story.title) for told in material.told)
    return (
        f"This issue has {launches} and {papers}, chosen from "
        f"{material.considered:,} stories of the week to {brief.as_of:%-d %B}. "
        f"In this issue: {escape(titles)}."
    )


def _count(number: int, one: str, many: str) -> str:
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{word} {one if number == 1 else many}"


def _section(heading: str, noun: str, told: Sequence[Told]) -> list[str]:
    parts = [f"## {heading}"]
    if len(told) < 2:
        few = f"only one {noun}" if told else f"no {noun}"
        parts.append(f"This issue has {few}: nothing else passed its floors.")
    for number, one in enumerate(told, 1):
        parts += [f"### {number}. {escape(one.item.heading)}", one.item.markdown]
    return parts


def _build(told: Sequence[Told]) -> list[str]:
    """One thing to try on a laptop, where a story links to public code."""
    for one in told:
        addresses = (one.story.url, *(telling.url for telling in one.story.also))
        for address in addresses:
            if found := _REPOSITORY.match(address):
                name = found.group(1)
                return [
                    "## Your 4-hour build this week",
                    f"### 1. Try {escape(name)}",
                    f"Picked because its code is public: open [{escape(name)}]"
                    f"(<{address}>), follow its own quick start, and set it one task "
                    "of yours.",
                ]
    return []


def _how(material: Material) -> list[str]:
    failed = [said.name for said in material.sources if said.fault]
    silent = f"; {len(failed)} did not answer: {', '.join(failed)}" if failed else ""
    asked = f"This issue asked {len(material.sources)} sources{silent}."
    chosen = (
        f"This issue considered {material.considered:,} stories and tells "
        f"{len(material.told)}."
    )
    dropped = " ".join(f"In this issue {told}" for told in material.dropped)
    text = " ".join(part for part in (asked, chosen, dropped) if part)
    corrections = " ".join(map(escape, material.corrections))
    parts = ["## How this issue was made", escape(text), corrections]
    return [part for part in parts if part]


def _subject(material: Material, most: int) -> str:
    first, *rest = [told.story.title for told in material.told]
    more = f", and {len(rest)} more" if rest else ""
    return f"{_cut(first, most - len(more))}{more}"


def _preheader(material: Material) -> str:
    return _cut("; ".join(told.story.title for told in material.told[1:]), 110)


def _in_one(title: str) -> str:
    """A title within a sentence: what would begin another one is left out."""
    first, *others = split(title)
    return f"{first.text.rstrip('.!?… ')} …" if others else title.rstrip(".")


def _cut(text: str, most: int) -> str:
    """At most so many characters, ending with a whole word."""
    if len(text) <= most:
        return text
    return text[: most - 1].rsplit(" ", 1)[0].rstrip(" ,;:–-") + "…"
