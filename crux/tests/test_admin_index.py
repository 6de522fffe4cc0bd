"""The desk's first page: what needs a person, and the button that begins a session."""

import re

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import reverse

from agents.engine import leases, log, sessions, steering
from agents.models import Session, Sweep
from agents.tests.support import newsroom
from agents.tests.support import steps as stepping
from newsletter.models import Issue, Newsletter
from newsletter.tests.support.makers import make_newsletter
from subscribers.models import Delivery, Dispatch

pytestmark = pytest.mark.django_db


def test_who_logs_in_without_a_place_to_go_comes_to_the_desk(client):
    User.objects.create_superuser("chief", password="a long one")

    answer = client.post(
        reverse("admin:login"), {"username": "chief", "password": "a long one"}
    )

    assert answer.headers["Location"] == reverse("admin:index")


# --- Beginning a session ------------------------------------------------------------


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

    sent = {"is_dry_run": "on"} if is_dry_run else {}
    page = begin(admin_client, newsletter=newsletter.pk, **sent)

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

    assert "Letters of “Parser 2.0 reads documents” are held: too many" in told
    assert "1 of the letters of “Parser 2.0 reads documents” may have left" in told


def test_the_desk_needs_no_command_to_be_set_up(admin_client):
    call_command("check")

    assert admin_client.get("/admin/login/", follow=True).status_code == 200
