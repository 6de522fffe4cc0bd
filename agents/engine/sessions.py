"""A session's life: beginning it, settling what its log calls for, and finding those that wait."""

import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

import structlog
from django.conf import settings
from django.db import IntegrityError
from django.db.models import Q, QuerySet

from agents.engine import log, sample_or_live
from agents.engine.log import Book, Envelope
from agents.engine.retries import fallback, policy_of
from agents.events.approval import ApprovalTerms, WhenLapsed
from agents.events.harness import Fork, SessionStarted, StepLost, TakenInterests
from agents.events.schema import Kind, dump
from agents.models import AgentEvent, Session, StepRun
from agents.workflows import limits as limits_
from agents.workflows.approval import Asking
from agents.workflows.decide import DueStep, Emit, Moves, decide, happy_path
from agents.workflows.declaration import Workflow, step_of
from agents.workflows.state import State
from agents.workflows.table import WORKFLOWS, newest, workflow_of
from newsletter.models import Newsletter
from newsletter.pages.paths import address
from subscribers.models import WebhookEvent
from subscribers.webhooks import telling

logger = structlog.get_logger(__name__)

STATUS: dict[str, Session.Status] = {
    Kind.SESSION_FINISHED: Session.Status.FINISHED,
    Kind.SESSION_ABORTED: Session.Status.ABORTED,
    Kind.SESSION_CANCELLED: Session.Status.CANCELLED,
}
OVER = tuple(STATUS.values())
# So far no clock is ahead of itself: what lies behind it was written before it was set back.
AHEAD = timedelta(minutes=1)
RAN_OUT = "its lease ran out: its worker died, or could not write (a full disk?)"
GIVEN_BACK = "its worker stopped and gave it back"


class Copied(NamedTuple):
    """A line for a new log that stood in another one."""

    kind: str
    data: Mapping[str, Any]
    envelope: Envelope


@dataclass(frozen=True, slots=True)
class Plan:
    """How a session shall be run, where that differs from the newsletter's way."""

    sources: Session.Sources
    slot: datetime | None = None
    as_of: datetime | None = None
    brains: tuple[str, ...] = ()
    is_dry_run: bool = False
    name: str = ""
    workflow: str = ""
    retries: bool = True
    model: str = ""
    max_turns: int | None = None
    # None: those of the newsletter, if it has any.
    interests: TakenInterests | None = None
    # How many parts or ways back, by step or kind, before anybody else's word.
    limits: Mapping[str, int | None] = field(default_factory=dict)
    # Whether it is held after each step.
    by_steps: bool = False


def name_at(moment: datetime) -> str:
    """A new session's name: `newsletter_YYYYMMDD_HHMMSS_xxxxxxxx`, in UTC."""
    return f"newsletter_{moment:%Y%m%d_%H%M%S}_{secrets.token_hex(4)}"


def week_of(newsletter: Newsletter, slot: datetime) -> str:
    """The readers' week that a slot is in, as ISO 8601 counts them: `2026-W45`."""
    year, week, _ = slot.astimezone(newsletter.zone).isocalendar()
    return f"{year}-W{week:02}"


def start(newsletter: Newsletter, plan: Plan) -> Session:
    """Begin a session; a second call for the same slot or week returns the first one's.

    Raises UnknownWorkflow, and BadRubric before any agent would stumble over it.
    """
    now = log.database_now()
    workflow = newest(plan.workflow or newsletter.workflow)
    newsletter.rules  # noqa: B018  it raises
    week = week_of(newsletter, plan.slot) if plan.slot else None
    session = Session(
        name=plan.name or name_at(now),
        newsletter=newsletter,
        slot=plan.slot,
        week=week,
        workflow=workflow.name,
        version=workflow.version,
        sources=plan.sources,
        as_of=plan.as_of or sample_or_live.as_of(plan.sources, now),
        brains=list(plan.brains),
        is_dry_run=plan.is_dry_run,
        retries=plan.retries,
        model=plan.model,
        max_turns=plan.max_turns,
        created_at=now,
    )
    goes_by = plan.interests or _of_newsletter(newsletter)
    try:
        begin(session, goes_by=goes_by, limits=plan.limits, by_steps=plan.by_steps)
    except IntegrityError:
        if week is None:
            raise
        return Session.objects.get(
            Q(slot=plan.slot) | Q(week=week), newsletter=newsletter
        )
    return session


