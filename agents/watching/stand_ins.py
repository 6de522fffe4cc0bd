"""Rules that stood in for models: in which sessions, as whom, why, and whether they do still."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from agents.brains.table import NEEDS_KEY
from agents.events.schema import Kind
from agents.models import AgentEvent, AgentRun
from newsletter.text.words import counted, listed

MOST_NAMED = 3  # roles
# What to do where no model answers.
LOOK_AT = "look at the key (ANTHROPIC_API_KEY), its credit, and the platform"
# Answers that come again until a person does something: a key, its credit, a model's name.
# https://platform.claude.com/docs/en/api/errors
_REFUSED = re.compile(
    r"^(the platform answered 40[0134]\b|ANTHROPIC_API_KEY is not set)"
)


class StandIn(NamedTuple):
    """Which roles rules took over from a model in a session, and why last."""

    words: str
    at: datetime
    # Whether it will come again until a person does something.
    is_refused: bool


def stand_ins(sessions: Sequence[int]) -> Mapping[int, StandIn]:
    """What there is to tell of each of these sessions, where rules took a role over."""
    failed = (taken_over() | _handed_over()).filter(session__in=sessions)
    roles = defaultdict[int, dict[str, None]](dict)
    last: dict[int, tuple[str, datetime]] = {}
    rows = failed.order_by("seq").values_list("session", "data", "created_at")
    for session, data, at in rows:
        roles[session][data["step"].replace("_", " ")] = None
        last[session] = data["reason"].rstrip("."), at
    return {
        session: StandIn(f"as {_named(roles[session])}: {why}", at, _is_refused(why))
        for session, (why, at) in last.items()
    }


def taken_over() -> QuerySet[AgentEvent]:
    """That a model failed and rules took its role."""
    return AgentEvent.objects.of_kind(Kind.BRAIN_FAILED).filter(
        data__next_brain="local"
    )


def _handed_over() -> QuerySet[AgentEvent]:
    """That models answered, and what they wrote was refused to the end."""
    return AgentEvent.objects.of_kind(Kind.DRAFTING_HANDED_OVER)


def by_models() -> QuerySet[AgentRun]:
    """What models have done, the newest first."""
    done = AgentRun.objects.filter(status=AgentRun.Status.SUCCESS, brain__in=NEEDS_KEY)
    return done.order_by("-started_at")


def has_answered_since(then: datetime) -> bool:
    """Whether a model has done a role that it began at or after that time."""
    return by_models().filter(started_at__gte=then).exists()


def _named(roles: Mapping[str, None]) -> str:
    if len(roles) <= MOST_NAMED:
        return listed([*roles])
    return counted(len(roles), "agent", "agents")


def _is_refused(why: str) -> bool:
    return bool(_REFUSED.match(why))
