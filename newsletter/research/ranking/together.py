"""A week's stories read together: nearness, feedback, what was learned, who else tells. Pure."""

from collections.abc import Iterable

from newsletter.research.ranking import feedback
from newsletter.research.ranking.feedback import Packed
from newsletter.research.ranking.learning import Learned
from newsletter.research.ranking.profile import Profile
from newsletter.research.ranking.strength import (
    LEARNED,
    OTHER_OUTLETS,
    SHARED,
    strength_of,
)
from newsletter.research.same_event import other_outlets
from newsletter.research.story import Kind, Story
from newsletter.text.similarity import terms, vector

# What a week's nearest papers share counts so much beside the profile's own words.
_SHARED = 0.75


def read(
    stories: Iterable[Story], profile: Profile, learned: Learned
) -> list[tuple[Story, float]]:
    """Each story with its nearness; what it is beside the others is in its signals."""
    known: list[tuple[Story, float]] = []
    packed: list[Packed] = []
    stories = list(stories)
    launches = [story for story in stories if story.kind is Kind.LAUNCH]
    elsewhere = other_outlets(launches)
    for story in stories:
        if others := elsewhere.get(story.id):
            story = _signalled(story, OTHER_OUTLETS, others)
        found = terms(story.title) * 2 + terms(story.summary)
        theirs = vector(found, profile.frequencies)
        near = profile.value_of(found, theirs)
        if learned.weights:
            said = learned.opinion(theirs)
            story = _signalled(story, LEARNED, said.value)
            story = story.model_copy(update={"learned": said.terms})
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
