"""The event log (append-only, hash chain); the only writer of AgentEvent: numbered, schema-checked and chained by hash.

Whoever writes opens the session's book: one transaction that holds the session's row.
The unique (session, seq) is the second line of defence.
"""

import json
import uuid
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models.expressions import Col

from agents.engine import sql
from agents.engine.batch import Batch
from agents.events import schema as events
from agents.events.base import Data
from agents.events.redaction import without_addresses
from agents.events.schema import Kind
from agents.models import AgentEvent, Session
from agents.workflows.fold import Line, add, fold, folded_kinds
from agents.workflows.state import State
from agents.workflows.status import TELLS_WHO, WorkflowStatus, follow
from agents.workflows.table import workflow_of
from newsletter.text.identifiers import sha256_of

# What a session's row repeats of its log.
REPEATED = (
    "status", "reason", "wants", "wake_at", "hinted_at", "moved_at", "ended_at",
    "last_seq", "head_hash", "summary",
)  # fmt: skip
# What code or an operator made of a draft is named by its hash, to the last sign.
_DRAFTS = frozenset({Kind.DRAFT_TRIMMED, Kind.DRAFT_EDITED})
# Floats from here on are whole numbers, and JSON in PostgreSQL gives them back as such.
WHOLE = 2.0**53
# Lines of a log that are read at a time.
AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class Envelope:
    """Who spoke: the agent, its brain, and why not the brain before in the list."""

    agent: str = ""
    brain: str = ""
    instead_of: str = ""


HARNESS = Envelope()


@dataclass(slots=True)
class Book:
    """A session's log, open for writing by one writer alone.

    What `batch` gathers is written with the lines, before them.
    """

    session: Session
    now: datetime
    state: State
    lines: list[AgentEvent] = field(default_factory=list)
    batch: Batch = field(default_factory=Batch)

    def append(
        self,
        kind: str,
        data: Mapping[str, Any] | Data,
        *,
        envelope: Envelope = HARNESS,
    ) -> None:
        """Add a line, and fold it in; it is written when the book closes.

        Raises events.RefusedData if the data does not fit the kind.
        """
        session = self.session
        parsed = data if isinstance(data, Data) else events.parse(kind, data)
        values: dict[str, Any] = _storable(events.dump(parsed))
        if kind not in self.state.workflow.by_end and kind not in _DRAFTS:
            values = _without_addresses(values)
        event = AgentEvent(
            id=uuid.uuid4(),
            session=session,
            seq=session.last_seq + 1,
            event_type=str(kind),
            agent_name=envelope.agent,
            brain=envelope.brain,
            instead_of=without_addresses(envelope.instead_of)[:300],
            data=values,
            created_at=self.now,
        )
        event.hash = digest(session.name, session.head_hash, event)
        session.last_seq, session.head_hash = event.seq, event.hash
        session.moved_at = self.now
        self.lines.append(event)
        add(self.state, event.event_type, event.data)


@contextmanager
def opened(session_id: int) -> Iterator[Book]:
    """The session's book; what is appended is written, with its row, at the end.

    Raises Session.DoesNotExist, and IntegrityError if another writer was first.
    """
    with transaction.atomic():
        session, now = hold(session_id)
        book = Book(session, now, _recall(session))
        before = _repeated(session)
        yield book
        _write(book, before)
    _keep(session, book.state)


@contextmanager
def begun(session: Session) -> Iterator[Book]:
    """The book of a session that begins: it is saved with the first lines of its log.

    Raises IntegrityError if there is a session of that name or slot.
    """
    with transaction.atomic():
        session.save(force_insert=True)
        workflow = workflow_of(session.workflow, session.version)
        book = Book(session, session.created_at, State(workflow))
        before = _repeated(session)
        yield book
        _write(book, before)
    _keep(session, book.state)


def _write(book: Book, before: Mapping[str, Any]) -> None:
    """Write the lines, and what they change in the session's row."""
    session = book.session
    book.batch.insert(*book.lines)
    after = _repeated(session)
    changed = {name: after[name] for name in after if after[name] != before[name]}
    if changed:
        book.batch.update(Session, {"id": session.pk}, changed)
    book.batch.send()


def hold(session_id: int) -> tuple[Session, datetime]:
    """The session, its row held until the transaction ends, and the time."""
    with connection.cursor() as cursor:
        cursor.execute(sql.HOLD[connection.vendor], [session_id])
        row = cursor.fetchone()
        columns = [column[0] for column in cursor.description]
    if row is None:
        raise Session.DoesNotExist(f"There is no session {session_id!r}.")
    told = dict(zip(columns, row, strict=True))
    return _session(told), _moment(told["now"])


def _session(told: Mapping[str, Any]) -> Session:
    """The session of a row, as the ORM would make it; with less ado, for every step."""
    values = []
    for column, converters in _converters():
        value = told[str(column.target.column)]
        for convert in converters:
            value = convert(value, column, connection)
        values.append(value)
    names = [column.target.attname for column, _ in _converters()]
    return Session.from_db(connection.alias, names, values)


@cache
def _converters() -> tuple[tuple[Col, tuple[Callable[..., Any], ...]], ...]:
    """Each column of a session, and what makes Python's values of the database's."""
    columns = [
        field.get_col(Session._meta.db_table) for field in Session._meta.concrete_fields
    ]
    operations = connection.ops
    return tuple(
        (one, (*operations.get_db_converters(one), *one.get_db_converters(connection)))
        for one in columns
    )


