"""Weeks that an expert picked from, ranked in three ways: how much of it is found. Pure.

By the profile alone, with what Hugging Face's readers noticed, and with what the weeks
before teach: as an installation would have learned it, never from a week to come.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

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
    weeks: Sequence[Week],
    stories: Mapping[str, Story],
    profile: str,
    *,
    is_filled: bool,
) -> dict[str, Measure]:
    """What each way of ranking finds; `is_filled`: among as many papers as there were."""
    alone = {name: _unlisted(story) for name, story in stories.items()}
    lessons = [_lessons(week, stories, profile) for week in weeks]
    return {
        ALONE: evaluation.measured(
            (week, _strengths(week, alone, profile))
            for week in _pools(weeks, lessons, is_filled=is_filled)
        ),
        LISTED: evaluation.measured(
            (week, _strengths(week, stories, profile))
            for week in _pools(weeks, lessons, is_filled=is_filled)
        ),
        TAUGHT: evaluation.measured(
            (week, _strengths(week, stories, profile, learned))
            for week, learned in zip(
                _pools(weeks, lessons, is_filled=is_filled),
                _taught(weeks, lessons, stories),
                strict=True,
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


def _pools(
    weeks: Sequence[Week], lessons: Sequence[Sequence[str]], *, is_filled: bool
) -> Iterator[Week]:
    for place, week in enumerate(weeks):
        if not is_filled:
            yield week
            continue
        learned = [name for earlier in lessons[:place] for name in earlier]
        yield evaluation.filled(place, weeks, learned)


def _taught(
    weeks: Sequence[Week],
    lessons: Sequence[Sequence[str]],
    stories: Mapping[str, Story],
) -> Iterator[Learned]:
    """For each week, what those before it teach, without any paper that it has itself."""
    for place, week in enumerate(weeks):
        own = {*week.picked, *week.others}
        yield learning.train(
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


def _earlier(
    weeks: Sequence[Week], lessons: Sequence[Sequence[str]]
) -> Iterator[tuple[int, Week, Sequence[str]]]:
    pairs = zip(weeks, lessons, strict=False)
    for age, (week, passed) in enumerate(reversed(list(pairs))):
        yield age, week, passed
