"""Critic: the coded rules, which bind every brain's drafts alike."""

from agents.brains.base import BrainFailed, Brief, Hands
from agents.brains.local.asking import emit, newest
from agents.events.drafts import CriticRejection, DraftApproved, DraftWritten, Problem
from agents.events.schema import Kind, dump
from newsletter.drafts.critique import review
from newsletter.drafts.parsing import parse
from newsletter.text import truncate


def criticise(brief: Brief, hands: Hands) -> None:
    """Approve the newest draft, or reject it with every rule that it breaks.

    What code refuses to certify for reasons of its own is rejected in code's words.
    """
    draft = newest(hands, DraftWritten)
    if draft is None:
        raise BrainFailed("there is no draft to judge", is_final=True)
    violations = review(
        parse(draft.markdown, brief.contract),
        draft.subject,
        draft.citations,
        brief.rubric,
        brief.newsletter,
        draft.preheader,
    )
    problems = tuple(
        Problem(
            code=violation.code,
            where=violation.where[:300],
            message=violation.message[:1000],
        )
        for violation in violations
    )
    if not problems:
        refusal = _approve(hands)
        if not refusal:
            return
        problems = (Problem(code="refused", message=truncate.at_word(refusal, 1000)),)
    emit(hands, Kind.CRITIC_REJECTION, CriticRejection(problems=problems))


def _approve(hands: Hands) -> str:
    """Why the approval was refused; empty if it stands."""
    approved = dump(DraftApproved(remarks="No coded rule is broken."))
    result = hands.use(
        "emit_event", {"event_type": Kind.DRAFT_APPROVED, "data": approved}
    )
    return str(result.content) if result.is_error else ""
