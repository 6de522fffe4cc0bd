"""A told story comes up again: is it a repeat, an update, or another story? Pure.

The rules that decide it where no model judges. They look at what both texts have in common,
and at what the newer title says.
"""

from enum import StrEnum

from newsletter.research.coverage import Likeness, figures_in
from newsletter.research.names import names_in
from newsletter.research.story import Story, ToldBefore


class Ruling(StrEnum):
    """What a story is beside the told one that it is like."""

    NEW = "new"  # another story
    UPDATE = "update"  # the told one went on
    REPEAT = "repeat"  # the told one, told again


# What both texts share of their terms at least where they tell the same.
SAME_TEXT = 0.45
_FEWEST_NEW = 2
_SAME_PAGE = frozenset({Likeness.ID, Likeness.ADDRESS})


def ruling(story: Story) -> Ruling:
    """What a story is, by what the memory holds of it."""
    told = story.told
    if told is None:
        return Ruling.NEW
    if not told.is_certain and told.by != Likeness.SEQUEL:
        is_same = told.by == Likeness.TEXT or told.shared >= SAME_TEXT
        return Ruling.REPEAT if is_same else Ruling.NEW
    if is_update(story, told):
        return Ruling.UPDATE
    if not told.is_certain and told.shared < SAME_TEXT:
        return Ruling.NEW
    return Ruling.REPEAT


def is_update(story: Story, told: ToldBefore) -> bool:
    """Has the told story gone on: later, elsewhere, with a text and a title of its own?

    What gives a figure of the told story tells that story.
    """
    if told.by in _SAME_PAGE:
        return False
    if story.published is None or story.published <= told.on:
        return False
    figures = figures_in(story.title, story.summary)
    if figures & figures_in(told.title, told.gist):
        return False
    words = names_in(story.title).words
    new = words - names_in(f"{told.title} {told.gist}").words
    return told.shared < SAME_TEXT and len(new) >= _FEWEST_NEW
