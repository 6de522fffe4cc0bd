"""Retry policy: how each step is tried, as its agent's file says, unless the table says otherwise.

Models that are busy or away are waited for apart from that: see `patience`. Where their
drafts are refused to the end, rules write: see `fallback`.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from agents.events.harness import HandedOver
from agents.events.schema import Kind
from agents.models import RetryPolicy, Session
from agents.prices import PROVIDERS
from agents.prompts.code_steps import spec_of
from agents.workflows.declaration import StepPolicy
from agents.workflows.state import State
from newsletter.standards.backoff import Backoff

# How soon models are asked again that were busy or away.
ASKED_AGAIN = Backoff(longest_wait=timedelta(minutes=5))


def patience(state: State, now: datetime) -> timedelta:
    """How much longer a session may wait for its models, before others do a role.

    What another step waits still was not waited yet. Where a person waits for an answer,
    or wants no retries, not at all.
    """
    if not (state.retries and state.workflow.makes_issue):
        return timedelta(0)
    most = timedelta(minutes=settings.MODEL_PATIENCE_MINUTES)
    ahead = (
        max(state.waits_until - now, timedelta(0))
        if state.waits_until
        else timedelta(0)
    )
    return max(most - (state.waited - ahead), timedelta(0))


_SPOKE = (Kind.DRAFT_WRITTEN, Kind.CRITIC_REJECTION)


def fallback(session: Session, state: State) -> HandedOver | None:
    """Who writes from here on, where the session would end else; None where nobody does.

    A letter by rules is better than none, unless an operator wants models alone. Once in
    a session, and only where a model wrote what was refused, or refused it.
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


def policy_of(step: str) -> StepPolicy:
    """The policy of a step, read afresh: it is asked for only when a step has failed."""
    spec = spec_of(step)
    policy = spec.policy if spec else StepPolicy()
    row = RetryPolicy.objects.filter(step=step).first()
    return replace(policy, **_set(row)) if row else policy


def _set(row: RetryPolicy) -> dict[str, Any]:
    """What a row sets, by the names that StepPolicy has for it."""
    values = {
        "attempts": row.attempts,
        "multiplier": row.multiplier,
        "losses": row.losses,
        "first_wait": _seconds(row.first_wait_seconds),
        "longest_wait": _seconds(row.longest_wait_seconds),
    }
    return {name: value for name, value in values.items() if value is not None}


def _seconds(number: int | None) -> timedelta | None:
    return None if number is None else timedelta(seconds=number)
