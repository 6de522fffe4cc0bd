"""Which stories an issue shall tell: ranked by the profile, cut by the rubric. Pure.

Two calls. `shortlist` is for research: the best few of hundreds or thousands.
`evaluate` is for the evaluator: scores, the cut, the quotas, and a reason for
everything that was left out. Same stories, same answer, in whatever order they come.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from newsletter.research.coverage import (
    CoveredStory,
    find_covered,
    is_same_title,
    names_of,
)
from newsletter.research.ranking import profile as profile_
from newsletter.research.ranking import together
from newsletter.research.ranking.learning import NEUTRAL, Learned
from newsletter.research.ranking.scoring import Scored, Scores, score
from newsletter.research.ranking.strength import strength_of
from newsletter.research.story import Kind, Story
from newsletter.standards.rubric import Rubric

# How the scores were made, for the log: another method, another name.
METHOD = "rules-v1"


@dataclass(frozen=True, slots=True)
class Rejection:
    """A story that is left out; `scores` is None where it was never scored."""

    story_id: str
    title: str
    url: str
    scores: Scores | None
    reason: str


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What the issue shall tell, best first, and what it shall not, with the reasons."""

    selected_launches: tuple[Scored, ...]
    selected_papers: tuple[Scored, ...]
    rejected: tuple[Rejection, ...]


def rank(
    stories: Iterable[Story], profile: str, learned: Learned = NEUTRAL
) -> list[tuple[float, Story]]:
    """Every story with its strength, the strongest first; ties by id.

    What is told of a story only beside the others of its week is among its signals.
    """
    wanted = profile_.read(profile)
    ranked = [
        (strength_of(story, near), story)
        for story, near in together.read(stories, wanted, learned)
    ]
    return sorted(ranked, key=lambda pair: (-pair[0], pair[1].id))


def shortlist(
    stories: Iterable[Story], profile: str, limit: int, learned: Learned = NEUTRAL
) -> list[Story]:
    """The `limit` stories that the readers should want most, the strongest first."""
    return [story for _, story in rank(stories, profile, learned)[:limit]]


def evaluate(
    stories: Sequence[Story],
    profile: str,
    covered: Sequence[CoveredStory],
    rubric: Rubric,
) -> Evaluation:
    """Score every story, drop doubles and what was told before, cut, keep the quotas."""
    wanted = profile_.read(profile)
    rejected: list[Rejection] = []
    passed: list[Scored] = []
    scored = [score(story, wanted, covered) for story in stories]
    for one in sorted(scored, key=_best_first):
        if reason := _against(one, passed, covered, rubric):
            rejected.append(_rejection(one, reason))
        else:
            passed.append(one)
    launches, crowded_out = _quota(passed, Kind.LAUNCH, rubric.published_launches)
    papers, left_over = _quota(passed, Kind.PAPER, rubric.published_papers)
    return Evaluation(launches, papers, (*rejected, *crowded_out, *left_over))


def _best_first(one: Scored) -> tuple[int, float, str, str]:
    return -one.scores.total, -one.strength, one.story.id, one.story.url


def _against(
    one: Scored,
    passed: Sequence[Scored],
    covered: Sequence[CoveredStory],
    rubric: Rubric,
) -> str:
    """Why a story cannot be told; empty where it can."""
    if earlier := find_covered(one.story, covered):
        told = f"issue {earlier.issue_number}" if earlier.issue_number else "an issue"
        return f"told before, in {told}: {earlier.title}"[:400]
    for other in passed:
        if is_same_story(one.story, other.story):
            return f"the same story as {other.story.title!r}"[:400]
    return one.scores.shortfall(rubric)


def is_same_story(one: Story, other: Story) -> bool:
    """Do two stories tell the same, by any of their addresses or by their titles?"""
    return bool(names_of(one) & names_of(other)) or is_same_title(
        one.title, other.title
    )


def _quota(
    passed: Iterable[Scored], kind: Kind, most: int
) -> tuple[tuple[Scored, ...], tuple[Rejection, ...]]:
    """The best `most` of a kind, and the rest as rejections."""
    good = [one for one in passed if one.story.kind is kind]
    reason = f"good enough, but an issue holds {most} at most and others scored higher"
    return tuple(good[:most]), tuple(_rejection(one, reason) for one in good[most:])


def _rejection(one: Scored, reason: str) -> Rejection:
    story = one.story
    return Rejection(story.id, story.title, story.url, one.scores, reason)
