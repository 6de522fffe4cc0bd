"""Columns: does an outlet give two stories one title, as “Weekly update” each week? Pure."""

from functools import lru_cache

from newsletter.research.story import Story
from newsletter.text.similarity import terms, words

# Texts of fewer terms are as much a formula as the title; their days tell them apart.
_FEWEST_TERMS = 12
# More of the shorter text than this in the other one: the same once more.
_SAME_TEXT = 0.5
_READ_CHARACTERS = 1000


def is_another(one: Story, other: Story) -> bool:
    """Are they two of one publisher under one title: of other words, or of another day?"""
    if one.publisher != other.publisher or one.id == other.id:
        return False
    if words(one.title) != words(other.title):
        return False
    mine, theirs = _opening(one.summary), _opening(other.summary)
    fewest = min(len(mine), len(theirs))
    if fewest < _FEWEST_TERMS:
        is_dated = one.published is not None and other.published is not None
        return is_dated and one.published != other.published
    return len(mine & theirs) <= fewest * _SAME_TEXT


@lru_cache(maxsize=4096)
def _opening(text: str) -> frozenset[str]:
    return frozenset(terms(text[:_READ_CHARACTERS]))
