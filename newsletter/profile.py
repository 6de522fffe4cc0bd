"""What the readers want, as a vector; how near to it a text is. Pure."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from newsletter import profiles
from newsletter.similarity import (
    Frequencies,
    Vector,
    cosine,
    terms,
    vector,
)

# What a term weighs in a text of usual length, by its inverse document frequency: the
# mean over abstracts of (1 + ln count) / length. Only sets the scale of `Nearness`.
_USUAL_SHARE = 0.0123
# A text of fewer terms is treated as if it had so many: two words prove little.
_FEWEST_TERMS = 60
_NAMED_TERMS = 3


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near a text is to a profile.

    `value` counts standard deviations above what a text of unrelated words would have:
    about 0 for most texts of the field, above 11 for one in three hundred, whatever
    the length of the profile. `matched` are the profile's words that made it so.
    """

    value: float
    matched: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile's text, made ready to compare stories with. Make it with `read`."""

    wanted: Vector
    # How the profile itself writes each term: `multi agent` → `multi-agent`.
    spelling: Mapping[str, str]
    chance: float
    spread: float
    frequencies: Frequencies

    def nearness(self, text: str) -> Nearness:
        """How near a text is, and by which words."""
        found = terms(text)
        theirs = vector(found, self.frequencies)
        alike = cosine(self.wanted, theirs) * min(1, len(found) / _FEWEST_TERMS) ** 0.5
        value = (alike - self.chance) / self.spread if self.spread else 0.0
        shares = {
            term: weight * theirs[term]
            for term, weight in self.wanted.items()
            if term in theirs
        }
        return Nearness(value, self._named(shares))

    def _named(self, shares: Mapping[str, float]) -> tuple[str, ...]:
        """The weightiest shared terms, pairs before the words they are made of."""
        named: list[str] = []
        taken: set[str] = set()
        for term in sorted(shares, key=lambda term: (-shares[term], term)):
            parts = set(term.split())
            if parts & taken:
                continue
            pairs = [
                pair for pair in shares if " " in pair and parts & set(pair.split())
            ]
            best = max(pairs, key=lambda pair: (shares[pair], pair), default=term)
            taken |= set(best.split()) | parts
            named.append(self.spelling[best])
            if len(named) == _NAMED_TERMS:
                break
        return tuple(named)


@lru_cache(maxsize=32)
def read(text: str) -> Profile:
    """The profile that a text describes; Markdown's marks do not matter."""
    frequencies = profiles.frequencies()
    wanted = vector(terms(text), frequencies)
    chance = spread = 0.0
    for term, weight in wanted.items():
        share = frequencies.counts.get(term, 0) / frequencies.documents
        gain = weight * frequencies.weight(term) * _USUAL_SHARE
        chance += gain * share
        spread += gain * gain * share * (1 - share)
    return Profile(wanted, _spelling(text), chance, math.sqrt(spread), frequencies)


_TOKEN = re.compile(r"[^\W_]+(?:\+\+|#)?")


def _spelling(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    tokens = list(_TOKEN.finditer(text))
    for token in tokens:
        for term in terms(token.group()):
            found.setdefault(term, token.group())
    for one, other in pairwise(tokens):
        between = text[one.start() : other.end()]
        for term in terms(between):
            if " " in term:
                found.setdefault(term, " ".join(between.split()))
    return found
