"""Plays sessions and writes down their logs: see the package."""

import json
import os
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
django.setup()

from agents.events import schema as events  # noqa: E402  Django comes first
from agents.events.schema import Kind  # noqa: E402
from agents.tests.support import steps as stepping  # noqa: E402
from agents.tests.support.paper import (  # noqa: E402
    REJECTED,
    TO_DRAFT,
    TO_VERIFIED,
    UNVERIFIED,
    Paper,
    edit_of,
    newer_steps,
)
from agents.tests.test_golden import decided, declaration  # noqa: E402
from agents.workflows.declaration import Workflow  # noqa: E402
from agents.workflows.digest import DIGEST  # noqa: E402
from agents.workflows.fold import Line  # noqa: E402
from agents.workflows.request import REQUEST  # noqa: E402
from agents.workflows.scouts import SCOUTS  # noqa: E402
from agents.workflows.weekly_brief import BRIEF  # noqa: E402

# Longer than until any moment at which a golden log is decided on.
TERMS = {"mode": "yes", "hours": 144, "then": "skip"}
HAPPY = stepping.HAPPY


def loops(paper: Paper) -> None:
    paper.do(*TO_DRAFT, *REJECTED, *UNVERIFIED, *HAPPY[4:])


def rejections(paper: Paper) -> None:
    paper.do(*TO_DRAFT, *REJECTED, *REJECTED, *REJECTED)


def faults(paper: Paper) -> None:
    for _ in range(3):
        paper.fail(paper.start("memory"))
        paper.now = paper.wake_at or paper.now
        paper.settle()
    paper.fail(paper.start("research_papers"), is_silent=True)
    paper.lose(paper.start("research_launches"))
    paper.lose(paper.start("research_launches"), is_released=True)
    paper.do(Kind.LAUNCHES_RESEARCHED)
    paper.fail(paper.start("evaluator"), is_final=True)
    paper.add(Kind.OPERATOR_RETRIED, key="evaluator.1", by="someone")
    paper.add(Kind.SESSION_PAUSED, by="someone", reason="")
    paper.add(Kind.SESSION_UNPAUSED, by="someone", reason="")
    paper.do(*HAPPY[3:])


def disputes(paper: Paper) -> None:
    judged = (Kind.DRAFT_WRITTEN, Kind.DRAFT_APPROVED, Kind.SENTENCES_DISPUTED)
    paper.do(*TO_DRAFT, *judged, Kind.VERIFICATION_FAILED)
    paper.do(*judged, Kind.VERIFICATION_PASSED, Kind.EMAIL_SENT)


def cancelled(paper: Paper) -> None:
    paper.do(*TO_DRAFT)
    paper.start("writer")
    paper.add(Kind.SESSION_CANCELLED, by="someone", reason="a mistake")


def approvals(paper: Paper) -> None:
    """Asked with a deadline, and sent by a person's yes."""
    paper.lines[0] = Line(Kind.SESSION_STARTED, {"approval": TERMS})
    paper.do(*TO_VERIFIED)
    who = {"by": "someone", "via": "desk", "why": "It reads well."}
    paper.add(Kind.APPROVAL_GIVEN, draft_sha256=paper.state.draft_sha256, **who)
    paper.do(Kind.EMAIL_SENT)


def lapses(paper: Paper) -> None:
    """Asked, and nobody decided."""
    paper.lines[0] = Line(Kind.SESSION_STARTED, {"approval": TERMS})
    paper.do(*TO_VERIFIED)
    paper.now = paper.wake_at or paper.now
    paper.settle()


def repeats(paper: Paper) -> None:
    """A draft that failed verification is handed in again, and fails again."""
    paper.do(*TO_DRAFT, *UNVERIFIED)
    paper.start("writer")
    paper.add(Kind.DRAFT_WRITTEN, subject="An issue", markdown="# Draft 1")
    paper.do(Kind.VERIFICATION_FAILED)


def handed_over(paper: Paper) -> None:
    """A third draft of a model's is rejected, and rules' goes out."""
    paper.do(*before_drafting(paper.workflow), *REJECTED, *REJECTED)
    paper.do(Kind.DRAFT_WRITTEN)
    paper.start("critic")
    paper.lines.append(Line(Kind.CRITIC_REJECTION, {}))
    paper.add(
        Kind.DRAFTING_HANDED_OVER,
        step=paper.workflow.hands_over,
        brain="local",
        instead_of="messages",
        reason=paper.state.gave_up,
    )
    while paper.due:
        step = paper.workflow.by_name[paper.due[0].step]
        paper.do(step.happy)


def before_drafting(workflow: Workflow) -> tuple[Kind, ...]:
    if workflow.name == SCOUTS.name:
        scouted = (Kind.STORIES_SCOUTED,) * 3
        begun = (Kind.COVERED_TOPICS, Kind.TASKS_PLANNED, *scouted)
        return (*begun, *TO_DRAFT[1:])
    names = [step.name for step in workflow.steps]
    before, newer = workflow.steps[: names.index("critic") - 1], newer_steps(workflow)
    return tuple(step.happy for step in before if step.name not in newer)


