"""A week's stories read together: nearness, feedback, what was learned, who else tells. Pure."""

from collections.abc import Iterable

from newsletter.research.ranking import feedback
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


def read(
    stories: Iterable[Story], profile: Profile, learned: Learned
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
    for story, found in zip(stories, said, strict=True):
        if others := elsewhere.get(story.id):
            story = _signalled(story, OTHER_OUTLETS, others)
        theirs = vector(found, profile.frequencies)
        near = profile.value_of(found, theirs)
        if is_counted:
            story = _signalled(story, NEAR, near)
        if learned.weights:
            opinion = learned.opinion(vector(found, field.shipped()))
            story = _signalled(story, LEARNED, opinion.value)
            story = story.model_copy(update={"learned": opinion.terms})
        known.append((story, near))
        packed.append(feedback.pack(theirs))
    return _with_feedback(known, packed, profile)


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
