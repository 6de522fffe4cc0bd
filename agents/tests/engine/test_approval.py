"""A session that waits for a person: asked once, decided once, found again by the sweep."""

from datetime import timedelta

import pytest

from agents.engine import health, leases, log, sessions, steering, summary
from agents.engine.again import copying
from agents.engine.steering import NotPossible
from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support import approvals
from agents.tests.support import steps as stepping
from subscribers.models import Alert

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


def last(session):
    return session.events.order_by("-seq").first()


def due(session, *, grace=timedelta(0)):
    return sessions.wanting(log.database_now(), grace=grace).filter(pk=session.pk)


def test_a_verified_draft_waits_and_no_worker_is_asked_for():
    session = approvals.waiting()

    assert last(session).event_type == Kind.APPROVAL_ASKED
    assert leases.take(session.pk, "delivery") is None
    assert not due(session).exists()
    assert [one.name for one, _ in sessions.awaiting_approval()] == [session.name]


def test_several_logs_add_up_to_what_each_does():
    both = [approvals.waiting(slug="a"), approvals.waiting(slug="b")]
    approvals.press(both[0])

    assert log.states(both) == {one.pk: log.state(one) for one in both}


def test_what_waits_for_a_person_is_no_stall(monkeypatch):
    approvals.waiting()
    approvals.turn_clock(monkeypatch, hours=2)

    pulse = health.pulse()

    assert (pulse.oldest_stalled, pulse.queue) == (None, 0)


def test_a_yes_is_on_record_and_delivery_is_due():
    session = approvals.waiting()

    approvals.press(session, why="It reads well.")

    told = last(session)
    assert told.event_type == Kind.APPROVAL_GIVEN
    assert told.data == {
        "draft_sha256": stepping.SHA,
        "by": "ana",
        "via": "desk",
        "why": "It reads well.",
    }
    assert due(session).exists()
    assert leases.take(session.pk, "delivery")


def test_a_no_ends_it_and_the_reason_that_readers_see_names_nobody():
    session = approvals.waiting()

    approvals.press(session, is_yes=False, why="Not this one.")

    assert session.status == Session.Status.CANCELLED
    assert session.reason == "An operator stopped it before delivery."
    assert not list(sessions.awaiting_approval())


def test_who_comes_second_is_told_who_was_first():
    session = approvals.waiting()
    approvals.press(session)

    with pytest.raises(NotPossible, match="ana approved it already"):
        approvals.press(session, is_yes=False, by="ben")

    session = approvals.waiting(slug="other")
    approvals.press(session, is_yes=False)
    with pytest.raises(NotPossible, match="ana stopped it already"):
        approvals.press(session, by="ben")


def test_a_press_after_the_deadline_is_told_so(monkeypatch):
    session = approvals.waiting()
    approvals.turn_clock(monkeypatch, hours=3, seconds=1)

    with pytest.raises(NotPossible, match="The time to decide ended"):
        approvals.press(session)


def test_the_sweep_finds_it_again_at_the_deadline(monkeypatch):
    session = approvals.waiting("veto")
    approvals.turn_clock(monkeypatch, hours=3, seconds=1)

    assert due(session).exists()
    assert leases.take(session.pk, "delivery")
    assert Kind.APPROVAL_LAPSED in stepping.kinds(session)


def test_what_nobody_approved_in_time_is_skipped_and_a_press_is_told_so(monkeypatch):
    session = approvals.waiting()
    approvals.turn_clock(monkeypatch, hours=3, seconds=1)

    sessions.look(session.pk)

    session.refresh_from_db()
    assert session.status == Session.Status.ABORTED
    with pytest.raises(NotPossible, match="the issue is skipped"):
        approvals.press(session)


def test_a_yes_to_a_draft_that_was_changed_is_refused():
    session = approvals.waiting()

    with pytest.raises(NotPossible, match="changed since"):
        approvals.press(session, sha="f" * 64)


def test_a_paused_session_takes_the_decision_and_goes_on_later():
    session = approvals.waiting()
    steering.pause(session)

    approvals.press(session)
    assert leases.take(session.pk, "delivery") is None

    steering.unpause(session)
    assert leases.take(session.pk, "delivery")


def test_a_cancelled_session_asks_nobody_any_more():
    session = approvals.waiting()

    steering.cancel(session, reason="a mistake")

    assert not list(sessions.awaiting_approval())
    with pytest.raises(NotPossible, match="is over"):
        approvals.press(session)


def test_it_is_asked_on_the_terms_it_began_with():
    newsletter = approvals.newsletter_that_asks()
    session = approvals.begin(newsletter)
    newsletter.approval = "none"
    newsletter.save()

    stepping.do(session, *stepping.HAPPY[:-1])

    assert log.state(session).waits_for_approval


@pytest.mark.parametrize(
    "plan", [{"is_dry_run": True}, {"sources": Session.Sources.SAMPLE}]
)
def test_rehearsals_and_samples_ask_nobody(plan):
    session = approvals.begin(approvals.newsletter_that_asks(), **plan)

    stepping.do(session, *stepping.HAPPY)

    assert Kind.APPROVAL_ASKED not in stepping.kinds(session)


def test_run_again_from_delivery_it_asks_anew():
    session = approvals.waiting()
    approvals.press(session, is_yes=False)

    again = copying.run_again(session, "delivery")

    assert log.state(again).waits_for_approval


def test_who_asks_nobody_has_no_line_of_it_in_the_log(make_session):
    session = make_session()

    stepping.do(session, *stepping.HAPPY)

    assert session.events.get(seq=1).data["approval"] is None
    assert Kind.APPROVAL_ASKED not in stepping.kinds(session)


def test_who_publishes_a_rehearsal_says_yes_to_it_and_nobody_else_is_asked():
    newsletter = approvals.newsletter_that_asks()
    rehearsal = approvals.begin(newsletter, is_dry_run=True)
    stepping.do(rehearsal, *stepping.HAPPY)
    rehearsal.refresh_from_db()

    published = copying.publish_rehearsal(rehearsal, by="ana")

    assert log.state(published).asked.by == "ana"
    assert leases.take(published.pk, "delivery")


def test_an_operator_is_told_of_an_issue_that_nobody_approved_in_time(
    monkeypatch, settings, tmp_path
):
    settings.VAR_DIR = tmp_path
    session = approvals.waiting()
    approvals.turn_clock(monkeypatch, hours=3, seconds=1)
    sessions.look(session.pk)
    session.refresh_from_db()

    summary.store(session)

    told = Alert.objects.get().text
    assert "Nobody approved the draft" in told
    assert told.endswith(f"/admin/agents/session/{session.pk}/change/")


def test_nobody_is_asked_any_more_about_a_held_draft_whose_time_went_by(monkeypatch):
    session = approvals.waiting()
    steering.pause(session)
    assert list(sessions.awaiting_approval())

    approvals.turn_clock(monkeypatch, hours=3, seconds=1)

    assert not list(sessions.awaiting_approval())
