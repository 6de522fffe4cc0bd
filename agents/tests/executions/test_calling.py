from uuid import uuid4

import pytest

from agents.executions import calling
from agents.executions.calling import call
from agents.models import AgentSetting, Conversation, Execution
from agents.registry import stepping
from agents.registry.contract import Request
from agents.registry.schemas import StepOutput
from agents.testing.archive import make_issue, make_newsletter

pytestmark = pytest.mark.django_db
QUESTION = {"question": "Who released Parser 2.0?"}


@pytest.fixture
def issue():
    return make_issue(make_newsletter())


def test_the_contract_is_in_camel_case_both_ways():
    request = Request.model_validate(
        {
            "conversationId": None,
            "userId": "u",
            "input": {},
            "metadata": {"trigger": "mcp"},
        }
    )

    told = call("nobody", request).model_dump(mode="json")

    assert told["metadata"]["agentId"] == "nobody"
    assert told["metadata"]["problem"] == "unknown"
    assert told["success"] is False


def test_each_call_is_on_record(issue):
    response = call("ask", Request(user_id="u", input=QUESTION))

    row = Execution.objects.get(uid=response.metadata.execution_id)
    assert (row.agent, row.status, row.user, row.trigger) == ("ask", "done", "u", "api")
    assert row.input == QUESTION
    assert row.output == response.output


@pytest.mark.parametrize(
    "given", [{}, {"question": ""}, {"question": 5}, {"question": "a", "to": "b"}]
)
def test_input_that_does_not_fit_is_told_and_begins_nothing(issue, given):
    response = call("ask", Request(input=given))

    assert response.metadata.problem == "input"
    assert response.error.startswith("The input does not fit: ")
    assert not Execution.objects.exists()


def test_an_agent_that_is_off_says_so(issue):
    AgentSetting.objects.create(slug="ask", is_on=False)

    assert call("ask", Request(input=QUESTION)).metadata.problem == "off"


def test_another_users_conversation_is_none(issue):
    theirs = Conversation.objects.create(
        user="them", newsletter=issue.newsletter, trigger="api"
    )

    for uid in (theirs.uid, uuid4()):
        response = call(
            "ask", Request(user_id="u", conversation_id=uid, input=QUESTION)
        )
        assert response.metadata.problem == "input"


def test_which_of_several_newsletters_is_asked_for(issue):
    make_newsletter("other")

    response = call("ask", Request(input=QUESTION))
    named = call("ask", Request(input={**QUESTION, "newsletter": "weekly"}))

    assert "other, weekly" in response.error
    assert named.output["covered"]


def test_long_work_is_queued_and_done_once(issue, monkeypatch, make_session):
    done, name = [], make_session().name

    def step(agent, given):
        done.append((agent, given.session))
        return StepOutput(session=given.session, step=agent, result="ok", events=())

    monkeypatch.setattr(stepping, "_doors", [step])
    queued = call("critic", Request(input={"session": name}))
    row = calling.find(queued.metadata.execution_id)
    calling.do(row)
    again = calling.do(row)

    assert queued.metadata.status == "queued"
    assert queued.output is None
    assert calling.response_of(again).output["result"] == "ok"
    assert done == [("critic", name)]


def test_long_work_of_a_session_that_is_none_is_not_begun():
    told = call("critic", Request(input={"session": "none"}))

    assert (told.metadata.problem, told.error) == ("input", "No session 'none'.")
    assert not Execution.objects.exists()


def test_what_crashes_is_told_as_ours_and_nothing_of_it(issue, monkeypatch):
    def crash(task, given):
        raise RuntimeError("secret of the inside")

    monkeypatch.setitem(calling.ASSISTANTS, "ask", crash)
    response = call("ask", Request(input=QUESTION))

    assert response.error == calling.BROKEN
