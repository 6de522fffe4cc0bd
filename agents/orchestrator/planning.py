"""Several agents in one request: a session of the workflow `request` and its calls.

Which call waits for which is settled here; from then on the log says what comes next, and
who dies over it leaves a session that any worker goes on with.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeAlias
from uuid import UUID, uuid4

from django.db import transaction

from agents.brains.code import BY_CODE
from agents.engine import log, sessions
from agents.engine.log import Envelope
from agents.engine.sessions import Copied
from agents.events.requesting import PlannedCall, RequestPlanned
from agents.events.schema import Kind, dump
from agents.executions import calling
from agents.models import Conversation, Session
from agents.registry.contract import Request
from agents.workflows.request import REQUEST

# As long as answers are kept by their idempotency keys.
AGAIN_WITHIN = timedelta(days=1)
# Runs a session until it is over, or nothing of it can go on now.
Drive: TypeAlias = Callable[[Session], None]


@dataclass(frozen=True, slots=True)
class Wanted:
    """One call: of which agent, with which input, and why of this one."""

    agent: str
    request: Request
    why: str
    uid: UUID


def wanted(agent: str, request: Request, why: str) -> Wanted:
    return Wanted(agent, request, why, uuid4())


def begun(once: str) -> Session | None:
    """The session of a request that came under this name within a day."""
    lately = Session.objects.filter(created_at__gte=log.database_now() - AGAIN_WITHIN)
    return lately.filter(name__startswith=f"request_{once}_").first()


def begin(
    talk: Conversation, calls: Sequence[Wanted], preface: str, once: str
) -> Session:
    """A session that makes these calls, and its executions: all of it or nothing."""
    now = log.database_now()
    name = f"request_{once or secrets.token_hex(4)}_{now:%Y%m%d_%H%M%S}"
    session = Session(
        name=name[:80],
        newsletter=talk.newsletter,
        workflow=REQUEST.name,
        version=REQUEST.version,
        sources=Session.Sources.LIVE,
        as_of=now,
        created_at=now,
    )
    plan = Copied(
        Kind.REQUEST_PLANNED,
        dump(_plan(talk, calls, preface)),
        Envelope(REQUEST.first, BY_CODE.name),
    )
    with transaction.atomic():
        sessions.begin(session, lines=[plan])
        for one in calls:
            calling.written(one.agent, one.request, session=session, uid=one.uid)
    return session


def _plan(talk: Conversation, calls: Sequence[Wanted], preface: str) -> RequestPlanned:
    planned = [
        PlannedCall(
            place=place,
            agent=one.agent,
            execution=one.uid,
            why=one.why[:300],
            after=_waits_for(one, calls[: place - 1]),
        )
        for place, one in enumerate(calls, 1)
    ]
    return RequestPlanned(
        conversation=talk.uid,
        calls=tuple(one for one in planned if not one.after),
        later=tuple(one for one in planned if one.after),
        preface=preface[:4000],
    )


def _waits_for(one: Wanted, before: Sequence[Wanted]) -> int:
    """The place of the answer that it goes on from: a post about what was just asked."""
    if one.agent != "nova" or {"issue", "story"} & one.request.input.keys():
        return 0
    asked = (place for place, other in enumerate(before, 1) if other.agent == "ask")
    return max(asked, default=0)
