"""A small model routes where rules do not decide: over HTTP, against the loopback platform."""

import pytest

from agents.brains.anthropic import client
from agents.models import ApprovalRequest, Execution, Message
from agents.orchestrator.requests import ASK_BACK
from agents.prompts.loader import roster
from agents.testing.anthropic.faults import Fault, How
from agents.testing.anthropic.server import AnthropicServer
from agents.testing.archive import make_issue, make_newsletter
from agents.testing.arena import hasty_brains
from agents.testing.minds import Call, Said
from agents.tests.support.requesting import request

pytestmark = pytest.mark.django_db
ASK = "POST /v1/messages"
UNCLEAR = "Parser 2.0 licence"


@pytest.fixture
def told():
    """What the model was told, newest last."""
    return []


@pytest.fixture
def server(settings, told):
    """The platform; its model names `ask`, and answers no question itself."""

    def mind(prompt):
        told.append(prompt.message)
        is_routing = prompt.message.startswith("agent ")
        answer = {"agent": "ask"} if is_routing else {"sentences": []}
        return Said(calls=(Call("answer", answer),))

    settings.CRUX_BRAINS = ["messages", "local"]
    make_issue(make_newsletter())
    with AnthropicServer(mind) as server, hasty_brains():
        settings.ANTHROPIC_BASE_URL = server.url
        yield server
        client.forget()


@pytest.mark.parametrize(
    "text", [UNCLEAR, "Whta abuot teh licence", "licencia de Parser 2.0"]
)
def test_the_agent_that_it_names_is_called_and_that_is_on_record(server, told, text):
    answer = request(text, user="u")

    assert answer.agents == ("ask",)
    assert told[0].endswith(f"request: {text}")
    assert "agent ada" not in told[0]
    routed = Message.objects.get(content__startswith="Routed")
    assert "rules did not decide, and a model named it" in routed.content
    row = Execution.objects.get(agent="orchestrator")
    assert (row.brain, row.input_tokens > 0, row.dollars > 0) == (
        "messages",
        True,
        True,
    )


def test_where_it_names_nobody_there_is_the_user_is_asked_back(server):
    server.platform.mind = lambda _: Said(calls=(Call("answer", {"agent": "root"}),))

    assert request(UNCLEAR, user="u").text == ASK_BACK


@pytest.mark.parametrize(
    "said",
    [
        Said(words="ask", stop="end_turn"),
        Said(calls=(Call("answer", {"agent": 7, "send": True}),)),
        Said(calls=(Call("answer", {"agent": "ask " * 9_000}),)),
    ],
)
def test_an_answer_of_another_shape_is_none(server, said):
    server.platform.mind = lambda _: said

    assert request(UNCLEAR, user="u").text == ASK_BACK


def test_a_platform_that_refuses_leaves_the_user_asked_back(server):
    server.faults.add(Fault(How.ERROR, ASK, times=99))

    assert request(UNCLEAR, user="u").text == ASK_BACK


def test_rules_that_decide_ask_no_model_who(server, told):
    request("Delete all readers.", user="u")

    assert not told
    assert ApprovalRequest.objects.exists()


def test_the_writer_may_look_up_documents():
    assert "search_knowledge" in roster()["writer"].front.tools
