"""Voices: outlets whose own report was left out because another one tells its event. Pure."""

from collections.abc import Iterable, Mapping

from agents.events.brief import Rejected
from agents.events.digest import LeftOut
from newsletter.research.outlets.merge import MOST_ALSO
from newsletter.research.story import Story, Telling


def with_voices(
    stories: Mapping[str, Story], left_out: Iterable[Rejected | LeftOut]
) -> dict[str, Story]:
    """The stories by id, each with the outlets beside it that tell the same.

    Who is the same as a story that is not among them is heard nowhere.
    """
    heard = dict(stories)
    for one in left_out:
        story, other = heard.get(one.same_as), stories.get(one.story_id)
        if story is None or other is None or story.id == other.id:
            continue
        own = Telling(publisher=other.publisher, url=other.url)
        known = {telling.url: telling for telling in (*story.also, own, *other.also)}
        known.pop(story.url, None)
        also = tuple(known.values())[:MOST_ALSO]
        heard[story.id] = story.model_copy(update={"also": also})
    return heard
