"""The desk's first page: what needs a person, and the button that begins a session."""

import re
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from agents.desk.overview import look
from agents.engine import leases, log, sessions, steering
from agents.models import Session, StepRun, Sweep
from agents.tests.support import approvals, newsroom
from agents.tests.support import steps as stepping
from newsletter.models import Correction, Issue, Newsletter
from newsletter.tests.support.makers import make_issue, make_newsletter
from subscribers.models import Delivery, Dispatch, Subscriber

pytestmark = pytest.mark.django_db


def test_who_logs_in_without_a_place_to_go_comes_to_the_desk(client):
    User.objects.create_superuser("chief", password="a long one")

    answer = client.post(
        reverse("admin:login"), {"username": "chief", "password": "a long one"}
    )

    assert answer.headers["Location"] == reverse("admin:index")


# --- Beginning a session ------------------------------------------------------------


def test_a_session_is_begun_step_by_step_from_the_desk(admin_client, settings):
    settings.CRUX_SOURCES = "sample"

    page = begin(admin_client, newsletter=make_newsletter().pk, by_steps="on")

    assert "It is held after each step." in page
    assert log.state(Session.objects.get()).by_steps


def begin(client, **sent):
    """Press the desk's button; what the page then says."""
    page = client.post(reverse("admin:agents_session_begin"), sent, follow=True)
    return page.content.decode()


@pytest.mark.parametrize("is_dry_run", [True, False])
def test_a_session_is_begun_from_the_desk(admin_client, settings, is_dry_run):
    settings.CRUX_SOURCES = "sample"
    newsletter = make_newsletter(title="Parsers Weekly")
    assert (
        "Begin a session" in admin_client.get(reverse("admin:index")).content.decode()
    )

    sent = {"seen": 0} | ({"is_dry_run": "on"} if is_dry_run else {})
    page = begin(admin_client, newsletter=newsletter.pk, **sent)
    assert "has begun since" in begin(admin_client, newsletter=newsletter.pk, **sent)

    session = Session.objects.get()
    assert session.name in page
    assert session.is_dry_run is is_dry_run
    assert ("Nothing will be published or sent." in page) is is_dry_run
    assert [run.step for run in sessions.look(session.pk).runnable] == ["memory"]


def test_a_newsletter_that_cannot_begin_is_said(admin_client, settings):
    settings.CRUX_SOURCES = "sample"
    newsletter = make_newsletter(rubric={"wrong": 1})

    page = begin(admin_client, newsletter=newsletter.pk)

    assert "cannot begin: The rubric was not understood" in page
    assert not Session.objects.exists()


def test_no_newsletter_no_session(admin_client):
    page = begin(admin_client, newsletter=99)

    assert "That was not understood" in page
    assert "Begin a session" not in page


def test_who_may_only_look_begins_nothing(looker):
    newsletter = make_newsletter()

    answer = looker.post(
        reverse("admin:agents_session_begin"), {"newsletter": newsletter.pk}
    )

    assert answer.status_code == 403
    assert "Begin a session" not in looker.get(reverse("admin:index")).content.decode()
    assert not Session.objects.exists()


# --- What needs you -----------------------------------------------------------------


def needs(client):
    """What the first page says that needs a person."""
    page = client.get("/admin/").content.decode()
    return re.sub(r"<[^>]*>", "", page.partition("What needs you")[2])


def well():
    Sweep.objects.update_or_create(pk=1, defaults={"swept_at": log.database_now()})


def test_where_all_is_well_nothing_needs_anybody(admin_client, finished):
    well()

    page = admin_client.get("/admin/").content.decode()

    assert "Nothing needs you" in page
    assert "Parser 2.0 reads documents" in page


def test_the_last_issues_stand_side_by_side_in_numbers(admin_client, finished):
    card = {
        "evidence": {"citations": 14, "exact": 12, "fuzzy": 1},
        "details": {"checked": 80, "unsupported": 4},
        "cost": {"dollars": "2.40", "per_story": "0.40"},
    }
    Issue.objects.update(scorecard=card)

    page = " ".join(admin_client.get("/admin/").content.decode().split())

    assert "The last issues in numbers" in page
    for told in ("13 of 14", "76 of 80", '<rect width="95.0"', "0 of 0", "$0.40"):
        assert told in page


def test_an_issue_whose_numbers_cannot_be_read_is_left_out(admin_client, finished):
    Issue.objects.update(scorecard={"evidence": "none"})

    assert "in numbers" not in admin_client.get("/admin/").content.decode()


def test_letters_that_reach_nobody_are_told_on_a_site_that_others_read(
    admin_client, finished, settings
):
    assert "No letter reaches anybody" not in needs(admin_client)

    settings.BASE_URL = "https://letters.example"

    assert "No letter reaches anybody" in needs(admin_client)


