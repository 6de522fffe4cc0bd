"""A session's picture, the page of each of its steps, and forks from the desk."""

import json

import pytest
from django.contrib.auth.models import Permission, User
from django.urls import reverse

from agents.engine import leases, log, steering
from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support import steps as stepping

pytestmark = pytest.mark.django_db


def page_of(client, session, name="agents_session_change", *more):
    answer = client.get(reverse(f"admin:{name}", args=[session.pk, *more]))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def cancelled(make_session):
    """A session that was ended when its stories were evaluated."""
    session = make_session()
    stepping.do(session, *stepping.HAPPY[:4])
    steering.cancel(session, by="ana")
    session.refresh_from_db()
    return session


def test_a_session_shows_its_workflow_and_each_step_is_a_way_in(
    admin_client, make_session
):
    session = make_session()
    stepping.do(session, *stepping.HAPPY[:3])
    leases.take(session.pk, "evaluator")

    page = page_of(admin_client, session)

    assert "<title>memory: complete</title>" in page
    assert "<title>evaluator: running</title>" in page
    assert "<title>writer: not started</title>" in page
    for step in log.state(session).workflow.steps:
        way = reverse("admin:agents_session_step", args=[session.pk, step.name])
        assert f'href="{way}"' in page
        page_of(admin_client, session, "agents_session_step", step.name)


def test_a_step_tells_what_went_in_and_what_came_out(admin_client, cancelled):
    page = page_of(admin_client, cancelled, "agents_session_step", "evaluator")
    given, came = page.split("What came out")

    for kind in (Kind.LAUNCHES_RESEARCHED, Kind.PAPERS_RESEARCHED):
        assert f"event/{cancelled.events.get(event_type=kind).seq}/" in given
    evaluated = cancelled.events.get(event_type=Kind.ITEMS_EVALUATED)
    assert f"event/{evaluated.seq}/" in came
    assert f"event/{evaluated.seq}/" not in given


def test_a_step_whose_turn_has_not_come_says_so(admin_client, cancelled):
    page = page_of(admin_client, cancelled, "agents_session_step", "critic")

    assert "Nothing has come to it yet." in page
    assert "Nothing has come of it yet." in page


def test_one_part_tells_of_itself_alone(admin_client, make_session):
    session = make_session(workflow="scouts")
    stepping.do(session, Kind.COVERED_TOPICS, Kind.TASKS_PLANNED)
    parts = len(log.state(session).shares["scout"])
    for number in (1, 2):
        claim = leases.take(session.pk, f"scout.{number}")
        leases.fail(claim, f"trouble of {number}", is_final=False)

    page = page_of(admin_client, session, "agents_session_step", "scout")
    one = admin_client.get(
        reverse("admin:agents_session_step", args=[session.pk, "scout"]), {"part": "2"}
    ).content.decode()

    assert parts > 1
    assert "trouble of 1" in page
    assert "trouble of 2" in page
    assert "trouble of 1" not in one
    assert "trouble of 2" in one
    session_page = page_of(admin_client, session)
    assert "step/scout/?part=2" in session_page


@pytest.mark.parametrize("part", ["x", "-1", "9999999999", "²"])
def test_what_is_no_part_shows_all(admin_client, cancelled, part):
    page = reverse("admin:agents_session_step", args=[cancelled.pk, "memory"])

    assert admin_client.get(page, {"part": part}).status_code == 200


def test_what_is_no_step_is_not_found(admin_client, cancelled):
    page = reverse("admin:agents_session_step", args=[cancelled.pk, "nonsense"])

    assert admin_client.get(page).status_code == 404


# --- Forks ---------------------------------------------------------------------------


def fork_page(session, step="writer"):
    return reverse("admin:agents_session_fork", args=[session.pk, step])


def test_a_fork_begins_from_what_is_written_into_the_page(admin_client, cancelled):
    shown = admin_client.get(fork_page(cancelled)).context["events"]
    events = json.loads(shown)
    events[0]["data"]["summary"] = "Only what ships."

    sent = {"events": json.dumps(events), "seen": cancelled.pk}
    answer = admin_client.post(fork_page(cancelled), sent)
    again = admin_client.post(fork_page(cancelled), sent)

    assert "has begun since you looked" in again.content.decode()
    fork = Session.objects.exclude(pk=cancelled.pk).get()
    assert answer.headers["Location"] == reverse(
        "admin:agents_session_change", args=[fork.pk]
    )
    assert log.state(fork).fork["origin"] == cancelled.name


def test_a_fork_that_is_a_rehearsal_is_not_said_to_ask(admin_client, cancelled):
    Session.objects.filter(pk=cancelled.pk).update(is_dry_run=True)
    shown = admin_client.get(fork_page(cancelled)).context["events"]

    page = admin_client.post(fork_page(cancelled), {"events": shown}, follow=True)

    assert "It is a rehearsal: nothing is published or sent." in page.content.decode()


@pytest.mark.parametrize("events", ["{", "[]", '{"event_type": "email_sent"}', "{}"])
def test_what_cannot_be_is_said_and_nothing_of_what_was_written_is_lost(
    admin_client, cancelled, events
):
    answer = admin_client.post(fork_page(cancelled), {"events": events})

    assert answer.status_code == 200
    assert answer.context["events"] == events
    assert len(answer.context["messages"]) == 1
    assert Session.objects.count() == 1


def test_who_may_only_look_begins_no_fork(client, cancelled):
    looker = User.objects.create_user("lo", password="a long one", is_staff=True)
    looker.user_permissions.add(
        Permission.objects.get(
            codename="view_session", content_type__app_label="agents"
        )
    )
    client.force_login(looker)

    page = page_of(client, cancelled, "agents_session_step", "writer")
    answer = client.post(fork_page(cancelled), {"events": "{}"})

    assert "fork/" not in page
    assert answer.status_code == 403
    assert Session.objects.count() == 1


def test_a_session_that_goes_on_has_nothing_to_fork_from(admin_client, make_session):
    session = make_session()
    stepping.do(session, *stepping.HAPPY[:4])

    page = page_of(admin_client, session, "agents_session_step", "writer")

    assert "fork/" not in page
