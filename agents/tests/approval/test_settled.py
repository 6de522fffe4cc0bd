"""Who was asked about a draft hears once that another operator has decided."""

import threading

import pytest

from agents.approval import asking, settled
from agents.engine import steering
from agents.events.approval import Via
from agents.tests.support import approvals
from agents.workers import clock
from subscribers import alerts
from subscribers.models import Alert

pytestmark = pytest.mark.django_db

ANA, BEN, EVE = "ana@example.com", "ben@example.org", "eve@example.net"


@pytest.fixture(autouse=True)
def operators(settings):
    settings.OPERATOR_EMAILS = [ANA, BEN, EVE]
    settings.DELIVERY_TRANSPORT = "anymail"  # the backend of the tests


@pytest.fixture
def asked(held, mailoutbox):
    """The session that waits, all its operators written to."""
    asking.ask_all()
    assert len(mailoutbox) == 3
    mailoutbox.clear()
    return held


def press(session, **how):
    sha = approvals.draft_of(session)
    approvals.press(session, by="ana", via=Via.LINK, sha=sha, **how)


def test_the_others_hear_who_approved_it_and_who_did_hears_nothing(asked, mailoutbox):
    press(asked, is_yes=True)

    settled.tell_all()

    assert [letter.to for letter in mailoutbox] == [[BEN], [EVE]]
    letter = mailoutbox[0]
    assert (
        letter.subject == "[Crux] Settled, approved by ana: Parser 2.0 reads documents"
    )
    assert "It goes out; nothing is left to decide." in letter.body
    assert "/approve/" not in letter.body
    assert "/stop/" not in letter.body


def test_a_stop_is_told_with_the_note(asked, mailoutbox):
    press(asked, is_yes=False, why="The second story is wrong.")

    settled.tell_all()

    assert [letter.to for letter in mailoutbox] == [[BEN], [EVE]]
    assert mailoutbox[0].subject.startswith("[Crux] Settled, stopped by ana: ")
    assert "and noted: “The second story is wrong.”" in mailoutbox[0].body
    assert "It does not go out" in mailoutbox[0].body


def test_a_cancelled_session_leaves_nobody_with_a_question(asked, mailoutbox):
    steering.cancel(asked, by="ana")

    settled.tell_all()

    assert [letter.to for letter in mailoutbox] == [[BEN], [EVE]]


def test_it_is_told_once_however_often_it_is_looked_at(asked, mailoutbox):
    press(asked, is_yes=False)
    chores = {one.name: one for one in clock.besides_steps(threading.Event())}

    for _ in range(3):
        chores["approvals"].do()

    assert [letter.to for letter in mailoutbox] == [[BEN], [EVE]]


def test_a_question_that_had_not_left_never_leaves(held, mailoutbox, monkeypatch):
    with monkeypatch.context() as away:
        away.setattr(alerts, "way", lambda: 1 / 0)
        asking.ask_all()
    press(held, is_yes=True)

    settled.tell_all()
    alerts.tell_owed(Alert.objects.latest("next_at").next_at + alerts.BETWEEN_TRIES)

    assert mailoutbox == []


def test_what_was_decided_long_ago_is_no_news(asked, mailoutbox, monkeypatch):
    press(asked, is_yes=True)
    approvals.turn_clock(monkeypatch, days=2)

    settled.tell_all()

    assert mailoutbox == []


def test_where_nobody_was_asked_nobody_is_told(held, mailoutbox):
    press(held, is_yes=True)

    settled.tell_all()

    assert mailoutbox == []


def test_a_webhook_that_was_asked_is_told(held, settings, monkeypatch):
    settings.OPERATOR_WEBHOOK = "https://chat.example/hook"
    said = []
    monkeypatch.setitem(
        alerts._ACTS, alerts.WEBHOOK, lambda alert: said.append(alert.text) or ""
    )
    asking.ask_all()
    press(held, is_yes=True)

    settled.tell_all()
    settled.tell_all()

    assert len(said) == 2
    assert "ana approved “Parser 2.0 reads documents”" in said[1]
    assert "/admin/newsletter/issue/" in said[1]
