"""One agent run: brief, brain, tools, limits, and what must be there at the end."""

import time
from collections.abc import Sequence
from datetime import timedelta

import structlog
from django.conf import settings
from opentelemetry.trace import Span

from agents.brains import BRAINS
from agents.brains.base import Brain, BrainFailed, DeadlinePassed, Hopeless, Usage
from agents.engine import claims
from agents.engine.claims import Claim
from agents.engine.log import Envelope, state
from agents.events import schema as events
from agents.events.schema import Kind
from agents.models import AgentRun, Session
from agents.prompts.loader import AgentSpec, roster
from agents.runs import accounting as booking
from agents.runs import briefing
from agents.runs.budgets import Purse
from agents.runs.hands import BenchHands
from agents.runs.outcome import AgentFailed, Outcome
from agents.runs.tracing import span
from agents.tools.workbench import Workbench
from agents.workflows import WORKFLOWS

logger = structlog.get_logger(__name__)

Status = AgentRun.Status
TOO_SLOW = "it used up its time"


def run(claim: Claim) -> Outcome:
    """Have the agent of a claimed step do its role, by the first brain that can.

    Each brain has the agent's whole time. Raises AgentFailed if none can, and
    DeadlinePassed if the last one was too slow.
    """
    named = {"crux.session": claim.session_name, "crux.key": claim.key}
    with span("step", {**named, "crux.attempt": claim.attempt}):
        return _run(claim)


def _run(claim: Claim) -> Outcome:
    session = Session.objects.select_related("newsletter").get(pk=claim.session_id)
    spec = roster()[claim.step]
    names = session.brains or settings.CRUX_BRAINS
    failures: list[BrainFailed] = []
    instead_of = ""
    for place, name in enumerate(names):
        envelope = Envelope(spec.slug, name, instead_of)
        bench = _bench(claim, session, spec, envelope)
        following = names[place + 1] if place + 1 < len(names) else ""
        try:
            _think(BRAINS[name], bench)
        except Hopeless as error:
            _record_brain_failure(bench, name, error.reason, "")
            raise AgentFailed(error.reason, error, envelope) from error
        except BrainFailed as error:
            failures.append(error)
            instead_of = f"{name}: {error.reason}"
            _record_brain_failure(bench, name, error.reason, following)
            continue
        except DeadlinePassed:
            if not following:
                raise
            instead_of = f"{name}: {TOO_SLOW}"
            _record_brain_failure(bench, name, TOO_SLOW, following)
            continue
        return Outcome(tuple(bench.staged), envelope, not bench.is_done)
    reason = instead_of or "no brain is set"
    raise AgentFailed(reason, _gravest(failures), Envelope(spec.slug))


def _gravest(failures: Sequence[BrainFailed]) -> BrainFailed | None:
    """What all failures together mean: final only if each one is.

    Of those that are not, the one that asks for the shortest wait.
    """
    passing = [failure for failure in failures if not failure.is_final]
    if passing:
        return min(passing, key=lambda failure: failure.retry_after or timedelta())
    return failures[-1] if failures else None


def _bench(
    claim: Claim, session: Session, spec: AgentSpec, envelope: Envelope
) -> Workbench:
    step = WORKFLOWS[session.workflow, session.version].by_name[claim.step]
    return Workbench(
        claim=claim,
        session=session,
        spec=spec,
        ends_with=frozenset(step.then),
        state=state(session),
        deadline=time.monotonic() + spec.policy.timeout.total_seconds(),
        envelope=envelope,
    )


def _think(brain: Brain, bench: Workbench) -> None:
    """Let one brain do the role, and book what that took however it ends."""
    brief = briefing.brief(bench)
    usage, began = Usage(), time.monotonic()
    run = booking.begin(bench, brief, brain.name)
    hands = BenchHands(
        bench, brain.name, Purse(run, bench.spec.front, bench.newsletter)
    )
    status, error = Status.FAILED, ""
    named = {"crux.agent": bench.spec.slug, "crux.brain": brain.name}
    try:
        with span("agent", {**named, "crux.key": brief.key}) as traced:
            try:
                brain.think(brief, hands, usage)
            finally:
                _trace(traced, usage)
        status = Status.SUCCESS if bench.is_done else Status.SILENT
    except (BrainFailed, DeadlinePassed) as problem:
        if not bench.is_done:
            is_late = isinstance(problem, DeadlinePassed)
            status = Status.TIMEOUT if is_late else Status.FAILED
            error = TOO_SLOW if is_late else str(problem)
            raise
        status = Status.SUCCESS
    except claims.Fenced:
        status = Status.FENCED
        raise
    except Exception as problem:
        error = str(problem)
        raise
    finally:
        booking.book(run, hands, usage, time.monotonic() - began, status, error)


def _trace(traced: Span, usage: Usage) -> None:
    """What the conversation used so far, where a trace is read."""
    traced.set_attributes(
        {
            "gen_ai.request.model": usage.model,
            "gen_ai.usage.input_tokens": usage.tokens.prompt,
            "gen_ai.usage.output_tokens": usage.tokens.output,
            "crux.dollars": float(usage.dollars),
        }
    )


def _record_brain_failure(
    bench: Workbench, name: str, reason: str, following: str
) -> None:
    claim = bench.claim
    failed = events.BrainFailed(
        step=claim.step,
        key=claim.key,
        attempt=claim.attempt,
        brain=name,
        reason=reason[:1000],
        next_brain=following,
    )
    claims.record(claim, Kind.BRAIN_FAILED, failed, bench.envelope)
    logger.warning(
        "brain_failed",
        session_id=claim.session_name,
        key=claim.key,
        brain=name,
        reason=reason[:300],
    )
