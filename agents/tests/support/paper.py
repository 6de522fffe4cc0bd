"""Sessions on paper: a log, and what workers and code do to it."""

from datetime import UTC, datetime
from typing import Any

from agents.events.schema import Kind
from agents.prompts.code_steps import spec_of
from agents.workflows.decide import DueStep, decide
from agents.workflows.declaration import Key, StepPolicy, Workflow
from agents.workflows.fold import Line, fold
from agents.workflows.state import State
from agents.workflows.weekly_brief import BRIEF_4
from newsletter.text.identifiers import sha256_of

NOW = datetime(2026, 11, 5, 9, 0, tzinfo=UTC)
STORY = {"launches": [{"id": "a"}], "papers": [{"id": "b"}]}
CHOICE = {"selected_launches": [{"story_id": "a"}], "selected_papers": []}
DATA: dict[str, dict[str, Any]] = {
    Kind.LAUNCHES_RESEARCHED: STORY,
    Kind.PAPERS_RESEARCHED: STORY,
    Kind.ITEMS_EVALUATED: CHOICE,
    Kind.URLS_GATHERED: {"stories": [{"id": "a"}]},
    Kind.URLS_FILTERED: {"story_ids": ["a"], "told_before": 0},
    Kind.ARTICLES_DOWNLOADED: {"stories": [{"id": "a"}]},
    Kind.SUMMARIES_EXTRACTED: {"summaries": [{"story_id": "a"}]},
    Kind.ARTICLES_RATED: {"rated": [{"story_id": "a"}]},
    Kind.SECTIONS_SELECTED: {"sections": [{"story_ids": ["a"]}]},
    Kind.TASKS_PLANNED: {"tasks": [{"topic": "a"}, {"topic": "b"}, {"topic": "c"}]},
    Kind.STORIES_SCOUTED: {"stories": [{"id": "a"}], "note": ""},
    Kind.FOLLOW_UP_ASKED: {"tasks": [{"topic": "d"}, {"topic": "e"}]},
    Kind.EMAIL_SENT: {"issue_number": 7},
    Kind.REQUEST_PLANNED: {"calls": [{"place": 1}, {"place": 2}]},
    Kind.AGENT_CALLED: {"agent": "ask", "status": "done", "note": ""},
    Kind.CALLS_FOLLOWED: {"calls": [{"place": 3}]},
}


def data_of(kind: str, key: str) -> dict[str, Any]:
    """What a round of a step, or a part of it, ends with."""
    part = Key.of(key).part
    return {**DATA.get(kind, {}), **({"part": part} if part else {})}


def policy_of(step: str) -> StepPolicy:
    """What its agent's file says of failing, and the attempts that all have alike."""
    spec = spec_of(step)
    if spec is None:
        return StepPolicy(losses=4)
    return StepPolicy(
        criticality=spec.policy.criticality,
        forgives_silence=spec.policy.forgives_silence,
        losses=4,
    )


def newer_steps(workflow: Workflow) -> frozenset[str]:
    """What a newer brief does besides: done in passing, for no test asks for it."""
    newer = workflow.by_name.keys() - BRIEF_4.by_name.keys()
    return frozenset(newer if workflow.name == BRIEF_4.name else ())


class Paper:
    """A session on paper: the log, and what a worker and code do to it."""

    def __init__(
        self, workflow: Workflow = BRIEF_4, *, by_steps: bool = False, **approval: Any
    ) -> None:
        self.workflow = workflow
        started: dict[str, Any] = {"approval": approval} if approval else {}
        if by_steps:
            started["by_steps"] = True
        self.lines = [Line(Kind.SESSION_STARTED, started)]
        self.now = NOW
        self.settle()

    @property
    def state(self) -> State:
        return fold(self.workflow, self.lines)

    def settle(self) -> tuple[DueStep, ...]:
        while (moves := decide(self.state, policy_of, self.now)).emit:
            self.lines += [Line(*emit) for emit in moves.emit]
        self.wake_at = moves.wake_at
        self.due = moves.run
        return moves.run

    def add(self, kind: str, **data: Any) -> None:
        self.lines.append(Line(kind, data))
        self.settle()

    def start(self, name: str) -> DueStep:
        """Begin a step, or a part of one; of a step in parts, the first that is due."""
        due = [run for run in self.due if name in (run.step, run.turn)]
        assert due, f"{name} is not due; due: {[run.turn for run in self.due]}"
        run = due[0]
        self.add(Kind.STEP_STARTED, **run._asdict())
        return run

    def end(self, turn: str, kind: str) -> None:
        data = data_of(kind, self.state.key(turn))
        if kind == Kind.DRAFT_WRITTEN:  # each is another one
            drafts = self.state.counts[kind]
            data = {"subject": "An issue", "markdown": f"# Draft {drafts + 1}"}
        self.add(kind, **data)

    def fail(self, run: DueStep, **data: Any) -> None:
        failures = self.state.tally(run.turn).failures + 1
        retry_at = self.now + policy_of(run.step).wait(failures)
        shape = {"reason": "it broke", "is_silent": False, "is_final": False}
        self.add(
            Kind.STEP_FAILED, **run._asdict(), **{**shape, **data}, retry_at=retry_at
        )

    def lose(self, run: DueStep, *, is_released: bool = False) -> None:
        self.add(
            Kind.STEP_LOST, **run._asdict(), reason="died", is_released=is_released
        )

    def do(self, *kinds: str) -> "Paper":
        """Let the steps due end with these kinds, each in its turn."""
        self._pass_by()
        for kind in kinds:
            run = self.start(self.workflow.by_end[kind].name)
            self.end(run.turn, kind)
            self._pass_by()
        return self

    def _pass_by(self) -> None:
        for name in newer_steps(self.workflow).intersection(
            run.step for run in self.due
        ):
            self.start(name)
            self.end(name, self.workflow.by_name[name].happy)
            self._pass_by()

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


def edit_of(markdown: str, until: datetime, **data: Any) -> dict[str, Any]:
    """An operator's draft."""
    return {
        "subject": "An issue",
        "preheader": "",
        "markdown": markdown,
        "citations": [],
        "note": "",
        "from_sha256": "a" * 64,
        "to_sha256": sha256_of(markdown),
        "by": "ana",
        "why": "",
        "until": until.isoformat(),
        **data,
    }
