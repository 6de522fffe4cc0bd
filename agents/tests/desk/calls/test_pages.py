import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from agents.assistants import nova
from agents.conversations import history
from agents.executions.calling import call
from agents.models import (
    AgentSetting,
    ApprovalRequest,
    Conversation,
    Document,
    DocumentVersion,
    Preference,
    Session,
)
from agents.registry.catalogue import entry
from agents.registry.contract import Request
from agents.testing.archive import make_issue, make_newsletter
from agents.tests.support.requesting import request

pytestmark = pytest.mark.django_db
QUESTION = "Who released Parser 2.0?"


@pytest.fixture
def issue():
    return make_issue(make_newsletter())


def address(model, what="changelist", *args):
    return reverse(f"admin:agents_{model}_{what}", args=args)


def test_an_agent_gets_another_model_and_the_old_value_is_on_record(admin_client):
    row = AgentSetting.objects.create(slug="ask", timeout_seconds=30)
    given = {
        "slug": "ask",
        "is_on": "on",
        "timeout_seconds": "20",
        "budget_dollars": "",
    }
    given["model"] = "claude-opus-5-5"

    admin_client.post(address("agentsetting", "change", row.pk), given)

    assert (entry("ask").model, entry("ask").timeout_seconds) == ("claude-opus-5-5", 20)
    told = LogEntry.objects.get().change_message
    assert "timeout seconds: 30 → 20" in told
    assert "model: nothing → claude-opus-5-5" in told


def test_an_agent_that_there_is_not_cannot_be_set(admin_client):
    given = {"slug": "nobody", "is_on": "on", "model": "gpt-9"}

    page = admin_client.post(address("agentsetting", "add"), given)

    assert page.status_code == 200
    assert not AgentSetting.objects.exists()


def test_a_document_written_on_the_desk_is_a_version_and_found(admin_client):
    given = {
        "kind": "document",
        "title": "Prices",
        "text": "By the seat.",
        "is_active": "on",
    }
    given |= {"platform": "", "versions-TOTAL_FORMS": 0, "versions-INITIAL_FORMS": 0}

    page = admin_client.post(address("document", "add"), given)

    assert page.status_code == 302, page.context["adminform"].form.errors
    assert Document.objects.get().version == 1
    assert DocumentVersion.objects.get().by == "admin"


def test_calls_and_conversations_can_be_looked_at(admin_client, issue):
    answer = request(QUESTION, user="u")
    [execution] = answer.executions

    for model in ("execution", "conversation", "preference", "document"):
        assert admin_client.get(address(model)).status_code == 200
    talk = history.opened(answer.conversation, "u")
    shown = admin_client.get(
        address("conversation", "change", talk.pk)
    ).content.decode()
    assert "Routed: to ask: it is a question." in shown
    row = talk.executions.get()
    assert str(execution) == str(row.uid)
    assert (
        QUESTION
        in admin_client.get(address("execution", "change", row.pk)).content.decode()
    )


def test_a_request_for_approval_is_decided_once_and_does_nothing(admin_client, issue):
    request("Delete all subscribers.", user="u")
    row = ApprovalRequest.objects.get()
    given = {"action": "refuse", "_selected_action": [row.pk]}

    admin_client.post(address("approvalrequest"), given)
    admin_client.post(address("approvalrequest"), {**given, "action": "grant"})

    row.refresh_from_db()
    assert (row.status, row.decided_by) == ("refused", "admin")


def test_a_preference_can_be_deleted(admin_client):
    row = Preference.objects.create(user="u", text="I prefer short posts.")

    admin_client.post(address("preference", "delete", row.pk), {"post": "yes"})

    assert not Preference.objects.exists()


def test_a_switched_off_agent_says_so(admin_client, issue):
    given = {"slug": "ask", "model": "", "timeout_seconds": "", "budget_dollars": ""}
    admin_client.post(address("agentsetting", "add"), given)

    asked = Request(input={"question": QUESTION})

    assert call("ask", asked).metadata.problem == "off"


def test_a_conversation_leads_to_the_session_that_several_agents_are(
    admin_client, issue, monkeypatch
):
    monkeypatch.setattr(nova, "_asked", lambda *_, **__: "ok")
    asked = request(f"{QUESTION} Then write a post for X about it.", user="u")
    talk = Conversation.objects.get(uid=asked.conversation)
    session = Session.objects.get()

    page = admin_client.get(address("conversation", "change", talk.pk))
    drawn = admin_client.get(address("session", "change", session.pk))
    listed = admin_client.get(address("session"))

    assert address("session", "change", session.pk) in page.content.decode()
    shown = drawn.content.decode()
    assert "call agent" in shown
    assert "Finished: answered out of 2 calls." in shown
    assert "Run again" not in shown
    assert f"/runs/{session.name}/" not in shown
    assert "was refused" not in shown
    assert session.name not in listed.content.decode()