def begin(
    session: Session,
    *,
    copied_from: str = "",
    lines: Iterable[Copied] = (),
    goes_by: TakenInterests | None = None,
    limits: Mapping[str, int | None] | None = None,
    by_steps: bool = False,
    fork: Fork | None = None,
) -> None:
    """Save a new session with the first lines of its log, in one transaction."""
    workflow = workflow_of(session.workflow, session.version)
    asks = fork is not None and not session.is_dry_run
    started = SessionStarted(
        newsletter=session.newsletter.slug,
        workflow=session.workflow,
        version=session.version,
        sources=session.sources,
        now=session.as_of,
        dry_run=session.is_dry_run,
        copied_from=copied_from,
        approval=_terms_of_fork(session) if asks else _terms(session),
        retries=session.retries,
        model=session.model,
        max_turns=session.max_turns,
        limits=_limits(workflow, goes_by, limits or {}),
        interests=goes_by,
        by_steps=by_steps,
        fork=fork,
    )
    with log.begun(session) as book:
        book.append(Kind.SESSION_STARTED, started)
        for kind, data, envelope in lines:
            book.append(kind, data, envelope=envelope)
        settle(book)
    logger.info("session_started", session_id=session.name)


def _of_newsletter(newsletter: Newsletter) -> TakenInterests | None:
    stored = newsletter.interests
    return TakenInterests.of(stored.name, stored.said) if stored else None


def _limits(
    workflow: Workflow, goes_by: TakenInterests | None, asked: Mapping[str, int | None]
) -> dict[str, int]:
    """As asked when it begins, else by its interests, else as the installation is set."""
    said = limits_.by_interests(goes_by.values) if goes_by else {}
    set_ = {
        limits_.TASKS: settings.CRUX_MAX_TASKS,
        limits_.FOLLOW_UPS: settings.CRUX_FOLLOW_UPS,
    }
    return limits_.of(workflow, asked, said, set_)


def _terms(session: Session) -> ApprovalTerms | None:
    """What is asked of a person before delivery: of nobody where nothing reaches readers."""
    asks, is_sample = session.newsletter, session.sources == Session.Sources.SAMPLE
    makes_issue = workflow_of(session.workflow, session.version).makes_issue
    if (
        not makes_issue
        or session.is_dry_run
        or is_sample
        or asks.approval == Newsletter.Approval.NONE
    ):
        return None
    return ApprovalTerms.model_validate(
        {
            "mode": asks.approval,
            "hours": asks.approval_hours,
            "then": asks.if_undecided,
        }
    )


def _terms_of_fork(session: Session) -> ApprovalTerms:
    """Nothing that was changed by hand goes out without a person's yes."""
    return ApprovalTerms.model_validate(
        {
            "mode": Newsletter.Approval.YES,
            "hours": session.newsletter.approval_hours,
            "then": WhenLapsed.SKIP,
        }
    )


def settle(book: Book) -> Moves:
    """Write all that the log calls for, and say what comes next."""
    if book.state.running:
        _expire(book)
    return conclude(book)


def conclude(book: Book) -> Moves:
    """Write what follows from the log alone, and say what comes next."""
    while (moves := _moves(book)).emit:
        for kind, data in moves.emit:
            book.append(kind, data)
            logger.info("settled", session_id=book.session.name, kind=str(kind))
            if kind == Kind.APPROVAL_ASKED and (asked := book.state.asked):
                until = asked.until.isoformat()
                _tell(book, WebhookEvent.APPROVAL_WANTED, mode=asked.mode, until=until)
    _repeat(book, moves)
    return moves


