"""Research: papers worth knowing."""

from agents.brains.base import Brief, Hands
from agents.brains.local.asking import emit
from agents.brains.local.research import find
from agents.events.schema import Kind, PapersResearched
from newsletter.research.story import Kind as StoryKind


def research(brief: Brief, hands: Hands) -> None:
    """Emit the best new papers."""
    rubric = brief.rubric
    found = find(
        brief,
        hands,
        StoryKind.PAPER,
        most=rubric.researched_papers,
        wanted=rubric.published_papers,
    )
    researched = PapersResearched(
        papers=found.stories,
        sources=found.sources,
        considered=found.considered,
        window_days=found.window_days,
    )
    emit(hands, Kind.PAPERS_RESEARCHED, researched)
