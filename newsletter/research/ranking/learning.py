"""What an installation learned: a logistic regression over terms, beside the profile. Pure.

It starts neutral: without examples every story is worth 0. Nothing is shipped, nothing
is fetched; the same examples make the same model on every machine.
"""

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from newsletter.research.ranking import frequencies, profile
from newsletter.text.identifiers import sha256_of
from newsletter.text.similarity import Vector, scaled, stem, terms, vector

# An example counts half as much after so many weeks, and not at all after a year.
HALF_LIFE_WEEKS = 12.0
MOST_WEEKS = 52
# What was wanted is held against what was passed over, and by this share against the
# field at large: the first is near to it, and alone would teach what the two have in common.
_FIELD_SHARE = 0.3
_RIDGE = 0.01
_PASSES = 10
_RATE = 4.0
_FIELD_CASES = 6
_FIELD_TERMS = 2000
_MEAN_LENGTH = 0.12
_GOLDEN = (math.sqrt(5) - 1) / 2
# Terms kept, by weight; the others are noise.
MOST_TERMS = 2000
# So many examples are believed by half.
_DOUBT = 10.0
# From log-odds to the unit of Nearness, and how far it may move a story.
_UNIT = 5.0
_MOST = 8.0
_NAMED = 3
# A term that moves a story by less is not worth naming.
_TELLING = 0.15
_WORD = re.compile(r"[^\W_]+(?:\+\+|#)?")


@dataclass(frozen=True, slots=True)
class Example:
    """A story that was wanted, or not; `weight` says how sure that is.

    `is_passed`: nobody said so, it was merely found and not told. All such together weigh
    no more than what was wanted, however many they are, and alone they teach nothing.
    """

    title: str
    text: str
    is_wanted: bool
    age_weeks: float = 0.0
    weight: float = 1.0
    is_passed: bool = False


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a model says of one story, in the unit of Nearness, and by which terms."""

    value: float
    terms: tuple[str, ...] = ()


@dataclass(frozen=True)
class Learned:
    """The weight of each term, in log-odds; what is not among them weighs nothing.

    `texts` are what it was learned from, which show how a term is written.
    """

    weights: Mapping[str, float]
    texts: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def of(self, title: str, text: str) -> Opinion:
        """How much more, or less, a titled text is wanted than the profile knows."""
        if not self.weights:
            return Opinion(0.0)
        return self.opinion(_vector(title, text))

    def opinion(self, theirs: Vector) -> Opinion:
        """The same of a text's vector; the title counts double in it."""
        weights = self.weights
        parts = [
            (weight * weights[term] * _UNIT, term)
            for term, weight in theirs.items()
            if term in weights
        ]
        value = math.fsum(part for part, _ in parts)
        sign = 1 if value >= 0 else -1
        told = sorted((-sign * part, term) for part, term in parts)
        named = [term for part, term in told if -part >= _TELLING]
        telling = tuple(map(self.written, _without_parts(named)))
        return Opinion(max(-_MOST, min(_MOST, value)), telling)

    def written(self, term: str) -> str:
        """A term as people read it: `kettles` where that is what was mostly written."""
        return " ".join(self._forms.get(part, part) for part in term.split())

    @cached_property
    def _forms(self) -> Mapping[str, str]:
        """By its stem how each word is mostly written, in small letters wherever it ever is."""
        known = {part for term in self.weights for part in term.split()}
        counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for word, times in _words_of(self.texts).items():
            if (stemmed := stem(word.lower())) in known:
                counted[stemmed][word] += times
        return {
            stemmed: max(forms, key=lambda word: (word.islower(), forms[word], word))
            for stemmed, forms in counted.items()
        }

    @cached_property
    def sha256(self) -> str:
        """The name of exactly this model; empty for the neutral one."""
        return (
            sha256_of(json.dumps(self.weights, sort_keys=True)) if self.weights else ""
        )

    def strongest(self, most: int) -> tuple[list[tuple[str, float]], ...]:
        """The terms that speak for a story, and those against, the strongest first."""
        ordered = sorted(self.weights.items(), key=lambda pair: (-pair[1], pair[0]))
        wanted = [pair for pair in ordered if pair[1] > 0][:most]
        unwanted = [pair for pair in reversed(ordered) if pair[1] < 0][:most]
        return wanted, unwanted


NEUTRAL = Learned({})


def train(
    examples: Iterable[Example], is_named: Callable[[str], bool] = lambda _: False
) -> Learned:
    """The model of these examples; neutral where nobody wanted, or did not want, any.

    A term that the readers' profile names (`is_named`) weighs no more against a story than
    people alone would have it: never for what was merely passed over.
    """
    known = [one for one in examples if one.age_weeks <= MOST_WEEKS]
    weights = _fitted(known)
    if not weights:
        return NEUTRAL
    if named := {t for t, weight in weights.items() if weight < 0 and is_named(t)}:
        said = _said_against(known)
        weights |= {term: max(weights[term], said.get(term, 0.0)) for term in named}
    strongest = sorted(weights.items(), key=lambda pair: (-abs(pair[1]), pair[0]))
    kept = ((term, round(weight, 4)) for term, weight in strongest[:MOST_TERMS])
    texts = tuple(f"{one.title} {one.text}" for one in known)
    return Learned({term: weight for term, weight in kept if weight}, texts)


