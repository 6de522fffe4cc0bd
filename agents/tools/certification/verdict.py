"""The verdict on an approved draft, by code: passed, shortened by code, or failed."""

from dataclasses import replace
from typing import Any

from agents.events import schema as events
from agents.events.schema import Kind
from agents.tools.certification import objections
from agents.tools.certification.certify import KnownDraft, mandate
from agents.tools.certification.hearing import votes
from agents.tools.certification.shorten import Shortened, shorten
from agents.tools.certification.verify import Examined, scorecard, told
from agents.tools.workbench import Workbench
from newsletter.models import Newsletter
from newsletter.standards.outcomes import Support


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
    failed = events.VerificationFailed(
        draft_sha256=approved.sha256,
        checked=verdict.report.checked,
        invalid_urls=(*told(verdict.invalid), *broken),
        warnings=told(verdict.warnings),
    )
    bench.stage(Kind.VERIFICATION_FAILED, failed)
    return answer(verdict) | {"all_valid": False}


def _broken_by_edit(
    bench: Workbench, approved: KnownDraft
) -> tuple[events.CheckedLink, ...]:
    """The rules that an operator's draft breaks: it came by no critic."""
    if bench.state.edit is None:
        return ()
    problems = objections.broken_rules(
        approved.written, approved.draft, bench.editorial.rules, mandate(bench)
    )
    return tuple(
        events.CheckedLink(
            url="", outcome=one.code, reason=one.message, sentence=one.where
        )
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
    passed = events.VerificationPassed(
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
    """One line on a verdict, for the log."""
    lacking = sum(link["outcome"] in set(Support) for link in content["invalid"])
    unsupported = f", {lacking} without support" if lacking else ""
    shorter = ", after code left out what failed" if "left_out" in content else ""
    links = f"{content['valid']} of {content['checked']} links valid"
    return f"{links}{unsupported}{shorter}"
