"""Takes a judge's verdicts on a case (LLM as a judge); code weighs them and decides.

Nothing but enums, copied words and expressions comes in, and no word of a model goes on
to the writer: what is told, code composes.
"""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from agents.engine.leases import Staged
from agents.events.schema import Kind, SentencesDisputed
from agents.tools.base import Arguments, Tool, ToolError, Unfit, from_text
from agents.tools.certification.certify import KnownDraft
from agents.tools.certification.hearing import (
    Hearing,
    hearing,
    looked_at,
    record,
    votes,
)
from agents.tools.certification.verdict import settle, sum_up
from agents.tools.certification.verify import Examined
from agents.tools.workbench import Workbench
from newsletter.verification.judging.build import MOST_SENTENCES
from newsletter.verification.judging.ruling import disputed
from newsletter.verification.judging.verdicts import Opinion, Verdict, weigh

_MOST = MOST_SENTENCES + 20


class Answer(BaseModel):
    """What the judge finds of one sentence."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: int = Field(ge=1, le=_MOST)
    verdict: Verdict
    basis: str = Field(max_length=2000, description="Words copied as they stand.")
    workings: tuple[str, ...] = Field(
        default=(), max_length=4, description="Expressions; for `follows` only."
    )


class JudgeSentences(Arguments):
    case: str = Field(max_length=64, description="The `case` that verify_links gave.")
    answers: tuple[Answer, ...] = Field(max_length=_MOST)

    @field_validator("answers", mode="before")
    @classmethod
    def _read(cls, value: Any) -> Any:
        return from_text(value)


def act(bench: Workbench, arguments: JudgeSentences) -> dict[str, Any]:
    approved, found = looked_at(bench)
    held = hearing(bench, approved, found)
    if held is None or held.case.sha256 != arguments.case:
        raise ToolError(
            "This is not the case; call verify_links and judge what it gives."
        )
    opinions = [
        Opinion(one.number, one.verdict, one.basis, one.workings)
        for one in arguments.answers
    ]
    judged = weigh(held.case, opinions)
    told = record(bench, approved, held, judged)
    if told.is_void and bench.following:
        lost = f"it misjudged {told.missed} of {told.controls} hidden sentences"
        raise Unfit(lost, Staged(Kind.SENTENCES_JUDGED, told, bench.envelope))
    bench.stage(Kind.SENTENCES_JUDGED, told)
    return _decide(bench, approved, found, held)


def _decide(
    bench: Workbench, approved: KnownDraft, found: Examined, held: Hearing
) -> dict[str, Any]:
    """Ask a second judge about what the first one alone would fail, or settle it."""
    doubted = _to_be_asked_again(bench, approved, found)
    if not doubted or held.is_second:
        return settle(bench, approved, found)
    asked = SentencesDisputed(draft_sha256=approved.sha256, sentences=doubted)
    bench.stage(Kind.SENTENCES_DISPUTED, asked)
    return {"disputed": len(doubted)}


def _to_be_asked_again(
    bench: Workbench, approved: KnownDraft, found: Examined
) -> tuple[str, ...]:
    """The sentences for a second judge, where the workflow has one."""
    kind = Kind.SENTENCES_DISPUTED
    if kind not in bench.ends_with or bench.state.would_give_up(kind):
        return ()
    first = votes(bench, approved).first
    return disputed(found.failures, found.told, first)


def _sum_up(content: dict[str, Any]) -> str:
    if "disputed" in content:
        return f"{content['disputed']} sentences go to a second judge"
    return sum_up(content)


TOOL = Tool(
    name="judge_sentences",
    description=(
        "Give your verdict on each sentence of the case, once. Code looks for every "
        "basis in its passage and works every expression out; what does not hold counts "
        "as not judged."
    ),
    arguments=JudgeSentences,
    act=act,
    attempts=2,
    first_wait_seconds=1.0,
    summarise=_sum_up,
)
