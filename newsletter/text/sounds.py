"""The sounds of a name: its consonants, alike in Latin letters, Hangul and Katakana. Pure.

마이크로소프트, マイクロソフト and Microsoft are one name in three scripts. Vowels are written
differently in each, and so are consonants of one place in the mouth (b and v, r and l): such
are one sound here. The letters of a syllable are those that Unicode names it by.
"""

import re
import unicodedata
from functools import lru_cache

# A word of fewer consonants sounds like many.
FEWEST = 4
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]+")
_FOREIGN = re.compile(r"[\uac00-\ud7a3]{2,}|[\u30a1-\u30fa\u30fc]{3,}")
# What Korean puts behind a noun.
_PARTICLES = tuple("은는이가을를의에와과도로")
_SOUNDS = (
    (re.compile(r"[^a-z]|(?<=n)g|h"), ""),
    (re.compile(r"x"), "ks"),
    (re.compile(r"c(?=[eiy])"), "s"),
    (re.compile(r"[bpfv]"), "P"),
    (re.compile(r"[dt]"), "T"),
    (re.compile(r"[gkqc]"), "K"),
    (re.compile(r"[szj]"), "S"),
    (re.compile(r"[rl]"), "L"),
    (re.compile(r"m"), "M"),
    (re.compile(r"n"), "N"),
    # Of a doubled consonant one is heard.
    (re.compile(r"([A-Z])\1+"), r"\1"),
    (re.compile(r"[a-z]"), ""),
)


def of_latin(word: str) -> str:
    """The sounds of a word in Latin letters; "" where they are too few, or it has others."""
    return _sounds(_plain(word)) if _LATIN.fullmatch(word) else ""


def of_foreign(text: str) -> frozenset[str]:
    """The sounds of each word of a text in Hangul or Katakana that has enough of them."""
    heard = map(_heard, _FOREIGN.findall(text))
    return frozenset(one for sounds in heard for one in sounds if one)


def _heard(word: str) -> tuple[str, ...]:
    """As it stands, and without what may be a particle."""
    spelled = _spelled(word)
    if not word.endswith(_PARTICLES):
        return (_sounds(spelled),)
    return _sounds(spelled), _sounds(_spelled(word[:-1]))


def _spelled(word: str) -> str:
    return "".join(map(_syllable, word))


@lru_cache(maxsize=16_384)
def _syllable(letter: str) -> str:
    """A syllable as Unicode spells it: `HANGUL SYLLABLE BEL`, `KATAKANA LETTER MA`."""
    kind, _, name = unicodedata.name(letter, "").rpartition(" ")
    if "SMALL" in kind or "LETTER" not in kind:
        # The s that ends a syllable of Hangul is said as t.
        return re.sub(r"S\Z", "t", name).lower() if "HANGUL" in kind else ""
    return "fu" if name == "HU" else name.lower()


@lru_cache(maxsize=16_384)
def _sounds(spelled: str) -> str:
    for pattern, sound in _SOUNDS:
        spelled = pattern.sub(sound, spelled)
    return spelled if len(spelled) >= FEWEST else ""


def _plain(word: str) -> str:
    return unicodedata.normalize("NFD", word).lower()