def test_a_newsletter_that_cannot_begin_is_told(admin_client, session):
    Newsletter.objects.update(timezone="Mars/Olympus")

    told = needs(admin_client)

    assert "Parsers Weekly cannot begin: No timezone &#x27;Mars/Olympus&#x27;" in told


def test_a_session_that_ended_badly_needs_somebody_until_a_better_one(
    admin_client, session
):
    well()
    stepping.do(session, *stepping.HAPPY[:3])
    leases.fail(leases.take(session.pk, "evaluator"), "it broke", is_final=True)
    assert "the last session ended without an issue: evaluator" in needs(admin_client)

    stepping.do(newsroom.begin(session.newsletter), *stepping.HAPPY)

    assert "ended without an issue" not in needs(admin_client)


def test_a_paused_session_needs_somebody(admin_client, session):
    steering.pause(session)

    assert "Parsers Weekly: a session is paused." in needs(admin_client)


def test_a_session_that_stands_still_needs_somebody(admin_client, session):
    well()
    Session.objects.update(moved_at="2026-01-01T00:00:00Z")

    assert "A session has stood still since 1 January, 00:00 UTC" in needs(admin_client)


def test_where_nobody_sweeps_that_is_said_first(admin_client, session):
    Sweep.objects.create(pk=1, swept_at="2026-01-01T00:00:00Z")

    told = needs(admin_client).strip()

    assert told.startswith("No worker has looked around since 1 January, 00:00 UTC")


def test_letters_that_are_held_or_uncertain_need_somebody(admin_client, finished):
    Delivery.objects.update(state=Delivery.State.UNCERTAIN)
    Dispatch.objects.update(paused_at=log.database_now(), paused_because="too many")

    told = needs(admin_client)

    letters = "letters of “Parser 2.0 reads documents”"
    assert f"Parsers Weekly: {letters} are held: too many" in told
    assert f"Parsers Weekly: 1 of the {letters} may have left" in told


def test_each_concern_leads_to_the_button_that_settles_it(admin_client, session):
    steering.pause(session)

    page = admin_client.get("/admin/").content.decode()
    links = re.findall(r'<a href="([^"]+#acts)">[^<]* <b class="act">([^<]+)', page)

    assert links == [
        (f"/admin/agents/session/{session.pk}/change/#acts", "Let it go on")
    ]
    assert 'id="acts"' in admin_client.get(links[0][0]).content.decode()


def test_who_may_only_look_is_shown_no_button_that_is_not_there(looker, session):
    steering.pause(session, by="ana")

    page = looker.get(reverse("admin:index")).content.decode()

    assert "What needs an editor or an owner" in page
    assert "a session is paused." in page
    assert 'class="act"' not in page


def test_of_one_sort_of_concern_a_hundred_are_one_line(admin_client):
    well()
    for number in range(12):
        make_newsletter(slug=f"n{number:02}", timezone="Mars/Olympus")

    told = needs(admin_client)

    assert told.count("cannot begin: No timezone") == 8
    assert "And 4 more of these." in told


def test_a_newsletter_without_a_sender_is_told_where_letters_leave(
    admin_client, settings
):
    well()
    settings.OPERATOR_EMAILS = ["operator@crux.dev"]
    settings.DELIVERY_TRANSPORT, settings.DEFAULT_FROM_EMAIL = "smtp", "C <c@localhost>"
    make_newsletter(title="Parsers Weekly")

    assert "Parsers Weekly has no sender that a mail server" in needs(admin_client)


def test_where_nobody_would_be_told_that_needs_somebody(admin_client, settings):
    well()
    settings.DELIVERY_TRANSPORT, settings.OPERATOR_EMAILS = "smtp", []

    assert "Nobody would be told if something went wrong" in needs(admin_client)


def test_what_no_issue_told_of_its_evidence_needs_somebody(admin_client, finished):
    well()
    issue = Issue.objects.get()
    Correction.objects.create(
        issue=issue, url="https://a.example", reason="gone", sentence="It is gone.",
        noticed_at="2026-01-01T00:00:00Z",
    )  # fmt: skip

    assert "no later issue has told what became of its evidence (1" in needs(
        admin_client
    )


# --- What comes next, what runs, how it went ------------------------------------------


@pytest.fixture
def on_a_monday(monkeypatch):
    monday = datetime(2026, 3, 2, 12, tzinfo=UTC)
    monkeypatch.setattr(log, "database_now", lambda: monday)


def seen(client):
    """The first page as a person reads it."""
    page = re.sub(r"<[^>]*>", " ", client.get("/admin/").content.decode())
    return " ".join(page.split())


def test_the_next_issue_is_told_in_the_newsletters_own_zone(admin_client, on_a_monday):
    make_newsletter(title="Parsers Weekly", timezone="Asia/Tokyo", send_at="07:30")

    assert "No. 1, Thursday 5 March, 07:30 (Asia/Tokyo)" in seen(admin_client)


