"""A session's page, the list of all, and the buttons that steer."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from agents.admin import SessionAdmin
from agents.engine import leases, sessions, steering
from agents.events.schema import Kind
from agents.models import AgentRun, Session
from agents.tests.support import newsroom
from agents.tests.support import steps as stepping
from crux.tests.support.desk import changelist, page_of

pytestmark = pytest.mark.django_db


def steer(client, session, act, **fields):
    """Press a button; what the page then says."""
    sent = {"act": act, "at_seq": session.last_seq, **fields}
    answer = client.post(
        reverse("admin:agents_session_steer", args=[session.pk]), sent, follow=True
    )
    session.refresh_from_db()
    return answer.content.decode()


def test_a_sessions_page_answers_at_a_glance(admin_client, finished):
    page = admin_client.get(page_of(finished)).content.decode()

    order = [
        "Finished: issue 1 published; 1 of 1 letters accepted (file).",
        "Nothing to do.",
        "Parser 2.0 reads documents",
        "$0.00 of $3.00",
        "1 accepted",
        "writer.1",
        "2 links checked, none failed",
        "events as they were written",
    ]
    places = [page.index(words) for words in order]
    assert places == sorted(places)
    assert 'action="/admin/' in page
    assert "style=" not in page.partition('id="desk"')[2]


def test_each_figure_of_an_agent_bears_its_columns_name_for_a_phone(
    admin_client, finished
):
    page = admin_client.get(page_of(finished)).content.decode()

    [agents] = re.findall(
        r'<table class="desk-runs stack">.*?</table>', page, re.DOTALL
    )
    assert {'"Took"', '"Brain"', '"Tools"', '"Cost"'} <= set(
        re.findall(r'data-label=("[^"]+")', agents)
    )


def test_who_worked_by_rules_is_told_as_that(admin_client, finished):
    run = finished.agent_runs.first()
    AgentRun.objects.filter(pk=run.pk).update(brain="local", model="rules-v1")

    page = admin_client.get(page_of(finished)).content.decode()

    assert 'local <span class="quiet">rules, no model</span>' in page
    assert "rules-v1" not in page


def test_the_list_says_of_a_session_that_runs_that_it_is_under_way(
    admin_client, session
):
    page = admin_client.get(changelist(Session)).content.decode()

    assert '<span class="outcome outcome-running">Under way</span>' in page


def test_a_list_tells_times_by_24_hours_with_their_zone(admin_client, finished):
    at = f"{finished.created_at:%-d %B %Y, %H:%M} UTC"

    page = admin_client.get(reverse("admin:agents_agentevent_changelist"))

    assert at in page.content.decode()


def test_the_events_that_the_page_links_to_can_be_filtered(admin_client, finished):
    page = admin_client.get(page_of(finished)).content.decode()
    [link] = re.findall(r'href="([^"]*session__id__exact[^"]*)"', page)

    answer = admin_client.get(link)

    assert answer.status_code == 200
    assert f"{finished.last_seq} agent events" in answer.content.decode()


def test_a_session_that_runs_is_shown_as_it_goes_on(admin_client, session, finished):
    running, over = (
        admin_client.get(page_of(one)).content.decode() for one in (session, finished)
    )

    assert '<script src="/static/desk.js" defer>' in running
    assert "data-running" in running
    assert "desk.js" not in over
    assert "data-running" not in over


def test_a_session_is_paused_let_go_on_and_ended(admin_client, session):
    assert "what runs now is finished" in steer(
        admin_client, session, "pause", reason="a question"
    )
    assert session.status == Session.Status.PAUSED

    steer(admin_client, session, "unpause")
    assert session.status == Session.Status.OPEN

    assert "no issue will come of it" in steer(admin_client, session, "cancel")
    data = session.events.get(event_type=Kind.SESSION_PAUSED).data
    assert data == {"by": "admin", "reason": "a question"}


def test_a_step_that_died_is_retried_from_its_page(admin_client, session):
    stepping.do(session, *stepping.HAPPY[:3])
    leases.fail(leases.take(session.pk, "evaluator"), "it broke", is_final=True)
    session.refresh_from_db()
    assert "Retry evaluator.1" in admin_client.get(page_of(session)).content.decode()

    page = steer(admin_client, session, "retry")

    assert "A new attempt at evaluator.1" in page
    assert session.status == Session.Status.OPEN


def test_running_again_leads_to_the_new_sessions_page(admin_client, finished):
    shown = admin_client.get(page_of(finished)).content.decode()
    assert f'name="seen" value="{finished.pk}"' in shown
    page = steer(admin_client, finished, "again", step="writer", seen=finished.pk)

    again = Session.objects.exclude(pk=finished.pk).get()
    assert again.name in page
    assert "It begins at writer" in page
    assert [run.step for run in sessions.look(again.pk).runnable] == ["writer"]
    told = steer(admin_client, finished, "again", step="writer", seen=finished.pk)
    assert f"Session &#x27;{again.name}&#x27; has begun since you looked" in told


@pytest.mark.parametrize(
    ("act", "fields", "told"),
    [
        ("unpause", {}, "is not paused"),
        ("retry", {}, "has failed"),
        ("again", {"step": "writer"}, "cancel it first"),
        ("retry", {"at_seq": 1_000}, "The log has gone on since the operator looked"),
        ("pause", {"at_seq": "x"}, "That was not understood"),
        ("explode", {}, "That was not understood"),
        ("cancel", {"reason": "x" * 301}, "That was not understood"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(
    admin_client, session, act, fields, told
):
    before = session.last_seq

    assert told in steer(admin_client, session, act, **fields)

    assert session.last_seq == before


def test_a_button_is_pressed_and_never_followed(admin_client, session):
    steering_page = reverse("admin:agents_session_steer", args=[session.pk])

    assert admin_client.get(steering_page).status_code == 405


def test_who_may_only_look_finds_no_button_and_cannot_press_one(looker, session):
    page = looker.get(page_of(session)).content.decode()
    answer = looker.post(
        reverse("admin:agents_session_steer", args=[session.pk]),
        {"act": "cancel", "at_seq": session.last_seq},
    )

    assert "Waiting to begin memory" in page
    assert 'name="act"' not in page
    assert answer.status_code == 403
    assert not session.is_over


def test_a_button_needs_its_token(session, admin_user):
    client = Client(enforce_csrf_checks=True)
    client.force_login(admin_user)

    answer = client.post(
        reverse("admin:agents_session_steer", args=[session.pk]),
        {"act": "cancel", "at_seq": session.last_seq},
    )

    assert answer.status_code == 403


@pytest.mark.parametrize("pk", ["999", "x", "_2f"])
def test_a_session_that_is_none_is_not_found(admin_client, pk):
    assert admin_client.get(f"/admin/agents/session/{pk}/change/").status_code == 404


def test_a_session_of_a_newer_version_is_left_to_it(admin_client, session):
    Session.objects.filter(pk=session.pk).update(version=9)

    answer = admin_client.get(page_of(session), follow=True)

    assert "cannot be shown here: No workflow" in answer.content.decode()
    assert answer.redirect_chain


# --- The list -----------------------------------------------------------------------


def test_the_list_asks_no_more_of_the_database_for_many_sessions(
    admin_client, session, django_assert_num_queries, django_assert_max_num_queries
):
    with django_assert_max_num_queries(15) as few:
        admin_client.get(changelist(Session))
    for _ in range(5):
        newsroom.begin(session.newsletter)

    with django_assert_num_queries(len(few)):
        admin_client.get(changelist(Session))


def test_the_list_tells_outcome_reason_cost_and_time(admin_client, finished):
    steering.cancel(newsroom.begin(finished.newsletter), reason="<started> by mistake")

    page = admin_client.get(changelist(Session)).content.decode()

    assert "&lt;started&gt; by mistake" in page
    assert "Parser 2.0 reads documents</a>" in page
    assert SessionAdmin.list_display[0] == "began"


# --- Its record -----------------------------------------------------------------------


def test_each_line_of_the_log_has_words_and_a_page_of_its_own(admin_client, finished):
    page = admin_client.get(page_of(finished)).content.decode()

    for seq in range(1, finished.last_seq + 1):
        own = reverse("admin:agents_session_event", args=[finished.pk, seq])
        assert f'id="e{seq}"' in page
        assert own in page
        shown = admin_client.get(own)
        assert shown.status_code == 200
        assert "does not know" not in shown.content.decode()
        assert f"?page=1#e{seq}" in shown.content.decode()


def test_a_line_that_is_none_is_not_found(admin_client, finished):
    page = reverse("admin:agents_session_event", args=[finished.pk, 10_000])

    assert admin_client.get(page).status_code == 404


def test_a_refusal_is_read_in_words_and_its_data_stands_behind_a_fold(
    admin_client, session
):
    stepping.do(session, *stepping.HAPPY[:5], Kind.CRITIC_REJECTION)
    seq = session.events.get(event_type=Kind.CRITIC_REJECTION).seq

    page = reverse("admin:agents_session_event", args=[session.pk, seq])
    before, _, fold = admin_client.get(page).content.decode().partition("<details>")

    assert "rejected: Too thin. (thin)" in before
    assert "&quot;problems&quot;" in fold


def test_three_drafts_stand_beside_each_other_with_the_words_against_them(
    admin_client, session
):
    stepping.do(session, *stepping.HAPPY[:4])
    stepping.do(session, *(Kind.DRAFT_WRITTEN, Kind.CRITIC_REJECTION) * 3)

    assert (
        "Its 3 drafts side by side"
        in admin_client.get(page_of(session)).content.decode()
    )
    page = reverse("admin:agents_session_drafts", args=[session.pk])
    shown = admin_client.get(page).content.decode()
    assert shown.count("Too thin.") == 3
    assert "Draft 3 beside the one before" in shown


def test_who_may_not_look_at_sessions_sees_no_line_and_no_draft(
    client, session, django_user_model
):
    client.force_login(django_user_model.objects.create_user("nobody", is_staff=True))

    for name, more in (("event", [1]), ("drafts", [])):
        page = reverse(f"admin:agents_session_{name}", args=[session.pk, *more])
        assert client.get(page).status_code == 403
