"""The clock: its pace, and its weekly look, of which what broke off is made up for."""

import threading
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from agents.arrivals import answering
from agents.engine import chores, log
from agents.models import Arrival
from agents.workers import clock
from newsletter import tasks
from newsletter.issues import corrections
from newsletter.tests.support.makers import make_issue
from subscribers import alerts
from subscribers.models import Delivery, Dispatch
from subscribers.webhooks import outbox

pytestmark = pytest.mark.django_db


def test_the_clock_answers_arrivals_and_tells_endpoints(monkeypatch):
    done = []
    monkeypatch.setattr(outbox, "deliver_due", lambda now: done.append("told"))
    monkeypatch.setattr(answering, "work_off", lambda *_: done.append("answered"))
    chores_of = {one.name: one for one in clock.besides_steps(threading.Event())}

    chores_of["webhooks"].act()
    chores_of["arrivals"].act()
    Arrival.objects.create(
        source="mail", key="1", trigger="email", next_at=timezone.now()
    )
    chores_of["arrivals"].act()

    assert done == ["told", "answered"]


@pytest.mark.parametrize(
    "chore",
    [clock.sweep(lambda _: True), *clock.besides_steps(threading.Event())],
    ids=lambda one: one.name,
)
def test_no_chore_that_keeps_its_pace_looks_as_if_it_hung(chore, monkeypatch):
    began = timezone.now()
    monkeypatch.setattr(log, "database_now", lambda: began)
    chores.note(chore.name, "")

    # One turn may take as long as the pause before it.
    before_the_next = began + 2 * timedelta(seconds=chore.pause_seconds)

    assert list(chores.troubles(before_the_next)) == []


@pytest.fixture
def told(monkeypatch):
    """What the operator is told: subjects and texts."""
    found = []
    monkeypatch.setattr(alerts, "tell", lambda *words, **_: found.append(words))
    return found


@pytest.fixture
def due(monkeypatch):
    """A week whose look is due once."""
    weeks = iter([True])
    monkeypatch.setattr(chores, "is_due_this_week", lambda _: next(weeks, False))


@pytest.mark.usefixtures("due")
def test_an_issue_that_raises_stops_no_other_and_is_told(monkeypatch, told):
    bad = make_issue()
    good = make_issue(bad.newsletter)
    looked = []

    def look(issue, *_):
        looked.append(issue)
        raise ZeroDivisionError if issue == bad else LookupError

    monkeypatch.setattr(corrections, "_look", look)

    clock.recheck().act()

    assert looked == [good, bad]
    [(subject, text)] = told
    assert subject == "2 past issues could not be looked at again"
    assert f"{bad.newsletter.slug} {bad.number}: ZeroDivisionError\n" in text


@pytest.mark.usefixtures("due")
def test_a_look_that_the_database_broke_off_is_made_up_for(monkeypatch, told):
    tries = []

    def recheck_all():
        tries.append(1)
        if len(tries) == 1:
            raise OperationalError
        return ()

    monkeypatch.setattr(clock, "recheck_all", recheck_all)
    weekly = clock.recheck()

    for _ in range(3):
        weekly.do()

    assert len(tries) == 2
    assert told == []


def test_where_the_database_goes_away_no_issue_is_blamed(monkeypatch):
    make_issue()

    def away(*_):
        raise OperationalError

    monkeypatch.setattr(corrections, "_look", away)

    with pytest.raises(OperationalError):
        tasks.recheck_all()


def test_an_issue_whose_letter_hangs_holds_up_no_other(monkeypatch):
    hung, other = make_issue(), make_issue()
    for issue in (hung, other):
        Dispatch.objects.create(issue=issue)
        Delivery.objects.create(issue=issue, state="queued")
    end, sent = threading.Event(), threading.Event()

    def go_on(issue_id, is_over):
        (end.wait if issue_id == hung.pk else sent.set)()

    monkeypatch.setattr(clock, "go_on_sending", go_on)
    letters = clock.letters(threading.Event())

    letters.act()

    assert sent.wait(10)
    letters.act()
    end.set()


def test_confirmations_wait_for_no_letter_of_an_issue(monkeypatch):
    done = []
    monkeypatch.setattr(clock, "send_confirmations", lambda: done.append(1))
    [chore] = [
        one
        for one in clock.besides_steps(threading.Event())
        if one.name == "confirmations"
    ]

    chore.act()

    assert done == [1]
