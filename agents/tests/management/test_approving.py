"""Approval from a terminal: a session that lets go of it, and the two acts."""

import pytest
from django.core.management import CommandError

from agents.engine import log, sessions, steering
from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support import approvals
from agents.tests.support import steps as stepping
from agents.tests.support.commands import run
from agents.workers import threads

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


@pytest.mark.parametrize(
    ("act", "status", "said"),
    [
        ("approve", Session.Status.OPEN, "a worker delivers it"),
        ("stop", Session.Status.CANCELLED, "nothing goes out"),
    ],
)
def test_who_decides_in_a_terminal_is_on_record(act, status, said):
    session = approvals.waiting()

    told = run("steersession", session.name, act, "--reason", "Read it twice.")

    session.refresh_from_db()
    asking = log.state(session).asking
    assert said in told
    assert session.status == status
    assert (asking.via, asking.why) == ("command", "Read it twice.")
    assert asking.by


def test_who_approves_a_paused_session_is_told_what_else_it_takes():
    session = approvals.waiting()
    steering.pause(session)

    told = run("steersession", session.name, "approve")

    assert "it goes out once you unpause it" in told


def test_a_second_decision_is_refused_in_a_sentence():
    session = approvals.waiting()
    approvals.press(session)

    with pytest.raises(CommandError, match="ana approved it already") as refused:
        run("steersession", session.name, "stop")

    assert refused.value.returncode == 2


def test_a_session_that_asks_nobody_says_so(make_session):
    with pytest.raises(CommandError, match="asks nobody"):
        run("steersession", make_session().name, "approve")


@pytest.mark.usefixtures("committed")
@pytest.mark.django_db(transaction=True)
def test_a_terminal_does_not_wait_for_a_person(settings):
    settings.OPERATOR_EMAILS = []
    session = approvals.begin(approvals.newsletter_that_asks())

    threads.drive(session, work=stepping.happily)

    assert Kind.APPROVAL_ASKED in stepping.kinds(session)
    told = run("runnewsletter", "--resume", session.name)
    assert "It waits for a yes until" in told
    assert f"steersession {session.name} approve" in told
    assert not sessions.look(session.pk).is_over
