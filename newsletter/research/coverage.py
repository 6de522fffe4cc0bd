"""The memory: which told story a story tells again, and how certain that is. Pure.

Told stories are passed in. The same are two stories with one address or one id, with the
same product in the same version, or, within a fortnight, with nearly the same title. What
is like a told story, and no more, is for an evaluator to judge. Another version of what was
told is new.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache
from urllib.parse import urlsplit

from newsletter.research.names import Names, Thing, names_in
from newsletter.research.story import Story
from newsletter.text.identifiers import canonical, story_id
from newsletter.text.language import FUNCTION_WORDS
from newsletter.text.similarity import jaccard, terms, words
from newsletter.text.sites import site_of
from newsletter.text.spelling import spelled, tokens

# Within so many days a title of the same words tells the same story.
TITLE_DAYS = timedelta(days=14)
SAME_WORDS, NEAR_WORDS = 0.5, 0.35
_FEWEST_SHARED = 4
# Texts of which so much is the same tell one story, where two named things are the same.
SAME_TEXT, NEAR_TEXT = 0.5, 0.25

# Titles of one week that share so much of their words tell the same story.
SAME_TITLE = 0.7
# A title of fewer words must be the same in each; one of two is too common to judge
# by: "Release notes".
_FEWEST_WORDS = 4
_KEPT_TERMS = 40
_KEY_CHARACTERS = 200
_VERSION = re.compile(r"\bv?\d+(?:\.\d+)+\b|\bv\d+\b|\b\d+[bk]?\b", re.IGNORECASE)
_WORKS = ("arxiv:", "doi:", "github:")


class Likeness(StrEnum):
    """By what a story is known again."""

    ID = "id"  # the same work: an arXiv id, a DOI, a release
    ADDRESS = "address"
    NAMES = "names"  # the same product in the same version, or two named things
    TITLE = "title"


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


@dataclass(frozen=True, slots=True)
class Match:
    """A told story that a story is like; where it is not certain, somebody judges."""

    covered: CoveredStory
    by: Likeness
    is_certain: bool


@dataclass(frozen=True, slots=True)
class _Traits:
    """What of a story is compared."""

    known_as: frozenset[str]
    names: Names
    terms: frozenset[str]
    sites: frozenset[str]
    day: date | None


class Memory:
    """Told stories by all that they could be known by: one look for each trait."""

    def __init__(self, covered: Iterable[CoveredStory]) -> None:
        self._traits: list[tuple[CoveredStory, _Traits]] = []
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        for place, one in enumerate(covered):
            traits = _traits_of(one)
            self._traits.append((one, traits))
            for key in _looked_up(traits):
                self._places[key].append(place)

    def find(self, story: Story, on: date | None = None) -> Match | None:
        """The told story that this one is most certainly; the newest of several.

        `on` is the day on which it would be told.
        """
        mine = traits_of(story, on)
        shared = Counter(
            place for key in _looked_up(mine) for place in self._places.get(key, ())
        )
        best: Match | None = None
        for place in sorted(shared):
            covered, theirs = self._traits[place]
            match = _compared(mine, covered, theirs)
            if match and (best is None or match.is_certain >= best.is_certain):
                best = match
        return best


def find_covered(story: Story, covered: Sequence[CoveredStory]) -> CoveredStory | None:
    """The covered story that this one certainly tells again, or None."""
    match = Memory(covered).find(story)
    return match.covered if match and match.is_certain else None


def is_covered(story: Story, covered: Sequence[CoveredStory]) -> bool:
    """Did an earlier issue tell this story?"""
    return find_covered(story, covered) is not None


def traits_of(story: Story, on: date | None = None) -> _Traits:
    """What a candidate is compared by."""
    urls = (story.url, *(telling.url for telling in story.also))
    return _Traits(
        known_as=names_of(story),
        names=names_in(story.title),
        terms=frozenset(telling_terms(story.title, story.summary)),
        sites=frozenset(filter(None, map(site_of, urls))),
        day=on or story.published,
    )


@lru_cache(maxsize=16_384)
def _traits_of(covered: CoveredStory) -> _Traits:
    addresses = {canonical(covered.url), story_id(covered.url)}
    return _Traits(
        known_as=frozenset((covered.story_id, *addresses, *covered.known_as)),
        names=names_in(covered.title),
        terms=frozenset(covered.terms or terms(covered.title)),
        sites=frozenset(filter(None, [site_of(covered.url)])),
        day=covered.told_on,
    )


def _looked_up(traits: _Traits) -> frozenset[str]:
    """Under what a story is found: whatever could make it the same has one in common."""
    named = (thing.name for thing in traits.names.things)
    return frozenset((*traits.known_as, *named, *traits.names.words))


def lasting_keys(title: str) -> frozenset[str]:
    """The names under which a story is found however long ago it was told."""
    found = names_in(title)
    things = (thing.name for thing in found.things)
    pairs = (" + ".join(pair) for pair in found.pairs)
    return frozenset(key[:_KEY_CHARACTERS] for key in (*things, *pairs))


def _compared(mine: _Traits, covered: CoveredStory, theirs: _Traits) -> Match | None:
    same = {name for name in mine.known_as & theirs.known_as if not _is_front(name)}
    if any(name.startswith(_WORKS) for name in same):
        return Match(covered, Likeness.ID, is_certain=True)
    if _is_other_version(mine.names, theirs.names):
        return None
    if same:
        return Match(covered, Likeness.ADDRESS, is_certain=True)
    if things := _same_things(mine.names, theirs.names):
        is_whole = not _adds(mine, theirs, things)
        return Match(covered, Likeness.NAMES, is_certain=is_whole)
    if not _is_near(mine.day, theirs.day):
        return None
    return _by_words(mine, covered, theirs)


def _is_front(name: str) -> bool:
    """A site's first page tells another story every day."""
    try:
        parts = urlsplit(name)
    except ValueError:
        return False
    return bool(parts.netloc) and parts.path in {"", "/"} and not parts.query


