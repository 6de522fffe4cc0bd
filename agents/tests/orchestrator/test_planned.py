"""A request that several agents do is a session: it is planned, and survives its workers."""

from datetime import timedelta

import pytest
from django.utils import timezone

from agents.assistants import nova, table
from agents.assistants.task import CannotDo
from agents.engine import leases, log, sessions
from agents.engine.again.copying import run_again
from agents.engine.steering import NotPossible
from agents.events.schema import Kind
from agents.executions import calling, queue
from agents.models import AgentSetting, Conversation, Execution, Message, Session
from agents.orchestrator import requests
from agents.runs.replay import replay
from agents.testing.archive import OPENS, make_issue, make_newsletter
from agents.tests.support import steps as stepping
from agents.tests.support.requesting import in_turn, request
from agents.workers.threads import drive
from agents.workflows.request import REQUEST
from agents.workflows.table import UnknownWorkflow, newest

pytestmark = pytest.mark.django_db
QUESTION = "Under which licence did Example Lab release Parser 2.0?"
BOTH = f"{QUESTION} Then write a post for X about it."
POSTS = "A post for X and one for Mastodon about issue 1"


@pytest.fixture(autouse=True)
def issue(monkeypatch):
    monkeypatch.setattr(nova, "_asked", lambda *_, **__: "ok")
    return make_issue(make_newsletter())


@pytest.fixture
def called(monkeypatch):
    """The agents that did something, in the order in which they did."""
    names = []

    def noting(name, act):
        def noted(task, given):
            names.append(name)
            return act(task, given)

        return noted

    for name, act in dict(table.ASSISTANTS).items():
        monkeypatch.setitem(table.ASSISTANTS, name, noting(name, act))
    return names


def data_of(kind):
    return [one.data for one in Session.objects.get().events.of_kind(kind)]


def test_what_waits_for_an_answer_is_called_after_it_and_goes_on_from_it(called):
    answer = request(BOTH, user="u")

    session = Session.objects.get()
    assert called == ["ask", "nova"]
    assert session.status == Session.Status.FINISHED
    assert stepping.kinds(session)[:2] == [Kind.SESSION_STARTED, Kind.REQUEST_PLANNED]
    [plan] = data_of(Kind.REQUEST_PLANNED)
    assert [one["after"] for one in plan["later"]] == [1]
    given = Execution.objects.get(agent="nova").input
    assert (given["issue"], given["story"]) == (1, 1)
    assert answer.text.index(OPENS) < answer.text.index("/issues/issue-1/")
    assert not log.breach(session)


def test_a_post_about_the_issue_is_about_all_of_it():
    request(f"{QUESTION} Then write a post for X about that issue.", user="u")

    given = Execution.objects.get(agent="nova").input
    assert given["issue"] == 1
    assert "story" not in given


def test_what_waits_for_nothing_is_due_at_once():
    seen = []

    def look(session):
        seen.append([one.key for one in sessions.look(session.pk).runnable])
        in_turn(session)

    answer = requests.request(POSTS, user="u", drive=look)

    assert seen == [["call_agent.1.1", "call_agent.1.2"]]
    assert answer.agents == ("nova", "nova")
    assert len(data_of(Kind.AGENT_CALLED)) == 2
    assert not data_of(Kind.CALLS_FOLLOWED)


def test_why_it_was_routed_so_is_in_the_log_and_no_word_of_the_user_is():
    request(f"{BOTH} I am Rosalind.", user="rosalind@example.org")

    session = Session.objects.get()
    told = str([one.data for one in session.events.all()])
    assert "it is a question" in told
    for words in ("licence", "Rosalind", "rosalind", OPENS):
        assert words not in told


def test_one_answer_stands_in_the_conversation():
    answer = request(BOTH, user="u")

    [said] = Message.objects.filter(role="assistant")
    assert said.content == answer.text
    assert said.session == Session.objects.get()
    assert Conversation.objects.get().status == "active"


def test_one_agent_alone_needs_no_session():
    request(QUESTION, user="u")

    assert not Session.objects.exists()


class Killed(BaseException):
    """A process that is gone in the middle."""


