"""What a brief is made of: its chosen stories as items, and what became of the others."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from agents.brains.base import BrainFailed, Brief, Hands
from agents.brains.local.asking import newest, researched
from agents.brains.local.writing import short_titles
from agents.brains.local.writing.build_section import build, repository
from agents.brains.local.writing.complaints import Complaints, complaints
from agents.brains.local.writing.further import further_of
from agents.brains.local.writing.item import Voice, WrittenItem, compose
from agents.brains.local.writing.one_liner import one_liner
from agents.brains.local.writing.titles import title_of
from agents.brains.local.writing.voices import voices_of
from agents.events.brief import Choice, CoveredTopics, ItemsEvaluated
from newsletter.drafts.citation import CitedClaim
from newsletter.research.ranking import profile
from newsletter.research.ranking.profile import with_topics
from newsletter.research.story import Kind as StoryKind
from newsletter.research.story import OutletReport, Story, each_once
from newsletter.standards.brief_words import (
    BriefWords,
    brief_words_of,
    news_words_of,
)
from newsletter.standards.link_policy import LinkPolicy, Ruling
from newsletter.standards.outcomes import Outcome
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
    # Lines of what is no news, below what is.
    reading: tuple[str, ...]
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


def gather(brief: Brief, hands: Hands) -> Material:
    """The chosen stories as they can be told after every complaint so far."""
    chosen = newest(hands, ItemsEvaluated)
    if chosen is None:
        raise BrainFailed("nothing has been evaluated", is_final=True)
    launches, papers = researched(hands)
    stories = {story.id: story for story in (*launches.launches, *papers.papers)}
    asked = complaints(hands, stories.values(), not_theirs=brief.not_theirs)
    voices = voices_of(hands, [*map(asked.without_dead, stories.values())])
    spoken: Mapping[str, Sequence[Voice]] = voices
    choices = (*chosen.selected_launches, *chosen.selected_papers)
    rubric = brief.rubric
    if rubric.deeper_links:
        mine = [stories[choice.story_id] for choice in choices]
        spoken = _further(hands, mine, voices)
    telling = _Telling(brief, asked, spoken)
    essays = [one for one in choices if one.in_a_line]
    for choice in (one for one in choices if not one.in_a_line):
        telling.tell(stories[choice.story_id], choice)
    has_news = bool(telling.told)
    for choice in () if has_news else essays:
        telling.tell(stories[choice.story_id], choice)
    if not telling.told and bears_shut_pages(rubric.link_policy):
        telling.tell_by_feeds()
    told = _led(_apart(telling.told), brief)
    covered = newest(hands, CoveredTopics) or CoveredTopics()
    wanted = profile.read(with_topics(brief.profile, brief.topics))
    words = (news_words_of if wanted.is_far else brief_words_of)(brief.language)
    by_kind = _of(told, StoryKind.LAUNCH), _of(told, StoryKind.PAPER)
    windows = zip((launches.window_days, papers.window_days), by_kind, strict=True)
    items = [one.item for one in told]
    lines = (
        one_liner(stories[one.story_id], words.shipped, brief, asked) for one in essays
    )
    return Material(
        words=words,
        launches=by_kind[0],
        papers=by_kind[1],
        build=build([one.story for one in told], voices, items, rubric, words),
        dropped=tuple(telling.dropped),
        has_launches=rubric.published_launches > 0,
        has_papers=bool(papers.considered and rubric.published_papers),
        left_out=telling.left_out,
        has_no_further=rubric.deeper_links
        and not all(words.deeper in one.markdown for one in items),
        also=tuple(telling.also),
        reading=tuple(filter(None, lines)) if has_news else (),
        window_days=max((days for days, mine in windows if mine), default=0),
        sources=each_once((*launches.sources, *papers.sources)),
        considered=launches.considered + papers.considered,
        corrections=tuple(one.sentence for one in covered.corrections),
    )


@dataclass(slots=True)
class _Telling:
    """What becomes of the chosen stories, one after another."""

    brief: Brief
    asked: Complaints
    voices: Mapping[str, Sequence[Voice]]
    told: list[ToldStory] = field(default_factory=list)
    also: list[Story] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    left_out: int = 0

    def tell(self, story: Story, choice: Choice) -> None:
        """The story as an item, else by its link, else a word on why it is not there."""
        reason = self.asked.against(story)
        item = None if reason else self._item(story, choice)
        if item:
            self.told.append(ToldStory(story, item))
            self._note_sentences(story)
        elif not reason and story.is_from_feed:
            self.also.append(story)
        else:
            self.left_out += 1
            named = _named(story, is_refused=self.asked.refuses_title(story))
            why = (reason or "too little to quote").rstrip(".")
            self.dropped.append(f"In this issue {named} was dropped ({why}).")

    def tell_by_feeds(self) -> None:
        """A week of which nothing else can be told: what feeds say of it."""
        shut, self.also = self.also, []
        for story in shut:
            item = compose(
                story,
                (),
                self.brief.rubric,
                strikes=self.asked.strikes[story.id],
                avoid=self.asked.sentences(story),
                language=self.brief.language,
                by_feed_alone=True,
            )
            if item:
                self.told.append(ToldStory(story, item))
            else:
                self.also.append(story)

    def _item(self, story: Story, choice: Choice) -> WrittenItem | None:
        voices = self.voices.get(story.id, ())
        return compose(
            story,
            [one for one in voices if not repository(one.url)],
            self.brief.rubric,
            strikes=self.asked.strikes[story.id],
            avoid=self.asked.sentences(story),
            deeper=self.brief.rubric.deeper_links,
            language=self.brief.language,
            update=choice.update,
        )

    def _note_sentences(self, story: Story) -> None:
        if out := self.asked.left_out(story):
            was = "was" if out == 1 else "were"
            self.dropped.append(
                f"In this issue {counted(out, 'sentence', 'sentences')} of "
                f"{_named(story)} {was} left out (not borne out by the evidence)."
            )


def bears_shut_pages(policy: LinkPolicy) -> bool:
    return policy.on(Outcome.BLOCKED) is not Ruling.FAIL


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
    hands: Hands, chosen: Sequence[Story], voices: Mapping[str, list[Voice]]
) -> dict[str, list[Voice]]:
    """The voices of the chosen stories, with what their pages lead to."""
    prose = {
        name: [one for one in said if not repository(one.url)]
        for name, said in voices.items()
    }
    return {**voices, **further_of(hands, chosen, prose)}


def _named(story: Story, *, is_refused: bool = False) -> str:
    """A story in a note: what was refused is not said there either."""
    if is_refused:
        return f"a story of {story.publisher}"
    return f"“{short_titles.in_one(title_of(story.title))}”"


def _of(told: Sequence[ToldStory], kind: StoryKind) -> tuple[ToldStory, ...]:
    return tuple(one for one in told if one.story.kind is kind)