def _moves(book: Book) -> Moves:
    """What comes next; rules take over a draft before models end the session by it."""
    moves = decide(book.state, policy_of, book.now)
    if not (moves.emit and book.state.gave_up):
        return moves
    book.batch.send()  # who wrote last is looked up
    handed = fallback(book.session, book.state)
    return Moves((Emit(Kind.DRAFTING_HANDED_OVER, dump(handed)),)) if handed else moves


def _expire(book: Book) -> None:
    """Book the loss of every attempt that no living lease stands behind."""
    session, state = book.session, book.state
    leases = StepRun.objects.filter(session=session, status=StepRun.Status.RUNNING)
    by_key = {lease.key: lease for lease in leases}
    for turn in state.running:
        lease = by_key.get(state.key(turn))
        if lease and lease.lease_until > book.now:
            continue
        lost = StepLost(
            step=step_of(turn),
            key=state.key(turn),
            attempt=state.tally(turn).started,
            reason=GIVEN_BACK if lease and lease.is_released else RAN_OUT,
            is_released=bool(lease and lease.is_released),
        )
        if lease:
            end = {"status": StepRun.Status.LOST, "ended_at": book.now}
            book.batch.update(StepRun, {"id": lease.pk}, end)
        book.append(Kind.STEP_LOST, lost)
        logger.warning(
            "step_lost",
            session_id=session.name,
            key=lost.key,
            attempt=lost.attempt,
            worker=lease.worker if lease else "",
            reason=lost.reason,
        )


def _repeat(book: Book, moves: Moves) -> None:
    """Repeat on the session's row what the log says."""
    session, state = book.session, book.state
    session.wants = bool(moves.run or moves.wake_at)
    session.wake_at = None if moves.run else moves.wake_at
    session.reason = state.reason
    if state.is_over and not session.is_over:
        _revoke(book)
        session.ended_at = book.now
        logger.info("session_ended", session_id=session.name, kind=state.ended_by)
        if state.ended_by == Kind.SESSION_ABORTED and state.workflow.makes_issue:
            _tell(book, WebhookEvent.SESSION_FAILED, reason=state.reason)
    if session.is_over and not state.is_over:
        session.ended_at, session.summary = None, {}
    session.status = _status(state)


def _tell(book: Book, event: WebhookEvent, **more: object) -> None:
    """Tell those who have a webhook, in the transaction of the lines."""
    session = book.session
    telling.tell(
        event,
        f"session:{session.pk}:{session.last_seq}",
        lambda: {
            "newsletter": session.newsletter.slug,
            "session": session.name,
            "isDryRun": session.is_dry_run,
            "url": address(f"/admin/agents/session/{session.pk}/change/"),
            **more,
        },
    )


def _status(state: State) -> Session.Status:
    if state.is_over:
        return STATUS[state.ended_by]
    return Session.Status.PAUSED if state.is_paused else Session.Status.OPEN


