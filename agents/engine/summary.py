"""What a session took and cost, agent by agent: stored, printed and kept as a file."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.conf import settings

from agents.models import AgentRun, Session
from subscribers import alerts

TOKENS = ("input", "output", "cache_read", "cache_write")


def summarise(session: Session) -> dict[str, Any]:
    """The run summary as JSON values; times in seconds, money in dollars."""
    runs = list(session.agent_runs.select_related("agent", "journal"))
    by_agent = _by_agent(runs).items()
    # A clock may have been set back in between.
    ended = max(session.ended_at or session.created_at, session.created_at)
    errors = [f"{run.key}: {run.error}" for run in runs if run.error]
    if session.reason:
        errors.append(session.reason)
    return {
        "session_id": session.name,
        "newsletter": session.newsletter.slug,
        "total_elapsed_sec": round((ended - session.created_at).total_seconds(), 1),
        "agent_timings": {
            agent: round(sum(run.seconds for run in mine), 1)
            for agent, mine in by_agent
        },
        "agent_status": {agent: mine[-1].status for agent, mine in by_agent},
        "agent_brains": {agent: mine[-1].brain for agent, mine in by_agent},
        "agent_tokens": {agent: _tokens(mine) for agent, mine in by_agent},
        "agent_dollars": {agent: str(_dollars(mine)) for agent, mine in by_agent},
        # What the platform itself charged, where it says so, in whole cents.
        "agent_reported_dollars": {
            agent: str(reported)
            for agent, mine in by_agent
            if (reported := _reported(mine)) is not None
        },
        "agent_degraded": {
            agent: notes
            for agent, mine in by_agent
            if (notes := [note for run in mine for note in run.degraded])
        },
        "totals": {
            **{f"{name}_tokens": count for name, count in _tokens(runs).items()},
            "tool_calls": sum(run.tool_calls for run in runs),
            "retries": sum(run.retries for run in runs)
            + len({(run.key, run.attempt) for run in runs if run.attempt > 1}),
            "dollars": str(_dollars(runs)),
        },
        "errors": errors,
        "status": session.status,
        "success": session.status == Session.Status.FINISHED,
        "log": {"events": session.last_seq, "head": session.head_hash},
    }


def store(session: Session) -> Path:
    """Write the summary to `var/runs/` and keep it with the session; returns the file.

    An operator is told first where it was aborted, and the row is last: where the file
    cannot be written, which raises OSError, the next sweep tries again.
    """
    if session.status == Session.Status.ABORTED:
        what = (
            "the issue is out, and its letters wait" if session.is_out else "no issue"
        )
        alerts.tell(
            f"{session.newsletter}: {what}",
            f"{session.name} {session.ending}\n"
            f"{settings.BASE_URL}/runs/{session.name}/\n"
            "What may be done: "
            f"{settings.BASE_URL}/admin/agents/session/{session.pk}/change/",
            once=f"aborted:{session.name}:{session.last_seq}",
        )
    session.summary = summarise(session)
    path: Path = settings.VAR_DIR / "runs" / f"{session.name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(session.summary, indent=2) + "\n", encoding="utf-8")
    session.save(update_fields=["summary"])
    return path


def table(summary: dict[str, Any]) -> str:
    """The summary as lines for a terminal."""
    lines = [f"{'agent':<18} {'status':<9} {'brain':<9} {'seconds':>8} {'dollars':>9}"]
    for agent, seconds in summary["agent_timings"].items():
        lines.append(
            f"{agent:<18} {summary['agent_status'][agent]:<9} "
            f"{summary['agent_brains'][agent]:<9} {seconds:>8.1f} "
            f"{Decimal(summary['agent_dollars'][agent]):>9.4f}"
        )
    totals = summary["totals"]
    lines.append(
        f"{'in all':<18} {summary['status']:<9} {'':<9} "
        f"{summary['total_elapsed_sec']:>8.1f} {Decimal(totals['dollars']):>9.4f}"
    )
    return "\n".join(lines)


def _by_agent(runs: list[AgentRun]) -> dict[str, list[AgentRun]]:
    found: dict[str, list[AgentRun]] = {}
    for run in runs:
        found.setdefault(run.agent.slug, []).append(run)
    return found


def _tokens(runs: list[AgentRun]) -> dict[str, int]:
    return {
        name: sum(getattr(run, f"{name}_tokens") for run in runs) for name in TOKENS
    }


def _reported(runs: list[AgentRun]) -> Decimal | None:
    """The platform's own figures; one conversation's, of all its rounds, is told once."""
    figures = {
        run.journal.remote_id if run.journal else "": run.reported_dollars
        for run in runs
        if run.reported_dollars is not None
    }
    return sum(figures.values(), Decimal(0)) if figures else None


def _dollars(runs: list[AgentRun]) -> Decimal:
    return sum((run.dollars for run in runs), Decimal(0))
