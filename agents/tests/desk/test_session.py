"""What the desk says of a session: what happened, what failed, what to do about it."""

from datetime import timedelta

import pytest

from agents.desk import acts
from agents.desk import session as desk
from agents.desk.acts import Wish
from agents.engine import (
    leases,
    log,
    sessions,
    steering,
    summary,
)
from agents.engine.again import copying
from agents.engine.steering import Moved, NotPossible
from agents.events.schema import Kind
from agents.models import Session, Sweep
from agents.tests.support import steps as stepping
from newsletter.tests.support.makers import make_issue
from subscribers.models import Alert, Delivery
from subscribers.tests.support.makers import make_reader

pytestmark = pytest.mark.django_db


def die(session, step, reason="it broke"):
    leases.fail(leases.take(session.pk, step), reason, is_final=True)
    session.refresh_from_db()


def sweep(ago=timedelta(seconds=5)):
    Sweep.objects.create(pk=1, swept_at=log.database_now() - ago)


# --- What happened, and what to do --------------------------------------------------


def test_a_finished_session_leaves_nothing_to_do(finished):
    told = desk.tell(finished)

    assert (
        told.headline == "Finished: issue 1 published; 2 of 2 letters accepted (file)."
    )
    assert told.advice == "Nothing to do."
    assert told.trouble == ()


@pytest.mark.parametrize(
    ("state", "advice"),
    [
        ("deferred", "letters that have not left yet are sent by themselves"),
        ("queued", "letters that have not left yet are sent by themselves"),
        ("uncertain", "before the mail server's record was looked at"),
        ("accepted", "Nothing to do."),
    ],
)
def test_letters_are_told_as_they_stand_now(finished, state, advice):
    issue = make_issue(finished.newsletter, session_name=finished.name)
    reader = make_reader(finished.newsletter)
    Delivery.objects.create(issue=issue, subscriber=reader, state=state)

    told = desk.tell(finished)

    assert advice in told.advice
    assert dict(told.facts)["Letters"] == f"1 {state}"


def test_a_session_whose_letters_wait_is_finished_once_they_have_left(session):
    stepping.do(session, *stepping.HAPPY[:-1])
    why = {"accepted": 0, "waiting": 2, "problem": "No way into the mail server"}
    lease = leases.take(session.pk, "delivery")
    leases.finish(lease, [stepping.line(Kind.EMAIL_SENT, **why)])
    session.refresh_from_db()
    issue = make_issue(session.newsletter, session_name=session.name)
    for _ in range(2):
        reader = make_reader(session.newsletter)
        Delivery.objects.create(issue=issue, subscriber=reader, state="queued")

    waiting = desk.tell(session)
    Delivery.objects.update(state="accepted")
    done = desk.tell(session)

    assert session.status == Session.Status.FINISHED
    assert waiting.headline == (
        "Issue 1 is out; 2 of 2 letters wait: No way into the mail server."
    )
    assert "are sent by themselves" in waiting.advice
    assert done.headline == (
        "Finished: issue 1 published; 2 of 2 letters accepted (file)."
    )


def test_a_dry_run_says_that_nobody_got_it(make_session):
    dry = make_session(is_dry_run=True)
    stepping.do(dry, *stepping.HAPPY)
    dry.refresh_from_db()

    assert desk.tell(dry).advice.startswith("It was a dry run")


def test_a_step_that_died_is_named_and_can_be_retried(session):
    die(session, "memory", "no room on the disk")
    stepping.do(session, Kind.LAUNCHES_RESEARCHED, Kind.PAPERS_RESEARCHED)
    die(session, "evaluator", "the service is gone")

    told = desk.tell(session)

    assert told.headline == (
        "Ended without an issue: evaluator failed for good: the service is gone"
    )
    assert "Mend what made evaluator.1 fail, then retry it" in told.advice
    assert told.acts == ("retry", "again")
    assert [(line.who, line.words) for line in told.trouble] == [
        ("memory", "attempt 1 failed: no room on the disk"),
        ("memory", "placeholder for covered topics: no room on the disk"),
        ("evaluator", "attempt 1 failed: the service is gone"),
        (
            "session",
            "ended without an issue: evaluator failed for good: the service is gone",
        ),
    ]


def test_where_the_issue_is_out_nobody_is_told_that_there_is_none(session):
    stepping.do(session, *stepping.HAPPY[:-1])
    make_issue(session.newsletter, session_name=session.name)
    die(session, "delivery", "no way into the mail server")

    summary.store(session)
    told = desk.tell(session)

    ended = "ended after its issue was out: delivery failed for good: no way into"
    assert told.headline.startswith(f"E{ended[1:]}")
    assert "without an issue" not in told.trouble[-1].words
    alert = Alert.objects.get()
    assert alert.subject.endswith("the issue is out, and its letters wait")
    assert f"{session.name} {ended}" in alert.text


def test_a_reason_too_long_for_a_headline_stands_below_it(session):
    short = "Verification failed a third time"
    exactly = f"unsupported quote (https://a.example/{'a' * 100})."
    Session.objects.filter(pk=session.pk).update(
        status=Session.Status.ABORTED, reason=f"{short}: {exactly}"
    )
    session.refresh_from_db()

    told = desk.tell(session)

    assert told.headline == f"Ended without an issue: {short}."
    assert told.why == exactly.capitalize()


