"""Token and cost accounting: an agent run begun, and booked however it ended."""

from decimal import Decimal

import structlog
from django.db import transaction

from agents.brains.base import Brief, Usage
from agents.engine import leases
from agents.engine.sessions import RAN_OUT
from agents.events.harness import UsageRecorded
from agents.events.redaction import without_addresses
from agents.events.schema import Kind
from agents.models import Agent, AgentRun, Journal
from agents.runs import journal
from agents.runs.hands import BenchHands
from agents.tools.workbench import Workbench

logger = structlog.get_logger(__name__)

Status = AgentRun.Status
CENT = Decimal("0.01")


def begin(bench: Workbench, brief: Brief, brain: str) -> AgentRun:
    """The run's row; rows that a dead worker left behind end here."""
    mine = AgentRun.objects.filter(session=bench.session, key=brief.key)
    mine.filter(status=Status.RUNNING, attempt__lt=brief.attempt).update(
        status=Status.FAILED, error=RAN_OUT, reserved_dollars=0
    )
    return AgentRun.objects.update_or_create(
        session=bench.session,
        key=brief.key,
        attempt=brief.attempt,
        brain=brain,
        defaults={
            "agent": Agent.objects.get_or_create(slug=bench.spec.slug)[0],
            "status": Status.RUNNING,
        },
    )[0]


def book(
    run: AgentRun,
    hands: BenchHands,
    usage: Usage,
    seconds: float,
    status: AgentRun.Status,
    error: str,
) -> None:
    """Write what the run took to its row and to the log.

    The usage is that of the whole conversation; what an earlier attempt booked of it is
    taken off, under a lock, so that no token is counted twice.
    """
    bench = hands.bench
    run.status, run.seconds = status, round(seconds, 3)
    run.error = without_addresses(error)[:2000]
    run.tool_calls, run.reserved_dollars = bench.tool_calls, 0
    run.degraded = list(hands.degraded)
    with transaction.atomic():
        if hands.keeper:
            run.journal = Journal.objects.select_for_update().get(
                pk=hands.keeper.row.pk
            )
            fresh = journal.unbooked(run.journal, usage)
            run.journal.booked = journal.booked(usage)
            run.journal.save(update_fields=["booked"])
        else:
            fresh = usage
        _fill(run, fresh, usage.lost or Usage())
        run.save()
    _reconcile(bench, usage)
    if status is not Status.FENCED:
        leases.record(
            bench.lease, Kind.USAGE_RECORDED, _event(run, bench), bench.envelope
        )


def _reconcile(bench: Workbench, usage: Usage) -> None:
    """Say when our figure and the platform's differ by more than its whole cents do."""
    reported = usage.reported_dollars
    if reported is None or abs(usage.dollars - reported) <= CENT:
        return
    logger.warning(
        "cost_differs",
        session_id=bench.lease.session_name,
        key=bench.lease.key,
        dollars=str(usage.dollars),
        reported=str(reported),
    )


def _fill(run: AgentRun, usage: Usage, lost: Usage) -> None:
    run.model, run.retries = usage.model or lost.model, usage.retries
    tokens = usage.tokens.plus(lost.tokens)
    run.input_tokens, run.output_tokens = tokens.input, tokens.output
    run.cache_read_tokens = tokens.cache_read
    run.cache_write_tokens = tokens.cache_write + tokens.cache_write_hour
    run.web_searches = usage.web_searches + lost.web_searches
    run.running_seconds = usage.running_seconds
    run.dollars = usage.dollars + lost.dollars
    run.reported_dollars = usage.reported_dollars


def _event(run: AgentRun, bench: Workbench) -> UsageRecorded:
    lease = bench.lease
    return UsageRecorded(
        step=lease.step,
        key=lease.key,
        attempt=lease.attempt,
        agent=bench.spec.slug,
        brain=run.brain,
        model=run.model,
        seconds=run.seconds,
        tool_calls=run.tool_calls,
        input_tokens=run.input_tokens,
        output_tokens=run.output_tokens,
        cache_read_tokens=run.cache_read_tokens,
        cache_write_tokens=run.cache_write_tokens,
        web_searches=run.web_searches,
        running_seconds=run.running_seconds,
        dollars=run.dollars,
        reported_dollars=run.reported_dollars,
        degraded=tuple(run.degraded),
    )
