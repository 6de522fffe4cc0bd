"""Inflected words and compounds of a profile's words, in other languages than English. Pure.

`Netcongestie` for "congestie", `librerías` for "librero", `ракетой` for "ракеты", `주택을` for
"주택": light stemming by the letters that two words share, without a table of any language.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

from newsletter.text.language import FILLERS, FUNCTION_WORDS
from newsletter.text.similarity import stem

# Two words are forms of one that begin with so many letters alike and so large a share
# of the longer one: as many were found as with Snowball's stemmers, at fewer false alarms.
_FEWEST_ALIKE, _SHARE_ALIKE = 5, 0.4
# Of syllables, which Korean writes as one letter each, two make a word.
_FEWEST_SYLLABLES = 2
# Words of which the form is remembered, by profile: 3 MB at most.
_MOST_KEPT = 16_384
_NO_FORM = frozenset(
    found for word in FUNCTION_WORDS | FILLERS for found in (word, stem(word)) if found
)
# What Korean glues to a noun; the longer before its parts.
_PARTICLE_WORDS = """
    은 는 이 가 을 를 의 에 에서 에게 으로 로 와 과 도 만 까지 부터 보다 처럼 마다 이나 나 들
    들은 들이 들을 들의 라고 하고 하는 한다 했다 된다 됐다"""
_PARTICLES = tuple(sorted(_PARTICLE_WORDS.split(), key=lambda one: (-len(one), one)))


class Forms:
    """The words of a profile, to be found again in other forms."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = frozenset(words)
        self._by_start: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        ends: dict[str, str] = {}
        for word in sorted(self._words):
            bare, fewest = _bare(word)
            if len(bare) >= fewest:
                self._by_start[bare[:fewest]].append((bare, word))
                ends.setdefault(bare, word)
        self._ends = ends
        self._every_end = tuple(ends)
        # A week has its words again and again.
        self._word = lru_cache(maxsize=_MOST_KEPT)(self._profile_word)

    def of(self, terms: Sequence[str]) -> Sequence[str]:
        """The terms of a text, each form of a profile's word as the profile has it.

        The very same where nothing in the text is one.
        """
        known = {
            term: word
            for term in set(terms)
            if " " not in term and (word := self._word(term)) != term
        }
        if not known:
            return terms
        return [
            " ".join(known.get(part, part) for part in term.split(" "))
            for term in terms
        ]

    def _profile_word(self, term: str) -> str:
        """The profile's word of which a term is a form, or the term."""
        if term in self._words or term in _NO_FORM:
            return term
        bare, fewest = _bare(term)
        if len(bare) < fewest:
            return term
        best = max(
            (
                (alike, -len(start), word)
                for start, word in self._by_start.get(bare[:fewest], ())
                if (alike := _alike(start, bare, fewest))
            ),
            default=None,
        )
        if best:
            return best[2]
        if bare.endswith(self._every_end):
            return self._ends[max(filter(bare.endswith, self._every_end), key=len)]
        return term


def _bare(word: str) -> tuple[str, int]:
    """A word without its particle, and with how many letters alike it is another's form."""
    if not "가" <= word[0] <= "힣":
        return word, _FEWEST_ALIKE
    for particle in _PARTICLES:
        if word.endswith(particle) and len(word) >= _FEWEST_SYLLABLES + len(particle):
            return word.removesuffix(particle), _FEWEST_SYLLABLES
    return word, _FEWEST_SYLLABLES


def _alike(known: str, word: str, fewest: int) -> int:
    """With how many letters alike two words begin; 0 where they are too few."""
    pairs = enumerate(zip(known, word, strict=False))
    shorter = min(len(known), len(word))
    alike = next((place for place, (one, other) in pairs if one != other), shorter)
    if fewest == _FEWEST_SYLLABLES:  # "대통" of "대통령" and "대통합" says nothing
        return alike if alike == len(known) else 0
    return alike if alike >= max(len(known), len(word)) * _SHARE_ALIKE else 0
