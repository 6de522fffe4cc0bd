"""Whole sessions in one process, with loops, errors, and death at every point."""

import threading
from collections import Counter
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from psycopg.errors import QueryCanceled

from agents.brains.scripted import emits
from agents.brains.table import BRAINS
from agents.engine import heartbeat, leases, log, sessions
from agents.events.schema import Kind
from agents.models import Chore as ChoreRow
from agents.models import RetryPolicy, Session, StepRun
from agents.tests.support import steps as stepping
from agents.workers import threads
from agents.workers.steps import StepResult, perform, run_step
from agents.workers.threads import drive
from agents.workflows.weekly_brief import BRIEF
from newsletter.tests.support.makers import make_newsletter

pytestmark = [
    pytest.mark.both_engines,
    pytest.mark.usefixtures("committed"),
]


class Playing:
    """Work by a list of endings per step; the happy one when the list is used up."""

    def __init__(self, **endings):
        self.endings = {step: list(kinds) for step, kinds in endings.items()}
        self.done = Counter()
        self.lock = threading.Lock()

    def __call__(self, taken):
        with self.lock:
            self.done[taken.idempotency_key] += 1
            endings = self.endings.get(taken.step, [])
            ending = endings.pop(0) if endings else BRIEF.by_name[taken.step].happy
        if isinstance(ending, Exception):
            raise ending
        if ending is None:
            return stepping.silently(taken)
        return stepping.Outcome((stepping.line(ending),), log.HARNESS, is_silent=False)


def ended(session):
    session.refresh_from_db()
    return session.status


def test_a_session_runs_to_its_end_and_no_step_is_done_twice(make_session):
    session, work = make_session(), Playing()

    drive(session, work=work)

    assert ended(session) == Session.Status.FINISHED
    assert set(work.done.values()) == {1}
    assert len(work.done) == 8
    assert log.breach(session) == ""


def test_rejections_and_bad_links_go_back_to_the_writer(make_session):
    session = make_session()
    work = Playing(
        critic=[Kind.CRITIC_REJECTION, Kind.DRAFT_APPROVED, Kind.CRITIC_REJECTION],
        verifier=[Kind.VERIFICATION_FAILED],
    )

    drive(session, work=work)

    assert ended(session) == Session.Status.FINISHED
    assert stepping.kinds(session).count(Kind.DRAFT_WRITTEN) == 4
    assert {f"{session.name}:writer.{number}:1" for number in (1, 2, 3, 4)} <= set(
        work.done
    )


def test_both_researchers_are_at_work_at_once(make_session):
    session, meeting = make_session(), threading.Barrier(2, timeout=10)

    def work(taken):
        if taken.step.startswith("research"):
            meeting.wait()
        return stepping.happily(taken)

    drive(session, work=work)

    assert ended(session) == Session.Status.FINISHED


def test_a_failed_step_is_tried_again_when_its_time_has_come(make_session):
    RetryPolicy.objects.create(step="evaluator", first_wait_seconds=0)
    session, work = make_session(), Playing(evaluator=[RuntimeError("it broke")])

    drive(session, work=work)

    assert ended(session) == Session.Status.FINISHED
    assert work.done[f"{session.name}:evaluator.1:2"] == 1


def test_a_session_whose_critical_step_dies_says_why(make_session):
    RetryPolicy.objects.create(step="writer", first_wait_seconds=0, attempts=2)
    session = make_session()

    drive(session, work=Playing(writer=[RuntimeError("a"), RuntimeError("b")]))

    assert ended(session) == Session.Status.ABORTED
    assert session.reason == "writer failed for good: RuntimeError: b"


def test_one_step_alone_can_be_done(make_session):
    session = make_session()
    stepping.do(session, Kind.COVERED_TOPICS)

    drive(session, work=Playing(), only="research_papers")

    assert ended(session) == Session.Status.OPEN
    assert stepping.kinds(session)[-1] == Kind.PAPERS_RESEARCHED
    assert Kind.LAUNCHES_RESEARCHED not in stepping.kinds(session)


def test_a_paused_session_lets_go_of_its_driver(make_session):
    session = make_session()

    def work(taken):
        with log.opened(session.pk) as book:
            book.append(Kind.SESSION_PAUSED, {})
            sessions.settle(book)
        return stepping.happily(taken)

    drive(session, work=work)

    assert ended(session) == Session.Status.PAUSED
    assert stepping.kinds(session)[-1] == Kind.COVERED_TOPICS


