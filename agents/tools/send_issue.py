"""Publishes and sends exactly the draft that was approved and verified."""

import math
import time
from collections.abc import Callable
from typing import Any

from django.db import transaction

from agents.engine import heartbeat, leases
from agents.engine.leases import Lease
from agents.events.drafts import EmailSent, IssuePublished
from agents.events.schema import Kind
from agents.tools.base import Arguments, Barred, Passing, Tool, ToolError
from agents.tools.certification.publish import publish_draft, told, topics
from agents.tools.workbench import Workbench
from agents.workflows.drafted import KnownDraft, verified_draft
from newsletter.issues.publish import ToldAlready
from newsletter.models import Issue
from newsletter.standards.rubric import BadRubric
from subscribers.delivery import clearance
from subscribers.delivery import send as delivery
from subscribers.delivery.clearance import NotCleared
from subscribers.letters.compose import Composition
from subscribers.models import Delivery

State = Delivery.State
LOOK_SECONDS = 1.0


class SendIssue(Arguments):
    """It takes none: neither the readers nor the text are an agent's to choose."""


def act(bench: Workbench, _: SendIssue) -> dict[str, Any]:
    verified = verified_draft(bench.state)
    if verified is None:
        raise ToolError("No approved draft has passed verification; nothing is sent.")
    issue, letters = _cleared(bench, verified)
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
        counts = hand_over(issue, letters, is_over=_told_to_stop(bench.lease))
        today = bench.now.date()
        bench.stage(
            Kind.ISSUE_PUBLISHED,
            IssuePublished(
                draft_sha256=verified.sha256,
                issue_number=issue.number,
                slug=issue.slug,
                published_on=today,
                told=topics(issue, told(bench, verified.draft), today),
            ),
        )
    answer = {**sent, **counts}
    bench.stage(Kind.EMAIL_SENT, EmailSent.model_validate(answer))
    if problem := counts.get("problem"):
        raise Passing(problem, answer)
    return answer


def _cleared(
    bench: Workbench, verified: KnownDraft
) -> tuple[Issue, Composition | None]:
    """The issue and its letters (none in a dry run), published if it may also be sent.

    What may not is on no page either.
    """
    letters = None
    try:
        with transaction.atomic():
            issue = publish_draft(bench, verified)
            if not bench.session.is_dry_run:
                letters = clearance.demand(issue, bench.now)
    except BadRubric as reason:
        raise Barred(f"The issue is not sent. {reason}") from reason
    except (NotCleared, ToldAlready) as reason:
        raise Barred(str(reason)) from reason
    return issue, letters


def _told_to_stop(lease: Lease) -> Callable[[], bool]:
    """Whether the worker that holds the lease is to end; looked up once a second."""
    looked, is_told = -math.inf, False

    def look() -> bool:
        nonlocal looked, is_told
        if not is_told and time.monotonic() > looked + LOOK_SECONDS:
            looked = time.monotonic()
            is_told = leases.patiently(lambda: heartbeat.is_given_back(lease.id))
        return is_told

    return look


def hand_over(
    issue: Issue,
    letters: Composition | None,
    *,
    is_over: Callable[[], bool] | None = None,
) -> dict[str, Any]:
    """Where each reader's letter stands now; raises Passing where nobody has one yet.

    And Barred where nobody may have one before an operator has seen to it.
    Once the readers are written down the issue is out: what a mail server that is away
    keeps back, or who `is_over`, is the clock's to send.
    """
    report = delivery.send(issue, cleared=letters, is_over=is_over)
    if report.problem and not report.total:
        raise Barred(report.problem) if report.is_held else Passing(report.problem)
    count = report.counts
    kept = {"problem": report.problem} if report.problem else {}
    return {
        **kept,
        "transport": report.transport,
        "recipients": report.total,
        "accepted": count[State.ACCEPTED],
        "deferred": count[State.DEFERRED],
        "rejected": count[State.REJECTED],
        "uncertain": count[State.UNCERTAIN],
        "suppressed": count[State.SUPPRESSED],
        "waiting": count[State.QUEUED] + count[State.CLAIMED] + count[State.STARTED],
    }


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
