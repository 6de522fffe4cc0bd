"""Editing a verified draft on the desk: seen, checked, saved, mended, approved anew."""

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from agents.desk.editing import edits
from agents.engine import log, steering
from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support import approvals, newsroom
from crux.roles import EDITOR, VIEWER
from crux.tests.support.desk import page_of
from newsletter.models import Issue
from newsletter.tests.support.makers import make_newsletter

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def paused(standing, tmp_path_factory):
    """A session on hold before delivery, whose draft keeps every rule."""

    def make():
        newsletter = make_newsletter(title="Parsers Weekly")
        session = newsroom.played(
            newsletter, tmp_path_factory.mktemp("var"), until="delivery"
        )
        steering.pause(session)
        return session

    return standing(make)


@pytest.fixture
def held(paused, db, settings, tmp_path, monkeypatch):
    """The session on hold, as a test finds it, and its pages."""
    settings.VAR_DIR = tmp_path
    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        yield Session.objects.get(pk=paused.pk)


def page(session, name="edit"):
    return reverse(f"admin:agents_session_{name}", args=[session.pk])


def fields(session, **changed):
    draft = edits.present(log.state(session))
    return {
        "began_with": edits.name_of(draft),
        "subject": draft.subject,
        "preheader": draft.preheader,
        "markdown": draft.markdown,
        **changed,
    }


def press(client, session, do, **changed):
    sent = {**fields(session), **changed, "do": do}
    answer = client.post(page(session), sent, follow=True)
    return " ".join(answer.content.decode().split())


def test_the_draft_is_there_to_edit_and_the_sessions_page_leads_to_it(
    admin_client, held
):
    shown = admin_client.get(page(held)).content.decode()

    assert page(held) in admin_client.get(page_of(held)).content.decode()
    assert "### 1. Parser 2.0 reads documents" in shown
    assert "Save as the draft" in shown
    assert "edit.js" in shown


def test_a_preview_needs_no_script_and_shows_nothing_that_acts(admin_client, held):
    text = fields(held)["markdown"] + "\n<script>alert(1)</script>\n"

    shown = press(admin_client, held, "preview", markdown=text)
    live = admin_client.post(page(held, "preview"), fields(held, markdown=text))

    for html in (shown.partition('id="preview"')[2], live.content.decode()):
        assert "reads documents" in html.partition("<h3")[2].partition("</h3>")[0]
        assert "<script>alert" not in html
    assert not held.events.of_kind(Kind.DRAFT_EDITED).exists()


def test_check_shows_each_finding_beside_its_sentence(admin_client, held):
    text = fields(held)["markdown"].replace("one launch and", "nine launches! And")

    shown = press(admin_client, held, "check", markdown=text)

    at = shown.partition("What code holds against it")[2]
    assert "Leave the exclamation mark out." in at
    assert "own figure" in at or "own_figure" in at
    assert not held.events.of_kind(Kind.DRAFT_EDITED).exists()


def test_check_of_a_draft_that_is_in_order_finds_nothing(admin_client, held):
    shown = press(admin_client, held, "check")

    at = shown.partition("What code holds against it")[2]
    assert "objection" not in at
    assert "Nothing" in at


def test_what_is_saved_is_on_record_verified_and_sent(admin_client, held, monkeypatch):
    told = press(
        admin_client, held, "save", subject="Parser 2.0 is out", why="Shorter."
    )
    assert "It is verified once you let the session go on" in told

    event = held.events.get(event_type=Kind.DRAFT_EDITED)
    assert (event.data["by"], event.data["why"]) == ("admin", "Shorter.")
    assert LogEntry.objects.get().user.username == "admin"
    steering.unpause(held)
    newsroom.run(held, newsroom.honest_scripts(), monkeypatch)
    assert Issue.objects.get().subject == "Parser 2.0 is out"


def test_what_failed_is_shown_beside_its_sentence_and_mended_or_taken_back(
    admin_client, held, monkeypatch
):
    text = fields(held)["markdown"]
    press(admin_client, held, "save", markdown=text.replace("one launch", "a launch!"))
    steering.unpause(held)
    newsroom.run(held, newsroom.honest_scripts(), monkeypatch)

    shown = " ".join(admin_client.get(page(held)).content.decode().split())
    assert "What admin saved failed verification" in shown
    assert "Leave the exclamation mark out." in shown
    assert (
        "edited failed verification" in admin_client.get(page_of(held)).content.decode()
    )

    press(admin_client, held, "revert")
    newsroom.run(held, newsroom.honest_scripts(), monkeypatch)
    assert held.status == Session.Status.FINISHED, held.reason
    assert Issue.objects.get().markdown == text


def test_of_two_editors_the_second_sees_the_first_ones_draft(admin_client, held):
    mine = fields(held, subject="Mine")
    press(admin_client, held, "save", subject="Theirs")

    answer = admin_client.post(page(held), {**mine, "do": "save"})
    shown = " ".join(answer.content.decode().split())

    assert "dmin saved another draft since you began" in shown
    assert "Subject: Theirs" in shown
    assert 'value="Mine"' in shown
    assert held.events.of_kind(Kind.DRAFT_EDITED).count() == 1


def test_a_draft_that_waits_for_a_yes_is_edited_and_asked_about_anew(admin_client):
    waiting = approvals.waiting()

    told = press(admin_client, waiting, "save", subject="Another")

    assert "It is verified by the next free worker" in told
    assert not log.state(waiting).waits_for_approval


def test_a_rehearsal_is_opened_as_a_session_of_its_own(
    admin_client, settings, tmp_path, monkeypatch
):
    settings.VAR_DIR = tmp_path
    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        rehearsal = newsroom.begin(make_newsletter(), is_dry_run=True)
        newsroom.run(rehearsal, newsroom.honest_scripts(), monkeypatch)
    shown = admin_client.get(page(rehearsal)).content.decode()
    assert "Open it for editing" in shown
    assert f'name="seen" value="{rehearsal.pk}"' in shown

    told = press(admin_client, rehearsal, "open", seen=rehearsal.pk)

    opened = Session.objects.latest("pk")
    assert "nothing goes out before you let it go on" in told
    assert (opened.is_dry_run, opened.status) == (False, Session.Status.PAUSED)
    again = press(admin_client, rehearsal, "open", seen=rehearsal.pk)
    assert "has begun since you looked" in again


def test_what_cannot_be_edited_says_why(admin_client, held):
    steering.unpause(held)

    shown = admin_client.get(page(held)).content.decode()

    assert "It is about to go out: pause it first." in shown
    assert "Save as the draft" not in shown
    assert "pause it first" in press(admin_client, held, "save", subject="X")


def test_an_editor_edits_and_a_viewer_does_not(enter, held):
    for name, status in ((EDITOR, 200), (VIEWER, 403)):
        client = enter(name)

        assert client.get(page(held)).status_code == status
        assert client.post(page(held, "preview"), fields(held)).status_code == status
        assert client.post(page(held), fields(held, do="check")).status_code == status
    assert "Edit the draft" not in client.get(page_of(held)).content.decode()