def test_a_whole_session_of_scripted_agents_goes_through_the_harness(
    make_session, monkeypatch
):
    monkeypatch.setattr(
        BRAINS["scripted"], "scripts", {"memory": emits(Kind.COVERED_TOPICS)}
    )
    RetryPolicy.objects.create(step="research_launches", first_wait_seconds=0)
    session = make_session(brains=("scripted",))

    drive(session)

    assert ended(session) == Session.Status.ABORTED
    assert session.reason.startswith("research launches failed for good")
    assert stepping.kinds(session).count(Kind.PLACEHOLDER_INSERTED) == 1


# --- Death at every point -----------------------------------------------------------


class Death(BaseException):
    """The process ends here."""


POINTS = ("claiming", "claimed", "worked", "committing", "committed")


def die_at(point, monkeypatch):
    """Have the process die at this point of each step, once; the steps not yet died in."""
    alive = {step.name for step in BRIEF.steps}

    def strike(here, step):
        if here == point and step in alive:
            alive.discard(step)
            raise Death

    begin, finish, settle = leases._start, leases.finish, leases.settle

    def dying_begin(book, run, provider):
        taken = begin(book, run, provider)
        strike("claiming", run.step)
        return taken

    def dying_settle(book):
        moves = settle(book)
        for event in book.lines:
            if event.event_type in BRIEF.by_end:
                strike("committing", BRIEF.by_end[event.event_type].name)
        return moves

    def dying_finish(taken, lines, **options):
        strike("worked", taken.step)
        following = finish(taken, lines, **options)
        strike("committed", taken.step)
        return following

    monkeypatch.setattr(leases, "_start", dying_begin)
    monkeypatch.setattr(leases, "settle", dying_settle)
    monkeypatch.setattr(leases, "finish", dying_finish)
    return alive, lambda taken: strike("claimed", taken.step)


@pytest.mark.parametrize("point", POINTS)
def test_whoever_dies_anywhere_another_goes_on_from_there(
    make_session, monkeypatch, point
):
    session, work = make_session(), Playing()
    alive, strike = die_at(point, monkeypatch)

    def dying(taken):
        happy = BRIEF.by_name[taken.step].happy
        assert happy not in stepping.kinds(session), "a finished step was done again"
        outcome = work(taken)
        strike(taken)
        return outcome

    while alive:
        with pytest.raises(Death):
            _run(session, dying)
        # What the dead process held: another finds out at once that it is gone.
        StepRun.objects.filter(status="running").update(
            worker=f"{heartbeat.MACHINE}:abcd:{2**22 + 1}:1"
        )
        heartbeat.bury()
    drive(session, work=work)

    assert ended(session) == Session.Status.FINISHED
    assert set(work.done.values()) == {1}, "an attempt was done twice"
    assert len(work.done) <= 2 * len(BRIEF.steps)
    assert log.breach(session) == ""
    for kind in stepping.HAPPY:
        assert stepping.kinds(session).count(kind) == 1


def _run(session, work):
    """A process of one thread that runs a session until it dies."""
    due = list(leases.take_all(session.pk))
    while due:
        ended = perform(due.pop(0), work=work, goes_on=True)
        due.extend(ended.following)


def test_a_database_that_went_away_is_no_fault_of_the_agent(make_session):
    session = make_session()
    work = Playing(memory=[OperationalError("the server closed the connection")])
    taken = leases.take(session.pk, "memory")

    assert perform(taken, work=work).answer == StepResult.LOST

    tally = log.state(session).tally("memory")
    assert (tally.failures, tally.losses) == (0, 0)
    assert sessions.look(session.pk).runnable


def test_a_database_that_is_cut_off_all_the_time_is_waited_out(
    make_session, monkeypatch
):
    monkeypatch.setattr(threads, "REST_SECONDS", 0.02)
    session = make_session()
    away = OperationalError("the server closed the connection")
    work = Playing(memory=[away] * 12, evaluator=[away] * 12)

    drive(session, work=work)

    assert ended(session) == Session.Status.FINISHED


def test_a_statement_that_takes_too_long_is_the_steps_own_and_uses_up_its_budget(
    make_session, monkeypatch
):
    monkeypatch.setattr(threads, "REST_SECONDS", 0.02)
    session = make_session()
    endless = OperationalError("canceling statement due to statement timeout")
    endless.__cause__ = QueryCanceled()
    work = Playing(evaluator=[endless] * 12)

    drive(session, work=work)

    assert ended(session) == Session.Status.ABORTED


def test_a_hint_that_is_not_due_is_a_noop(make_session):
    assert run_step(make_session().pk, "writer") == StepResult.NOOP


