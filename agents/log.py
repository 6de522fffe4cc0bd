"""The only writer of AgentEvent: numbered, schema-checked and chained by hash.

Every function that appends must be called inside a transaction that holds the session's
row (`locked`); the unique (session, seq) is the second line of defence.
"""

import hashlib
import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from agents import events
from agents.models import AgentEvent, Session
from agents.workflow import Line, State, fold
from agents.workflows import WORKFLOWS


@dataclass(frozen=True, slots=True)
class Envelope:
    """Who spoke: the agent, its brain, and why not the brain before in the list."""

    agent: str = ""
    brain: str = ""
    instead_of: str = ""


HARNESS = Envelope()


def locked(session_id: int) -> Session:
    """The session, its row held until the transaction ends."""
    return Session.objects.select_for_update().get(pk=session_id)


def database_now() -> datetime:
    """The database's clock: the only one that leases and timers go by."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT clock_timestamp()")
            return cursor.fetchone()[0]  # type: ignore[no-any-return]
        cursor.execute("SELECT strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')")
        return datetime.fromisoformat(cursor.fetchone()[0])


def append(
    session: Session,
    kind: str,
    data: Mapping[str, Any] | events.Data,
    *,
    envelope: Envelope = HARNESS,
    now: datetime | None = None,
) -> AgentEvent:
    """Add one line to a session whose row the caller holds.

    Raises events.RefusedData if the data does not fit the kind, and IntegrityError if
    another writer was first.
    """
    parsed = data if isinstance(data, events.Data) else events.parse(kind, data)
    event = AgentEvent(
        id=uuid.uuid4(),
        session=session,
        seq=session.last_seq + 1,
        event_type=str(kind),
        agent_name=envelope.agent,
        brain=envelope.brain,
        instead_of=envelope.instead_of[:300],
        data=events.dump(parsed),
        created_at=now or database_now(),
    )
    event.hash = digest(session.head_hash, event)
    event.save(force_insert=True)
    session.last_seq, session.head_hash = event.seq, event.hash
    session.save(update_fields=["last_seq", "head_hash"])
    return event


def digest(previous: str, event: AgentEvent) -> str:
    """SHA-256 over the previous line's hash and this line, in canonical JSON."""
    content = [
        previous,
        event.session.name,
        event.seq,
        event.event_type,
        event.agent_name,
        event.brain,
        event.instead_of,
        event.data,
        event.created_at.isoformat(timespec="milliseconds"),
    ]
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def lines(session: Session) -> list[Line]:
    """The session's log, oldest first, as much of it as deciding needs."""
    rows = session.events.order_by("seq").values_list("event_type", "data")
    return [Line(kind, data) for kind, data in rows]


def state(session: Session) -> State:
    """What the session's log adds up to."""
    return fold(WORKFLOWS[session.workflow, session.version], lines(session))
