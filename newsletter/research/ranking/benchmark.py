"""Weeks that an expert picked from, ranked in three ways: how much of it is found. Pure.

By the profile alone, with what Hugging Face's readers noticed, and with what the weeks
before teach: as an installation would have learned it, never from a week to come.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from newsletter.research.ranking import evaluation, learning
from newsletter.research.ranking.evaluation import Measure, Week
from newsletter.research.ranking.learning import NEUTRAL, Example, Learned
from newsletter.research.ranking.select import rank
from newsletter.research.story import Story

ALONE = "profile"
LISTED = "profile and Hugging Face"
TAUGHT = "profile, Hugging Face and what earlier weeks taught"
WAYS = (ALONE, LISTED, TAUGHT)
# An installation learns from so many of a week's strongest that were not picked.
PASSED_OVER = 200


def run(
    weeks: Sequence[Week], stories: Mapping[str, Story], profile: str
) -> dict[str, Measure]:
    """What each way of ranking finds, among as many papers as there were."""
    alone = {name: _unlisted(story) for name, story in stories.items()}
    lessons = [_lessons(week, stories, profile) for week in weeks]
    pools = [
        evaluation.filled(place, weeks, [*chain(*lessons[:place])])
        for place in range(len(weeks))
    ]
    return {
        ALONE: evaluation.measured(
            (week, _strengths(week, alone, profile)) for week in pools
        ),
        LISTED: evaluation.measured(
            (week, _strengths(week, stories, profile)) for week in pools
        ),
        TAUGHT: evaluation.measured(
            (week, _strengths(week, stories, profile, learned))
            for week, learned in zip(
                pools, _taught(weeks, lessons, stories, profile), strict=True
            )
        ),
    }


def _unlisted(story: Story) -> Story:
    return story.model_copy(update={"signals": {}})


def _strengths(
    week: Week, stories: Mapping[str, Story], profile: str, learned: Learned = NEUTRAL
) -> Callable[[str], float]:
    pool = (stories[name] for name in (*week.picked, *week.others))
    ranked = rank(pool, profile, learned)
    return {story.id: strength for strength, story in ranked}.__getitem__


def _lessons(week: Week, stories: Mapping[str, Story], profile: str) -> tuple[str, ...]:
    """The strongest that the expert passed over; of a sample every second is kept out.

    What stands in for another week's papers must not be what was learned from.
    """
    others = week.others if week.is_whole else week.others[::2]
    rest = week.size - len(week.picked)
    most = round(PASSED_OVER * len(others) / rest) if rest else 0
    ranked = rank((stories[name] for name in others), profile)
    return tuple(story.id for _, story in ranked[: max(most, 1)])


def _taught(
    weeks: Sequence[Week],
    lessons: Sequence[Sequence[str]],
    stories: Mapping[str, Story],
    profile: str,
) -> Iterator[Learned]:
    """For each week, what those before it teach, without any paper that it has itself."""
    is_named = learning.named_by(profile)
    for place, week in enumerate(weeks):
        own = {*week.picked, *week.others}
        learned_from = (
            Example(
                stories[name].title,
                stories[name].summary,
                is_wanted,
                age,
                is_passed=not is_wanted,
            )
            for age, earlier, passed in _earlier(weeks[:place], lessons)
            for names, is_wanted in ((earlier.picked, True), (passed, False))
            for name in names
            if name not in own
        )
        yield learning.train(learned_from, is_named)


def _earlier(
    weeks: Sequence[Week], lessons: Sequence[Sequence[str]]
) -> Iterator[tuple[int, Week, Sequence[str]]]:
    pairs = zip(weeks, lessons, strict=False)
    for age, (week, passed) in enumerate(reversed(list(pairs))):
        yield age, week, passed
