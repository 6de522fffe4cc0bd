"""The agent harness: brief, brain, tools, limits, fallback, and what must be there."""

import time
from collections.abc import Sequence
from datetime import timedelta

import structlog
from django.conf import settings
from opentelemetry.trace import Span

from agents.brains.base import (
    Brain,
    BrainFailed,
    DeadlinePassed,
    Hopeless,
    NetworkAway,
    Usage,
)
from agents.brains.code import BY_CODE
from agents.brains.table import named
from agents.engine import leases, log
from agents.engine.leases import Lease
from agents.engine.log import Envelope, state
from agents.engine.retries import patience
from agents.events.harness import FailedBrain
from agents.events.schema import Kind
from agents.models import AgentRun, Session
from agents.prompts import roles
from agents.prompts.code_steps import known_steps
from agents.prompts.loader import AgentSpec, Front
from agents.registry.catalogue import set_on_desk
from agents.runs import accounting, briefing
from agents.runs.budgets import Purse
from agents.runs.hands import BenchHands
from agents.runs.outcome import AgentFailed, Outcome, silent
from agents.runs.tracing import span
from agents.tools.workbench import Workbench
from agents.workflows.table import WORKFLOWS

logger = structlog.get_logger(__name__)

Status = AgentRun.Status
TOO_SLOW = "it used up its time"
SWITCHED_OFF = "an operator switched it off"


def run(lease: Lease) -> Outcome:
    """Have the agent of a step do its role, by the first brain that can.

    Each brain has the agent's whole time. Raises AgentFailed if none can, and
    DeadlinePassed if the last one was too slow.
    """
    named = {"crux.session": lease.session_name, "crux.key": lease.key}
    with span("step", {**named, "crux.attempt": lease.attempt}):
        return _run(lease)


def _run(lease: Lease) -> Outcome:
    session = Session.objects.select_related("newsletter").get(pk=lease.session_id)
    spec = known_steps()[lease.step]
    spec, is_on = set_on_desk(spec)
    if not is_on:
        off = BrainFailed(SWITCHED_OFF, is_final=True)
        raise AgentFailed(SWITCHED_OFF, off, Envelope(spec.slug))
    names, instead_of = _brains(session, spec)
    failures: list[BrainFailed] = []
    for place, name in enumerate(names):
        envelope = Envelope(spec.slug, name, instead_of)
        following = names[place + 1] if place + 1 < len(names) else ""
        bench = _bench(lease, session, spec, envelope)
        bench.following = following
        try:
            reason = silent(_think(named(name), bench))
        except Hopeless as error:
            _record_brain_failure(bench, name, error.reason, "")
            raise AgentFailed(error.reason, error, envelope) from error
        except BrainFailed as error:
            failures.append(error)
            instead_of = f"{name}: {error.reason}"
            if _is_waited_out(bench, failures):
                _record_brain_failure(bench, name, error.reason, "")
                busy = _gravest(failures)
                raise AgentFailed(instead_of, busy, envelope, waits=True) from error
            _record_brain_failure(bench, name, error.reason, following)
            continue
        except DeadlinePassed:
            if not following:
                raise
            instead_of = f"{name}: {TOO_SLOW}"
            _record_brain_failure(bench, name, TOO_SLOW, following)
            continue
        if bench.is_done or not following:
            return Outcome(tuple(bench.staged), envelope, not bench.is_done, reason)
        instead_of = f"{name}: {reason}"
        _record_brain_failure(bench, name, reason, following)
    reason = instead_of or "no brain is set"
    raise AgentFailed(reason, _gravest(failures), Envelope(spec.slug))


def _brains(session: Session, spec: AgentSpec) -> tuple[Sequence[str], str]:
    """Who is asked, in order; and instead of whom and why, where rules took over."""
    if spec.front.by_code:
        return [BY_CODE.name], ""
    if handed := state(session).instead_at(spec.slug):
        return [handed["brain"]], f"{handed['instead_of']}: {handed['reason']}"
    return session.brains or settings.CRUX_BRAINS, ""


def _is_waited_out(bench: Workbench, failures: Sequence[BrainFailed]) -> bool:
    """Whether models that are busy or away, or our network, are waited for.

    Not where the session's patience is at an end, or shorter than what a server asks for.
    """
    is_away = isinstance(failures[-1], NetworkAway)
    if bench.following and named(bench.following).is_model and not is_away:
        return False
    asked = [one.retry_after or timedelta() for one in failures if one.is_passing]
    return bool(asked) and min(asked) < patience(bench.state, log.database_now())


def _gravest(failures: Sequence[BrainFailed]) -> BrainFailed | None:
    """What all failures together mean: final only if each one is.

    Of those that are not, the one that asks for the shortest wait.
    """
    passing = [failure for failure in failures if not failure.is_final]
    if passing:
        return min(passing, key=lambda failure: failure.retry_after or timedelta())
    return failures[-1] if failures else None


def _bench(
    lease: Lease, session: Session, spec: AgentSpec, envelope: Envelope
) -> Workbench:
    step = WORKFLOWS[session.workflow, session.version].by_name[lease.step]
    return Workbench(
        lease=lease,
        session=session,
        spec=spec,
        ends_with=frozenset(step.then),
        state=state(session),
        deadline=time.monotonic() + spec.policy.timeout.total_seconds(),
        envelope=envelope,
    )


def _think(brain: Brain, bench: Workbench) -> str:
    """Let one brain do the role, and book what that took however it ends; its last words."""
    brief = briefing.brief(bench)
    usage, began = Usage(), time.monotonic()
    run = accounting.begin(bench, brief, brain.name)
    hands = BenchHands(bench, brain.name, Purse(run, _front(bench), bench.newsletter))
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
            is_late = _is_late(problem, bench)
            status = Status.TIMEOUT if is_late else Status.FAILED
            error = TOO_SLOW if is_late else str(problem)
            if is_late:
                raise DeadlinePassed from problem
            raise
        status = Status.SUCCESS
    except leases.Fenced:
        status = Status.FENCED
        raise
    except Exception as problem:
        error = str(problem)
        raise
    finally:
        accounting.book(run, hands, usage, time.monotonic() - began, status, error)
    return hands.last_words


def _front(bench: Workbench) -> Front:
    """What the agent may use: the model that the session asks for, or its interests,
    else its own."""
    front, interests = bench.spec.front, bench.editorial.interests
    model = bench.session.model or roles.model_of(bench.spec.slug, interests)
    return front.model_copy(update={"model": model}) if model else front


def _is_late(problem: Exception, bench: Workbench) -> bool:
    """Whether the time was up: a call that breaks off then only won the race to say so."""
    is_final = isinstance(problem, BrainFailed) and problem.is_final
    return isinstance(problem, DeadlinePassed) or (
        bench.seconds_left <= 0 and not is_final
    )


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
    lease = bench.lease
    failed = FailedBrain(
        step=lease.step,
        key=lease.key,
        attempt=lease.attempt,
        brain=name,
        reason=reason[:1000],
        next_brain=following,
    )
    leases.record(lease, Kind.BRAIN_FAILED, failed, bench.envelope)
    logger.warning(
        "brain_failed",
        session_id=lease.session_name,
        key=lease.key,
        brain=name,
        reason=reason[:300],
    )
