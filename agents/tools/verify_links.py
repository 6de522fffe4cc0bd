"""Checks the approved draft against the web; code writes the verdict, not the agent."""

from typing import Any

from newsletter.check import Report, check_links
from newsletter.fetch import Fetcher

from agents import events
from agents.certify import approved_draft
from agents.events import CheckedLink, Kind
from agents.tools.base import Arguments, Tool, ToolError
from agents.workbench import Workbench


class VerifyLinks(Arguments):
    """It takes none: the draft is the one that was approved."""


def act(bench: Workbench, _: VerifyLinks) -> dict[str, Any]:
    approved = approved_draft(bench.state)
    if approved is None:
        raise ToolError("No draft is approved yet; there is nothing to verify.")
    markdown = approved.draft.markdown
    known = bench.known_addresses()

    async def visit(fetcher: Fetcher) -> Report:
        return await check_links(markdown, fetcher, known_urls=known)

    report = bench.web(visit)
    invalid = tuple(
        CheckedLink(
            url=bad.url, outcome=bad.outcome, reason=bad.reason, sentence=bad.sentence
        )
        for bad in report.invalid
    )
    warnings = tuple(
        CheckedLink(url=odd.url, outcome=odd.outcome, reason=odd.reason)
        for odd in report.warnings
    )
    if report.all_valid:
        passed = events.VerificationPassed(
            draft_sha256=approved.sha256, checked=report.checked, warnings=warnings
        )
        bench.stage(Kind.VERIFICATION_PASSED, passed)
    else:
        failed = events.VerificationFailed(
            draft_sha256=approved.sha256,
            checked=report.checked,
            invalid_urls=invalid,
            warnings=warnings,
        )
        bench.stage(Kind.VERIFICATION_FAILED, failed)
    return {
        "all_valid": report.all_valid,
        "checked": report.checked,
        "valid": report.valid,
        "invalid": [link.model_dump() for link in invalid],
    }


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
    summarise=lambda content: f"{content['valid']} of {content['checked']} links valid",
)
