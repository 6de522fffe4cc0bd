"""Claims: one worker a step, and a late result is refused."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction

from agents.engine import heartbeat, leases, log, sessions
from agents.engine.leases import Fenced
from agents.events.brief import CoveredTopics
from agents.events.schema import Kind
from agents.models import Provider, RetryPolicy, Session, StepRun
from agents.tests.support import steps as stepping

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


def expire(taken):
    """Let a lease run out."""
    StepRun.objects.filter(pk=taken.id).update(
        lease_until=log.database_now() - timedelta(seconds=1)
    )


def status(taken):
    return StepRun.objects.get(pk=taken.id).status


def test_a_lease_says_who_holds_which_attempt_and_until_when(make_session):
    session = make_session()

    taken = leases.take(session.pk, "memory")

    row = StepRun.objects.get(pk=taken.id)
    assert taken.idempotency_key == f"{session.name}:memory.1:1"
    assert row.worker == heartbeat.name()
    assert row.lease_until - row.claimed_at == timedelta(seconds=60)
    assert stepping.kinds(session)[-1] == Kind.STEP_STARTED


def test_a_step_is_taken_once(make_session):
    session = make_session()
    leases.take(session.pk, "memory")

    assert leases.take(session.pk, "memory") is None
    assert StepRun.objects.count() == 1


@pytest.mark.parametrize("step", ["writer", "delivery", "no such step"])
def test_a_step_whose_turn_it_is_not_cannot_be_taken(make_session, step):
    assert leases.take(make_session().pk, step) is None


def test_a_stale_hint_for_a_finished_step_does_nothing(make_session):
    session = make_session()
    stepping.do(session, Kind.COVERED_TOPICS)
    lines = stepping.kinds(session)

    assert leases.take(session.pk, "memory") is None
    assert stepping.kinds(session) == lines


def test_the_database_refuses_a_second_running_lease(make_session):
    session = make_session()
    taken = leases.take(session.pk, "memory")
    second = StepRun.objects.get(pk=taken.id)
    second.pk, second.attempt = None, 2

    with pytest.raises(IntegrityError), transaction.atomic():
        second.save()


def test_a_result_its_event_and_what_follows_are_written_at_once(make_session):
    session = make_session()
    taken = leases.take(session.pk, "memory")

    leases.finish(taken, [stepping.line(Kind.COVERED_TOPICS)])

    session.refresh_from_db()
    assert status(taken) == StepRun.Status.DONE
    assert stepping.kinds(session)[-1] == Kind.COVERED_TOPICS
    assert session.wants
    assert session.hinted_at is not None


def test_who_goes_on_takes_both_researchers_in_the_same_transaction(make_session):
    session = make_session()
    taken = leases.take(session.pk, "memory")

    following = leases.finish(taken, [stepping.line(Kind.COVERED_TOPICS)], goes_on=True)

    session.refresh_from_db()
    assert [one.step for one in following] == ["research_launches", "research_papers"]
    assert not session.wants


def test_a_lease_that_ran_out_is_a_loss_and_the_next_attempt_may_begin(make_session):
    session = make_session()
    expire(leases.take(session.pk, "memory"))

    second = leases.take(session.pk, "memory")

    assert second.attempt == 2
    assert log.state(session).tally("memory").losses == 1


def test_a_living_lease_is_left_alone(make_session):
    session = make_session()
    leases.take(session.pk, "memory")

    assert sessions.look(session.pk).runnable == ()
    assert log.state(session).tally("memory").losses == 0


def test_a_zombies_late_result_is_refused(make_session):
    session = make_session()
    zombie = leases.take(session.pk, "memory")
    expire(zombie)
    leases.take(session.pk, "memory")

    with pytest.raises(Fenced):
        leases.finish(zombie, [stepping.line(Kind.COVERED_TOPICS)])
    with pytest.raises(Fenced):
        leases.fail(zombie, "too late")
    leases.lose(zombie, "known already")
    with pytest.raises(Fenced):
        leases.record(zombie, Kind.COVERED_TOPICS, CoveredTopics(), log.HARNESS)

    assert Kind.COVERED_TOPICS not in stepping.kinds(session)
    assert stepping.kinds(session).count(Kind.STEP_LOST) == 1
    assert log.state(session).running == ("memory",)


def test_a_result_that_is_late_but_alone_still_counts(make_session):
    session = make_session()
    late = leases.take(session.pk, "memory")
    expire(late)

    leases.finish(late, [stepping.line(Kind.COVERED_TOPICS)])

    assert status(late) == StepRun.Status.DONE


def test_a_result_whose_commit_was_never_answered_is_not_written_twice(make_session):
    session = make_session()
    taken = leases.take(session.pk, "memory")
    leases.finish(taken, [stepping.line(Kind.COVERED_TOPICS)])

    leases.finish(taken, [stepping.line(Kind.COVERED_TOPICS)])

    assert stepping.kinds(session).count(Kind.COVERED_TOPICS) == 1


def test_a_running_step_that_lost_its_row_is_lost_and_not_stuck(make_session):
    session = make_session()
    leases.take(session.pk, "memory")
    StepRun.objects.all().delete()

    assert leases.take(session.pk, "memory").attempt == 2


def test_a_failure_is_written_with_the_time_of_the_next_attempt(make_session):
    session = make_session()
    taken = leases.take(session.pk, "memory")

    leases.fail(taken, "it broke", retry_after=timedelta(hours=1))

    session.refresh_from_db()
    assert status(taken) == StepRun.Status.FAILED
    assert session.wake_at - session.moved_at == timedelta(hours=1)
    assert leases.take(session.pk, "memory") is None


def test_the_table_of_policies_wins_over_the_agents_file(make_session):
    session = make_session()
    RetryPolicy.objects.create(step="memory", first_wait_seconds=7, attempts=2)

    leases.fail(leases.take(session.pk, "memory"), "it broke")

    session.refresh_from_db()
    assert session.wake_at - session.moved_at == timedelta(seconds=7)


def test_no_more_steps_begin_than_their_key_allows(make_session, settings):
    settings.CRUX_BRAINS = ["messages", "local"]
    Provider.objects.create(name="anthropic", at_once=1)
    first, second = make_session("one"), make_session("two")
    for session in (first, second):
        stepping.do(session, Kind.COVERED_TOPICS)
    taken = leases.take(first.pk, "research_papers")

    assert leases.take(second.pk, "research_papers") is None
    leases.fail(taken, "it broke")

    assert leases.take(second.pk, "research_papers") is not None


def test_what_code_does_waits_for_no_key(make_session, settings):
    settings.CRUX_BRAINS = ["messages"]
    Provider.objects.create(name="anthropic", at_once=0)
    session = make_session()

    taken = leases.take(session.pk, "memory")

    assert StepRun.objects.get(pk=taken.id).provider == ""
    leases.finish(taken, [stepping.line(Kind.COVERED_TOPICS)])
    assert leases.take(session.pk, "research_papers") is None


def test_going_on_takes_only_what_the_key_allows(make_session, settings):
    settings.CRUX_BRAINS = ["managed"]
    Provider.objects.create(name="anthropic", at_once=1)
    session = make_session()
    taken = leases.take(session.pk, "memory")

    following = leases.finish(taken, [stepping.line(Kind.COVERED_TOPICS)], goes_on=True)

    session.refresh_from_db()
    assert [one.step for one in following] == ["research_launches"]
    assert session.wants
    assert session.hinted_at is None


def test_brains_without_a_key_are_not_bounded(make_session, settings):
    settings.CRUX_BRAINS = ["local"]
    Provider.objects.create(name="anthropic", at_once=0)

    assert leases.take(make_session().pk, "memory") is not None


def test_an_ended_session_takes_the_leases_of_its_workers_away(make_session):
    session = make_session()
    taken = leases.take(session.pk, "memory")

    with log.opened(session.pk) as book:
        book.append(Kind.SESSION_CANCELLED, {"by": "someone"})
        sessions.settle(book)

    assert status(taken) == StepRun.Status.REVOKED
    with pytest.raises(Fenced):
        leases.finish(taken, [stepping.line(Kind.COVERED_TOPICS)])


def test_a_session_of_a_workflow_from_the_future_is_left_to_newer_workers(
    make_session,
):
    session = make_session()
    Session.objects.filter(pk=session.pk).update(version=99)
    log._kept.clear()  # as in another process

    assert leases.take(session.pk, "memory") is None


# --- The heartbeat, and stopping ----------------------------------------------------


def test_the_heartbeat_renews_what_is_worked_on(make_session):
    taken = leases.take(make_session().pk, "memory")
    expire(taken)
    heart = heartbeat.Heart()
    heart.leases.add(taken.id)

    heart.renew()

    assert StepRun.objects.get(pk=taken.id).lease_until > log.database_now()


def test_the_heartbeat_lets_go_of_what_others_took(make_session):
    session = make_session()
    taken = leases.take(session.pk, "memory")
    heart = heartbeat.Heart()
    heart.leases.add(taken.id)
    expire(taken)
    leases.take(session.pk, "memory")

    heart.renew()

    assert heart.leases == set()
    assert status(taken) == StepRun.Status.LOST


def test_a_worker_that_stops_gives_its_leases_back_without_a_loss(make_session):
    session = make_session()
    taken = leases.take(session.pk, "memory")

    assert heartbeat.release() == 1
    heartbeat.HEART.leases.add(taken.id)
    heartbeat.HEART.renew()  # a heart that still beats does not undo it
    second = leases.take(session.pk, "memory")

    assert second.attempt == 2
    assert log.state(session).tally("memory").losses == 0


def test_what_a_stopping_worker_still_finishes_counts(make_session):
    session = make_session()
    taken = leases.take(session.pk, "memory")
    heartbeat.release()

    leases.finish(taken, [stepping.line(Kind.COVERED_TOPICS)])

    assert status(taken) == StepRun.Status.DONE


def test_leases_of_other_workers_are_not_given_back(make_session):
    taken = leases.take(make_session().pk, "memory")
    StepRun.objects.update(worker="elsewhere:abcd:1:1")

    assert heartbeat.release() == 0
    assert heartbeat.bury() == 0
    assert status(taken) == StepRun.Status.RUNNING


def test_a_dead_process_of_this_machine_does_not_keep_its_lease(make_session):
    session = make_session()
    taken = leases.take(session.pk, "memory")
    StepRun.objects.update(worker=f"{heartbeat.MACHINE}:abcd:{2**22 + 1}:1")

    assert heartbeat.bury() == 1
    assert leases.take(session.pk, "memory").attempt == 2
    assert status(taken) == StepRun.Status.LOST
    assert log.state(session).tally("memory").losses == 1


def test_a_lease_from_before_the_clock_was_set_back_lasts_no_longer_than_any(
    make_session, settings
):
    settings.LEASE_SECONDS = 0
    session = make_session()
    taken = leases.take(session.pk, "memory")
    tomorrow = log.database_now() + timedelta(days=1)
    StepRun.objects.update(worker="elsewhere:abcd:1:1", lease_until=tomorrow)

    heartbeat.bury()

    assert leases.take(session.pk, "memory").attempt == 2
    assert status(taken) == StepRun.Status.LOST
    reason = session.events.get(event_type=Kind.STEP_LOST).data["reason"]
    assert "its worker died, or could not write" in reason


# --- With real connections ----------------------------------------------------------


def in_threads(count, act):
    def run(number):
        try:
            return act(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def test_of_64_hints_at_once_one_takes_the_step(committed, make_session):
    session = make_session()

    def hint(_):
        return leases.take(session.pk, "memory")

    taken = [one for _ in range(4) for one in in_threads(16, hint) if one]

    assert len(taken) == 1
    assert stepping.kinds(session).count(Kind.STEP_STARTED) == 1


def test_siblings_that_finish_at_once_open_the_next_step_once(committed, make_session):
    session = make_session()
    stepping.do(session, Kind.COVERED_TOPICS)
    pair = [
        leases.take(session.pk, step)
        for step in ("research_launches", "research_papers")
    ]
    ends = (Kind.LAUNCHES_RESEARCHED, Kind.PAPERS_RESEARCHED)

    following = in_threads(
        2,
        lambda number: leases.finish(
            pair[number], [stepping.line(ends[number])], goes_on=True
        ),
    )

    assert [one.step for some in following for one in some] == ["evaluator"]
    session.refresh_from_db()
    assert log.breach(session) == ""


def test_a_limit_on_a_key_holds_among_workers_of_many_sessions(
    committed, make_session, settings
):
    settings.CRUX_BRAINS = ["messages"]
    Provider.objects.create(name="anthropic", at_once=2)
    many = [make_session(f"letter-{number}") for number in range(8)]
    for session in many:
        stepping.do(session, Kind.COVERED_TOPICS)

    taken = in_threads(
        8, lambda number: leases.take(many[number].pk, "research_papers")
    )

    assert sum(one is not None for one in taken) == 2


def test_a_result_waits_for_a_database_that_comes_back(
    committed, make_session, monkeypatch
):
    taken = leases.take(make_session().pk, "memory")
    opened, failures = log.opened, iter([True, True, False])

    def opened_at_last(session_id):
        if next(failures):
            raise OperationalError("the database system is starting up")
        return opened(session_id)

    monkeypatch.setattr(log, "opened", opened_at_last)

    leases.finish(taken, [stepping.line(Kind.COVERED_TOPICS)])

    assert status(taken) == StepRun.Status.DONE


def test_a_database_that_stays_away_is_not_waited_for_for_ever(
    committed, make_session, monkeypatch
):
    taken = leases.take(make_session().pk, "memory")
    monkeypatch.setattr(leases, "PATIENCE_SECONDS", 0.3)

    def away(_):
        raise OperationalError("no route to host")

    monkeypatch.setattr(log, "opened", away)

    with pytest.raises(OperationalError):
        leases.finish(taken, [stepping.line(Kind.COVERED_TOPICS)])


def test_the_heart_beats_by_itself_while_a_step_is_at_work(
    committed, make_session, settings, monkeypatch
):
    settings.HEARTBEAT_SECONDS = 0.02
    monkeypatch.setattr(heartbeat, "HEART", heartbeat.Heart())
    taken = leases.take(make_session().pk, "memory")
    expire(taken)

    with leases.kept_alive(taken):
        for _ in range(500):
            if StepRun.objects.get(pk=taken.id).lease_until > log.database_now():
                return
            threading.Event().wait(0.01)

    pytest.fail("the lease was not renewed")
