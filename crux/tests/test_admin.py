"""The desk as a whole: every page opens for who may see it, and for nobody else."""

import re

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from agents import claims, log, sessions, steering
from agents.admin import SessionAdmin
from agents.events import Kind
from agents.models import (
    Agent,
    AgentEvent,
    Budget,
    Journal,
    Provider,
    RetryPolicy,
    Session,
    StepRun,
    Sweep,
    ToolCall,
)
from agents.tests import newsroom, stepping
from newsletter.models import Newsletter
from newsletter.tests.making import make_newsletter
from subscribers.models import Delivery, Dispatch

pytestmark = pytest.mark.django_db

MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label_lower)


def changelist(model):
    return reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_changelist")


def page_of(row):
    name = row._meta.label_lower.replace(".", "_")
    return reverse(f"admin:{name}_change", args=[row.pk])


@pytest.fixture
def finished(settings, tmp_path, monkeypatch):
    """A session that made and sent an issue, and what else there may be to look at."""
    settings.VAR_DIR = tmp_path
    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        session = newsroom.begin(make_newsletter(title="Parsers Weekly"))
        newsroom.run(session, newsroom.honest_scripts(), monkeypatch)
    assert session.status == Session.Status.FINISHED, session.reason
    journal = Journal.objects.create(session=session, key="writer.1", brain="managed")
    ToolCall.objects.create(journal=journal, call_id="c1", tool="emit_event", attempt=1)
    Budget.objects.create(newsletter=session.newsletter, session_dollars=3)
    RetryPolicy.objects.create(step="writer", attempts=2)
    Provider.objects.create(name="anthropic")
    return session


# --- Every page opens ---------------------------------------------------------------


def test_every_list_can_be_looked_at_searched_and_sorted(admin_client, finished):
    for model, desk in admin.site._registry.items():
        asked = {"q": "parser"} if desk.search_fields else {}
        for query in ({}, asked, {"o": "1"}):
            answer = admin_client.get(changelist(model), query)
            assert answer.status_code == 200, (model, query)


def test_every_row_can_be_opened(admin_client, finished):
    rows = {model: model._default_manager.first() for model in MODELS}

    for row in filter(None, rows.values()):
        assert admin_client.get(page_of(row)).status_code == 200, row

    empty = {model._meta.label for model, row in rows.items() if row is None}
    assert {label for label in empty if label.startswith(("agents", "newsletter"))} <= {
        "newsletter.Correction"
    }


def test_the_first_page_opens_on_an_empty_database(admin_client):
    page = admin_client.get("/admin/").content.decode()

    assert "No worker has looked around yet" in page


@pytest.mark.parametrize("name", ["admin:index", "admin:agents_session_changelist"])
def test_whoever_is_not_logged_in_is_asked_to(client, name):
    answer = client.get(reverse(name))

    assert answer.status_code == 302
    assert answer["Location"].startswith("/admin/login/")


def test_no_list_is_for_those_who_are_not_logged_in(client):
    for model in MODELS:
        assert client.get(changelist(model)).status_code == 302, model


def test_no_list_is_for_staff_without_the_right_to_see_it(client, finished):
    client.force_login(User.objects.create_user("staff", is_staff=True))

    for model in MODELS:
        assert client.get(changelist(model)).status_code == 403, model
    page = client.get("/admin/").content.decode()
    assert "What needs you" not in page
    assert "The last sessions" not in page


def simple_paths(patterns, prefix=""):
    """Every address of the site that takes no argument."""
    for pattern in patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            if not re.search(r"[<(^]", path):
                yield f"/{path}"
        elif not path.startswith(("admin", "webhooks")):
            yield from simple_paths(pattern.url_patterns, path)


def test_no_public_page_tells_who_reads(client, finished):
    paths = [
        *simple_paths(get_resolver().url_patterns),
        f"/runs/{finished.name}/",
        "/healthz",
        "/readyz",
    ]
    assert "/runs/" in paths
    assert "/feed.json" in paths

    for path in paths:
        answer = client.get(path, follow=True)
        assert newsroom.READER not in answer.content.decode(), path


# --- What is only ever added to -----------------------------------------------------


@pytest.mark.parametrize("model", [AgentEvent, Session, StepRun, Journal])
def test_the_record_cannot_be_added_to_changed_or_deleted(
    admin_client, finished, model
):
    row, before = model.objects.first(), model.objects.count()
    page = page_of(row)

    for act in (
        changelist(model) + "add/",
        page.replace("/change/", "/delete/"),
    ):
        assert admin_client.get(act).status_code == 403
        assert admin_client.post(act, {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    admin_client.post(changelist(model), chosen)
    admin_client.post(page, {"event_type": "email_sent", "status": "finished"})

    assert model.objects.count() == before
    assert log.breach(finished) == ""
    assert type(row).objects.filter(pk=row.pk).values().get() == (
        model.objects.filter(pk=row.pk).values().get()
    )


def test_an_event_is_shown_in_words_and_as_it_was_written(admin_client, finished):
    event = finished.events.get(event_type=Kind.EMAIL_SENT)

    page = admin_client.get(page_of(event)).content.decode()

    assert "issue 1 published; 1 of 1 letters accepted (file)" in page
    assert "&quot;recipients&quot;: 1" in page


# --- What an operator may set -------------------------------------------------------


def test_an_agents_ids_may_be_set_and_the_agent_is_not_deleted(admin_client, finished):
    agent = Agent.objects.get(slug="writer")
    told = {"slug": "writer", "remote_id": "agent_01abc", "remote_version": 3}

    answer = admin_client.post(page_of(agent), {**told, "is_active": "on"})

    agent.refresh_from_db()
    assert answer.status_code == 302
    assert (agent.remote_id, agent.remote_version) == ("agent_01abc", 3)
    assert (
        admin_client.get(f"/admin/agents/agent/{agent.pk}/delete/").status_code == 403
    )


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"step": "writter"}, "Select a valid choice. writter is not one of"),
        ({"multiplier": "-1"}, "greater than or equal to 1"),
        ({"attempts": "-1"}, "greater than or equal to 0"),
    ],
)
def test_a_retry_policy_is_for_a_step_there_is(admin_client, fields, told):
    answer = admin_client.post(
        "/admin/agents/retrypolicy/add/", {"step": "writer", **fields}
    )

    assert told in answer.content.decode()
    assert not RetryPolicy.objects.exists()