def test_the_next_issue_is_numbered_after_the_last_that_is_out(
    admin_client, on_a_monday
):
    newsletter = make_newsletter(title="Parsers Weekly")
    make_issue(newsletter, number=1)
    make_issue(newsletter, number=2, withdrawn_at=datetime(2026, 2, 26, tzinfo=UTC))
    make_issue(newsletter, number=3, status="preview", published_at=None)
    make_issue(newsletter, number=4, status="preview", published_at=None)

    assert "Parsers Weekly No. 3, Thursday 5 March" in seen(admin_client)


def test_a_running_session_tells_what_it_does_now(admin_client, session, monkeypatch):
    stepping.do(session, *stepping.HAPPY[:3])
    taken = leases.take(session.pk, "evaluator")
    claimed_at = StepRun.objects.get(pk=taken.id).claimed_at
    monkeypatch.setattr(log, "database_now", lambda: claimed_at)

    told = seen(admin_client)

    assert "Parsers Weekly : evaluator for 0 s" in told
    assert "3 of 8 steps" in told


def test_the_last_sessions_tell_cost_and_readers_reached(admin_client, finished):
    assert "Parser 2.0 reads documents $0.00 1 of 1" in seen(admin_client)


def test_letters_that_are_still_to_go_are_told(admin_client, finished):
    Delivery.objects.update(state=Delivery.State.QUEUED)

    assert "Parsers Weekly 1: 1 letter still to go" in seen(admin_client)


def test_the_list_is_drawn_with_its_figures_behind(admin_client, on_a_monday):
    newsletter = make_newsletter(title="Parsers Weekly")
    for number, month in enumerate(("01", "02", "02")):
        Subscriber.objects.create(
            newsletter=newsletter, address=f"r{number}@x.dev", status="active",
            confirmed_at=f"2026-{month}-10T12:00:00Z",
        )  # fmt: skip

    page, told = admin_client.get("/admin/").content.decode(), seen(admin_client)

    assert "<title>Readers of Parsers Weekly</title>" in page
    assert '<polyline class="line"' in page
    assert "Parsers Weekly No. 1, Thursday 5 March, 09:00 (UTC) 3 +2" in told
    assert "9 Feb 2026 1 16 Feb 2026 3" in told


def test_what_changes_by_itself_is_sent_once(admin_client, finished):
    well()
    address = reverse("admin:agents_session_live")
    first = admin_client.get(address)

    again = admin_client.get(address, headers={"If-None-Match": first["ETag"]})
    steering_page = needs(admin_client)
    Delivery.objects.update(state=Delivery.State.UNCERTAIN)
    changed = admin_client.get(address, headers={"If-None-Match": first["ETag"]})

    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert changed.status_code == 200
    assert 'id="live"' in changed.content.decode()
    assert steering_page.strip() == ""


def test_nobody_without_the_right_sees_it_live(client, admin_client):
    address = reverse("admin:agents_session_live")
    client.force_login(User.objects.create_user("staff", is_staff=True))

    assert client.get(address).status_code == 403


def fill(newsletters, first=0):
    """Newsletters with a session each, some of them amiss."""
    for number in range(first, first + newsletters):
        newsletter = make_newsletter(slug=f"n{number}", title=f"N {number}")
        for status in ("open", "paused", "aborted", "finished"):
            Session.objects.create(
                newsletter=newsletter, name=f"{number} {status}", workflow="brief",
                version=1, sources="sample", as_of="2026-01-01T00:00Z", status=status,
            )  # fmt: skip
        issue = make_issue(newsletter, session_name=f"{number} finished")
        Dispatch.objects.create(issue=issue, paused_at="2026-01-01T00:00Z")
        for state in ("uncertain", "queued", "accepted"):
            reader = Subscriber.objects.create(
                newsletter=newsletter, address=f"{state}@x.dev", status="active",
                confirmed_at="2026-01-01T00:00Z",
            )  # fmt: skip
            Delivery.objects.create(issue=issue, subscriber=reader, state=state)
        Correction.objects.create(
            issue=issue, url="https://a.example", reason="gone", sentence="Gone.",
            noticed_at="2026-01-01T00:00:00Z",
        )  # fmt: skip


def test_ten_newsletters_ask_the_database_no_more_than_one(
    django_assert_num_queries, db
):
    fill(1)
    approvals.waiting(slug="a0")
    with CaptureQueriesContext(connection) as one:
        look()
    fill(9, first=1)
    for number in range(1, 4):
        approvals.waiting(slug=f"a{number}")

    with django_assert_num_queries(len(one)):
        look()


def test_the_desk_needs_no_command_to_be_set_up(admin_client):
    call_command("check")

    assert admin_client.get("/admin/login/", follow=True).status_code == 200
