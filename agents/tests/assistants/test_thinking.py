"""A call of an assistant keeps to what the desk gives it, over HTTP to the loopback platform."""

from dataclasses import replace
from decimal import Decimal

import pytest

from agents.assistants import thinking
from agents.brains.anthropic import client
from agents.executions.calling import call
from agents.models import AgentSetting, Execution
from agents.registry.contract import Request
from agents.testing.anthropic import replies
from agents.testing.anthropic.faults import Fault, How
from agents.testing.anthropic.server import AnthropicServer
from agents.testing.archive import OPENS, make_issue, make_newsletter
from agents.testing.arena import hasty_brains
from agents.testing.minds import Call, Said

pytestmark = pytest.mark.django_db
ASK = "POST /v1/messages"
QUESTION = {"question": "Under which licence did Example Lab release Parser 2.0?"}


@pytest.fixture
def server(settings):
    settings.CRUX_BRAINS = ["messages", "local"]
    make_issue(make_newsletter())
    said = {"text": OPENS, "passages": [1], "quotes": [OPENS]}
    with (
        AnthropicServer(
            lambda _: Said(calls=(Call("answer", {"sentences": [said]}),))
        ) as server,
        hasty_brains(),
    ):
        settings.ANTHROPIC_BASE_URL = server.url
        yield server
        client.forget()


def asked():
    call("ask", Request(user_id="u", input=QUESTION))
    return Execution.objects.get()


def test_a_model_answers_within_what_it_is_given(server):
    row = asked()

    assert (row.status, row.brain, row.instead_of) == ("done", "messages", "")
    assert 0 < row.dollars <= Decimal("0.05")


@pytest.mark.parametrize("how", [How.SILENT, How.PINGS])
def test_a_call_ends_with_the_time_that_the_desk_gave(server, how):
    AgentSetting.objects.create(slug="ask", timeout_seconds=1)
    server.faults.add(Fault(how, ASK, times=99))

    row = asked()

    assert (row.status, row.brain) == ("done", "local")
    assert row.instead_of == "messages: it used up its time"
    assert 1_000 <= row.milliseconds < 20_000


@pytest.mark.parametrize("after", range(1, 5))
@pytest.mark.parametrize(
    ("how", "why"),
    [
        (How.BROKEN, "broke off before it was whole"),
        (How.ENDED, "broke off before it was whole"),
        (How.ERROR, "ended in an error"),
    ],
)
def test_an_answer_that_is_cut_off_is_none(server, how, why, after):
    server.faults.add(Fault(how, ASK, after=after))

    row = asked()

    assert (row.status, row.brain) == ("done", "local")
    assert why in row.instead_of


def test_what_is_no_reply_is_told_as_that(server, monkeypatch):
    monkeypatch.setattr(replies, "stream", lambda _: iter(()))

    row = asked()

    assert (row.status, row.brain) == ("done", "local")
    assert "does that server speak it?" in row.instead_of


def test_an_answer_that_came_to_its_limit_is_none(server):
    mind = server.platform.mind
    server.platform.mind = lambda prompt: replace(mind(prompt), stop="max_tokens")

    row = asked()

    assert (row.status, row.brain) == ("done", "local")
    assert row.instead_of == "messages: it gave no answer (max_tokens)"


@pytest.mark.parametrize(("given", "brain"), [(None, "messages"), ("0.01", "local")])
def test_a_call_costs_no_more_than_the_desk_gave(server, monkeypatch, given, brain):
    """Of an answer of 1,000 tokens by the large model a cent bears less than half."""
    monkeypatch.setattr(thinking, "FEWEST_OUTPUT_TOKENS", 1_000)
    AgentSetting.objects.create(
        slug="ask",
        model="claude-opus-5-5",
        budget_dollars=given and Decimal(given),
    )

    row = asked()

    assert (row.status, row.brain) == ("done", brain)
    spent = "messages: the budget is spent ($0.01 left)" if given else ""
    assert row.instead_of == spent


def test_a_month_that_is_used_up_asks_no_model(server, settings):
    settings.MONTH_DOLLARS = Decimal("0.01")
    Execution.objects.create(agent="nova", trigger="api", dollars=Decimal("0.02"))

    call("ask", Request(user_id="u", input=QUESTION))

    row = Execution.objects.get(agent="ask")
    assert row.instead_of == "messages: the budget is spent ($0.00 left)"
