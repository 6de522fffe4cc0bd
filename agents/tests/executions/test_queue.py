from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from agents.conversations import history
from agents.executions import queue
from agents.executions.calling import call
from agents.models import Execution, Message
from agents.registry.contract import Request
from agents.testing.archive import make_issue, make_newsletter

pytestmark = pytest.mark.django_db
QUESTION = {"question": "Who released Parser 2.0?"}


@pytest.fixture
def issue():
    return make_issue(make_newsletter())


@pytest.fixture
def posted(monkeypatch):
    """What was posted where; `posted.status` is what is answered."""
    seen = SimpleNamespace(calls=[], status=200)

    def post(url, body, headers, **_):
        seen.calls.append((url, body.decode()))
        return SimpleNamespace(status=seen.status, fault=None)

    monkeypatch.setattr(queue, "post", post)
    return seen


def test_a_call_with_a_callback_waits_is_done_and_told_without_content(issue, posted):
    response = call("ask", Request(input=QUESTION), callback="https://example.com/hook")
    assert response.metadata.status == "queued"

    assert queue.work_off() == 1
    assert queue.call_back(timezone.now()) == 1

    [(url, body)] = posted.calls
    assert url == "https://example.com/hook"
    assert str(response.metadata.execution_id) in body
    assert "Parser" not in body
    assert queue.call_back(timezone.now() + timedelta(days=1)) == 0


def test_a_callback_that_fails_is_tried_again_and_given_up(issue, posted):
    posted.status = 500
    call("ask", Request(input=QUESTION), callback="https://example.com/hook")
    queue.work_off()

    for hours in range(9):
        queue.call_back(timezone.now() + timedelta(hours=2 * hours))

    assert len(posted.calls) == len(queue.WAITS) + 1


def test_old_content_is_taken_away_and_its_figures_stay(issue, settings):
    conversation = history.begun("u", issue.newsletter, "api")
    history.say(conversation, Message.Role.USER, "Who released Parser 2.0?")
    uid = call("ask", Request(input=QUESTION)).metadata.execution_id
    later = timezone.now() + timedelta(days=settings.EXECUTIONS_KEPT_DAYS, hours=1)

    assert queue.forget(timezone.now()) == 0
    assert queue.forget(later) == 1

    row = Execution.objects.get(uid=uid)
    assert (row.input, row.output, row.status) == ({}, None, "done")
    assert row.ended_at
    assert Message.objects.get().content == ""


def test_what_lost_its_process_is_settled(issue):
    now = timezone.now()
    row = Execution.objects.create(
        agent="ask", trigger="api", status="running", began_at=now
    )

    assert queue.give_up_lost(now) == 0
    assert queue.give_up_lost(now + timedelta(hours=2)) == 1

    row.refresh_from_db()
    assert (row.status, row.error) == ("failed", queue.LOST)
