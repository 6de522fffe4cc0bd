"""One agent run: brief, brain, tools, limits, and what must be there at the end."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import structlog
from django.conf import settings

from agents import claims, events, prices
from agents.brains import BRAINS
from agents.brains.base import (
    Brain,
    BrainFailed,
    Brief,
    DeadlinePassed,
    Offer,
    ToolResult,
    Usage,
)
from agents.claims import Claim, Line
from agents.events import Kind
from agents.log import Envelope, state
from agents.models import Agent, AgentRun, Session
from agents.roster import AgentSpec, roster
from agents.tools import TOOLS, ToolError
from agents.workbench import Workbench
from agents.workflows import WORKFLOWS

logger = structlog.get_logger(__name__)


class AgentFailed(Exception):
    """No brain did the role."""

    def __init__(self, reason: str, failure: BrainFailed | None, envelope: Envelope):
        super().__init__(reason)
        self.failure = failure
        self.envelope = envelope


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step wants committed; `is_silent` if no terminal event is among it."""

    lines: Sequence[Line]
    envelope: Envelope
    is_silent: bool


@dataclass(slots=True)
class BenchHands:
    """The hands of one agent: only its own tools, within its time, all on record."""

    bench: Workbench
    answered: dict[str, ToolResult] = field(default_factory=dict)

    @property
    def is_done(self) -> bool:
        return self.bench.is_done

    @property
    def seconds_left(self) -> float:
        return self.bench.seconds_left

    def use(
        self, tool: str, arguments: dict[str, Any], *, call_id: str | None = None
    ) -> ToolResult:
        if self.seconds_left <= 0:
            raise DeadlinePassed
        if call_id and call_id in self.answered:
            return self.answered[call_id]
        before = set(self.bench.addresses)
        began = time.monotonic()
        result = self._call(tool, arguments)
        self._record(tool, result, time.monotonic() - began, before)
        if call_id:
            self.answered[call_id] = result
        return result

    def _call(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        allowed = self.bench.spec.front.tools
        if name not in allowed:
            known = ", ".join(allowed)
            refusal = f"No tool {name!r} for you; yours: {known}."
            return ToolResult(refusal, is_error=True)
        tool = TOOLS[name]
        try:
            return ToolResult(tool.run(self.bench, arguments))
        except ToolError as error:
            return ToolResult(str(error), is_error=True)

    def _record(
        self, tool: str, result: ToolResult, seconds: float, before: set[str]
    ) -> None:
        self.bench.tool_calls += 1
        claim = self.bench.claim
        summary = result.content if result.is_error else TOOLS[tool].sum_up(result)
        called = events.ToolCalled(
            step=claim.step,
            key=claim.key,
            attempt=claim.attempt,
            tool=tool,
            ok=not result.is_error,
            seconds=round(seconds, 3),
            summary=str(summary)[:500],
            addresses=tuple(sorted(self.bench.addresses - before))[:400],
        )
        claims.record(claim, Kind.TOOL_CALLED, called, self.bench.envelope)


def run(claim: Claim) -> Outcome:
    """Have the agent of a claimed step do its role, by the first brain that can.

    Raises AgentFailed if none can, DeadlinePassed if the time is up.
    """
    session = Session.objects.select_related("newsletter").get(pk=claim.session_id)
    spec = roster()[claim.step]
    deadline = time.monotonic() + spec.policy.timeout.total_seconds()
    names = session.brains or settings.CRUX_BRAINS
    failure: BrainFailed | None = None
    instead_of = ""
    for place, name in enumerate(names):
        envelope = Envelope(spec.slug, name, instead_of)
        bench = _bench(claim, session, spec, envelope, deadline)
        try:
            _think(BRAINS[name], bench)
        except BrainFailed as error:
            failure = error
            instead_of = f"{name}: {error.reason}"
            following = names[place + 1] if place + 1 < len(names) else ""
            _record_brain_failure(bench, name, error, following)
            continue
        return Outcome(tuple(bench.staged), envelope, not bench.is_done)
    raise AgentFailed(instead_of or "no brain is set", failure, Envelope(spec.slug))


def _bench(
    claim: Claim,
    session: Session,
    spec: AgentSpec,
    envelope: Envelope,
    deadline: float,
) -> Workbench:
    step = WORKFLOWS[session.workflow, session.version].by_name[claim.step]
    return Workbench(
        claim=claim,
        session=session,
        spec=spec,
        ends_with=frozenset(step.then),
        state=state(session),
        deadline=deadline,
        envelope=envelope,
    )


def _think(brain: Brain, bench: Workbench) -> None:
    """Let one brain do the role, and book what that took however it ends."""
    brief = _brief(bench)
    usage, began = Usage(), time.monotonic()
    run = AgentRun.objects.update_or_create(
        session=bench.session,
        key=brief.key,
        attempt=brief.attempt,
        brain=brain.name,
        defaults={
            "agent": Agent.objects.get_or_create(slug=bench.spec.slug)[0],
            "status": AgentRun.Status.RUNNING,
        },
    )[0]
    status, error = AgentRun.Status.FAILED, ""
    try:
        brain.think(brief, BenchHands(bench), usage)
        status = AgentRun.Status.SUCCESS if bench.is_done else AgentRun.Status.SILENT
    except DeadlinePassed:
        status, error = AgentRun.Status.TIMEOUT, "the time was up"
        if not bench.is_done:
            raise
    except claims.Fenced:
        status = AgentRun.Status.FENCED
        raise
    except Exception as problem:
        error = str(problem)
        raise
    finally:
        _book(run, bench, usage, time.monotonic() - began, status, error)


def _brief(bench: Workbench) -> Brief:
    """What the agent is told: its prompt, and where in the session it stands."""
    newsletter, claim = bench.newsletter, bench.claim
    message = (
        f"Session {claim.session_name}, step {claim.key}, newsletter "
        f"{newsletter.title!r}, as of {bench.now:%A %Y-%m-%d}.\n"
        f"Readers' profile:\n{newsletter.profile}\n"
        f"Tone: {newsletter.tone}."
    )
    offers = tuple(
        Offer(tool.name, tool.description, tool.arguments.model_json_schema())
        for tool in (TOOLS[name] for name in bench.spec.front.tools)
    )
    return Brief(
        spec=bench.spec,
        message=message,
        newsletter=newsletter.title,
        profile=newsletter.profile,
        rubric=newsletter.rules,
        as_of=bench.now,
        offers=offers,
        session_name=claim.session_name,
        key=claim.key,
        attempt=claim.attempt,
    )


def _book(
    run: AgentRun,
    bench: Workbench,
    usage: Usage,
    seconds: float,
    status: AgentRun.Status,
    error: str,
) -> None:
    run.status, run.error, run.seconds = status, error[:2000], round(seconds, 3)
    run.model, run.retries = usage.model, usage.retries
    run.tool_calls = bench.tool_calls
    run.input_tokens, run.output_tokens = usage.input_tokens, usage.output_tokens
    run.cache_read_tokens = usage.cache_read_tokens
    run.cache_write_tokens = usage.cache_write_tokens
    run.dollars = prices.dollars(usage)
    run.save()
    if status is AgentRun.Status.FENCED:
        return
    claim = bench.claim
    recorded = events.UsageRecorded(
        step=claim.step,
        key=claim.key,
        attempt=claim.attempt,
        agent=bench.spec.slug,
        brain=run.brain,
        model=run.model,
        seconds=run.seconds,
        tool_calls=run.tool_calls,
        input_tokens=run.input_tokens,
        output_tokens=run.output_tokens,
        cache_read_tokens=run.cache_read_tokens,
        cache_write_tokens=run.cache_write_tokens,
        dollars=run.dollars,
    )
    claims.record(claim, Kind.USAGE_RECORDED, recorded, bench.envelope)


def _record_brain_failure(
    bench: Workbench, name: str, error: BrainFailed, following: str
) -> None:
    claim = bench.claim
    failed = events.BrainFailed(
        step=claim.step,
        key=claim.key,
        attempt=claim.attempt,
        brain=name,
        reason=error.reason[:1000],
        next_brain=following,
    )
    claims.record(claim, Kind.BRAIN_FAILED, failed, bench.envelope)
    logger.warning(
        "brain_failed", session_id=claim.session_name, key=claim.key, brain=name
    )
