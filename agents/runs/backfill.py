"""Putting an issue of before into the memory: as a finished session with its log."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time

from agents.engine import sessions
from agents.engine.log import HARNESS
from agents.engine.sessions import Copied
from agents.events.drafts import IssuePublished
from agents.events.harness import SessionFinished
from agents.events.schema import Kind, dump
from agents.models import Session
from agents.tools.certification.publish import topics
from agents.workflows.table import newest
from newsletter.models import Issue
from newsletter.research.story import Story


def remember(
    issue: Issue, stories: Sequence[Story], *, on: date, sources: Session.Sources
) -> Session:
    """Record that `issue` told these stories, so that the next ones do not.

    A session of its own holds the record; recording the same issue again changes
    nothing.
    """
    known = Session.objects.filter(name=issue.session_name).first()
    if known:
        return known
    workflow = newest(issue.newsletter.workflow)
    session = Session(
        name=issue.session_name,
        newsletter=issue.newsletter,
        workflow=workflow.name,
        version=workflow.version,
        sources=sources,
        as_of=datetime.combine(on, time(), tzinfo=UTC),
    )
    published = IssuePublished(
        draft_sha256=issue.draft_sha256,
        issue_number=issue.number,
        slug=issue.slug,
        published_on=on,
        told=topics(issue, stories, on),
    )
    finished = SessionFinished(issue_number=issue.number)
    lines = (
        Copied(Kind.ISSUE_PUBLISHED, dump(published), HARNESS),
        Copied(Kind.SESSION_FINISHED, dump(finished), HARNESS),
    )
    sessions.begin(session, lines=lines)
    return session
