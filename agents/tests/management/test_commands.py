"""Commands beside `runnewsletter`: what they say, and the code they end with."""

import json
import subprocess
import uuid
from dataclasses import asdict

import pytest

from agents.engine import log, sessions, steering
from agents.models import AgentEvent, Session
from agents.testing.context_sizes import Weighed
from agents.tests.support import newsroom
from agents.tests.support.commands import NAME, refused, run
from newsletter.models import Newsletter
from newsletter.tests.support.makers import make_newsletter

pytestmark = pytest.mark.usefixtures("scripted")


@pytest.mark.django_db
def test_a_session_is_held_let_go_on_and_ended_from_a_terminal(make_session):
    session = make_session()

    for act, status in (
        ("pause", Session.Status.PAUSED),
        ("unpause", Session.Status.OPEN),
        ("cancel", Session.Status.CANCELLED),
    ):
        assert run("steersession", session.name, act)
        session.refresh_from_db()
        assert session.status == status


@pytest.mark.django_db
def test_what_cannot_be_done_with_a_session_is_told(make_session):
    session = make_session()
    steering.cancel(session, by="someone", reason="", at_seq=session.last_seq)

    assert refused("steersession", session.name, "pause")[1] == 2
    assert refused("steersession", NAME, "pause") == (
        f"No session {NAME!r}; the desk lists them.",
        2,
    )


@pytest.mark.django_db
def test_logs_are_verified_all_of_them_or_one(make_session):
    one, other = make_session(), make_session()

    assert len(run("verifylog").splitlines()) == 2
    [line] = run("verifylog", one.name).splitlines()

    one.refresh_from_db()
    assert line == f"{one.name}: 1 lines, sound, head {one.head_hash}"
    assert other.name not in line
    assert refused("verifylog", NAME) == (
        f"No session {NAME!r}; the desk lists them.",
        2,
    )


@pytest.mark.django_db
def test_a_broken_log_is_told_and_fails(make_session, monkeypatch):
    make_session()
    monkeypatch.setattr(log, "breach", lambda session: "line 1 was changed")

    told, code = refused("verifylog")

    assert told == "1 logs are not as they were written."
    assert code == 1


def weighs(monkeypatch, code, said):
    """What the program that weighs says, and how it ends."""
    done = subprocess.CompletedProcess((), code, stdout=said, stderr=said)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)


def test_the_weight_and_the_price_of_every_agents_prompt_are_printed(monkeypatch):
    writer = Weighed("writer", 5, 9000, 8000, 700, 0.125, (0.08, 0.06))
    verifier = Weighed("verifier", 1, 1000, 500, 70, 0.001, (0.002,))
    rows = [asdict(writer), asdict(verifier)]
    weighs(monkeypatch, 0, json.dumps(rows))

    _, first, _, total, note = run("promptweight").splitlines()

    told = ["writer", "5", "9,000", "8,000", "1,000", "700", "$0.1250", "$0.0700"]
    assert first.split() == told
    assert total.split()[-2:] == ["$0.1260", "$0.0710"]
    assert "An issue costs $0.1260 when its first draft passes, and $0.0710" in note


def test_a_session_that_came_to_no_issue_is_not_weighed(monkeypatch):
    weighs(monkeypatch, 1, "Traceback\nAssertionError: verifier failed for good")

    assert refused("promptweight")[0] == "AssertionError: verifier failed for good"


# --- What a newer version has written ------------------------------------------------


def from_the_future(**fields):
    """A session whose workflow only a newer version knows."""
    newsroom_session = sessions.start(
        Newsletter.objects.get_or_create(
            slug="future", defaults={"title": "Future", "profile": "x"}
        )[0],
        sessions.Plan(sources=Session.Sources.SAMPLE, name=NAME),
    )
    Session.objects.filter(pk=newsroom_session.pk).update(**fields)
    log._kept.clear()  # as in a process that comes later
    return newsroom_session


@pytest.mark.django_db
@pytest.mark.parametrize(
    "command",
    [
        ("replay", NAME),
        ("runnewsletter", "--resume", NAME),
        ("runnewsletter", "--session", NAME),
        ("steersession", NAME, "cancel"),
        ("steersession", NAME, "retry"),
    ],
)
def test_a_workflow_of_a_newer_version_is_refused_in_a_sentence(command):
    from_the_future(version=99)

    told, code = refused(*command)

    assert (
        "No workflow 'brief' in version 99; known: brief 1, brief 2, brief 3, brief 4, "
        in told
    )
    assert code == 2


@pytest.mark.django_db
def test_an_event_of_a_newer_version_stops_neither_replay_nor_steering():
    session = from_the_future()
    session.refresh_from_db()
    event = AgentEvent(
        id=uuid.uuid4(),
        session=session,
        seq=session.last_seq + 1,
        event_type="moon_phase",
        data={"phase": "full"},
        created_at=session.created_at,
    )
    event.hash = log.digest(session.name, session.head_hash, event)
    event.save(force_insert=True)
    Session.objects.filter(pk=session.pk).update(
        last_seq=event.seq, head_hash=event.hash
    )

    assert "the same" in run("replay", NAME)
    assert "cancelled" in run("steersession", NAME, "cancel")


def test_the_status_of_a_session_is_told_step_by_step(db):
    assert "No session yet" in run("status")
    assert "No session is named none-such." in run("status", "none-such")
    session = newsroom.begin(make_newsletter())

    assert run("status").startswith(f"{session.name}: under way, 0 %; next: memory\n")
    assert json.loads(run("status", session.name, "--json"))["progress"] == "0%"
    assert json.loads(run("status", "nope", "--json"))["status"] == "new_session"
    assert json.loads(run("status", "--json"))["name"] == session.name


@pytest.mark.django_db
def test_where_there_is_no_session_nothing_is_replayed_and_the_way_on_is_told():
    told = "No session yet; begin one with: manage.py runnewsletter"

    assert refused("replay") == (told, 2)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "given", [("nobody",), ("ask",), ("critic", "session=none"), ("ask", "question")]
)
def test_an_agent_that_cannot_be_called_so_is_a_mistake_of_usage(given):
    assert refused("callagent", *given)[1] == 2