def _revoke(book: Book) -> None:
    """Take every lease away from workers that an ended session no longer needs."""
    book.batch.update(
        StepRun,
        {"session_id": book.session.pk, "status": StepRun.Status.RUNNING},
        {"status": StepRun.Status.REVOKED, "ended_at": book.now},
    )


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a session wants: steps to run now, the way ahead, when to look again."""

    runnable: tuple[DueStep, ...]
    ahead: tuple[tuple[str, ...], ...]
    running: tuple[str, ...]
    wake_at: datetime | None
    status: Session.Status
    waits_for_approval: bool = False

    @property
    def is_over(self) -> bool:
        return self.status in OVER


def look(session_id: int, *, is_hint: bool = False) -> Outlook:
    """Settle a session and say what it wants.

    With `is_hint` a message follows: if there is something to run, it is noted, so that
    nobody sends another one at once.
    """
    with log.opened(session_id) as book:
        moves = settle(book)
        if is_hint and moves.run:
            book.session.hinted_at = book.now
        return Outlook(
            runnable=moves.run,
            ahead=happy_path(book.state),
            running=book.state.running,
            wake_at=moves.wake_at,
            status=_status(book.state),
            waits_for_approval=book.state.waits_for_approval,
        )


def of_issues() -> QuerySet[Session]:
    """Sessions toward an issue: not those that answer a request in words."""
    return Session.objects.exclude(workflow=Session.REQUEST)


def without_summary() -> QuerySet[Session]:
    """Sessions toward an issue that ended and were not summed up yet."""
    return of_issues().filter(status__in=OVER, summary={})


def unfinished() -> QuerySet[Session]:
    """Sessions toward an issue that are not over, the newest first."""
    return of_issues().exclude(status__in=OVER)


def awaiting_approval() -> Iterator[tuple[Session, Asking]]:
    """Sessions that wait for a person's yes or no, the oldest first."""
    now = log.database_now()
    for session, state in _unfinished_with(Kind.APPROVAL_ASKED):
        if asked := state.still_asked(now):
            yield session, asked


def decided_since(moment: datetime) -> QuerySet[AgentEvent]:
    """The lines by which a person decided on a draft, or cancelled what was not decided."""
    kinds = (Kind.APPROVAL_GIVEN, Kind.APPROVAL_REFUSED)
    decided = AgentEvent.objects.of_kind(*kinds).values("session")
    is_first = ~Q(event_type=Kind.SESSION_CANCELLED) | ~Q(session__in=decided)
    lines = AgentEvent.objects.of_kind(*kinds, Kind.SESSION_CANCELLED)
    return lines.filter(is_first, created_at__gte=moment).select_related(
        "session__newsletter"
    )


class Unmended(NamedTuple):
    """A session whose draft an operator edited, and which failed verification."""

    session: Session
    by: str
    until: datetime


def unmended() -> Iterator[Unmended]:
    """Sessions that wait for an edited draft to be mended, the oldest first."""
    for session, state in _unfinished_with(Kind.DRAFT_EDITED):
        if state.edit and state.edit_failed:
            until = datetime.fromisoformat(str(state.edit["until"]))
            yield Unmended(session, state.edit["by"], until)


def _unfinished_with(kind: Kind) -> Iterator[tuple[Session, State]]:
    """Sessions that go on and have such a line in their log, the oldest first."""
    told = AgentEvent.objects.of_kind(kind).values("session")
    known = unfinished().filter(pk__in=told).select_related("newsletter")
    found = list(known.order_by("pk"))
    states = log.states(found)
    for session in found:
        yield session, states[session.pk]


def wanting(now: datetime, *, grace: timedelta) -> QuerySet[Session]:
    """Open sessions with a step nobody is on, or whose lease ran out.

    Not those whose timer still runs, nor those a message was sent for within `grace`;
    nor those of a workflow that only a newer version of Crux knows. What moved or was hinted
    in a time to come did so before the clock was set back: whether its timer runs is looked
    at anew.
    """
    to_come = now + AHEAD
    is_unanswered = (
        Q(hinted_at__isnull=True)
        | Q(hinted_at__lte=now - grace)
        | Q(hinted_at__gt=to_come)
    )
    has_no_timer = Q(wake_at__isnull=True) | Q(wake_at__lte=now)
    is_due = Q(wants=True) & (has_no_timer | Q(moved_at__gt=to_come))
    expired = StepRun.objects.filter(
        status=StepRun.Status.RUNNING, lease_until__lte=now
    ).values("session_id")
    is_known = reduce(or_, (Q(workflow=name, version=of) for name, of in WORKFLOWS))
    return Session.objects.filter(
        Q(pk__in=expired) | (is_due & is_unanswered),
        is_known,
        status=Session.Status.OPEN,
    )
