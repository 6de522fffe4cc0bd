"""Memory: what the newsletter's recent issues told."""

from agents.brains.base import Brief, Hands
from agents.brains.local.asking import ask, emit
from agents.events.schema import CoveredTopics, IssuePublished, Kind

MOST_READ = 100


def remember(brief: Brief, hands: Hands) -> None:
    """Tell every story of the newsletter's recent issues, the newest issue first.

    An issue of the day itself, or of a later one, is no earlier issue.
    """
    published = ask(
        hands,
        "get_events",
        event_types=[Kind.ISSUE_PUBLISHED],
        session="*",
        limit=MOST_READ,
    )
    known = [IssuePublished.model_validate(event["data"]) for event in published]
    today = brief.as_of.date()
    earlier = [issue for issue in reversed(known) if issue.published_on < today]
    issues = earlier[: brief.rubric.remembered_issues]
    topics = tuple(topic for issue in issues for topic in issue.told)
    told = CoveredTopics(topics=topics, issues_read=len(issues))
    emit(hands, Kind.COVERED_TOPICS, told)
