"""The desk's pages of figures: a newsletter's trends, and how the work flows."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from agents.desk import flow
from agents.desk.trends import trends
from agents.engine import leases, log, steering
from agents.models import AgentRun, Session, StepRun
from agents.tests.support import steps as stepping
from newsletter.models import Issue, Newsletter
from newsletter.tests.support.makers import make_issue, make_newsletter
from subscribers.consent import status as consent
from subscribers.consent.record import Circumstances
from subscribers.models import Bounce, Delivery, Subscriber

pytestmark = pytest.mark.django_db


def text_of(answer):
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def cells(newsletter):
    """What the newest issue has in the table, by the measure's name."""
    _, measures = trends(newsletter)
    return {measure.name: measure.cells[-1] for measure in measures}


# --- Trends -----------------------------------------------------------------------------


def test_an_issues_figures_are_those_of_its_session(finished):
    AgentRun.objects.filter(agent__slug="writer").update(
        dollars="1.25", input_tokens=1000, cache_read_tokens=500, output_tokens=70
    )

    told = cells(finished.newsletter)

    assert told["Cost"] == "$1.25"
    assert (told["Tokens in"], told["Tokens out"]) == ("1,500", "70")
    assert (told["Stories evaluated"], told["Stories told"]) == ("2", "2")
    assert (told["Drafts rejected"], told["Letters accepted"]) == ("0", "1")
    assert told["Time"].endswith(" s")
    assert float(told["Evaluator's score"]) > 0


def test_what_came_back_counts_for_its_issue(finished):
    delivery = Delivery.objects.get()
    for kind in ("hard", "complaint"):
        Bounce.objects.create(delivery=delivery, kind=kind, source="notice")

    told = cells(finished.newsletter)

    assert (told["Bounces"], told["Complaints"]) == ("1", "1")


def test_who_left_counts_for_the_issue_before(finished):
    first, newsletter = Issue.objects.get(), finished.newsletter
    make_issue(newsletter, published_at=first.published_at + timedelta(days=7))
    reader = Subscriber.objects.get()
    at = first.published_at + timedelta(days=6)

    consent.unsubscribe(reader.pk, Circumstances(at, "reader"))

    _, measures = trends(newsletter)
    assert next(m for m in measures if m.name == "Unsubscribed").cells == ("1", "0")


def test_an_issue_that_nothing_is_known_of_has_dashes(admin_client):
    newsletter = make_newsletter()
    make_issue(newsletter)

    told = cells(newsletter)

    assert {told["Cost"], told["Time"], told["Stories found"]} == {"–"}
    page = reverse("admin:newsletter_trends", args=[newsletter.pk])
    assert admin_client.get(page).status_code == 200


def test_trends_are_drawn_with_their_figures_behind(admin_client, finished):
    page = admin_client.get(
        reverse("admin:newsletter_trends", args=[finished.newsletter.pk])
    )

    html = page.content.decode()
    assert "<title>Cost</title><desc>Of 1 issues: $0.00 at least" in html
    assert "Nobody knows who opened a letter" in html
    assert '<th scope="col" class="number">Bounces</th>' in html


def test_a_newsletter_without_issues_says_so(admin_client):
    page = reverse("admin:newsletter_trends", args=[make_newsletter().pk])

    assert "has published no issue yet" in text_of(admin_client.get(page))


def test_fifty_issues_ask_the_database_no_more_than_one(
    django_assert_num_queries, finished
):
    newsletter = Newsletter.objects.get()
    with CaptureQueriesContext(connection) as one:
        trends(newsletter)
    for _ in range(9):
        make_issue(newsletter)

    with django_assert_num_queries(len(one)):
        trends(newsletter)


def test_figures_are_for_those_who_may_look(client):
    client.force_login(User.objects.create_user("staff", is_staff=True))

    for page in (
        reverse("admin:newsletter_trends", args=[make_newsletter().pk]),
        reverse("admin:agents_flow"),
    ):
        assert client.get(page).status_code == 403


# --- How the work flows -------------------------------------------------------------------


def test_a_step_that_failed_today_stands_first_with_its_rate(admin_client, session):
    stepping.do(session, *stepping.HAPPY[:3])
    leases.fail(leases.take(session.pk, "evaluator"), "it broke", is_final=True)

    [worst, *others] = flow.look().steps

    assert (worst.name, worst.attempts, worst.failed) == ("evaluator", 1, 1)
    assert {one.failed for one in others} == {0}
    assert "evaluator 1 1 100%" in text_of(
        admin_client.get(reverse("admin:agents_flow"))
    )


def test_what_failed_yesterday_is_no_longer_told(session):
    leases.fail(leases.take(session.pk, "memory"), "it broke", is_final=True)
    StepRun.objects.update(ended_at=log.database_now() - timedelta(hours=25))

    assert flow.look().steps == ()


def test_mean_times_are_of_runs_that_ended_well(finished):
    AgentRun.objects.filter(agent__slug="writer").update(seconds=90)

    means = {one.name: one.mean_seconds for one in flow.look().steps}

    assert means["writer"] == 90


def test_what_stands_still_for_over_an_hour_is_told(admin_client, session):
    hour_ago = log.database_now() - timedelta(hours=1, minutes=1)
    Session.objects.update(moved_at=hour_ago)
    assert flow.look().still == (session,)

    leases.take(session.pk, "memory")
    Session.objects.update(moved_at=hour_ago)
    assert flow.look().still == ()


def test_a_paused_session_stands_still_too(session):
    steering.pause(session)
    Session.objects.update(moved_at=log.database_now() - timedelta(hours=2))

    assert flow.look().still == (session,)


def test_the_retry_queue_has_steps_and_letters(admin_client, finished, session):
    leases.fail(leases.take(session.pk, "memory"), "it broke")
    Delivery.objects.update(state=Delivery.State.DEFERRED)

    found = flow.look()

    assert [one.session for one in found.retrying] == [session]
    assert (found.letters_deferred, found.queue) == (1, 2)
    page = text_of(admin_client.get(reverse("admin:agents_flow")))
    assert "Tried again by itself: 2" in page
    assert "Finished 1" in page
    shares = {name: percent for name, _, percent in found.statuses}
    assert (shares["Finished"], shares["Under way"]) == (50, 50)
