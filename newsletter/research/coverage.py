"""What earlier issues told: is this story new? Pure: covered stories are passed in."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from newsletter.research.story import Story
from newsletter.text.identifiers import canonical, story_id
from newsletter.text.similarity import jaccard, terms, words

# Titles that share so much of their words tell the same story.
SAME_TITLE = 0.7
# A title of fewer words must be the same in each; one of two is too common to judge
# by: "Release notes".
_FEWEST_WORDS = 4
_KEPT_TERMS = 12
_VERSION = re.compile(r"\bv?\d+(?:\.\d+)+\b|\bv\d+\b|\b\d+[bk]?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CoveredStory:
    """A story that an earlier issue told. `terms` are what it was about, if known."""

    story_id: str
    title: str
    url: str
    terms: tuple[str, ...] = ()
    # The number of the issue that told it; 0 where that is not known.
    issue_number: int = 0


def find_covered(story: Story, covered: Sequence[CoveredStory]) -> CoveredStory | None:
    """The covered story that this one tells again, or None where it is new.

    The same by id, by the canonical address of any telling, by arXiv id, or by a title
    that says the same; a title with another version number is another story.
    """
    names = names_of(story)
    for earlier in covered:
        if names & {earlier.story_id, canonical(earlier.url), story_id(earlier.url)}:
            return earlier
        if is_same_title(story.title, earlier.title):
            return earlier
    return None


def is_covered(story: Story, covered: Sequence[CoveredStory]) -> bool:
    """Did an earlier issue tell this story?"""
    return find_covered(story, covered) is not None


def names_of(story: Story) -> frozenset[str]:
    """Every id and canonical address that the story goes by."""
    urls = (story.url, *(telling.url for telling in story.also))
    named = (name for url in urls for name in (canonical(url), story_id(url)))
    return frozenset((story.id, *named))


def is_same_title(one: str, other: str) -> bool:
    """Do two titles tell the same story? Numbers of versions must agree."""
    if sorted(_VERSION.findall(one.lower())) != sorted(_VERSION.findall(other.lower())):
        return False
    mine, theirs = (
        frozenset(words(_VERSION.sub(" ", title))) for title in (one, other)
    )
    if min(len(mine), len(theirs)) < _FEWEST_WORDS:
        return mine == theirs and len(mine) == _FEWEST_WORDS - 1
    return jaccard(mine, theirs) >= SAME_TITLE


def telling_terms(title: str, text: str) -> tuple[str, ...]:
    """What a story is about, for the memory: its most frequent terms, title first."""
    counted = Counter(terms(text))
    counted.update(dict.fromkeys(terms(title), 3))
    ordered = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(term for term, _ in ordered[:_KEPT_TERMS])
