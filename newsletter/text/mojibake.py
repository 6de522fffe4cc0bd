"""Mojibake: words that nobody writes, of which a text read in a wrong charset is full. Pure."""

import re
from itertools import islice

# So many words with letters beyond ASCII tell.
_JUDGED = 2000
# Fewer odd words, or a smaller share of them, are slips, names and units.
_FEWEST_ODD = 3
_MOST_ODD = 0.2
_WITHIN = r"[^\s<>\"(){}\[\]/,;:]"
# Looked for where words begin alone: at each letter it would take the square of a long one.
_BEYOND = re.compile(
    rf"(?:(?<!{_WITHIN})|(?=[^\x00-\x7f])){_WITHIN}*[^\x00-\x7f]{_WITHIN}*"
)
_LETTER = r"[A-Za-z\xc0-\u024f\u0370-\u045f]"
_ODD = re.compile(
    "[\x80-\x9f]"
    # Latin and Cyrillic letters in one word, a small one each.
    r"|[a-z][\u0400-\u045f][a-z]|[a-z]{2}[\u0400-\u045f]|[\u0430-\u045f][a-z]{2}"
    # A character of East Asia between two small Latin letters.
    r"|[a-z][\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af][a-z]"
    # Signs, or figures set high, within a word or at its end.
    rf"|{_LETTER}[\xa1-\xa9\xac\xae\xaf\xb1\xb4-\xb6\xb8\xb9\xbc-\xbf]{_LETTER}"
    rf"|{_LETTER}{{2}}[\xa5\xb1\xb9\xbc\xbe\xbf](?!\w)|{_LETTER}{{4}}\xb3|{_LETTER}\xb3{_LETTER}"
    # A quotation mark, or what could not be read, between two small ones.
    r"|[a-z][\u201a-\u201e\u201c\u201d\u2020\u2021\u2030\ufffd][a-z]"
    # UTF-8 read as Latin-1: A with a tilde or a circumflex before a sign.
    r"|[\xc2\xc3][\xa0-\xbf\u2030\u20ac\u0160\u0161\u201a-\u201e]"
    # An accented capital after a small letter.
    r"|[a-z][\xc0-\xd6\xd8-\xde\u0160\u0178\u017d]"
    # Two capitals beyond ASCII after a small letter.
    r"|[\xdf-\xf6\xf8-\xff\u03ac-\u03ce\u0430-\u045f][\xc0-\xd6\xd8-\xde\u0391-\u03a9\u0400-\u042f]{2}"
)
# Chinese in seven bits (RFC 1843), which no browser reads.
_HZ = re.compile(r"~\{(?:[!-w][!-~]){2,}~\}")
# The letters beyond ASCII of languages in Windows-1252.
_WESTERN = tuple(
    frozenset(letters + letters.upper())
    for letters in ("éèàùâêîôûëïüçœæÿ", "äöüßé", "áéíóúñüªº", "ãõáéíóúâêôàçüªº", "åäöæøéü",
                    "àèéìòùî", "éëïóöüèáú")
)  # fmt: skip
_TURKISH = re.compile("[ýþðÝÞÐ]")
_NOT_TURKISH = re.compile("[áéíóúæìøåãõñŠšŽž]", re.I)


def is_mojibake(text: str) -> bool:
    """Whether many of the words beyond ASCII are such as nobody writes."""
    words = [word.group() for word in islice(_BEYOND.finditer(text), _JUDGED)]
    odd = sum(bool(_ODD.search(word)) for word in words)
    return bool(_HZ.search(text)) or (
        odd >= _FEWEST_ODD and odd > _MOST_ODD * len(words)
    )


def is_western(text: str) -> bool:
    """Whether a text has the letters of one Western European language, and no others."""
    letters = {letter for letter in text if letter > "\x7f" and letter.isalpha()}
    return bool(letters) and any(letters <= known for known in _WESTERN)


def is_turkish_as_latin(text: str) -> bool:
    """Whether a text in Windows-1252 is one in Windows-1254: they differ in six letters.

    Icelandic and Czech have those, too, but never without others that Turkish has not.
    """
    is_often = len(_TURKISH.findall(text)) >= _FEWEST_ODD
    return is_often and not _NOT_TURKISH.search(text)
