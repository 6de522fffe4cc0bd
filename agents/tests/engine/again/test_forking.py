"""Forks: another session's log with a line changed by hand, marked and never sent unasked."""

import json

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from agents.engine import leases, log, sessions, steering
from agents.engine.again import copying, forking
from agents.engine.steering import NotPossible
from agents.events.approval import Via
from agents.events.reading import words_of
from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support import steps as stepping
from agents.workflows.table import newest

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]

TO_EVALUATED = stepping.HAPPY[:4]


def ended(session, *kinds):
    """The session after these steps, cancelled."""
    stepping.do(session, *kinds)
    steering.cancel(session)
    session.refresh_from_db()
    return session


def changed(session, kind=Kind.ITEMS_EVALUATED, **values):
    """The event of a session as a file would hold it, with other values."""
    data = session.events.get(event_type=kind).data
    return {"event_type": str(kind), "data": {**data, **values}}


def test_a_fork_has_the_changed_line_and_says_so_for_ever(make_session):
    session = ended(make_session(), *TO_EVALUATED)

    fork = forking.fork(session, "writer", [changed(session, summary="Two")], by="ana")

    assert log.state(fork).last[Kind.ITEMS_EVALUATED]["summary"] == "Two"
    first = fork.events.get(seq=1)
    assert first.data["fork"] == {
        "origin": session.name,
        "step": "writer",
        "changed": ["items_evaluated"],
        "by": "ana",
    }
    assert "a fork from writer on" in words_of(first.event_type, first.data)
    line = fork.events.get(event_type=Kind.ITEMS_EVALUATED)
    assert (line.brain, line.instead_of) == ("", "changed by ana")
    assert log.breach(fork) == ""
    assert [run.step for run in sessions.look(fork.pk).runnable] == ["writer"]


def test_the_copy_of_a_fork_is_a_fork_and_a_copy_alone_is_none(make_session):
    session = ended(make_session(), *TO_EVALUATED)
    fork = forking.fork(session, "writer", [changed(session, summary="Two")])
    steering.cancel(fork)

    again = copying.run_again(fork, "evaluator")

    assert log.state(again).fork["origin"] == session.name
    assert log.state(copying.run_again(session, "writer")).fork is None


def test_a_fork_asks_a_person_before_it_delivers_whoever_its_newsletter_asks(
    make_session,
):
    session = ended(make_session(), *TO_EVALUATED)
    fork = forking.fork(session, "writer", [changed(session, summary="Two")])

    stepping.do(fork, *stepping.HAPPY[4:-1])

    state = log.state(fork)
    assert state.waits_for_approval
    assert (state.asked.mode, state.asked.then) == ("yes", "skip")
    assert leases.take(fork.pk, "delivery") is None
    steering.decide(
        fork,
        steering.Decision(
            is_yes=True, draft=state.asked.draft, by="ana", via=Via.COMMAND
        ),
    )
    assert leases.take(fork.pk, "delivery")


def test_a_fork_of_an_issue_that_is_out_is_a_rehearsal(make_session):
    session = make_session()
    stepping.do(session, *stepping.HAPPY)
    session.refresh_from_db()

    fork = forking.fork(session, "writer", [changed(session, summary="Two")])
    stepping.do(fork, *stepping.HAPPY[4:])
    fork.refresh_from_db()

    assert fork.is_dry_run
    published = copying.publish_rehearsal(fork, by="ana")
    assert log.state(published).fork["origin"] == session.name
    assert log.state(published).asked.by == "ana"


@pytest.mark.parametrize(
    ("step", "kind", "why"),
    [
        ("writer", "verification_passed", "what can: items_evaluated"),
        ("verifier", "draft_approved", "certified by code"),
        ("writer", "covered_topics", "what can: items_evaluated"),
        ("memory", "covered_topics", "what can: none"),
        ("nonsense", "items_evaluated", "No step 'nonsense'"),
    ],
)
def test_what_code_certifies_and_what_is_no_ones_proposal_is_not_changed(
    make_session, step, kind, why
):
    session = ended(make_session(), *stepping.HAPPY[:-1])

    with pytest.raises(NotPossible, match=why):
        forking.fork(session, step, [{"event_type": kind, "data": {}}])

    assert Session.objects.count() == 1


def test_a_line_that_does_not_fit_or_is_not_there_is_refused(make_session):
    session = ended(make_session(), *stepping.HAPPY[:3])

    with pytest.raises(NotPossible, match=r"does not fit.*nobody asks for it"):
        forking.fork(
            session,
            "writer",
            [{"event_type": "items_evaluated", "data": {"nonsense": 1}}],
        )
    whole = {"event_type": "items_evaluated", "data": stepping.DATA["items_evaluated"]}
    with pytest.raises(NotPossible, match="No items_evaluated is on record"):
        forking.fork(session, "writer", [whole])

    assert Session.objects.count() == 1


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "3", '"a"', '{"event_type": 1, "data": {}}', "[" * 100_000, "{"],
)
def test_a_file_that_holds_no_event_is_told_what_it_should_hold(text):
    with pytest.raises(NotPossible, match="event_type"):
        forking.read(text)


@given(st.text(max_size=300))
def test_no_other_text_is_taken_for_an_event(text):
    with pytest.raises(NotPossible, match="event_type"):
        forking.read(text)


def test_only_what_leads_to_a_step_may_be_changed_in_every_workflow():
    for name in ("brief", "digest", "scouts"):
        workflow = newest(name)
        for step in workflow.steps:
            may = forking.changeable(workflow, step.name)
            assert {
                workflow.by_end[kind].name for kind in may
            } <= workflow.leads_to.get(step.name, frozenset())
            assert not {"draft_approved", "verification_passed", "email_sent"} & {*may}


def test_the_command_says_what_is_wrong_in_one_sentence(make_session, tmp_path):
    session = ended(make_session(), *TO_EVALUATED)
    file = tmp_path / "event.json"
    file.write_text(json.dumps({"event_type": "email_sent", "data": {}}))

    for options, why in (
        ({"step": "writer", "with": file}, "needs --from"),
        ({"from": session.name, "with": file}, "needs --from"),
        ({"from": "newsletter_x", "step": "writer"}, "No session"),
        ({"from": session.name, "step": "writer", "with": file}, "cannot be changed"),
        (
            {"from": session.name, "step": "writer", "with": tmp_path / "none"},
            "No such file",
        ),
        ({"from": session.name, "step": "writer", "dry_run": True}, "keeps its plan"),
    ):
        with pytest.raises(CommandError, match=why):
            call_command("runnewsletter", **options)