def test_a_session_that_cannot_be_retried_is_run_again_from_a_step_it_came_to(session):
    stepping.do(session, *stepping.HAPPY[:4])
    stepping.do(session, *(Kind.DRAFT_WRITTEN, Kind.CRITIC_REJECTION) * 3)
    session.refresh_from_db()

    told = desk.tell(session)

    assert told.headline.endswith("The critic rejected a third draft: thin.")
    assert "run again from the step where it matters" in told.advice
    assert told.acts == ("again",)
    assert told.steps[0] == "memory"
    assert told.steps[-1] == "critic"
    with pytest.raises(NotPossible, match="never came to 'verifier'"):
        copying.run_again(session, "verifier")


def test_what_another_issue_told_meanwhile_is_run_again_from_the_first_step(
    session, monkeypatch
):
    told = {"problems": [{"code": "told_before", "message": "In issue 6."}]}
    monkeypatch.setitem(stepping.DATA, Kind.CRITIC_REJECTION, told)
    stepping.do(session, *stepping.HAPPY[:4])
    stepping.do(session, *(Kind.DRAFT_WRITTEN, Kind.CRITIC_REJECTION) * 3)
    session.refresh_from_db()

    assert "Run it again from memory: it chooses others." in desk.tell(session).advice


def test_what_was_sent_is_not_offered_to_be_sent_again(finished):
    told = desk.tell(finished)

    assert told.acts == ("again",)
    assert "verifier" in told.steps
    assert "delivery" not in told.steps


def test_a_cancelled_session_says_whose_reason(session):
    steering.cancel(session, reason="started by mistake")
    assert desk.tell(session).headline == "Cancelled: started by mistake"


def test_a_session_cancelled_without_a_reason_says_so(session):
    steering.cancel(session)
    assert desk.tell(session).headline == "Cancelled: no reason was given"


def test_a_paused_session_can_go_on_or_end(session):
    steering.pause(session)

    told = desk.tell(session)

    assert told.headline == "Paused before memory."
    assert told.acts == ("unpause", "cancel")
    assert told.command == f"manage.py runnewsletter --resume {session.name}"


def test_a_session_at_work_is_left_alone(session):
    stepping.do(session, Kind.COVERED_TOPICS)
    leases.take_all(session.pk)

    told = desk.tell(session)

    assert told.headline == "At work: research launches and research papers."
    assert told.advice == "Nothing to do: it goes on by itself."
    assert told.acts == ("pause", "cancel")


def test_a_failed_step_tells_when_it_is_tried_again(session):
    leases.fail(leases.take(session.pk, "memory"), "the disk is full")
    session.refresh_from_db()

    told = desk.tell(session)

    assert "memory.1 failed (the disk is full) and is tried again at" in told.advice
    assert f"{session.wake_at:%H:%M:%S} UTC" in told.advice
    assert told.acts == ("retry", "pause", "cancel")


def test_a_session_that_waits_for_a_worker_tells_whether_one_is_there(session):
    assert "No worker has looked around yet" in desk.tell(session).advice

    sweep()
    assert "the next free worker takes it" in desk.tell(session).advice

    Sweep.objects.all().delete()
    sweep(timedelta(minutes=3))
    assert "No worker has looked around since" in desk.tell(session).advice

    Sweep.objects.all().delete()
    sweep(timedelta(hours=-1))
    assert "since the clock was set back" in desk.tell(session).advice


# --- What may be done ---------------------------------------------------------------


def wish(session, act, **fields):
    at = {"at_seq": session.last_seq, "by": "an operator"}
    return acts.fulfil(session, Wish(act=act, **{**at, **fields}))


def test_what_is_offered_is_not_refused(session):
    for act in ("pause", "unpause", "cancel"):
        assert act in desk.tell(session).acts
        assert wish(session, act, reason="because")[1]
        session.refresh_from_db()

    data = session.events.get(event_type=Kind.SESSION_CANCELLED).data
    assert data == {"by": "an operator", "reason": "because"}


def test_a_retry_gives_the_dead_step_a_new_budget(session):
    stepping.do(session, *stepping.HAPPY[:3])
    die(session, "evaluator")

    _, told = wish(session, "retry")

    assert told == "A new attempt at evaluator.1 begins with the next look around."
    assert [run.step for run in sessions.look(session.pk).runnable] == ["evaluator"]


def test_running_again_leads_to_the_new_session(finished):
    again, told = wish(finished, "again", step="writer")

    assert again != finished
    assert told == "It begins at writer, with a copy of the log up to there."


def test_no_budget_is_renewed_for_a_failure_that_nobody_saw(session):
    with pytest.raises(Moved):
        wish(session, "retry", at_seq=session.last_seq - 1)


def test_what_was_ended_meanwhile_is_told_as_ended(session):
    steering.cancel(Session.objects.get(pk=session.pk))

    with pytest.raises(NotPossible, match=r"is over \(cancelled\)"):
        wish(session, "cancel")


@pytest.mark.parametrize("act", ["pause", "cancel"])
def test_a_session_is_held_or_ended_though_its_log_goes_on(session, act):
    seen = session.last_seq
    stepping.do(session, *stepping.HAPPY[:1])

    wish(session, act, at_seq=seen)

    assert session.status in (Session.Status.PAUSED, Session.Status.CANCELLED)


def test_an_act_that_is_none_is_refused_with_those_there_are(session):
    with pytest.raises(NotPossible, match="No act 'explode'; known: publish, retry"):
        wish(session, "explode")
