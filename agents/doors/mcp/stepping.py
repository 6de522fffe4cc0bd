"""One step of a session, by a process of its own, and its result as JSON.

The process is `runnewsletter --step`: it goes on where the client vanishes, keeps to the
same leases as every worker, and prints nothing on our own output. A step that somebody
else is on is waited for; one that is complete is answered, and not done again.
"""

import json
import subprocess
import sys
import time
from typing import Any

from django.conf import settings

from agents.doors.mcp.calling import Refused
from agents.engine import log
from agents.events import wording
from agents.models import Session
from agents.workflows.status import Standing
from agents.workflows.table import workflow_of

# After so long a client is told that it runs, and may ask again.
WAIT_SECONDS = 50.0
POLL_SECONDS = 0.2
# Items of a list, and characters of a text, that a result shows.
MOST_ITEMS, MOST_CHARACTERS = 12, 1500


_begun: "list[subprocess.Popen[bytes]]" = []


def in_a_process(session: Session, step: str) -> "subprocess.Popen[bytes]":
    """Begin the step in a process that outlives this one."""
    _begun[:] = [one for one in _begun if one.poll() is None]  # the others are buried
    command = [
        *(sys.executable, str(settings.BASE_DIR / "manage.py"), "runnewsletter"),
        *("--resume", session.name, "--step", step),
    ]
    process = subprocess.Popen(  # noqa: S603  its parts are a session's name and a step's
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    _begun.append(process)
    return process


def do(session: Session, step: str) -> dict[str, Any]:
    """See to it that the step is done, and tell what it came to; raises Refused."""
    standing = _standing(session, step)
    if standing is Standing.COMPLETE:
        return result_of(session, step)
    if standing is Standing.NOT_STARTED:
        raise Refused(_not_yet(session, step))
    if session.status == Session.Status.PAUSED:
        raise Refused(f"Session {session.name!r} is paused; resume it first.")
    if session.is_over:
        raise Refused(f"Session {session.name!r} is over: {session.reason}")
    if _waits_for_a_person(session):
        raise Refused(
            f"Session {session.name!r} waits for a person to approve its issue: on the "
            "desk, by letter, or over the API."
        )
    process = None if standing is Standing.RUNNING else in_a_process(session, step)
    until = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < until:
        if process is not None and process.poll() is not None:
            break
        if process is None and _standing(session, step) is not Standing.RUNNING:
            break
        time.sleep(POLL_SECONDS)
    else:
        return {
            "status": "running",
            "session_id": session.name,
            "step": step,
            "message": "It is still at work; call this tool again to wait for it.",
        }
    session.refresh_from_db()
    return result_of(session, step)


def result_of(session: Session, step: str) -> dict[str, Any]:
    """What the step came to last, and what is next."""
    workflow = workflow_of(session.workflow, session.version)
    status = log.status(session)
    ends = [str(kind) for kind in workflow.by_name[step].then]
    last = session.events.of_kind(*ends).order_by("-seq").first()
    standing = status.steps[step]
    is_done = last is not None and standing.status is not Standing.ERROR
    return {
        "status": "ok" if is_done else "error",
        "session_id": session.name,
        "step": step,
        "message": standing.message or (_trouble(session) if not is_done else ""),
        "event": last.event_type if last else None,
        "result": shortened(last.data) if last else None,
        "progress": f"{status.percent}%",
        "next_step": status.next_step,
    }


def _waits_for_a_person(session: Session) -> bool:
    return log.state(session).waits_for_approval


def _trouble(session: Session) -> str:
    last = session.events.of_kind(*wording.BAD).order_by("-seq").first()
    if last is None:
        return "It ended without a result; read_events tells what happened."
    return wording.describe(last.event_type, last.data)


def _standing(session: Session, step: str) -> Standing:
    session.refresh_from_db()
    steps = log.status(session).steps
    if step not in steps:
        known = ", ".join(steps)
        raise Refused(
            f"Session {session.name!r} follows the workflow {session.workflow!r}, which "
            f"has no step {step!r}; it has: {known}."
        )
    return steps[step].status


def _not_yet(session: Session, step: str) -> str:
    following = log.status(session).next_step
    first = f"; first: {following}" if following else ""
    return f"Step {step!r} cannot run now{first}."


def shortened(value: Any) -> Any:
    """The data with long lists and texts cut short; the tool `events` tells all."""
    if isinstance(value, dict):
        return {key: shortened(inner) for key, inner in value.items()}
    if isinstance(value, list):
        shown = [shortened(inner) for inner in value[:MOST_ITEMS]]
        more = len(value) - MOST_ITEMS
        return [*shown, f"… {more} more"] if more > 0 else shown
    if isinstance(value, str) and len(value) > MOST_CHARACTERS:
        return f"{value[:MOST_CHARACTERS]}…"
    return value


def as_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, default=str)
