"""The brief's workflow: from any log, what comes next is right, and it ends."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.events import Kind
from agents.moves import Emit, Run, decide, happy_path
from agents.workflow import Criticality, Line, Policy, State, fold, folded_kinds
from agents.workflows.brief import BRIEF

NOW = datetime(2026, 11, 5, 9, 0, tzinfo=UTC)
STORY = {"launches": [{"id": "a"}], "papers": [{"id": "b"}]}
CHOICE = {"selected_launches": [{"story_id": "a"}], "selected_papers": []}
DATA: dict[str, dict[str, Any]] = {
    Kind.LAUNCHES_RESEARCHED: STORY,
    Kind.PAPERS_RESEARCHED: STORY,
    Kind.ITEMS_EVALUATED: CHOICE,
    Kind.EMAIL_SENT: {"issue_number": 7},
}
OPTIONAL = {"memory", "research_papers"}
FORGIVEN = {"memory", "research_launches", "research_papers"}


def policy_of(step: str) -> Policy:
    return Policy(
        criticality=(
            Criticality.OPTIONAL if step in OPTIONAL else Criticality.CRITICAL
        ),
        forgives_silence=step in FORGIVEN,
        losses=4,
    )


class Paper:
    """A session on paper: the log, and what a worker and code do to it."""

    def __init__(self) -> None:
        self.lines = [Line(Kind.SESSION_STARTED, {})]
        self.now = NOW
        self.settle()

    @property
    def state(self) -> State:
        return fold(BRIEF, self.lines)

    def settle(self) -> tuple[Run, ...]:
        while (moves := decide(self.state, policy_of, self.now)).emit:
            self.lines += [Line(*emit) for emit in moves.emit]
        self.wake_at = moves.wake_at
        self.due = moves.run
        return moves.run

    def add(self, kind: str, **data: Any) -> None:
        self.lines.append(Line(kind, data))
        self.settle()

    def start(self, step: str) -> Run:
        run = next(run for run in self.due if run.step == step)
        self.add(Kind.STEP_STARTED, **run._asdict())
        return run

    def end(self, step: str, kind: str) -> None:
        self.add(kind, **DATA.get(kind, {}))

    def fail(self, run: Run, **data: Any) -> None:
        failures = self.state.tally(run.step).failures + 1
        retry_at = self.now + policy_of(run.step).wait(failures)
        shape = {"reason": "it broke", "is_silent": False, "is_final": False}
        self.add(
            Kind.STEP_FAILED, **run._asdict(), **{**shape, **data}, retry_at=retry_at
        )

    def lose(self, run: Run, *, is_released: bool = False) -> None:
        self.add(
            Kind.STEP_LOST, **run._asdict(), reason="died", is_released=is_released
        )

    def do(self, *kinds: str) -> "Paper":
        """Let the steps due end with these kinds, each in its turn."""
        for kind in kinds:
            step = BRIEF.by_end[kind].name
            self.start(step)
            self.end(step, kind)
        return self

    @property
    def endings(self) -> list[str]:
        ends = {Kind.SESSION_FINISHED, Kind.SESSION_ABORTED, Kind.SESSION_CANCELLED}
        return [line.kind for line in self.lines if line.kind in ends]


RESEARCH = (Kind.COVERED_TOPICS, Kind.LAUNCHES_RESEARCHED, Kind.PAPERS_RESEARCHED)
TO_DRAFT = (*RESEARCH, Kind.ITEMS_EVALUATED)
TO_VERIFIED = (
    *TO_DRAFT,
    Kind.DRAFT_WRITTEN,
    Kind.DRAFT_APPROVED,
    Kind.VERIFICATION_PASSED,
)
REJECTED = (Kind.DRAFT_WRITTEN, Kind.CRITIC_REJECTION)
UNVERIFIED = (Kind.DRAFT_WRITTEN, Kind.DRAFT_APPROVED, Kind.VERIFICATION_FAILED)


def steps(runs: tuple[Run, ...]) -> list[str]:
    return [run.step for run in runs]


def test_memory_comes_first_and_then_both_researchers_at_once():
    run = Paper()
    assert steps(run.due) == ["memory"]

    run.do(Kind.COVERED_TOPICS)

    assert steps(run.due) == ["research_launches", "research_papers"]


@pytest.mark.parametrize("first", ["research_launches", "research_papers"])
def test_the_evaluator_waits_for_both_researchers(first):
    run = Paper().do(Kind.COVERED_TOPICS)
    one, other = (
        RESEARCH[1:] if first == "research_launches" else reversed(RESEARCH[1:])
    )

    run.do(one)
    assert "evaluator" not in steps(run.due)

    run.do(other)
    assert steps(run.due) == ["evaluator"]


def test_a_whole_session_ends_with_the_number_of_its_issue():
    run = Paper().do(*TO_VERIFIED, Kind.EMAIL_SENT)

    assert run.lines[-1] == Line(Kind.SESSION_FINISHED, {"issue_number": 7})
    assert run.due == ()


def test_a_third_rejection_ends_the_session_before_delivery():
    run = Paper().do(*TO_DRAFT, *REJECTED, *REJECTED, *REJECTED)

    assert run.endings == [Kind.SESSION_ABORTED]
    assert run.state.reason == "The critic rejected a third draft."


def test_a_third_failed_verification_ends_the_session_before_delivery():
    run = Paper().do(*TO_DRAFT, *UNVERIFIED, *UNVERIFIED, *UNVERIFIED)

    assert run.endings == [Kind.SESSION_ABORTED]


def test_five_drafts_are_written_at_the_very_most():
    run = Paper().do(*TO_DRAFT, *REJECTED, *UNVERIFIED, *REJECTED, *UNVERIFIED)

    run.do(Kind.DRAFT_WRITTEN, Kind.DRAFT_APPROVED, Kind.VERIFICATION_PASSED)

    assert run.state.counts[Kind.DRAFT_WRITTEN] == 5
    assert steps(run.due) == ["delivery"]


@pytest.mark.parametrize("last", [REJECTED, UNVERIFIED])
def test_a_sixth_draft_is_never_asked_for(last):
    run = Paper().do(*TO_DRAFT, *REJECTED, *UNVERIFIED, *REJECTED, *UNVERIFIED)

    run.do(*last)

    assert run.endings == [Kind.SESSION_ABORTED]


def test_every_round_of_a_step_has_a_key_of_its_own():
    run = Paper().do(*TO_DRAFT, *REJECTED)

    assert run.due == (Run("writer", "writer.2", 1),)


def test_a_failed_step_waits_longer_each_time_and_is_tried_again():
    run = Paper().do(*RESEARCH)
    waits = []
    for _ in range(2):
        run.fail(run.start("evaluator"))
        assert run.due == ()
        waits.append(run.wake_at - run.now)
        run.now = run.wake_at
        run.settle()

    assert waits == [timedelta(seconds=60), timedelta(seconds=120)]
    assert run.due == (Run("evaluator", "evaluator.1", 3),)


def test_a_critical_step_that_failed_too_often_ends_the_session_and_says_which():
    run = Paper().do(*RESEARCH)
    for _ in range(3):
        run.now += timedelta(hours=1)
        run.settle()
        run.fail(run.start("evaluator"))

    assert run.lines[-1].kind == Kind.SESSION_ABORTED
    assert run.lines[-1].data["key"] == "evaluator.1"


def test_an_optional_step_that_failed_too_often_leaves_a_placeholder():
    run = Paper()
    for _ in range(3):
        run.now += timedelta(hours=1)
        run.settle()
        run.fail(run.start("memory"))

    placeholder = run.state.last[Kind.COVERED_TOPICS]
    assert placeholder["auto_inserted"] is True
    assert placeholder["note"] == "it broke"
    assert [line.kind for line in run.lines].count(Kind.PLACEHOLDER_INSERTED) == 1


def test_a_final_failure_is_not_tried_again():
    run = Paper().do(*RESEARCH)

    run.fail(run.start("evaluator"), is_final=True)

    assert run.endings == [Kind.SESSION_ABORTED]


def test_silence_of_the_critical_researcher_leaves_a_placeholder_at_once():
    run = Paper().do(Kind.COVERED_TOPICS)

    run.fail(run.start("research_launches"), is_silent=True)

    assert run.state.last[Kind.LAUNCHES_RESEARCHED]["auto_inserted"] is True


def test_silence_of_the_writer_is_a_failure_like_any_other():
    run = Paper().do(*TO_DRAFT)

    run.fail(run.start("writer"), is_silent=True)

    assert run.endings == []
    assert run.wake_at is not None


def test_nothing_to_evaluate_ends_the_session_before_the_evaluator_is_paid():
    run = Paper().do(Kind.COVERED_TOPICS)
    for step in ("research_launches", "research_papers"):
        run.fail(run.start(step), is_silent=True)

    assert run.endings == [Kind.SESSION_ABORTED]
    assert run.state.reason == "Research found no story to evaluate."


def test_losses_and_failures_have_budgets_of_their_own():
    run = Paper().do(*RESEARCH)
    for _ in range(3):
        run.lose(run.start("evaluator"))
    for _ in range(2):
        run.fail(run.start("evaluator"))
        run.now = run.wake_at
        run.settle()

    assert run.due == (Run("evaluator", "evaluator.1", 6),)


def test_a_step_that_kills_every_worker_is_given_up():
    run = Paper().do(*RESEARCH)
    for _ in range(4):
        run.lose(run.start("evaluator"))

    assert run.endings == [Kind.SESSION_ABORTED]


def test_a_claim_given_back_in_good_order_costs_no_budget():
    run = Paper().do(*RESEARCH)
    for _ in range(20):
        run.lose(run.start("evaluator"), is_released=True)

    assert run.due == (Run("evaluator", "evaluator.1", 21),)


def test_a_dead_step_lets_its_sibling_finish_what_is_paid_for():
    run = Paper().do(Kind.COVERED_TOPICS)
    launches, _ = run.start("research_launches"), run.start("research_papers")

    run.fail(launches, is_final=True)
    assert run.endings == []
    assert run.due == ()

    run.end("research_papers", Kind.PAPERS_RESEARCHED)
    assert run.endings == [Kind.SESSION_ABORTED]
    assert Kind.PAPERS_RESEARCHED in run.state.last


def test_an_operators_retry_clears_only_the_budget_of_its_own_step():
    run = Paper().do(Kind.COVERED_TOPICS)
    papers = run.start("research_papers")
    run.fail(papers)
    run.fail(run.start("research_launches"), is_final=True)
    assert run.endings == [Kind.SESSION_ABORTED]

    run.add(Kind.OPERATOR_RETRIED, key="research_launches.1", by="someone")

    assert Run("research_launches", "research_launches.1", 2) in run.due
    assert run.state.tally("research_papers").failures == 1
    assert run.state.tally("research_launches").failures == 0


def test_an_operators_retry_does_not_take_a_step_from_its_worker():
    run = Paper()
    run.start("memory")

    run.add(Kind.OPERATOR_RETRIED, key="memory.1", by="someone")

    assert run.due == ()
    assert run.state.running == ("memory",)


def test_a_session_that_gave_up_cannot_be_argued_with():
    run = Paper().do(*TO_DRAFT, *REJECTED, *REJECTED, *REJECTED)

    run.add(Kind.OPERATOR_RETRIED, key="writer.3", by="someone")

    assert run.due == ()
    assert run.state.is_over


def test_a_paused_session_starts_nothing_and_keeps_what_comes_in():
    run = Paper()
    run.start("memory")
    run.add(Kind.SESSION_PAUSED)
    run.end("memory", Kind.COVERED_TOPICS)
    assert run.due == ()

    run.add(Kind.SESSION_UNPAUSED)
    assert steps(run.due) == ["research_launches", "research_papers"]


def test_after_a_cancellation_nothing_more_is_taken_in():
    run = Paper()
    run.start("memory")
    run.add(Kind.SESSION_CANCELLED)

    run.end("memory", Kind.COVERED_TOPICS)

    assert run.due == ()
    assert Kind.COVERED_TOPICS not in run.state.last


def test_the_happy_path_is_what_lies_ahead_stage_by_stage():
    run = Paper()
    whole = (
        ("memory",),
        ("research_launches", "research_papers"),
        ("evaluator",),
        ("writer",),
        ("critic",),
        ("verifier",),
        ("delivery",),
    )
    assert happy_path(run.state) == whole

    run.do(Kind.COVERED_TOPICS, Kind.PAPERS_RESEARCHED)
    assert happy_path(run.state) == (("research_launches",), *whole[2:])

    run.do(Kind.LAUNCHES_RESEARCHED, Kind.ITEMS_EVALUATED, *REJECTED)
    assert happy_path(run.state) == whole[3:]


def test_what_comes_after_a_step_leaves_its_siblings_out():
    after = BRIEF.after("research_papers")

    assert after == {
        "research_papers",
        "evaluator",
        "writer",
        "critic",
        "verifier",
        "delivery",
    }


@pytest.mark.parametrize(
    ("failures", "asked", "seconds"),
    [
        (1, None, 60),
        (2, None, 120),
        (3, None, 240),
        (5, None, 900),
        (500, None, 900),
        (1, 30, 60),
        (1, 3600, 3600),
        (1, 10**8, 6 * 3600),
    ],
)
def test_waits_grow_to_a_cap_and_honour_what_a_server_asked(failures, asked, seconds):
    patience = timedelta(seconds=asked) if asked else None

    assert Policy().wait(failures, patience) == timedelta(seconds=seconds)


# --- From any log -----------------------------------------------------------------

OUTCOMES = st.sampled_from(
    ["happy"] * 6
    + ["other", "fail", "final", "silent", "lose", "release", "pause", "retry"]
)


@st.composite
def played(draw: st.DrawFn) -> Paper:
    """A session played for a while by workers that do whatever they like."""
    run = Paper()
    working: list[Run] = []
    for _ in range(draw(st.integers(0, 60))):
        if run.state.is_over:
            break
        if run.state.is_paused:
            run.add(Kind.SESSION_UNPAUSED)
        startable = list(run.due)
        if startable and (not working or draw(st.booleans())):
            working.append(run.start(draw(st.sampled_from(startable)).step))
        elif working:
            _end(draw, run, working.pop(draw(st.integers(0, len(working) - 1))))
        elif run.wake_at:
            run.now = run.wake_at
            run.settle()
    return run


def _end(draw: st.DrawFn, run: Paper, claim: Run) -> None:
    ends = list(BRIEF.by_name[claim.step].then)
    match draw(OUTCOMES):
        case "happy" | "retry":
            run.end(claim.step, ends[0])
        case "other":
            run.end(claim.step, ends[-1])
        case "fail":
            run.fail(claim)
        case "final":
            run.fail(claim, is_final=True)
        case "silent":
            run.fail(claim, is_silent=True)
        case "lose":
            run.lose(claim)
        case "release":
            run.lose(claim, is_released=True)
        case "pause":
            run.add(Kind.SESSION_PAUSED)
            run.end(claim.step, ends[0])


def finish(run: Paper) -> Paper:
    """Whoever was at work is lost; from here on all goes well."""
    for step in run.state.running:
        tally = run.state.tally(step)
        run.lose(Run(step, run.state.key(step), tally.started), is_released=True)
    for _ in range(100):
        if run.state.is_over:
            return run
        if run.state.is_paused:
            run.add(Kind.SESSION_UNPAUSED)
        elif run.due:
            step = run.due[0].step
            run.start(step)
            run.end(step, BRIEF.by_name[step].happy)
        else:
            run.now = run.wake_at
            run.settle()
    raise AssertionError("it does not end")


def check(run: Paper) -> None:
    """What must hold for the log of any session."""
    kinds = Counter(line.kind for line in run.lines)
    assert kinds[Kind.DRAFT_WRITTEN] <= 5
    assert len(run.endings) <= 1
    started = Counter(
        (line.data["key"], line.data["attempt"])
        for line in run.lines
        if line.kind == Kind.STEP_STARTED
    )
    assert all(times == 1 for times in started.values()), "an attempt ran twice"
    order = [line.kind for line in run.lines]
    if Kind.EMAIL_SENT in order:
        sent, passed = (
            order.index(Kind.EMAIL_SENT),
            order.index(Kind.VERIFICATION_PASSED),
        )
        assert passed < sent
        assert kinds[Kind.EMAIL_SENT] == 1
        for must in (*TO_DRAFT, Kind.DRAFT_APPROVED):
            assert order.index(must) < passed, "a step was skipped"


@given(run=played(), cut=st.floats(0, 1))
@settings(max_examples=300, deadline=None)
def test_from_any_prefix_of_any_log_it_goes_on_and_ends(run, cut):
    check(run)
    whole = run.lines

    again = Paper()
    again.now = run.now
    again.lines = whole[: max(1, round(cut * len(whole)))]
    ended_before = {
        (line.kind, n)
        for kind in BRIEF.by_end
        for n, line in enumerate(again.lines)
        if line.kind == kind
    }
    again.settle()
    finish(again)

    check(again)
    assert again.state.is_over
    assert ended_before <= {(line.kind, n) for n, line in enumerate(again.lines)}


@given(run=played())
@settings(max_examples=200, deadline=None)
def test_deciding_twice_gives_the_same_answer_and_no_step_that_has_ended(run):
    state = run.state
    first = decide(state, policy_of, run.now)

    assert decide(run.state, policy_of, run.now) == first
    assert decide(state, policy_of, run.now) == first, "deciding changed the state"
    for due in first.run:
        assert due.step in state.open
        assert not state.tally(due.step).is_running
        assert due.key == state.key(due.step)


@given(run=played(), cut=st.integers(0, 200))
@settings(max_examples=100, deadline=None)
def test_folding_on_from_any_line_is_folding_from_the_start(run, cut):
    state = fold(BRIEF, run.lines[:cut])
    for kind, data in run.lines[cut:]:
        state.add(kind, data)

    assert state == run.state


@given(run=played())
@settings(max_examples=50, deadline=None)
def test_lines_that_fold_ignores_change_nothing(run):
    noise = Line(Kind.TOOL_CALLED, {"tool": "x"})
    noisy = [line for known in run.lines for line in (known, noise)]

    assert fold(BRIEF, noisy) == run.state
    assert Kind.TOOL_CALLED not in folded_kinds(BRIEF)


@given(run=played(), extra=st.sampled_from(sorted(BRIEF.by_end)))
@settings(max_examples=100, deadline=None)
def test_a_result_that_comes_out_of_turn_changes_nothing(run, extra):
    before = run.state
    if BRIEF.by_end[extra].name in before.open and not before.is_over:
        return

    run.lines.append(Line(extra, DATA.get(extra, {})))

    assert run.state == before


def test_nothing_is_decided_about_a_session_that_has_not_begun():
    moves = decide(fold(BRIEF, []), policy_of, NOW)

    assert (moves.emit, moves.run, moves.wake_at) == ((), (), None)
    assert happy_path(fold(BRIEF, [])) == ()


def test_a_placeholder_follows_its_note_in_one_go():
    run = Paper()
    claim = run.start("memory")
    run.lines.append(
        Line(
            Kind.STEP_FAILED,
            {
                **claim._asdict(),
                "reason": "",
                "is_silent": True,
                "is_final": False,
                "retry_at": None,
            },
        )
    )

    note, placeholder = decide(run.state, policy_of, NOW).emit

    assert note.kind is Kind.PLACEHOLDER_INSERTED
    assert note.data["reason"] == "no reason was given"
    assert isinstance(placeholder, Emit)
    assert placeholder.kind is Kind.COVERED_TOPICS
