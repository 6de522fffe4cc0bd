"""Publishes and sends exactly the draft that was approved and verified."""

from typing import Any

from agents import events
from agents.certify import verified_draft
from agents.events import CoveredTopic, Kind
from agents.publication import publish_draft, told
from agents.tools.base import Arguments, Tool, ToolError
from agents.workbench import Workbench
from subscribers import delivery


class SendIssue(Arguments):
    """It takes none: neither the readers nor the text are an agent's to choose."""


def act(bench: Workbench, _: SendIssue) -> dict[str, Any]:
    verified = verified_draft(bench.state)
    if verified is None:
        raise ToolError("No approved draft has passed verification; nothing is sent.")
    issue = publish_draft(bench, verified)
    sent = {
        "draft_sha256": verified.sha256,
        "issue_number": issue.number,
        "slug": issue.slug,
        "subject": issue.subject,
    }
    if bench.session.is_dry_run:
        counts: dict[str, Any] = {
            "transport": "none",
            "recipients": 0,
            "dry_run": True,
        }
    else:
        report = delivery.send(issue)
        counts = {
            "transport": report.transport,
            "recipients": report.recipients,
            **report.counts,
        }
        bench.stage(
            Kind.ISSUE_PUBLISHED,
            events.IssuePublished(
                draft_sha256=verified.sha256,
                issue_number=issue.number,
                slug=issue.slug,
                told=tuple(
                    CoveredTopic(
                        story_id=story.id,
                        title=story.title,
                        url=story.url,
                        issue_number=issue.number,
                        covered_on=bench.now.date(),
                    )
                    for story in told(bench, verified)
                ),
            ),
        )
    bench.stage(Kind.EMAIL_SENT, events.EmailSent.model_validate({**sent, **counts}))
    return {**sent, **counts}


TOOL = Tool(
    name="send_issue",
    description=(
        "Publish the verified draft and send it to every reader, each once. Code "
        "composes the letters, chooses the readers and writes what came of it."
    ),
    arguments=SendIssue,
    act=act,
    attempts=2,
    first_wait_seconds=2.0,
    summarise=lambda content: (
        f"issue {content['issue_number']} to {content['recipients']}"
    ),
)
