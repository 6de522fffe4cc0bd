"""Critic: the coded rules, which bind every brain's drafts alike."""

from agents.brains.base import BrainFailed, Brief, Hands
from agents.brains.local.asking import emit, newest
from agents.events import CriticRejection, DraftApproved, DraftWritten, Kind, Problem
from newsletter.critique import review


def criticise(brief: Brief, hands: Hands) -> None:
    """Approve the newest draft, or reject it with every rule that it breaks."""
    draft = newest(hands, DraftWritten)
    if draft is None:
        raise BrainFailed("there is no draft to judge", is_final=True)
    violations = review(draft.markdown, draft.subject, draft.citations, brief.rubric)
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
