"""Memory: what the newsletter's recent issues told."""

from agents.brains.base import Brief, Hands
from agents.brains.local.asking import ask, emit
from agents.events import CoveredTopics, IssuePublished, Kind

REMEMBERED_ISSUES = 12


def remember(_: Brief, hands: Hands) -> None:
    """Tell every story of the last twelve issues, the newest issue first."""
    published = ask(
        hands,
        "get_events",
        event_types=[Kind.ISSUE_PUBLISHED],
        session="*",
        limit=REMEMBERED_ISSUES,
    )
    issues = [IssuePublished.model_validate(event["data"]) for event in published]
    topics = tuple(topic for issue in reversed(issues) for topic in issue.told)
    told = CoveredTopics(topics=topics, issues_read=len(issues))
    emit(hands, Kind.COVERED_TOPICS, told)
