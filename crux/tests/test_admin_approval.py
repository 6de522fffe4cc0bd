"""Approval on the desk and by the links of a letter: who may, what is on record."""

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.test import Client, override_settings
from django.urls import reverse

from agents.approval import asking, letter, repeats
from agents.desk import flow
from agents.desk.newsletter_form import NewsletterForm
from agents.desk.waiting import waiting
from agents.engine import log, sessions, steering
from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support import approvals
from crux.roles import EDITOR, OWNER, VIEWER, fill_groups
from crux.tests.support.desk import changelist, page_of
from newsletter.models import Issue
from subscribers.signatures import Salt, operators_token

pytestmark = pytest.mark.django_db

ANA, BEN = "ana@example.com", "ben@example.org"


@pytest.fixture(scope="module")
def asked(standing, tmp_path_factory):
    """A session that waits for a person, its operators asked."""

    def make():
        letters = tmp_path_factory.mktemp("var")
        with (
            pytest.MonkeyPatch.context() as patch,
            override_settings(OPERATOR_EMAILS=[ANA, BEN], VAR_DIR=letters),
        ):
            session = approvals.held(patch)
            asking.ask_all()
        return session

    return standing(make)


@pytest.fixture
def held(asked, db, settings, tmp_path):
    """The session that waits, as a test finds it."""
    settings.OPERATOR_EMAILS = [ANA, BEN]
    settings.VAR_DIR = tmp_path
    return Session.objects.get(pk=asked.pk)


