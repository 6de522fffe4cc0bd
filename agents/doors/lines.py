"""A line of a session's log as every door tells it."""

from typing import Any

from agents.models import AgentEvent


def told(row: AgentEvent) -> dict[str, Any]:
    """In JSON's own types; `hash` chains it to the line before."""
    return {
        "seq": row.seq,
        "event_type": row.event_type,
        "agent": row.agent_name,
        "brain": row.brain,
        "created_at": row.created_at.isoformat(),
        "data": row.data,
        "hash": row.hash,
    }
