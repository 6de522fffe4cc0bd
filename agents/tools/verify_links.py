"""Checks the approved draft against the web; code writes the verdict, not the agent."""

from typing import Any

from agents.events import schema as events
from agents.events.schema import Kind
from agents.tools.base import Arguments, Passing, Tool, ToolError
from agents.tools.certification.certify import KnownDraft, approved_draft
from agents.tools.certification.shorten import Shortened, shorten
from agents.tools.certification.verify import Examined, examine, scorecard, told
from agents.tools.workbench import Workbench
from newsletter.models import Newsletter
from newsletter.standards.outcomes import Support


class VerifyLinks(Arguments):
    """It takes none: the draft is the one that was approved."""


def act(bench: Workbench, _: VerifyLinks) -> dict[str, Any]:
    approved = approved_draft(bench.state)
    if approved is None:
        raise ToolError("No draft is approved yet; there is nothing to verify.")
    verdict = examine(bench, approved)
    if verdict.is_cut_off:
        raise Passing(
            f"none of {verdict.report.checked} addresses answered; is the network away?"
        )
    if verdict.passed:
        _pass(bench, approved, verdict)
        return _answer(verdict)
    if shorter := _shortened(bench, approved, verdict):
        bench.stage(Kind.DRAFT_TRIMMED, shorter.event)
        _pass(bench, KnownDraft(shorter.event, shorter.draft), shorter.verdict)
        return {**_answer(shorter.verdict), "left_out": _listed(verdict)}
    failed = events.VerificationFailed(
        draft_sha256=approved.sha256,
        checked=verdict.report.checked,
        invalid_urls=told(verdict.invalid),
        warnings=told(verdict.warnings),
    )
    bench.stage(Kind.VERIFICATION_FAILED, failed)
    return _answer(verdict)


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


def _answer(verdict: Examined) -> dict[str, Any]:
    return {
        "all_valid": verdict.passed,
        "checked": verdict.report.checked,
        "valid": verdict.report.valid,
        "invalid": _listed(verdict),
    }


def _listed(verdict: Examined) -> list[dict[str, Any]]:
    return [link.model_dump() for link in told(verdict.invalid)]


def _sum_up(content: dict[str, Any]) -> str:
    lacking = sum(link["outcome"] in set(Support) for link in content["invalid"])
    unsupported = f", {lacking} without support" if lacking else ""
    shorter = ", after code left out what failed" if "left_out" in content else ""
    links = f"{content['valid']} of {content['checked']} links valid"
    return f"{links}{unsupported}{shorter}"


TOOL = Tool(
    name="verify_links",
    description=(
        "Check every link and citation of the approved draft. The verdict is written "
        "to the log by code, about exactly that draft."
    ),
    arguments=VerifyLinks,
    act=act,
    attempts=2,
    first_wait_seconds=1.0,
    summarise=_sum_up,
)
