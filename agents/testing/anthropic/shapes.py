"""How agents, sessions and their parts look on the wire, defaults filled in."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

Row = dict[str, Any]


def now() -> str:
    """The time as the API writes it."""
    return datetime.now(UTC).isoformat().replace("+00:00", "Z")


def dated(row_id: str) -> Row:
    moment = now()
    dates = {"created_at": moment, "updated_at": moment, "archived_at": None}
    return {"id": row_id, **dates}


def agent(body: Mapping[str, Any]) -> Row:
    """An agent's definition with the defaults that the platform fills in."""
    model = body["model"]
    model = {"id": model} if isinstance(model, str) else dict(model)
    effort = model.get("effort", "medium")
    model["effort"] = {"type": effort} if isinstance(effort, str) else effort
    return {
        "name": body["name"],
        "description": body.get("description"),
        "model": {"speed": "standard", **model},
        "system": body.get("system"),
        "tools": list(body.get("tools", ())),
        "metadata": dict(body.get("metadata", {})),
        "skills": [],
        "mcp_servers": [],
        "execution_identity": {"type": "service_account"},
    }


def overrides(reference: Row) -> Row:
    return {
        key: reference[key] for key in ("model", "system", "tools") if key in reference
    }


def usage() -> Row:
    return {
        "input_tokens": 0,
        "output_tokens": 0,
        "cache_read_input_tokens": 0,
        "cache_creation": {
            "ephemeral_5m_input_tokens": 0,
            "ephemeral_1h_input_tokens": 0,
        },
        "server_tool_use": {"web_search_requests": 0, "web_fetch_requests": 0},
        "active_seconds": 0.0,
    }


def text(words: str) -> Row:
    return {"type": "text", "text": words}


def error(kind: str, retry: str) -> Row:
    return {"type": kind, "message": "as told", "retry_status": {"type": retry}}
