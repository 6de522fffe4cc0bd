"""The layout of a digest: rated stories cut into sections by topic."""

from collections.abc import Iterable, Sequence
from itertools import chain, islice

from agents.brains.base import BrainFailed, Brief, Hands
from agents.brains.local.asking import emit, newest
from agents.brains.local.evaluator import why_vague
from agents.brains.local.writing.headlines import is_name
from agents.brains.local.writing.section_names import named, section_name
from agents.events.digest import (
    FEWEST_SECTIONS,
    MOST_SECTIONS,
    MOST_TOLD,
    ArticlesDownloaded,
    ArticlesRated,
    Rating,
    SectionsSelected,
    SelectedSection,
    Topic,
    TopicsClustered,
    most_told,
)
from agents.events.schema import Kind
from newsletter.research.newsworthiness import is_no_news
from newsletter.research.story import Kind as StoryKind
from newsletter.research.story import Story
from newsletter.standards.furniture import ENGLISH, furniture_of
from newsletter.standards.rubric import MOST_OF_ONE_PUBLISHER, Rubric
from newsletter.text.similarity import terms

_TOLD_IN_A_SECTION, _BRIEF_IN_A_SECTION = 3, 5
_MOST_TOLD, _MOST_IN_A_SECTION = 14, 6
# A topic of one story is no section, nor one that shares no term that would name it;
# what stays alone is told by kind.
_FEWEST_OF_A_TOPIC = 2


def cut(brief: Brief, hands: Hands) -> None:
    """Emit the sections: the topics with the best stories, then what stands alone."""
    read, rating = newest(hands, ArticlesDownloaded), newest(hands, ArticlesRated)
    clustered = newest(hands, TopicsClustered)
    if read is None or rating is None or clustered is None:
        raise BrainFailed("nothing was rated yet", is_final=True)
    desk = Desk(brief.rubric, read.stories, rating.rated, brief.language)
    emit(hands, Kind.SECTIONS_SELECTED, sections(desk, clustered.topics))


class Desk:
    """The rated stories, and which of them may be told, or named in brief."""

    def __init__(
        self,
        rubric: Rubric,
        stories: Iterable[Story],
        rated: Iterable[Rating],
        language: str = ENGLISH,
    ) -> None:
        self.rubric = rubric
        words = furniture_of(language)
        self.rest = {StoryKind.LAUNCH: words.news, StoryKind.PAPER: words.research}
        self.stories = {one.id: one for one in stories}
        self.ratings = {one.story_id: one for one in rated}
        self.no_news = {one.id for one in self.stories.values() if is_no_news(one)}
        self.good = _uncrowded(
            self.stories[one.story_id]
            for one in self._best_first(self.ratings)
            if self._is_must(one) or not one.scores.shortfall(rubric)
        )
        # What is vague has a line where there is enough else to tell.
        clear = [one for one in self.good if not why_vague(self.stories[one])]
        self.good = clear if len(clear) >= FEWEST_SECTIONS else self.good
        musts = (one for one in self.good if self.stories[one].must_have)
        self.musts = [*islice(musts, MOST_TOLD)]
        self.fair = [
            one.story_id
            for one in self._best_first(self.ratings)
            if (self._is_must(one) or one.scores.total >= rubric.total_floor)
            and not one.update  # that takes a sentence that says so
        ]

    def _best_first(self, names: Iterable[str]) -> list[Rating]:
        found = [self.ratings[name] for name in names]
        return sorted(
            found,
            key=lambda one: (
                *(not self._is_must(one), one.story_id in self.no_news),
                *(-one.scores.total, one.story_id),
            ),
        )

    def _is_must(self, rated: Rating) -> bool:
        return self.stories[rated.story_id].must_have

    def worth(self, names: Sequence[str]) -> tuple[int, bool, int]:
        """What a section of these is worth: what must be told, whether any is news, then the
        points of its best.
        """
        told = names[:_TOLD_IN_A_SECTION]
        musts = sum(name in self.musts for name in names)
        has_news = not self.no_news.issuperset(names)
        return musts, has_news, sum(self.ratings[name].scores.total for name in told)


def _uncrowded(stories: Iterable[Story]) -> list[str]:
    """The ids, less the launches of which their publisher has enough."""
    kept: list[Story] = []
    for story in stories:
        same = sum(
            one.publisher == story.publisher and one.kind is story.kind for one in kept
        )
        if story.kind is StoryKind.PAPER or same < MOST_OF_ONE_PUBLISHER:
            kept.append(story)
    return [one.id for one in kept]


