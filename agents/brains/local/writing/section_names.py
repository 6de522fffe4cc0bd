"""The name of a section or a topic: whom or what the title of its one story names. Pure.

A section called by the whole title would say it twice, over the story and over its section.
"""

from collections.abc import Sequence
from itertools import takewhile

from agents.brains.local.writing.headlines import is_name
from agents.brains.local.writing.titles import title_of
from newsletter.research.mentions import mentions_in
from newsletter.research.names import is_variant
from newsletter.research.story import Story
from newsletter.research.summary import announcing
from newsletter.text import truncate
from newsletter.text.sites import site_of
from newsletter.text.spelling import Token, spelled, tokens

_MOST_WORDS, _NAME_CHARACTERS = 4, 80
_SHORTEST, _LONG = 3, 4
# LLMs and CLIs are no names.
_FEWEST_SMALL = 2


def section_name(story: Story) -> str:
    """Whom or what the title names first; "" where nobody can tell."""
    title = title_of(story.title)
    name = announcing.name_of(title)
    if name != title and is_name(name) and len(name.split()) <= _MOST_WORDS:
        return name
    found, said = tokens(title), mentions_in("", story.summary)
    written = {one.written for one in tokens(story.summary)}
    site = site_of(story.url)
    has_capitals = all(
        one.written[:1].isupper() for one in found if len(one.folded) >= _LONG
    )

    def is_sure(token: Token) -> bool:
        """Is it coined, as LatticeKV is, or a name within the text's sentences?"""
        is_short = token.is_number or len(token.folded) < _SHORTEST
        if is_short or token.folded in said.common:
            return False
        if spelled(site.partition(".")[0]) == token.folded:  # who tells it made it
            return True
        if any(map(str.isupper, token.written[1:])):
            is_acronym = sum(map(str.islower, token.written)) < _FEWEST_SMALL
            return token.written in written and not is_acronym
        return not (has_capitals or said.has_nouns) and token.folded in said.names

    for place, token in enumerate(found):
        if not is_sure(token):
            continue
        rest = found[place + 1 :]
        run = [token, *takewhile(lambda one: is_sure(one) or one.is_number, rest)]
        return _whole(run, found[place + len(run) :])
    return ""


def _whole(run: Sequence[Token], rest: Sequence[Token]) -> str:
    """The run as it is written, with the word behind its number that belongs to it."""
    if rest and run[-1].is_number and is_variant(run[-1].written, rest[0].written):
        run = [*run, rest[0]]
    first, *others = run
    return first.written + "".join(one.gap + one.written for one in others)


def named(title: str) -> str:
    """A title as the name of a topic or a section."""
    return truncate.at_word(title_of(title), _NAME_CHARACTERS)
