"""Banned words: whether a text says one, in the forms that can be told. Pure.

A word stands for itself and for its English endings, in any case. Whoever writes another
language lists the forms, or ends a word in `*` for every ending: `revolutionär*`. Where
words stand without spaces between them, a word is found wherever it stands.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

# Scripts that put no spaces between words: Thai, Lao, Burmese, Khmer, kana, Han.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
    "\uf900-\ufaff\U00020000-\U0003ffff]"
)


def found_in(text: str, banned: Iterable[str]) -> Iterator[str]:
    """The banned words that a text says, as they are listed."""
    plain = unicodedata.normalize("NFC", text)
    # Without ASCII on both sides, case has more forms than `lower` knows.
    lower = plain.lower() if plain.isascii() else ""
    for word in banned:
        if not word.strip("* "):
            continue
        stem, pattern = _pattern(word)
        is_ruled_out = lower and stem.isascii() and stem not in lower
        if not is_ruled_out and pattern.search(plain):
            yield word


@lru_cache(maxsize=512)
def _pattern(word: str) -> tuple[str, re.Pattern[str]]:
    """What every form of the word has, in lower case, and a pattern for its forms.

    They are the endings it takes as a verb or in the plural, or any with `*`.
    """
    written = unicodedata.normalize("NFC", word.strip())
    bare = written.rstrip("*")
    before = "" if _UNSPACED.match(bare) else r"(?<!\w)"
    after = "" if _UNSPACED.match(bare[-1]) else r"(?!\w)"
    if bare != written:
        ending, after = "", ""
    elif bare.endswith("e"):
        bare, ending = bare[:-1], "(?:e|es|ed|ing|er)"
    else:
        ending = "(?:s|es|d|ed|ing)?"
    pattern = f"{before}{re.escape(bare)}{ending}{after}"
    return bare.lower(), re.compile(pattern, re.IGNORECASE)
