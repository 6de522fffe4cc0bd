"""How alike a story and a told one are, and whether they are the same for certain. Pure.

The same are two stories with one address or one id, with the same product in the same
version, or, within a fortnight, with nearly the same title. What is like a told story, or
goes on with it, is for an evaluator to judge. Another version of what was told is new.
"""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from urllib.parse import urlsplit

from newsletter.research.coverage.shared_names import (
    is_named_short,
    quotes_another,
    same_plain,
    same_things,
)
from newsletter.research.coverage.traits import CoveredStory, Traits
from newsletter.research.names import (
    Names,
    Thing,
    has_other_variant,
    is_other_version,
)
from newsletter.research.rarity import Rarity
from newsletter.research.sequels import tells_sequel
from newsletter.research.story import WORKS
from newsletter.text.similarity import jaccard
from newsletter.text.spelling import spelled

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
# What more stories tell of is a subject.
_RARE = 5
# Two titles without a text have so few terms that some are the same by chance.
_MORE_TERMS = 1.0


class Likeness(StrEnum):
    """By what a story is known again."""

    ID = "id"  # the same work: an arXiv id, a DOI, a release
    ADDRESS = "address"
    NAMES = "names"  # the same product in the same version
    TITLE = "title"
    TEXT = "text"  # a named thing, and much the same terms
    WORK = "work"  # a paper and a report, by the name that one coins, and terms
    SEQUEL = "sequel"  # a named thing, and what befell it since
    SUBJECT = "subject"  # most likely both tell one event, each in words of its own


@dataclass(frozen=True, slots=True)
class Match:
    """A told story that a story is like; where it is not certain, somebody judges."""

    covered: CoveredStory
    by: Likeness
    is_certain: bool
    # The share of the terms that both texts have.
    shared: float = 0.0


def may_be_one(mine: Traits, theirs: Traits) -> bool:
    """Of two outlets, of the same days, and not of two versions.

    Two works both name what their field names, and an outlet what its town names.
    """
    if not _is_near(mine.day, theirs.day) or _is_new_version(mine, theirs):
        return False
    return not ((_is_work(mine) and _is_work(theirs)) or mine.sites & theirs.sites)


def _is_work(traits: Traits) -> bool:
    """A paper, a preprint or a release, by its id."""
    return any(name.startswith(WORKS) for name in traits.known_as)


def needs_texts(match: Match, mine: Traits, theirs: Traits) -> bool:
    """Is it for names or terms alone, which strangers share, and no product in its version?"""
    return (
        match.by in (Likeness.NAMES, Likeness.SEQUEL, Likeness.TEXT)
        and not match.is_certain
        and not same_things(mine.names, theirs.names)
        and not is_named_short(mine.names, theirs.names)
    )


def compared(
    mine: Traits, covered: CoveredStory, theirs: Traits, rarity: Rarity
) -> Match | None:
    """By what a story is like the told one: ids first, then names, then words."""
    same = {name for name in mine.known_as & theirs.known_as if not _is_front(name)}
    if any(name.startswith(WORKS) for name in same):
        return Match(covered, Likeness.ID, is_certain=True)
    if is_other_version(mine.names, theirs.names):
        return None
    if same:
        return Match(covered, Likeness.ADDRESS, is_certain=True)
    if _coin_others(mine, theirs):
        return None
    has_variant = has_other_variant(mine.names, theirs.names)
    if things := same_things(mine.names, theirs.names):
        is_rare = any(rarity.count(thing.name) <= _RARE for thing in things)
        is_whole = is_rare and not _adds(mine, theirs, things)
        tells_else = _tells_else(mine, theirs) or tells_sequel(
            mine.names.words, theirs.names.words
        )
        goes_on = tells_else and not has_variant if is_whole else _goes_on(mine, theirs)
        by = Likeness.SEQUEL if goes_on else Likeness.NAMES
        is_certain = is_whole and not has_variant and not tells_else
        return Match(covered, by, is_certain=is_certain)
    if is_named_short(mine.names, theirs.names):
        return Match(covered, Likeness.NAMES, is_certain=False)
    if _is_near(mine.day, theirs.day) and _tell_one_work(mine, theirs, rarity):
        return Match(covered, Likeness.WORK, is_certain=False)
    match = _by_words(mine, covered, theirs) if _is_near(mine.day, theirs.day) else None
    if match and has_variant:  # Kettle 3, or Kettle 3 Pro: somebody judges
        match = replace(match, is_certain=False)
    if not (match and match.is_certain) and _goes_on(mine, theirs):
        return Match(covered, Likeness.SEQUEL, is_certain=False)
    return match


def _tell_one_work(mine: Traits, theirs: Traits, rarity: Rarity) -> bool:
    """Are they a paper and a report of it: one with the name that the paper coins?

    What only mentions the paper's system shares hardly a figure with it.
    """
    if _is_work(mine) is _is_work(theirs):
        return False
    paper, report = (mine, theirs) if _is_work(mine) else (theirs, mine)
    coined = paper.names.coined
    known = report.names.words | report.mentions.names | report.mentions.perhaps
    if coined not in known | report.terms or rarity.count(coined) > _RARE:
        return False
    return _shares_terms(mine, theirs)


def _coin_others(mine: Traits, theirs: Traits) -> bool:
    """Does each title coin a name of which the other story does not speak?"""
    own, other = mine.names.coined, theirs.names.coined
    known, its = mine.names.words | mine.terms, theirs.names.words | theirs.terms
    return bool(own and other) and own not in its and other not in known


def _is_front(name: str) -> bool:
    """A site's first page tells another story every day."""
    try:
        parts = urlsplit(name)
    except ValueError:
        return False
    return bool(parts.netloc) and parts.path in {"", "/"} and not parts.query


