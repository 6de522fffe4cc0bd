"""What all scouts brought home, each story once, as research hands it on. Pure."""

from collections import Counter

from agents.events.brief import LaunchesResearched, PapersResearched
from agents.events.schema import Kind
from agents.events.scouting import StoriesScouted
from agents.workflows.state import State
from newsletter.research.outlets.merge import merge
from newsletter.research.story import Kind as StoryKind
from newsletter.research.story import OutletReport, Story, each_once

# Among a story's signals: how many scouts brought it.
SCOUTS = "scouts"


def launches(state: State) -> LaunchesResearched:
    """The launches among it, those that most scouts brought first."""
    reports = _reports(state)
    return LaunchesResearched(
        launches=_of_kind(reports, StoryKind.LAUNCH),
        sources=_asked(reports),
        considered=_considered(reports) - _brought(reports, StoryKind.PAPER),
        window_days=_window_days(reports),
    )


def papers(state: State) -> PapersResearched:
    """The papers among it, those that most scouts brought first."""
    reports = _reports(state)
    return PapersResearched(
        papers=_of_kind(reports, StoryKind.PAPER),
        sources=_asked(reports),
        considered=_brought(reports, StoryKind.PAPER),
        window_days=_window_days(reports),
    )


def _reports(state: State) -> list[StoriesScouted]:
    parts = state.last.get(Kind.STORIES_SCOUTED, {}).get("parts", ())
    return [StoriesScouted.model_validate(part) for part in parts]


def _of_kind(reports: list[StoriesScouted], kind: StoryKind) -> tuple[Story, ...]:
    brought = [
        story for report in reports for story in report.stories if story.kind is kind
    ]
    times = Counter(story.id for story in brought)
    stories = [
        story.model_copy(
            update={"signals": {**story.signals, SCOUTS: float(times[story.id])}}
        )
        for story in merge(brought)
    ]
    return tuple(sorted(stories, key=lambda story: -story.signals[SCOUTS]))


def _asked(reports: list[StoriesScouted]) -> tuple[OutletReport, ...]:
    return each_once(one for report in reports for one in report.sources)


def _considered(reports: list[StoriesScouted]) -> int:
    """Each scout looked at the same week: the most that one of them saw.

    Never less than what they brought. Which of it were papers nobody knows but of those
    that were brought: all others count as launches, and none twice.
    """
    seen = max((report.considered for report in reports), default=0)
    return max(seen, sum(_brought(reports, kind) for kind in StoryKind))


def _brought(reports: list[StoriesScouted], kind: StoryKind) -> int:
    """How many stories of a kind were brought, each counted once."""
    stories = (story for report in reports for story in report.stories)
    return len({story.id for story in stories if story.kind is kind})


def _window_days(reports: list[StoriesScouted]) -> int:
    return max((report.window_days for report in reports), default=7)
