"""A name by its sound, in Hangul and in Latin letters: 앤트로픽 is Anthropic. Pure.

A Korean outlet writes a name as it is spelled abroad or as it sounds. Either way its
consonants are much the same, of which Hangul tells fewer apart than Latin letters do.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby

# A syllable is a lead, one of 21 vowels and an end of 28: Unicode, chapter 3.12.
_FIRST, _VOWELS, _ENDS = 0xAC00, 21, 28
# As they are heard; "-" is silent.
_LEAD_SOUNDS = "kknttlmppss-sssktp-"
_END_SOUNDS = "-kkknnntlkmlllplmppttnttktp-"
_HANGUL = re.compile(r"[\uac00-\ud7a3]{3,20}")
_LATIN = re.compile(r"(?<![A-Za-z])[A-Z][a-zà-öø-ž]{4,24}(?![A-Za-z])")
# What a noun carries behind it.
_PARTICLE = re.compile("(?:에서|으로|[은는이가을를의에와과도로])$")
# A letter before a vowel or at the end of a word may be silent in Hangul.
_SILENT = re.compile(r"r(?![aeiouyà-öø-ž])")
_DIGRAPHS = {"ch": "s", "sh": "s", "ph": "p", "th": "t", "ng": "n", "x": "ks"}
_DIGRAPH = re.compile("|".join(_DIGRAPHS))
_SOFT = re.compile("c(?=[eiy])")
_SAME = str.maketrans("bcdfgjqrvz", "pktpkskl" + "ps")
# Fewer consonants are alike by chance.
_FEWEST = 4


def sounds_in_hangul(text: str) -> frozenset[str]:
    """How its words in Hangul sound, with and without what a noun carries behind it."""
    said = _HANGUL.findall(unicodedata.normalize("NFC", text))
    return _long(
        "".join(_heard(one)) for word in said for one in (word, _PARTICLE.sub("", word))
    )


def sounds_in_latin(text: str) -> frozenset[str]:
    """How its names in Latin letters sound."""
    said = map(str.lower, _LATIN.findall(text))
    return _long(
        _consonants(one) for word in said for one in (word, _SILENT.sub("", word))
    )


def _heard(word: str) -> Iterator[str]:
    for letter in word:
        lead, rest = divmod(ord(letter) - _FIRST, _VOWELS * _ENDS)
        yield _LEAD_SOUNDS[lead]
        yield _END_SOUNDS[rest % _ENDS]


def _consonants(word: str) -> str:
    heard = _DIGRAPH.sub(lambda found: _DIGRAPHS[found[0]], _SOFT.sub("s", word))
    return heard.translate(_SAME)


def _long(words: Iterable[str]) -> frozenset[str]:
    """Without vowels and what is said twice, if enough is left."""
    told = ([one for one in word if one in "klmnpst"] for word in words)
    sounds = ("".join(one for one, _ in groupby(word)) for word in told)
    return frozenset(sound for sound in sounds if len(sound) >= _FEWEST)