def edits(paper: Paper) -> None:
    """Edited while it waits for a yes: it fails, is mended, and is asked about anew."""
    paper.lines[0] = Line(Kind.SESSION_STARTED, {"approval": TERMS})
    paper.do(*TO_VERIFIED)
    for markdown, kind in (
        ("# Worse", Kind.VERIFICATION_FAILED),
        ("# Better", Kind.VERIFICATION_PASSED),
    ):
        edited = edit_of(markdown, until=paper.now + timedelta(hours=3))
        paper.add(Kind.DRAFT_EDITED, **edited)
        paper.do(kind)


def whole(workflow: Workflow, kind: str, data: dict) -> dict:
    """The line's data as the log of today would hold it."""
    is_whole = data.get("auto_inserted") or "subject" in data
    filled = data if is_whole else {**stepping.DATA.get(kind, data)}
    if "part" in data:
        filled["part"] = data["part"]
    if kind == Kind.SESSION_STARTED:
        filled = {
            "newsletter": "weekly",
            "workflow": workflow.name,
            "version": workflow.version,
            "sources": "sample",
            "now": "2026-11-05T09:00:00Z",
            **data,
        }
    if "draft_sha256" in data:
        filled = {**data, "draft_sha256": stepping.SHA}
    if kind == Kind.STEP_STARTED:
        filled |= {"idempotency_key": f"a-session:{data['key']}:{data['attempt']}"}
    return events.dump(events.parse(kind, filled))


PLAYS = (
    loops,
    rejections,
    faults,
    cancelled,
    disputes,
    approvals,
    lapses,
    repeats,
    handed_over,
    edits,
)


def digests(paper: Paper) -> None:
    """A digest that is rejected, fails verification, and goes out."""
    to_draft = [step.happy for step in DIGEST.steps[:8]]
    paper.do(*to_draft, *REJECTED, *UNVERIFIED, *TO_VERIFIED[-3:], Kind.EMAIL_SENT)


def once(paper: Paper) -> None:
    """A digest that tries nothing again, until an operator does."""
    paper.lines[0] = Line(Kind.SESSION_STARTED, {"retries": False})
    paper.do(Kind.URLS_GATHERED)
    paper.fail(paper.start("filter_urls"))
    paper.add(Kind.OPERATOR_RETRIED, key="filter_urls.1", by="someone")
    paper.do(Kind.URLS_FILTERED)


def scouted(paper: Paper) -> None:
    """Scouts of whom one is lost and one fails for good, and a follow-up."""
    paper.do(Kind.COVERED_TOPICS, Kind.TASKS_PLANNED)
    paper.lose(paper.start("scout.3"))
    paper.fail(paper.start("scout.2"), is_final=True)
    brought = (Kind.LAUNCHES_RESEARCHED, Kind.PAPERS_RESEARCHED)
    paper.do(Kind.STORIES_SCOUTED, Kind.STORIES_SCOUTED, *brought)
    paper.do(Kind.FOLLOW_UP_ASKED, Kind.STORIES_SCOUTED, Kind.STORIES_SCOUTED)
    paper.do(*brought, Kind.ITEMS_EVALUATED, *TO_VERIFIED[-3:], Kind.EMAIL_SENT)


def called(paper: Paper) -> None:
    """Two calls of whom one is lost and one fails for good, and one that waited."""
    paper.do(Kind.REQUEST_PLANNED)
    paper.lose(paper.start("call_agent.1"))
    paper.fail(paper.start("call_agent.2"), is_final=True)
    paper.do(Kind.AGENT_CALLED, Kind.CALLS_FOLLOWED)
    paper.do(Kind.AGENT_CALLED, Kind.REQUEST_ANSWERED)


def main() -> None:
    every = (
        (BRIEF, PLAYS),
        (DIGEST, (digests, once, handed_over)),
        (SCOUTS, (scouted, handed_over)),
        (REQUEST, (called,)),
    )
    for workflow, plays in every:
        for play in plays:
            write(workflow, play)


def write(workflow: Workflow, play: Callable[[Paper], None]) -> None:
    name = f"{workflow.name}_{workflow.version}_{play.__name__}.json"
    path = Path(__file__).with_name(name)
    if path.exists():
        sys.stderr.write(f"{name} is there already and is left as it is\n")
        return
    paper = Paper(workflow)
    play(paper)
    lines = [[kind, whole(workflow, kind, dict(data))] for kind, data in paper.lines]
    golden = {
        "workflow": workflow.name,
        "version": workflow.version,
        "declaration": declaration(workflow),
        "lines": lines,
        "decided": decided(workflow, lines),
    }
    path.write_text(json.dumps(golden, indent=1) + "\n")


main()
