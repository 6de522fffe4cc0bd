"""Which stories a session found, rated and chose, in whichever workflow. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.events.base import ToldCorrection
from agents.events.brief import Choice, CoveredTopics, ItemsEvaluated
from agents.events.digest import (
    ArticlesDownloaded,
    ArticlesRated,
    Rating,
    SectionsSelected,
    UrlsFiltered,
)
from agents.events.schema import Kind
from agents.events.voices import with_voices
from agents.workflows.state import State
from newsletter.research.story import Story


def chosen_stories(state: State) -> list[tuple[Story, Choice]]:
    """The stories that were chosen, in the order of the issue.

    Of the brief launches before papers, best first; of the digest section by section,
    those to tell before those in brief.
    """
    if data := state.last.get(Kind.SECTIONS_SELECTED):
        return _in_sections(state, SectionsSelected.model_validate(data))
    chosen = ItemsEvaluated.model_validate(state.last[Kind.ITEMS_EVALUATED])
    stories = with_voices(researched(state), chosen.rejected_items)
    choices = (*chosen.selected_launches, *chosen.selected_papers)
    return [(stories[choice.story_id], choice) for choice in choices]


def researched(state: State) -> dict[str, Story]:
    """Every story that research found in this session, by id."""
    found = (
        *found_of(state, Kind.LAUNCHES_RESEARCHED, "launches"),
        *found_of(state, Kind.PAPERS_RESEARCHED, "papers"),
        *found_of(state, Kind.ARTICLES_DOWNLOADED, "stories"),
    )
    stories = (Story.model_validate(story) for story in found)
    return {story.id: story for story in stories}


def found_of(state: State, kind: Kind, name: str) -> Sequence[Mapping[str, Any]]:
    """The stories of one line of the log, as they stand there."""
    stories: Sequence[Mapping[str, Any]] = state.last.get(kind, {}).get(name, ())
    return stories


def corrections_due(state: State) -> tuple[ToldCorrection, ...]:
    """What this session's issue has to correct."""
    covered = CoveredTopics.model_validate(state.last.get(Kind.COVERED_TOPICS, {}))
    filtered = UrlsFiltered.model_validate(state.last.get(Kind.URLS_FILTERED, {}))
    return (*covered.corrections, *filtered.corrections)


def own_pages(state: State) -> set[str]:
    """The pages of earlier issues that updates link to: code knows that they are there."""
    evaluated = ItemsEvaluated.model_validate(state.last.get(Kind.ITEMS_EVALUATED, {}))
    choices = (*evaluated.selected_launches, *evaluated.selected_papers)
    told = [one.update for one in choices]
    told += [one.update for one in rated(state).rated]
    return {update.url for update in told if update}


def downloaded(state: State) -> Mapping[str, Story]:
    """The stories that were read, by id."""
    read = state.last.get(Kind.ARTICLES_DOWNLOADED, {})
    stories = ArticlesDownloaded.model_validate(read).stories
    return {story.id: story for story in stories}


def rated(state: State) -> ArticlesRated:
    """What the stories are worth."""
    return ArticlesRated.model_validate(state.last.get(Kind.ARTICLES_RATED, {}))


def _in_sections(
    state: State, selected: SectionsSelected
) -> list[tuple[Story, Choice]]:
    """The stories of all sections, those to tell before those in brief in each."""
    rating = rated(state)
    stories = with_voices(downloaded(state), rating.left_out)
    ratings = {one.story_id: one for one in rating.rated}
    found = []
    for section in selected.sections:
        for name in (*section.story_ids, *section.brief_ids):
            story = stories[name]
            found.append((story, choice_of(story, ratings[name])))
    return found


def choice_of(story: Story, rating: Rating) -> Choice:
    """A rated story as a chosen one."""
    return Choice(
        story_id=rating.story_id,
        scores=rating.scores,
        why=rating.why,
        update=rating.update,
        differs=rating.differs or _differs(story, rating),
    )


def _differs(story: Story, rating: Rating) -> str:
    """What sets it apart from the told story that it is like; "" where it is like none."""
    if story.told is None or rating.update:
        return ""
    shared = f"{story.told.shared:.0%}"
    return (
        f"its text shares {shared} of its terms with that of issue {story.told.issue}"
    )
