"""Puts the bench's sentences to a judge, in batches, as an issue's are put to it.

A brain of the table is given one case after another, in memory: no session, no database.
What one judge alone would fail goes to a second one, as in an issue.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, NamedTuple, TypeVar

from pydantic import ValidationError

from agents.brains.base import (
    Brain,
    BrainFailed,
    Brief,
    Means,
    PastRound,
    ToolResult,
    Usage,
)
from agents.brains.scripted import ScriptedBrain
from agents.brains.table import BRAINS
from agents.prompts.loader import roster
from agents.runs.briefing import offers
from agents.runs.budgets import served
from agents.testing.judges import by_words, judges
from agents.tools.judge_sentences import JudgeSentences
from newsletter.drafts.draft import Draft
from newsletter.standards.link_policy import Finding, LinkPolicy
from newsletter.standards.rubric import Rubric
from newsletter.verification.claims.findings import SourceText
from newsletter.verification.claims.ground import Grounding
from newsletter.verification.judging.build import Material, build
from newsletter.verification.judging.case import Case
from newsletter.verification.judging.controls import key_for
from newsletter.verification.judging.ruling import Vote, Votes, disputed, rule
from newsletter.verification.judging.verdicts import Opinion, missed, weigh

K = TypeVar("K", bound=Hashable)

# An issue has some thirty sentences.
BATCH = 30
SECONDS = 300.0
DOLLARS = Decimal("0.10")


class Asked(NamedTuple):
    """A sentence of the bench as code found it, and its source."""

    found: Grounding
    source: SourceText


@dataclass(slots=True)
class Hearings:
    """What judges were asked and what that cost; `lost` are cases without a vote."""

    cases: int = 0
    lost: int = 0
    usage: Usage = field(default_factory=Usage)

    def __str__(self) -> str:
        tokens = self.usage.tokens
        return (
            f"{self.cases} cases, {self.lost} without a vote; {tokens.prompt:,} tokens "
            f"in, {tokens.output:,} out, ${self.usage.dollars:.4f}"
        )


def brain_named(name: str) -> Brain:
    """A brain of the table; the scripted one judges by words."""
    if name == "scripted":
        return ScriptedBrain({"verifier": judges(by_words)})
    return BRAINS[name]


def judged(
    asked: Mapping[K, Asked], brain: Brain, told: Callable[[str], None] = lambda _: None
) -> tuple[dict[K, tuple[Finding, ...]], Hearings]:
    """What a draft with each of these sentences would fail for, by code and a judge."""
    hearings = Hearings()
    failing: dict[K, tuple[Finding, ...]] = {}
    keys = list(asked)
    for start in range(0, len(keys), BATCH):
        batch = {key: asked[key] for key in keys[start : start + BATCH]}
        material = _material(list(batch.values()))
        votes = _votes(material, brain, hearings, str(start))
        for key, one in batch.items():
            found = rule(one.found.invalid, one.found.warnings, votes, LinkPolicy())
            said = {check.sentence.text for check in one.found.sentences}
            mine = tuple(
                finding
                for finding in found.failures
                if finding in one.found.invalid or finding.sentence in said
            )
            if mine:
                failing[key] = mine
        told(f"{start + len(batch)} of {len(keys)}: {hearings}")
    return failing, hearings


def _material(batch: Sequence[Asked]) -> Material:
    return Material(
        Draft("The bench", (), ()),
        [check for one in batch for check in one.found.sentences],
        list({one.source.sha256: one.source for one in batch}.values()),
        [finding for one in batch for finding in one.found.invalid],
        [finding for one in batch for finding in one.found.warnings],
    )


def case_of(batch: Sequence[Asked], name: str) -> Case | None:
    """The case of some sentences."""
    return build(_material(batch), key_for(b"bench", name))


def _votes(material: Material, brain: Brain, hearings: Hearings, name: str) -> Votes:
    """What a judge votes on a batch, and a second one where that is disputed."""
    first = _hear(material, brain, hearings, key_for(b"bench", name, "first"))
    doubted = disputed(material.failures, material.warnings, first)
    if not doubted:
        return Votes(first)
    key = key_for(b"bench", name, "second")
    return Votes(first, _hear(material, brain, hearings, key, doubted))


def _hear(
    material: Material,
    brain: Brain,
    hearings: Hearings,
    key: bytes,
    only: Sequence[str] | None = None,
) -> tuple[Vote, ...]:
    """One judge's votes on one case; none where it errs on a control."""
    case = build(material, key, only)
    if case is None:
        return ()
    hearings.cases += 1
    hands = CaseHands(case)
    try:
        brain.think(_brief(hearings.cases), hands, hearings.usage)
    except BrainFailed as failed:
        raise SystemExit(f"The {brain.name} brain cannot judge: {failed}") from failed
    found = weigh(case, hands.opinions)
    if missed(found):
        hearings.lost += 1
        return ()
    return tuple(
        Vote(one.entry.sentence, one.verdict, one.basis, one.entry.url)
        for one in found
        if one.verdict and one.entry.is_true is None
    )


def _brief(number: int) -> Brief:
    spec, today = roster()["verifier"], datetime.now(UTC)
    return Brief(
        spec=spec,
        message=f"Session bench, step verifier.{number}, newsletter “Bench”. "
        f"Today is {today:%A %Y-%m-%d}.",
        newsletter="Bench",
        profile="",
        rubric=Rubric(),
        as_of=today,
        offers=offers(spec),
        session_name="bench",
        key=f"verifier.{number}",
        attempt=1,
    )


@dataclass(slots=True)
class Notes:
    """A conversation in memory, and nothing before it."""

    name: str = "bench"
    remote_id: str = ""
    past_event: str = ""
    turns: list[Mapping[str, Any]] = field(default_factory=list)
    before: Sequence[PastRound] = ()
    past: Sequence[PastRound] = ()

    def follow(self, *, past_event: str = "") -> None: ...

    def attach(self, remote_id: str) -> None:
        self.remote_id = remote_id

    def add(self, turn: Mapping[str, Any]) -> None:
        self.turns.append(turn)

    def archive(self) -> None: ...

    def close(self, reason: str) -> None: ...

    def renew(self, reason: str) -> None:
        self.turns.clear()


@dataclass(slots=True)
class CaseHands:
    """Gives a brain a case, and takes its answers."""

    case: Case
    opinions: list[Opinion] = field(default_factory=list)
    arguments: Mapping[str, Any] = field(default_factory=dict)
    is_done: bool = False
    seconds_left: float = SECONDS
    last_words: str = ""
    journal: Notes = field(default_factory=Notes)

    def use(
        self,
        tool: str,
        arguments: dict[str, Any],
        *,
        call_id: str | None = None,
        turn: int = 0,
    ) -> ToolResult:
        if tool == "verify_links":
            return ToolResult(self.case.shown())
        if tool != "judge_sentences":
            return ToolResult(f"No tool {tool!r} for you.", is_error=True)
        try:
            answers = JudgeSentences.model_validate(arguments).answers
        except ValidationError as error:
            return ToolResult(str(error), is_error=True)
        self.opinions = [
            Opinion(one.number, one.verdict, one.basis, one.workings) for one in answers
        ]
        self.arguments, self.is_done = arguments, True
        return ToolResult({"ok": True})

    def means(self, **_: Any) -> Means:
        front = roster()["verifier"].front
        return Means(served(front.model), front.effort, 0, 0, DOLLARS)
