"""Evaluator: scores every story on three axes and keeps what passes the floors."""

from agents.brains.base import BrainFailed, Brief, Hands
from agents.brains.local.asking import emit, newest
from agents.events.schema import (
    Choice,
    CoveredTopics,
    ItemsEvaluated,
    Kind,
    LaunchesResearched,
    PapersResearched,
    Rejected,
    Scores,
)
from newsletter.research.coverage import CoveredStory
from newsletter.research.ranking import scoring
from newsletter.research.ranking import select as ranking


def evaluate(brief: Brief, hands: Hands) -> None:
    """Emit the chosen stories, best first, and why each other one was left out."""
    launches = newest(hands, LaunchesResearched)
    papers = newest(hands, PapersResearched)
    if launches is None or papers is None:
        raise BrainFailed("research has not ended", is_final=True)
    covered = newest(hands, CoveredTopics)
    told = [
        CoveredStory(
            story_id=topic.story_id,
            title=topic.title,
            url=topic.url,
            issue_number=topic.issue_number,
        )
        for topic in (covered.topics if covered else ())
    ]
    stories = (*launches.launches, *papers.papers)
    evaluation = ranking.evaluate(stories, brief.profile, told, brief.rubric)
    evaluated = ItemsEvaluated(
        selected_launches=_choices(evaluation.selected_launches),
        selected_papers=_choices(evaluation.selected_papers),
        rejected_items=tuple(
            Rejected(
                story_id=left.story_id,
                scores=_scores(left.scores) if left.scores else None,
                reason=left.reason[:400],
            )
            for left in evaluation.rejected
        ),
        summary=f"{len(stories)} stories scored by rules.",
        method=ranking.METHOD,
    )
    emit(hands, Kind.ITEMS_EVALUATED, evaluated)


def _choices(selected: tuple[scoring.Scored, ...]) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            story_id=chosen.story.id,
            scores=_scores(chosen.scores),
            why=chosen.why[:400],
        )
        for chosen in selected
    )


def _scores(scores: scoring.Scores) -> Scores:
    return Scores(
        relevance=scores.relevance, depth=scores.depth, novelty=scores.novelty
    )
