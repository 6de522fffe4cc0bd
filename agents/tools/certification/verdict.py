"""The verdict on an approved draft, by code: passed, shortened by code, or failed.

Before it counts a second judge may be asked about what one alone would fail.
"""

from dataclasses import replace
from typing import Any

from agents.events.drafts import (
    CheckedLink,
    SentencesDisputed,
    VerificationFailed,
    VerificationPassed,
)
from agents.events.schema import Kind
from agents.tools.certification import objections
from agents.tools.certification.certify import mandate
from agents.tools.certification.hearing import open_case, record, votes
from agents.tools.certification.shorten import Shortened, shorten
from agents.tools.certification.verify import Examined, scorecard, told
from agents.tools.workbench import Workbench
from agents.workflows.drafted import KnownDraft
from newsletter.models import Newsletter
from newsletter.standards.outcomes import Support
from newsletter.verification.judging.ruling import disputed


def conclude(
    bench: Workbench, approved: KnownDraft, found: Examined, *, is_second: bool
) -> dict[str, Any]:
    """Ask a second judge about what the first one alone would fail, or settle it."""
    doubted = _to_be_asked_again(bench, approved, found)
    if not doubted or is_second:
        return settle(bench, approved, found)
    again = open_case(bench, approved, found, doubted)
    if again and not again.case.entries:  # a second judge has seen all of it before
        bench.stage(Kind.SENTENCES_JUDGED, record(bench, approved, again))
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


def settle(bench: Workbench, approved: KnownDraft, found: Examined) -> dict[str, Any]:
    """Write the verdict on exactly this draft, with what judges voted on it."""
    verdict = replace(found, votes=votes(bench, approved))
    broken = _broken_by_edit(bench, approved)
    if verdict.passed and not broken:
        _pass(bench, approved, verdict)
        return answer(verdict)
    if shorter := _shortened(bench, approved, verdict):
        bench.stage(Kind.DRAFT_TRIMMED, shorter.event)
        _pass(bench, KnownDraft(shorter.event, shorter.draft), shorter.verdict)
        return {**answer(shorter.verdict), "left_out": _listed(verdict)}
    failed = VerificationFailed(
        draft_sha256=approved.sha256,
        checked=verdict.report.checked,
        invalid_urls=(*told(verdict.invalid), *broken),
        warnings=told(verdict.warnings),
    )
    bench.stage(Kind.VERIFICATION_FAILED, failed)
    return answer(verdict) | {"all_valid": False}


def _broken_by_edit(bench: Workbench, approved: KnownDraft) -> tuple[CheckedLink, ...]:
    """The rules that an operator's draft breaks: it came by no critic."""
    if bench.state.edit is None:
        return ()
    problems = objections.broken_rules(
        approved.written, approved.draft, bench.editorial.rules, mandate(bench)
    )
    return tuple(
        CheckedLink(url="", outcome=one.code, reason=one.message, sentence=one.where)
        for one in problems
    )


def _shortened(
    bench: Workbench, approved: KnownDraft, verdict: Examined
) -> Shortened | None:
    """A shorter draft, where this failure would be the last and the newsletter wants it."""
    wants = bench.newsletter.when_links_fail == Newsletter.WhenLinksFail.TRIM
    if not wants or not bench.state.would_give_up(Kind.VERIFICATION_FAILED):
        return None
    return shorten(bench, approved, verdict)


def _pass(bench: Workbench, known: KnownDraft, verdict: Examined) -> None:
    passed = VerificationPassed(
        draft_sha256=known.sha256,
        checked=verdict.report.checked,
        warnings=told(verdict.warnings),
        outcomes=verdict.outcomes,
        scorecard=scorecard(bench, known.draft, verdict).model_dump(mode="json"),
    )
    bench.stage(Kind.VERIFICATION_PASSED, passed)


def answer(verdict: Examined) -> dict[str, Any]:
    """What came of it, as the agent is told."""
    return {
        "all_valid": verdict.passed,
        "checked": verdict.report.checked,
        "valid": verdict.report.valid,
        "invalid": _listed(verdict),
    }


def _listed(verdict: Examined) -> list[dict[str, Any]]:
    return [link.model_dump() for link in told(verdict.invalid)]


def sum_up(content: dict[str, Any]) -> str:
    """One line on what came of it, for the log."""
    if "disputed" in content:
        return f"{content['disputed']} sentences go to a second judge"
    lacking = sum(link["outcome"] in set(Support) for link in content["invalid"])
    unsupported = f", {lacking} without support" if lacking else ""
    shorter = ", after code left out what failed" if "left_out" in content else ""
    links = f"{content['valid']} of {content['checked']} links valid"
    return f"{links}{unsupported}{shorter}"
