"""A passage as it stands in a stored text, in the very letters of that text. Pure.

A quote is looked for in a folded text, which has one kind of quotation mark, dash and
figure (normalisation, NFKC); what a reader is shown is what was stored.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from newsletter.text import truncate
from newsletter.verification.claims.quotes import find_quote, fold, without_page_breaks

_AROUND = 200  # characters on each side of a passage, at most
_WORD = re.compile(r"\S+")
_SPACES = re.compile(r"\s+")
# Signs of half a width that join the letter before, and parts of a Korean syllable.
_JOINING = re.compile("[\uff9e\uff9f\u1160-\u11ff]")


class InContext(NamedTuple):
    """A passage as it stands in the stored text; `before` and `after` in whole words."""

    before: str
    passage: str
    after: str


class Stored:
    """A stored text that knows where each letter of its folded form comes from."""

    def __init__(self, text: str) -> None:
        self._text = without_page_breaks(text)
        self._begins: list[int] = []
        self._ends: list[int] = []
        folded: list[str] = []
        for word in _WORD.finditer(self._text):
            if plain := fold(word.group()):
                if folded:
                    self._place(self._ends[-1], word.start(), 1)
                folded.append(plain)
                self._place_word(word, plain)
        self._folded = " ".join(folded)

    def around(self, quote: str) -> InContext | None:
        """A quote with what stands around it; None where it is not there."""
        folded, passage = self._folded, fold(quote).strip("\"' ")
        start = folded.find(passage)
        if start < 0:
            passage = find_quote(quote, folded).passage
            start = folded.find(passage)
        if start < 0 or not passage:
            return None
        end = start + len(passage)
        before = self._between(max(0, start - _AROUND), start)
        after = self._between(end, min(end + _AROUND, len(folded)))
        if start > _AROUND:
            before = f"… {truncate.behind_cut(before)}"
        if end + _AROUND < len(folded):
            after = f"{truncate.before_cut(after)} …"
        return InContext(before, self._between(start, end), after)

    def _between(self, start: int, end: int) -> str:
        """The stored letters of a part of the folded text, in one line."""
        if start >= end:
            return ""
        letters = self._text[self._begins[start] : self._ends[end - 1]]
        return _SPACES.sub(" ", letters)

    def _place(self, begin: int, end: int, letters: int) -> None:
        self._begins += [begin] * letters
        self._ends += [end] * letters

    def _place_word(self, word: re.Match[str], plain: str) -> None:
        if word.group() == plain:
            self._begins += range(word.start(), word.end())
            self._ends += range(word.start() + 1, word.end() + 1)
            return
        signs = [(sign, _plain(sign)) for sign in _signs(word.group())]
        if "".join(said for _, said in signs) != plain:
            self._place(word.start(), word.end(), len(plain))
            return
        at = word.start()
        for sign, said in signs:
            self._place(at, at + len(sign), len(said))
            at += len(sign)


def _signs(word: str) -> Iterator[str]:
    """The letters of a word, each with the marks that join it."""
    start = 0
    for end, letter in enumerate(word):
        if end > start and not _joins(letter):
            yield word[start:end]
            start = end
    yield word[start:]


@lru_cache(maxsize=4096)
def _joins(letter: str) -> bool:
    return bool(unicodedata.combining(letter) or _JOINING.match(letter))


@lru_cache(maxsize=4096)
def _plain(sign: str) -> str:
    return fold(sign)
