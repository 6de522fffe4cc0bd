"""An operator holds, ends, retries and repeats sessions; the database keeps the record."""

import pytest
from django.db import DatabaseError, connection, transaction

from agents.engine import leases, log, sessions, steering
from agents.engine.again import copying
from agents.engine.leases import Fenced
from agents.engine.steering import Moved, NotPossible
from agents.events.harness import ToolCalled
from agents.events.schema import Kind
from agents.models import LegalMove, Session, StatusChange
from agents.tests.support import steps as stepping
from agents.workers.threads import drive

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]

TO_DRAFT = stepping.HAPPY[:5]


def die(session, step):
    leases.fail(leases.take(session.pk, step), "it broke", is_final=True)
    session.refresh_from_db()


def test_a_paused_session_waits_and_goes_on(make_session):
    session = make_session()

    steering.pause(session, by="someone", reason="a question")
    assert session.status == Session.Status.PAUSED
    assert leases.take(session.pk, "memory") is None

    steering.unpause(session, by="someone")
    assert session.status == Session.Status.OPEN
    assert session.wants
    assert session.hinted_at is None


def test_a_cancelled_session_is_over_for_its_workers_too(make_session):
    session = make_session()
    taken = leases.take(session.pk, "memory")

    steering.cancel(session, by="someone", reason="a mistake")

    assert (session.status, session.reason) == ("cancelled", "a mistake")
    with pytest.raises(Fenced):
        leases.finish(taken, [stepping.line(Kind.COVERED_TOPICS)])


@pytest.mark.parametrize(
    ("act", "before"),
    [
        (steering.unpause, None),
        (steering.pause, steering.pause),
        (steering.pause, steering.cancel),
        (steering.cancel, steering.cancel),
        (steering.retry, steering.cancel),
        (steering.retry, None),
    ],
)
def test_what_makes_no_sense_is_refused_and_leaves_no_line(make_session, act, before):
    session = make_session()
    if before:
        before(session)
    lines = stepping.kinds(session)

    with pytest.raises(NotPossible):
        act(session)

    assert stepping.kinds(session) == lines


def test_a_decision_about_a_log_that_has_moved_on_is_refused(make_session):
    session = make_session()
    seen = session.last_seq
    stepping.do(session, Kind.COVERED_TOPICS)

    with pytest.raises(Moved):
        steering.cancel(session, at_seq=seen)

    session.refresh_from_db()
    assert session.status == Session.Status.OPEN
    steering.cancel(session, at_seq=session.last_seq)


def test_a_dead_step_gets_a_new_budget_and_the_session_opens_again(make_session):
    session = make_session()
    stepping.do(session, *stepping.HAPPY[:3])
    die(session, "evaluator")
    assert session.status == Session.Status.ABORTED

    assert steering.retry(session, by="someone") == "evaluator.1"

    assert (session.status, session.reason) == (Session.Status.OPEN, "")
    assert session.ended_at is None
    assert leases.take(session.pk, "evaluator").attempt == 2


def test_a_step_that_waits_for_its_next_attempt_can_be_tried_at_once(make_session):
    session = make_session()
    leases.fail(leases.take(session.pk, "memory"), "it broke")
    assert leases.take(session.pk, "memory") is None

    steering.retry(session)

    assert leases.take(session.pk, "memory") is not None


def test_a_session_that_was_rejected_too_often_cannot_be_retried(make_session):
    session = make_session()
    stepping.do(session, *stepping.HAPPY[:4])
    stepping.do(session, *(Kind.DRAFT_WRITTEN, Kind.CRITIC_REJECTION) * 3)

    with pytest.raises(NotPossible, match="run it again from a step"):
        steering.retry(session)


# --- Running again ------------------------------------------------------------------


def test_running_again_begins_with_a_copy_up_to_the_step(make_session):
    session = make_session()
    stepping.do(session, *TO_DRAFT, Kind.CRITIC_REJECTION, *stepping.HAPPY[4:])
    session.refresh_from_db()

    again = copying.run_again(session, "critic")

    assert again.events.get(seq=1).data["copied_from"] == session.name
    assert stepping.kinds(again) == [Kind.SESSION_STARTED, *TO_DRAFT]
    first = session.events.of_kind(*TO_DRAFT).order_by("seq")[: len(TO_DRAFT)]
    assert log.state(again).last == {event.event_type: event.data for event in first}
    assert log.breach(again) == ""
    assert again.events.get(seq=2).brain == "scripted"


