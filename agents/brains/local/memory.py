"""Memory: what the newsletter's issues told. Code looks it up; there is nothing to say."""

from agents.brains.base import Brief, Hands
from agents.brains.local.asking import emit
from agents.events.brief import CoveredTopics
from agents.events.schema import Kind


def remember(_: Brief, hands: Hands) -> None:
    """Have the recent issues and the story threads looked up and written."""
    emit(hands, Kind.COVERED_TOPICS, CoveredTopics())
