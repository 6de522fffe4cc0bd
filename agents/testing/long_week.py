"""The sample week with as many stories of each kind, as long as those of a live week.

What is added is about a garden, so that no one chooses it: it is there to be read.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
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
_SENTENCE = (
    "Garden {number} has a wall of old brick, and pears stand along it in rows. "
)


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
    for story in stories:
        is_thin = len(story.summary) < THIN
        text = story.summary if is_thin else _longer(f"{story.summary} ", length)
        yield story.model_copy(update={"summary": text})
    for place in range(len(stories), number):
        url = f"https://garden{place}.example/{kind}"
        yield Story(
            id=url,
            kind=kind,
            title=f"Garden {place} and its {kind} of pears",
            url=url,
            publisher=f"Garden {place}",
            published=stories[0].published if stories else None,
            summary=_longer("", length, place),
        )


def _longer(text: str, length: int, number: int = 0) -> str:
    while len(text) < length:
        number += 1
        text += _SENTENCE.format(number=number)
    return text.rstrip()
