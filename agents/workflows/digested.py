"""The digest's stories as certification knows chosen ones: with scores, and why. Pure."""

from collections.abc import Mapping

from agents.events.brief import Choice
from agents.events.digest import (
    ArticlesDownloaded,
    ArticlesRated,
    Rating,
    SectionsSelected,
)
from agents.events.schema import Kind
from agents.events.voices import with_voices
from agents.workflows.state import State
from newsletter.research.story import Story


def downloaded(state: State) -> Mapping[str, Story]:
    """The stories that were read, by id."""
    read = state.last.get(Kind.ARTICLES_DOWNLOADED, {})
    stories = ArticlesDownloaded.model_validate(read).stories
    return {story.id: story for story in stories}


def rated(state: State) -> ArticlesRated:
    """What the stories are worth."""
    return ArticlesRated.model_validate(state.last.get(Kind.ARTICLES_RATED, {}))


def chosen(state: State, selected: SectionsSelected) -> list[tuple[Story, Choice]]:
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
