"""Takes a judge's verdicts on a case (LLM as a judge); code weighs them and decides.

Nothing but enums, copied words and expressions comes in, and no word of a model goes on
to the writer: what is told, code composes.
"""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from agents.engine.leases import Staged
from agents.events.schema import Kind
from agents.models import ToolCall
from agents.tools.base import Arguments, Tool, ToolError, Unfit, from_text
from agents.tools.certification.hearing import hearing, looked_at, record
from agents.tools.certification.verdict import conclude, sum_up
from agents.tools.workbench import Workbench
from newsletter.verification.judging.build import MOST_SENTENCES
from newsletter.verification.judging.verdicts import (
    Opinion,
    Verdict,
    uncounted,
    weigh,
)

_MOST = MOST_SENTENCES + 20
_UNCOUNTED = (
    "These answers would not count: {lacking}. Look at them again, and give all answers "
    "once more; what does not hold then counts as not judged."
)


class Answer(BaseModel):
    """What the judge finds of one sentence."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: int = Field(ge=1, le=_MOST)
    verdict: Verdict
    basis: str = Field(max_length=2000, description="Words copied as they stand.")
    workings: tuple[str, ...] = Field(
        default=(), max_length=4, description="Expressions; for `follows` only."
    )
    at_fault: str = Field(
        default="",
        max_length=600,
        description="For `says_more` and `contradicts`: the words of the sentence that "
        "go too far, copied as they stand.",
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
        Opinion(one.number, one.verdict, one.basis, one.workings, one.at_fault)
        for one in arguments.answers
    ]
    judged = weigh(held.case, opinions)
    if (lacking := uncounted(judged)) and not _was_refused(bench, arguments.case):
        raise ToolError(_UNCOUNTED.format(lacking="; ".join(lacking)))
    told = record(bench, approved, held, judged)
    if told.is_void and bench.following:
        lost = f"it misjudged {told.missed} of {told.controls} hidden sentences"
        raise Unfit(lost, Staged(Kind.SENTENCES_JUDGED, told, bench.envelope))
    bench.stage(Kind.SENTENCES_JUDGED, told)
    return conclude(bench, approved, found, is_second=held.is_second)


def _was_refused(bench: Workbench, case: str) -> bool:
    """Whether this brain was told in this round what does not count in its answers."""
    return ToolCall.objects.filter(
        journal__session=bench.lease.session_id,
        journal__key=bench.lease.key,
        journal__brain=bench.envelope.brain,
        tool="judge_sentences",
        is_error=True,
        arguments__case=case,
    ).exists()


TOOL = Tool(
    name="judge_sentences",
    description=(
        "Give your verdict on each sentence of the case, once. Code looks for every "
        "basis in its passage and works every expression out; what does not hold counts "
        "as not judged, after you were told once."
    ),
    arguments=JudgeSentences,
    act=act,
    attempts=2,
    first_wait_seconds=1.0,
    summarise=sum_up,
)
