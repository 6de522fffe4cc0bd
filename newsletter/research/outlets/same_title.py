"""Do two titles of one week tell the same story? By their words, and the numbers of versions. Pure."""

import re
from functools import lru_cache

from newsletter.text.american import american
from newsletter.text.similarity import jaccard, words

# Titles of one week that share so much of their words tell the same story.
SAME_TITLE = 0.7
# A title of fewer words must be the same in each; one of two is too common to judge
# by: "Release notes".
_FEWEST_WORDS = 4
_VERSION = re.compile(r"\bv?\d+(?:\.\d+)+\b|\bv\d+\b|\b\d+[bk]?\b", re.IGNORECASE)


def is_same_title(one: str, other: str) -> bool:
    """Do two titles of one week tell the same story? Numbers of versions must agree."""
    (numbers, mine), (others, theirs) = (
        _numbers_and_words(one),
        _numbers_and_words(other),
    )
    if numbers != others:
        return False
    if min(len(mine), len(theirs)) < _FEWEST_WORDS:
        return mine == theirs and len(mine) == _FEWEST_WORDS - 1
    return jaccard(mine, theirs) >= SAME_TITLE


@lru_cache(maxsize=16_384)
def _numbers_and_words(title: str) -> tuple[tuple[str, ...], frozenset[str]]:
    numbers = sorted(_VERSION.findall(title.lower()))
    said = words(_VERSION.sub(" ", title))
    return tuple(numbers), frozenset(map(american, said))
