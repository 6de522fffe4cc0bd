"""A judge's hearing: which case is open for a draft, and what was voted on it so far.

The log remembers: a first judge's verdicts stand in `sentences_judged`, and where they
are disputed a second judge hears these sentences alone, in a conversation of its own. What
was found of a sentence beside the same passages in an earlier draft goes on counting.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from agents.brains.table import BRAINS
from agents.events.drafts import SentencesJudged, SentenceVerdict
from agents.events.schema import Kind
from agents.tools.base import Passing, ToolError, Unfit
from agents.tools.certification.record import record_of
from agents.tools.certification.verify import Examined, examined
from agents.tools.workbench import Workbench
from agents.workflows.drafted import KnownDraft, approved_draft
from newsletter.standards.outcomes import Outcome
from newsletter.text.identifiers import sha256_of
from newsletter.verification.judging.build import Material, build
from newsletter.verification.judging.case import Case
from newsletter.verification.judging.controls import key_for
from newsletter.verification.judging.ruling import Vote, Votes
from newsletter.verification.judging.verdicts import Judged, Verdict, missed


@dataclass(frozen=True, slots=True)
class Hearing:
    """The case that a brain is to judge; the second judge's is of disputed sentences.

    `carried` are what a judge found before of the same sentences beside the same passages,
    in an earlier draft of the session. A case without entries asks nothing more.
    """

    case: Case
    is_second: bool
    carried: tuple[SentenceVerdict, ...] = ()


def hearing(bench: Workbench, known: KnownDraft, found: Examined) -> Hearing | None:
    """What this brain shall judge; None where code decides with what was voted."""
    if not BRAINS[bench.envelope.brain].is_model:
        return None
    records = judgements(bench, known.sha256)
    first, second = (
        _counting(records, is_second=False),
        _counting(records, is_second=True),
    )
    disputed = _disputed(bench, known)
    if first and (second or not disputed):
        return None
    return open_case(bench, known, found, disputed if first else None)


def open_case(
    bench: Workbench,
    known: KnownDraft,
    found: Examined,
    disputed: Collection[str] | None = None,
) -> Hearing | None:
    """The case of a draft for its first judge, or of what is `disputed` for the second."""
    is_second = disputed is not None
    key = key_for(
        settings.SECRET_KEY.encode(), "controls", known.sha256, str(is_second)
    )
    answered = {
        one.question: one
        for record in _sound(bench, is_second=is_second)
        for one in record.verdicts
        if one.question and one.verdict
    }
    case = build(_material(bench, known, found), key, disputed, answered)
    if case is None:
        return None
    carried = tuple(
        answered[question].model_copy(update={"is_carried": True})
        for question in case.carried
    )
    return Hearing(case, is_second, carried)


def looked_at(bench: Workbench) -> tuple[KnownDraft, Examined]:
    """The approved draft and what was found of it.

    Raises ToolError, Passing, and Unfit for a brain that has lost its vote on it.
    """
    approved = approved_draft(bench.state)
    if approved is None:
        raise ToolError("No draft is approved yet; there is nothing to verify.")
    if has_lost_its_vote(bench, approved.sha256):
        raise Unfit("it misjudged a hidden sentence before")
    found = examined(bench, approved)
    if found.is_cut_off:
        raise Passing(
            f"none of {found.report.checked} addresses answered; is the network away?"
        )
    return approved, found


def votes(bench: Workbench, known: KnownDraft) -> Votes:
    """What judges voted on a draft, as far as it counts."""
    records = judgements(bench, known.sha256)
    first = _counting(records, is_second=False)
    return Votes(
        _votes(first),
        _votes(_counting(records, is_second=True)),
        (first.model or "a model") if first else "",
        sum(one.is_void for one in records),
        first.unjudged if first else (),
    )


def judgements(bench: Workbench, draft_sha256: str) -> list[SentencesJudged]:
    """What is on record of judges of a draft, and what is about to be, oldest first."""
    return [one for one in _on_record(bench) if one.draft_sha256 == draft_sha256]


def _sound(bench: Workbench, *, is_second: bool) -> list[SentencesJudged]:
    """Every record of the session whose judge kept its vote, oldest first."""
    return [
        one
        for one in _on_record(bench)
        if one.is_second is is_second and not one.is_void
    ]


def _on_record(bench: Workbench) -> list[SentencesJudged]:
    logged = bench.session.events.of_kind(Kind.SENTENCES_JUDGED).order_by("seq")
    records = [
        SentencesJudged.model_validate(data)
        for data in logged.values_list("data", flat=True)
    ]
    records += [
        line.data for line in bench.staged if isinstance(line.data, SentencesJudged)
    ]
    return records


def has_lost_its_vote(bench: Workbench, draft_sha256: str) -> bool:
    """Whether this brain misjudged a control before, in this round of the step."""
    logged = bench.session.events.of_kind(Kind.SENTENCES_JUDGED)
    mine = logged.filter(brain=bench.envelope.brain).values_list("data", flat=True)
    return any(
        data["missed"] > 0
        and (data["key"], data["draft_sha256"]) == (bench.lease.key, draft_sha256)
        for data in mine
    )


def record(
    bench: Workbench,
    known: KnownDraft,
    held: Hearing,
    judged: Sequence[Judged] = (),
) -> SentencesJudged:
    """A judge's work as the log keeps it: the draft's own sentences, not the controls."""
    own = [one for one in judged if one.entry.is_true is None]
    return SentencesJudged(
        draft_sha256=known.sha256,
        case_sha256=held.case.sha256,
        prompt_sha256=sha256_of(bench.spec.prompt),
        key=bench.lease.key,
        model=bench.model,
        is_second=held.is_second,
        controls=len(judged) - len(own),
        missed=missed(judged),
        verdicts=(
            *held.carried,
            *(_verdict(one) for one in own if not one.entry.is_decoy),
        ),
        left_out=dict(held.case.left_out),
        unjudged=held.case.unjudged,
    )


def _verdict(one: Judged) -> SentenceVerdict:
    entry = one.entry
    return SentenceVerdict(
        sentence=entry.sentence,
        url=entry.url,
        is_work=entry.is_work,
        verdict=one.verdict or "",
        basis=one.basis,
        workings=one.workings,
        why_not=one.why_not,
        at_fault=one.at_fault,
        question=entry.question,
    )


def _counting(
    records: Sequence[SentencesJudged], *, is_second: bool
) -> SentencesJudged | None:
    """The newest record of a judge that kept its vote."""
    mine = [one for one in records if one.is_second is is_second and not one.is_void]
    return mine[-1] if mine else None


def _votes(record: SentencesJudged | None) -> tuple[Vote, ...]:
    return tuple(
        Vote(
            one.sentence,
            Verdict(one.verdict),
            one.basis,
            one.url,
            one.is_work,
            one.at_fault,
        )
        for one in (record.verdicts if record else ())
        if one.verdict
    )


def _disputed(bench: Workbench, known: KnownDraft) -> tuple[str, ...]:
    told: Mapping[str, Any] = bench.last(Kind.SENTENCES_DISPUTED) or {}
    is_its_own = told.get("draft_sha256") == known.sha256
    return tuple(told["sentences"]) if is_its_own else ()


def _material(bench: Workbench, known: KnownDraft, found: Examined) -> Material:
    return Material(
        known.draft,
        found.grounding.sentences,
        found.documents,
        found.failures,
        found.told,
        [one for one in found.report.checks if one.outcome is Outcome.MISMATCH],
        found.ours.open,
        record_of(bench).told(with_faults=True),
    )
