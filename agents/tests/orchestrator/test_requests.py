import pytest

from agents.assistants import nova, thinking
from agents.conversations import history
from agents.conversations.history import NoConversation
from agents.models import ApprovalRequest, Conversation, Execution, Message, Preference
from agents.orchestrator.requests import ASK_BACK, WHICH_PLATFORM
from agents.testing.archive import OPENS, make_issue, make_newsletter
from agents.tests.support.requesting import request

pytestmark = pytest.mark.django_db
QUESTION = "Under which licence did Example Lab release Parser 2.0?"


@pytest.fixture(autouse=True)
def issue(monkeypatch):
    monkeypatch.setattr(nova, "_asked", lambda *_, **__: "ok")
    return make_issue(make_newsletter())


def test_a_question_is_answered_and_why_is_on_record():
    answer = request(QUESTION, user="u")

    assert answer.agents == ("ask",)
    assert OPENS in answer.text
    told = Message.objects.values_list("role", "agent")
    assert list(told) == [("user", ""), ("system", ""), ("assistant", "ask")]
    routed = Message.objects.get(content__startswith="Routed")
    assert routed.content == "Routed: to ask: it is a question."
    assert Execution.objects.get().conversation.uid == answer.conversation


def test_two_agents_in_turn_answer_as_one_and_the_second_goes_on_from_the_first():
    answer = request(f"{QUESTION} Then write a post for X about it.", user="u")

    assert answer.agents == ("ask", "nova")
    assert OPENS in answer.text
    assert "/issues/issue-1/" in answer.text
    assert Execution.objects.get(agent="nova").input["issue"] == 1


def test_where_nothing_fits_the_user_is_asked_back():
    assert request("asdf qwer", user="u").text == ASK_BACK
    assert request("write a post", user="u").text == WHICH_PLATFORM


def test_a_conversation_goes_on_with_what_was_said():
    first = request("Write a post for LinkedIn", user="u")
    more = request(
        "What is Parser 2.0 like?", user="u", conversation=first.conversation
    )

    assert more.conversation == first.conversation
    talk = Conversation.objects.get()
    told = history.told(talk)
    assert [role for role, _ in told] == ["user", "assistant", "user", "assistant"]


def test_another_users_conversation_is_none():
    first = request(QUESTION, user="u")

    with pytest.raises(NoConversation):
        request("And now?", user="eve", conversation=first.conversation)


def test_history_reaches_an_agent_within_a_limit(issue):
    talk = history.begun("u", issue.newsletter, "api")
    for number in range(40):
        history.say(talk, Message.Role.USER, f"{number} " + "word " * 600)
        history.say(talk, Message.Role.ASSISTANT, "yes")

    told = history.told(talk)

    assert 0 < len(told) <= history.MOST_MESSAGES
    assert sum(len(text) for _, text in told) <= history.MOST_CHARACTERS
    assert told[-1] == ("assistant", "yes")


def test_preferences_are_kept_shown_and_deleted():
    assert "Noted" in request("I prefer short posts.", user="u").text
    assert "I prefer short posts." in request("What are my preferences?", user="u").text
    assert "none" in request("Show my preferences", user="eve").text
    assert "1" in request("Forget my preferences", user="u").text
    assert not Preference.objects.exists()


@pytest.mark.parametrize(
    "text", ["I want a post for LinkedIn", "I'd like a toot about issue 1"]
)
def test_what_is_wanted_once_is_done_and_is_no_preference(text):
    assert request(text, user="u").agents == ("nova",)
    assert not Preference.objects.exists()


@pytest.mark.parametrize(
    ("stated", "shown", "withdrawn"),
    [
        (
            "Je préfère des posts courts.",
            "Montre mes préférences",
            "Oublie mes préférences",
        ),
        (
            "Ich bevorzuge kurze Posts.",
            "Zeige meine Vorlieben",
            "Lösche meine Vorlieben",
        ),
    ],
)
def test_preferences_are_stated_in_other_languages(stated, shown, withdrawn):
    request(stated, user="u")

    assert stated in request(shown, user="u").text
    assert "1" in request(withdrawn, user="u").text
    assert not ApprovalRequest.objects.exists()


def test_two_posts_of_one_request_are_two_calls():
    answer = request("A post for X and one for Mastodon about issue 1", user="u")

    assert answer.agents == ("nova", "nova")
    given = Execution.objects.order_by("pk").values_list("input", flat=True)
    assert [(one["platform"], one["issue"]) for one in given] == [
        ("x", 1),
        ("mastodon", 1),
    ]


@pytest.mark.parametrize("text", ["", "  \n ", "\x00", "🤷", "?" * 100_000])
def test_an_odd_message_gets_an_answer_in_words(text):
    answer = request(text, user="u")

    assert answer.text
    assert ("Only the first 4,000 characters" in answer.text) is (len(text) > 4_000)


def test_preferences_reach_the_model(monkeypatch, settings):
    settings.CRUX_BRAINS = ["messages", "local"]
    seen = []
    monkeypatch.setattr(
        thinking,
        "_asked",
        lambda task, message, shape: seen.append(message) or {"sentences": []},
    )
    request("Always answer in one sentence.", user="u")
    request(QUESTION, user="u")

    assert "the user prefers: Always answer in one sentence." in seen[-1]


def test_what_changes_something_waits_for_a_person(settings, mailoutbox):
    settings.OPERATOR_EMAILS = ["op@example.com"]
    settings.DELIVERY_TRANSPORT = "anymail"  # the backend of the tests

    answer = request("Send issue 1 to everybody.", user="u")

    row = ApprovalRequest.objects.get()
    assert answer.approval_requests == (row.uid,)
    assert (row.act, row.status) == ("send", "waiting")
    assert not Execution.objects.exists()
    assert [letter.to for letter in mailoutbox] == [["op@example.com"]]


def test_a_model_routes_where_rules_do_not_and_only_to_whom_there_is(
    monkeypatch, settings
):
    settings.CRUX_BRAINS = ["messages", "local"]
    said = {"agent": "ask"}
    monkeypatch.setattr(
        thinking,
        "_asked",
        lambda task, message, shape: (
            said if task.entry.id == "orchestrator" else {"sentences": []}
        ),
    )

    assert request("licence of Parser", user="u").agents == ("ask",)
    said["agent"] = "ada"
    assert request("licence of Parser", user="u").text == ASK_BACK
