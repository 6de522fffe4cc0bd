"""What must be true whatever broke: asked of the database, the calls and the mail log."""

import time
from collections import Counter

from django.db import DatabaseError, connection, transaction

from agents.engine import log
from agents.events.schema import Kind
from agents.models import AgentEvent, Session, StepRun
from agents.workflows.fold import Line
from crux.faults.sessions.stage import Stage
from crux.faults.sessions.trials import Trial
from subscribers.letters import references
from subscribers.models import Delivery

State = Delivery.State
ENDINGS = (Kind.SESSION_FINISHED, Kind.SESSION_ABORTED, Kind.SESSION_CANCELLED)


def breaches(stage: Stage, sessions: list[Session]) -> list[str]:
    """All that is not as it must be, in words; empty if all is well."""
    found = [f"{session.name}: {what}" for session in sessions for what in _of(session)]
    return [*found, *_of_calls(stage), *_of_letters(stage)]


def judge(
    stage: Stage,
    trial: Trial,
    *run: Session,
    status: str = "finished",
    since: float | None = None,
) -> Trial:
    """Wait for the sessions' end, and hold against them what must be.

    `since` is the moment, of the monotonic clock, from which recovery is counted.
    """
    took = stage.wait_for_end(*run)
    if since is not None:
        trial.recovery_seconds = time.monotonic() - since
    trial.expect(took is not None, "a session stands still")
    for session in run:
        is_so = session.status == status
        trial.expect(is_so, f"{session.name} is {session.status}: {session.reason}")
    trial.extra_calls = sum(extra_calls(stage, session) for session in run)
    trial.breaches += breaches(stage, list(run))
    ended = sum(session.status == status for session in run)
    trial.tell(f"{ended}/{len(run)} {status}")
    return trial


def judge_refusals(stage: Stage, trial: Trial, forbidden: tuple[str, ...]) -> Trial:
    """Ask the database for what it must refuse, once there is a session to forge."""
    with stage.running():
        session = stage.session()
        judge(stage, trial, session)
    count = 0
    for statement in forbidden:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(statement)
            trial.expect(False, f"allowed: {statement}")  # noqa: FBT003
        except DatabaseError:
            count += 1
    trial.outcome = f"{count} of {len(forbidden)} refused by the database"
    trial.breaches += breaches(stage, [session])
    return trial


def _of(session: Session) -> list[str]:
    session.refresh_from_db()
    events = list(session.events.order_by("seq"))
    kinds = [event.event_type for event in events]
    found = [log.breach(session)]
    retried = kinds.count(Kind.OPERATOR_RETRIED)
    endings = sum(kinds.count(kind) for kind in ENDINGS)
    if endings > 1 + retried:
        found.append(f"it ended {endings} times")
    if session.is_over and StepRun.objects.filter(
        session=session, status=StepRun.Status.RUNNING
    ):
        found.append("somebody is on a step of a session that is over")
    started = Counter(
        (event.data["key"], event.data["attempt"])
        for event in events
        if event.event_type == Kind.STEP_STARTED
    )
    found += [f"{key} was claimed twice" for key, times in started.items() if times > 1]
    found.append(_order(events))
    return [what for what in found if what]


def _order(events: list[AgentEvent]) -> str:
    """A letter goes out only after the very draft was verified."""
    lines = [Line(event.event_type, event.data) for event in events]
    sent = [line for line in lines if line.kind == Kind.EMAIL_SENT]
    if len(sent) > 1:
        return f"delivery ended {len(sent)} times"
    if not sent:
        return ""
    before = lines[: lines.index(sent[0])]
    passed = [
        line.data["draft_sha256"]
        for line in before
        if line.kind == Kind.VERIFICATION_PASSED
    ]
    if not passed or passed[-1] != sent[0].data["draft_sha256"]:
        return "what was sent is not what was verified"
    return ""


def _of_calls(stage: Stage) -> list[str]:
    """No attempt is paid for twice."""
    times = Counter(stage.calls())
    return [
        f"{key} was called {count} times" for key, count in times.items() if count > 1
    ]


def _of_letters(stage: Stage) -> list[str]:
    """What arrived is what the ledger says, and nothing arrived twice."""
    arrived = Counter(stage.mail.accepted())
    found = [f"letter {ref} arrived {n} times" for ref, n in arrived.items() if n > 1]
    states = {
        references.of_delivery(pk): state
        for pk, state in Delivery.objects.values_list("pk", "state")
    }
    for reference, state in states.items():
        if state == State.ACCEPTED and reference not in arrived:
            found.append(f"letter {reference} is lost: the ledger says it was accepted")
    allowed = {State.ACCEPTED, State.UNCERTAIN, State.STARTED}
    for reference in arrived:
        if states.get(reference) not in allowed:
            found.append(f"letter {reference} arrived, yet is {states.get(reference)}")
    return found


def extra_calls(stage: Stage, session: Session) -> int:
    """Calls beyond one for each attempt whose end is in the log."""
    ended = StepRun.objects.filter(
        session=session, status__in=[StepRun.Status.DONE, StepRun.Status.FAILED]
    )
    return len(stage.calls(session)) - ended.count()
