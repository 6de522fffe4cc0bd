"""The sample week with as many stories of each kind, as long as those of a live week.

What is added is about a garden, so that no one chooses it: it is there to be read.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count, islice
from typing import Any
from unittest.mock import patch

from agents.tools import search_sources
from newsletter.research.outlets.search import SearchResult
from newsletter.research.outlets.search import find as usual
from newsletter.research.story import Kind, Story

# What a maker's post, and an abstract, come to in a live week.
CHARACTERS = {Kind.LAUNCH: 4000, Kind.PAPER: 1400}
# A shorter summary has its page read, in a long week as in the sample's.
THIN = 400
# No two sentences share more than their little words, so no two stories seem to be one.
_SENTENCE = "{} has a wall of old {}, and {} stand along it by the {}. "
_SYLLABLES = tuple(one + other for one in "bdfgklmnprstvz" for other in "aeiou")


@contextmanager
def of_stories(number: int) -> Iterator[None]:
    """Every search finds at least so many stories; none is changed for 0."""

    async def find(kind: Kind, *given: Any) -> SearchResult:
        found = await usual(kind, *given)
        return replace(found, stories=tuple(_more(found.stories, kind, number)))

    with patch.object(search_sources, "find", find if number else usual):
        yield


def _more(stories: tuple[Story, ...], kind: Kind, number: int) -> Iterator[Story]:
    length = CHARACTERS[kind]
    for place, story in enumerate(stories):
        is_thin = len(story.summary) < THIN
        longer = _longer(f"{story.summary} ", length, f"{kind} {place}")
        yield story.model_copy(update={"summary": story.summary if is_thin else longer})
    for place in range(len(stories), number):
        url = f"https://garden{place}.example/{kind}"
        words = _words(url)
        yield Story(
            id=url,
            kind=kind,
            title=f"{next(words).title()} and its {next(words)}",
            url=url,
            publisher=f"Garden {place}",
            published=stories[0].published if stories else None,
            summary=_longer("", length, url),
        )


def _longer(text: str, length: int, seed: str) -> str:
    words = _words(f"{seed} text")
    while len(text) < length:
        name, *others = islice(words, 4)
        text += _SENTENCE.format(name.title(), *others)
    return text.rstrip()


def _words(seed: str) -> Iterator[str]:
    """Words without end that no language has, of each seed others."""
    for number in count():
        digest = hashlib.sha256(f"{seed} {number}".encode()).digest()
        yield "".join(_SYLLABLES[one % len(_SYLLABLES)] for one in digest[:4])
