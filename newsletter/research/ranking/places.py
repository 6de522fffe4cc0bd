"""Which words of a profile say where and not what: countries, by Unicode's names of them. Pure.

"Salud en Chile", "pogoda w Polsce": of a Chilean paper every other page names Chile.
"""

import re
from collections.abc import Sequence
from functools import cache

from babel import Locale

from newsletter.text.similarity import terms

# All that are supported: what a list of nouns is in shows too little.
_LANGUAGES = re.findall(r"\w+", "da de es fr it ja ko nb nl pl pt ru sv tr zh")
_NAME = re.compile(r"[^\W\d_]{4,}")
_WORD = re.compile(r"(?:\b(we?|ze?|во?|из) )?\b([^\W\d_]+)", re.IGNORECASE)
# Where names are declined they begin alike, but for two letters: Polska, w Polsce.
_FEWEST_ALIKE, _MOST_OTHER, _MOST_LONGER = 4, 2, 3


def places_in(lines: Sequence[str]) -> frozenset[str]:
    """The words of some lines, as terms, that are names of countries."""
    named = {
        word.lower()
        for line in lines
        for before, word in _WORD.findall(line)
        if not word.islower() and _is_country(word.lower(), is_declined=bool(before))
    }
    return frozenset(term for word in named for term in terms(word))


def _is_country(word: str, *, is_declined: bool) -> bool:
    known = _countries()
    if word in known or not is_declined:
        return word in known
    return any(
        word.startswith(name[: max(_FEWEST_ALIKE, len(name) - _MOST_OTHER)])
        and len(word) - len(name) <= _MOST_LONGER
        for name in known
    )


@cache
def _countries() -> frozenset[str]:
    """The names of one word, in lower case."""
    return frozenset(
        name.lower()
        for language in _LANGUAGES
        for code, name in Locale.parse(language).territories.items()
        if code.isalpha() and _NAME.fullmatch(name)
    )
