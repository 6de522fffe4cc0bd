"""Pseudo-relevance feedback (Rocchio): what the nearest papers of a week share. Pure.

A profile says "agents"; what agents are called this week stand in the papers that are
nearest to it. What those share counts for all. No one labelled them.
"""

import math
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from newsletter.research.ranking import frequencies as field
from newsletter.text.similarity import Vector

# In fewer texts nothing stands out.
FEWEST_TEXTS = 60
# One text in ninety is near enough to learn from, within these numbers.
_ONE_IN = 90
_FEWEST, _MOST = 5, 25


@dataclass(frozen=True, slots=True)
class Packed:
    """A vector's terms that the field knows, by number: a week's fit into memory."""

    numbers: "array[int]"
    weights: "array[float]"

    @property
    def square(self) -> float:
        return math.fsum(weight * weight for weight in self.weights)


def pack(theirs: Vector) -> Packed:
    """The vector without the terms that are too rare to be shared."""
    known = _numbers()
    pairs = [(known[t], weight) for t, weight in theirs.items() if t in known]
    return Packed(
        array("H", [number for number, _ in pairs]),
        array("f", [weight for _, weight in pairs]),
    )


@cache
def _numbers() -> Mapping[str, int]:
    return {term: number for number, term in enumerate(field.shipped().counts)}


@dataclass(frozen=True, slots=True)
class Feedback:
    """What the nearest texts share more than all do, as a vector of length 1."""

    shared: Sequence[float]
    length: float
    # How many texts it was taken from, and which, by their place.
    count: int
    nearest: frozenset[int]

    def alike(self, place: int, theirs: Packed) -> float:
        """The cosine of a text to what is shared; its own part in that is left out."""
        shared = self.shared
        pairs = zip(theirs.numbers, theirs.weights, strict=True)
        value = math.fsum([shared[number] * weight for number, weight in pairs])
        own = theirs.square / self.count if place in self.nearest else 0.0
        return (value - own) / self.length


def learn(texts: Sequence[Packed], strengths: Sequence[float]) -> Feedback | None:
    """What the strongest of some texts share; None where there are too few."""
    if len(texts) < FEWEST_TEXTS:
        return None
    count = max(_FEWEST, min(_MOST, len(texts) // _ONE_IN))
    order = sorted(range(len(texts)), key=lambda place: (-strengths[place], place))
    nearest = order[:count]
    shared = array("d", bytes(8 * len(_numbers())))
    for place in nearest:
        _add(shared, texts[place], 1 / count)
    for text in texts:
        _add(shared, text, -1 / len(texts))
    length = math.sqrt(math.fsum(weight * weight for weight in shared))
    if not length:
        return None
    return Feedback(shared, length, count, frozenset(nearest))


def _add(total: "array[float]", text: Packed, factor: float) -> None:
    for number, weight in zip(text.numbers, text.weights, strict=True):
        total[number] += weight * factor
