"""Agents over the API: called by the one contract; each sees their own alone."""

import pytest

from agents.access.scopes import Scope
from agents.assistants import nova
from agents.doors.api import requests as doors
from agents.models import Conversation, Execution, Session
from agents.tests.support.keys import caller
from agents.tests.support.requesting import in_turn
from newsletter.tests.support.makers import make_issue, make_newsletter

pytestmark = pytest.mark.django_db
NOBODYS = "00000000-0000-4000-8000-000000000000"
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


@pytest.mark.parametrize(
    ("path", "body", "fields"),
    [
        (
            "/agents/ask/requests",
            {"input": {"moon": 1}},
            ["input.question", "input.moon"],
        ),
        ("/agents/critic/requests", {"input": {"session": "none"}}, ["input.session"]),
        (
            "/agents/ask/requests",
            {"input": {"question": "?"}, "conversation_id": NOBODYS},
            ["conversation_id"],
        ),
        ("/requests", {"text": "?", "newsletter": "nobodys"}, ["newsletter"]),
        ("/requests", {"text": "?", "conversation_id": NOBODYS}, ["conversation_id"]),
    ],
)
def test_what_does_not_fit_is_told_in_a_sentence_and_by_its_field(path, body, fields):
    answer = caller(*ALL).post(path, body).json()

    assert answer["type"].endswith("#problem-invalid")
    assert answer["detail"].endswith(". Mend that, then send it again.")
    told = [one["at"] for one in answer["errors"]]
    assert told == [["body", *field.split(".")] for field in fields]
    assert not Execution.objects.exists()


def test_long_work_is_accepted_and_asked_for_later(make_session):
    make_newsletter(slug="weekly")
    who = caller(*ALL)
    body = {"input": {"session": make_session("weekly").name}}

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


def test_who_names_a_callback_is_told_later_and_an_address_that_is_none_is_refused():
    make_issue(make_newsletter(slug="weekly"))
    who = caller(*ALL)
    body = {"input": {"question": "What is out?"}}

    queued = who.post(
        "/agents/ask/requests", {**body, "callback": "https://a.example/hook"}
    )
    refused = [
        who.post("/agents/ask/requests", {**body, "callback": address}).status_code
        for address in (
            *("file:///etc/passwd", "a", "https://a b", "https://"),
            *(
                "http://127.0.0.1/hook",
                "https://a.example:22/",
                "https://a:b@a.example/",
            ),
        )
    ]

    assert queued.status_code == 202
    assert Execution.objects.get().callback == "https://a.example/hook"
    assert refused == [422] * 7


def test_a_request_in_words_is_routed_kept_and_answered_once(settings):
    settings.CRUX_BRAINS = ["local"]
    make_issue(make_newsletter(slug="weekly"))
    ana, bo = caller(*ALL), caller(*ALL)
    body = {"text": "What is out?"}

    first = ana.post("/requests", body, Idempotency_Key="a")
    again = ana.post("/requests", body, Idempotency_Key="a")

    told = first.json()
    assert (first.status_code, told["agents"]) == (200, ["ask"])
    assert again.json() == told
    assert again["Idempotent-Replayed"] == "true"
    said = ana.get(f"/conversations/{told['conversation_id']}").json()["messages"]
    assert [one["role"] for one in said] == ["user", "system", "assistant"]
    assert ana.get(f"/executions/{told['executions'][0]}").status_code == 200
    stolen = {**body, "conversation_id": told["conversation_id"]}
    assert bo.post("/requests", stolen).status_code == 422


def test_a_request_of_several_agents_that_is_sent_again_goes_on(settings, monkeypatch):
    settings.CRUX_BRAINS = ["local"]
    monkeypatch.setattr(nova, "_asked", lambda *_, **__: "ok")
    make_issue(make_newsletter(slug="weekly"))
    ana, drives = caller(*ALL), [dies, in_turn]
    monkeypatch.setattr(doors, "drive", lambda session: drives.pop(0)(session))
    body = {"text": "Who released Parser 2.0? Then write a post for X about it."}

    lost = ana.post("/requests", body, Idempotency_Key="a")
    told = ana.post("/requests", body, Idempotency_Key="a").json()

    assert lost.status_code == 500
    assert told["agents"] == ["ask", "nova"]
    assert Session.objects.count() == 1


def dies(_):
    raise OSError


def test_what_a_request_asks_to_send_waits_for_a_person():
    make_newsletter(slug="weekly")

    told = caller(*ALL).post("/requests", {"text": "Send the issue to all."}).json()

    assert told["agents"] == []
    assert len(told["approval_requests"]) == 1


@pytest.mark.parametrize(
    "body", [{}, {"text": ""}, {"text": "a" * 4001}, {"text": "a", "newsletter": "no"}]
)
def test_a_request_that_cannot_be_read_is_kept_nowhere(body):
    make_newsletter(slug="weekly")

    answer = caller(*ALL).post("/requests", body)

    assert answer.status_code == 422
    assert answer["Content-Type"] == "application/problem+json"
    assert not Conversation.objects.exists()
