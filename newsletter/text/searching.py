"""Full-text search: what an index keeps of a text, and what a query asks of it. Pure.

Words lose case, width and accents. Scripts that put no spaces between words are kept
sign by sign, and a run of them is asked for as a phrase.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from rapidfuzz.distance import OSA

from newsletter.text.words import words_of

MOST_CHARACTERS = 200
_MOST_PHRASES = 12
_FEWEST_FOR_PREFIX = 3
_ONE_SLIP, _TWO_SLIPS = 5, 10  # letters
_WRONG_LETTER = 7  # letters: "house" is no slip for "horse"
_VOWELS = frozenset("aeiouy")
_LONGEST_WORD = 40  # letters
# Most nouns of Korean have two syllables, and a particle behind them.
_FEWEST_SYLLABLES = 2
_SYLLABLE = re.compile("[\uac00-\ud7a3]")
# Han, kana, Thai, Lao, Khmer and Burmese.
_SIGNS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
)
_UNSPACED = re.compile(f"([{_SIGNS}])")
_LETTER = rf"[^\W{_SIGNS}]"
_ADDRESS = re.compile(r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)|<?https?://\S+")

_BLOCKS, _MARKUP = re.compile(r"\n[ \t]*\n|\n(?=[-*#>])"), re.compile(r"[*_`#>\[\]]+")


class Phrase(NamedTuple):
    """Words that must follow one another; the last may go on where `is_open`."""

    words: tuple[str, ...]
    is_open: bool


def indexed(text: str) -> str:
    """A text as an index keeps it: its plain words with spaces between."""
    return " ".join(_words(text))


def asked(query: str) -> tuple[Phrase, ...]:
    """What must all be in a text that answers `query`; empty where it names no word."""
    parts = (tuple(_words(part)) for part in query[:MOST_CHARACTERS].split())
    return tuple(Phrase(words, _is_open(words[-1])) for words in parts if words)[
        :_MOST_PHRASES
    ]


def spot(phrase: Phrase, text: str) -> tuple[int, int] | None:
    """Where a phrase first stands in a text as it is shown, to the end of its word."""
    words = r"\W*".join(map(re.escape, phrase.words))
    is_run, goes_on = (bool(_UNSPACED.match(phrase.words[at])) for at in (0, -1))
    begin = "" if is_run else f"(?<!{_LETTER})"
    end = "" if goes_on else f"{_LETTER}*"
    bare = [_bare(sign) for sign in text]
    found = re.search(f"{begin}{words}{end}", "".join(bare))
    if found is None:
        return None
    ends = [*accumulate(map(len, bare))]
    return bisect_right(ends, found.start()), bisect_left(ends, found.end()) + 1


@lru_cache(maxsize=4096)
def _bare(sign: str) -> str:
    """A letter without case, width and accent; "ss" of "ß". Never nothing."""
    return next(iter(words_of(_unmarked(sign))), sign)


def nearest_word(word: str, known: Mapping[str, int]) -> str:
    """The known word that `word` is most likely a slip for; "" where none is near.

    A slip is a letter wrong, missing or too many, or two of them the wrong way round (optimal
    string alignment). One slip in five letters, two in ten, none in the first; another letter in
    the place of one in seven, unless both are vowels. Of several the nearest, then the one that
    most texts hold. Han, kana and Thai have none. `docs/operations.md` has the figures.
    """
    most = int(len(word) >= _ONE_SLIP) + int(len(word) >= _TWO_SLIPS)
    if (
        not most
        or len(word) > _LONGEST_WORD
        or _UNSPACED.search(word)
        or any(map(str.isdigit, word))
    ):
        return ""
    near = (
        (slips, -known[one], one)
        for one in known
        if one[0] == word[0] and abs(len(one) - len(word)) <= most
        if (slips := OSA.distance(word, one, score_cutoff=most)) <= most
        if len(word) >= _WRONG_LETTER or not _has_another_letter(word, one)
    )
    return min(near, default=(0, 0, ""))[-1]


def _has_another_letter(word: str, other: str) -> bool:
    """Does but one letter differ, and is not a vowel in both?"""
    if len(word) != len(other):
        return False
    wrong = [{*pair} for pair in zip(word, other, strict=True) if len({*pair}) > 1]
    return len(wrong) == 1 and not wrong[0] <= _VOWELS


def plain(markdown: str) -> str:
    """Markdown without its addresses and signs, a line for each block, to show one of them."""
    blocks = _BLOCKS.split(_ADDRESS.sub("", markdown))
    lines = (" ".join(_MARKUP.sub("", block).split()) for block in blocks)
    return "\n".join(filter(None, lines))


def _words(text: str) -> list[str]:
    return words_of(_unmarked(_UNSPACED.sub(r" \1 ", text)))


def _unmarked(text: str) -> str:
    signs = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in signs if not unicodedata.combining(sign))


def _is_open(word: str) -> bool:
    fewest = _FEWEST_SYLLABLES if _SYLLABLE.match(word) else _FEWEST_FOR_PREFIX
    return len(word) >= fewest and not any(map(str.isdigit, word))
