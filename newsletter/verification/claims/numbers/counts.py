"""Numbers in the words of other languages, read as English ones: "zwei Lücken". Pure.

Up to twelve they stay words, which tell less surely than digits; beyond they are digits.
Numbers of times, parts and multiples are read before, by `in_words` and `parts`.
"""

import re
from collections.abc import Iterator
from functools import cache

from newsletter.text.language import primary
from newsletter.text.words import MOST_IN_WORDS, in_words

# From two to nineteen, and the tens from twenty; forms of one number stand with bars.
_ONES = {
    "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
    "fr": "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve",
    "it": "due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove",
    "pt": "dois|duas três quatro cinco seis sete oito nove dez onze doze treze catorze|quatorze quinze dezesseis|dezasseis dezessete|dezassete dezoito dezenove|dezanove",
    "nl": "twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien",
    "sv": "två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton|aderton nitton",
    "da": "to tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten",
    "no": "to tre fire fem seks sju|syv åtte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten",
    "pl": "dwa|dwie|dwóch|dwu|dwoma|dwiema|dwaj trzy|trzech|trzem|trzema|trzej cztery|czterech|czterem|czterema|czterej pięć|pięciu sześć|sześciu siedem|siedmiu osiem|ośmiu dziewięć|dziewięciu dziesięć|dziesięciu jedenaście|jedenastu dwanaście|dwunastu trzynaście|trzynastu czternaście|czternastu piętnaście|piętnastu szesnaście|szesnastu siedemnaście|siedemnastu osiemnaście|osiemnastu dziewiętnaście|dziewiętnastu",
}  # fmt: skip
_TENS = {
    "de": "zwanzig dreißig|dreissig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "fr": "vingt trente quarante cinquante soixante septante huitante|octante nonante",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "pt": "vinte trinta quarenta cinquenta|cinqüenta sessenta setenta oitenta noventa",
    "nl": "twintig dertig veertig vijftig zestig zeventig tachtig negentig",
    "sv": "tjugo trettio fyrtio femtio sextio sjuttio åttio nittio",
    "da": "tyve tredive|tredve fyrre halvtreds tres halvfjerds firs halvfems",
    "no": "tjue|tyve tretti|tredve førti femti seksti sytti åtti nitti",
    "pl": "dwadzieścia|dwudziestu trzydzieści|trzydziestu czterdzieści|czterdziestu pięćdziesiąt|pięćdziesięciu sześćdziesiąt|sześćdziesięciu siedemdziesiąt|siedemdziesięciu osiemdziesiąt|osiemdziesięciu dziewięćdziesiąt|dziewięćdziesięciu",
}  # fmt: skip
_ONE = {"de": "ein", "fr": "et-un|et-une", "es": "uno|una|ún|un", "it": "uno|un", "pt": "um|uma", "nl": "een", "sv": "en|ett", "da": "en|et", "no": "en|ett|én", "pl": "jeden"}  # fmt: skip
# What joins tens and ones; German and Dutch say the ones first.
_AND = {
    "fr": "-",
    "es": " y ",
    "pt": " e ",
    "it": "",
    "de": "und",
    "nl": "en|ën",
    "sv": "",
    "da": "og",
    "no": "",
    "pl": " ",
}
_ONES_FIRST = frozenset({"de", "nl", "da"})
# "Neuf" is also new, "sei" also are: so few read them, only before a plural.
_PLURAL = {"neuf": "s", "sei": "[ie]"}
_HAN_ONES: dict[str, int] = dict(
    zip("二两兩三四五六七八九", (2, 2, 2, *range(3, 10)), strict=True)
)
# Where "to" and "fire" are numbers: a line with such words beside them is English.
_SCANDINAVIAN = frozenset({"sv", "da", "no"})
_ENGLISH_WORD = re.compile(r"\b(?:the|of|with|that|from)\b")
# "七个地区", "十三岁"; not 第三个, nor the 三四 of "some".
_HAN_COUNT = re.compile(
    r"(?<![第一二两兩三四五六七八九十百千万萬億亿几幾数數\d])(?P<tens>[二三四五六七八九]?十)?(?P<ones>[二两兩三四五六七八九])?"
    r"(?=[个個](?!月)|家|名|位|款|次|项|項|人(?!工)|[种種]|台|座|[岁歲歳]|つ|社|か国|件|回)"
)


