"""Research: what shipped lately."""

from agents.brains.base import Brief, Hands
from agents.brains.local.asking import emit
from agents.brains.local.research import find
from agents.events.schema import Kind, LaunchesResearched
from newsletter.research.story import Kind as StoryKind


def research(brief: Brief, hands: Hands) -> None:
    """Emit the best new launches."""
    rubric = brief.rubric
    found = find(
        brief,
        hands,
        StoryKind.LAUNCH,
        most=rubric.researched_launches,
        wanted=rubric.published_launches,
    )
    researched = LaunchesResearched(
        launches=found.stories,
        sources=found.sources,
        considered=found.considered,
        window_days=found.window_days,
    )
    emit(hands, Kind.LAUNCHES_RESEARCHED, researched)
