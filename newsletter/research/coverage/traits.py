"""What of a story is compared: its traits, and what the memory keeps of a told one. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from newsletter.research.mentions import (
    Mentions,
    and_names,
    mentions_in,
)
from newsletter.research.names import Names, names_in
from newsletter.research.numerals import figures_of, is_figure
from newsletter.research.same_event import Report, and_terms, report_of
from newsletter.research.story import Story
from newsletter.text.identifiers import canonical, story_id
from newsletter.text.language import FUNCTION_WORDS
from newsletter.text.similarity import terms
from newsletter.text.sites import site_of
from newsletter.text.spelling import Token, tokens

_KEPT_TERMS, _KEPT_FIGURES = 40, 20
_KEY_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class CoveredStory:
    """A story that an issue told. `terms` are what it was about, if known."""

    story_id: str
    title: str
    url: str
    terms: tuple[str, ...] = ()
    # The number of the issue that told it; 0 where that is not known.
    issue_number: int = 0
    told_on: date | None = None
    gist: str = ""
    # Further ids and addresses that it went by.
    known_as: frozenset[str] = frozenset()
    # What its whole text spoke of by name, of which the gist is the beginning.
    names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Traits:
    """What of a story is compared."""

    known_as: frozenset[str]
    names: Names
    terms: frozenset[str]
    figures: frozenset[str]
    sites: frozenset[str]
    day: date | None
    mentions: Mentions
    report: Report


def traits_of(story: Story, on: date | None = None) -> Traits:
    """What a candidate is compared by."""
    urls = (story.url, *(telling.url for telling in story.also))
    return _traits(
        known_as=names_of(story),
        title=story.title,
        terms=telling_terms(story.title, story.summary),
        urls=urls,
        day=on or story.published,
        mentions=mentions_in(story.title, story.summary),
        report=report_of(story.title, story.summary),
    )


@lru_cache(maxsize=16_384)
def traits_of_covered(covered: CoveredStory) -> Traits:
    """What a told story is compared by, of what the memory kept of it."""
    addresses = {canonical(covered.url), story_id(covered.url)}
    return _traits(
        known_as=frozenset((covered.story_id, *addresses, *covered.known_as)),
        title=covered.title,
        terms=covered.terms or telling_terms(covered.title, covered.gist),
        urls=(covered.url,),
        day=covered.told_on,
        mentions=and_names(mentions_in(covered.title, covered.gist), covered.names),
        report=and_terms(
            report_of(covered.title, covered.gist), covered.terms, covered.names
        ),
    )


def _traits(
    *,
    known_as: frozenset[str],
    title: str,
    terms: Sequence[str],
    urls: Iterable[str],
    day: date | None,
    mentions: Mentions,
    report: Report,
) -> Traits:
    names = names_in(title)
    figures = {term for term in (*terms, *names.numbers) if is_figure(term)}
    return Traits(
        known_as=known_as,
        names=names,
        terms=frozenset(terms),
        figures=frozenset(figures - {thing.version for thing in names.things}),
        sites=frozenset(filter(None, map(site_of, urls))),
        day=day,
        mentions=mentions,
        report=report,
    )


def figures_in(title: str, text: str) -> frozenset[str]:
    """The telling figures of a story, without days and the versions that its title names."""
    versions = {thing.version for thing in names_in(title).things}
    return frozenset(figures_of(tokens(f"{title} {text}"))) - versions


def looked_up(traits: Traits) -> frozenset[str]:
    """Under what a story is found: whatever could make it the same has one in common."""
    named = (thing.name for thing in traits.names.things)
    return frozenset((*traits.known_as, *named, *traits.names.words, *traits.figures))


def lasting_keys(title: str) -> frozenset[str]:
    """The names under which a story is found however long ago it was told."""
    found = names_in(title)
    things = (thing.name for thing in found.things)
    pairs = (" + ".join(pair) for pair in found.pairs)
    return frozenset(key[:_KEY_CHARACTERS] for key in (*things, *pairs))


def names_of(story: Story) -> frozenset[str]:
    """Every id and canonical address that the story goes by."""
    urls = (story.url, *(telling.url for telling in story.also))
    named = (name for url in urls for name in (canonical(url), story_id(url)))
    return frozenset((story.id, *named))


@lru_cache(maxsize=8192)
def telling_terms(title: str, text: str) -> tuple[str, ...]:
    """What a story is about, for the memory: its most frequent terms, title first.

    Then its first figures: they tell two tellings of one event.
    """
    said, headed = tokens(text), tokens(title)
    counted = Counter(_single(said))
    counted.update(dict.fromkeys(_single(headed), 3))
    ordered = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    kept = dict.fromkeys(figures_of((*headed, *said)))
    return (
        *(term for term, _ in ordered[:_KEPT_TERMS]),
        *list(kept)[:_KEPT_FIGURES],
    )


def _single(found: Sequence[Token]) -> list[str]:
    said = (
        one.folded
        for one in found
        if not one.is_number and one.folded not in FUNCTION_WORDS
    )
    return [term for term in terms(" ".join(said)) if " " not in term]
