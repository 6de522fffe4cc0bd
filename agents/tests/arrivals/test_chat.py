"""A slash command: acknowledged at once, answered in its thread, and nowhere else."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from agents.access.limits import limits
from agents.arrivals import answering, chat
from agents.assistants import guarding
from agents.models import ApprovalRequest, Arrival, Conversation
from agents.testing.archive import OPENS, make_issue, make_newsletter
from agents.tests.support.arrivals import make_hook, send
from agents.tests.support.requesting import in_turn
from newsletter.web.request import Answer

pytestmark = pytest.mark.django_db
QUESTION = "Under which licence did Example Lab release Parser 2.0?"
COMMAND = {
    "token": "old-token",
    "team_id": "T1",
    "channel_id": "C1",
    "user_id": "U1",
    "command": "/crux",
    "text": QUESTION,
    "response_url": "https://hooks.slack.com/commands/T1/1/abc",
    "trigger_id": "13345224609.738474920.8088930838d88f008e0",
}


@pytest.fixture(autouse=True)
def house(settings):
    settings.CRUX_BRAINS = ["local"]
    limits.forget()
    return make_issue(make_newsletter())


@pytest.fixture
def posted(monkeypatch):
    """What is posted, and what is answered."""
    came, answers = [], {"status": 200}

    def post(url, body, headers, **_):
        came.append((url, json.loads(body)))
        return Answer(**answers)

    monkeypatch.setattr(chat, "post", post)
    return came, answers


@pytest.fixture
def hook():
    return make_hook("slack", "request")


def test_it_is_acknowledged_at_once_and_answered_to_who_asked(hook, posted):
    at_once = send(hook, COMMAND | {"thread_ts": "1700000000.0001"})
    thought_before = Conversation.objects.exists()
    answering.work_off(timezone.now(), drive=in_turn)
    answering.work_off(timezone.now() + timedelta(days=1), drive=in_turn)

    assert (at_once.status_code, at_once.json()["text"]) == (200, chat.HEARD)
    assert not thought_before
    [(url, said)] = posted[0]
    assert url == COMMAND["response_url"]
    assert OPENS in said["text"]
    assert said["response_type"] == "ephemeral"
    assert said["thread_ts"] == "1700000000.0001"
    assert Arrival.objects.get().status == "answered"


def test_a_command_without_words_is_told_what_to_say(hook, posted):
    answer = send(hook, COMMAND | {"text": " "})

    assert answer.json()["text"] == chat.ASK
    assert not Arrival.objects.exists()


@pytest.mark.parametrize("url", ["", "https://evil.example/x"])
def test_where_no_answer_may_be_posted_none_is_promised(hook, url):
    answer = send(hook, COMMAND | {"response_url": url})

    assert (answer.status_code, answer.json()["text"]) == (200, chat.KEPT)


def test_the_same_user_in_the_same_place_goes_on_and_another_does_not(hook, posted):
    for number, user in enumerate(("U1", "U1", "U2")):
        send(hook, COMMAND | {"user_id": user, "trigger_id": str(number)})
        answering.work_off(timezone.now(), drive=in_turn)

    talks = [row.conversation_id for row in Arrival.objects.order_by("id")]
    assert talks[0] == talks[1]
    assert talks[1] != talks[2]


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.slack.com/commands/T1",
        "https://hooks.slack.com.evil.example/x",
        "https://hooks.slack.com@evil.example/x",
        "https://user@hooks.slack.com/x",
        "https://evil.example/hooks.slack.com",
        "https://169.254.169.254/latest",
        "https://[",
        "",
    ],
)
def test_no_answer_goes_anywhere_else(url):
    assert chat.fault_of(url)


def test_a_host_of_ones_own_may_be_named(settings):
    settings.CHAT_RESPONSE_HOSTS = ["chat.example.org"]

    assert not chat.fault_of("https://chat.example.org/hooks/1")


def test_an_answer_that_did_not_arrive_is_sent_again_and_not_thought_again(
    hook, posted, monkeypatch
):
    posted[1]["status"] = 500
    send(hook, COMMAND)
    now = timezone.now()
    answering.work_off(now, drive=in_turn)
    monkeypatch.setattr(answering, "request", pytest.fail)
    for _ in answering.WAITS:
        now = Arrival.objects.get().next_at
        answering.work_off(now, drive=in_turn)

    row = Arrival.objects.get()
    assert (row.status, row.said) == ("failed", "it answered 500")
    assert row.next_at is None
    assert len(posted[0]) == len(answering.WAITS) + 1


def test_what_failed_in_thought_is_tried_again_and_then_told(hook, posted, monkeypatch):
    def fails(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setattr(answering, "request", fails)
    send(hook, COMMAND)
    for _ in range(answering.MOST_THOUGHTS):
        answering.work_off(Arrival.objects.get().next_at, drive=in_turn)

    [(_, said)] = posted[0]
    assert said["text"] == answering.BROKEN


@pytest.mark.both_engines
def test_while_one_is_at_it_no_other_is(hook, posted):
    send(hook, COMMAND)
    one, other = Arrival.objects.get(), Arrival.objects.get()
    now = timezone.now()

    assert answering._took_up(one, now, in_turn)
    assert not answering._took_up(other, now, in_turn)
    assert len(posted[0]) == 1


def test_an_answer_calls_nobody_and_tells_no_secret(
    hook, posted, settings, monkeypatch
):
    settings.ANTHROPIC_API_KEY = "sk-ant-0123456789"
    send(hook, COMMAND | {"text": "<!channel> asdf"})
    Arrival.objects.update(status="owed", answer="<!channel> & <@U1>")
    answering.work_off(timezone.now(), drive=in_turn)
    send(hook, COMMAND)
    told = type("Told", (), {"text": "it is sk-ant-0123456789", "conversation": None})
    monkeypatch.setattr(answering, "request", lambda *_, **__: told)
    answering.work_off(timezone.now(), drive=in_turn)

    assert posted[0][0][1]["text"] == "&lt;!channel&gt; &amp; &lt;@U1&gt;"
    assert posted[0][1][1]["text"] == answering.WITHHELD
    assert guarding.secrets()


def test_what_would_change_something_outside_waits_for_a_person(
    hook, posted, mailoutbox
):
    send(hook, COMMAND | {"text": "Send the newest issue to everybody right now."})
    answering.work_off(timezone.now(), drive=in_turn)

    assert ApprovalRequest.objects.get().act == "send"
    assert "operator" in posted[0][0][1]["text"]
    assert mailoutbox == []


def test_words_are_kept_no_longer_than_calls_and_a_replay_is_still_known(
    hook, posted, settings
):
    at = timezone.now()
    send(hook, COMMAND, at=at)
    answering.work_off(at + timedelta(seconds=1), drive=in_turn)
    answering.forget(at + timedelta(days=settings.EXECUTIONS_KEPT_DAYS + 1))

    row = Arrival.objects.get()
    assert (row.words, row.answer, row.reply_to, row.sender) == ("", "", "", "")
    assert send(hook, COMMAND, at=at).status_code == 409
