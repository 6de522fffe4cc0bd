"""Pre-flight: a writer's draft held to the rules and to its sources before it counts.

What is refused here is no draft of the session: it costs the words that are wrong, not a
round of critic and verifier. In one round of the writer that is twice at most; the next
draft is taken as it is, and judged as every draft is. The refusals are counted on the
ledger of tool calls, so that neither a crash nor another brain begins anew.
"""

from collections.abc import Sequence

from django.db.models import QuerySet

from agents.events.drafts import DraftWritten, Problem
from agents.models import ToolCall
from agents.tools.certification import objections
from agents.tools.certification.certify import NotCertified, held_against
from agents.tools.workbench import Workbench
from agents.workflows.drafted import latest_draft
from newsletter.drafts.draft import sentences
from newsletter.drafts.parsing import parse
from newsletter.standards.jurisdiction import Decider, decider_of

MOST_REFUSALS = 2
_REFUSED = (
    "Not yet a draft: {count} to mend (refusal {number} of at most {most} in this round). "
    "mend_draft replaces single sentences and citations of this very text; emit_event "
    "takes the whole once more. What code holds against it:\n{problems}"
)


def demand(bench: Workbench, written: DraftWritten) -> tuple[Problem, ...]:
    """What is held against a draft that is taken all the same; most often nothing.

    Raises NotCertified with all of it while the round may still refuse a draft. Where
    a judge may clear all that is left, it is told once, and then left to the judge: also
    what the round before kept.
    """
    draft = parse(written.markdown, bench.state.workflow.contract)
    problems = held_against(bench, written, draft)
    refused = refusals(bench) if problems else 0
    is_for_a_judge = all(decider_of(one.code) is Decider.JUDGE for one in problems)
    if not problems or refused >= (1 if is_for_a_judge else MOST_REFUSALS):
        return problems
    if is_for_a_judge and _was_kept(bench, problems):
        return problems
    bench.held_back = written
    raise NotCertified(
        _REFUSED.format(
            count="one thing" if len(problems) == 1 else f"{len(problems)} things",
            number=refused + 1,
            most=MOST_REFUSALS,
            problems=objections.told(problems),
        )
    )


def _was_kept(bench: Workbench, problems: Sequence[Problem]) -> bool:
    """Whether the round before handed in the same sentences, told of the same."""
    before = latest_draft(bench.state)
    if before is None:
        return False
    kept = {one.text for one in sentences(before.draft)}
    return all(
        any(one.message.startswith(f"“{text}”") for text in kept) for one in problems
    )


def refusals(bench: Workbench) -> int:
    """How often this round of the step was sent back something."""
    return _held_back(bench).count()


def newest_draft(bench: Workbench) -> DraftWritten | None:
    """The draft to mend: what pre-flight refused last in this round, else the log's."""
    refused = _held_back(bench).order_by("answered_at", "pk").last()
    if refused and refused.held_back:
        return DraftWritten.model_validate(refused.held_back["draft"])
    known = latest_draft(bench.state)
    return known.written if known else None


def _held_back(bench: Workbench) -> QuerySet[ToolCall]:
    """The calls of this round whose drafts were refused, whichever brain made them."""
    lease = bench.lease
    return ToolCall.objects.filter(
        journal__session=lease.session_id, held_back__key=lease.key
    )
