"""Stories that intake holds, in any state that the map has a way to."""

from itertools import count

from newsletter.intake.moving import move
from newsletter.models import Story, StoryKey, StoryTelling
from newsletter.research.lifecycle import MOVES, State

_COUNTER = count(1)


def make_held(newsletter, state=State.DISCOVERED, **fields):
    """A story that one outlet told, taken to that state by enrichment."""
    number = next(_COUNTER)
    url = fields.pop("url", f"https://maker.example/story-{number}")
    defaults = {"kind": "launch", "title": f"Story {number}", "publisher": "Maker"}
    story = Story.objects.create(
        newsletter=newsletter,
        story_id=url,
        url=url,
        moved_by="intake: Maker",
        **defaults | fields,
    )
    StoryKey.objects.create(newsletter=newsletter, story=story, key=url)
    StoryTelling.objects.create(
        story=story, outlet="Maker", publisher="Maker", url=url, title=story.title
    )
    for step in _way(State.DISCOVERED, state):
        move(story, step, by="enrichment")
    return story


def _way(origin, goal):
    """The shortest way on the map."""
    ways, ahead = {origin: []}, [origin]
    while goal not in ways:
        here = ahead.pop(0)
        for there in sorted(MOVES[here] - ways.keys()):
            ways[there] = [*ways[here], there]
            ahead.append(there)
    return ways[goal]
