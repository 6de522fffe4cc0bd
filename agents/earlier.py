"""Putting an issue of before into the memory: as a finished session with its log."""

from collections.abc import Sequence
from datetime import date

from django.db import transaction

from agents import log, sessions
from agents.events import CoveredTopic, IssuePublished, Kind
from agents.models import Session
from newsletter.models import Issue
from newsletter.story import Story


@transaction.atomic
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
    plan = sessions.Plan(sources=sources, name=issue.session_name)
    session = sessions.start(issue.newsletter, plan)
    session = log.locked(session.pk)
    told = tuple(
        CoveredTopic(
            story_id=story.id,
            title=story.title,
            url=story.url,
            issue_number=issue.number,
            covered_on=on,
        )
        for story in stories
    )
    published = IssuePublished(
        draft_sha256=issue.draft_sha256,
        issue_number=issue.number,
        slug=issue.slug,
        published_on=on,
        told=told,
    )
    log.append(session, Kind.ISSUE_PUBLISHED, published)
    log.append(session, Kind.SESSION_FINISHED, {"issue_number": issue.number})
    sessions.settle(session)
    return session
