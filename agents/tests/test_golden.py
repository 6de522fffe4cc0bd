"""Old logs mean today what they meant when they were written."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agents.engine import leases, log
from agents.events import schema as events
from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support import steps as stepping
from agents.tests.support.paper import policy_of
from agents.workers.threads import drive
from agents.workflows import weekly_brief
from agents.workflows.decide import decide, happy_path
from agents.workflows.declaration import To, Workflow
from agents.workflows.fold import add
from agents.workflows.state import State
from agents.workflows.table import WORKFLOWS, workflow_of

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))
LATE = datetime(2026, 11, 6, tzinfo=UTC)  # no timer runs any more


def as_recorded(step):
    """How steps were tried when the logs were recorded."""
    forgave = {"memory", "research_launches", "research_papers"}
    return replace(policy_of(step), forgives_silence=step in forgave)


def declaration(workflow):
    """What a workflow's declaration says about order, as JSON."""
    return {
        step.name: {
            kind: [type(target).__name__, *_details(target)]
            for kind, target in step.then.items()
        }
        for step in workflow.steps
    }


def _details(target):
    if isinstance(target, To):
        return list(target.steps)
    return [target.step, target.at_most] if hasattr(target, "step") else []


def decided(workflow, lines):
    """What is decided after each line of a log, as JSON."""
    state, found = State(workflow), []
    for kind, data in lines:
        add(state, kind, data)
        moves = decide(state, as_recorded, LATE)
        found.append(
            {
                "run": [list(run) for run in moves.run],
                "emit": [str(emit.kind) for emit in moves.emit],
                "ahead": [list(stage) for stage in happy_path(state)],
                "running": list(state.running),
                "ended_by": str(state.ended_by),
            }
        )
    return found


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_log_is_folded_and_decided_as_ever(path):
    golden = json.loads(path.read_text())
    workflow = workflow_of(golden["workflow"], golden["version"])

    assert declaration(workflow) == golden["declaration"], "make a new version instead"
    assert decided(workflow, golden["lines"]) == golden["decided"]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_data_of_a_golden_log_still_fits_its_kinds(path):
    for kind, data in json.loads(path.read_text())["lines"]:
        parsed = events.dump(events.parse(kind, data))
        assert data.items() <= parsed.items()


def test_every_version_of_every_workflow_has_a_golden_log():
    told = {tuple(path.stem.split("_")[:2]) for path in GOLDEN}

    assert {(name, str(version)) for name, version in WORKFLOWS} <= told


# --- A deploy in mid-session --------------------------------------------------------

# A version yet to come that has no critic.
NEXT = Workflow(
    name="brief",
    version=weekly_brief.BRIEF.version + 1,
    first="memory",
    steps=tuple(
        step
        if step.name != "writer"
        else type(step)("writer", then={Kind.DRAFT_WRITTEN: To(("verifier",))})
        for step in weekly_brief.BRIEF.steps
        if step.name != "critic"
    ),
)


@pytest.mark.both_engines
@pytest.mark.usefixtures("committed")
def test_a_deploy_in_mid_session_loses_nothing(make_session, monkeypatch):
    old = make_session()
    stepping.do(old, *stepping.HAPPY[:4])
    taken = leases.take(old.pk, "writer")

    monkeypatch.setitem(WORKFLOWS, (NEXT.name, NEXT.version), NEXT)
    log._kept.clear()
    leases.finish(taken, [stepping.line(Kind.DRAFT_WRITTEN)])
    new = make_session()
    for session in (old, new):
        drive(session, work=stepping.happily)
        session.refresh_from_db()

    assert (old.version, new.version) == (NEXT.version - 1, NEXT.version)
    assert {old.status, new.status} == {Session.Status.FINISHED}
    assert Kind.DRAFT_APPROVED in stepping.kinds(old)
    assert Kind.DRAFT_APPROVED not in stepping.kinds(new)
