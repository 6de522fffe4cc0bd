"""Whom and what a story speaks of by name, in its title and its text. Pure.

No dictionary: a name has a capital where no sentence begins, and is nowhere written
without. Where nouns have capitals, too, what stands behind an article is none.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from newsletter.research.names import QUIET, names_in
from newsletter.text.language import FUNCTION_WORDS
from newsletter.text.spelling import Token, spelled, tokens

_DAYS = """
    monday tuesday wednesday thursday friday saturday sunday january february march april
    may june july august september october november december
    montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai
    juni juli oktober dezember"""
# What stands before a noun, and seldom before a name, in German.
_ARTICLES = """
    der die das den dem des ein eine einen einem einer eines kein keine im am zum zur vom
    beim ans ins jede jeder jedes diese dieser dieses sein seine ihre unsere mein meine"""
_NO_NAMES = QUIET | {spelled(word) for word in (*_DAYS.split(), *FUNCTION_WORDS)}
_BEFORE_NOUNS = frozenset(_ARTICLES.split())
_BEGINS = frozenset('.:!?—–“”"„«»¿¡‘')
_SHORTEST = 3
# Where so many words within sentences have capitals, nouns have them.
_NOUNS_HAVE_CAPITALS = 0.2


@dataclass(frozen=True, slots=True)
class Mentions:
    """Names; what may be one, as it begins a sentence; and what is certainly none."""

    names: frozenset[str]
    perhaps: frozenset[str]
    common: frozenset[str]
    # Nouns have capitals: some of the names are none.
    has_nouns: bool = False


@lru_cache(maxsize=8192)
def mentions_in(title: str, text: str) -> Mentions:
    """What a story speaks of by name."""
    found = tokens(f"{title}. {text}")
    words = [one for one in found if not one.is_number and one.written[:1].isalpha()]
    common = {one.folded for one in words if one.written[:1].islower()}
    within = [
        one
        for place, one in enumerate(found)
        if not one.is_number and not _begins(place, one)
    ]
    capitals = [one for one in within if one.written[:1].isupper()]
    has_nouns = len(capitals) > _NOUNS_HAVE_CAPITALS * len(within)
    if has_nouns:
        common |= set(_nouns(found))
    headed = names_in(title)
    named = {*headed.plain, *(thing.product for thing in headed.things)}
    named |= {one.folded for one in capitals}
    perhaps = {one.folded for one in words if one.written[:1].isupper()}
    common |= _NO_NAMES
    return Mentions(
        names=frozenset(name for name in named - common if len(name) >= _SHORTEST),
        perhaps=frozenset(perhaps - common),
        common=frozenset(common),
        has_nouns=has_nouns,
    )


def and_names(mentions: Mentions, names: frozenset[str]) -> Mentions:
    """With further names, of a text that is known in part."""
    further = names - mentions.common
    return replace(
        mentions,
        names=mentions.names | further,
        perhaps=mentions.perhaps | further,
    )


def _begins(place: int, token: Token) -> bool:
    return place == 0 or not _BEGINS.isdisjoint(token.gap)


def _nouns(found: Sequence[Token]) -> list[str]:
    """What has a capital behind an article or an adjective."""
    return [
        one.folded
        for place, one in enumerate(found[1:], 1)
        if one.written[:1].isupper()
        and one.gap == " "
        and found[place - 1].written.lower() in _BEFORE_NOUNS
    ]