def _by_words(mine: Traits, covered: CoveredStory, theirs: Traits) -> Match | None:
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
    if agrees and len(same_plain(own, other)) > 1:
        return Match(covered, Likeness.NAMES, is_certain=False)
    return None


def _texts_name_others(mine: Traits, theirs: Traits) -> bool:
    """Do the titles name nobody, and the texts mostly others?

    "A museum gives its drums back" is told of many museums.
    """
    own, other = mine.mentions.names, theirs.mentions.names
    if not own.isdisjoint(_named(mine)) or not other.isdisjoint(_named(theirs)):
        return False
    return bool(own and other) and overlap(own, other) <= _OTHER_NAMES


def _names_other_nouns(mine: Traits, theirs: Traits) -> bool:
    """The same where nouns have capitals: do the texts have mostly other ones?

    Which of them are names nobody can tell, so nothing is certain then.
    """
    if not (mine.mentions.has_nouns and theirs.mentions.has_nouns):
        return False
    titles = mine.names.words | theirs.names.words
    own, other = mine.mentions.names - titles, theirs.mentions.names - titles
    return bool(own and other) and overlap(own, other) <= _OTHER_NAMES


def _has_like_text(mine: Traits, theirs: Traits) -> bool:
    """Do both speak of one named thing, and in the same terms, or give one figure?"""
    return (
        _names_what_is_told(mine, theirs)
        and _shares_terms(mine, theirs)
        and not quotes_another(mine.names, theirs.names)
        and not _names_another(mine, theirs)
        and not _gives_other_figures(mine, theirs)
    )


def _shares_terms(mine: Traits, theirs: Traits) -> bool:
    """Are half of the terms the same, or a quarter and a figure?"""
    has_figure = bool(mine.figures & theirs.figures)
    enough = _LIKE_WITH_FIGURE if has_figure else _LIKE_TEXT
    has_terms = len(mine.terms & theirs.terms) >= _FEWEST_TERMS
    return has_terms and overlap(mine.terms, theirs.terms) >= enough


def _goes_on(mine: Traits, theirs: Traits) -> bool:
    """Does the title name two things that the told one does, or one in its version, and
    what befell it?
    """
    own, other = mine.names, theirs.names
    named = (_named(mine) & other.words) | (_named(theirs) & own.words)
    return (
        (len(named) > 1 or bool(same_things(own, other)))
        and tells_sequel(own.words, other.words)
        and not _names_another(mine, theirs)
    )


def _is_of_another(mine: Traits, theirs: Traits, alike: float) -> bool:
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
    return quotes_another(mine.names, theirs.names) or _names_another(mine, theirs)


def _names_what_is_told(mine: Traits, theirs: Traits) -> bool:
    """Does either title name something of which the other story speaks?"""
    known, own = theirs.names.words | theirs.terms, mine.names.words | mine.terms
    return bool(_named(mine) & known) or bool(_named(theirs) & own)


def _names_another(mine: Traits, theirs: Traits) -> bool:
    """Does each title name something of which the other story does not speak?"""
    known, own = theirs.names.words | theirs.terms, mine.names.words | mine.terms
    return bool(_named(mine) - known) and bool(_named(theirs) - own)


def _named(traits: Traits) -> frozenset[str]:
    products = (thing.product for thing in traits.names.things)
    return traits.names.plain | traits.names.opening | frozenset(products)


def shared_of(mine: Traits, theirs: Traits, rarity: Rarity) -> float:
    """How much of what is told is the same: of the figures, or of all terms by rarity."""
    if _gives_other_figures(mine, theirs):
        return 0.0
    few = len(mine.figures & theirs.figures) < _FEWEST_FIGURES
    figures = 0.0 if few else overlap(mine.figures, theirs.figures)
    fewest = min(rarity.of(mine.terms), rarity.of(theirs.terms))
    same = rarity.of(mine.terms & theirs.terms)
    return max(figures, same / (fewest + _MORE_TERMS))


def _gives_other_figures(mine: Traits, theirs: Traits) -> bool:
    """Has each several figures, and most of them the other has not?"""
    fewest = min(len(mine.figures), len(theirs.figures))
    same = overlap(mine.figures, theirs.figures)
    return fewest >= _FEWEST_FIGURES and same < _OTHER_FIGURES


def _tells_else(mine: Traits, theirs: Traits) -> bool:
    """Do the texts give other figures, or have little in common?"""
    is_full = min(len(mine.terms), len(theirs.terms)) >= _FULL_TEXT
    is_other = is_full and overlap(mine.terms, theirs.terms) < _OTHER_TEXT
    return is_other or _gives_other_figures(mine, theirs)


def _is_enough(own: Names, other: Names, shared: frozenset[str]) -> bool:
    is_equal = own.words == other.words and len(shared) == _FEWEST_SHARED - 1
    return len(shared) >= _FEWEST_SHARED or is_equal


def _is_near(one: date | None, other: date | None) -> bool:
    return one is None or other is None or abs(one - other) <= TITLE_DAYS


def _is_new_version(mine: Traits, theirs: Traits) -> bool:
    """Does the title name a product in a version of which the other does not speak?"""
    if is_other_version(mine.names, theirs.names):
        return True
    return any(
        thing.product in theirs.mentions.perhaps and thing.version not in theirs.terms
        for thing in mine.names.things - theirs.names.things
    )


def _adds(mine: Traits, theirs: Traits, same: frozenset[Thing]) -> frozenset[str]:
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


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of the shorter list of terms that the other has too."""
    fewest = min(len(one), len(other))
    return len(one & other) / fewest if fewest else 0.0
