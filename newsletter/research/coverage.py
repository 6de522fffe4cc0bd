"""The memory: which told story a story tells again, and how certain that is. Pure.

Told stories are passed in. The same are two stories with one address or one id, with the
same product in the same version, or, within a fortnight, with nearly the same title. What
is like a told story, or goes on with it, is for an evaluator to judge. Another version of
what was told is new.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache
from urllib.parse import urlsplit

from newsletter.research.mentions import (
    Mentions,
    and_names,
    mentions_in,
)
from newsletter.research.names import (
    Names,
    Thing,
    has_other_variant,
    is_other_version,
    is_short_for,
    names_in,
)
from newsletter.research.rarity import Rarity
from newsletter.research.same_event import (
    LIKELY,
    Report,
    Reports,
    and_terms,
    has_texts,
    report_of,
)
from newsletter.research.sequels import tells_sequel
from newsletter.research.story import WORKS, Story
from newsletter.text.identifiers import canonical, story_id
from newsletter.text.language import FUNCTION_WORDS
from newsletter.text.similarity import jaccard, terms
from newsletter.text.sites import site_of
from newsletter.text.spelling import Token, spelled, tokens
from newsletter.text.words import MONTHS, MONTHS_ELSEWHERE

# Within so many days a title of the same words tells the same story.
TITLE_DAYS = timedelta(days=14)
SAME_WORDS, NEAR_WORDS = 0.5, 0.35
_FEWEST_SHARED = 4
# So many figures of each, and less than this share of them the same: another event.
_FEWEST_FIGURES, _OTHER_FIGURES = 2, 0.4
# So much of the shorter of two texts, and so many terms: perhaps one event.
_LIKE_TEXT, _FEWEST_TERMS = 0.5, 5
# Texts that have no more of the other's names than this tell of somebody else.
_OTHER_NAMES = 0.5
# So much is enough where a figure is the same, too.
_LIKE_WITH_FIGURE = 0.25
# Of texts of so many terms: less in common, and the titles' likeness is not certain.
_FULL_TEXT, _OTHER_TEXT = 12, 0.45
# A term of more told titles than these is a subject, and finds no story.
_FEW_TITLES = 8
# What more stories tell of is a subject; a word of more told stories leads to none.
_RARE, _FEW_STORIES = 5, 8
# From here on a reader is led to what was told.
RELATED = 0.75

_KEPT_TERMS, _KEPT_FIGURES = 40, 20
# Two titles without a text have so few terms that some are the same by chance.
_MORE_TERMS = 1.0
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_MONTH_NAMES = frozenset(map(spelled, " ".join((*MONTHS, *MONTHS_ELSEWHERE)).split()))
_OF_DAYS = ("日", "号", "號", "일")
_KEY_CHARACTERS = 200


class Likeness(StrEnum):
    """By what a story is known again."""

    ID = "id"  # the same work: an arXiv id, a DOI, a release
    ADDRESS = "address"
    NAMES = "names"  # the same product in the same version
    TITLE = "title"
    TEXT = "text"  # a named thing, and much the same terms
    SEQUEL = "sequel"  # a named thing, and what befell it since
    SUBJECT = "subject"  # most likely both tell one event, each in words of its own


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
class Match:
    """A told story that a story is like; where it is not certain, somebody judges."""

    covered: CoveredStory
    by: Likeness
    is_certain: bool
    # The share of the terms that both texts have.
    shared: float = 0.0


@dataclass(frozen=True, slots=True)
class _Traits:
    """What of a story is compared."""

    known_as: frozenset[str]
    names: Names
    terms: frozenset[str]
    figures: frozenset[str]
    sites: frozenset[str]
    day: date | None
    mentions: Mentions
    report: Report


class Memory:
    """Told stories by all that they could be known by: one look for each trait."""

    def __init__(
        self, covered: Iterable[CoveredStory], found: Iterable[Story] = ()
    ) -> None:
        """`found` are the stories of the week, among which one is looked for."""
        covered = list(covered)
        known = (*map(_traits_of, covered), *map(traits_of, found))
        self._rarities = Rarity(
            one.terms | {thing.name for thing in one.names.things} for one in known
        )
        self._reports = Reports(one.report for one in known)
        self._traits: list[tuple[CoveredStory, _Traits]] = []
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        self._having: defaultdict[str, list[int]] = defaultdict(list)
        for place, one in enumerate(covered):
            traits = _traits_of(one)
            self._traits.append((one, traits))
            for key in _looked_up(traits):
                self._places[key].append(place)
            for word in traits.report.words:
                self._having[word].append(place)

    def find(self, story: Story, on: date | None = None) -> Match | None:
        """The told story that this one most certainly is; the newest of equal ones.

        `on` is the day on which it would be told.
        """
        mine = traits_of(story, on)
        shared = {place for key in self._keys(mine) for place in self._places[key]}
        shared |= self._with_rare_words(mine)
        best: Match | None = None
        for place in sorted(shared):
            covered, theirs = self._traits[place]
            match = _compared(mine, covered, theirs, self._rarities)
            if match and _rests_on_names(match, mine, theirs):
                match = None if self._are_apart(mine, theirs) else match
            if match is None and self._how_alike(mine, theirs) >= LIKELY:
                match = Match(covered, Likeness.SUBJECT, is_certain=False)
            if match is None:
                continue
            match = replace(match, shared=_shared(mine, theirs, self._rarities))
            if best is None or _sureness(match) >= _sureness(best):
                best = match
        return best

    def earlier(self, story: Story, on: date | None = None) -> CoveredStory | None:
        """What was told lately of the same event, perhaps; the likeliest, then the newest.

        Not that the story tells the same: a reader may want to know of both.
        """
        mine = traits_of(story, on)
        best, most = None, 0.0
        for place in sorted(self._with_rare_words(mine)):
            covered, theirs = self._traits[place]
            alike = self._how_alike(mine, theirs)
            if alike >= max(RELATED, most):
                best, most = covered, alike
        return best

    def _with_rare_words(self, mine: _Traits) -> set[int]:
        """Where something is said that only few stories say."""
        return {
            place
            for word in mine.report.words & self._having.keys()
            if len(self._having[word]) <= _FEW_STORIES
            for place in self._having[word]
        }

    def _how_alike(self, mine: _Traits, theirs: _Traits) -> float:
        """How likely both tell one event of a fortnight, or what came of it."""
        if not _may_be_one(mine, theirs):
            return 0.0
        return self._reports.likelihood(mine.report, theirs.report)

    def _are_apart(self, mine: _Traits, theirs: _Traits) -> bool:
        """Do both have a text, and hardly tell one event, or what came of it?"""
        said = mine.report, theirs.report
        return has_texts(*said) and self._reports.likelihood(*said) < RELATED

    def _keys(self, mine: _Traits) -> frozenset[str]:
        """Where to look: a term of the text only if few titles have it."""
        of_text = {
            term
            for term in mine.terms
            if len(self._places.get(term, ())) <= _FEW_TITLES
        }
        return (_looked_up(mine) | of_text) & self._places.keys()


def _may_be_one(mine: _Traits, theirs: _Traits) -> bool:
    """Of two outlets, of the same days, and not of two versions.

    Works name what their field names, and an outlet what its town names.
    """
    if not _is_near(mine.day, theirs.day) or _is_new_version(mine, theirs):
        return False
    return not (_is_work(mine) or _is_work(theirs) or mine.sites & theirs.sites)


def _is_work(traits: _Traits) -> bool:
    """A paper, a preprint or a release, by its id."""
    return any(name.startswith(WORKS) for name in traits.known_as)


def _rests_on_names(match: Match, mine: _Traits, theirs: _Traits) -> bool:
    """Is it for two names alone, which strangers share, and no product in its version?"""
    is_by_names = match.by in (Likeness.NAMES, Likeness.SEQUEL)
    return (
        is_by_names
        and not match.is_certain
        and not _same_things(mine.names, theirs.names)
        and not _is_named_short(mine.names, theirs.names)
    )


def _sureness(match: Match) -> tuple[bool, float]:
    return match.is_certain, match.shared


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
def _traits_of(covered: CoveredStory) -> _Traits:
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
) -> _Traits:
    names = names_in(title)
    figures = {term for term in (*terms, *names.numbers) if _is_figure(term)}
    return _Traits(
        known_as=known_as,
        names=names,
        terms=frozenset(terms),
        figures=frozenset(figures - {thing.version for thing in names.things}),
        sites=frozenset(filter(None, map(site_of, urls))),
        day=day,
        mentions=mentions,
        report=report,
    )


def _is_figure(term: str) -> bool:
    """A figure that is not in every second text: two digits, and no year."""
    if not term[:1].isdigit():
        return False
    return sum(map(str.isdigit, term)) > 1 and not _YEAR.match(term)


def figures_in(title: str, text: str) -> frozenset[str]:
    """The telling figures of a story, without days and the versions that its title names."""
    versions = {thing.version for thing in names_in(title).things}
    found = tokens(f"{title} {text}")
    said = (
        one.folded
        for place, one in enumerate(found)
        if one.is_number and not _is_day(found, place)
    )
    return frozenset(filter(_is_figure, said)) - versions


def _is_day(found: Sequence[Token], place: int) -> bool:
    """28 February, March 14, 28日: a day of a month, which tells no event."""
    if len(found[place].folded) > len("31"):
        return False
    beside = (*found[max(0, place - 1) : place], *found[place + 1 : place + 2])
    is_dated = any(one.folded in _MONTH_NAMES for one in beside)
    return is_dated or any(
        one.written[:1] in _OF_DAYS for one in found[place + 1 : place + 2]
    )


def _looked_up(traits: _Traits) -> frozenset[str]:
    """Under what a story is found: whatever could make it the same has one in common."""
    named = (thing.name for thing in traits.names.things)
    return frozenset((*traits.known_as, *named, *traits.names.words, *traits.figures))


def lasting_keys(title: str) -> frozenset[str]:
    """The names under which a story is found however long ago it was told."""
    found = names_in(title)
    things = (thing.name for thing in found.things)
    pairs = (" + ".join(pair) for pair in found.pairs)
    return frozenset(key[:_KEY_CHARACTERS] for key in (*things, *pairs))


def _compared(
    mine: _Traits, covered: CoveredStory, theirs: _Traits, rarity: Rarity
) -> Match | None:
    same = {name for name in mine.known_as & theirs.known_as if not _is_front(name)}
    if any(name.startswith(WORKS) for name in same):
        return Match(covered, Likeness.ID, is_certain=True)
    if is_other_version(mine.names, theirs.names):
        return None
    if same:
        return Match(covered, Likeness.ADDRESS, is_certain=True)
    has_variant = has_other_variant(mine.names, theirs.names)
    if things := _same_things(mine.names, theirs.names):
        is_rare = any(rarity.count(thing.name) <= _RARE for thing in things)
        is_whole = is_rare and not _adds(mine, theirs, things)
        tells_else = _tells_else(mine, theirs)
        goes_on = tells_else and not has_variant if is_whole else _goes_on(mine, theirs)
        by = Likeness.SEQUEL if goes_on else Likeness.NAMES
        is_certain = is_whole and not has_variant and not tells_else
        return Match(covered, by, is_certain=is_certain)
    if _is_named_short(mine.names, theirs.names):
        return Match(covered, Likeness.NAMES, is_certain=False)
    match = _by_words(mine, covered, theirs) if _is_near(mine.day, theirs.day) else None
    if match and has_variant:  # Kettle 3, or Kettle 3 Pro: somebody judges
        match = replace(match, is_certain=False)
    if not (match and match.is_certain) and _goes_on(mine, theirs):
        return Match(covered, Likeness.SEQUEL, is_certain=False)
    return match


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
    if _is_of_another(mine, theirs, alike):
        return None
    if alike >= SAME_WORDS and _texts_name_others(mine, theirs):
        return None
    agrees = own.numbers <= other.numbers or other.numbers <= own.numbers
    if alike >= SAME_WORDS and tells_sequel(own.words, other.words):
        return Match(covered, Likeness.SEQUEL, is_certain=False)
    if alike >= SAME_WORDS and _is_enough(own, other, shared):
        is_same = agrees and not _tells_else(mine, theirs)
        is_same = is_same and not _names_other_nouns(mine, theirs)
        return Match(covered, Likeness.TITLE, is_certain=is_same)
    if _has_like_text(mine, theirs):
        return Match(covered, Likeness.TEXT, is_certain=False)
    if alike >= NEAR_WORDS and len(shared) >= _FEWEST_SHARED - 1:
        return Match(covered, Likeness.TITLE, is_certain=False)
    if agrees and len(_same_plain(own, other)) > 1:
        return Match(covered, Likeness.NAMES, is_certain=False)
    return None


def _texts_name_others(mine: _Traits, theirs: _Traits) -> bool:
    """Do the titles name nobody, and the texts mostly others?

    "A museum gives its drums back" is told of many museums.
    """
    own, other = mine.mentions.names, theirs.mentions.names
    if not own.isdisjoint(_named(mine)) or not other.isdisjoint(_named(theirs)):
        return False
    return bool(own and other) and overlap(own, other) <= _OTHER_NAMES


def _names_other_nouns(mine: _Traits, theirs: _Traits) -> bool:
    """The same where nouns have capitals: do the texts have mostly other ones?

    Which of them are names nobody can tell, so nothing is certain then.
    """
    if not (mine.mentions.has_nouns and theirs.mentions.has_nouns):
        return False
    titles = mine.names.words | theirs.names.words
    own, other = mine.mentions.names - titles, theirs.mentions.names - titles
    return bool(own and other) and overlap(own, other) <= _OTHER_NAMES


def _has_like_text(mine: _Traits, theirs: _Traits) -> bool:
    """Do both speak of one named thing, and in the same terms, or give one figure?"""
    shared = mine.terms & theirs.terms
    if len(shared) < _FEWEST_TERMS or not _names_what_is_told(mine, theirs):
        return False
    has_figure = bool(mine.figures & theirs.figures)
    enough = _LIKE_WITH_FIGURE if has_figure else _LIKE_TEXT
    is_like = overlap(mine.terms, theirs.terms) >= enough
    return (
        is_like
        and not _quotes_another(mine.names, theirs.names)
        and not _names_another(mine, theirs)
        and not _gives_other_figures(mine, theirs)
    )


def _goes_on(mine: _Traits, theirs: _Traits) -> bool:
    """Does the title name two things that the told one does, or one in its version, and
    what befell it?
    """
    own, other = mine.names, theirs.names
    named = (_named(mine) & other.words) | (_named(theirs) & own.words)
    return (
        (len(named) > 1 or bool(_same_things(own, other)))
        and tells_sequel(own.words, other.words)
        and not _names_another(mine, theirs)
    )


def _is_of_another(mine: _Traits, theirs: _Traits, alike: float) -> bool:
    """Is it said of another product, or in the same words of somebody else?"""
    own, other = mine.names.things, theirs.names.things
    if (
        own
        and other
        and {one.product for one in own}.isdisjoint(one.product for one in other)
    ):
        return True
    if alike < NEAR_WORDS:
        return False
    return _quotes_another(mine.names, theirs.names) or _names_another(mine, theirs)


def _quotes_another(mine: Names, theirs: Names) -> bool:
    """Does each title put another name in quotes, where no capitals tell one?"""
    return bool(mine.quoted and theirs.quoted) and mine.quoted.isdisjoint(theirs.quoted)


def _names_what_is_told(mine: _Traits, theirs: _Traits) -> bool:
    """Does either title name something of which the other story speaks?"""
    known, own = theirs.names.words | theirs.terms, mine.names.words | mine.terms
    return bool(_named(mine) & known) or bool(_named(theirs) & own)


def _names_another(mine: _Traits, theirs: _Traits) -> bool:
    """Does each title name something of which the other story does not speak?"""
    known, own = theirs.names.words | theirs.terms, mine.names.words | mine.terms
    return bool(_named(mine) - known) and bool(_named(theirs) - own)


def _named(traits: _Traits) -> frozenset[str]:
    products = (thing.product for thing in traits.names.things)
    return traits.names.plain | traits.names.opening | frozenset(products)


def _shared(mine: _Traits, theirs: _Traits, rarity: Rarity) -> float:
    """How much of what is told is the same: of the figures, or of all terms by rarity."""
    if _gives_other_figures(mine, theirs):
        return 0.0
    few = len(mine.figures & theirs.figures) < _FEWEST_FIGURES
    figures = 0.0 if few else overlap(mine.figures, theirs.figures)
    fewest = min(rarity.of(mine.terms), rarity.of(theirs.terms))
    same = rarity.of(mine.terms & theirs.terms)
    return max(figures, same / (fewest + _MORE_TERMS))


def _gives_other_figures(mine: _Traits, theirs: _Traits) -> bool:
    """Has each several figures, and most of them the other has not?"""
    fewest = min(len(mine.figures), len(theirs.figures))
    same = overlap(mine.figures, theirs.figures)
    return fewest >= _FEWEST_FIGURES and same < _OTHER_FIGURES


def _tells_else(mine: _Traits, theirs: _Traits) -> bool:
    """Do the texts give other figures, or have little in common?"""
    is_full = min(len(mine.terms), len(theirs.terms)) >= _FULL_TEXT
    is_other = is_full and overlap(mine.terms, theirs.terms) < _OTHER_TEXT
    return is_other or _gives_other_figures(mine, theirs)


def _is_enough(own: Names, other: Names, shared: frozenset[str]) -> bool:
    is_equal = own.words == other.words and len(shared) == _FEWEST_SHARED - 1
    return len(shared) >= _FEWEST_SHARED or is_equal


def _is_near(one: date | None, other: date | None) -> bool:
    return one is None or other is None or abs(one - other) <= TITLE_DAYS


def _is_new_version(mine: _Traits, theirs: _Traits) -> bool:
    """Does the title name a product in a version of which the other does not speak?"""
    if is_other_version(mine.names, theirs.names):
        return True
    return any(
        thing.product in theirs.mentions.perhaps and thing.version not in theirs.terms
        for thing in mine.names.things - theirs.names.things
    )


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


def _is_named_short(mine: Names, theirs: Names) -> bool:
    """Does either title leave out a part of the other's product?"""
    return any(
        is_short_for(one, other) or is_short_for(other, one)
        for one in mine.things
        for other in theirs.things
    )