def sections(desk: Desk, topics: Sequence[Topic]) -> SectionsSelected:
    """Three to seven sections; fewer where fewer stories are good enough."""
    topics = _each_heading_once(desk, topics)
    groups = _enough(desk, _groups(desk, topics))
    most = min(_MOST_TOLD, most_told(desk.rubric))
    # One of each section, before a second of any.
    of_each = min(_TOLD_IN_A_SECTION, max(1, most // FEWEST_SECTIONS))
    room = max(0, most - len(desk.musts))
    told: list[SelectedSection] = []
    for topic, names in groups[:MOST_SECTIONS]:
        musts = [name for name in names if name in desk.musts][:_MOST_IN_A_SECTION]
        free = [name for name in names if name not in desk.musts]
        free = free[: max(0, min(of_each - len(musts), room))]
        room -= len(free)
        if mine := (*musts, *free):
            told.append(SelectedSection(topic=topic, story_ids=mine))
    told = _with_the_best_first(desk, _with_musts(desk, told))
    placed = frozenset(chain.from_iterable(one.story_ids for one in told))
    return SectionsSelected(
        sections=tuple(_with_brief(desk, told, topics, placed)),
        note=_note(len(told), len(desk.good)),
    )


def _with_musts(desk: Desk, told: Sequence[SelectedSection]) -> list[SelectedSection]:
    """The sections with what must be told and found no place: where there is one left."""
    whole = list(told)
    placed = set(chain.from_iterable(one.story_ids for one in told))
    for name in desk.musts:
        if name in placed:
            continue
        roomy = (
            place
            for place, one in enumerate(whole)
            if len(one.story_ids) < _MOST_IN_A_SECTION
        )
        if (place := next(roomy, None)) is not None:
            names = (*whole[place].story_ids, name)
            whole[place] = whole[place].model_copy(update={"story_ids": names})
        else:
            own = _alone(desk, name, [one.topic for one in whole])
            whole.append(SelectedSection(topic=own, story_ids=(name,)))
    return whole


def _with_the_best_first(
    desk: Desk, told: Sequence[SelectedSection]
) -> list[SelectedSection]:
    """The sections; whoever opens a letter for its subject need not look for that story."""
    best = min(
        told, default=None, key=lambda one: min(map(desk.good.index, one.story_ids))
    )
    return sorted(told, key=lambda one: one is not best)


def _note(number: int, good: int) -> str:
    if number >= FEWEST_SECTIONS or not number:
        return ""
    return f"A thin week: {good} of its stories pass every floor."


def _groups(desk: Desk, topics: Sequence[Topic]) -> list[tuple[str, tuple[str, ...]]]:
    """The good stories by section, the best section first; those that stand alone by kind.

    With fewer sections than an issue has, what stands alone is told under its topic.
    """
    good = {name: place for place, name in enumerate(desk.good)}
    found: list[tuple[str, tuple[str, ...]]] = []
    alone: list[tuple[str, str]] = []
    for topic in topics:
        mine = sorted(
            (one for one in topic.story_ids if one in good), key=good.__getitem__
        )
        covered = tuple(one for one in mine if _covers(topic, desk.stories[one]))
        if not covered or _standing(desk, topic) < _FEWEST_OF_A_TOPIC:
            covered = ()
        else:
            found.append((topic.name, covered))
        is_of_one = len(topic.story_ids) == 1
        alone += [
            (topic.name if is_of_one else "", name)
            for name in mine
            if name not in covered
        ]
    found.sort(key=lambda one: one[0])
    found.sort(key=lambda one: desk.worth(one[1]), reverse=True)
    kinds = {
        kind: tuple(
            sorted(
                (name for _, name in alone if desk.stories[name].kind is kind),
                key=good.__getitem__,
            )
        )
        for kind in StoryKind
    }
    rest = [(desk.rest[kind], names) for kind, names in kinds.items() if names]
    most = MOST_SECTIONS - len(rest)
    whole = [*found[:most], *rest]
    whole.sort(key=lambda one: desk.worth(one[1]), reverse=True)
    if len(whole) >= FEWEST_SECTIONS:
        return whole
    for called, name in sorted(alone, key=lambda one: good[one[1]]):
        names = [one for one, _ in found]
        found.append((_alone(desk, name, names, called), (name,)))
    # What has to be told and what is news come first, else those with a topic.
    return sorted(found, key=lambda one: desk.worth(one[1])[:2], reverse=True)


def _alone(desk: Desk, name: str, taken: Iterable[str], called: str = "") -> str:
    """What a section of this one story is called: as its topic is, or as what it names.

    Where nobody can tell what it names it is told of its kind, once; its title is over
    the story already.
    """
    story = desk.stories[name]
    title = named(story.title)
    known = {one.casefold() for one in taken}
    names = (
        called if called != title else "",
        section_name(story),
        title if is_name(title) else "",
        desk.rest[story.kind],
        title,
        named(name),
    )
    return next(one for one in names if one and one.casefold() not in known)


def _enough(
    desk: Desk, groups: Sequence[tuple[str, tuple[str, ...]]]
) -> list[tuple[str, tuple[str, ...]]]:
    """The groups; in a thin week a story of a large one stands under its own title."""
    enough = [*groups]
    while len(enough) < min(FEWEST_SECTIONS, len(desk.good)):
        place = max(range(len(enough)), key=lambda one: len(enough[one][1]))
        called, names = enough[place]
        if len(names) < 2:
            break
        enough[place] = (called, names[:-1])
        own = _alone(desk, names[-1], [name for name, _ in enough])
        enough.append((own, names[-1:]))
    return enough


def _each_heading_once(desk: Desk, topics: Sequence[Topic]) -> list[Topic]:
    """The topics; of two with a word in common the wider one has the stories of both.

    So one section tells of coding agents where another would of asynchronous ones.
    """
    kept: list[Topic] = []
    for topic in sorted(topics, key=lambda one: (len(one.name), one.name)):
        place = next(
            (
                place
                for place, wider in enumerate(kept)
                if _words(wider) & _words(topic) and _covers_all(desk, wider, topic)
            ),
            None,
        )
        if place is None:
            kept.append(topic)
        else:
            both = (*kept[place].story_ids, *topic.story_ids)
            kept[place] = kept[place].model_copy(update={"story_ids": both})
    order = {topic.name: place for place, topic in enumerate(topics)}
    return sorted(kept, key=lambda one: order[one.name])


def _words(topic: Topic) -> set[str]:
    return set(chain.from_iterable(terms(one) for one in topic.terms))


def _covers_all(desk: Desk, wider: Topic, topic: Topic) -> bool:
    """Whether the wider heading is true of all that the other topic would tell."""
    told = [name for name in desk.good if name in topic.story_ids]
    own = [name for name in told if _covers(topic, desk.stories[name])]
    return bool(own) and all(_covers(wider, desk.stories[name]) for name in own)


def _standing(desk: Desk, topic: Topic) -> int:
    """How many stories may stand under the topic's heading, told or in a line."""
    mine = {*desk.good, *desk.fair}.intersection(topic.story_ids)
    return sum(_covers(topic, desk.stories[one]) for one in mine)


def _covers(topic: Topic, story: Story) -> bool:
    """Whether a heading of the topic's terms is true of the story: its text has one."""
    said = set(terms(f"{story.title}\n{story.summary}"))
    return any(said.issuperset(terms(term)) for term in topic.terms)


def _with_brief(
    desk: Desk,
    told: Sequence[SelectedSection],
    topics: Sequence[Topic],
    placed: frozenset[str],
) -> Iterable[SelectedSection]:
    """The sections, each with what else is fair of its topic; then of its kind, the rest."""
    by_name = {topic.name: topic for topic in topics}
    kind_of = {title: kind for kind, title in desk.rest.items()}
    taken, brief = set(placed), dict[str, tuple[str, ...]]()

    def belongs(name: str, section: str) -> bool:
        if kind := kind_of.get(section):
            return desk.stories[name].kind is kind
        topic = by_name.get(section)
        return (
            topic is not None
            and name in topic.story_ids
            and _covers(topic, desk.stories[name])
        )

    for section in sorted(told, key=lambda one: one.topic in kind_of):
        free = (name for name in desk.fair if name not in taken)
        mine = (name for name in free if belongs(name, section.topic))
        brief[section.topic] = tuple(islice(mine, _BRIEF_IN_A_SECTION))
        taken.update(brief[section.topic])
    for section in told:
        yield section.model_copy(update={"brief_ids": brief[section.topic]})
