"""A refused draft that is handed in again ends the loop, and the reason says so."""

from dataclasses import replace

import pytest

from agents.events.schema import Kind
from agents.tests.support.paper import NOW, TO_DRAFT, policy_of
from agents.workflows.decide import decide
from agents.workflows.fold import Line, fold
from agents.workflows.weekly_brief import BRIEF_4

STRICT = replace(BRIEF_4, ends_repeats=True)
LOOSE = replace(BRIEF_4, ends_repeats=False)
DRAFT = {"subject": "S", "preheader": "", "markdown": "# One", "citations": []}
REJECTED = Line(Kind.CRITIC_REJECTION, {"problems": [{"code": "length"}]})
APPROVED = Line(Kind.DRAFT_APPROVED, {})
FAILED = Line(
    Kind.VERIFICATION_FAILED,
    {"invalid_urls": [{"outcome": "gone", "url": "https://a.example/"}]},
)


def draft(**changed):
    return Line(Kind.DRAFT_WRITTEN, DRAFT | changed)


def after(*lines, workflow=STRICT):
    begun = [Line(Kind.SESSION_STARTED, {})]
    research = [
        Line(kind, {"launches": [1], "papers": [1], "selected_launches": [1]})
        for kind in TO_DRAFT
    ]
    return fold(workflow, [*begun, *research, *lines])


def test_a_rejected_draft_handed_in_again_ends_the_session_with_that_reason():
    state = after(draft(), REJECTED, draft())

    [ending] = decide(state, policy_of, NOW).emit

    assert ending.kind == Kind.SESSION_ABORTED
    assert ending.data["reason"] == (
        "The writer handed in the same draft again: length."
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"markdown": "# Two"},
        {"subject": "Shorter"},
        {"preheader": "More"},
        {"citations": [{"claim": "c"}]},
    ],
)
def test_a_draft_in_which_anything_was_mended_goes_to_the_critic(changed):
    assert after(draft(), REJECTED, draft(**changed)).open == ["critic"]


def test_another_note_makes_no_other_draft():
    state = after(draft(note="first"), REJECTED, draft(note="mended"))

    assert state.gave_up


def test_a_draft_from_two_rounds_before_is_the_same_too():
    state = after(draft(), REJECTED, draft(subject="Two"), REJECTED, draft())

    assert state.gave_up.startswith("The writer handed in the same draft again")


def test_what_failed_verification_is_verified_once_more_as_if_for_the_last_time():
    state = after(draft(), APPROVED, FAILED, draft())

    assert state.open == ["verifier"]
    assert state.would_give_up(Kind.VERIFICATION_FAILED)


def test_and_where_it_fails_again_the_session_ends_with_that_reason():
    state = after(draft(), APPROVED, FAILED, draft(), FAILED)

    assert state.gave_up == (
        "The writer handed in the same draft again: gone (https://a.example/)."
    )


def test_and_where_the_web_answers_by_then_it_goes_out():
    state = after(
        draft(), APPROVED, FAILED, draft(), Line(Kind.VERIFICATION_PASSED, {})
    )

    assert state.open == ["delivery"]


def test_the_next_draft_has_all_its_rounds():
    state = after(draft(), APPROVED, FAILED, draft(subject="Two"))

    assert state.open == ["critic"]
    assert not state.would_give_up(Kind.VERIFICATION_FAILED)


def test_a_session_of_a_version_before_goes_on_as_ever():
    for refusal in ((REJECTED,), (APPROVED, FAILED)):
        state = after(draft(), *refusal, draft(), workflow=LOOSE)

        assert (state.open, state.gave_up) == (["critic"], "")
