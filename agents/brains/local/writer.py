"""Writer: the brief in its agreed structure, out of sentences that its sources hold."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from agents.brains.base import BrainFailed, Brief, Hands
from agents.brains.local.asking import insist, newest
from agents.brains.local.writing import lead, short_titles
from agents.brains.local.writing.about import how
from agents.brains.local.writing.build_section import build, repository
from agents.brains.local.writing.complaints import Complaints, complaints
from agents.brains.local.writing.further import further_of
from agents.brains.local.writing.headlines import title_of
from agents.brains.local.writing.item import Voice, WrittenItem, compose
from agents.brains.local.writing.voices import voices_of
from agents.events.brief import (
    CoveredTopics,
    ItemsEvaluated,
    LaunchesResearched,
    PapersResearched,
)
from agents.events.drafts import DraftWritten
from agents.events.schema import Kind
from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.cutting import escape
from newsletter.research.ranking import profile
from newsletter.research.ranking.profile import with_topics
from newsletter.research.story import Kind as StoryKind
from newsletter.research.story import OutletReport, Story, each_once
from newsletter.research.summary.rewording import capitalised
from newsletter.standards.brief_words import (
    BriefWords,
    brief_words_of,
    news_words_of,
)
from newsletter.standards.furniture import furniture_of, joined
from newsletter.standards.link_policy import LinkPolicy, Ruling
from newsletter.standards.outcomes import Outcome
from newsletter.text.language import is_english
from newsletter.text.words import counted, folded


@dataclass(frozen=True, slots=True)
class ToldStory:
    """A story that the draft tells."""

    story: Story
    item: WrittenItem


@dataclass(frozen=True, slots=True)
class Material:
    """All that a draft is made of."""

    words: BriefWords
    launches: tuple[ToldStory, ...]
    papers: tuple[ToldStory, ...]
    build: WrittenItem | None
    # What became of chosen stories and of their sentences: for the log.
    dropped: tuple[str, ...]
    # Whether there is a section for either kind, be it to say that nothing passed.
    has_launches: bool
    has_papers: bool
    # How many chosen stories are told nowhere, and whether any has no further links.
    left_out: int
    has_no_further: bool
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
    def headings(self) -> list[str]:
        """What stands over the stories, for lines that tell several."""
        return [one.item.heading for one in self.told]

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
        raise BrainFailed(_why_none(material, brief.rubric.link_policy), is_final=True)
    words = material.words
    sections = [
        *(
            _section(words.shipped, 0, material, material.launches)
            if material.has_launches
            else []
        ),
        *_also_shipped(material.also, words),
        *(
            _section(words.worth, 1, material, material.papers)
            if material.has_papers
            else []
        ),
        *_build(material.build, words),
        *how(
            brief,
            material.sources,
            material.window_days,
            _of_dropped(material, brief.language),
            material.corrections,
            language=brief.language,
        ),
    ]
    subject = _subject(brief, material)
    parts = [f"# {escape(subject)}", _lead(brief, material, subject), *sections]
    draft = DraftWritten(
        subject=subject,
        preheader=short_titles.preheader(
            material.headings, subject, brief.rubric.banned
        )
        or _counts(material, brief.language),
        markdown="\n\n".join(parts) + "\n",
        citations=material.citations,
        note=" ".join(material.dropped),
    )
    insist(hands, Kind.DRAFT_WRITTEN, draft)


def _why_none(material: Material, policy: LinkPolicy) -> str:
    shut = len(material.also)
    why = [*material.dropped, *([_of_shut(shut, policy)] if shut else [])]
    return f"no chosen story can be told: {' '.join(why)}"


def _of_shut(number: int, policy: LinkPolicy) -> str:
    told = f"{number} with their pages shut"
    if _bears_shut_pages(policy):
        return f"{told}, and their feeds tell too little"
    return f"{told}, which its rubric refuses (link_policy: blocked)"


def _bears_shut_pages(policy: LinkPolicy) -> bool:
    return policy.on(Outcome.BLOCKED) is not Ruling.FAIL


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
    left_out = 0
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
                language=brief.language,
                update=choice.update,
            )
        if item is None and not reason and story.is_from_feed:
            also.append(story)
            continue
        if item is None:
            left_out += 1
            reason = reason or "too little to quote"
            named = _named(story, is_refused=asked.refuses_title(story))
            dropped.append(f"In this issue {named} was dropped ({reason.rstrip('.')}).")
            continue
        told.append(ToldStory(story, item))
        if out := asked.left_out(story):
            sentences = counted(out, "sentence", "sentences")
            was = "was" if out == 1 else "were"
            dropped.append(
                f"In this issue {sentences} of {_named(story)} {was} left out "
                "(not borne out by the evidence)."
            )
    if not told and _bears_shut_pages(brief.rubric.link_policy):
        told, also = _by_feeds(also, asked, brief)
    told = _led(_apart(told), brief)
    covered = newest(hands, CoveredTopics) or CoveredTopics()
    wanted = profile.read(with_topics(brief.profile, brief.topics))
    words = (news_words_of if wanted.is_far else brief_words_of)(brief.language)
    by_kind = _of(told, StoryKind.LAUNCH), _of(told, StoryKind.PAPER)
    windows = zip((launches.window_days, papers.window_days), by_kind, strict=True)
    return Material(
        words=words,
        launches=by_kind[0],
        papers=by_kind[1],
        build=build(
            [one.story for one in told],
            voices,
            [one.item for one in told],
            brief.rubric,
            words,
        ),
        dropped=tuple(dropped),
        has_launches=brief.rubric.published_launches > 0,
        has_papers=bool(papers.considered and brief.rubric.published_papers),
        left_out=left_out,
        has_no_further=brief.rubric.deeper_links
        and not all(words.deeper in one.item.markdown for one in told),
        also=tuple(also),
        window_days=max((days for days, mine in windows if mine), default=0),
        sources=each_once((*launches.sources, *papers.sources)),
        considered=launches.considered + papers.considered,
        corrections=tuple(one.sentence for one in covered.corrections),
    )


def _by_feeds(
    shut: Iterable[Story], asked: Complaints, brief: Brief
) -> tuple[list[ToldStory], list[Story]]:
    """A week of which nothing else can be told: what feeds say of it, and the rest."""
    told: list[ToldStory] = []
    rest: list[Story] = []
    for story in shut:
        item = compose(
            story,
            (),
            brief.rubric,
            strikes=asked.strikes[story.id],
            avoid=asked.sentences(story),
            language=brief.language,
            by_feed_alone=True,
        )
        if item:
            told.append(ToldStory(story, item))
        else:
            rest.append(story)
    return told, rest


def _led(told: Iterable[ToldStory], brief: Brief) -> list[ToldStory]:
    """The stories, that of the subject before the others of its kind."""
    stories = list(told)
    leading = short_titles.leading(
        [one.item.heading for one in stories],
        brief.rubric.subject_characters,
        brief.rubric.banned,
    )
    return sorted(stories, key=lambda one: one.item.heading != leading)


def _apart(told: Iterable[ToldStory]) -> Iterator[ToldStory]:
    """The stories, no two under one heading: the later one names its publisher too."""
    known: set[str] = set()
    for one in told:
        heading = one.item.heading
        if folded(heading) in known:
            heading = f"{heading} ({one.story.publisher})"
        known.add(folded(heading))
        yield replace(one, item=replace(one.item, heading=heading))


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


def _of_dropped(material: Material, language: str) -> Iterator[str]:
    """What a reader may miss: why and which is told by the log."""
    words = furniture_of(language)
    if material.has_no_further:
        yield material.words.no_further
    if material.left_out and not material.also:
        yield words.counted(material.left_out, words.left_out)


def _subject(brief: Brief, material: Material) -> str:
    """The news of the issue, in headlines that stand whole; its title too."""
    words = furniture_of(brief.language)
    return short_titles.subject(
        material.headings,
        brief.rubric.subject_characters,
        brief.rubric.banned,
        otherwise=f"{_counts(material, brief.language)} of the week to "
        f"{brief.as_of:%-d %B}"
        if words.is_english
        else words.until.format(day=words.day(brief.as_of)),
        in_english=words.is_english
        and is_english(" ".join(one.quote for one in material.citations)),
    )


def _counts(material: Material, language: str) -> str:
    """`Two launches and one paper`, without what there is none of; or how many stories."""
    words, nouns = furniture_of(language), material.words
    if nouns.launch == words.story:
        return capitalised(words.counted(len(material.told), words.story))
    there = [
        words.counted(len(told), noun)
        for told, noun in (
            (material.launches, nouns.launch),
            (material.papers, nouns.paper),
        )
        if told
    ]
    return capitalised(words.listed(there))


def _lead(brief: Brief, material: Material, subject: str) -> str:
    """What happened in the first story, and how much else there is.

    Where the title says it already, what happened in the next that it does not tell. Each
    sentence holds alone: a draft cut short later loses the one that is not true any more.
    """
    words = furniture_of(brief.language)
    opening, _ = lead.opening(material.headings, subject, words)
    counts = _counts(material, brief.language)
    count = material.words.count.format(
        stories=f"{counts[0].lower()}{counts[1:]}",
        day=words.day(brief.as_of),
        considered=lead.out_of(material.considered, words),
    )
    return joined([opening, count])


def _section(
    heading: str, kind: int, material: Material, told: Sequence[ToldStory]
) -> list[str]:
    """A section; one that is short for what there was says so.

    `kind` is 0 for launches, 1 for papers.
    """
    parts = [f"## {heading}"]
    words, is_all = material.words, not (material.left_out or material.also)
    why = (words.only if told else words.none)[kind]
    if why and len(told) < 2 and (is_all or not told):
        parts.append(why)
    for number, one in enumerate(told, 1):
        parts += [f"### {number}. {escape(one.item.heading)}", one.item.markdown]
    return parts


def _also_shipped(stories: Sequence[Story], words: BriefWords) -> list[str]:
    """Launches with their link alone, whose own pages nobody could read."""
    links = "; ".join(
        f"[{escape(f'{story.publisher}: {title_of(story.title)}')}](<{story.url}>)"
        for story in stories
    )
    told = words.shut.format(links=links)
    return [f"## {words.also}", told] if stories else []


def _build(item: WrittenItem | None, words: BriefWords) -> list[str]:
    if item is None:
        return []
    heading = f"### 1. {escape(item.heading)}"
    return [f"## {words.build}", heading, item.markdown]
