"""Writer: the brief in its agreed structure, out of sentences that its sources hold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agents.brains.base import BrainFailed, Brief, Hands
from agents.brains.local.asking import insist, newest
from agents.brains.local.writing import short_titles
from agents.brains.local.writing.about import how
from agents.brains.local.writing.build_section import build, repository
from agents.brains.local.writing.complaints import complaints
from agents.brains.local.writing.further import further_of
from agents.brains.local.writing.headlines import title_of
from agents.brains.local.writing.item import Voice, WrittenItem, compose, labelled
from agents.brains.local.writing.voices import voices_of
from agents.events.schema import (
    CoveredTopics,
    DraftWritten,
    ItemsEvaluated,
    Kind,
    LaunchesResearched,
    PapersResearched,
)
from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.cutting import escape
from newsletter.drafts.draft import DEEPER
from newsletter.drafts.rules.structure import NO_FURTHER
from newsletter.research.story import Kind as StoryKind
from newsletter.research.story import OutletReport, Story, each_once
from newsletter.research.summary.rewording import capitalised
from newsletter.text.language import is_english
from newsletter.text.words import counted


@dataclass(frozen=True, slots=True)
class ToldStory:
    """A story that the draft tells."""

    story: Story
    item: WrittenItem


@dataclass(frozen=True, slots=True)
class Material:
    """All that a draft is made of."""

    launches: tuple[ToldStory, ...]
    papers: tuple[ToldStory, ...]
    build: WrittenItem | None
    dropped: tuple[str, ...]
    # Launches of which there is too little to quote: they stand with their link.
    also: tuple[Story, ...]
    window_days: int
    sources: tuple[OutletReport, ...]
    considered: int
    corrections: tuple[str, ...]

    @property
    def told(self) -> tuple[ToldStory, ...]:
        return (*self.launches, *self.papers)

    @property
    def titles(self) -> list[str]:
        """Names of stories, for lines that name several."""
        return [title_of(one.story.title) for one in self.told]

    @property
    def citations(self) -> tuple[CitedClaim, ...]:
        items = [
            *(one.item for one in self.told),
            *([self.build] if self.build else []),
        ]
        return tuple(citation for item in items for citation in item.citations)


def write(brief: Brief, hands: Hands) -> None:
    """Emit a draft that answers every rejection and failed verification so far."""
    material = _gather(brief, hands)
    if not material.told:
        raise BrainFailed("no chosen story can be told", is_final=True)
    sections = [
        *_section("What shipped", "launch", material.launches),
        *_also_shipped(material.also),
        *_section("Research worth knowing", "paper", material.papers),
        *_build(material.build),
        *how(
            brief,
            material.sources,
            material.window_days,
            (f"In this issue {one}" for one in material.dropped),
            material.corrections,
        ),
    ]
    subject = _subject(brief, material)
    parts = [f"# {escape(subject)}", _lead(brief, material), *sections]
    draft = DraftWritten(
        subject=subject,
        preheader=short_titles.preheader(material.titles, subject, brief.rubric.banned)
        or _counts(material),
        markdown="\n\n".join(parts) + "\n",
        citations=material.citations,
        note=" ".join(material.dropped),
    )
    insist(hands, Kind.DRAFT_WRITTEN, draft)


def _gather(brief: Brief, hands: Hands) -> Material:
    chosen = newest(hands, ItemsEvaluated)
    launches = newest(hands, LaunchesResearched)
    papers = newest(hands, PapersResearched)
    if chosen is None or launches is None or papers is None:
        raise BrainFailed("nothing has been evaluated", is_final=True)
    stories = {story.id: story for story in (*launches.launches, *papers.papers)}
    asked = complaints(hands, stories.values())
    mended = [asked.without_dead(story) for story in stories.values()]
    voices = voices_of(hands, mended)
    spoken = voices
    if brief.rubric.deeper_links:
        spoken = _further(hands, chosen, stories, voices)
    told: list[ToldStory] = []
    dropped: list[str] = []
    also: list[Story] = []
    for choice in (*chosen.selected_launches, *chosen.selected_papers):
        story = stories[choice.story_id]
        item = None
        if not (reason := asked.against(story)):
            item = compose(
                story,
                [one for one in spoken.get(story.id, ()) if not repository(one.url)],
                brief.rubric,
                strikes=asked.strikes[story.id],
                avoid=asked.sentences(story),
                deeper=brief.rubric.deeper_links,
            )
        if item is None and not reason and story.is_from_feed:
            also.append(story)
            continue
        if item is None:
            reason = reason or "too little to quote"
            named = _named(story, is_refused=asked.refuses_title(story))
            dropped.append(f"{named} was dropped ({reason.rstrip('.')}).")
            continue
        told.append(ToldStory(story, labelled(item, choice.update)))
        if out := asked.left_out(story):
            sentences = counted(out, "sentence", "sentences")
            was = "was" if out == 1 else "were"
            dropped.append(
                f"{sentences} of {_named(story)} {was} left out "
                "(not borne out by the evidence)."
            )
    covered = newest(hands, CoveredTopics) or CoveredTopics()
    if brief.rubric.deeper_links and not all(
        DEEPER in one.item.markdown for one in told
    ):
        dropped.append(f"some stories have {NO_FURTHER}.")
    return Material(
        launches=_of(told, StoryKind.LAUNCH),
        papers=_of(told, StoryKind.PAPER),
        build=build(
            [one.story for one in told],
            voices,
            [one.item for one in told],
            brief.rubric,
        ),
        dropped=tuple(dropped),
        also=tuple(also),
        window_days=max(launches.window_days, papers.window_days),
        sources=each_once((*launches.sources, *papers.sources)),
        considered=launches.considered + papers.considered,
        corrections=tuple(one.sentence for one in covered.corrections),
    )


def _further(
    hands: Hands,
    chosen: ItemsEvaluated,
    stories: Mapping[str, Story],
    voices: Mapping[str, list[Voice]],
) -> dict[str, list[Voice]]:
    """The voices of the chosen stories, with what their pages lead to."""
    choices = (*chosen.selected_launches, *chosen.selected_papers)
    mine = [stories[choice.story_id] for choice in choices]
    prose = {
        name: [one for one in said if not repository(one.url)]
        for name, said in voices.items()
    }
    return {**voices, **further_of(hands, mine, prose)}


def _named(story: Story, *, is_refused: bool = False) -> str:
    """A story in a note: what was refused is not said there either."""
    if is_refused:
        return f"a story of {story.publisher}"
    return f"“{short_titles.in_one(title_of(story.title))}”"


def _of(told: Sequence[ToldStory], kind: StoryKind) -> tuple[ToldStory, ...]:
    return tuple(one for one in told if one.story.kind is kind)


def _subject(brief: Brief, material: Material) -> str:
    """What the issue tells, in names that each stand whole; its title too."""
    limits = brief.rubric.subject_characters
    line = short_titles.subject(
        material.titles,
        limits.most,
        brief.rubric.banned,
        otherwise=f"{_counts(material)} of the week to {brief.as_of:%-d %B}",
        in_english=is_english(" ".join(one.quote for one in material.citations)),
    )
    if len(line) >= limits.least:
        return line
    heading = material.told[0].item.heading
    is_fit = limits.least <= len(heading) <= limits.most
    return heading if is_fit else f"{line}, {brief.as_of:%-d %B %Y}"


def _counts(material: Material) -> str:
    """`Two launches and one paper`, without what there is none of."""
    launches = counted(len(material.launches), "launch", "launches")
    papers = counted(len(material.papers), "paper", "papers")
    there = [launches] * bool(material.launches) + [papers] * bool(material.papers)
    return capitalised(" and ".join(there))


def _lead(brief: Brief, material: Material) -> str:
    """What happened in the first story, and how much else there is.

    Each sentence holds alone: a draft cut short later loses the one that is not true
    any more.
    """
    first = short_titles.in_one(material.told[0].item.heading)
    opens = "This issue opens with" if ": " in first else "In this issue:"
    counts, out_of = _counts(material), material.considered
    considered = f"{out_of:,} stories" if out_of > 1 else "one story"
    stop = "" if first.endswith("…") else "."
    return (
        f"{opens} {escape(first)}{stop} This issue has {counts[0].lower()}{counts[1:]} of the "
        f"week to {brief.as_of:%-d %B}, chosen from {considered}."
    )


def _section(heading: str, noun: str, told: Sequence[ToldStory]) -> list[str]:
    parts = [f"## {heading}"]
    if len(told) < 2:
        few = f"only one {noun}: nothing else" if told else f"no {noun}: nothing"
        parts.append(f"This issue has {few} passed its floors.")
    for number, one in enumerate(told, 1):
        parts += [f"### {number}. {escape(one.item.heading)}", one.item.markdown]
    return parts


def _also_shipped(stories: Sequence[Story]) -> list[str]:
    """Launches with their link alone, whose own pages nobody could read."""
    links = "; ".join(
        f"[{escape(f'{story.publisher}: {title_of(story.title)}')}](<{story.url}>)"
        for story in stories
    )
    told = f"In this issue with their links alone, as their pages were shut: {links}."
    return ["## Also shipped", told] if stories else []


def _build(item: WrittenItem | None) -> list[str]:
    if item is None:
        return []
    heading = f"### 1. {escape(item.heading)}"
    return ["## Your 4-hour build this week", heading, item.markdown]