def test_running_again_keeps_what_was_found_beside_the_step(make_session):
    session = make_session()
    stepping.do(session, *TO_DRAFT)
    steering.cancel(session)

    again = copying.run_again(session, "research_launches")

    assert stepping.kinds(again) == [
        Kind.SESSION_STARTED,
        Kind.COVERED_TOPICS,
        Kind.PAPERS_RESEARCHED,
    ]
    assert [run.step for run in sessions.look(again.pk).runnable] == [
        "research_launches"
    ]


def test_running_again_keeps_placeholders_and_the_addresses_that_tools_returned(
    make_session,
):
    session = make_session()
    stepping.do(session, Kind.COVERED_TOPICS)
    leases.fail(
        leases.take(session.pk, "research_papers"), "nothing said", is_silent=True
    )
    taken = leases.take(session.pk, "research_launches")
    called = ToolCalled(
        step=taken.step,
        key=taken.key,
        attempt=1,
        tool="search_sources",
        ok=True,
        seconds=1,
        addresses=("https://example.org/launch/1",),
    )
    leases.record(taken, Kind.TOOL_CALLED, called, log.HARNESS)
    leases.finish(taken, [stepping.line(Kind.LAUNCHES_RESEARCHED)])
    steering.cancel(session)

    again = copying.run_again(session, "evaluator")

    assert stepping.kinds(again)[1:] == [
        Kind.COVERED_TOPICS,
        Kind.PLACEHOLDER_INSERTED,
        Kind.PAPERS_RESEARCHED,
        Kind.TOOL_CALLED,
        Kind.LAUNCHES_RESEARCHED,
    ]


@pytest.mark.parametrize(
    ("step", "is_over", "why"),
    [
        ("nonsense", True, "No step 'nonsense'; known: memory"),
        ("writer", False, "cancel it first"),
        ("delivery", True, "not done twice"),
    ],
)
def test_running_again_is_refused_where_it_would_do_harm(
    make_session, step, is_over, why
):
    session = make_session()
    if is_over:
        stepping.do(session, *stepping.HAPPY)
        session.refresh_from_db()

    with pytest.raises(NotPossible, match=why):
        copying.run_again(session, step)

    assert Session.objects.count() == 1


@pytest.mark.usefixtures("committed")
def test_a_session_that_runs_again_runs_to_its_end(make_session):
    session = make_session()
    stepping.do(session, *stepping.HAPPY)
    session.refresh_from_db()

    again = copying.run_again(session, "writer")
    drive(again, work=stepping.happily)

    again.refresh_from_db()
    assert again.status == Session.Status.FINISHED
    assert stepping.kinds(again).count(Kind.STEP_STARTED) == 4


# --- What the database refuses ------------------------------------------------------


def test_the_database_refuses_a_move_that_is_not_legal(make_session):
    session = make_session()
    steering.cancel(session)

    with pytest.raises(DatabaseError, match="may not"), transaction.atomic():
        Session.objects.filter(pk=session.pk).update(status=Session.Status.OPEN)


def test_the_database_keeps_every_change_of_status(make_session):
    session = make_session()
    steering.pause(session)
    steering.unpause(session)
    steering.cancel(session)

    kept = list(session.status_changes.values_list("before", "after"))

    assert kept == [("open", "paused"), ("paused", "open"), ("open", "cancelled")]
    assert session.status_changes.latest("id").changed_at >= session.created_at


def test_the_record_of_changes_cannot_be_changed(make_session):
    steering.cancel(make_session())

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        StatusChange.objects.update(before="paused")
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("DELETE FROM agents_statuschange")


def test_every_status_but_the_final_ones_can_be_left(db):
    left = set(LegalMove.objects.values_list("before", flat=True))

    assert left == {"open", "paused", "aborted"}
