"""What agents of the digest propose, held to the log: known stories, floors, groups."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from agents.events.base import Data
from agents.events.digest import (
    FEWEST_SECTIONS,
    MOST_READ,
    ArticlesRated,
    LeftOut,
    Rating,
    SectionsSelected,
    SelectedSection,
    SummariesExtracted,
    Topic,
    TopicsClustered,
    most_told,
)
from agents.events.schema import Kind
from agents.events.voices import with_voices
from agents.tools import desired
from agents.tools.base import ToolError
from agents.tools.certification import angles, certify, remembering, selection
from agents.tools.digest import naming
from agents.tools.workbench import Workbench
from agents.workflows import chosen
from agents.workflows.state import State
from newsletter.research.story import Kind as StoryKind
from newsletter.research.story import Story
from newsletter.research.topics.clustering import clusters
from newsletter.standards.rubric import MOST_OF_ONE_PUBLISHER, Rubric
from newsletter.text import truncate

_NAME_CHARACTERS = 80
_MOST_SHOWN = 8
# Why a story is out that was read before somebody decided against it.
BARRED = "decided against meanwhile, or a person has yet to say yes"


def summarised(state: State) -> list[str]:
    """The ids of the stories that have a summary: those that go on."""
    data = state.last.get(Kind.SUMMARIES_EXTRACTED, {})
    return [one.story_id for one in SummariesExtracted.model_validate(data).summaries]


def rating(bench: Workbench, data: ArticlesRated) -> Data:
    """The rating with every summarised story in it: what is not named is left out.

    So is what may not be told; what must be told is not.
    """
    known = summarised(bench.state)
    named = [*_ids(data.rated), *_ids(data.left_out)]
    naming.refuse_unknown(named, known, "summarised stories")
    _refuse_doubles(named)
    rest = [name for name in known if name not in set(named)]
    if len(rest) > len(known) / 2:
        raise ToolError(
            f"{len(named)} of {len(known)} stories are named; rate the others too."
        )
    more = (LeftOut(story_id=name, reason=selection.NOT_NAMED) for name in rest)
    stories = chosen.downloaded(bench.state)
    barred = _barred(bench, (stories[one.story_id] for one in data.rated))
    free = [one for one in data.rated if one.story_id not in barred]
    if fault := selection.strange_voices(data.left_out, data.rated):
        raise ToolError(fault)
    heard = with_voices(stories, data.left_out)
    _refuse_unfit_angles(free, stories, bench.editorial.language)
    rated = _with_updates(bench, free, heard)
    out = (LeftOut(story_id=name, reason=BARRED) for name in barred)
    _refuse_left_out(
        (stories[name] for name in known),
        [stories[one.story_id] for one in rated],
        MOST_READ,
    )
    return data.model_copy(
        update={"rated": rated, "left_out": (*data.left_out, *out, *more)}
    )


def _refuse_unfit_angles(
    rated: Iterable[Rating], stories: Mapping[str, Story], language: str
) -> None:
    """Readers find them on the page of evidence."""
    faults = [
        fault
        for one in rated
        for fault in angles.unfit(one, language, stories[one.story_id].title)
    ]
    if faults:
        more = f"\nAnd {len(faults) - _MOST_SHOWN} more." * (len(faults) > _MOST_SHOWN)
        raise ToolError("\n".join(faults[:_MOST_SHOWN]) + more)


def _with_updates(
    bench: Workbench, rated: Sequence[Rating], stories: Mapping[str, Story]
) -> tuple[Rating, ...]:
    """The ratings, what updates a told story labelled as such; a repeat is refused."""
    told = {
        one.story_id: remembering.as_chosen(
            bench, stories[one.story_id].told, one.update
        )
        for one in rated
    }
    choices = [chosen.choice_of(stories[one.story_id], one) for one in rated]
    for choice in choices:
        if fault := selection.told_before(choice, told[choice.story_id]):
            raise ToolError(fault)
    both = [(stories[one.story_id], one) for one in choices]
    week = [stories[name] for name in summarised(bench.state)]
    if faults := "\n".join(selection.doubled(both, week)):
        raise ToolError(faults)
    return certify.with_pages(bench, rated, told)


def _barred(bench: Workbench, stories: Iterable[Story]) -> list[str]:
    """The ids of those that may not be told by now, in their order."""
    given = list(stories)
    tellable = desired.tellable(bench, given)
    return [one.id for one in given if one not in tellable]


def _refuse_left_out(
    known: Iterable[Story], chosen: Sequence[Story], most: int
) -> None:
    """Of both kinds together `most` are chosen at most."""
    musts = [one.kind for one in chosen if one.must_have]
    room = {kind: most - len(musts) + musts.count(kind) for kind in StoryKind}
    if fault := desired.left_out(known, chosen, room):
        raise ToolError(fault)


def topics_of(state: State) -> list[Topic]:
    """The rated stories by what their texts share, as code names the groups."""
    stories = chosen.downloaded(state)
    texts = {
        one.story_id: f"{stories[one.story_id].title}\n{stories[one.story_id].summary}"
        for one in chosen.rated(state).rated
    }
    return [
        Topic(
            name=_heading(one.name, stories[one.ids[0]].title, one.ids[0]),
            terms=one.terms,
            story_ids=one.ids,
        )
        for one in clusters(texts)
    ]


def _heading(*names: str) -> str:
    """The first of the names that is not blank: a story alone shares no terms."""
    whole = next(filter(None, (" ".join(one.split()) for one in names)))
    return truncate.at_word(whole, _NAME_CHARACTERS)


def topics(bench: Workbench, data: TopicsClustered) -> Data:
    """The groups as code makes them, under the names that were proposed."""
    own = topics_of(bench.state)
    naming.refuse_unknown(
        chain.from_iterable(one.story_ids for one in data.topics),
        [name for one in own for name in one.story_ids],
        "rated stories",
    )
    given = {name: one.name for one in data.topics for name in one.story_ids}
    named = [_named(topic, given) for topic in own]
    naming.refuse_same([one.name for one in named])
    stories = chosen.downloaded(bench.state)
    for mine, topic in zip(own, named, strict=True):
        if topic.name != mine.name:
            _refuse_unfit(topic.name, topic.story_ids, stories)
    return TopicsClustered(topics=tuple(named))


def _refuse_unfit(name: str, ids: Iterable[str], stories: Mapping[str, Story]) -> None:
    mine = [stories[one] for one in ids]
    titles = [" ".join(name.split()) for one in mine for name in (one.title, one.id)]
    naming.refuse_unfit(name, titles, (one.summary for one in mine))


def _named(topic: Topic, given: Mapping[str, str]) -> Topic:
    """The group under the name that was given with one of its stories."""
    name = next((given[one] for one in topic.story_ids if one in given), topic.name)
    return topic.model_copy(update={"name": _heading(name, topic.name)})


def sections(bench: Workbench, data: SectionsSelected) -> Data:
    """The sections with their terms; each story stands once and is good enough.

    What must be told is told, good enough or not; what may not be told is taken out.
    """
    state, rubric = bench.state, bench.editorial.rules
    ratings = {one.story_id: one for one in chosen.rated(state).rated}
    told = [name for one in data.sections for name in one.story_ids]
    brief = [name for one in data.sections for name in one.brief_ids]
    naming.refuse_unknown((*told, *brief), [*ratings], "rated stories")
    _refuse_doubles([*told, *brief])
    naming.refuse_same([one.topic for one in data.sections])
    stories = chosen.downloaded(state)
    _refuse_misnamed(data, state, stories)
    free = {name: one for name, one in ratings.items() if not stories[name].must_have}
    _refuse_weak([free[name] for name in told if name in free], rubric)
    _refuse_poor([free[name] for name in brief if name in free], rubric)
    _refuse_updates([ratings[name] for name in brief])
    _refuse_many([stories[name] for name in told], most := most_told(rubric))
    good = [stories[name] for name, one in ratings.items() if passes(one, rubric)]
    _refuse_few(data, _tellable(good))
    barred = _barred(bench, (stories[name] for name in (*told, *brief)))
    _refuse_left_out(
        (stories[name] for name in ratings),
        [stories[name] for name in told if name not in barred],
        most,
    )
    terms = _terms(state)
    left = (_without(one, barred) for one in data.sections)
    whole = (_with_terms(one, terms) for one in left if one.story_ids)
    return data.model_copy(update={"sections": tuple(whole)})


def _refuse_misnamed(
    data: SectionsSelected, state: State, stories: Mapping[str, Story]
) -> None:
    """A section is called as its topic is, or by a name that fits its stories."""
    topics = TopicsClustered.model_validate(state.last.get(Kind.TOPICS_CLUSTERED, {}))
    known = {one.name for one in topics.topics}
    for one in data.sections:
        if one.topic not in known:
            _refuse_unfit(one.topic, (*one.story_ids, *one.brief_ids), stories)


def passes(rated: Rating, rubric: Rubric) -> bool:
    """Whether a story is good enough to be told."""
    return not rated.scores.shortfall(rubric)


def _refuse_weak(told: Iterable[Rating], rubric: Rubric) -> None:
    for one in told:
        if fault := one.scores.shortfall(rubric):
            raise ToolError(f"{one.story_id}: {fault}; do not tell it.")


def _refuse_poor(brief: Iterable[Rating], rubric: Rubric) -> None:
    """In brief a story needs its points in all, and no floor of each score."""
    for one in brief:
        if (total := one.scores.total) < rubric.total_floor:
            raise ToolError(f"{one.story_id}: {total} points in all; leave it out.")


def _refuse_updates(brief: Iterable[Rating]) -> None:
    """A line in brief has no room to say what is new."""
    if update := next((one.story_id for one in brief if one.update), ""):
        raise ToolError(
            f"{update} updates a told story, which takes a sentence that says so: "
            "tell it, or leave it out."
        )


def _refuse_many(told: Sequence[Story], most: int) -> None:
    """More than an issue has room for, or than one publisher may have of its launches."""
    if len(told) > most:
        raise ToolError(
            f"{len(told)} stories are too many to tell; tell {most} at most, and "
            "name the others in brief."
        )
    launches = [one for one in told if one.kind is StoryKind.LAUNCH]
    if fault := selection.crowded(launches):
        raise ToolError(fault)


def _tellable(good: Iterable[Story]) -> int:
    """How many of them may be told: of a publisher's launches only so many."""
    told = Counter(
        one.publisher if one.kind is StoryKind.LAUNCH else one.id for one in good
    )
    return sum(min(number, MOST_OF_ONE_PUBLISHER) for number in told.values())


