"""Agents over the API: called by the one contract; each sees their own alone."""

import pytest

from agents.access.scopes import Scope
from agents.models import Execution
from agents.tests.support.keys import caller
from newsletter.tests.support.makers import make_issue, make_newsletter

pytestmark = pytest.mark.django_db
ALL = (
    Scope.AGENTS_READ,
    Scope.AGENTS_CALL,
    Scope.EXECUTIONS_READ,
    Scope.KNOWLEDGE_READ,
)


def test_agents_are_listed_without_their_prompts():
    listed = caller(Scope.AGENTS_READ).get("/agents")

    ids = {one["id"] for one in listed.json()["items"]}
    assert {"ask", "writer"} <= ids
    assert "prompt" not in listed.json()["items"][0]
    assert caller(Scope.AGENTS_READ).get("/agents/nobody").status_code == 404


def test_a_question_is_asked_once_and_its_execution_is_its_askers(settings):
    settings.CRUX_BRAINS = ["local"]
    make_issue(make_newsletter(slug="weekly"))
    ana, bo = caller(*ALL), caller(*ALL)
    body = {"input": {"question": "What is out?", "newsletter": "weekly"}}

    first = ana.post("/agents/ask/requests", body, Idempotency_Key="a")
    again = ana.post("/agents/ask/requests", body, Idempotency_Key="a")

    assert first.status_code == 200
    assert first.json() == again.json()
    assert Execution.objects.get().trigger == "api"
    path = f"/executions/{first.json()['id']}"
    assert ana.get(path).json()["output"] == first.json()["output"]
    assert ana.get("/executions").json()["count"] == 1
    assert bo.get(path).status_code == 404
    assert bo.get("/executions").json()["count"] == 0


@pytest.mark.parametrize(
    ("agent", "body", "status"),
    [
        ("nobody", {}, 404),
        ("ask", {"input": {"moon": 1}}, 422),
        ("ask", {"input": {"question": "?"}, "user_id": "bo"}, 422),
    ],
)
def test_what_cannot_be_asked_begins_nothing(agent, body, status):
    answer = caller(*ALL).post(f"/agents/{agent}/requests", body)

    assert answer.status_code == status
    assert not Execution.objects.exists()


def test_long_work_is_accepted_and_asked_for_later():
    make_newsletter(slug="weekly")
    who = caller(*ALL)
    body = {"input": {"session": "newsletter_20260101_000000_00000000"}}

    answer = who.post("/agents/writer/requests", body)

    assert answer.status_code == 202
    told = who.get(answer["Location"].removeprefix("/api/v1")).json()
    assert (told["status"], told["agent"]) == ("queued", "writer")


def test_a_conversation_is_its_users_alone():
    make_newsletter(slug="weekly")
    ana, bo = caller(*ALL), caller(*ALL)

    begun = ana.post("/conversations", {"newsletter": "weekly"}).json()
    path = f"/conversations/{begun['id']}"

    assert ana.get(path).json()["messages"] == []
    assert [one["id"] for one in ana.get("/conversations").json()["items"]] == [
        begun["id"]
    ]
    assert bo.get(path).status_code == 404
    stolen = {"input": {"question": "?"}, "conversation_id": begun["id"]}
    assert bo.post("/agents/ask/requests", stolen).status_code == 422


def test_knowledge_is_searched():
    make_newsletter(slug="weekly")

    answer = caller(Scope.KNOWLEDGE_READ).get("/knowledge?q=agents&newsletter=weekly")

    assert answer.json() == {"items": []}
