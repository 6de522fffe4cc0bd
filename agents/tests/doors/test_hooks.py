"""Webhooks that come in: signed, in time, once; and what is done with each."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from agents.access.limits import limits
from agents.doors import hooks
from agents.engine import sample_or_live
from agents.executions import queue
from agents.models import Arrival, Execution, IncomingWebhook, Session
from agents.testing.archive import make_newsletter
from agents.tests.support.arrivals import body_of, make_hook, post, send, signed
from subscribers.models import Alert

pytestmark = pytest.mark.django_db
FORMS = IncomingWebhook.Form.values
TIMED = ("standard", "slack")
TOLD = {"name": "Ana", "wants": "A talk on parsers?"}
TALLY = {
    "eventId": "a4cb511e-d513-4fa5-baee-b815d718dfd1",
    "eventType": "FORM_RESPONSE",
    "data": {
        "formName": "Speakers",
        "fields": [
            {"key": "q1", "label": "Name", "type": "INPUT_TEXT", "value": "Ana"},
            {
                "key": "q2",
                "label": "Day",
                "type": "DROPDOWN",
                "value": ["b"],
                "options": [
                    {"id": "a", "text": "Monday"},
                    {"id": "b", "text": "Friday"},
                ],
            },
            {"key": "q3", "label": "Slides?", "type": "INPUT_TEXT", "value": None},
        ],
    },
}


@pytest.fixture(autouse=True)
def anew(settings):
    settings.OPERATOR_EMAILS = ["op@example.com"]
    settings.CRUX_BRAINS = ["local"]
    limits.forget()
    return make_newsletter()


def nothing_was_done():
    return not (
        Arrival.objects.exists()
        or Execution.objects.exists()
        or Session.objects.exists()
    )


@pytest.mark.parametrize("form", FORMS)
def test_a_signed_delivery_is_taken_and_an_execution_has_it(form):
    hook = make_hook(form)

    answer = send(hook, TOLD)

    told = answer.json()
    assert answer.status_code == 202
    assert told["execution"] == str(Execution.objects.get().uid)
    assert told["status"] == "queued"
    assert Arrival.objects.get().execution.agent == "ada"
    assert "Set-Cookie" not in answer


@pytest.mark.both_engines
@pytest.mark.parametrize("form", FORMS)
def test_the_same_delivery_again_is_refused_and_done_once(form):
    hook, at = make_hook(form), timezone.now()

    first, second = (send(hook, TOLD, at=at) for _ in range(2))

    assert (first.status_code, second.status_code) == (202, 409)
    assert "taken before" in second.json()["error"]
    assert Execution.objects.count() == 1


def test_a_captured_body_of_github_is_no_new_delivery_under_another_id():
    hook = make_hook("github")

    first, second = (send(hook, TOLD, uid=uid) for uid in ("one", "other"))

    assert (first.status_code, second.status_code) == (202, 409)


@pytest.mark.parametrize("form", FORMS)
def test_what_was_altered_is_refused(form):
    hook = make_hook(form)
    body = body_of(form, TOLD)
    headers = signed(form, body)

    altered = post(hook, body.replace(b"Ana", b"Eve"), headers)

    assert altered.status_code == 401
    assert altered.json().keys() == {"error"}
    assert nothing_was_done()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("other", FORMS)
def test_another_secret_or_another_form_opens_nothing(form, other):
    hook = make_hook(form)
    body = body_of(form, TOLD)
    key = "whsec_" + "QUFB" * 11

    assert post(hook, body, {}).status_code == 401
    assert post(hook, body, signed(other, body, secret=key)).status_code == 401
    if form != other:
        assert post(hook, body, signed(other, body)).status_code == 401
    assert nothing_was_done()


@pytest.mark.parametrize("form", TIMED)
@pytest.mark.parametrize(("seconds", "status"), [(290, 202), (310, 401)])
@pytest.mark.parametrize("way", [-1, 1])
def test_a_signature_is_good_for_five_minutes_either_way(form, seconds, status, way):
    at = timezone.now() + way * timedelta(seconds=seconds)

    assert send(make_hook(form), TOLD, at=at).status_code == status


@pytest.mark.parametrize("form", TIMED)
def test_only_who_signed_is_told_that_it_was_late(form):
    hook, old = make_hook(form), timezone.now() - timedelta(hours=1)
    body = body_of(form, TOLD)

    late = send(hook, TOLD, at=old).json()["error"]
    unsigned = post(hook, body + b" ", signed(form, body, at=old)).json()["error"]

    assert "five minutes" in late
    assert "five minutes" not in unsigned


@pytest.mark.parametrize("stamp", ["soon", "-5", "\u0661" * 10, "1e9", "9" * 30])
def test_a_time_that_is_none_is_late(stamp):
    hook = make_hook("slack")
    body = body_of("slack", TOLD)

    answer = post(hook, body, signed("slack", body, stamp=stamp))

    assert answer.status_code == 401


def test_a_body_beyond_the_limit_is_refused_before_it_is_read(monkeypatch):
    monkeypatch.setattr(hooks, "LARGEST", 1000)
    hook = make_hook()
    body = b'{"a": "' + b"x" * 1000 + b'"}'

    answer = post(hook, body, signed("standard", body))

    assert answer.status_code == 413
    assert nothing_was_done()


@pytest.mark.parametrize("body", [b"", b"[]", b"null", b"{", b"[" * 5000, b"\xff\xfe"])
def test_a_signed_body_that_cannot_be_read_is_refused(body):
    hook = make_hook()

    assert post(hook, body, signed("standard", body)).status_code == 422
    assert nothing_was_done()


def test_a_program_is_not_told_that_a_request_without_words_was_taken():
    hook, body = make_hook("standard", "request"), b'{"words": "What is new?"}'

    answer = post(hook, body, signed("standard", body))

    assert answer.status_code == 422
    assert "`text`" in answer.json()["error"]


def test_there_is_nothing_where_no_webhook_is_or_it_is_off():
    off = make_hook(is_on=False)

    assert send(off, TOLD).status_code == 404
    off.place = "elsewhere"
    assert send(off, TOLD).status_code == 404


def test_only_a_post_is_taken_and_no_cookie_is_asked_for(client, admin_client):
    hook = make_hook()

    assert client.get(f"/hooks/{hook.place}").status_code == 405
    answer = admin_client.post(f"/hooks/{hook.place}", b"{}", "application/json")
    assert answer.status_code == 401
    assert nothing_was_done()


def test_who_calls_too_often_has_to_wait(monkeypatch):
    monkeypatch.setattr(hooks, "PER_HOUR", 2)
    hook = make_hook()

    statuses = [send(hook, TOLD, uid=f"m{n}").status_code for n in range(3)]

    assert statuses == [202, 202, 429]


def test_a_form_of_tally_reaches_the_operator_with_its_open_questions(mailoutbox):
    hook = make_hook("tally")

    send(hook, TALLY)
    queue.work_off()

    row = Execution.objects.get()
    assert (row.status, row.trigger) == ("done", "webhook")
    assert row.input["form"] == "Speakers"
    assert row.input["fields"][1] == {"label": "Day", "value": "Friday"}
    [alert] = Alert.objects.all()
    assert alert.subject == "A form came in: Speakers"
    assert "Slides?" in alert.text
    assert Arrival.objects.get().key == TALLY["eventId"]


def test_a_webhook_begins_a_session_of_its_own_newsletter_once(anew, settings):
    settings.CRUX_SOURCES = "sample"
    hook = make_hook(does="session", newsletter=anew)

    answer = send(hook, {"newsletter": "another", "dry_run": False})
    again = send(hook, {})

    session = Session.objects.get()
    assert answer.status_code == 202
    assert answer.json()["session"] == session.name
    assert (session.newsletter, session.is_dry_run) == (anew, True)
    assert again.status_code == 409


def test_where_no_session_can_begin_the_delivery_may_come_again():
    hook = make_hook(does="session")

    assert send(hook, TOLD).status_code == 503
    assert nothing_was_done()


def test_while_the_web_is_silent_no_session_begins_and_the_delivery_may_come_again(
    anew, settings, monkeypatch
):
    def silent(_):
        raise sample_or_live.WebSilent

    hook = make_hook(does="session", newsletter=anew)
    settings.CRUX_SOURCES = "sample"
    with monkeypatch.context() as patched:
        patched.setattr(sample_or_live, "choose", silent)
        assert send(hook, TOLD).status_code == 503
        assert nothing_was_done()

    assert send(hook, TOLD).status_code == 202


def test_a_ping_of_github_is_answered_and_nothing_is_done():
    hook = make_hook("github")
    body = body_of("github", {"zen": "Keep it logically awesome."})

    answer = post(hook, body, signed("github", body) | {"X-GitHub-Event": "ping"})

    assert answer.status_code == 202
    assert nothing_was_done()


def test_where_the_secret_cannot_be_read_nobody_is_let_in(settings):
    hook = make_hook()
    settings.SECRET_KEY = "another"

    assert send(hook, TOLD).status_code == 503


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_is_done():
    hook, at = make_hook(), timezone.now()
    statuses, both = [], threading.Barrier(2)

    def go():
        both.wait()
        statuses.append(send(hook, TOLD, at=at).status_code)
        connection.close()

    threads = [threading.Thread(target=go) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(statuses) == [202, 409]
    assert Execution.objects.count() == 1