def _repeated(session: Session) -> dict[str, Any]:
    return {name: getattr(session, name) for name in REPEATED}


def database_now() -> datetime:
    """The time, by the database's clock."""
    with connection.cursor() as cursor:
        cursor.execute(sql.CLOCK[connection.vendor])
        return _moment(cursor.fetchone()[0])


def _moment(value: datetime | str) -> datetime:
    return datetime.fromisoformat(value) if isinstance(value, str) else value


def digest(session_name: str, previous: str, event: AgentEvent) -> str:
    """SHA-256 over the previous line's hash and this line, in canonical JSON."""
    content = [
        previous,
        session_name,
        event.seq,
        event.event_type,
        event.agent_name,
        event.brain,
        event.instead_of,
        event.data,
        event.created_at.astimezone(UTC).isoformat(timespec="milliseconds"),
    ]
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return sha256_of(text)


def _without_addresses(values: dict[str, Any]) -> dict[str, Any]:
    """What code notes down, errors above all, without anybody's address in it."""
    return {
        name: without_addresses(value) if isinstance(value, str) else value
        for name, value in values.items()
    }


def _storable(value: Any) -> Any:
    """`value` in numbers that come back from either database as they went in."""
    if isinstance(value, float):
        return int(value) if abs(value) >= WHOLE else value + 0.0
    if isinstance(value, dict):
        return {key: _storable(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_storable(inner) for inner in value]
    return value


# --- Reading ------------------------------------------------------------------------


def state(session: Session) -> State:
    """What the session's log adds up to."""
    workflow = workflow_of(session.workflow, session.version)
    return fold(workflow, _lines(session.pk, sorted(folded_kinds(workflow))))


def states(sessions: Iterable[Session]) -> dict[int, State]:
    """What the logs of several sessions add up to, by one question to the database."""
    flows = {one.pk: workflow_of(one.workflow, one.version) for one in sessions}
    kinds = {kind for flow in flows.values() for kind in folded_kinds(flow)}
    rows = (
        AgentEvent.objects.of_kind(*kinds)
        .filter(session__in=flows)
        .order_by("session_id", "seq")
        .values_list("session_id", "event_type", "data")
    )
    lines: dict[int, list[Line]] = {pk: [] for pk in flows}
    for pk, kind, data in rows.iterator(chunk_size=AT_ONCE):
        lines[pk].append(Line(kind, data))
    return {pk: fold(flow, lines[pk]) for pk, flow in flows.items()}


def status(session: Session) -> WorkflowStatus:
    """How far the session is, step by step."""
    return look(session)[1]


def look(session: Session) -> tuple[State, WorkflowStatus]:
    """The session's state, and how far it is, of one reading of its log."""
    state = State(workflow_of(session.workflow, session.version))
    kinds = sorted(folded_kinds(state.workflow) | TELLS_WHO)
    return state, follow(state, _lines(session.pk, kinds))


def _lines(session_id: int, kinds: list[str]) -> Iterator[Line]:
    """The lines of these kinds, their JSON read by the thousand."""
    wanted = kinds if connection.vendor == "postgresql" else json.dumps(kinds)
    with connection.cursor() as cursor:
        cursor.execute(sql.LINES[connection.vendor], [session_id, wanted])
        while rows := cursor.fetchmany(AT_ONCE):
            data = json.loads(f"[{','.join(text for _, text in rows)}]")
            for (kind, _), values in zip(rows, data, strict=True):
                yield Line(kind, values)


def breach(session: Session) -> str:
    """Where the session's log is not as it was written; empty if it is."""
    previous, expected = "", 1
    for event in session.events.order_by("seq").iterator():
        if event.seq != expected:
            return f"line {expected} is missing"
        previous = digest(session.name, previous, event)
        if event.hash != previous:
            return f"line {event.seq} ({event.event_type}) was changed"
        expected += 1
    if (session.last_seq, session.head_hash) != (expected - 1, previous):
        return f"the log ends at line {expected - 1}, not at {session.last_seq}"
    return ""


class _Kept(NamedTuple):
    seq: int
    hash: str
    state: State


# States that this process folded last. Each is true of the log up to the line whose
# hash it bears, whoever wrote that; whoever takes one out owns it.
KEPT_AT_MOST = 64
_kept: OrderedDict[int, _Kept] = OrderedDict()


def _keep(session: Session, state: State) -> None:
    _kept[session.pk] = _Kept(session.last_seq, session.head_hash, state)
    while len(_kept) > KEPT_AT_MOST:
        _kept.popitem(last=False)


def _recall(session: Session) -> State:
    """The session's state, read on from where this process left off if that stands."""
    kept = _kept.pop(session.pk, None)
    if kept is None or kept.seq > session.last_seq:
        return state(session)
    if kept.seq == session.last_seq:
        return kept.state if kept.hash == session.head_hash else state(session)
    rows = session.events.filter(seq__gte=kept.seq).order_by("seq")
    first, *others = rows.values_list("event_type", "data", "hash")
    if first[2] != kept.hash:
        return state(session)
    for kind, data, _ in others:
        add(kept.state, kind, data)
    return kept.state
