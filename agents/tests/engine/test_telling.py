"""Webhooks are told of a session with the lines of its log: that it failed, or waits."""

import json

import pytest

from agents.engine import log, sessions
from agents.events.schema import Kind
from agents.tests.support import approvals
from subscribers.models import WebhookCall, WebhookEndpoint, WebhookEvent
from subscribers.webhooks import endpoints

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


@pytest.fixture(autouse=True)
def endpoint():
    row = WebhookEndpoint(name="Ops", url="https://x.dev/", events=WebhookEvent.values)
    endpoints.furnish(row)
    row.save()


def told(event):
    rows = WebhookCall.objects.filter(event=event)
    return [json.loads(one.body)["data"] for one in rows]


def test_a_draft_that_waits_for_a_person_is_told_of_once():
    session = approvals.waiting()
    sessions.look(session.pk)

    [data] = told(WebhookEvent.APPROVAL_WANTED)
    assert data["session"] == session.name
    assert data["mode"] == "yes"
    assert data["url"].endswith(f"/admin/agents/session/{session.pk}/change/")


def test_a_session_that_fails_is_told_of_once_and_one_that_is_stopped_is_not():
    failed, stopped = approvals.waiting(slug="a"), approvals.waiting(slug="b")
    with log.opened(failed.pk) as book:
        book.append(Kind.SESSION_ABORTED, {"reason": "No story was found.", "key": ""})
        sessions.settle(book)
    sessions.look(failed.pk)
    approvals.press(stopped, is_yes=False, why="Not this one.")

    [data] = told(WebhookEvent.SESSION_FAILED)
    assert data["session"] == failed.name
    assert data["reason"] == "No story was found."
