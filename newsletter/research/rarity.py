"""Rarity: how much a term tells of a story, by inverse document frequency. Pure.

Where all of a newsletter is about one subject, "Tokyo" and "Olympics" tell nothing.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable


class Rarity:
    """The terms of some stories, and in how many of them each is."""

    def __init__(
        self, stories: Iterable[Collection[str]], sure: float | None = None
    ) -> None:
        """`stories` are their terms, each once.

        `sure` is the logarithm of how many stories one has to see to say that a term is
        rare: of fewer, each term tells less. Without it these are enough.
        """
        self._counts: Counter[str] = Counter()
        total = 0
        for terms in stories:
            self._counts.update(terms)
            total += 1
        self._seen = math.log(total + 1)
        self._most = sure or self._seen or 1.0

    def count(self, term: str) -> int:
        """How many of the stories have it."""
        return self._counts[term]

    def of(self, terms: Iterable[str]) -> float:
        """The sum over the terms: 1 for what at most two have, near 0 for what all have."""
        counts = (max(1, self._counts[term] - 1) for term in terms)
        return math.fsum(
            (self._seen - math.log(count)) / self._most for count in counts
        )
