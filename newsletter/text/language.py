"""Languages: which one a text is in, and which way one is written (RTL). Pure.

Told by the commonest words, or by the script where it is not the Latin one; languages
of one script, such as Russian and Ukrainian, are not told apart.
"""

import re
import unicodedata

_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH_WORDS = """
    the of and to in is that it for with as was on are by this be from at an or not
    have its has we our your you how what why can new into now without their"""
_ENGLISH = frozenset(_ENGLISH_WORDS.split())
_OTHERS_WORDS = """
    der die das und ist nicht mit ein eine den dem zu auf für von im sich wie man aus
    bei wird werden auch oder nach eigenen le la les et des un une du en est que pour
    dans qui sur avec par au aux ce cette el los las y una por con del se su al como
    para il lo gli di che non per sono della dei nel het een van niet met zijn op te
    och att som på av är inte og til det o os as em uma não com do da no na"""
_OTHERS = frozenset(_OTHERS_WORDS.split())
# The commonest words of those that are written in Latin letters.
_WORDS = {
    language: frozenset(words.split())
    for language, words in {
        "da": """og i at det en den til er som på de med han af for ikke der var sig et
            har om vi havde fra eller kan din kun mere nu også""",
        "de": """der die das und ist nicht mit ein eine einen den dem des zu auf für von
            im in sich wie man aus bei wird werden auch oder nach eigenen wer sind es hat haben zum zur als vom
            dass mehr aber sie""",
        "es": """el la los las un una de y en que por con del se su al como para es lo no
            más qué cómo sin sobre""",
        "fr": """le la les des un une du de en et est que qui pour dans sur avec par au aux
            ce cette il ne pas plus sont l d""",
        "it": """il lo la i gli le di e che non per con una un sono della del dei nel sul
            da si è più come""",
        "nl": """de het een en van niet met zijn op te dat in is voor aan die er naar ook
            bij om als worden""",
        "no": """og i at det en den til er som på de med han av for ikke der var seg et har
            om vi hadde fra eller kan din kun mer nå også""",
        "pl": """i w na z się nie do to że jest o jak po co tak za od który która które dla
            przez są już przy""",
        "pt": """o a os as um uma de do da dos das em no na que não e para com por se mais
            como ao é""",
        "sv": """och att det i en som på är av för med den till inte om ett han sig så har
            de kan var från eller egen nu också""",
    }.items()
}
# The commonest words of all of these: they say nothing about a subject.
FUNCTION_WORDS = frozenset().union(_ENGLISH, _OTHERS, *_WORDS.values())
# The scripts of the others, as Unicode names them; a text has some of the first.
_SCRIPTS = {
    "ar": ("ARABIC",),
    "bg": ("CYRILLIC",),
    "el": ("GREEK",),
    "fa": ("ARABIC",),
    "he": ("HEBREW",),
    "hi": ("DEVANAGARI",),
    "ja": ("HIRAGANA", "KATAKANA", "CJK"),
    "ko": ("HANGUL", "CJK"),
    "ru": ("CYRILLIC",),
    "sr": ("CYRILLIC",),
    "th": ("THAI",),
    "uk": ("CYRILLIC",),
    "ur": ("ARABIC",),
    "zh": ("CJK",),
}
# A newsletter's language is one of these, with or without a country or a script.
KNOWN = tuple(sorted({"en", *_WORDS, *_SCRIPTS}))
# Fewer words of a language may be a name: "Les Houches and De La Rue".
_FEWEST_WORDS = 2
# Letters of scripts that English is not written in: a share above this is not English.
_MOST_FOREIGN = 0.3
_FIRST_FOREIGN_LETTER = 0x0370
# Languages, and scripts, that are written from right to left (BCP 47, lower case).
_RIGHT_TO_LEFT = frozenset(
    [
        "ar",
        "arc",
        "ckb",
        "dv",
        "fa",
        "he",
        "iw",
        "ji",
        "ks",
        "nqo",
        "ps",
        "sd",
        "syr",
        "ug",
        "ur",
        "yi",
        "arab",
        "hebr",
        "thaa",
        "syrc",
        "nkoo",
    ]
)


def direction_of(language: str) -> str:
    """How HTML names the direction of `language` (BCP 47): ltr or rtl."""
    first, *others = language.lower().replace("_", "-").split("-")
    script = next((part for part in others if len(part) == 4), "")  # az-Arab, ar-Latn
    return "rtl" if (script or first) in _RIGHT_TO_LEFT else "ltr"


def is_known(language: str) -> bool:
    """Whether texts in `language` (BCP 47) can be told from others."""
    return _primary(language) in KNOWN


def is_in(text: str, language: str) -> bool:
    """Whether a text is in `language` (BCP 47); a name alone is English."""
    name = _primary(language)
    if name in _SCRIPTS:
        return _is_written_in(text, _SCRIPTS[name])
    if name not in _WORDS:
        return is_english(text)
    words = _WORD.findall(text.lower())
    own = sum(word in _WORDS[name] for word in words)
    most = max(
        sum(word in common for word in words) for common in (_ENGLISH, *_WORDS.values())
    )
    return own >= max(_FEWEST_WORDS, most)


def told_language(text: str, language: str) -> str:
    """Which of two a text is in: `language` (BCP 47), English ("en"), or "", untold.

    A few names and nouns tell none, but where English is all there is to choose.
    """
    if _primary(language) == "en":
        return "en" if is_english(text) else ""
    if is_in(text, language):
        return language
    words = _WORD.findall(text.lower())
    english = sum(word in _ENGLISH for word in words)
    return "en" if english >= _FEWEST_WORDS and is_english(text) else ""


def _primary(language: str) -> str:
    return language.lower().replace("_", "-").split("-")[0]


def _is_written_in(text: str, scripts: tuple[str, ...]) -> bool:
    names = [unicodedata.name(letter, "") for letter in text if letter.isalpha()]
    foreign = [name for name in names if not name.startswith("LATIN")]
    return (
        len(foreign) > _MOST_FOREIGN * len(names)
        and any(name.startswith(scripts[0]) for name in foreign)
        and sum(name.startswith(scripts) for name in foreign) > len(foreign) / 2
    )


def is_english(text: str) -> bool:
    """Whether a text may pass as English; a name alone may."""
    letters = [letter for letter in text if letter.isalpha()]
    foreign = sum(ord(letter) >= _FIRST_FOREIGN_LETTER for letter in letters)
    if foreign > _MOST_FOREIGN * len(letters):
        return False
    words = _WORD.findall(text.lower())
    english = sum(word in _ENGLISH for word in words)
    other = sum(word in _OTHERS for word in words)
    return other < 2 or english >= other
