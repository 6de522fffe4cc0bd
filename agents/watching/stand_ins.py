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
# What to do where no model answers, and where one is not there.
LOOK_AT = "look at the key (ANTHROPIC_API_KEY), its credit, and the platform"
LOOK_AT_NAME = (
    "look at the model's name (`model` in the agents' prompts, CRUX_MODELS), and run "
    "manage.py syncagents --check"
)
_NOT_THERE = "the platform answered 404"
# Answers that come again until a person does something: a key, its credit, a model's name.
# https://platform.claude.com/docs/en/api/errors
_REFUSED = re.compile(
    r"^(the platform answered 40[0134]\b|ANTHROPIC_API_KEY is not set)"
)


class StandIn(NamedTuple):
    """Which roles rules took over from a model in a session, and why last."""

    words: str


class Refused(NamedTuple):
    """Roles that a model was refused for, and has not done since; why, and what to do.

    That comes again until a person does something. `once` is the same until one of these
    roles is done by a model.
    """

    roles: Sequence[str]
    why: str
    look_at: str
    once: str


def stand_ins(sessions: Sequence[int]) -> Mapping[int, StandIn]:
    """What there is to tell of each of these sessions, where rules took a role over."""
    failed = (taken_over() | _handed_over()).filter(session__in=sessions)
    roles = defaultdict[int, dict[str, None]](dict)
    last: dict[int, str] = {}
    for session, data in failed.order_by("seq").values_list("session", "data"):
        roles[session][data["step"].replace("_", " ")] = None
        last[session] = data["reason"].rstrip(".")
    return {
        session: StandIn(f"as {named([*roles[session]])}: {why}")
        for session, why in last.items()
    }


def refused(session: int) -> Refused | None:
    """The roles of a session that a model is refused for still; None where none is."""
    rows = taken_over().filter(session=session).order_by("seq")
    found = {
        data["step"]: (data["reason"].rstrip("."), at)
        for data, at in rows.values_list("data", "created_at")
        if _REFUSED.match(data["reason"])
    }
    steps = [step for step, (_, at) in found.items() if not _done_since(step, at)]
    if not steps:
        return None
    why = found[steps[-1]][0]
    before = by_models().filter(agent__slug__in=steps).values_list("pk", flat=True)
    return Refused(
        roles=[step.replace("_", " ") for step in steps],
        why=why,
        look_at=LOOK_AT_NAME if why.startswith(_NOT_THERE) else LOOK_AT,
        once=f"refused:{min(steps)}:{max(before, default=0)}",
    )


def told_of(session: int) -> str:
    """That rules stood in for a model, why, and what to do; "" where they did not."""
    if (one := stand_ins([session]).get(session)) is None:
        return ""
    told = f"Rules stood in for a model, {one.words}."
    if (lacking := refused(session)) is None:
        return told
    is_short = len(lacking.roles) <= MOST_NAMED
    roles = named(lacking.roles) if is_short else "any of them"
    return f"{told} No model has answered as {roles} since: {lacking.look_at}."


def named(roles: Sequence[str]) -> str:
    """Some roles by name, many by their number."""
    return (
        listed(roles)
        if len(roles) <= MOST_NAMED
        else counted(len(roles), "agent", "agents")
    )


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


def _done_since(step: str, then: datetime) -> bool:
    """Whether a model has done this role that it began at or after that time."""
    return by_models().filter(agent__slug=step, started_at__gte=then).exists()
