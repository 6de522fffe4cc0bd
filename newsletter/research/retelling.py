"""A told story comes up again: is it a repeat, an update, or another story? Pure.

The rules that decide it where no model judges. They look at what both texts have in common,
and at what the newer title says.
"""

import re
from enum import StrEnum

from newsletter.research.coverage.likeness import Likeness
from newsletter.research.coverage.traits import figures_in
from newsletter.research.names import has_other_variant, names_in
from newsletter.research.sequels import tells_sequel
from newsletter.research.story import Story, ToldBefore
from newsletter.text.spelling import spelled, tokens


class Ruling(StrEnum):
    """What a story is beside the told one that it is like."""

    NEW = "new"  # another story
    UPDATE = "update"  # the told one went on
    REPEAT = "repeat"  # the told one, told again


# What both texts share of their terms at least where they tell the same.
SAME_TEXT = 0.45
# More than this, whatever a title says.
_TOLD_AGAIN = 0.75
_FEWEST_NEW = 2
# So many figures of the told story: told again, or commented on (docs/measured/memory.md).
_FEWEST_FIGURES = 2
_SPOKEN = re.compile(r"[“”„«»\"?\uff1f]")
# I and mine, in eight languages.
_OWN_VOICE = """
    i my ich mein meine meinen meiner je mon mes yo mi eu meu minha ik mijn jag mitt
    io mio"""
_FIRST_PERSON = frozenset(spelled(word) for word in _OWN_VOICE.split())
_SAME_PAGE = frozenset({Likeness.ID, Likeness.ADDRESS})


def ruling(story: Story) -> Ruling:
    """What a story is, by what the memory holds of it."""
    told = story.told
    if told is None:
        return Ruling.NEW
    if told.by == Likeness.WORK:
        return Ruling.REPEAT
    if told.by == Likeness.SUBJECT:
        gives_figures = len(_told_figures(story, told)) >= _FEWEST_FIGURES
        tells_again = gives_figures or is_commentary(story)
        is_news = _is_later(story, told) and not tells_again
        return Ruling.NEW if is_news else Ruling.REPEAT
    if not told.is_certain:
        return _of_the_like(story, told)
    return Ruling.UPDATE if is_update(story, told) else Ruling.REPEAT


def _of_the_like(story: Story, told: ToldBefore) -> Ruling:
    """What a story is that is perhaps the told one."""
    is_sequel = told.by == Likeness.SEQUEL
    if not is_sequel and has_other_variant(names_in(story.title), names_in(told.title)):
        return Ruling.NEW
    if is_sequel and is_update(story, told):
        return Ruling.UPDATE
    if told.by == Likeness.TITLE and _give_other_numbers(story.title, told.title):
        return Ruling.NEW
    if told.by != Likeness.TEXT and told.shared < SAME_TEXT:
        return Ruling.NEW
    if not _befell(story, told):
        return Ruling.REPEAT
    return Ruling.UPDATE if _is_later(story, told) else Ruling.NEW


def _is_later(story: Story, told: ToldBefore) -> bool:
    return story.published is not None and story.published > told.on


def _give_other_numbers(title: str, told: str) -> bool:
    """Do two titles of much the same words each give a number that the other does not?"""
    own, other = names_in(title).numbers, names_in(told).numbers
    return bool(own - other and other - own)


def _befell(story: Story, told: ToldBefore) -> bool:
    """Does a title tell what befell the told thing, of which the telling said nothing?

    Its text has to say again what was told, figures and all, so that half in common is no
    sign of a repeat. What came out before the issue is none of its sequels, nor is a comment.
    """
    is_akin = told.by in (Likeness.SEQUEL, Likeness.TEXT)
    if not is_akin or told.shared > _TOLD_AGAIN:
        return False
    if story.published is None or story.published < told.on or is_commentary(story):
        return False
    known = names_in(f"{told.title} {told.gist}").words
    return tells_sequel(names_in(story.title).words, known)


def _told_figures(story: Story, told: ToldBefore) -> frozenset[str]:
    """The figures of the told story that this one gives, too."""
    return figures_in(story.title, story.summary) & figures_in(told.title, told.gist)


def is_commentary(story: Story) -> bool:
    """Does somebody speak for themselves: a quotation or a question for a title, or "I"?"""
    said = {
        one.folded
        for one in tokens(story.summary)
        if one.written == "I" or not one.written.isupper()
    }
    return bool(_SPOKEN.search(story.title)) or not said.isdisjoint(_FIRST_PERSON)


def is_update(story: Story, told: ToldBefore) -> bool:
    """Has the told story gone on: later, elsewhere, with a text and a title of its own?

    What gives a figure of the told story tells that story.
    """
    if told.by in _SAME_PAGE:
        return False
    if not _is_later(story, told) or _told_figures(story, told):
        return False
    words = names_in(story.title).words
    new = words - names_in(f"{told.title} {told.gist}").words
    return told.shared < SAME_TEXT and len(new) >= _FEWEST_NEW