def _by_words(mine: _Traits, covered: CoveredStory, theirs: _Traits) -> Match | None:
    own, other = mine.names, theirs.names
    shared = own.words & other.words
    alike = jaccard(own.words, other.words)
    agrees = own.numbers <= other.numbers or other.numbers <= own.numbers
    if alike >= SAME_WORDS and agrees and _is_enough(own, other, shared):
        return Match(covered, Likeness.TITLE, is_certain=True)
    if alike >= NEAR_WORDS and len(shared) >= _FEWEST_SHARED - 1:
        return Match(covered, Likeness.TITLE, is_certain=False)
    if len(_same_plain(own, other)) < 2 or not agrees:
        return None
    same_text = overlap(mine.terms, theirs.terms)
    if same_text < NEAR_TEXT:
        return None
    return Match(covered, Likeness.NAMES, is_certain=same_text >= SAME_TEXT)


def _is_enough(own: Names, other: Names, shared: frozenset[str]) -> bool:
    is_equal = own.words == other.words and len(shared) == _FEWEST_SHARED - 1
    return len(shared) >= _FEWEST_SHARED or is_equal


def _is_near(one: date | None, other: date | None) -> bool:
    return one is None or other is None or abs(one - other) <= TITLE_DAYS


def _is_other_version(mine: Names, theirs: Names) -> bool:
    """Does one name what the other names too, in a version of its own?"""
    told = defaultdict(set)
    for thing in (*theirs.things, *theirs.counted):
        told[thing.product].add(thing.version)
    new = [
        thing
        for thing in (*mine.things, *mine.counted)
        if thing.product in told and thing.version not in told[thing.product]
    ]
    if new:
        return True
    return any(
        one.name == other.name and one.variants != other.variants
        and bool(one.variants) and bool(other.variants)
        for one in mine.things
        for other in theirs.things
    )  # fmt: skip


def _same_things(mine: Names, theirs: Names) -> frozenset[Thing]:
    """The products that both name in the same version."""
    names = {thing.name: thing for thing in theirs.things}
    found = {thing for thing in mine.things if _is_named(thing, names, theirs)}
    mirrored = {thing.name: thing for thing in mine.things}
    found |= {
        thing for thing in theirs.things
        if thing.name not in mirrored and _is_named(thing, mirrored, mine)
    }  # fmt: skip
    return frozenset(found)


def _is_named(thing: Thing, named: dict[str, Thing], other: Names) -> bool:
    if thing.name in named:
        return thing.variants == named[thing.name].variants
    is_spelled = {thing.product, thing.version, *thing.variants} <= other.words
    return is_spelled and not other.things


def _adds(mine: _Traits, theirs: _Traits, same: frozenset[Thing]) -> frozenset[str]:
    """The named things of which the earlier story did not speak."""
    known = theirs.names.words | theirs.names.plain | theirs.terms
    known |= {spelled(site.partition(".")[0]) for site in (*theirs.sites, *mine.sites)}
    known |= {part for thing in same for part in thing.name.split()}
    known = frozenset(part for name in known for part in name.split())
    return frozenset(
        {thing.name for thing in mine.names.things - same}
        | {name for name in mine.names.plain if name not in known}
    )


def _same_plain(mine: Names, theirs: Names) -> frozenset[str]:
    """The names that both titles hold, of which one of them writes it as a name."""
    return (mine.plain & theirs.words) | (theirs.plain & mine.words)


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of the shorter list of terms that the other has too."""
    fewest = min(len(one), len(other))
    return len(one & other) / fewest if fewest else 0.0


def names_of(story: Story) -> frozenset[str]:
    """Every id and canonical address that the story goes by."""
    urls = (story.url, *(telling.url for telling in story.also))
    named = (name for url in urls for name in (canonical(url), story_id(url)))
    return frozenset((story.id, *named))


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
    return tuple(numbers), frozenset(words(_VERSION.sub(" ", title)))


def telling_terms(title: str, text: str) -> tuple[str, ...]:
    """What a story is about, for the memory: its most frequent terms, title first.

    Figures of two digits and more are among them: they tell two tellings of one event.
    """
    counted = Counter(_single(text))
    counted.update(dict.fromkeys(_single(title), 3))
    ordered = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(term for term, _ in ordered[:_KEPT_TERMS])


def _single(text: str) -> list[str]:
    found = tokens(text)
    figures = [one.folded for one in found if one.is_number and len(one.folded) > 1]
    said = " ".join(one.folded for one in found if one.folded not in FUNCTION_WORDS)
    return [*(term for term in terms(said) if " " not in term), *figures]
