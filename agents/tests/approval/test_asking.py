"""Operators are asked: the issue as a preview, and one letter to each of them."""

import re
from dataclasses import replace

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission

from agents.approval import asking, letter, people
from agents.engine import log, sessions, steering
from agents.engine.chores import Trouble
from agents.models import Session
from agents.tests.support import approvals
from newsletter.issues import publish as publishing
from newsletter.models import Issue
from subscribers import alerts
from subscribers.models import Alert

pytestmark = pytest.mark.django_db

OPERATORS = ["ana@example.com", "ben@example.org"]


@pytest.fixture(autouse=True)
def operators(settings):
    settings.OPERATOR_EMAILS = OPERATORS
    settings.DELIVERY_TRANSPORT = "anymail"  # the backend of the tests


@pytest.fixture
def deliver(settings, tmp_path, monkeypatch):
    """Has what was decided done, its letters left in files."""
    settings.VAR_DIR = tmp_path

    def deliver(session):
        settings.DELIVERY_TRANSPORT = "file"
        return approvals.deliver(session, monkeypatch)

    return deliver


def asked(session):
    [(_, about)] = [
        one for one in sessions.awaiting_approval() if one[0].pk == session.pk
    ]
    return about


def test_each_operator_gets_one_letter_however_often_it_is_looked_at(held, mailoutbox):
    assert [asking.ask_all(), asking.ask_all()] == [1, 1]

    assert [letter.to for letter in mailoutbox] == [[one] for one in OPERATORS]


def test_the_letter_says_what_until_when_and_what_happens_then(held, mailoutbox):
    asking.ask_all()

    letter = mailoutbox[0]
    assert letter.subject.startswith("[Crux] Waits for your yes until ")
    newsletter = held.newsletter.title
    assert letter.subject.endswith(f": {newsletter}, Parser 2.0 reads documents")
    assert "for 1 reader." in letter.body
    assert "if nobody decides, it is skipped." in letter.body
    assert "- Faster decoding" in letter.body
    assert "Quotes found word for word: 4 of 4" in letter.body
    issue = Issue.objects.get()
    assert f"/admin/newsletter/issue/{issue.pk}/change/" in letter.body
    html, kind = letter.alternatives[0]
    assert kind == "text/html"
    assert "<h1" in html


def test_a_veto_says_that_it_goes_out_unless_stopped(held, mailoutbox):
    asking.ask(held, replace(asked(held), mode="veto"))

    assert mailoutbox[0].subject.startswith("[Crux] Goes out on ")
    assert "unless somebody stops it" in mailoutbox[0].body


def test_each_letter_has_links_of_its_own_which_are_on_no_record(
    held, mailoutbox, caplog
):
    asking.ask_all()

    links = [
        set(re.findall(r"/(?:approve|stop)/\S+", letter.body)) for letter in mailoutbox
    ]
    assert [len(one) for one in links] == [2, 2]
    assert not links[0] & links[1]
    kept = " ".join(str(row) for row in Alert.objects.values_list())
    for link in set.union(*links):
        token = link.rpartition("/")[2]
        assert token not in kept
        assert token not in caplog.text


def test_what_could_not_be_sent_is_tried_again_with_the_same_links(
    held, monkeypatch, mailoutbox
):
    with monkeypatch.context() as away:
        away.setattr(alerts, "way", lambda: 1 / 0)
        asking.ask_all()
    assert mailoutbox == []

    later = Alert.objects.earliest("next_at").next_at + alerts.BETWEEN_TRIES
    alerts.tell_owed(later)
    alerts.tell_owed(later + alerts.BETWEEN_TRIES)

    assert len(mailoutbox) == 2
    assert "/approve/" in mailoutbox[0].body


def test_a_preview_is_made_once_and_published_by_the_yes(held, deliver):
    asking.ask_all()
    preview = Issue.objects.get()
    assert preview.status == Issue.Status.PREVIEW

    approvals.press(held, sha=preview.draft_sha256)
    deliver(held)

    assert held.status == Session.Status.FINISHED
    issue = Issue.objects.get()
    assert (issue.pk, issue.status) == (preview.pk, Issue.Status.PUBLISHED)
    assert issue.page_html == preview.page_html


def test_a_preview_of_a_draft_before_gives_way_to_what_goes_out(held, deliver):
    asking.ask_all()
    Issue.objects.update(draft_sha256="0" * 64, subject="Before", page_html="Before")

    approvals.press(held, sha=approvals.draft_of(held))
    deliver(held)

    issue = Issue.objects.get()
    assert issue.subject == "Parser 2.0 reads documents"
    assert issue.draft_sha256 == approvals.draft_of(held)
    assert "Before" not in issue.page_html
    assert issue.citations.count() == 4
    assert issue.coverage.count() == 2


def test_a_crash_before_the_letters_asks_again_and_doubles_nothing(
    held, monkeypatch, mailoutbox
):
    with monkeypatch.context() as crash:
        crash.setattr(publishing.search, "keep", lambda _: 1 / 0)
        with pytest.raises(Trouble):
            asking.ask_all()

    asking.ask(held, asked(held))

    assert Issue.objects.count() == 1
    assert len(mailoutbox) == 2


def test_a_link_that_was_sent_before_subjects_counted_is_still_good(held):
    name = letter.reference(held, asked(held))

    assert name == f"{held.pk}.{log.state(held).draft_sha256[:16]}"


def test_an_asking_about_a_draft_before_writes_to_nobody(held, mailoutbox):
    about = asked(held)
    Issue.objects.update(draft_sha256="0" * 64)
    old = type(about)(about.mode, about.until, about.then, "1" * 64)

    asking.ask(held, old)

    assert mailoutbox == []


def test_a_stopped_session_asks_nobody_any_more(held, mailoutbox):
    steering.cancel(held)

    assert asking.ask_all() == 0
    assert mailoutbox == []


def test_people_of_the_desk_who_may_steer_are_asked_and_others_are_not(settings):
    settings.OPERATOR_EMAILS = ["ops@example.com", "Eve@example.com"]
    users = get_user_model().objects
    editor = users.create_user("eve", "eve@example.com", is_staff=True)
    right = Permission.objects.get(
        codename="change_session", content_type__app_label="agents"
    )
    editor.user_permissions.add(right)
    users.create_user("viewer", "viewer@example.com", is_staff=True)

    assert people.approvers() == {"eve@example.com": "eve", "ops@example.com": "ops"}


def test_a_webhook_is_told_without_the_links(held, settings, monkeypatch):
    settings.OPERATOR_WEBHOOK = "https://chat.example/hook"
    said: list[str] = []
    monkeypatch.setitem(
        alerts._ACTS, alerts.WEBHOOK, lambda alert: said.append(alert.text) or ""
    )

    asking.ask_all()

    [text] = said
    assert "/admin/newsletter/issue/" in text
    assert "/approve/" not in text
