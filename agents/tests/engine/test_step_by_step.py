"""A session that is held after each step, until somebody lets it go on."""

import pytest

from agents.engine import leases, log, sessions, steering
from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support import steps as stepping
from newsletter.tests.support.makers import make_newsletter

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


def begun():
    plan = sessions.Plan(sources=Session.Sources.SAMPLE, by_steps=True)
    return sessions.start(make_newsletter(), plan)


def go_on(session):
    session.refresh_from_db()
    assert session.status == Session.Status.PAUSED
    steering.unpause(session, by="ana")


def test_it_is_held_after_each_step_and_finished_when_all_are_done():
    session = begun()
    stepping.do(session, stepping.HAPPY[0])
    for kind in stepping.HAPPY[1:]:
        go_on(session)
        stepping.do(session, kind)
    session.refresh_from_db()

    assert session.status == Session.Status.FINISHED
    assert stepping.kinds(session).count(Kind.SESSION_PAUSED) == len(stepping.HAPPY) - 1
    assert log.breach(session) == ""


def test_those_who_are_at_work_side_by_side_end_before_it_is_held():
    session = begun()
    stepping.do(session, Kind.COVERED_TOPICS)
    go_on(session)
    launches = leases.take(session.pk, "research_launches")
    papers = leases.take(session.pk, "research_papers")

    leases.finish(launches, [stepping.line(Kind.LAUNCHES_RESEARCHED)])
    session.refresh_from_db()
    assert session.status == Session.Status.OPEN
    leases.finish(papers, [stepping.line(Kind.PAPERS_RESEARCHED)])

    session.refresh_from_db()
    assert session.status == Session.Status.PAUSED
    assert "next is evaluator" in session.events.last().data["reason"]
    assert leases.take(session.pk, "evaluator") is None


def test_a_worker_that_dies_does_not_lift_the_hold():
    session = begun()
    stepping.do(session, Kind.COVERED_TOPICS)

    assert sessions.look(session.pk).status == Session.Status.PAUSED
    assert sessions.look(session.pk).runnable == ()


def test_a_session_without_it_has_no_word_of_it_in_its_log(make_session):
    started = make_session().events.get(seq=1)

    assert "by_steps" not in started.data
    assert "fork" not in started.data
