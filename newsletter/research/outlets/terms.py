"""The terms that narrow an outlet down, and whether a title holds one. Pure.

Title and term are read alike: case, width and what stands between words do not matter. Where
words run on, a term is found wherever its letters stand.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from newsletter.text.spelling import UNSPACED

# C++ and C# are words of their own, and none of them is C.
_WORD = re.compile(rf"[{UNSPACED}]+|(?:(?![{UNSPACED}])[^\W_])+(?:\+\+|#)?")
_RUNS_ON = re.compile(f"[{UNSPACED}]")


def mentions(text: str, terms: tuple[str, ...]) -> bool:
    """Whether a text holds one of the terms as whole words; no terms take all."""
    if not terms:
        return True
    spaced = f" {' '.join(_words(text))} "
    closed = spaced.replace(" ", "")
    return any(_is_in(_written(term), spaced, closed) for term in terms)


def wordless(terms: Iterable[str]) -> str:
    """What is wrong with terms of which one holds no word; "" if nothing is."""
    none = next((term for term in terms if not _written(term)), None)
    return (
        "" if none is None else f"The term {none!r} holds no word, so no title has it."
    )


def _is_in(term: str, spaced: str, closed: str) -> bool:
    if _RUNS_ON.search(term):
        return term.replace(" ", "") in closed
    return bool(term) and f" {term} " in spaced


@lru_cache(maxsize=4096)
def _written(term: str) -> str:
    return " ".join(_words(term))


def _words(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return [word.group() for word in _WORD.finditer(folded)]