def _refuse_few(data: SectionsSelected, good: int) -> None:
    """Fewer sections than three are for a week in which less is good enough."""
    fewest = min(FEWEST_SECTIONS, good)
    if len(data.sections) < fewest:
        raise ToolError(
            f"{good} stories pass every floor: make {fewest} sections at least."
        )


def _terms(state: State) -> Mapping[str, tuple[str, ...]]:
    """The terms of the group that each story is in."""
    data = state.last.get(Kind.TOPICS_CLUSTERED, {})
    groups = TopicsClustered.model_validate(data).topics
    return {name: group.terms for group in groups for name in group.story_ids}


def _without(section: SelectedSection, barred: Sequence[str]) -> SelectedSection:
    told, brief = (
        tuple(name for name in names if name not in barred)
        for names in (section.story_ids, section.brief_ids)
    )
    return section.model_copy(update={"story_ids": told, "brief_ids": brief})


def _with_terms(
    section: SelectedSection, terms: Mapping[str, tuple[str, ...]]
) -> SelectedSection:
    named = chain.from_iterable(terms.get(one, ()) for one in section.story_ids)
    return section.model_copy(update={"terms": tuple(dict.fromkeys(named))})


def _ids(members: Iterable[Rating | LeftOut]) -> list[str]:
    return [one.story_id for one in members]


def _refuse_doubles(names: Sequence[str]) -> None:
    if twice := next((one for one in names if names.count(one) > 1), ""):
        raise ToolError(f"{twice} stands there twice; name it once.")