# "三百万行"; "数百万" and "上百万" tell no number.
_HAN_MYRIADS = re.compile(
    r"(?<![第一二两兩三四五六七八九十百千几幾数數上\d])[一二两兩三四五六七八九十][一二两兩三四五六七八九十百千]{0,6}(?=[万萬億亿])"
)
_HAN_POWERS = {"十": 10, "百": 100, "千": 1000}


def in_english(text: str, language: str) -> str:
    """A text of a language with its small numbers in English words, larger ones in digits."""
    name = primary(language)
    if name not in _ONES:
        return text
    if name in _SCANDINAVIAN and _ENGLISH_WORD.search(text):
        return text
    known = _known(name)
    return _any_of(name).sub(lambda found: _told(known[found["number"].lower()]), text)


def han_in_english(text: str) -> str:
    """The same of a text in Chinese or Japanese: 七个 is "seven 个", 三百万 300万."""
    return _HAN_COUNT.sub(_han, _HAN_MYRIADS.sub(_myriads, text))


def _myriads(found: re.Match[str]) -> str:
    number = digit = 0
    for letter in found[0]:
        if power := _HAN_POWERS.get(letter):
            number, digit = number + max(digit, 1) * power, 0
        else:
            digit = _HAN_ONES.get(letter, 1)
    return str(number + digit)


def _told(number: int) -> str:
    return in_words(number) if number <= MOST_IN_WORDS else str(number)


def _han(found: re.Match[str]) -> str:
    tens, ones = found["tens"], found["ones"]
    number = 10 * _HAN_ONES.get(tens[0], 1) if tens else 0
    number += _HAN_ONES.get(ones, 0) if ones else 0
    return f" {_told(number)} " if number else found[0]


@cache
def _known(language: str) -> dict[str, int]:
    return dict(_words(language))


def _words(language: str) -> Iterator[tuple[str, int]]:
    """Each word of a language for a number from 2 to 99."""
    ones = {n: forms.split("|") for n, forms in enumerate(_ONES[language].split(), 2)}
    for number, words in ones.items():
        yield from ((word, number) for word in words)
    ones[1] = _ONE[language].split("|")
    for tens, forms in enumerate(_TENS[language].split(), 2):
        for ten in forms.split("|"):
            yield ten, 10 * tens
            for number in range(1, 10):
                for one in ones[number]:
                    for word in _joined(language, ten, one):
                        yield word, 10 * tens + number
    if language == "fr":
        yield from _of_score(ones)


def _joined(language: str, ten: str, one: str) -> Iterator[str]:
    for joint in _AND[language].split("|"):
        if language in _ONES_FIRST:
            yield f"{one}{joint}{ten}"
        elif language == "it":
            yield f"{ten[:-1] if one[0] in 'uo' else ten}{one}"
        else:
            yield f"{ten}{joint}{one}"
    if language == "fr":
        yield f"{ten} {one.replace('-', ' ')}"
    if (language, ten) == ("es", "veinte"):
        accents = {"dos": "dós", "tres": "trés", "seis": "séis"}
        yield f"veinti{accents.get(one, one)}"


def _of_score(ones: dict[int, list[str]]) -> Iterator[tuple[str, int]]:
    """Soixante-dix, quatre-vingts, quatre-vingt-treize."""
    yield "quatre-vingts", 80
    for number in range(2, 20):
        for one in ones[number]:
            yield f"quatre-vingt-{one}", 80 + number
            if number >= 10:
                yield f"soixante-{one}", 60 + number


@cache
def _any_of(language: str) -> re.Pattern[str]:
    """Any of the words before another one, in small letters or at the beginning."""
    words = sorted(_known(language), key=len, reverse=True)
    either = "|".join(
        rf"{re.escape(word)}(?=\s\w{{3,}}{_PLURAL[word]}\b)"
        if word in _PLURAL
        else re.escape(word)
        for word in words
    )
    return re.compile(
        rf"(?<![\w-])(?P<number>{either}|(?:(?<=^)|(?<=[.!?]\s))(?i:{either}))(?=\s[^\W\d_]{{2}})",
        re.MULTILINE,
    )
