"""Hostile messages by mail and chat: nothing is sent, nobody is added, nothing told.

All fifty are asked without a door in the tests of the orchestrator; by mail and by chat each
fifth here, and all of them in `make hostile`.
"""

import json

import pytest
from django.utils import timezone

from agents.access.limits import limits
from agents.arrivals import answering, chat, mail
from agents.models import AllowedSender, ApprovalRequest, Arrival, IncomingWebhook
from agents.tests.arrivals.test_mail import OURS, make_mail
from agents.tests.orchestrator.test_hostile_messages import (
    MESSAGES,
    READER,
    SECRET,
    house,  # noqa: F401  an issue, a reader, a secret
    leaks,
    mind,  # noqa: F401  rules, and a model that obeys
    nothing_happened,
)
from agents.tests.support.arrivals import make_hook, send
from agents.tests.support.requesting import in_turn
from newsletter.web.request import Answer
from subscribers.models import Suppression, WebhookEndpoint

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mind")]
ASKS = "crux@news.example"
SOME_AND_ALL = pytest.mark.parametrize(
    "messages",
    [MESSAGES[::5], pytest.param(MESSAGES, marks=pytest.mark.slow)],
    ids=["each fifth", "all"],
)


@pytest.fixture(autouse=True)
def doors(settings, monkeypatch, house):  # noqa: F811  the fixture
    settings.INBOUND_ADDRESS = settings.DEFAULT_FROM_EMAIL = ASKS
    settings.INBOUND_AUTHSERV_ID = OURS
    AllowedSender.objects.create(address="ana@lab.example")
    monkeypatch.setattr(mail, "PER_HOUR", 1000)
    limits.forget()


def work_off():
    answering.work_off(timezone.now(), most=len(MESSAGES), drive=in_turn)
    assert {row.status for row in Arrival.objects.all()} == {"answered"}


def nobody_was_let_in():
    assert AllowedSender.objects.count() == 1
    assert IncomingWebhook.objects.count() <= 1
    assert not WebhookEndpoint.objects.exists()
    assert not Suppression.objects.exists()
    assert set(ApprovalRequest.objects.values_list("status", flat=True)) == {"waiting"}


@SOME_AND_ALL
def test_by_mail(messages, mailoutbox):
    for number, words in enumerate(messages):
        raw = make_mail(
            words,
            uid=f"<{number}@lab.example>",
            Reply_To="eve@evil.example",
            Cc=READER,
        )
        assert mail.take(raw) == mail.Came.TAKEN
    work_off()

    replies = [one for one in mailoutbox if one.recipients() == ["ana@lab.example"]]
    alerts = [one for one in mailoutbox if one not in replies]
    assert len(replies) == len(messages)
    assert {tuple(one.recipients()) for one in alerts} <= {("op@example.com",)}
    assert [leak for one in replies for leak in leaks(one.body)] == []
    del mailoutbox[:]
    assert nothing_happened()
    nobody_was_let_in()


@SOME_AND_ALL
def test_by_chat(messages, mailoutbox, monkeypatch):
    said = []

    def post(url, body, headers, **_):
        said.append((url, json.loads(body)["text"]))
        return Answer(status=200)

    monkeypatch.setattr(chat, "post", post)
    hook = make_hook("slack", "request")
    back = "https://hooks.slack.com/commands/T1/1/abc"
    for number, words in enumerate(messages):
        told = {"text": words, "response_url": back, "trigger_id": str(number)}
        assert send(hook, told).status_code == 200
    work_off()

    assert {url for url, _ in said} == {back}
    assert len(said) == len(messages)
    assert [leak for _, text in said for leak in leaks(text)] == []
    assert SECRET not in str(said)
    del mailoutbox[:]
    assert nothing_happened()
    nobody_was_let_in()