def _is_named(thing: Thing, named: dict[str, Thing], other: Names) -> bool:
    if thing.name in named:
        return thing.variants == named[thing.name].variants
    is_spelled = {thing.product, thing.version, *thing.variants} <= other.words
    return is_spelled and len(thing.product) > 1 and not other.things


def _adds(mine: _Traits, theirs: _Traits, same: frozenset[Thing]) -> frozenset[str]:
    """The named things of which the earlier story did not speak."""
    known = theirs.names.words | theirs.names.plain | theirs.terms
    known |= {spelled(site.partition(".")[0]) for site in (*theirs.sites, *mine.sites)}
    known |= {part for thing in same for part in thing.name.split()}
    known = frozenset(part for name in known for part in name.split())
    return frozenset(
        {thing.name for thing in mine.names.things ^ theirs.names.things}
        - {thing.name for thing in same}
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


@lru_cache(maxsize=8192)
def telling_terms(title: str, text: str) -> tuple[str, ...]:
    """What a story is about, for the memory: its most frequent terms, title first.

    Then its first figures: they tell two tellings of one event.
    """
    said, headed = tokens(text), tokens(title)
    counted = Counter(_single(said))
    counted.update(dict.fromkeys(_single(headed), 3))
    ordered = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    figures = (one.folded for one in (*headed, *said) if one.is_number)
    kept = dict.fromkeys(figure for figure in figures if _is_figure(figure))
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
