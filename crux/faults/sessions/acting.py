"""What workers do on this stage: steps by a script, and death where a marker stands.

Celery loads it by `--include crux.faults.sessions.acting`; `python -m` runs it as a worker
without a broker, with `clock` as the timetable. The files in FAULTS_DIR are the stage's side of it:
`crash/POINT.STEP.SESSION.WHO` kills who meets it first, `behave/STEP.SESSION.N` tells a
step how to go wrong, and `calls.log` gets a line for every call that would cost money.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import django

from newsletter.drafts.parsing import parse

if __name__ == "__main__":
    django.setup()

import time_machine
from django.core.management import call_command
from django.db import connections
from django.db.backends.signals import connection_created
from django.utils import timezone

from agents.approval import asking
from agents.brains.base import BrainFailed, DeadlinePassed
from agents.engine import leases
from agents.engine.leases import Lease, Staged
from agents.engine.log import Book, Envelope
from agents.events import schema as events
from agents.events.schema import Kind
from agents.models import Session
from agents.runs.outcome import AgentFailed, Outcome
from agents.tools.base import Passing
from agents.tools.send_issue import hand_over
from agents.workers import steps, threads
from agents.workflows.table import WORKFLOWS, workflow_of
from crux.faults.sessions.script import DATA, DRAFT, second_version
from newsletter.issues.publish import publish
from newsletter.models import Issue
from newsletter.text.identifiers import sha256_of
from subscribers import alerts
from subscribers.delivery import audience, ledger
from subscribers.models import Alert, Delivery

DIRECTORY = Path(os.environ["FAULTS_DIR"])
HOURS_AHEAD = float(os.environ.get("FAULTS_HOURS_AHEAD", "0"))
SECONDS = float(os.environ.get("FAULTS_STEP_SECONDS", "0.2"))
SPOKE = Envelope("someone", "scripted")


def crashpoint(point: str, step: str, session: str) -> None:
    """Die here if a marker says so; the first to meet it takes it away."""
    for who in ("child", "worker", "each"):
        marker = DIRECTORY / "crash" / f"{point}.{step}.{session}.{who}"
        if not marker.exists():
            continue
        if who != "each":
            try:
                marker.unlink()
            except FileNotFoundError:
                continue
        if who == "worker":
            os.kill(os.getppid(), signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)


def play(taken: Lease) -> Outcome:
    """The work of a step: a call that costs, some time, and what came of it."""
    crashpoint("claimed", taken.turn, taken.session_name)
    with (DIRECTORY / "calls.log").open("a") as file:
        file.write(f"{taken.idempotency_key}\n")
    if (outcome := _misbehave(taken)) is not None:
        return outcome
    time.sleep(SECONDS)
    outcome = _deliver(taken) if taken.step == "delivery" else _happily(taken)
    crashpoint("worked", taken.turn, taken.session_name)
    return outcome


def _happily(taken: Lease) -> Outcome:
    session = Session.objects.get(pk=taken.session_id)
    step = workflow_of(session.workflow, session.version).by_name[taken.step]
    if step.happy == Kind.DRAFT_WRITTEN:  # each is another one
        return _outcome(step.happy, DATA[step.happy] | {"preheader": taken.key})
    part = {"part": taken.part} if taken.part else {}
    return _outcome(step.happy, DATA[step.happy] | part)


def _outcome(kind: Kind, data: dict[str, Any] | None = None) -> Outcome:
    parsed = events.parse(kind, data or DATA[kind])
    return Outcome((Staged(kind, parsed, SPOKE),), SPOKE, is_silent=False)


def _misbehave(taken: Lease) -> Outcome | None:
    """Go wrong in the way that the next file for this step tells, once."""
    folder = DIRECTORY / "behave"
    for path in sorted(folder.glob(f"{taken.step}.{taken.session_name}.*")):
        try:
            how, _, detail = path.read_text().partition(" ")
            path.unlink()
        except FileNotFoundError:
            continue
        return WAYS[how](detail)
    return None


def _overloaded(detail: str) -> None:
    wait = timedelta(seconds=float(detail)) if detail else None
    failure = BrainFailed("529: overloaded", retry_after=wait)
    raise AgentFailed(failure.reason, failure, SPOKE)


def _late(_: str) -> None:
    raise DeadlinePassed


def _malformed(_: str) -> None:
    events.parse(Kind.DRAFT_WRITTEN, {"subject": 7})


def _slow(detail: str) -> None:
    time.sleep(float(detail))


WAYS: dict[str, Callable[[str], Outcome | None]] = {
    "failed": _overloaded,
    "deadline": _late,
    "malformed": _malformed,
    "slow": _slow,
    "silent": lambda _: Outcome((), SPOKE, is_silent=True),
    "rejection": lambda _: _outcome(Kind.CRITIC_REJECTION),
    "bad_link": lambda _: _outcome(Kind.VERIFICATION_FAILED),
}


def _issue(session: Session, *, preview: bool = False) -> Issue:
    """What the draft comes to, as the tool makes it."""
    return publish(
        session.newsletter,
        session_name=session.name,
        subject="A week of releases",
        preheader="",
        draft=parse(DRAFT),
        citations=(),
        coverage=(),
        disclosures=(),
        is_sample=False,
        covers_from=session.as_of.date(),
        covers_until=session.as_of.date(),
        now=session.as_of,
        preview=preview,
    )


def _deliver(taken: Lease) -> Outcome:
    """Publish and send, as the tool does."""
    session = Session.objects.select_related("newsletter").get(pk=taken.session_id)
    issue = _issue(session)
    try:
        counts = hand_over(issue, None)
    except Passing as error:
        raise AgentFailed(str(error), BrainFailed(str(error)), SPOKE) from error
    return _outcome(
        Kind.EMAIL_SENT,
        {
            "draft_sha256": sha256_of(DRAFT),
            "issue_number": issue.number,
            "slug": issue.slug,
            "subject": issue.subject,
            **counts,
        },
    )


# --- Where one can die besides -------------------------------------------------------


def _stand_in() -> None:
    """Play every step, and put crash points around what engine and ledger do."""
    setattr(steps.perform, "__kwdefaults__", {"work": play, "goes_on": False})  # noqa: B010
    setattr(threads.work, "__kwdefaults__", {"size": threads.THREADS, "does": play})  # noqa: B010
    setattr(leases, "PATIENCE_SECONDS", float(os.environ.get("FAULTS_PATIENCE", "30")))  # noqa: B010
    settle, finish = getattr(leases, "settle"), leases.finish  # noqa: B009

    def dying_settle(book: Book) -> Any:
        moves = settle(book)
        for event in book.lines:
            if step := book.state.workflow.by_end.get(event.event_type):
                crashpoint("committing", step.turn(event.data), book.session.name)
        return moves

    def dying_finish(taken: Lease, lines: Any, **options: Any) -> Any:
        following = finish(taken, lines, **options)
        crashpoint("committed", taken.turn, taken.session_name)
        return following

    for name, stand_in in (("settle", dying_settle), ("finish", dying_finish)):
        setattr(leases, name, stand_in)
    _die_after(audience, "freeze", "frozen")
    _die_after(ledger, "claim", "taken")
    _die_after(ledger, "start", "started")
    _die_before(ledger, "settle", "accepted")


def _die_around_approvals() -> None:
    """Crash points where somebody is asked, and where somebody decides."""
    append, send = Book.append, getattr(alerts, "_send")  # noqa: B009

    def dying_append(book: Book, kind: str, *given: Any, **named: Any) -> None:
        append(book, kind, *given, **named)
        if str(kind).startswith("approval_"):
            crashpoint(str(kind), "delivery", book.session.name)

    def dying_preview(session: Session) -> Any:
        crashpoint("previewed", "delivery", session.name)
        return _issue(session, preview=True)

    def dying_send(alert: Alert) -> Any:
        about, _, name = (alert.once or "").partition(":")
        if about == "approval":
            session = Session.objects.get(pk=int(name.partition(".")[0]))
            crashpoint("recorded", "delivery", session.name)
        return send(alert)

    setattr(Book, "append", dying_append)  # noqa: B010
    setattr(asking, "preview", dying_preview)  # noqa: B010
    setattr(alerts, "_send", dying_send)  # noqa: B010


def _die_after(module: Any, name: str, point: str) -> None:
    act = getattr(module, name)

    def dying(*given: Any, **named: Any) -> Any:
        result = act(*given, **named)
        crashpoint(point, "delivery", _session_of(given[0]))
        return result

    setattr(module, name, dying)


def _die_before(module: Any, name: str, point: str) -> None:
    act = getattr(module, name)

    def dying(settled: Any, *given: Any, **named: Any) -> Any:
        settled = list(settled)
        if settled:
            crashpoint(point, "delivery", _session_of(settled))
        return act(settled, *given, **named)

    setattr(module, name, dying)


def _session_of(what: Any) -> str:
    """The session that an issue, readers or settled letters belong to."""
    if isinstance(what, list) and what:
        one = what[0].delivery_id
        found = Delivery.objects.filter(pk=one).values_list("issue__session_name")
        return str(found[0][0])
    return str(getattr(what, "session_name", ""))


def _fill_disk(*, connection: Any, **_: Any) -> None:
    """On SQLite: allow no more pages than there are while a marker stands."""
    if connection.vendor == "sqlite":
        full = (DIRECTORY / "disk-is-full").exists()
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA max_page_count = {1 if full else 1_000_000}")


_stand_in()
_die_around_approvals()
if HOURS_AHEAD:
    ahead = timezone.now() + timedelta(hours=HOURS_AHEAD)
    time_machine.travel(ahead, tick=True).start()
connection_created.connect(_fill_disk)
if os.environ.get("FAULTS_SECOND_VERSION"):
    second = second_version()
    WORKFLOWS[second.name, second.version] = second


def main() -> None:
    """A worker without a broker, or the clock beside Celery's: our commands as they are."""
    command, *given = sys.argv[1:] or ["worker"]
    call_command(command, *given, skip_checks=True)
    connections.close_all()


if __name__ == "__main__":
    main()
