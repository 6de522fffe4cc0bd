"""A step in parts: each is begun, tried and lost by itself, and the next waits for all."""

import pytest

from agents.events.schema import Kind
from agents.tests.support.paper import Paper
from agents.workflows.decide import happy_path
from agents.workflows.declaration import Back, Each, Key, Step, To, Workflow
from agents.workflows.fold import Line
from agents.workflows.scouts import MOST_TASKS, SCOUTS

PLANNED = (Kind.COVERED_TOPICS, Kind.TASKS_PLANNED)
SCOUTED = (Kind.STORIES_SCOUTED,) * 3
COLLECTED = (Kind.LAUNCHES_RESEARCHED, Kind.PAPERS_RESEARCHED)
COLLECTING = ("collect_launches", "collect_papers")


def tasks(count):
    return {"tasks": [{"topic": str(number)} for number in range(count)]}


def planned(count, **started):
    """A session whose planner has set so many tasks."""
    run = Paper(SCOUTS)
    run.lines[0] = Line(Kind.SESSION_STARTED, started)
    run.do(Kind.COVERED_TOPICS)
    run.start("planner")
    run.add(Kind.TASKS_PLANNED, **tasks(count))
    return run


def due(run):
    return [step.key for step in run.due]


def test_a_step_runs_once_for_each_part_and_all_at_once():
    run = Paper(SCOUTS).do(*PLANNED)

    assert due(run) == ["scout.1.1", "scout.1.2", "scout.1.3"]
    assert [run.state.share(key)["topic"] for key in due(run)] == ["a", "b", "c"]
    assert run.state.share("planner.1") is None


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2)])
def test_what_comes_next_waits_for_all_parts_and_gets_them_in_order(order):
    run = Paper(SCOUTS).do(*PLANNED)
    for part in order:
        assert not {f"{name}.1" for name in COLLECTING} & {*due(run)}
        run.start(f"scout.{part}")
        run.end(f"scout.{part}", Kind.STORIES_SCOUTED)

    assert due(run) == ["collect_launches.1", "collect_papers.1"]
    told = run.state.last[Kind.STORIES_SCOUTED]["parts"]
    assert [report["part"] for report in told] == [1, 2, 3]


def test_a_part_that_fails_for_good_leaves_its_place_and_the_rest_goes_on():
    run = Paper(SCOUTS).do(*PLANNED)
    run.fail(run.start("scout.2"), is_final=True)

    assert run.lines[-1].kind == Kind.STORIES_SCOUTED
    assert run.lines[-1].data == {
        "stories": [],
        "auto_inserted": True,
        "note": "it broke",
        "part": 2,
    }
    assert due(run) == ["scout.1.1", "scout.1.3"]


def test_a_part_is_tried_again_by_itself():
    run = Paper(SCOUTS).do(*PLANNED)
    run.lose(run.start("scout.1"))
    run.fail(run.start("scout.3"))

    assert [tuple(step) for step in run.due] == [
        ("scout", "scout.1.1", 2),
        ("scout", "scout.1.2", 1),
    ]
    assert run.wake_at


def test_a_result_counts_once():
    run = Paper(SCOUTS).do(*PLANNED)
    run.start("scout.1")
    run.end("scout.1", Kind.STORIES_SCOUTED)
    before = run.state

    for part in (1, 0, 4):
        run.lines.append(Line(Kind.STORIES_SCOUTED, {"stories": [], "part": part}))

    assert run.state == before


@pytest.mark.parametrize(
    ("asked", "limits", "begun"),
    [(2, {}, 2), (99, {}, MOST_TASKS), (20, {"scout": 3}, 3), (1, {"scout": 3}, 1)],
)
def test_no_more_parts_begin_than_are_allowed(asked, limits, begun):
    assert len(due(planned(asked, limits=limits))) == begun


def test_a_planner_that_plans_nothing_ends_the_session_and_says_so():
    run = planned(0)

    assert run.lines[-1] == Line(
        Kind.SESSION_ABORTED,
        {"reason": "The planner set no task, so nobody looked for a story.", "key": ""},
    )


def test_scouts_that_find_nothing_end_the_session_with_why():
    run = planned(2)
    for part in (1, 2):
        run.fail(run.start(f"scout.{part}"), is_final=True)

    assert run.state.reason == "No scout of 2 found a story: it broke."


def test_a_follow_up_begins_a_second_round_of_parts_and_both_count():
    run = Paper(SCOUTS).do(*PLANNED, *SCOUTED, *COLLECTED, Kind.FOLLOW_UP_ASKED)

    assert due(run) == ["scout.2.1", "scout.2.2"]
    run.do(Kind.STORIES_SCOUTED, Kind.STORIES_SCOUTED)
    assert due(run) == ["collect_launches.2", "collect_papers.2"]
    assert len(run.state.last[Kind.STORIES_SCOUTED]["parts"]) == 5


def test_the_session_says_how_many_follow_ups_there_may_be():
    run = planned(1, limits={"scout": 3, Kind.FOLLOW_UP_ASKED: 1})
    run.do(Kind.STORIES_SCOUTED, *COLLECTED)
    assert not run.state.would_give_up(Kind.FOLLOW_UP_ASKED)

    run.do(Kind.FOLLOW_UP_ASKED, *SCOUTED[:2], *COLLECTED)
    assert run.state.would_give_up(Kind.FOLLOW_UP_ASKED)


def test_parts_that_are_not_known_yet_are_ahead_all_the_same():
    run = Paper(SCOUTS).do(Kind.COVERED_TOPICS)
    assert happy_path(run.state)[:3] == (("planner",), ("scout.*",), COLLECTING)

    run.do(Kind.TASKS_PLANNED)
    run.start("scout.2")
    run.end("scout.2", Kind.STORIES_SCOUTED)
    assert happy_path(run.state)[:2] == (("scout.1", "scout.3"), COLLECTING)


def test_a_key_names_a_round_of_a_step_or_of_a_part():
    for text, turn in (("writer.2", "writer"), ("scout.1.3", "scout.3")):
        assert str(Key.of(text)) == text
        assert Key.of(text).turn == turn


@pytest.mark.parametrize(
    "steps",
    [
        (
            Step("a", then={Kind.TASKS_PLANNED: To(("c",))}),
            Step("b", then={Kind.COVERED_TOPICS: To(("c",))}),
            Step("c", each=Each("x", 2), then={Kind.STORIES_SCOUTED: To(())}),
        ),
        (
            Step("a", then={Kind.TASKS_PLANNED: To(("c",))}),
            Step("c", each=Each("x", 2), then={Kind.STORIES_SCOUTED: Back("a", 1, "")}),
        ),
    ],
)
def test_only_what_one_step_leads_to_may_have_parts(steps):
    with pytest.raises(ValueError, match=r"^c: one step leads to parts"):
        Workflow(name="odd", version=1, first="a", steps=steps)
