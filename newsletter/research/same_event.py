"""Do two reports tell one event, each in words of its own? By what both texts share. Pure.

A logistic regression over nine measures. A word counts by how few of the reports in view
have it, by its beginning, which languages often share. On what the weights were chosen, and
how often they are right where nobody had looked, tells docs/memory.md; it is measured by
`python -m crux.bench.memory.events`.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from newsletter.research.names import is_other_version, names_in
from newsletter.research.story import WORKS, Story
from newsletter.text.language import FUNCTION_WORDS
from newsletter.text.sites import site_of
from newsletter.text.spelling import Token, tokens


class Measures(NamedTuple):
    """What two reports have in common; `words` and `names` are shares of the smaller."""

    words: float
    names: float
    all_names: float  # of the report that has more
    many_words: float
    many_names: float
    titles_apart: float
    figures: float
    figures_apart: float
    is_foreign: float


# The beginning of a report tells what happened; long ones all share something.
_READ = 900
_SHORTEST, _STEM = 3, 6
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
# From here on two stories of about the same days are taken for one event.
LIKELY = 0.85
_DAYS = timedelta(days=14)
# Names of more reports than these lead to none.
_FEW = 12
# So much of their little words reports in one language share.
_ONE_LANGUAGE = 0.3
# Of so many reports one can say which words are rare.
_SURE = math.log(400)
# The same words about other names: what many events are told in.
_FORMULA = 0.1
# What each measure weighs, and the sum without any.
_WEIGHTS = Measures(
    words=-1.70,
    names=1.71,
    all_names=-1.55,
    many_words=2.06,
    many_names=3.55,
    titles_apart=-1.00,
    figures=4.57,
    figures_apart=-0.57,
    is_foreign=1.41,
)
_BIAS = -4.17


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

    @property
    def names(self) -> frozenset[str]:
        """The beginnings of what may be names."""
        return frozenset(word[:_STEM] for word in self.capitals - self.small)


@lru_cache(maxsize=16_384)
def report_of(title: str, text: str) -> Report:
    """A report as it is compared."""
    headed = tokens(title)
    found = (*headed, *tokens(text[:_READ]))
    telling = [one for one in found if _is_telling(one)]
    return Report(
        words=frozenset(map(_stem, telling)),
        headed=frozenset(_stem(one) for one in headed if _is_telling(one)),
        capitals=frozenset(one.folded for one in telling if one.written[:1].isupper()),
        small=frozenset(one.folded for one in found if one.written[:1].islower()),
        figures=frozenset(one.folded for one in found if _is_figure(one)),
        function_words=frozenset(one.folded for one in found) & FUNCTION_WORDS,
    )


def and_terms(report: Report, terms: Iterable[str], names: Set[str]) -> Report:
    """A report of which only the beginning is kept, with terms and names of the rest."""
    said = [term for term in terms if len(term) >= _SHORTEST]
    words = {one[:_STEM] for one in (*said, *names) if one[:1].isalpha()}
    return replace(
        report,
        words=report.words | words,
        capitals=report.capitals | names,
        figures=report.figures | frozenset(filter(_is_telling_figure, said)),
    )


def _is_telling(token: Token) -> bool:
    is_word = not token.is_number and len(token.folded) >= _SHORTEST
    return is_word and token.folded not in FUNCTION_WORDS


def _stem(token: Token) -> str:
    return token.folded[:_STEM]


def _is_figure(token: Token) -> bool:
    return token.is_number and _is_telling_figure(token.folded)


def _is_telling_figure(folded: str) -> bool:
    digits = sum(letter.isdigit() for letter in folded)
    return folded[:1].isdigit() and digits > 1 and not _YEAR.match(folded)


def _is_foreign(one: Report, other: Report) -> bool:
    """Are they in two languages? Then they have fewer words in common."""
    little = one.function_words, other.function_words
    fewest = min(map(len, little))
    return len(little[0] & little[1]) < _ONE_LANGUAGE * (1 + fewest)


class Reports:
    """The reports in view, which tell how much a word tells, and what is no name."""

    def __init__(self, reports: Iterable[Report]) -> None:
        self._counts: Counter[str] = Counter()
        self._small: set[str] = set()
        total = 0
        for one in reports:
            self._counts.update(one.words)
            self._small |= one.small
            total += 1
        self._seen = math.log(total + 1)

    def likelihood(self, one: Report, other: Report) -> float:
        """How likely both tell one event, from 0 to 1."""
        measured = self.measures(one, other)
        if measured is None or measured.words > measured.names + _FORMULA:
            return 0.0
        said = math.fsum(w * m for w, m in zip(_WEIGHTS, measured, strict=True))
        return 1 / (1 + math.exp(-said - _BIAS))

    def measures(self, one: Report, other: Report) -> Measures | None:
        """What the likelihood is made of; None where they name nothing in common."""
        own, its = self._names(one), self._names(other)
        same = own & its
        names = self._rarity(same)
        if not names:
            return None
        said, also_said = one.words - own, other.words - its
        words = self._rarity((one.words & other.words) - same)
        some, others = sorted((self._rarity(own), self._rarity(its)))
        fewest = min(len(one.figures), len(other.figures))
        figures = len(one.figures & other.figures)
        return Measures(
            words=self._rarity(said & also_said)
            / (1 + min(self._rarity(said), self._rarity(also_said))),
            names=names / (1 + some),
            all_names=names / (1 + others),
            many_words=math.log1p(words),
            many_names=math.log1p(names),
            # Each title names what the other report does not.
            titles_apart=min(
                self._rarity((own & one.headed) - other.words),
                self._rarity((its & other.headed) - one.words),
            ),
            figures=figures / (1 + fewest),
            figures_apart=fewest - figures if fewest > 1 else 0,
            is_foreign=float(_is_foreign(one, other)),
        )

    def _names(self, report: Report) -> frozenset[str]:
        """Words that no report in view writes without a capital."""
        return frozenset(word[:_STEM] for word in report.capitals - self._small)

    def _rarity(self, words: Set[str]) -> float:
        """The sum over the words: 0 for what all reports have, 1 for what two of 400 have.

        Of few reports nobody can say that a word is rare.
        """
        counts = (max(1, self._counts[word] - 1) for word in words)
        return math.fsum((self._seen - math.log(count)) / _SURE for count in counts)


def of_stories(stories: Iterable[Story]) -> Reports:
    """The reports of some stories."""
    return Reports(report_of(one.title, one.summary) for one in stories)


def other_outlets(stories: Sequence[Story]) -> dict[str, int]:
    """By a story's id how many other sites most likely tell its event, where any does."""
    among = of_stories(stories)
    naming: defaultdict[str, list[int]] = defaultdict(list)
    for place, story in enumerate(stories):
        for name in report_of(story.title, story.summary).names:
            naming[name].append(place)
    near = {
        pair
        for places in naming.values()
        if len(places) <= _FEW
        for pair in combinations(places, 2)
    }
    told: defaultdict[str, set[str]] = defaultdict(set)
    for one, other in ((stories[a], stories[b]) for a, b in sorted(near)):
        if tell_one_event(one, other, among):
            told[one.id].add(site_of(other.url))
            told[other.id].add(site_of(one.url))
    return {name: len(sites) for name, sites in told.items()}


def tell_one_event(one: Story, other: Story, among: Reports) -> bool:
    """Do two outlets, in about the same days, most likely tell one event?

    Never where either has an id of its own (papers, releases), nor of two versions.
    """
    if one.id.startswith(WORKS) or other.id.startswith(WORKS):
        return False
    if site_of(one.url) == site_of(other.url):
        return False
    if (
        one.published
        and other.published
        and abs(one.published - other.published) > _DAYS
    ):
        return False
    if is_other_version(names_in(one.title), names_in(other.title)):
        return False
    reports = (report_of(story.title, story.summary) for story in (one, other))
    return among.likelihood(*reports) >= LIKELY
