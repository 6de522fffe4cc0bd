"""How far a session is, read from its log."""

import json
from pathlib import Path

import pytest

from agents.events.schema import Kind
from agents.tests.support.paper import (
    REJECTED,
    TO_DRAFT,
    TO_VERIFIED,
    UNVERIFIED,
    Paper,
)
from agents.workflows.fold import Line
from agents.workflows.status import NEW, Standing, check_workflow_status
from agents.workflows.table import workflow_of
from agents.workflows.weekly_brief import BRIEF_4

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.json"))


def status(paper):
    return check_workflow_status(BRIEF_4, paper.lines)


def golden(path):
    kept = json.loads(path.read_text())
    workflow = workflow_of(kept["workflow"], kept["version"])
    return workflow, [Line(*line) for line in kept["lines"]]


def test_without_a_line_it_is_a_new_session():
    assert check_workflow_status(BRIEF_4, []) is NEW
    assert NEW.as_json() == {
        "status": "new_session",
        "message": "No existing state. Start from step 1.",
        "steps": {},
    }


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_each_moment_of_a_session_has_a_status(path):
    workflow, lines = golden(path)

    for length in range(1, len(lines) + 1):
        found = check_workflow_status(workflow, lines[:length])

        assert list(found.steps) == [step.name for step in workflow.steps]
        assert 0 <= found.percent <= 100
        assert (found.percent == 100) == (found.next_step is None) or found.message


def test_a_session_that_is_done_is_told_step_by_step():
    workflow, lines = golden(GOLDEN[-1].with_name("brief_3_approvals.json"))

    found = check_workflow_status(workflow, lines)

    assert found.as_json() | {"steps": ...} == {
        "status": "finished",
        "message": "",
        "progress": "100%",
        "next_step": None,
        "steps": ...,
    }
    told = found.as_json()["steps"]
    assert told["memory"] == {
        "status": "complete",
        "message": "0 stories told by 0 issues before",
    }


def test_a_step_that_runs_and_those_after_it_are_not_complete():
    paper = Paper()
    paper.start("memory")

    found = status(paper)

    assert found.percent == 0
    assert found.next_step == "memory"
    assert found.steps["memory"].status is Standing.RUNNING
    assert found.steps["writer"].status is Standing.NOT_STARTED


def test_what_is_written_again_is_to_do_and_so_is_what_comes_after_it():
    workflow, lines = golden(GOLDEN[-1].with_name("brief_3_loops.json"))
    rejected = [kind for kind, _ in lines].index(Kind.CRITIC_REJECTION) + 1

    found = check_workflow_status(workflow, lines[:rejected])

    assert found.next_step == "writer"
    assert found.steps["evaluator"].status is Standing.COMPLETE
    assert found.steps["writer"].status is Standing.WAITING
    assert found.steps["critic"].status is Standing.NOT_STARTED
    assert found.steps["critic"].message.startswith("rejected: ")


def test_a_failure_says_why_it_is_tried_again():
    paper = Paper()
    paper.fail(paper.start("memory"))

    step = status(paper).steps["memory"]

    assert step.status is Standing.WAITING
    assert step.message == "attempt 1 failed: it broke"


def test_the_step_that_ended_a_session_is_told():
    workflow, lines = golden(GOLDEN[-1].with_name("brief_3_faults.json"))
    aborted = [kind for kind, _ in lines].index(Kind.SESSION_ABORTED) + 1

    found = check_workflow_status(workflow, lines[:aborted])

    assert found.status == "aborted"
    assert "it broke" in found.message
    assert found.steps["evaluator"].status is Standing.ERROR
    assert found.next_step is None


def test_a_loop_that_was_given_up_ends_at_the_step_that_refused():
    workflow, lines = golden(GOLDEN[-1].with_name("brief_3_rejections.json"))

    found = check_workflow_status(workflow, lines)

    assert found.message.startswith("The critic rejected a third draft")
    assert found.steps["critic"].status is Standing.ERROR


def test_after_a_last_rejection_no_step_behind_it_is_complete(monkeypatch):
    monkeypatch.setattr("agents.workflows.status.describe", lambda *_: "")
    paper = Paper().do(*TO_DRAFT, *UNVERIFIED, *REJECTED, *REJECTED, *REJECTED)

    found = status(paper)

    assert found.status == "aborted"
    assert found.steps["critic"].status is Standing.ERROR
    assert found.steps["verifier"].status is Standing.NOT_STARTED
    assert found.percent == 100 * 5 // len(found.steps)


@pytest.mark.parametrize("name", ["brief_4_cancelled", "brief_4_lapses"])
def test_no_step_of_an_ended_session_waits_for_its_turn(name):
    workflow, lines = golden(GOLDEN[-1].with_name(f"{name}.json"))

    found = check_workflow_status(workflow, lines)

    assert found.next_step is None
    assert Standing.WAITING not in {one.status for one in found.steps.values()}


def test_delivery_of_a_draft_that_was_stopped_says_so(monkeypatch):
    monkeypatch.setattr("agents.workflows.status.describe", lambda kind, _: kind)
    paper = Paper(mode="yes", hours=3, then="skip").do(*TO_VERIFIED)

    paper.add(Kind.APPROVAL_REFUSED, draft_sha256="", by="ana", via="desk", why="")

    assert status(paper).steps["delivery"].message == Kind.APPROVAL_REFUSED


def test_who_stood_in_is_told_beside_what_came_of_it():
    workflow, lines = golden(GOLDEN[-1].with_name("brief_3_approvals.json"))
    failed = {"brain": "messages", "reason": "it refused", "next_brain": "local"}
    place = next(
        place
        for place, (kind, data) in enumerate(lines)
        if kind == Kind.STEP_STARTED and data["step"] == "writer"
    )
    line = Line(Kind.BRAIN_FAILED, {**lines[place].data, **failed})
    log = [*lines[: place + 1], line, *lines[place + 1 :]]

    at_work = check_workflow_status(workflow, log[: place + 2])
    done = check_workflow_status(workflow, log)

    words = "messages failed (it refused); next: local"
    told = check_workflow_status(workflow, lines).steps["writer"].message
    assert at_work.steps["writer"].message == words
    assert done.steps["writer"].message == f"{told}; {words}"
