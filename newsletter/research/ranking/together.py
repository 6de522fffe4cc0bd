"""A week's stories read together: nearness, feedback, what was learned, who else tells. Pure."""

from collections.abc import Iterable, Sequence

from newsletter.research.ranking import feedback, meaning
from newsletter.research.ranking import frequencies as field
from newsletter.research.ranking.feedback import Packed
from newsletter.research.ranking.learning import Learned
from newsletter.research.ranking.profile import Profile
from newsletter.research.ranking.strength import (
    LEARNED,
    NEAR,
    OTHER_OUTLETS,
    SHARED,
    strength_of,
)
from newsletter.research.same_event import other_outlets
from newsletter.research.story import Kind, Story
from newsletter.text.similarity import terms, vector

# What a week's nearest papers share counts so much beside the profile's own words.
_SHARED = 0.75
# So many texts show, roughly, which words their language says of anything.
_ENOUGH_TO_COUNT = 40
# A cosine by meaning counts so much nearness above this; 19 in 20 texts of other subjects
# have less than 0.15, those of the subject 0.24 in the mean.
_MEANING, _OF_OTHERS = 100.0, 0.2
# And words no more than so much beside it.
_MOST_BY_WORDS = 25.0


def read(
    stories: Iterable[Story], profile: Profile, learned: Learned, *, by_meaning: bool
) -> list[tuple[Story, float]]:
    """Each story with its nearness; what it is beside the others is in its signals."""
    known: list[tuple[Story, float]] = []
    packed: list[Packed] = []
    stories = list(stories)
    launches = [story for story in stories if story.kind is Kind.LAUNCH]
    elsewhere = other_outlets(launches)
    said = [terms(story.title) * 2 + terms(story.summary) for story in stories]
    is_counted = not profile.is_english and len(said) >= _ENOUGH_TO_COUNT
    if is_counted:
        profile = profile.among(said)
    meant = _by_meaning(launches, profile) if by_meaning else {}
    for story, found in zip(stories, said, strict=True):
        if others := elsewhere.get(story.id):
            story = _signalled(story, OTHER_OUTLETS, others)
        theirs = vector(found, profile.frequencies)
        near = profile.value_of(found, theirs)
        if story.id in meant:
            near = min(near, _MOST_BY_WORDS) + meant[story.id]
        if is_counted or story.id in meant:
            story = _signalled(story, NEAR, near)
        if learned.weights:
            opinion = learned.opinion(vector(found, field.shipped()))
            story = _signalled(story, LEARNED, opinion.value)
            story = story.model_copy(update={"learned": opinion.terms})
        known.append((story, near))
        packed.append(feedback.pack(theirs))
    return _with_feedback(known, packed, profile)


def _by_meaning(launches: Sequence[Story], profile: Profile) -> dict[str, float]:
    """By its id what each launch's nearness gains or loses by what its words mean."""
    if not profile.is_asked_by_meaning:
        return {}
    told = (f"{story.title}. {story.summary}" for story in launches)
    cosines = meaning.cosines(profile.wanted_text, told)
    return {
        story.id: _MEANING * (cosine - _OF_OTHERS)
        for story, cosine in zip(launches, cosines, strict=False)
    }


def _with_feedback(
    known: list[tuple[Story, float]], packed: list[Packed], profile: Profile
) -> list[tuple[Story, float]]:
    """The papers with what they share with the nearest of them."""
    papers = [
        place for place, (story, _) in enumerate(known) if story.kind is Kind.PAPER
    ]
    strengths = [strength_of(*known[place]) for place in papers]
    shared = feedback.learn([packed[place] for place in papers], strengths)
    if shared is None or not profile.spread:
        return known
    for number, place in enumerate(papers):
        story, near = known[place]
        alike = shared.alike(number, packed[place]) * _SHARED / profile.spread
        known[place] = _signalled(story, SHARED, alike), near
    return known


def _signalled(story: Story, name: str, value: float) -> Story:
    signals = {**story.signals, name: round(value, 2)}
    return story.model_copy(update={"signals": signals})
