"""A workflow's picture: every step and every way of it, and nothing upon another."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.desk.graph.layout import WIDTH, picture
from agents.events.schema import Kind
from agents.workflows.declaration import Back, Each, End, Step, To, Workflow
from agents.workflows.state import State
from agents.workflows.status import Standing, StepStatus, WorkflowStatus
from agents.workflows.table import newest

KINDS = [kind for kind in Kind if kind not in (Kind.SESSION_STARTED, Kind.STEP_FAILED)]


@st.composite
def workflows(draw):
    """Any steps of which each leads only to later ones, with ways back to any before."""
    number = draw(st.integers(1, 9))
    names = [f"step_{place}" for place in range(number)]
    kinds = iter(KINDS)
    steps, reached = [], {0}
    for place, name in enumerate(names):
        later = list(range(place + 1, number))
        onward = draw(st.sets(st.sampled_from(later), max_size=3)) if later else set()
        if place + 1 < number and place + 1 not in reached:
            onward.add(place + 1)
        reached |= onward
        way = To(tuple(names[at] for at in sorted(onward))) if onward else End()
        then = {next(kinds): way}
        for origin in draw(st.sets(st.integers(0, place), max_size=2)):
            then[next(kinds)] = Back(names[origin], 2, "Again")
        steps.append(Step(name, then))
    return Workflow("drawn", 1, names[0], tuple(steps))


def drawn(workflow, standing=Standing.NOT_STARTED):
    steps = {step.name: StepStatus(standing, "") for step in workflow.steps}
    return picture(State(workflow), WorkflowStatus("ok", steps=steps))


def holds(workflow, seen):
    """Nothing is left out, lies upon another, or stands outside of the picture."""
    assert sorted(node.name for node in seen.nodes) == sorted(workflow.by_name)
    ways = {
        (step.name, name, isinstance(way, Back))
        for step in workflow.steps
        for way in step.then.values()
        if not isinstance(way, End)
        for name in (way.steps if isinstance(way, To) else (way.step,))
    }
    assert {(edge.origin, edge.target, edge.is_back) for edge in seen.edges} == ways
    for one, two in combinations(seen.nodes, 2):
        beside = one.x + WIDTH <= two.x or two.x + WIDTH <= one.x
        apart = one.y + one.height <= two.y or two.y + two.height <= one.y
        assert beside or apart
    for node in seen.nodes:
        assert 0 <= node.x <= seen.width - WIDTH
        assert 0 <= node.y <= seen.height - node.height
        for part in node.parts:
            assert node.x < part.x < node.x + WIDTH
            assert node.y < part.y < node.y + node.height
    places = {node.name: node for node in seen.nodes}
    for edge in seen.edges:
        if edge.is_back:
            assert (
                max(node.x + WIDTH for node in seen.nodes) < edge.label_x < seen.width
            )
        else:
            origin, target = places[edge.origin], places[edge.target]
            assert origin.y + origin.height < target.y


@given(workflows())
def test_any_workflow_has_its_picture(workflow):
    holds(workflow, drawn(workflow))


@pytest.mark.parametrize("name", ["brief", "digest", "scouts"])
def test_each_workflow_that_there_is_has_its_picture(name):
    holds(newest(name), drawn(newest(name)))


@pytest.mark.parametrize(("came", "label"), [(0, "0/2"), (2, "2/2"), (3, "2/2")])
def test_a_way_back_is_not_taken_more_often_than_it_may(came, label):
    state = State(newest("brief"))
    state.counts[Kind.VERIFICATION_FAILED] = came
    status = WorkflowStatus(
        "ok",
        steps={
            step.name: StepStatus(Standing.NOT_STARTED, "")
            for step in state.workflow.steps
        },
    )

    labels = [
        edge.label
        for edge in picture(state, status).edges
        if (edge.origin, edge.target) == ("verifier", "writer")
    ]

    assert labels == [label]


@given(st.integers(0, 40))
def test_each_part_has_a_place_in_its_step(parts):
    workflow = Workflow(
        "parted",
        1,
        "plan",
        (
            Step("plan", {KINDS[0]: To(("work",))}),
            Step("work", {KINDS[1]: To(("end",))}, each=Each("tasks", 50)),
            Step("end", {KINDS[2]: End()}),
        ),
    )
    state = State(workflow)
    state.shares["work"] = tuple({} for _ in range(parts))
    steps = {step.name: StepStatus(Standing.COMPLETE, "") for step in workflow.steps}

    seen = picture(state, WorkflowStatus("ok", steps=steps))

    holds(workflow, seen)
    assert [part.number for part in seen.nodes[1].parts] == list(range(1, parts + 1))
    assert len({(part.x, part.y) for part in seen.nodes[1].parts}) == parts


def test_what_is_done_running_waiting_and_failed_can_be_told_apart():
    workflow = newest("brief")
    state = State(workflow)
    standings = iter(
        [Standing.COMPLETE, Standing.RUNNING, Standing.WAITING, Standing.ERROR]
    )
    steps = {
        step.name: StepStatus(next(standings, Standing.NOT_STARTED), "")
        for step in workflow.steps
    }

    seen = picture(state, WorkflowStatus("ok", steps=steps))

    assert [node.words for node in seen.nodes][:5] == [
        "complete", "running", "waiting", "error", "not started",
    ]  # fmt: skip
