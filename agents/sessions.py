"""Beginning a session, settling what its log calls for, and finding those that wait."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from agents import log
from agents.events import Kind
from agents.models import Session, StepRun
from agents.roster import policies
from agents.workflow import Moves, Run, State, decide, happy_path
from agents.workflows import newest
from newsletter.models import Newsletter

logger = structlog.get_logger(__name__)

STATUS = {
    Kind.SESSION_FINISHED: Session.Status.FINISHED,
    Kind.SESSION_ABORTED: Session.Status.ABORTED,
    Kind.SESSION_CANCELLED: Session.Status.CANCELLED,
}


@dataclass(frozen=True, slots=True)
class Plan:
    """How a session shall be run, where that differs from the newsletter's way."""

    sources: Session.Sources
    slot: datetime | None = None
    as_of: datetime | None = None
    brains: tuple[str, ...] = ()
    is_dry_run: bool = False
    name: str = ""


def name_at(moment: datetime) -> str:
    """A new session's name: `newsletter_YYYYMMDD_HHMMSS_xxxxxxxx`, in UTC."""
    return f"newsletter_{moment:%Y%m%d_%H%M%S}_{secrets.token_hex(4)}"


def start(newsletter: Newsletter, plan: Plan) -> Session:
    """Begin a session; a second call for the same slot returns the first one's."""
    now = log.database_now()
    workflow = newest(newsletter.workflow)
    session = Session(
        name=plan.name or name_at(now),
        newsletter=newsletter,
        slot=plan.slot,
        workflow=workflow.name,
        version=workflow.version,
        sources=plan.sources,
        as_of=plan.as_of or now,
        brains=list(plan.brains),
        is_dry_run=plan.is_dry_run,
        created_at=now,
    )
    try:
        with transaction.atomic():
            session.save(force_insert=True)
            log.append(
                session,
                Kind.SESSION_STARTED,
                {
                    "newsletter": newsletter.slug,
                    "workflow": workflow.name,
                    "version": workflow.version,
                    "sources": plan.sources,
                    "now": session.as_of,
                    "dry_run": plan.is_dry_run,
                },
            )
    except IntegrityError:
        if plan.slot is None:
            raise
        return Session.objects.get(newsletter=newsletter, slot=plan.slot)
    logger.info("session_started", session_id=session.name)
    return session


def settle(session: Session) -> tuple[State, Moves]:
    """Write all that the log calls for, and say what comes next.

    The caller holds the session's row in a transaction.
    """
    now = log.database_now()
    _expire(session, now)
    while True:
        state = log.state(session)
        moves = decide(state, policies(), now)
        if not moves.emit:
            break
        for kind, data in moves.emit:
            log.append(session, kind, data, now=now)
            logger.info("settled", session_id=session.name, kind=str(kind))
    _project(session, state, moves, now)
    return state, moves


def _expire(session: Session, now: datetime) -> None:
    """Book the loss of every claim whose lease ran out."""
    dead = session.step_runs.filter(status=StepRun.Status.RUNNING, lease_until__lt=now)
    for step_run in dead:
        step_run.status = StepRun.Status.LOST
        step_run.ended_at = now
        step_run.save(update_fields=["status", "ended_at"])
        lost = {
            "step": step_run.step,
            "key": step_run.key,
            "attempt": step_run.attempt,
        }
        log.append(session, Kind.STEP_LOST, lost, now=now)
        logger.warning("step_lost", session_id=session.name, key=step_run.key)


def _project(session: Session, state: State, moves: Moves, now: datetime) -> None:
    """Repeat on the session's row what the log says."""
    session.wake_at = moves.wake_at
    if state.is_over:
        session.status = STATUS[Kind(state.ended_by)]
        last = session.events.of_kind(state.ended_by).latest("seq")
        session.reason = last.data.get("reason", "")
        session.ended_at = session.ended_at or now
    else:
        session.status = (
            Session.Status.PAUSED if state.is_paused else Session.Status.OPEN
        )
        session.reason, session.ended_at = "", None
    session.save(
        update_fields=["status", "reason", "ended_at", "wake_at"],
    )


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a session wants: steps to run now, the way ahead, when to look again."""

    runnable: tuple[Run, ...]
    ahead: tuple[tuple[str, ...], ...]
    running: tuple[str, ...]
    wake_at: datetime | None
    is_over: bool


def look(session_id: int) -> Outlook:
    """Settle a session and say what it wants."""
    with transaction.atomic():
        session = log.locked(session_id)
        state, moves = settle(session)
    return Outlook(
        runnable=moves.run,
        ahead=happy_path(state),
        running=state.running,
        wake_at=moves.wake_at,
        is_over=state.is_over,
    )


def unfinished() -> QuerySet[Session]:
    """Sessions that are not over, the newest first."""
    return Session.objects.filter(
        status__in=[Session.Status.OPEN, Session.Status.PAUSED]
    )


def wanting(now: datetime) -> QuerySet[Session]:
    """Open sessions that no message was sent for lately and no timer holds back."""
    grace = now - timedelta(seconds=settings.HINT_GRACE_SECONDS)
    return Session.objects.filter(
        Q(hinted_at__isnull=True) | Q(hinted_at__lt=grace),
        Q(wake_at__isnull=True) | Q(wake_at__lte=now),
        status=Session.Status.OPEN,
    ).order_by("hinted_at", "id")
