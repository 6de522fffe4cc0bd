"""Full-text search: what an index keeps of a text, and what a query asks of it. Pure.

Words lose case, width and accents. Scripts that put no spaces between words are kept
sign by sign, and a run of them is asked for as a phrase.
"""

import re
import unicodedata
from typing import NamedTuple

from newsletter.text.words import words_of

MOST_CHARACTERS = 200
_MOST_PHRASES = 12
_FEWEST_FOR_PREFIX = 3
# Han, kana, Thai, Lao, Khmer and Burmese.
_UNSPACED = re.compile(
    "([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])"
)
_ADDRESS = re.compile(r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)|<?https?://\S+")


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


def plain(markdown: str) -> str:
    """Markdown without its addresses and signs, for showing a line of it."""
    return " ".join(re.sub(r"[*_`#>\[\]]+", "", _ADDRESS.sub("", markdown)).split())


def _words(text: str) -> list[str]:
    bare = unicodedata.normalize("NFD", _UNSPACED.sub(r" \1 ", text))
    return words_of("".join(sign for sign in bare if not unicodedata.combining(sign)))


def _is_open(word: str) -> bool:
    return len(word) >= _FEWEST_FOR_PREFIX and not any(map(str.isdigit, word))
