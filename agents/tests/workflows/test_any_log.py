"""From any log whatever, what comes next is right, and it ends."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.events.schema import Kind
from agents.tests.support.paper import DATA, Paper, policy_of
from agents.workflows.decide import DueStep, decide
from agents.workflows.declaration import step_of
from agents.workflows.fold import Line, add, fold, folded_kinds
from agents.workflows.request import REQUEST
from agents.workflows.scouts import SCOUTS
from agents.workflows.weekly_brief import BRIEF
from newsletter.testing.examples import examples

OUTCOMES = st.sampled_from(
    ["happy"] * 6
    + ["other", "fail", "final", "silent", "lose", "release", "pause", "retry"]
)


@st.composite
def played(draw: st.DrawFn) -> Paper:
    """A session played for a while by workers that do whatever they like."""
    by_steps = draw(st.sampled_from([False, False, True]))
    run = Paper(draw(st.sampled_from([BRIEF, SCOUTS, REQUEST])), by_steps=by_steps)
    working: list[DueStep] = []
    for _ in range(draw(st.integers(0, 60))):
        if run.state.is_over:
            break
        if run.state.is_paused:
            run.add(Kind.SESSION_UNPAUSED)
        startable = list(run.due)
        if startable and (not working or draw(st.booleans())):
            working.append(run.start(draw(st.sampled_from(startable)).turn))
        elif working:
            _end(draw, run, working.pop(draw(st.integers(0, len(working) - 1))))
        elif run.wake_at:
            run.now = run.wake_at
            run.settle()
    return run


def _end(draw: st.DrawFn, run: Paper, lease: DueStep) -> None:
    ends = list(run.workflow.by_name[lease.step].then)
    match draw(OUTCOMES):
        case "happy" | "retry":
            run.end(lease.turn, ends[0])
        case "other":
            run.end(lease.turn, ends[-1])
        case "fail":
            run.fail(lease)
        case "final":
            run.fail(lease, is_final=True)
        case "silent":
            run.fail(lease, is_silent=True)
        case "lose":
            run.lose(lease)
        case "release":
            run.lose(lease, is_released=True)
        case "pause":
            run.add(Kind.SESSION_PAUSED)
            run.end(lease.turn, ends[0])


def finish(run: Paper) -> Paper:
    """Whoever was at work is lost; from here on all goes well."""
    for turn in run.state.running:
        tally, key = run.state.tally(turn), run.state.key(turn)
        run.lose(DueStep(step_of(turn), key, tally.started), is_released=True)
    for _ in range(200):
        if run.state.is_over:
            return run
        if run.state.is_paused:
            run.add(Kind.SESSION_UNPAUSED)
        elif run.due:
            due = run.start(run.due[0].turn)
            run.end(due.turn, run.workflow.by_name[due.step].happy)
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
    if run.state.by_steps:
        check_held(run, order)
    if Kind.EMAIL_SENT in order:
        sent, passed = (
            order.index(Kind.EMAIL_SENT),
            order.index(Kind.VERIFICATION_PASSED),
        )
        assert passed < sent
        assert kinds[Kind.EMAIL_SENT] == 1
        for step in run.workflow.steps[:-1]:
            assert order.index(step.happy) < passed + 1, "a step was skipped"


def check_held(run: Paper, order: list[str]) -> None:
    """Step by step: once a step has ended, none begins before it is let go on."""
    may_begin = True
    for kind in order:
        assert may_begin or kind != Kind.STEP_STARTED, "nobody let it go on"
        if kind in run.workflow.by_end:
            may_begin = False
        elif kind == Kind.SESSION_UNPAUSED:
            may_begin = True


@given(run=played(), cut=st.floats(0, 1))
@settings(max_examples=examples(300))
def test_from_any_prefix_of_any_log_it_goes_on_and_ends(run, cut):
    check(run)
    whole = run.lines

    again = Paper(run.workflow)
    again.now = run.now
    again.lines = whole[: max(1, round(cut * len(whole)))]
    ended_before = {
        (line.kind, n)
        for kind in run.workflow.by_end
        for n, line in enumerate(again.lines)
        if line.kind == kind
    }
    again.settle()
    finish(again)

    check(again)
    assert again.state.is_over
    assert ended_before <= {(line.kind, n) for n, line in enumerate(again.lines)}


@given(run=played())
@settings(max_examples=examples(200))
def test_deciding_twice_gives_the_same_answer_and_no_step_that_has_ended(run):
    state = run.state
    first = decide(state, policy_of, run.now)

    assert decide(run.state, policy_of, run.now) == first
    assert decide(state, policy_of, run.now) == first, "deciding changed the state"
    for due in first.run:
        assert due.turn in state.open
        assert not state.tally(due.turn).is_running
        assert due.key == state.key(due.turn)


@given(run=played(), cut=st.integers(0, 200))
@settings(max_examples=examples(100))
def test_folding_on_from_any_line_is_folding_from_the_start(run, cut):
    state = fold(run.workflow, run.lines[:cut])
    for kind, data in run.lines[cut:]:
        add(state, kind, data)

    assert state == run.state


@given(run=played())
@settings(max_examples=examples(50))
def test_lines_that_fold_ignores_change_nothing(run):
    noise = Line(Kind.TOOL_CALLED, {"tool": "x"})
    noisy = [line for known in run.lines for line in (known, noise)]

    assert fold(run.workflow, noisy) == run.state
    assert Kind.TOOL_CALLED not in folded_kinds(run.workflow)


@given(run=played(), data=st.data())
@settings(max_examples=examples(100))
def test_a_result_that_comes_out_of_turn_changes_nothing(run, data):
    before = run.state
    extra = data.draw(st.sampled_from(sorted(run.workflow.by_end)))
    part = {"part": data.draw(st.integers(0, 4))}
    turn = run.workflow.by_end[extra].turn(part)
    if turn in before.open and not before.is_over:
        return

    run.lines.append(Line(extra, {**DATA.get(extra, {}), **part}))

    assert run.state == before
