"""Stories by topic: average linkage over sparse TF-IDF, and a name for each cluster. Pure.

UPGMA: R. R. Sokal and C. D. Michener, "A statistical method for evaluating systematic
relationships", University of Kansas Science Bulletin 38 (1958). Two texts that share no
term that tells anything apart are never compared, so the cost goes by shared terms and
not by the square of the stories. The same stories give the same clusters in any order.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush, nsmallest

from newsletter.research.ranking import frequencies
from newsletter.research.topics.common_words import common_words
from newsletter.research.topics.labels import (
    each_once,
    is_short_for,
    is_telling,
    is_told_by,
    leans,
    written,
)
from newsletter.text.similarity import Vector, count, scaled, terms, vector

# Mean cosine at which two clusters are one topic.
LEAST_ALIKE = 0.08
# A term that more of the stories have tells none of them apart; of few, by how many.
_MOST_SHARE = 0.2
_FEWEST_FOR_SHARE = 20
_MOST_SHARE_OF_FEW, _FEW = 0.5, 8
# So many terms of a story are compared, those that tell most of it.
_MOST_TERMS = 60
# Two stories less alike than this count as having nothing in common.
_NOTHING_ALIKE = 0.02
# Cosines are compared to this precision, so that no order of sums decides.
_DIGITS = 9
# What makes a term a better heading, and when a second one is worth telling.
_IN_TITLES, _OF_TWO_WORDS, _LEAST_OF_FIRST = 2, 1.5, 0.4
_LEAST_SHARE = 0.4
_NAME_TERMS = 2
# A second term is worth telling for so many of the stories that the first leaves out.
_LEAST_MORE = 0.2
_NAMED_AT_MOST = 12


@dataclass(frozen=True, slots=True)
class Cluster:
    """Stories of one topic, the most central first, and the terms that set it apart."""

    ids: tuple[str, ...]
    terms: tuple[str, ...]

    @property
    def name(self) -> str:
        """Its terms as a heading; empty where nothing sets it apart."""
        told = ", ".join(self.terms)
        return told[:1].upper() + told[1:]


def clusters(
    texts: Mapping[str, str], *, least_alike: float = LEAST_ALIKE
) -> list[Cluster]:
    """The topics of some stories, by id and text: the largest first, each story in one."""
    common = common_words(texts.values())
    vectors = _vectors(texts, common)
    groups = _linked(vectors, least_alike)
    whole = _sum(vectors.values())
    titles = {
        name: frozenset(terms(text.partition("\n")[0])) for name, text in texts.items()
    }
    found = []
    for group in groups:
        names = _distinctive(group, vectors, whole, titles)
        central = _central_first(group, vectors)
        told = (
            written(
                term, (texts[name] for name in central if term in vectors[name]), common
            )
            for term in names
        )
        found.append(Cluster(central, each_once(told)))
    return sorted(found, key=lambda one: (-len(one.ids), one.ids))


def _vectors(texts: Mapping[str, str], common: Collection[str]) -> dict[str, Vector]:
    """Each story's terms, less those that one story has alone or too many have.

    Words that tell of no subject make no two stories alike, in any language.
    """
    told = {name: terms(texts[name]) for name in sorted(texts)}
    known = count(told.values())
    most = _MOST_SHARE_OF_FEW if len(told) >= _FEW else 1.0
    if len(told) >= _FEWEST_FOR_SHARE:
        most = _MOST_SHARE
    kept = {
        term
        for term, number in known.counts.items()
        if number > 1 and known.share(term) <= most and is_telling(term, common)
    }
    return {
        name: _telling(vector((term for term in document if term in kept), known))
        for name, document in told.items()
    }


def _telling(weights: Vector) -> Vector:
    """The terms that weigh most, brought to length 1 again."""
    if len(weights) <= _MOST_TERMS:
        return weights
    most = nsmallest(
        _MOST_TERMS, weights, key=lambda term: (-round(weights[term], _DIGITS), term)
    )
    return scaled({term: weights[term] for term in most})


def _cosines(vectors: Mapping[str, Vector]) -> dict[int, dict[int, float]]:
    """The cosine of every two stories that have something in common, by their places."""
    having: dict[str, list[tuple[int, float]]] = defaultdict(list)
    alike: dict[int, dict[int, float]] = {}
    for place, weights in enumerate(vectors.values()):
        before: dict[int, float] = {}
        for term, weight in weights.items():
            for other, its in having[term]:
                before[other] = before.get(other, 0.0) + weight * its
            having[term].append((place, weight))
        own = alike[place] = {}
        for other, cosine in before.items():
            if cosine >= _NOTHING_ALIKE:
                own[other] = alike[other][place] = cosine
    return alike


def _linked(vectors: Mapping[str, Vector], least: float) -> list[list[str]]:
    """Merge the two clusters with the highest mean cosine, as long as that is enough."""
    sums = _cosines(vectors)
    # The cluster in whose name a place stands; places follow the order of ids.
    members = {place: [place] for place in sums}
    heap = [
        (-round(cosine, _DIGITS), place, other)
        for place, row in sums.items()
        for other, cosine in row.items()
        if place < other and cosine >= least
    ]
    heapify(heap)
    while heap:
        told, one, other = heappop(heap)
        if one not in members or other not in members:
            continue
        mean = _mean(sums, members, one, other)
        if told != -round(mean, _DIGITS):
            continue  # one of them has grown since, and stands further down
        _join(sums, members, one, other)
        for third in sums[one]:
            mean = _mean(sums, members, one, third)
            if mean >= least:
                pair = (one, third) if one < third else (third, one)
                heappush(heap, (-round(mean, _DIGITS), *pair))
    names = list(vectors)
    return [[names[place] for place in group] for group in members.values()]


def _mean(
    sums: Mapping[int, Mapping[int, float]],
    members: Mapping[int, list[int]],
    one: int,
    other: int,
) -> float:
    return sums[one].get(other, 0.0) / (len(members[one]) * len(members[other]))


def _join(
    sums: dict[int, dict[int, float]],
    members: dict[int, list[int]],
    one: int,
    other: int,
) -> None:
    """Put `other` into `one`: what both had to do with a third adds up."""
    members[one] = sorted(members[one] + members.pop(other))
    own = sums[one]
    for third, cosine in sums.pop(other).items():
        sums[third].pop(other, None)
        if third != one:
            own[third] = sums[third][one] = own.get(third, 0.0) + cosine
    own.pop(other, None)


def _sum(vectors: Iterable[Vector]) -> Counter[str]:
    total: Counter[str] = Counter()
    for weights in vectors:
        for term, weight in weights.items():
            total[term] += weight  # type: ignore[assignment]
    return total


def _central_first(
    group: Iterable[str], vectors: Mapping[str, Vector]
) -> tuple[str, ...]:
    """The stories of a cluster, those nearest to all of it first."""
    group = list(group)
    total = _sum(vectors[name] for name in group)

    def nearness(name: str) -> float:
        return sum(weight * total[term] for term, weight in vectors[name].items())

    return tuple(
        sorted(group, key=lambda name: (-round(nearness(name), _DIGITS), name))
    )


def _distinctive(
    group: Sequence[str],
    vectors: Mapping[str, Vector],
    whole: Mapping[str, float],
    titles: Mapping[str, frozenset[str]],
) -> list[str]:
    """The terms that stand for much in the cluster and for little outside of it.

    A term that more of its stories and of their titles have makes a better heading, so
    does one of two words, and one that is rare in the field.
    """
    own = _sum(vectors[name] for name in group)
    shared = Counter(term for name in group for term in vectors[name])
    titled = Counter(term for name in group for term in titles[name])
    rarity = frequencies.shipped()
    worth = {
        term: weight**2
        / whole[term]
        * rarity.weight(term)
        * (shared[term] / len(group))
        * (1 + _IN_TITLES * titled[term] / len(group))
        * (_OF_TWO_WORDS if " " in term else 1)
        for term, weight in own.items()
        if _may_name(term, shared[term], titled[term], len(group))
    }
    ranked = sorted(worth, key=lambda one: (-round(worth[one], _DIGITS), one))
    having = {term: {name for name in group if term in vectors[name]} for term in worth}
    named: list[str] = []
    for term in ranked[:_NAMED_AT_MOST]:
        if worth[term] < _LEAST_OF_FIRST * worth[ranked[0]]:
            break
        if any(is_told_by(term, known) for known in named):
            continue
        told = set[str]().union(*(having[known] for known in named))
        more = len(having[term] - told)
        if not named or (titled[term] > 1 and more >= _LEAST_MORE * len(group)):
            named.append(term)
    return [_in_full(term, shared) for term in named[:_NAME_TERMS]]


def _in_full(term: str, shared: Mapping[str, int]) -> str:
    """What initials stand for, where most that have them say it: `rl`, all of it."""
    whole = (
        one
        for one, number in sorted(shared.items())
        if " " in one and 2 * number > shared[term] and is_short_for(term, one)
    )
    return next(whole, term)


def _may_name(term: str, shared: int, titled: int, stories: int) -> bool:
    """Whether a term may stand for stories: that many have it, and titles speak of it.

    A word by itself stands in two titles; most such words of one title are an aside.
    """
    enough = max(2, _LEAST_SHARE * stories)
    least_titled = 1 if " " in term else 2
    is_fit = is_telling(term) and not leans(term)
    return shared >= enough and titled >= least_titled and is_fit