def named_by(wanted: str) -> Callable[[str], bool]:
    """Whether a profile's text has a term, in whatever form of its words."""
    known = profile.read(wanted)

    def is_named(term: str) -> bool:
        said = known.forms.of([term])[0] if known.forms else term
        return known.wanted.get(said, 0.0) > 0

    return is_named


def _fitted(known: Sequence[Example]) -> dict[str, float]:
    """The weight of each term, as far as it is believed; empty where nothing teaches."""
    wanted = _weighed(one for one in known if one.is_wanted)
    passed = _weighed(one for one in known if one.is_passed)
    unwanted = _weighed(one for one in known if not (one.is_wanted or one.is_passed))
    liked, disliked = _sum(wanted), _sum(unwanted)
    if not (total := liked + disliked):
        return {}
    # Each keeps the weight it was given; what stands against it only makes both sides
    # weigh the same.
    against = liked * (1 - _FIELD_SHARE) if passed else 0.0
    share = against / (_sum(passed) or 1.0)
    cases = [
        *(_Case(pairs, 1.0, weight) for pairs, weight in wanted),
        *(_Case(pairs, 0.0, weight) for pairs, weight in unwanted),
        *(_Case(pairs, 0.0, weight * share) for pairs, weight in passed if share),
        *_field_cases(0.0, liked - against),
        *_field_cases(1.0, disliked),
    ]
    belief = total / (total + _DOUBT)
    weights = _descend(_mixed(cases), total)
    return {term: weight * belief for term, weight in weights.items()}


def _said_against(known: Sequence[Example]) -> dict[str, float]:
    """By term how much people alone speak against what has it."""
    unwanted = [one for one in known if not (one.is_wanted or one.is_passed)]
    said = {t for one in unwanted for t in (*terms(one.title), *terms(one.text))}
    if not said:
        return {}
    alone = _fitted([one for one in known if not one.is_passed])
    return {term: min(0.0, weight) for term, weight in alone.items() if term in said}


def _words_of(texts: Iterable[str]) -> Counter[str]:
    counted = Counter[str]()
    for text in texts:
        counted.update(_WORD.findall(text))
    return counted


_Pairs = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class _Case:
    pairs: _Pairs
    label: float
    weight: float


def _sum(weighed: Iterable[tuple[_Pairs, float]]) -> float:
    return math.fsum(weight for _, weight in weighed)


def _field_cases(label: float, weight: float) -> list[_Case]:
    """The field at large on one side; more than one, so that none is a long step."""
    if not weight:
        return []
    return [_Case(_field(), label, weight / _FIELD_CASES)] * _FIELD_CASES


def _weighed(examples: Iterable[Example]) -> list[tuple[_Pairs, float]]:
    return [
        (
            tuple(_vector(one.title, one.text).items()),
            one.weight * 0.5 ** (one.age_weeks / HALF_LIFE_WEEKS),
        )
        for one in examples
    ]


def _vector(title: str, text: str) -> Vector:
    return vector(terms(title) * 2 + terms(text), frequencies.shipped())


@cache
def _field() -> _Pairs:
    """The mean text of the field, by the frequencies that are shipped."""
    known = frequencies.shipped()
    mean = {term: known.share(term) * known.weight(term) for term in known.counts}
    common = sorted(mean, key=lambda term: (-mean[term], term))[:_FIELD_TERMS]
    # Shorter than one text: what texts do not share cancels out in their mean.
    pairs = scaled({term: mean[term] for term in common}).items()
    return tuple((term, weight * _MEAN_LENGTH) for term, weight in pairs)


def _mixed(cases: Sequence[_Case]) -> list[_Case]:
    """In an order in which no kind stands together, the same every time."""
    places = sorted(range(len(cases)), key=lambda place: place * _GOLDEN % 1)
    return [cases[place] for place in places]


def _descend(cases: Sequence[_Case], total: float) -> dict[str, float]:
    """Logistic regression by stochastic gradient descent."""
    weights: dict[str, float] = {}
    bias = 0.0
    mean = 2 * total / len(cases)
    for turn in range(_PASSES):
        rate = _RATE / (1 + turn)
        for case in cases:
            margin = bias + sum([weights.get(t, 0.0) * x for t, x in case.pairs])
            chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, margin))))
            step = rate * (chance - case.label) * case.weight / mean
            bias -= step
            for term, share in case.pairs:
                weights[term] = weights.get(term, 0.0) - step * share
        kept = 1 - min(0.5, rate * _RIDGE * len(cases) / total)
        weights = {term: weight * kept for term, weight in weights.items()}
    return weights


def _without_parts(named: Sequence[str]) -> tuple[str, ...]:
    """The first few terms, none of them a part of another."""
    kept: list[str] = []
    for term in named:
        if not any(set(term.split()) & set(other.split()) for other in kept):
            kept.append(term)
    return tuple(kept[:_NAMED])
