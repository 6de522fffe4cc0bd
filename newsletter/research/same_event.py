"""Do two reports tell one event, each in words of its own? By what both texts share. Pure.

A logistic regression over six measures. A word counts by how few of the reports in view
have it, by its beginning, which languages often share; what is written without spaces, by
pairs of its characters; names are a measure of their own where a script has capitals. On what the weights were chosen, and how often they are right where nobody had
looked, tells docs/measured/memory.md; it is measured by `python -m crux.bench.memory.events`.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache
from itertools import chain, combinations
from typing import NamedTuple

from newsletter.research.hangul import sounds_in_hangul, sounds_in_latin
from newsletter.research.names import is_other_version, names_in
from newsletter.research.numerals import figures_of, is_figure
from newsletter.research.rarity import Rarity
from newsletter.research.story import BEGINNING, WORKS, Story
from newsletter.text.language import FUNCTION_WORDS
from newsletter.text.sites import site_of
from newsletter.text.spelling import Token, tokens


class Measures(NamedTuple):
    """What two reports have in common; the first three are shares of what is rare."""

    words: float  # of the report that has more
    titles: float  # of both titles' words, what both reports have
    title: float  # of one title's words, what the other report has
    names: float  # of the report that has fewer
    figures: (
        float  # how rare the figures are that both give, and a name that both speak of
    )
    is_foreign: float


_SHORTEST, _STEM = 3, 6
# From here on two stories of about the same days are taken for one event.
LIKELY = 0.93
# From here on six of seven pairs of one week whose titles share a name are of one affair: one
# event, or what is said of it and comes of it.
_ONE_AFFAIR = 0.5
_DAYS = timedelta(days=14)
# Words of more reports than these lead to none.
_FEW = 12
# Of so many words two reports of one event share one that few have. Where words are pairs
# of characters a text has many, and most pairs of texts share some by chance.
_WORDS_TO_A_RARE_ONE = 300
# So much of their little words reports in one language share.
_ONE_LANGUAGE = 0.3
# Of so many reports one can say which words are rare.
_SURE = math.log(400)
# What Arabic and Hebrew write before a word, where enough of the word is left.
_PREFIX = re.compile(
    r"(?:[\u0648\u0641\u0628\u0643\u0644]?\u0627\u0644|\u0644\u0644"
    r"|[\u0648\u0641\u0628\u0644](?=.{4}))(?=.{3})"
    r"|[\u05d5\u05d4\u05d1\u05dc\u05de\u05e9\u05db]{1,2}(?=.{3})"
)
# So many figures that nobody else gives tell all that figures can.
_MOST_FIGURES = 2.0
# What each measure weighs, and the sum without any.
_WEIGHTS = Measures(
    words=22.7,
    titles=2.3,
    title=4.7,
    names=4.8,
    figures=1.8,
    is_foreign=1.5,
)
_BIAS = -6.0
# So many of all words are the same in what is written by a formula.
_FORMULA = 0.25
# A title alone tells too little.
_FEWEST_BESIDE = 6


@dataclass(frozen=True, slots=True)
class Report:
    """What of a report is compared: beginnings of words, and figures of two digits."""

    words: frozenset[str]
    headed: frozenset[str]
    # Whole words: written with a capital, and somewhere without one.
    capitals: frozenset[str]
    small: frozenset[str]
    figures: frozenset[str]
    # The little words of its language.
    function_words: frozenset[str]
    # How names sound that it writes in Hangul, and those in Latin letters.
    hangul: frozenset[str] = frozenset()
    latin: frozenset[str] = frozenset()

    @property
    def said(self) -> frozenset[str]:
        """Its words, and how its names sound: by what another report may be found."""
        return self.words | self.hangul | self.latin

    def sounds_like(self, other: "Report") -> frozenset[str]:
        """The names that one of them writes in Hangul and the other in Latin letters."""
        return self.hangul & other.latin | self.latin & other.hangul


@lru_cache(maxsize=16_384)
def report_of(title: str, text: str) -> Report:
    """A report as it is compared."""
    headed = tokens(title)
    said = f"{title}\n{text[:BEGINNING]}"
    found = (*headed, *tokens(text[:BEGINNING]))
    telling = [one for one in found if _is_telling(one)]
    return Report(
        words=frozenset(_stem(one.folded) for one in telling),
        headed=frozenset(_stem(one.folded) for one in headed if _is_telling(one)),
        capitals=frozenset(one.folded for one in telling if one.written[:1].isupper()),
        small=frozenset(one.folded for one in found if one.written[:1].islower()),
        figures=frozenset(figures_of(found)),
        function_words=frozenset(one.folded for one in found) & FUNCTION_WORDS,
        hangul=sounds_in_hangul(said),
        latin=sounds_in_latin(said),
    )


def and_terms(report: Report, terms: Iterable[str], names: Set[str]) -> Report:
    """A report of which only the beginning is kept, with terms and names of the rest."""
    said = [*terms, *names]
    words = {_stem(one) for one in said if one[:1].isalpha() and _is_long(one)}
    return replace(
        report,
        words=report.words | words,
        capitals=report.capitals | names,
        figures=report.figures | frozenset(filter(is_figure, said)),
    )


def _is_telling(token: Token) -> bool:
    is_word = not token.is_number and _is_long(token.folded)
    return is_word and token.folded not in FUNCTION_WORDS


def _is_long(folded: str) -> bool:
    """Long enough to tell something; without spaces a pair of characters is."""
    return len(folded) >= _SHORTEST or (len(folded) == 2 and not _is_cased(folded))


def _is_cased(folded: str) -> bool:
    return folded.upper() != folded


def _stem(folded: str) -> str:
    return _PREFIX.sub("", folded, count=1)[:_STEM]


def has_texts(*reports: Report) -> bool:
    """Does each say something besides its title?"""
    return all(len(one.words - one.headed) >= _FEWEST_BESIDE for one in reports)


def _is_foreign(one: Report, other: Report) -> bool:
    """Are they in two languages? Then they have fewer words in common."""
    little = one.function_words, other.function_words
    fewest = min(map(len, little))
    return len(little[0] & little[1]) < _ONE_LANGUAGE * (1 + fewest)


@dataclass(frozen=True, slots=True)
class _Weighed:
    """How much all words of a report tell, its names, and how much these tell."""

    words: float
    names: frozenset[str]
    named: float


class Reports:
    """The reports in view, which tell how much a word tells, and what is no name."""

    def __init__(self, reports: Iterable[Report]) -> None:
        seen = list(reports)
        self._rarity = Rarity((one.words for one in seen), _SURE).of
        self._rarity_of_figures = Rarity((one.figures for one in seen), _SURE).of
        self._rarity_of_sounds = Rarity(
            (one.hangul | one.latin for one in seen), _SURE
        ).of
        self._small = frozenset(chain.from_iterable(one.small for one in seen))
        self._weighed: dict[Report, _Weighed] = {}

    def likelihood(self, one: Report, other: Report) -> float:
        """How likely both tell one event, from 0 to 1."""
        measured = self.measures(one, other)
        if measured is None or self._is_formula(one, other):
            return 0.0
        said = math.fsum(w * m for w, m in zip(_WEIGHTS, measured, strict=True))
        return 1 / (1 + math.exp(-said - _BIAS))

    def measures(self, one: Report, other: Report) -> Measures | None:
        """What the likelihood is made of; None where one of them has hardly a text."""
        if not has_texts(one, other):
            return None
        same = one.words & other.words
        mine, theirs = self._weigh(one), self._weigh(other)
        headed = one.headed | other.headed
        named = mine.names & theirs.names
        sounds = one.sounds_like(other)
        heard = self._rarity_of_sounds(sounds)
        # A figure alone, such as 100, is given of many things.
        rarest = max(
            (
                *(self._rarity((name,)) for name in named),
                *(self._rarity_of_sounds((sound,)) for sound in sounds),
            ),
            default=0.0,
        )
        figures = self._rarity_of_figures(one.figures & other.figures) * rarest
        return Measures(
            words=(self._rarity(same) + heard) / (1 + max(mine.words, theirs.words)),
            titles=self._share(headed, same),
            title=max(
                self._share(one.headed, other.words),
                self._share(other.headed, one.words),
            ),
            names=(self._rarity(named) + heard) / (1 + min(mine.named, theirs.named)),
            figures=min(figures, _MOST_FIGURES),
            is_foreign=float(_is_foreign(one, other)),
        )

    def names_shared(self, one: Report, other: Report) -> float:
        """How much of what the one names, that names less, both name."""
        measured = self.measures(one, other)
        return measured.names if measured else 0.0

    def headed_alike(self, one: Report, other: Report) -> frozenset[str]:
        """The names that both titles hold."""
        own, its = self._weigh(one).names, self._weigh(other).names
        return own & one.headed & its & other.headed

    def _weigh(self, report: Report) -> "_Weighed":
        """What a report is measured by beside each other one: worked out once."""
        if report not in self._weighed:
            # The beginnings of words that no report in view writes without a capital.
            names = frozenset(map(_stem, report.capitals - self._small))
            words = self._rarity(report.words)
            self._weighed[report] = _Weighed(words, names, self._rarity(names))
        return self._weighed[report]

    def _is_formula(self, one: Report, other: Report) -> bool:
        """The same words about others, which many events are told in.

        Nothing sets them apart but a number, or both name only what the other does not, or
        their titles say the same, each of somebody of whom the other does not speak.
        """
        same, all_ = one.words & other.words, one.words | other.words
        if len(same) < _FORMULA * len(all_):
            return False
        if same == all_:
            return True
        if one.sounds_like(other):
            return False
        own, its = self._weigh(one).names, self._weigh(other).names
        if own and its and not own & its:
            return True
        if not (own & one.headed - other.words and its & other.headed - one.words):
            return False
        said, its_said = one.headed - own, other.headed - its
        return 2 * len(said & its_said) >= len(said | its_said)

    def _share(self, of: Set[str], which: Set[str]) -> float:
        return self._rarity(of & which) / (1 + self._rarity(of))


def of_stories(stories: Iterable[Story]) -> Reports:
    """The reports of some stories."""
    return Reports(report_of(one.title, one.summary) for one in stories)


def other_outlets(stories: Sequence[Story]) -> dict[str, int]:
    """By a story's id how many other sites most likely tell its event, where any does."""
    among = of_stories(stories)
    having: defaultdict[str, list[int]] = defaultdict(list)
    said: list[int] = []
    for place, story in enumerate(stories):
        words = report_of(story.title, story.summary).words
        said.append(len(words))
        for word in words:
            having[word].append(place)
    near = Counter(
        pair
        for places in having.values()
        if len(places) <= _FEW
        for pair in combinations(places, 2)
    )
    told: defaultdict[str, set[str]] = defaultdict(set)
    for (first, second), shared in sorted(near.items()):
        one, other = stories[first], stories[second]
        fewest = min(said[first], said[second])
        is_near = shared * _WORDS_TO_A_RARE_ONE >= fewest
        if is_near and tell_one_event(one, other, among):
            told[one.id].add(site_of(other.url))
            told[other.id].add(site_of(one.url))
    return {name: len(sites) for name, sites in told.items()}


