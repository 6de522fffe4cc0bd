"""Subjects that readers may choose by: a newsletter's topics, else its profile's headings.

Pure. A text is about a topic if it has every word of it; about a heading, if it has one of
the phrases that stand under it there.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from newsletter.research.ranking.phrases import under_headings
from newsletter.text.similarity import terms

# A phrase of a profile that is one word may stand in any text: only a title tells by it.
_TELLING_WORDS = 2


@dataclass(frozen=True, slots=True)
class Subject:
    """Its name, and what a text has to say to be about it: all terms of one of these."""

    name: str
    anywhere: tuple[frozenset[str], ...]
    in_title: tuple[frozenset[str], ...] = ()


def subjects(topics: Iterable[str], profile: str) -> tuple[Subject, ...]:
    """The subjects of a newsletter with these topics, or without any, and this profile."""
    found = tuple(_of_topic(one) for one in dict.fromkeys(topics) if one.strip())
    return found or tuple(
        _of_heading(name, phrases) for name, phrases in under_headings(profile).items()
    )


def said(known: Iterable[Subject], title: str, text: str) -> frozenset[str]:
    """The names of the subjects that a titled text is about."""
    above = frozenset(terms(title))
    all_of_it = above | frozenset(terms(text))
    return frozenset(
        one.name
        for one in known
        if any(phrase <= all_of_it for phrase in one.anywhere)
        or any(phrase <= above for phrase in one.in_title)
    )


def _of_topic(topic: str) -> Subject:
    wanted = frozenset(terms(topic))
    return Subject(topic, (wanted,) if wanted else ())


def _of_heading(name: str, phrases: Iterable[tuple[str, ...]]) -> Subject:
    wanted = [frozenset(phrase) for phrase in (tuple(terms(name)), *phrases) if phrase]
    telling = tuple(one for one in wanted if _words(one) >= _TELLING_WORDS)
    return Subject(name, telling, tuple(one for one in wanted if one not in telling))


def _words(phrase: frozenset[str]) -> int:
    return sum(" " not in term for term in phrase)
