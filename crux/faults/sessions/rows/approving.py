"""Approval under fire: killed while it asks, while somebody decides, and at the deadline."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection

from agents.engine import log, sessions, steering
from agents.engine.leases import patiently
from agents.events.approval import Via
from agents.events.schema import Kind
from agents.models import AgentEvent, Session
from crux.faults.sessions.invariants import judge
from crux.faults.sessions.rows.outages import skew
from crux.faults.sessions.stage import Stage
from crux.faults.sessions.trials import Trial
from newsletter.models import Issue

# One who is to be told may have to wait for the next try of an alert.
TOLD_WITHIN = 150.0
AT_ONCE = 8
DECIDES = (Kind.APPROVAL_GIVEN, Kind.APPROVAL_REFUSED, Kind.APPROVAL_LAPSED)


def killed_asking(stage: Stage) -> Trial:
    """Whoever asks dies: before it is on the log, before the preview, before the letter."""
    trial = Trial("asking", "kill -9 before the asking, its preview, its letter")
    points = (Kind.APPROVAL_ASKED, "previewed", "recorded")
    with stage.running(workers=2):
        run = []
        for point in points:
            session = _held(stage, is_published=False)
            marker = stage.crash(str(point), "delivery", session, "child")
            stage.publish(session)
            died = stage.wait_for(lambda one=marker: not one.exists())  # type: ignore[misc]
            trial.expect(died is not None, f"nobody died at {point}")
            run.append(session)
        for session in run:
            told = stage.wait_for(lambda one=session: _told(stage, one), TOLD_WITHIN)  # type: ignore[misc]
            trial.expect(told is not None, f"nobody was asked about {session.name}")
            _press(session)
        judge(stage, trial, *run)
        time.sleep(2)  # a second letter would be on its way
    times = [_times_told(stage, session) for session in run]
    trial.expect(times == [1] * len(run), f"told {times} times")
    asked = [_count(session, Kind.APPROVAL_ASKED) for session in run]
    trial.expect(asked == [1] * len(run), f"asked {asked} times on the log")
    trial.tell(f"asked {sum(asked)} times on the log, told {sum(times)} times")
    return trial


def decided_at_once(stage: Stage) -> Trial:
    """A yes dies before its commit; then eight say yes and eight no at the same moment."""
    trial = Trial(
        "deciding", f"kill -9 within a yes; then {2 * AT_ONCE} decide at once"
    )
    with stage.running(workers=2):
        session = _held(stage)
        stage.wait_for(lambda: _waits(session))
        stage.crash(str(Kind.APPROVAL_GIVEN), "delivery", session, "child")
        code, _ = stage.call(
            *("-m", "crux.faults.sessions.acting", "steersession"),
            *(session.name, "approve"),
        )
        trial.expect(code != 0 and _waits(session), "a yes that died was counted")
        start = Barrier(2 * AT_ONCE)

        def decide(number: int) -> bool:
            start.wait()
            try:
                _press(session, is_yes=bool(number % 2), by=f"operator-{number}")
            except steering.NotPossible:
                return False
            finally:
                connection.close()
            return True

        with ThreadPoolExecutor(2 * AT_ONCE) as pool:
            done = sum(pool.map(decide, range(2 * AT_ONCE)))
        [kind] = AgentEvent.objects.filter(
            session=session, event_type__in=DECIDES
        ).values_list("event_type", flat=True)
        is_yes = kind == Kind.APPROVAL_GIVEN
        judge(stage, trial, session, status="finished" if is_yes else "cancelled")
    trial.expect(done == 1, f"{done} of them decided")
    trial.tell(f"{done} of {2 * AT_ONCE} decided, the others were told who had")
    return trial


def killed_after_a_yes(stage: Stage) -> Trial:
    """Whoever delivers what was approved dies, at each point of it."""
    trial = Trial("approved", "kill -9 in delivering what was approved, at 8 points")
    points = (
        *("claimed", "worked", "committing", "committed"),
        *("frozen", "taken", "started", "accepted"),
    )
    with stage.running(workers=2):
        run = []
        for point in points:
            session = _held(stage)
            stage.crash(point, "delivery", session, "child")
            run.append(session)
        for session in run:
            stage.wait_for(lambda one=session: _waits(one))  # type: ignore[misc]
            _press(session)
        judge(stage, trial, *run, since=time.monotonic())
    asked = sum(_count(session, Kind.APPROVAL_ASKED) for session in run)
    trial.expect(asked == len(run), f"asked {asked} times")
    return trial


def deadline_while_down(stage: Stage) -> Trial:
    """The time goes by while nobody is there; and who comes back dies as it lapses."""
    trial = Trial(
        "deadline", "a deadline nobody was there for, then kill -9 as it lapses"
    )
    with stage.running():
        veto, skip = _held(stage, approval="veto"), _held(stage)
        stage.wait_for(lambda: _waits(veto) and _waits(skip))
    for session in (veto, skip):
        stage.crash(str(Kind.APPROVAL_LAPSED), "delivery", session, "child")
    try:
        skew(2)
        with stage.running():
            began = time.monotonic()
            judge(stage, trial, veto, since=began)
            judge(stage, trial, skip, status="aborted")
    finally:
        skew(0)
    lapsed = [_count(session, Kind.APPROVAL_LAPSED) for session in (veto, skip)]
    trial.expect(lapsed == [1, 1], f"it lapsed {lapsed} times")
    left = sorted((stage.directory / "crash").glob(f"{Kind.APPROVAL_LAPSED}.*"))
    trial.expect(not left, "nobody died as it lapsed")
    return trial


# --- A session that waits -----------------------------------------------------------


def _held(stage: Stage, *, approval: str = "yes", is_published: bool = True) -> Session:
    """A session of a newsletter that asks, with an hour to decide."""
    newsletter = stage.newsletter(
        approval=approval, approval_hours=1, when_undecided="skip"
    )
    plan = sessions.Plan(sources=Session.Sources.LIVE)
    session = patiently(lambda: sessions.start(newsletter, plan))
    if is_published and stage.redis:
        stage.publish(session)
    return session


def _waits(session: Session) -> bool:
    return log.state(session).waits_for_approval


def _press(session: Session, *, is_yes: bool = True, by: str = "an operator") -> None:
    mine = Session.objects.get(pk=session.pk)
    draft = log.state(mine).draft_name
    decision = steering.Decision(is_yes=is_yes, draft=draft, by=by, via=Via.DESK)
    steering.decide(mine, decision)


def _times_told(stage: Stage, session: Session) -> int:
    """How often the operator was asked about its issue."""
    issue = Issue.objects.filter(session_name=session.name).first()
    if issue is None:
        return 0
    page = f"/admin/newsletter/issue/{issue.pk}/change/"
    return sum(page in text for text in stage.operator.told)


def _told(stage: Stage, session: Session) -> bool:
    return _times_told(stage, session) > 0


def _count(session: Session, kind: Kind) -> int:
    return AgentEvent.objects.filter(session=session, event_type=kind).count()
