"""Moves a story from one state to another: by whom, and why."""

from django.db.models import QuerySet

from newsletter.models import Story
from newsletter.research.lifecycle import MOVES, State, may_go


class IllegalMove(Exception):
    """The map has no way there; the message names both states and the ways there are."""

    def __init__(self, before: str, after: str) -> None:
        ways = ", ".join(sorted(MOVES[State(before)])) or "nowhere"
        super().__init__(
            f"A story that is {before} cannot become {after}; it can go: {ways}."
        )


def move(story: Story, after: State, *, by: str, because: str = "") -> bool:
    """Take the story there, if nobody moved it since it was read.

    False where somebody did: read it again, and decide again. Raises IllegalMove.
    """
    if not may_go(story.state, after):
        raise IllegalMove(story.state, after)
    moved = _where_it_was(story).update(
        state=after, moved_by=by[:150], moved_because=because[:300], retry_after=None
    )
    if moved:
        story.refresh_from_db()
    return bool(moved)


def _where_it_was(story: Story) -> QuerySet[Story]:
    return Story.objects.filter(pk=story.pk, state=story.state)
