"""Running a session in a terminal, and showing it as it goes."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.core.management.base import OutputWrapper
from django.db import connection

from agents.engine import summary
from agents.events import wording
from agents.events.schema import Kind
from agents.models import AgentEvent, Session
from agents.workers import threads

POLL_SECONDS = 0.2
DIM, BOLD, RED, PLAIN = "\x1b[2m", "\x1b[1m", "\x1b[31m", "\x1b[0m"


def drive(session: Session, out: OutputWrapper, *, only: str = "") -> None:
    """Run a session to its end, or only one step of it, showing every step as it ends."""
    with _shown(session, out):
        threads.drive(session, only=only)
    session.refresh_from_db()


def stored_summary(session: Session) -> str:
    """Where the session's summary is now, or why it is nowhere yet."""
    try:
        return str(summary.store(session))
    except OSError as error:
        return f"cannot be written yet ({error}); a worker tries again"


def one_line(text: str) -> str:
    """A reason as the last line of a command: it may have come from anywhere."""
    return " ".join(text.split())


@contextmanager
def _shown(session: Session, out: OutputWrapper) -> Iterator[None]:
    """Print the session's events until the block ends, those of its last moment too."""
    done = threading.Event()
    thread = threading.Thread(
        target=_follow, args=(session, out, done), name="progress", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join(timeout=5)


def _follow(session: Session, out: OutputWrapper, done: threading.Event) -> None:
    seen, begun = session.last_seq, {}
    try:
        while True:
            is_last = done.is_set()
            for event in session.events.filter(seq__gt=seen).order_by("seq"):
                seen = event.seq
                if event.event_type == Kind.STEP_STARTED:
                    begun[event.data["step"]] = event.created_at
                _print(event, begun, session.created_at, out)
            if is_last:
                return
            done.wait(POLL_SECONDS)
    finally:
        connection.close()


def _since(then: datetime, now: datetime) -> str:
    """Never less than nothing: a clock may have been set back in between."""
    return f"{max(0.0, (now - then).total_seconds()):6.1f} s"


def _print(
    event: AgentEvent, begun: dict[str, datetime], start: datetime, out: OutputWrapper
) -> None:
    words = wording.describe(event.event_type, event.data)
    if not words:
        return
    step = event.data.get("step") or event.agent_name
    took = ""
    if step in begun:
        took = _since(begun[step], event.created_at)
    at = _since(start, event.created_at)
    name = step.replace("_", " ") or "session"
    if out.isatty():
        at, took = f"{DIM}{at}{PLAIN}", f"{DIM}{took}{PLAIN}"
        name = f"{BOLD}{name:<18}{PLAIN}"
        words = f"{RED}{words}{PLAIN}" if event.event_type in wording.BAD else words
    out.write(f"{at}  {name:<18} {words}  {took}\n".rstrip() + "\n")
    out.flush()
