"""Fallback of the drafting loop: rules write where models' drafts are refused to the end.

A letter by rules is better than none, unless an operator wants models alone.
"""

from django.conf import settings

from agents.events.harness import HandedOver
from agents.events.schema import Kind
from agents.models import Session
from agents.models.work import PROVIDERS
from agents.workflows.state import State

_SPOKE = (Kind.DRAFT_WRITTEN, Kind.CRITIC_REJECTION)


def due(session: Session, state: State) -> HandedOver | None:
    """Who writes from here on, where the session would end else; None where nobody does.

    Once in a session, and only where a model wrote what was refused, or refused it.
    """
    step = state.workflow.hands_over
    if not (state.gave_up and step) or state.handed_over or state.running:
        return None
    names = session.brains or settings.CRUX_BRAINS
    rules = next((name for name in names if name not in PROVIDERS), "")
    spoke = [
        line.brain
        for kind in _SPOKE
        if (line := session.events.of_kind(kind).order_by("-seq").first())
    ]
    model = next((name for name in spoke if name in PROVIDERS), "")
    if not (rules and model):
        return None
    return HandedOver(step=step, brain=rules, instead_of=model, reason=state.gave_up)
