"""Resources: issues as Markdown, their evidence, sessions' logs; each under an address."""

import json
import re
from typing import NamedTuple

from agents.access.scopes import Scope
from agents.doors import lines
from agents.doors.api import newsletters as reading
from agents.doors.mcp.calling import Client, Refused
from agents.doors.mcp.tools import OfIssue, read_evidence
from agents.doors.problems import Problem
from agents.engine.sessions import of_issues
from agents.models import Session
from newsletter.models import Issue

MOST_LISTED = 30
MOST_LINES = 2000
_ISSUE = re.compile(
    r"crux://newsletters/([-\w]{1,140})/issues/([-\w]{1,140})(/evidence)?", re.ASCII
)
_LOG = re.compile(r"crux://sessions/([-\w]{1,80})/log", re.ASCII)


class Entry(NamedTuple):
    """A resource in a list."""

    uri: str
    title: str
    mime_type: str


TEMPLATES = (
    Entry(
        "crux://newsletters/{newsletter}/issues/{issue}", "An issue", "text/markdown"
    ),
    Entry(
        "crux://newsletters/{newsletter}/issues/{issue}/evidence",
        "What its claims rest on",
        "application/json",
    ),
)
LOG_TEMPLATE = Entry(
    "crux://sessions/{session_id}/log", "A session's log", "application/jsonl"
)


def templates(client: Client) -> list[Entry]:
    more = [LOG_TEMPLATE] if client.may(Scope.SESSIONS_READ) else []
    return [*TEMPLATES, *more]


def listed(client: Client) -> list[Entry]:
    """The newest issues with their evidence, and the newest sessions' logs."""
    found: list[Entry] = []
    issues = Issue.objects.shown().filter(newsletter__is_active=True)
    rows = issues.select_related("newsletter").defer("page_html", "markdown")
    for row in rows[:MOST_LISTED]:
        uri = f"crux://newsletters/{row.newsletter.slug}/issues/{row.slug}"
        found.append(Entry(uri, str(row), "text/markdown"))
        found.append(Entry(f"{uri}/evidence", f"Evidence: {row}", "application/json"))
    if client.may(Scope.SESSIONS_READ):
        for session in of_issues()[:MOST_LISTED]:
            uri = f"crux://sessions/{session.name}/log"
            found.append(Entry(uri, f"Log of {session.name}", "application/jsonl"))
    return found


def read(client: Client, uri: str) -> tuple[str, str]:
    """The text of a resource, and its type; raises Refused."""
    try:
        if found := _ISSUE.fullmatch(uri):
            return _issue(client, found[1], found[2], is_evidence=bool(found[3]))
    except Problem as problem:
        raise Refused(str(problem.as_json()["detail"])) from problem
    found = _LOG.fullmatch(uri)
    if found and client.may(Scope.SESSIONS_READ):
        return _log(found[1]), "application/jsonl"
    raise Refused(f"No resource {uri!r}.")


def _issue(
    client: Client, newsletter: str, slug: str, *, is_evidence: bool
) -> tuple[str, str]:
    if is_evidence:
        rows = read_evidence(client, OfIssue(newsletter=newsletter, issue=slug))
        return json.dumps(rows, ensure_ascii=False, indent=1), "application/json"
    _, found = reading.find_issue(newsletter, slug)
    return found.markdown, "text/markdown"


def _log(name: str) -> str:
    session = Session.objects.filter(name=name).first()
    if session is None:
        raise Refused(f"No session {name!r}.")
    rows = session.events.order_by("seq")[:MOST_LINES]
    return "\n".join(json.dumps(lines.told(row), ensure_ascii=False) for row in rows)
