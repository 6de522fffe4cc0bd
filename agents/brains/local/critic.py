"""Critic: the coded rules, which bind every brain's drafts alike."""

from agents.brains.base import BrainFailed, Brief, Hands
from agents.brains.local.asking import emit, newest
from agents.events import (
    CoveredTopics,
    CriticRejection,
    DraftApproved,
    DraftWritten,
    ItemsEvaluated,
    Kind,
    LaunchesResearched,
    PapersResearched,
    Problem,
)
from agents.mandate import breaches
from newsletter.critique import review
from newsletter.draft import Violation


def criticise(brief: Brief, hands: Hands) -> None:
    """Approve the newest draft, or reject it with every rule that it breaks."""
    draft = newest(hands, DraftWritten)
    if draft is None:
        raise BrainFailed("there is no draft to judge", is_final=True)
    violations = (
        *review(draft.markdown, draft.subject, draft.citations, brief.rubric),
        *_breaches(draft, hands),
    )
    if not violations:
        remarks = "No coded rule is broken."
        emit(hands, Kind.DRAFT_APPROVED, DraftApproved(remarks=remarks))
        return
    problems = tuple(
        Problem(
            code=violation.code,
            where=violation.where[:300],
            message=violation.message[:1000],
        )
        for violation in violations
    )
    emit(hands, Kind.CRITIC_REJECTION, CriticRejection(problems=problems))


def _breaches(draft: DraftWritten, hands: Hands) -> tuple[Violation, ...]:
    chosen, covered = newest(hands, ItemsEvaluated), newest(hands, CoveredTopics)
    launches, papers = (
        newest(hands, LaunchesResearched),
        newest(hands, PapersResearched),
    )
    if chosen is None or launches is None or papers is None:
        return ()
    stories = {story.id: story for story in (*launches.launches, *papers.papers)}
    choices = (*chosen.selected_launches, *chosen.selected_papers)
    told = [stories[choice.story_id] for choice in choices]
    return breaches(draft, told, covered.corrections if covered else ())