def text_of(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def person(group):
    fill_groups()
    user = User.objects.create_user(group, f"{group}@example.com", is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(user)
    return client


def press(client, session, act="approve", **fields):
    address = reverse("admin:agents_session_decide", args=[session.pk])
    sent = {"act": act, "draft": approvals.draft_of(session), **fields}
    answer = client.post(address, sent, follow=True)
    session.refresh_from_db()
    return answer


def link(session, act="approve", to=ANA):
    asked = log.state(session).asking
    salt = {"approve": Salt.APPROVE, "stop": Salt.STOP}[act]
    return f"/{act}/{operators_token(salt, letter.reference(session, asked), to)}"


def decisions(session):
    kinds = (Kind.APPROVAL_GIVEN, Kind.APPROVAL_REFUSED)
    return [event.data for event in session.events.of_kind(*kinds)]


# --- On the desk --------------------------------------------------------------------


def test_the_list_says_of_a_session_that_waits_that_it_does(admin_client, held):
    page = admin_client.get(changelist(Session)).content.decode()

    rows = page[page.index("<tbody>") : page.index("</tbody>")]
    assert "Waits for a person" in rows
    assert "Under way" not in rows


def test_what_waits_stands_on_the_first_page_with_its_button(held):
    issue = Issue.objects.get()

    [concern] = [one for one in waiting() if one.act == "Decide"]

    assert concern.address == f"{page_of(issue)}#approval"
    assert "It waits for a yes until" in concern.words


@pytest.mark.parametrize("group", [EDITOR, OWNER])
def test_an_editor_or_an_owner_approves_beside_page_and_letter(held, group):
    client, issue = person(group), Issue.objects.get()
    assert "Approve it" in text_of(client.get(page_of(issue)))
    assert "Approve it" in text_of(client.get(page_of(held)))

    told = text_of(press(client, held, why="It reads well."))

    assert "Approved: it goes out" in told
    assert f"Approved by {group}" in told
    assert "on the desk: “It reads well.”" in told
    entry = LogEntry.objects.get(object_id=str(held.pk))
    assert "It reads well." in entry.change_message


def test_who_decided_when_and_why_stands_in_the_sessions_history(held, admin_client):
    press(person(EDITOR), held, why="It reads well.")

    told = text_of(admin_client.get(page_of(held)))

    assert "an operator approved it: Editor, on the desk: “It reads well.”" in told


def test_readers_are_told_neither_who_nor_why(held, client):
    press(person(EDITOR), held, "stop", why="Not this one.")

    told = text_of(client.get(reverse("agents:run", args=[held.name])))

    assert "an operator stopped it" in told
    assert "Not this one" not in told
    assert "Editor" not in told


def test_what_waits_for_a_person_is_no_retry(held):
    assert held.wake_at

    assert flow.look().retrying == ()


def test_a_viewer_sees_that_it_waits_and_may_not_press(held):
    client = person(VIEWER)

    page = text_of(client.get(page_of(held)))
    answer = press(client, held)

    told = text_of(client.get(reverse("admin:agents_session_change", args=[held.pk])))
    assert "Waits for a yes" in page
    assert "An editor or an owner decides." in told
    for asked in ("for your yes", "Approve it", "approve it", "steersession"):
        assert asked not in page + told
    assert answer.status_code == 403
    assert decisions(held) == []


def test_what_waits_for_a_person_is_found_as_that_and_is_not_under_way(
    held, admin_client
):
    page = changelist(Session)

    told = {
        outcome: text_of(admin_client.get(page, {"outcome": outcome}))
        for outcome in ("waiting", "open")
    }

    assert "1 session " in told["waiting"]
    assert "0 sessions" in told["open"]


def test_of_two_who_press_the_second_is_told_who_was_first(held):
    press(person(EDITOR), held)

    told = text_of(press(person(OWNER), held, "stop"))

    assert "Editor approved it already." in told
    assert [one["by"] for one in decisions(held)] == ["Editor"]


def test_a_button_beside_another_draft_does_nothing(held):
    told = text_of(press(person(EDITOR), held, draft="f" * 64))

    assert "The draft was changed since you were asked" in told
    assert decisions(held) == []


def test_a_stopped_issue_says_that_it_did_not_go_out(held, admin_client):
    press(admin_client, held, "stop")

    assert held.status == Session.Status.CANCELLED
    assert "It did not go out" in text_of(
        admin_client.get(page_of(Issue.objects.get()))
    )


def test_a_stopped_draft_can_be_asked_about_anew_and_who_looks_is_led_there(
    held, admin_client
):
    press(admin_client, held, "stop")

    page = admin_client.get(page_of(held)).content.decode()

    assert '<option value="delivery" selected>delivery</option>' in page


def test_what_nobody_approved_in_time_says_how_it_is_asked_about_anew(
    held, admin_client, monkeypatch
):
    approvals.turn_clock(monkeypatch, hours=4)
    sessions.look(held.pk)

    page = text_of(admin_client.get(page_of(held)))

    assert "run it again from delivery, and a person is asked anew" in page
    assert "Its time went by undecided on" in page
    assert "Trying again would come to the same" not in page


def test_of_a_held_draft_whose_time_went_by_no_button_is_left(
    held, admin_client, monkeypatch
):
    steering.pause(held)
    approvals.turn_clock(monkeypatch, hours=4)

    page = text_of(admin_client.get(page_of(held)))

    assert "The time to decide went by meanwhile" in page
    assert "let go on as it is, it is skipped" in page
    assert "Approve it" not in page
    assert not [one for one in waiting() if one.act == "Decide"]


def test_a_veto_is_asked_for_in_its_own_words(admin_client, client, monkeypatch):
    session = approvals.held(monkeypatch, approvals.newsletter_that_asks("veto"))
    asking.ask_all()

    page = text_of(admin_client.get(page_of(session)))

    assert "It goes out by itself unless somebody stops it." in page
    assert f"steersession {session.name} stop" in page
    assert "Approve it" not in page
    assert "Send it now" in page


def test_what_stands_elsewhere_is_told_beside_the_buttons(
    held, admin_client, monkeypatch
):
    monkeypatch.setattr(repeats, "_told_since", lambda *_: "Issue 7 told it.")

    assert "Issue 7 told it." in text_of(admin_client.get(page_of(held)))
    assert "Issue 7 told it." in text_of(press(admin_client, held))
    assert decisions(held) == []


# --- By the links of a letter -------------------------------------------------------


@pytest.mark.parametrize("act", ["approve", "stop"])
def test_get_shows_and_decides_nothing(held, client, act):
    answer = client.get(link(held, act))

    page = text_of(answer)
    assert "Parser 2.0 reads documents" in page
    assert "It waits for a yes until" in page
    assert answer["X-Robots-Tag"] == "noindex"
    assert "no-store" in answer["Cache-Control"]
    assert decisions(held) == []


def test_a_press_on_its_button_decides_and_says_whose_it_was(held, client):
    told = text_of(client.post(link(held), {"why": "Read on the train."}))

    assert "Approved: it goes out" in told
    [decided] = decisions(held)
    assert (decided["by"], decided["via"]) == ("ana", "link")
    assert decided["why"] == "Read on the train."


def test_stop_ends_it(held, client):
    client.post(link(held, "stop", BEN))

    held.refresh_from_db()
    assert held.status == Session.Status.CANCELLED
    assert [one["by"] for one in decisions(held)] == ["ben"]


def test_the_letter_can_be_read_without_logging_in(held, client):
    answer = client.get(f"{link(held)}/letter")

    assert "Faster decoding" in answer.content.decode()
    assert "script-src 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Robots-Tag"] == "noindex"


def test_a_link_that_was_used_says_what_became_of_it_and_leads_to_the_desk(
    held, client
):
    client.post(link(held))

    for answer, status in (
        (client.get(link(held)), 200),
        (client.post(link(held, "stop", BEN)), 409),
        (client.get(f"{link(held)}/letter"), 200),
    ):
        assert answer.status_code == status
        assert "ana approved it already." in text_of(answer)
        assert page_of(Issue.objects.get()) in answer.content.decode()
    assert len(decisions(held)) == 1


def test_a_link_to_what_an_issue_told_since_says_so_and_stop_still_works(
    held, client, monkeypatch
):
    monkeypatch.setattr(repeats, "_told_since", lambda *_: "Issue 7 told it.")

    for answer, status in (
        (client.get(link(held)), 200),
        (client.post(link(held)), 409),
    ):
        assert answer.status_code == status
        assert "It cannot go out as it is Issue 7 told it." in text_of(answer)
        assert "changes nothing any more" not in text_of(answer)
    assert "Stop it" in text_of(client.get(link(held, "stop")))
    client.post(link(held, "stop"))
    assert len(decisions(held)) == 1


def test_a_link_after_the_deadline_says_so(held, client, monkeypatch):
    approvals.turn_clock(monkeypatch, hours=4)

    answer = client.post(link(held))

    assert answer.status_code == 409
    assert "The time to decide ended at" in text_of(answer)


def test_a_link_about_a_draft_before_says_so(held, client):
    asked = log.state(held).asking
    old = operators_token(Salt.APPROVE, f"{held.pk}.{'f' * 16}", ANA)

    answer = client.post(f"/approve/{old}")

    assert asked.is_open
    assert "The draft was changed since" in text_of(answer)
    assert decisions(held) == []


def test_a_link_of_a_cancelled_session_says_so(held, client):
    steering.cancel(held)

    assert "is over (cancelled)" in text_of(client.get(link(held)))


def test_a_link_that_was_cut_or_is_for_another_act_is_no_link(held, client):
    token = link(held).rpartition("/")[2]

    for address in (f"/stop/{token}", f"/approve/{token[:-3]}", "/approve/x"):
        answer = client.post(address)
        assert answer.status_code == 404
        assert "This link does not work" in text_of(answer)
    assert decisions(held) == []


def test_the_link_of_one_who_is_no_operator_any_more_is_worth_nothing(
    held, client, settings
):
    address = link(held)
    settings.OPERATOR_EMAILS = [BEN]

    assert client.post(address).status_code == 404
    assert decisions(held) == []


def test_another_method_changes_nothing(held, client):
    answer = client.put(link(held))

    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD, POST")


# --- The newsletter's own terms -----------------------------------------------------


@pytest.mark.parametrize("hours", ["0", "145", "soon"])
def test_hours_that_cannot_be_are_refused_beside_their_field(hours):
    sent = {"approval": "yes", "approval_hours": hours, "when_undecided": "skip"}

    form = NewsletterForm(sent, instance=approvals.newsletter_that_asks())

    assert "approval_hours" in form.errors


def test_the_terms_stand_on_the_newsletters_page_in_plain_words(admin_client):
    page = text_of(admin_client.get(page_of(approvals.newsletter_that_asks())))

    for words in (
        "Who decides",
        "goes out unless somebody stops it",
        "Hours to decide",
    ):
        assert words in page
