"""Checks the approved draft against the web; code writes the verdict, not the agent."""

from typing import Any

from agents import events
from agents.certify import approved_draft
from agents.events import Kind
from agents.tools.base import Arguments, Tool, ToolError
from agents.verification import examine, scorecard, told
from agents.workbench import Workbench
from newsletter.outcomes import Support


class VerifyLinks(Arguments):
    """It takes none: the draft is the one that was approved."""


def act(bench: Workbench, _: VerifyLinks) -> dict[str, Any]:
    approved = approved_draft(bench.state)
    if approved is None:
        raise ToolError("No draft is approved yet; there is nothing to verify.")
    verdict = examine(bench, approved.draft)
    report, invalid = verdict.report, told(verdict.invalid)
    if verdict.passed:
        passed = events.VerificationPassed(
            draft_sha256=approved.sha256,
            checked=report.checked,
            warnings=told(verdict.warnings),
            outcomes=verdict.outcomes,
            scorecard=scorecard(bench, approved.draft, verdict).model_dump(mode="json"),
        )
        bench.stage(Kind.VERIFICATION_PASSED, passed)
    else:
        failed = events.VerificationFailed(
            draft_sha256=approved.sha256,
            checked=report.checked,
            invalid_urls=invalid,
            warnings=told(verdict.warnings),
        )
        bench.stage(Kind.VERIFICATION_FAILED, failed)
    return {
        "all_valid": verdict.passed,
        "checked": report.checked,
        "valid": report.valid,
        "invalid": [link.model_dump() for link in invalid],
    }


def _sum_up(content: dict[str, Any]) -> str:
    lacking = sum(link["outcome"] in set(Support) for link in content["invalid"])
    unsupported = f", {lacking} without support" if lacking else ""
    return f"{content['valid']} of {content['checked']} links valid{unsupported}"


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
