"""A verified draft that an operator edits: verified again, asked about again."""

from datetime import timedelta

import pytest

from agents.events.schema import Kind
from agents.tests.support.paper import NOW, TO_VERIFIED, Paper, edit_of
from agents.tests.workflows.test_approval import asked, press
from agents.workflows.decide import DueStep
from agents.workflows.fold import Line, fold
from agents.workflows.weekly_brief import BRIEF_3

UNTIL = NOW + timedelta(hours=3)
EDITED = edit_of("# Edited", UNTIL)
SHA = EDITED["to_sha256"]


def edited(run=None, **data) -> Paper:
    run = run or asked()
    run.add(Kind.DRAFT_EDITED, **{**EDITED, **data})
    return run


def verify(run, kind=Kind.VERIFICATION_PASSED, sha=SHA) -> Paper:
    run.start("verifier")
    run.add(kind, draft_sha256=sha, invalid_urls=[])
    return run


def test_an_edited_draft_is_verified_like_any_other():
    run = edited()

    assert [due.step for due in run.due] == ["verifier"]
    assert run.state.last[Kind.DRAFT_WRITTEN]["markdown"] == "# Edited"
    assert run.state.last[Kind.DRAFT_APPROVED]["draft_sha256"] == SHA
    assert not run.state.may_be_edited


def test_once_it_has_passed_a_person_is_asked_about_it_anew():
    run = verify(edited())

    assert run.lines[-1].kind == Kind.APPROVAL_ASKED
    assert run.lines[-1].data["draft_sha256"] == SHA
    assert press(run, sha=SHA).due == (DueStep("delivery", "delivery.1", 1),)


def test_a_yes_to_the_draft_before_does_not_count_for_it():
    run = press(edited(), sha="")

    assert [due.step for due in verify(run).due] == []


def test_one_that_fails_waits_for_its_operator_and_goes_to_no_writer():
    run = verify(edited(), Kind.VERIFICATION_FAILED)

    assert (run.due, run.wake_at, run.endings) == ((), UNTIL, [])
    assert run.state.may_be_edited
    assert not run.state.waits_for_approval


def test_and_it_ends_the_session_when_nobody_mends_it():
    run = verify(edited(), Kind.VERIFICATION_FAILED)
    run.now = UNTIL
    run.settle()

    assert run.endings == [Kind.SESSION_ABORTED]
    assert run.state.reason == (
        "The edited draft failed verification, and nobody mended it until "
        "5 November 2026, 12:00 UTC."
    )


def test_one_that_fails_is_mended_by_another_edit():
    run = verify(edited(), Kind.VERIFICATION_FAILED)
    mended = edit_of("# Mended", UNTIL)

    run.add(Kind.DRAFT_EDITED, **mended)

    assert not run.state.edit_failed
    assert verify(run, sha=mended["to_sha256"]).state.waits_for_approval


def test_it_may_fail_more_often_than_a_writer_may():
    run = asked()
    for number in range(5):
        verify(edited(run, markdown=f"# {number}"), Kind.VERIFICATION_FAILED)

    assert run.endings == []
    assert not run.state.would_give_up(Kind.VERIFICATION_FAILED)


def test_where_nobody_is_asked_a_session_on_hold_may_be_edited():
    run = Paper().do(*TO_VERIFIED)
    assert not run.state.may_be_edited
    run.add(Kind.SESSION_PAUSED)
    assert run.state.may_be_edited

    edited(run)
    run.add(Kind.SESSION_UNPAUSED)

    assert verify(run).due == (DueStep("delivery", "delivery.1", 1),)


@pytest.mark.parametrize("kinds", [(), (Kind.EMAIL_SENT,)])
def test_what_is_being_sent_or_was_is_edited_no_more(kinds):
    run = Paper().do(*TO_VERIFIED)
    run.start("delivery")
    for kind in kinds:
        run.end("delivery", kind)
    before = run.state

    edited(run)

    assert not run.state.may_be_edited
    assert run.state.last == before.last


def test_a_delivery_that_failed_once_is_edited_no_more():
    run = Paper().do(*TO_VERIFIED)
    run.fail(run.start("delivery"))
    run.add(Kind.SESSION_PAUSED)

    assert not run.state.may_be_edited


def test_the_present_draft_is_what_code_left_of_it():
    run = asked()
    trimmed = {**EDITED, "markdown": "# Less", "to_sha256": ""}
    run.lines.insert(-3, Line(Kind.DRAFT_TRIMMED, trimmed))

    assert run.state.present_draft["markdown"] == "# Less"


def test_a_session_of_a_version_before_is_not_edited():
    run = asked()

    assert not fold(BRIEF_3, run.lines).may_be_edited
