"""How alike two texts are: words, TF-IDF vectors, cosine, Jaccard of shingles.

Pure, standard library only, the same on every machine: nothing depends on the order of
a set. Knows texts, not stories.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

# A term and its weight; a vector made here has length 1 unless it is empty.
Vector = Mapping[str, float]

_WORD = re.compile(r"[^\W_]+(?:\+\+|#)?")
# The same, and the marks between which no two words are neighbours.
_WORD_OR_MARK = re.compile(r"[^\W_]+(?:\+\+|#)?|[.,;:!?()\[\]\"“”]")
# Words that say nothing about a subject, in prose and in abstracts.
_STOP_WORDS = """
    a an the of and or in on at to for from with by as is are was were be been being
    this that these those it its their our my your his her we us i you he she they them
    which who whom whose what when where why how not no nor but if then than so such can
    could may might will would shall should must do does did done doing have has had
    having about into onto over under between among through during before after above
    below up down out off again further more most less least few many much some any all
    both each other another same own only very also too just well however thus hence
    therefore while although though because since until via per et al eg ie etc using
    use used uses based new paper propose proposed proposes show shows shown result
    results approach approaches method methods work works study studies present presents
    presented demonstrate demonstrates achieve achieves achieved across introduce
    introduces introduced existing recent recently novel including within without
    towards toward one two three first second often still even whether here there now
    get let make made makes like say says said today"""
STOP_WORDS = frozenset(_STOP_WORDS.split())


def words(text: str) -> list[str]:
    """Every word in lower case, in order, stop words and all."""
    return _WORD.findall(text.lower())


def terms(text: str) -> list[str]:
    """What a text is about: its words without stop words, and the pairs of neighbours.

    Plurals become singular; a pair is written with a space: `language model`.
    """
    found: list[str] = []
    before = ""
    for word in _WORD_OR_MARK.findall(_spaced(text.lower())):
        singular = stem(word)
        if not singular:
            before = ""
            continue
        found.append(singular)
        if before:
            found.append(f"{before} {singular}")
        before = singular
    return found


_UNSPACED_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]{2,}")


def _spaced(text: str) -> str:
    """Chinese and Japanese, which have no blanks, as pairs of letters that have."""
    if text.isascii():
        return text

    def pairs(run: re.Match[str]) -> str:
        letters = run.group()
        found = (letters[at : at + 2] for at in range(len(letters) - 1))
        return f" {' '.join(found)} "

    return _UNSPACED_RUN.sub(pairs, text)


# Endings of plurals in "es" and "ies": breaches, taxes, crashes, potatoes, viruses.
_IN_ES = ("sses", "ches", "shes", "xes", "atoes", "ruses", "puses", "nuses")
# Those of which the "e" is the singular's own: a cache, a movie.
_OWN_E_WORDS = """
    aches avalanches axes backaches brownies caches calories cookies foodies headaches
    hoodies indies moustaches movies niches prairies quiches rookies selfies smoothies
    stomachaches toothaches veggies zombies"""
_OWN_E = frozenset(_OWN_E_WORDS.split())


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The word without a plural's ending; empty for what is no word of a subject."""
    if word in STOP_WORDS or len(word) < 2 or word.isdigit():
        return ""
    if len(word) < 4 or word.endswith(("ss", "us", "is")):
        return word
    if not word.endswith("s") or word in _OWN_E:
        return word.removesuffix("s")
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(_IN_ES) else word[:-1]


@dataclass(frozen=True, slots=True)
class Frequencies:
    """In how many of `documents` texts each term occurs. Make it with `of`."""

    documents: int
    counts: Mapping[str, int]
    weights: Mapping[str, float]

    @classmethod
    def of(cls, documents: int, counts: Mapping[str, int]) -> "Frequencies":
        """With the weight of every term worked out once."""
        weights = {
            term: math.log((documents + 1) / (count + 1)) + 1
            for term, count in counts.items()
        }
        return cls(documents, counts, weights)

    def weight(self, term: str) -> float:
        """The inverse document frequency, smoothed: 1 for a term that is everywhere."""
        return self.weights.get(term) or math.log(self.documents + 1) + 1

    def share(self, term: str) -> float:
        """The share of the texts in which a term occurs."""
        return self.counts.get(term, 0) / self.documents if self.documents else 0.0


def count(documents: Iterable[Iterable[str]]) -> Frequencies:
    """The frequencies of the terms of some documents."""
    counts: Counter[str] = Counter()
    total = 0
    for document in documents:
        counts.update(dict.fromkeys(document, 1))
        total += 1
    return Frequencies.of(total, counts)


def vector(document: Iterable[str], frequencies: Frequencies) -> Vector:
    """The terms weighed by TF-IDF (1 + ln of the count), brought to length 1."""
    weighed = {
        term: (1 + math.log(times)) * frequencies.weight(term)
        for term, times in Counter(document).items()
    }
    return scaled(weighed)


def scaled(weights: Mapping[str, float]) -> Vector:
    """The same direction, length 1; an empty vector stays empty."""
    length = math.sqrt(math.fsum(weight * weight for weight in weights.values()))
    if not length:
        return {}
    return {term: weight / length for term, weight in weights.items()}


def cosine(one: Vector, other: Vector) -> float:
    """How alike two vectors of length 1 are: 0 nothing in common, 1 the same."""
    # Exactly rounded, so the order of the set does not matter.
    return math.fsum([one[term] * other[term] for term in one.keys() & other.keys()])


def shingles(text: str) -> frozenset[str]:
    """Every run of three words; a shorter text is one shingle."""
    found = words(text)
    if len(found) <= 3:
        return frozenset([" ".join(found)] if found else [])
    return frozenset(map(" ".join, zip(found, found[1:], found[2:], strict=False)))


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of what either has that both have; 0 where both are empty."""
    either = len(one | other)
    return len(one & other) / either if either else 0.0


def closest(one: Vector, others: Sequence[Vector]) -> float:
    """The greatest cosine to any of the others; 0 without others."""
    return max((cosine(one, other) for other in others), default=0.0)


def with_nearest(name: str, known: Sequence[str]) -> str:
    """A name that is not known, with the known one that is most like it."""
    near = get_close_matches(name, known, n=1)
    return f"{name} (the nearest is {near[0]})" if near else name
