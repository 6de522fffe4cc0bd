"""Both research roles: search, leave out what was covered, read what is thin."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.brains.base import Brief, Hands
from agents.brains.local.asking import ask, emit
from agents.events.schema import Kind as EventKind
from agents.events.schema import LaunchesResearched, PapersResearched
from newsletter.research.ranking import select
from newsletter.research.ranking.profile import with_topics
from newsletter.research.retelling import Ruling, ruling
from newsletter.research.story import Kind, OutletReport, Story

# A feed entry of so many characters tells the story; a shorter one sends us to the page.
ENOUGH_CHARACTERS = 400
READ_AT_ONCE = 12
# Fewer launches than these, and the week is looked at from further away.
FEW_LAUNCHES = 3
MOST_READ = 36
KEPT_CHARACTERS = 6000


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search came to."""

    stories: tuple[Story, ...]
    sources: tuple[OutletReport, ...]
    considered: int
    window_days: int


def launches(brief: Brief, hands: Hands) -> None:
    """Emit the best new launches."""
    rubric = brief.rubric
    found = _find(
        brief,
        hands,
        Kind.LAUNCH,
        most=rubric.researched_launches,
        wanted=min(FEW_LAUNCHES, rubric.published_launches),
    )
    researched = LaunchesResearched(
        launches=found.stories,
        sources=found.sources,
        considered=found.considered,
        window_days=found.window_days,
    )
    emit(hands, EventKind.LAUNCHES_RESEARCHED, researched)


def papers(brief: Brief, hands: Hands) -> None:
    """Emit the best new papers."""
    rubric = brief.rubric
    found = _find(
        brief,
        hands,
        Kind.PAPER,
        most=rubric.researched_papers,
        wanted=rubric.published_papers,
    )
    researched = PapersResearched(
        papers=found.stories,
        sources=found.sources,
        considered=found.considered,
        window_days=found.window_days,
    )
    emit(hands, EventKind.PAPERS_RESEARCHED, researched)


def _find(
    brief: Brief, hands: Hands, kind: Kind, *, most: int, wanted: int
) -> SearchResult:
    """The best new stories of a kind; looks further back when too few would pass."""
    rubric = brief.rubric
    found = _search(rubric.window_days, hands, kind, most)
    if (
        rubric.wider_window_days > rubric.window_days
        and _passing(brief, found.stories) < wanted
    ):
        found = _search(rubric.wider_window_days, hands, kind, most)
    return found


def _passing(brief: Brief, stories: Sequence[Story]) -> int:
    """How many of the stories an issue could tell, by rule."""
    wanted = with_topics(brief.profile, brief.topics)
    told = select.evaluate(stories, wanted, (), brief.rubric)
    return len(told.selected_launches) + len(told.selected_papers)


def _search(days: int, hands: Hands, kind: Kind, most: int) -> SearchResult:
    answer = ask(hands, "search_sources", kind=kind, days=days, limit=40)
    stories = [Story.model_validate(story) for story in answer["stories"]]
    new = [story for story in stories if ruling(story) is not Ruling.REPEAT]
    return SearchResult(
        stories=read_thin(hands, new)[:most],
        sources=tuple(OutletReport.model_validate(said) for said in answer["sources"]),
        considered=answer["considered"],
        window_days=days,
    )


def read_thin(hands: Hands, stories: Sequence[Story]) -> tuple[Story, ...]:
    """The stories with their pages' text where the feed told too little.

    Where a page is shut, what the feed says of it stays, and is known as such. One that
    tells nothing even then is left out.
    """
    thin = [story for story in stories if len(story.summary) < ENOUGH_CHARACTERS]
    asked = [story.url for story in thin[:MOST_READ]]
    read: dict[str, dict[str, str] | None] = dict.fromkeys(asked)
    for start in range(0, len(asked), READ_AT_ONCE):
        urls = asked[start : start + READ_AT_ONCE]
        pages = ask(hands, "fetch_page", urls=urls)["pages"]
        read |= {page["url"]: page for page in pages if "text" in page}
    full = (
        with_text(story, read[story.url]) if story.url in read else story
        for story in stories
    )
    return tuple(story for story in full if story.summary and story.source_sha256)


def with_text(story: Story, page: Mapping[str, Any] | None) -> Story:
    """The story with its page's text, where that says more; None: the page is shut."""
    if page is None:
        is_launch = story.kind is Kind.LAUNCH
        return story.model_copy(update={"is_from_feed": is_launch})
    if len(page["text"]) <= len(story.summary):
        return story
    text = page["text"][:KEPT_CHARACTERS]
    return story.model_copy(update={"summary": text, "source_sha256": page["sha256"]})
