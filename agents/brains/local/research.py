"""Both research roles: search, leave out what was covered, read what is thin."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.brains.base import Brief, Hands
from agents.brains.local.asking import PAGES_AT_ONCE, ask, emit
from agents.brains.local.writing.voices import in_prose
from agents.events.brief import LaunchesResearched, PapersResearched
from agents.events.schema import Kind as EventKind
from newsletter.research.ranking import select
from newsletter.research.ranking.profile import with_topics
from newsletter.research.retelling import Ruling, ruling
from newsletter.research.story import (
    ENOUGH_CHARACTERS,
    WHOLE_CHARACTERS,
    Kind,
    OutletReport,
    Story,
    Telling,
    day_with,
)
from newsletter.text.dates import day_of

# Fewer launches than these, and the week is looked at from further away.
FEW_LAUNCHES = 3
MOST_READ = 36
# Of who else tells a story so many are read where its own page tells nothing.
MOST_VOICES = 2
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
        most=rubric.researched_launches if rubric.published_launches else 0,
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
        most=rubric.researched_papers if rubric.published_papers else 0,
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
    """The best new stories of a kind; looks further back when too few would pass.

    Of what the newsletter does not publish `most` is 0, and nobody is asked. A week that
    has enough, but of one publisher, stands where that finds no more.
    """
    rubric = brief.rubric
    if not most:
        return SearchResult((), (), 0, rubric.window_days)
    week = _search(rubric.window_days, hands, kind, most)
    passing, crowded = _passing(brief, week)
    if rubric.wider_window_days <= rubric.window_days or passing >= wanted:
        return week
    wider = _search(rubric.wider_window_days, hands, kind, most)
    has_more = _passing(brief, wider)[0] > passing
    return wider if has_more or passing + crowded < wanted else week


def _passing(brief: Brief, week: SearchResult) -> tuple[int, int]:
    """How many an issue could tell, by rule; how many more but for their publisher."""
    wanted = with_topics(brief.profile, brief.topics)
    told = select.evaluate(
        week.stories,
        wanted,
        brief.rubric,
        is_mixed=select.is_mixed(
            week.stories,
            wanted,
            want_all=brief.rubric.general_interest,
        ),
    )
    crowded = [
        one for one in told.rejected if one.reason.startswith(select.REPEATED_PUBLISHER)
    ]
    return len(told.selected_launches) + len(told.selected_papers), len(crowded)


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

    Where a page is shut, what the feed says of it stays, and is known as such; where that
    is nothing, another outlet that tells the story stands for it. One that tells nothing
    even then is left out.
    """
    thin = [
        story for story in stories if len(story.summary) < WHOLE_CHARACTERS[story.kind]
    ]
    thin.sort(key=lambda story: len(story.summary) >= ENOUGH_CHARACTERS)
    read = _read(hands, [story.url for story in thin[:MOST_READ]])
    full = [
        with_text(story, read[story.url]) if story.url in read else story
        for story in stories
    ]
    silent = [one for one in full if one.kind is Kind.LAUNCH and not one.summary]
    others = [told.url for one in silent for told in in_prose(one)[:MOST_VOICES]]
    spoken = _read(hands, others[:MOST_READ])
    heard = (one if one.summary else _told_by_another(one, spoken) for one in full)
    return tuple(story for story in heard if story.summary and story.source_sha256)


def _read(hands: Hands, urls: Sequence[str]) -> dict[str, dict[str, str] | None]:
    """The pages by address; None for one that is shut."""
    read: dict[str, dict[str, str] | None] = dict.fromkeys(urls)
    for start in range(0, len(urls), PAGES_AT_ONCE):
        asked = urls[start : start + PAGES_AT_ONCE]
        pages = ask(hands, "fetch_page", urls=asked)["pages"]
        read |= {page["url"]: page for page in pages if "text" in page}
    return read


def _told_by_another(
    story: Story, pages: Mapping[str, Mapping[str, str] | None]
) -> Story:
    """The story as the first other outlet tells it that could be read."""
    for told in in_prose(story):
        if page := pages.get(told.url):
            own = Telling(publisher=story.publisher, url=story.url)
            others = [one for one in story.also if one != told]
            changed = {
                "publisher": told.publisher,
                "url": told.url,
                "also": (own, *others),
                "is_from_feed": False,
            }
            return with_text(story.model_copy(update=changed), page)
    return story


def with_text(story: Story, page: Mapping[str, Any] | None) -> Story:
    """The story with its page's text, where that says more; None: the page is shut."""
    if page is None:
        is_told = story.kind is Kind.PAPER or len(story.summary) >= ENOUGH_CHARACTERS
        return story.model_copy(update={"is_from_feed": not is_told})
    day = day_with(story.published, day_of(page.get("published") or ""))
    dated = story.model_copy(update={"published": day})
    if len(page["text"]) <= len(story.summary):
        return dated
    text = page["text"][:KEPT_CHARACTERS]
    return dated.model_copy(update={"summary": text, "source_sha256": page["sha256"]})