def tell_one_event(one: Story, other: Story, among: Reports) -> bool:
    """Do two outlets, in about the same days, most likely tell one event?

    Never where either has an id of its own (papers, releases), nor of two versions.
    """
    return _how_likely(one, other, among) >= LIKELY


def tell_one_affair(one: Story, other: Story, among: Reports) -> bool:
    """Do they likely tell one event, or what is said of it and came of it?

    Both titles name somebody or something of the same, where a script has capitals. Two of
    one outlet, which tells an affair day after day, share its words besides: they have to
    be alike as two reports of one event are.
    """
    is_of_one = (one.publisher, site_of(one.url)) == (
        other.publisher,
        site_of(other.url),
    )
    least = LIKELY if is_of_one else _ONE_AFFAIR
    if _how_likely(one, other, among, of_one_outlet=is_of_one) < least:
        return False
    reports = (report_of(story.title, story.summary) for story in (one, other))
    return bool(among.headed_alike(*reports))


def _how_likely(
    one: Story, other: Story, among: Reports, *, of_one_outlet: bool = False
) -> float:
    if one.id.startswith(WORKS) or other.id.startswith(WORKS):
        return 0.0
    if not of_one_outlet and site_of(one.url) == site_of(other.url):
        return 0.0
    if (
        one.published
        and other.published
        and abs(one.published - other.published) > _DAYS
    ):
        return 0.0
    if is_other_version(names_in(one.title), names_in(other.title)):
        return 0.0
    reports = (report_of(story.title, story.summary) for story in (one, other))
    return among.likelihood(*reports)