@pytest.mark.parametrize("dies_at", ["ask", "nova", "answer"])
def test_whoever_goes_on_calls_nobody_twice(called, monkeypatch, dies_at):
    def dying(*_, **__):
        raise Killed

    with monkeypatch.context() as patched:
        if dies_at == "answer":
            patched.setattr("agents.tools.requesting.answering.history.answer", dying)
        else:
            patched.setitem(table.ASSISTANTS, dies_at, dying)
        with pytest.raises(Killed):
            request(BOTH, user="u", once="a")
    _let_leases_run_out()
    answer = request(BOTH, user="u", once="a")

    assert called == ["ask", "nova"]
    assert Session.objects.get().status == Session.Status.FINISHED
    assert Conversation.objects.count() == 1
    assert Message.objects.filter(role="user").count() == 1
    [said] = Message.objects.filter(role="assistant")
    assert said.content == answer.text
    assert OPENS in said.content


def _let_leases_run_out():
    long_ago = timezone.now() - timedelta(days=1)
    leases.StepRun.objects.update(lease_until=long_ago, claimed_at=long_ago)


def test_the_sweep_goes_on_with_it_where_nobody_asks_again(called):
    requests.request(BOTH, user="u", drive=lambda _: None)
    session = Session.objects.get()

    assert not called
    assert session in sessions.wanting(timezone.now(), grace=timedelta(0))
    in_turn(session)

    assert Message.objects.filter(session=session).exists()


def test_who_was_at_a_call_before_settles_it_no_more(issue):
    row = Execution.objects.create(
        agent="ask", input={"question": QUESTION}, trigger="api"
    )
    late = Execution.objects.get()
    late.began_at = timezone.now() - timedelta(hours=2)
    done = calling.do_in_session(row)

    Execution.objects.update(status="running")
    calling._settle(late, None, {"text": "late"}, "")

    assert Execution.objects.get().output == done.output


def test_the_queue_of_calls_leaves_those_of_a_session_alone(called):
    requests.request(BOTH, user="u", drive=lambda _: None)

    assert queue.work_off() == 0
    Execution.objects.update(
        status="running", began_at=timezone.now() - timedelta(days=2)
    )
    assert queue.give_up_lost(timezone.now()) == 0
    Session.objects.update(status="aborted")
    assert queue.give_up_lost(timezone.now()) == 2


def test_an_agent_that_cannot_says_why_and_the_others_answer(monkeypatch):
    def cannot(*_):
        raise CannotDo("There is no such issue.")

    monkeypatch.setitem(table.ASSISTANTS, "nova", cannot)
    answer = request(BOTH, user="u")

    assert answer.text.endswith("There is no such issue.")
    assert data_of(Kind.REQUEST_ANSWERED) == [{"calls": 2, "failed": 1}]
    assert Conversation.objects.get().status == "active"


def test_an_agent_that_is_off_is_not_planned():
    AgentSetting.objects.create(slug="nova", is_on=False)

    answer = request(BOTH, user="u")

    assert not Session.objects.exists()
    assert "switched off" in answer.text
    assert OPENS in answer.text


def test_one_that_is_called_off_says_so():
    def cancel(session):
        with log.opened(session.pk) as book:
            book.append(Kind.SESSION_CANCELLED, {"by": "op", "reason": "a mistake"})
            sessions.settle(book)

    answer = requests.request(BOTH, user="u", drive=cancel)

    assert answer.text.startswith("It is cancelled: a mistake.")


def test_it_replays_without_calling_anybody(called):
    request(BOTH, user="u")
    called.clear()

    found = list(replay(Session.objects.get()))

    assert len(found) == 5
    assert [one.difference for one in found] == [""] * 5
    assert not called


def test_it_is_not_run_again():
    request(BOTH, user="u")

    with pytest.raises(NotPossible, match="ask again"):
        run_again(Session.objects.get(), "call_agent")


def test_it_is_in_no_list_of_sessions_and_chosen_for_no_newsletter(client):
    request(BOTH, user="u")
    session = Session.objects.get()

    assert session.workflow == Session.REQUEST == REQUEST.name
    assert not sessions.of_issues().exists()
    assert not sessions.unfinished().exists()
    assert session.name not in client.get("/runs/").content.decode()
    assert client.get(f"/runs/{session.name}/").status_code == 404
    with pytest.raises(UnknownWorkflow, match="makes no issue; those do: brief, "):
        newest("request")


@pytest.mark.both_engines
@pytest.mark.usefixtures("committed")
def test_threads_call_side_by_side():
    answer = requests.request(POSTS, user="u", drive=drive)

    assert answer.agents == ("nova", "nova")
    assert answer.text.count("/issues/issue-1/") == 2
