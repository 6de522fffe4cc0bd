"""Rarity: how much a term tells of a story, by inverse document frequency. Pure.

Where all of a newsletter is about one subject, "Tokyo" and "Olympics" tell nothing.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable
from itertools import repeat


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
        seen = math.log(total + 1)
        most = sure or seen or 1.0
        # By in how many stories a term is; few numbers for many terms.
        self._weights = {
            count: (seen - math.log(max(1, count - 1))) / most
            for count in {0, *self._counts.values()}
        }

    def count(self, term: str) -> int:
        """How many of the stories have it."""
        return self._counts[term]

    def of(self, terms: Iterable[str]) -> float:
        """The sum over the terms: 1 for what at most two have, near 0 for what all have."""
        counts = map(self._counts.get, terms, repeat(0))
        return math.fsum(map(self._weights.__getitem__, counts))
