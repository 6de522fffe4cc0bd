"""Approval: what comes next when a person's yes or no is asked for, rule by rule."""

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.events.schema import Kind
from agents.tests.support.paper import NOW, TO_VERIFIED, Paper, policy_of
from agents.workflows.approval import Outcome, Terms
from agents.workflows.decide import DueStep, decide
from agents.workflows.state import State
from agents.workflows.table import WORKFLOWS
from newsletter.testing.examples import examples

UNTIL = NOW + timedelta(hours=3)
OTHER = "f" * 64
DELIVERY = DueStep("delivery", "delivery.1", 1)
YES = {"by": "ana", "via": "desk", "why": "It reads well."}


def asked(mode="yes", then="skip") -> Paper:
    return Paper(mode=mode, hours=3, then=then).do(*TO_VERIFIED)


def press(run: Paper, kind=Kind.APPROVAL_GIVEN, sha="", **who) -> Paper:
    run.add(kind, draft_sha256=sha, **{**YES, **who})
    return run


def until_it_lapses(run: Paper) -> Paper:
    run.now = UNTIL
    run.settle()
    return run


def test_delivery_waits_for_a_person_until_the_deadline():
    run = asked()

    assert run.lines[-1].kind == Kind.APPROVAL_ASKED
    assert (run.due, run.wake_at) == ((), UNTIL)
    assert run.state.waits_for_approval


def test_who_asks_nobody_delivers_at_once():
    assert Paper().do(*TO_VERIFIED).due == (DELIVERY,)


def test_a_yes_lets_it_go_out_and_says_whose_it_was():
    run = press(asked())

    assert run.due == (DELIVERY,)
    assert (run.state.asked.by, run.state.asked.via) == ("ana", "desk")
    assert not run.state.waits_for_approval


def test_a_no_ends_the_session_before_delivery():
    run = press(asked(), Kind.APPROVAL_REFUSED)

    assert run.endings == [Kind.SESSION_CANCELLED]
    assert run.due == ()


def test_a_no_ends_a_session_that_is_paused_too():
    run = asked()
    run.add(Kind.SESSION_PAUSED)

    press(run, Kind.APPROVAL_REFUSED)

    assert run.endings == [Kind.SESSION_CANCELLED]


@pytest.mark.parametrize("mode", ["yes", "veto"])
def test_silence_sends_it_where_that_was_wanted(mode):
    run = until_it_lapses(asked(mode, "send"))

    assert run.lines[-1] == (
        Kind.APPROVAL_LAPSED,
        {"draft_sha256": "", "then": "send"},
    )
    assert run.due == (DELIVERY,)


def test_silence_skips_it_where_that_was_wanted():
    run = until_it_lapses(asked())

    assert run.endings == [Kind.SESSION_ABORTED]
    assert "Nobody approved the draft" in run.state.reason


def test_a_moment_before_the_deadline_it_still_waits():
    run = asked()
    run.now = UNTIL - timedelta(seconds=1)

    run.settle()

    assert run.state.waits_for_approval


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Kind.APPROVAL_GIVEN, Kind.APPROVAL_REFUSED),
        (Kind.APPROVAL_REFUSED, Kind.APPROVAL_GIVEN),
    ],
)
def test_of_two_who_press_at_once_the_first_on_the_log_counts(first, second):
    run = press(asked(), first)
    outcome = run.state.asked.outcome

    press(run, second, by="ben")

    assert (run.state.asked.outcome, run.state.asked.by) == (outcome, "ana")


def test_a_yes_to_another_draft_counts_for_nothing():
    run = press(asked(), sha="0" * 64)

    assert run.state.waits_for_approval


def test_a_draft_that_was_changed_is_asked_about_anew():
    run = press(asked())
    state = run.state
    state.last[Kind.VERIFICATION_PASSED] = {"draft_sha256": OTHER}

    [again] = decide(state, policy_of, NOW + timedelta(hours=2)).emit

    assert state.asked is None
    assert (again.kind, again.data["draft_sha256"]) == (Kind.APPROVAL_ASKED, OTHER)
    assert again.data["until"] == NOW + timedelta(hours=5)


def test_what_lapsed_while_it_was_paused_is_settled_once_it_goes_on():
    run = asked("veto", "send")
    run.add(Kind.SESSION_PAUSED)
    until_it_lapses(run)
    assert run.due == ()

    run.add(Kind.SESSION_UNPAUSED)

    assert run.state.asked.outcome is Outcome.LAPSED
    assert run.due == (DELIVERY,)


def test_a_cancellation_ends_the_waiting():
    run = asked()

    run.add(Kind.SESSION_CANCELLED)

    assert run.endings == [Kind.SESSION_CANCELLED]
    assert not run.state.waits_for_approval


def test_an_approved_delivery_that_fails_is_tried_again_without_asking():
    run = press(asked())
    run.fail(run.start("delivery"))
    run.now = UNTIL + timedelta(days=1)

    run.settle()

    assert run.due == (DueStep("delivery", "delivery.1", 2),)


@pytest.mark.parametrize(
    "workflow", WORKFLOWS.values(), ids=lambda one: f"{one.name} {one.version}"
)
def test_every_step_that_sends_letters_waits_in_every_workflow(workflow):
    for step in workflow.steps:
        if Kind.EMAIL_SENT not in step.then:
            continue
        state = State(workflow, has_begun=True, open=[step.name])
        state.terms = Terms("yes", 3, "skip")

        moves = decide(state, policy_of, NOW)

        assert moves.run == ()
        assert [emit.kind for emit in moves.emit] == [Kind.APPROVAL_ASKED]


ACTS = st.sampled_from(
    ["yes", "no", "wait", "lapse", "pause", "unpause", "take", "fail", "other draft"]
)


@given(
    mode=st.sampled_from(["veto", "yes"]),
    then=st.sampled_from(["send", "skip"]),
    acts=st.lists(ACTS, max_size=12),
)
@settings(max_examples=examples(300))
def test_whatever_people_press_nothing_goes_out_against_the_first_decision(
    mode, then, acts
):
    run = asked(mode, then)
    for act in acts:
        if run.state.is_over:
            break
        _play(run, act)

    settled = [
        kind
        for kind, data in run.lines
        if kind in SETTLES and data["draft_sha256"] != OTHER
    ]
    if ("step_started", "delivery") in _steps(run):
        assert settled
        assert settled[0] != Kind.APPROVAL_REFUSED
        assert settled[0] == Kind.APPROVAL_GIVEN or then == "send"
    assert len(run.endings) <= 1


SETTLES = {Kind.APPROVAL_GIVEN, Kind.APPROVAL_REFUSED, Kind.APPROVAL_LAPSED}


def _steps(run: Paper) -> list[tuple[str, str]]:
    return [(str(kind), data.get("step", "")) for kind, data in run.lines]


def _play(run: Paper, act: str) -> None:
    match act:
        case "yes":
            press(run)
        case "no":
            press(run, Kind.APPROVAL_REFUSED)
        case "other draft":
            press(run, Kind.APPROVAL_REFUSED, sha=OTHER)
        case "wait":
            run.now += timedelta(hours=1)
        case "lapse":
            run.now = max(run.now, UNTIL)
        case "pause":
            run.add(Kind.SESSION_PAUSED)
        case "unpause":
            run.add(Kind.SESSION_UNPAUSED)
        case "take" if run.due:
            run.start("delivery")
        case "fail" if run.state.running:
            tally = run.state.tally("delivery")
            run.fail(DueStep("delivery", "delivery.1", tally.started))
    run.settle()