def test_a_zombie_is_fenced_and_says_so(make_session):
    session = make_session()
    taken = leases.take(session.pk, "memory")

    def sleeps_too_long(claim):
        StepRun.objects.filter(pk=claim.id).update(lease_until=log.database_now())
        assert leases.take(session.pk, "memory")
        return stepping.happily(claim)

    assert perform(taken, work=sleeps_too_long).answer == StepResult.FENCED


# --- The worker that serves all -----------------------------------------------------


def serve(stop, work):
    def run():
        threads.work(stop, does=work)
        connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_a_worker_serves_all_sessions_and_stops_when_told(make_session, settings):
    settings.CRUX_SOURCES = "sample"
    stop, work = threading.Event(), Playing()
    many = [make_session(f"letter-{number % 2}") for number in range(4)]

    thread = serve(stop, work)
    for _ in range(200):
        if all(ended(session) == Session.Status.FINISHED for session in many):
            break
        threading.Event().wait(0.05)
    stop.set()
    thread.join(10)

    assert [ended(session) for session in many] == [Session.Status.FINISHED] * 4
    assert set(work.done.values()) == {1}


@pytest.mark.django_db
def test_turns_are_offered_though_a_sweep_is_always_due(settings, monkeypatch):
    settings.SWEEP_SECONDS = 0
    stop = threading.Event()
    monkeypatch.setattr(threads.sweep, "sweep", lambda *_, **__: stop.set())

    threads.work(stop, size=1)

    assert ChoreRow.objects.get(name="turns").done_at


def test_a_worker_told_to_stop_gives_its_step_back(make_session, monkeypatch):
    monkeypatch.setattr(threads, "FAREWELL_SECONDS", 0.1)
    session, stop = make_session(), threading.Event()
    begun, over = threading.Event(), threading.Event()

    def work(taken):
        begun.set()
        over.wait(10)
        return stepping.happily(taken)

    thread = serve(stop, work)
    assert begun.wait(10)
    stop.set()
    thread.join(10)
    assert StepRun.objects.get().is_released

    assert leases.take(session.pk, "memory").attempt == 2
    over.set()
    for _ in range(200):
        if not [one for one in threading.enumerate() if one.name.startswith("step ")]:
            break
        threading.Event().wait(0.02)
    assert log.state(session).tally("memory").losses == 0


def test_a_slow_step_outlives_its_lease_by_its_heartbeat(
    make_session, settings, monkeypatch
):
    monkeypatch.setattr(heartbeat, "HEART", heartbeat.Heart())
    settings.LEASE_SECONDS, settings.HEARTBEAT_SECONDS = 2.0, 0.1
    session, work = make_session(), Playing()

    def slow(taken):
        if taken.step == "memory":
            threading.Event().wait(3.0)
            assert sessions.look(session.pk).runnable == ()
        return work(taken)

    drive(session, work=slow)

    assert ended(session) == Session.Status.FINISHED
    assert Kind.STEP_LOST not in stepping.kinds(session)


def test_the_time_to_the_next_look_is_never_long():
    soon = log.database_now() + timedelta(hours=1)

    assert threads._seconds_until(soon) == threads.REST_SECONDS
    assert threads._seconds_until(None) == threads.REST_SECONDS


# --- A step in parts ----------------------------------------------------------------


@pytest.fixture
def scouts(make_session):
    make_newsletter(slug="scouting", workflow="scouts")
    return make_session("scouting")


def test_all_parts_are_at_work_side_by_side(scouts, monkeypatch):
    tasks = [{"topic": str(number)} for number in range(5)]
    monkeypatch.setitem(stepping.DATA, Kind.TASKS_PLANNED, {"tasks": tasks})
    together = threading.Barrier(5, timeout=30)

    def work(taken):
        if taken.part:
            together.wait()
        return stepping.happily(taken)

    drive(scouts, work=work)

    assert ended(scouts) == Session.Status.FINISHED
    assert not together.broken
    told = log.state(scouts).last[Kind.STORIES_SCOUTED]["parts"]
    assert [report["part"] for report in told] == [1, 2, 3, 4, 5]


def test_one_step_alone_is_all_of_its_parts(scouts):
    stepping.do(scouts, Kind.COVERED_TOPICS, Kind.TASKS_PLANNED)

    drive(scouts, only="scout", work=stepping.happily)

    assert stepping.kinds(scouts).count(Kind.STORIES_SCOUTED) == 3
    assert log.state(scouts).open == ["collect_launches", "collect_papers"]