def test_a_retry_policy_may_be_set(admin_client):
    admin_client.post(
        "/admin/agents/retrypolicy/add/", {"step": "writer", "attempts": "5"}
    )

    assert RetryPolicy.objects.get().attempts == 5


def form_of(newsletter, **fields):
    """The newsletter's form as a browser would send it."""
    form = admin.site._registry[Newsletter].get_form(None)(instance=newsletter)
    sent = {
        name: "" if form[name].value() is None else form[name].value()
        for name in form.fields
    }
    sent |= {"topics": "[]", "rubric": "{}"}
    return {**sent, **fields}


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"rubric": '{"launches": 4}'}, "no key &#x27;launches&#x27;; known:"),
        ({"rubric": "[1]"}, "The rubric was not understood: the whole is [1], not"),
        ({"rubric": "{"}, "Enter a valid JSON."),
        ({"timezone": "Mars/Olympus"}, "No timezone &#x27;Mars/Olympus&#x27;; give"),
        ({"topics": '"agents"'}, "topics is &#x27;agents&#x27;, not a list of words"),
    ],
)
def test_a_newsletter_that_could_not_run_is_refused_in_one_sentence(
    admin_client, fields, told
):
    newsletter = make_newsletter()

    answer = admin_client.post(page_of(newsletter), form_of(newsletter, **fields))

    assert told in answer.content.decode()
    assert answer.content.decode().count('class="errorlist"') == 1
    newsletter.refresh_from_db()
    assert (newsletter.rubric, newsletter.timezone) == ({}, "UTC")


def test_a_newsletter_that_can_run_is_saved(admin_client):
    newsletter = make_newsletter()
    sent = form_of(
        newsletter, rubric='{"published_launches": 3}', timezone="Asia/Tokyo"
    )

    assert admin_client.post(page_of(newsletter), sent).status_code == 302

    newsletter.refresh_from_db()
    assert newsletter.rules.published_launches == 3
    assert newsletter.zone.key == "Asia/Tokyo"


# --- A session's page, and its buttons ----------------------------------------------


@pytest.fixture
def session():
    return newsroom.begin(make_newsletter(title="Parsers Weekly"))


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


def test_who_may_only_look_begins_nothing(client):
    looker = User.objects.create_user("looker", is_staff=True)
    looker.user_permissions.add(
        Permission.objects.get(
            codename="view_session", content_type__app_label="agents"
        )
    )
    client.force_login(looker)
    newsletter = make_newsletter()

    answer = client.post(
        reverse("admin:agents_session_begin"), {"newsletter": newsletter.pk}
    )

    assert answer.status_code == 403
    assert "Begin a session" not in client.get(reverse("admin:index")).content.decode()
    assert not Session.objects.exists()


def test_who_logs_in_without_a_place_to_go_comes_to_the_desk(client):
    User.objects.create_superuser("chief", password="a long one")

    answer = client.post(
        reverse("admin:login"), {"username": "chief", "password": "a long one"}
    )

    assert answer.headers["Location"] == reverse("admin:index")


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
    claims.fail(claims.claim(session.pk, "evaluator"), "it broke", is_final=True)
    session.refresh_from_db()
    assert "Retry evaluator.1" in admin_client.get(page_of(session)).content.decode()

    page = steer(admin_client, session, "retry")

    assert "A new attempt at evaluator.1" in page
    assert session.status == Session.Status.OPEN


def test_running_again_leads_to_the_new_sessions_page(admin_client, finished):
    page = steer(admin_client, finished, "again", step="writer")

    again = Session.objects.exclude(pk=finished.pk).get()
    assert again.name in page
    assert "It begins at writer" in page
    assert [run.step for run in sessions.look(again.pk).runnable] == ["writer"]


@pytest.mark.parametrize(
    ("act", "fields", "told"),
    [
        ("unpause", {}, "is not paused"),
        ("retry", {}, "has failed"),
        ("again", {"step": "writer"}, "cancel it first"),
        ("pause", {"at_seq": 1_000}, "The log has gone on since the operator looked"),
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


def test_who_may_only_look_finds_no_button_and_cannot_press_one(client, session):
    looker = User.objects.create_user("looker", is_staff=True)
    looker.user_permissions.add(
        Permission.objects.get(
            codename="view_session", content_type__app_label="agents"
        )
    )
    client.force_login(looker)

    page = client.get(page_of(session)).content.decode()
    answer = client.post(
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


# --- The first page -----------------------------------------------------------------


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


def test_a_newsletter_that_cannot_begin_is_told(admin_client, session):
    Newsletter.objects.update(timezone="Mars/Olympus")

    told = needs(admin_client)

    assert "Parsers Weekly cannot begin: No timezone &#x27;Mars/Olympus&#x27;" in told


def test_a_session_that_ended_badly_needs_somebody_until_a_better_one(
    admin_client, session
):
    well()
    stepping.do(session, *stepping.HAPPY[:3])
    claims.fail(claims.claim(session.pk, "evaluator"), "it broke", is_final=True)
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
