"""Deterministic replay of a session from what is on record: no network, no model.

Every tool call is on the ledger with its answer. A step of a brain that works by rules
is thought through again, its tools answering from the ledger; a model is not asked
again, but what it proposed is, and so it is with the rules of another version. Either
way the step must end with the event that stands in the log, and the issue must render
to the bytes that readers were shown.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.brains.base import (
    BrainFailed,
    ConversationJournal,
    Means,
    ToolResult,
    Usage,
)
from agents.brains.code import BY_CODE
from agents.brains.table import named
from agents.engine import log
from agents.engine.leases import Lease
from agents.events import schema as events
from agents.events.schema import Kind
from agents.events.storing import storable
from agents.models import AgentEvent, Session, ToolCall
from agents.prompts.code_steps import known_steps
from agents.runs import briefing
from agents.runs import journal as ledger
from agents.runs.code_version import code_sha256
from agents.tools.workbench import Workbench
from agents.workflows.declaration import Key
from agents.workflows.drafted import verified_draft
from agents.workflows.fold import Line, fold
from agents.workflows.state import State
from agents.workflows.table import workflow_of
from newsletter.issues.page import page_html
from newsletter.models import Issue

# Brains that think the same again, given the same answers.
BY_RULES = frozenset({"local", BY_CODE.name})


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of playing one part of a session again; no difference means the same."""

    what: str
    how: str
    difference: str = ""


class Differs(Exception):
    """The brain asked for something else than is on record."""


class RecordedHands:
    """Hands that answer from the ledger, in the order in which it was written."""

    is_done = False
    seconds_left = 3600.0
    last_words = ""

    def __init__(self, calls: Sequence[ToolCall]) -> None:
        self._calls = iter(calls)
        self.used = 0

    def use(
        self,
        tool: str,
        arguments: dict[str, Any],
        *,
        call_id: str | None = None,
        turn: int = 0,
    ) -> ToolResult:
        call = next(self._calls, None)
        asked = storable(arguments)
        if call is None or (call.tool, call.arguments) != (tool, asked):
            on_record = call.tool if call else "nothing more"
            raise Differs(f"call {self.used + 1} asks {tool}; on record: {on_record}")
        self.used += 1
        return ledger.result_of(call)

    @property
    def journal(self) -> ConversationJournal:
        raise Differs("it asks for a journal, which a brain by rules does not keep")

    def means(self, **_: Any) -> Means:
        raise Differs("it asks what it may spend, which a brain by rules does not")


def replay(session: Session) -> Iterator[Replayed]:
    """Play a session again, part by part."""
    yield Replayed("log", f"{session.last_seq} lines", log.breach(session))
    workflow = workflow_of(session.workflow, session.version)
    owners = {str(kind): step for step in workflow.steps for kind in step.then}
    lines: list[Line] = []
    started: dict[str, Mapping[str, Any]] = {}  # by turn: parts run side by side
    for event in session.events.order_by("seq"):
        if event.event_type == Kind.STEP_STARTED:
            started[Key.of(event.data["key"]).turn] = event.data
        step = owners.get(event.event_type)
        turn = step.turn(event.data) if step else ""
        if turn in started and not event.data.get("auto_inserted"):
            state = fold(workflow, lines)
            yield _step(session, event, started[turn], state)
        lines.append(Line(event.event_type, event.data))
    issue = Issue.objects.filter(session_name=session.name).first()
    if issue:
        yield _page(session, issue)


def _step(
    session: Session, event: AgentEvent, started: Mapping[str, Any], state: State
) -> Replayed:
    key, attempt = started["key"], started["attempt"]
    calls = list(
        ToolCall.objects.select_related("journal").filter(
            journal__session=session,
            journal__key=key,
            journal__brain=event.brain,
            attempt=attempt,
            answered_at__isnull=False,
        )
    )
    if not calls:
        return Replayed(key, event.brain, "no tool call of it is on record")
    recorded = f"{len(calls)} recorded calls"
    if difference := _proposed(event, calls):
        return Replayed(key, f"{event.brain}, {recorded}", difference)
    if event.brain not in BY_RULES:
        return Replayed(key, f"{event.brain}, {recorded}")
    difference = _think(session, event, started, calls, state)
    if difference and calls[0].journal.code_sha256 != code_sha256():
        return Replayed(key, f"{event.brain} of another version, {recorded}")
    how = f"{event.brain}, thought through again with {recorded}"
    return Replayed(key, how, difference)


def _proposed(event: AgentEvent, calls: Sequence[ToolCall]) -> str:
    """Whether the ledger holds exactly the event that the log does."""
    staged = [
        line["data"]
        for call in calls
        for line in call.staged
        if line["kind"] == event.event_type
    ]
    if not staged:
        return f"{event.event_type} in the log was never staged"
    try:
        # Both as this version writes them: one before may have written more, or less.
        told, proposed = (
            storable(events.dump(events.parse(event.event_type, data)))
            for data in (event.data, staged[-1])
        )
    except events.RefusedData as refused:
        return f"another version of Crux wrote it: {refused}"
    if told == proposed:
        return ""
    return f"{event.event_type} in the log is not what was staged"


def _think(
    session: Session,
    event: AgentEvent,
    started: Mapping[str, Any],
    calls: Sequence[ToolCall],
    state: State,
) -> str:
    spec = known_steps()[started["step"]]
    lease = Lease(
        0, session.pk, session.name, spec.slug, started["key"], started["attempt"]
    )
    envelope = log.Envelope(spec.slug, event.brain)
    bench = Workbench(lease, session, spec, frozenset(), state, 0.0, envelope)
    hands = RecordedHands(calls)
    try:
        named(event.brain).think(briefing.brief(bench), hands, Usage())
    except (Differs, BrainFailed) as problem:
        return str(problem)
    left = len(calls) - hands.used
    return f"{left} calls on record were not asked for again" if left else ""


def _page(session: Session, issue: Issue) -> Replayed:
    """Whether the draft in the log renders to the bytes that readers were shown."""
    known = verified_draft(log.state(session))
    if known is None or known.sha256 != issue.draft_sha256:
        return Replayed("issue", "page", "it is not the verified draft of the log")
    page = page_html(
        known.draft,
        known.written.citations,
        disclosures=issue.disclosures,
        is_sample=issue.is_sample,
        language=issue.newsletter.language,
    )
    how = f"page of {len(page.encode()):,} bytes"
    if page == issue.page_html:
        return Replayed("issue", how)
    others = session.journals.exclude(code_sha256=code_sha256())
    if others.exists():
        return Replayed("issue", f"{how}, once made by another version")
    return Replayed("issue", how, "it renders to other bytes now")
