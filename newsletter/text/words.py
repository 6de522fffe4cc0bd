"""Words: a text folded for comparing; what denies; months, numbers, lists, tries. Pure."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from newsletter.text.language import is_in

_WORD = re.compile(r"[^\W_]+")
_SHORTEST_PART = 15

# --- Comparing --------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """`text` for comparing: its words alone, in lower case."""
    return " ".join(words_of(text))


def words_of(text: str) -> list[str]:
    """The words of a text, without case, punctuation and width."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


# Beside its own cases `re.IGNORECASE` takes these for an s or an i.
_AS_PATTERNS_READ = str.maketrans("ſıİ", "sii")


def lowered(found: str) -> str:
    """What a pattern found without regard to case, in lower case as the pattern has it."""
    return found.translate(_AS_PATTERNS_READ).lower()


# Latin letters of which Unicode knows no plain one with a mark (NFKD), as they are written
# where there are none of them.
_SPELLED_OUT = str.maketrans({
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O",
    "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "þ": "th",
})  # fmt: skip


def spelled_out(text: str) -> str:
    """`text` for an address: "Straße" as "Strasse", "Łódź" as "Lódź"."""
    return text.translate(_SPELLED_OUT)


# Scripts of which two letters say about as much as an English word: those without blanks,
# and Korean, whose blanks part it into half as many words.
_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7a3]")
_LETTERS_A_WORD = 2


def length_in_words(text: str) -> int:
    """How many words a reader would count; writers, rules and readers count alike."""
    dense = 0 if text.isascii() else len(_DENSE.findall(text))
    spaced = len(_DENSE.sub(" ", text).split()) if dense else len(text.split())
    return spaced + -(-dense // _LETTERS_A_WORD)


def matches(claim: str, sentence: str) -> bool:
    """Is the claim this sentence, or a part of it, or is this a part of the claim?"""
    return _is_part(folded(claim), folded(sentence))


def _is_part(one: str, other: str) -> bool:
    if len(one) > len(other):
        one, other = other, one
    return one == other or (len(one) >= _SHORTEST_PART and one in other)


class Matching:
    """Which of many claims match a sentence; each text is folded once."""

    def __init__(self, claims: Iterable[str]) -> None:
        self._claims = [folded(claim) for claim in claims]
        self._places: dict[str, tuple[int, ...]] = {}

    def places(self, sentence: str) -> tuple[int, ...]:
        """The numbers of the claims that match it, from 0."""
        if sentence not in self._places:
            words = folded(sentence)
            self._places[sentence] = tuple(
                place
                for place, claim in enumerate(self._claims)
                if _is_part(claim, words)
            )
        return self._places[sentence]


# --- Denials ----------------------------------------------------------------------------

# What a quote must not leave out, or be without.
DENIALS = re.compile(
    r"\b(?:not|no(?!-)|never|none|nothing|neither|nor|cannot|without|fails?|failed|"
    r"hardly)\b|n't\b",
    re.IGNORECASE,
)
# "No ano passado": the "no" of Portuguese is "in the".
_NO = re.compile(r"\bno\b(?!-)", re.IGNORECASE)


def without_portuguese_no(text: str, around: str = "") -> str:
    """A text without the "no" of Portuguese, as what stands `around` it tells its language."""
    if not _NO.search(text):
        return text
    whole = around or text
    is_portuguese = is_in(whole, "pt") and not is_in(whole, "es")
    return _NO.sub(" ", text) if is_portuguese else text


# "Not only" denies nothing.
NOT_ONLY = re.compile(r"\bnot\s+(?:only|just|merely|simply)\b", re.IGNORECASE)

# --- Months -----------------------------------------------------------------------------

MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august",
    "september", "october", "november", "december",
)  # fmt: skip
# Each of them in the other languages whose letters we read.
MONTHS_ELSEWHERE = (
    "januar janvier enero gennaio janeiro januari jänner января stycznia styczniu styczeń "
    "січня януари јануар ιανουαρίου يناير ژانویه בינואר جنوری जनवरी มกราคม",
    "februar février febrero febbraio fevereiro februari февраля lutego lutym luty "
    "лютого февруари фебруар φεβρουαρίου فبراير فوریه בפברואר فروری फ़रवरी กุมภาพันธ์",
    "märz mars marzo março maart марта marca marcu marzec marts "
    "березня март μαρτίου مارس במרץ مارچ मार्च มีนาคม",
    "april avril abril aprile апреля kwietnia kwietniu kwiecień "
    "квітня април απριλίου أبريل آوریل באפריל اپریل अप्रैल เมษายน",
    "mai mayo maggio maio mei maj мая maja maju "
    "травня май мај μαΐου مايو مه במאי مئی मई พฤษภาคม",
    "juni juin junio giugno junho июня czerwca czerwcu czerwiec "
    "червня юни јун ιουνίου يونيو ژوئن ביוני جون जून มิถุนายน",
    "juli juillet julio luglio julho июля lipca lipcu lipiec "
    "липня юли јул ιουλίου يوليو ژوئیه ביולי جولائی जुलाई กรกฎาคม",
    "august août agosto augustus augusti августа sierpnia sierpniu sierpień "
    "серпня август αυγούστου أغسطس اوت באוגוסט اگست अगस्त สิงหาคม",
    "september septembre septiembre settembre setembro сентября września wrześniu wrzesień "
    "вересня септември септембар σεπτεμβρίου سبتمبر سپتامبر בספטמבר ستمبر सितंबर กันยายน",
    "oktober octobre octubre ottobre outubro октября października październiku październik "
    "жовтня октомври октобар οκτωβρίου أكتوبر اکتبر באוקטובר اکتوبر अक्टूबर ตุลาคม",
    "november novembre noviembre novembro ноября listopada listopadzie listopad "
    "листопада ноември новембар νοεμβρίου نوفمبر نوامبر בנובמבר نومبر नवंबर พฤศจิกายน",
    "dezember décembre diciembre dicembre dezembro december desember декабря grudnia grudniu grudzień "
    "грудня декември децембар δεκεμβρίου ديسمبر دسامبر בדצמבר دسمبر दिसंबर ธันวาคม",
)
# A month in full or shortened; "may" in small letters is a verb.
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|(?-i:May)|june?|july?|"
    r"aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
# "This week" points at no sentence before it.
TIMES = (
    r"(?:week(?:end)?|month|quarter|year|morning|afternoon|evening|spring|summer|autumn|fall|"
    r"winter)"
)

# --- Numbers ----------------------------------------------------------------------------

_UP_TO_TWENTY = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
    "eighteen", "nineteen", "twenty",
)  # fmt: skip
_TENS = ("thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
# What a number word tells, from two on: "one" may be anybody.
NUMBER_WORDS = {word: n for n, word in enumerate(_UP_TO_TWENTY) if n > 1} | {
    word: 10 * n for n, word in enumerate(_TENS, start=3)
}
MOST_IN_WORDS = 12


def in_words(number: int) -> str:
    """`no`, `one`, … `twelve`, `13`."""
    return _UP_TO_TWENTY[number] if number <= MOST_IN_WORDS else str(number)


def counted(number: int, one: str, many: str) -> str:
    """`no papers`, `one paper`, `13 papers`."""
    return f"{in_words(number)} {one if number == 1 else many}"


# --- Lists ------------------------------------------------------------------------------


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


# --- Patterns ---------------------------------------------------------------------------


def any_of(words: Iterable[str], *, plural: bool = False) -> str:
    """A trie of many words, the longest first, for a pattern without regard to case.

    A list of a hundred words is asked a hundred times at each place of a text; this once
    for each letter. `plural` also takes an s behind those of more than two letters.
    """
    tree: dict[str, Any] = {}
    for word in map(str.lower, words):
        for whole in (word, f"{word}s") if plural and len(word) > 2 else (word,):
            place = tree
            for letter in whole:
                place = place.setdefault(letter, {})
            place[""] = {}
    return _pattern(tree)


def _pattern(tree: dict[str, Any]) -> str:
    branches = [
        re.escape(letter) + _pattern(more) for letter, more in tree.items() if letter
    ]
    if not branches:
        return ""
    if "" in tree:
        return f"(?:{'|'.join(branches)})?"
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
