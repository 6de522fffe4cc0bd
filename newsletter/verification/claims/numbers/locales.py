"""Numbers and dates of other languages' locales, read as English ones. Pure.

"3,4 Mrd. Euro", "7.000 millones", "3億5000万人", "le 5 août 2025", "2025年8月5日": what a
sentence of one language says is compared with a passage of another. A text that has
none of them is left as it is.
"""

import re
from collections.abc import Callable
from functools import lru_cache, partial

from newsletter.text.language import is_english, is_in, told_language
from newsletter.text.words import MONTH, MONTHS, MONTHS_ELSEWHERE, any_of, lowered
from newsletter.verification.claims.numbers import (
    counts,
    currencies,
    han_measures,
    in_words,
    parts,
)

_SCALES = {
    "thousand": "tausend mila duizend tusind tusen tysi\N{LATIN SMALL LETTER A WITH OGONEK}ce "
    "tysięcy tysiąca tysiącach tysiącom tys тысяч тысячи",
    "million": "millionen mio millions mln millones millón milhões milhão milioni milione miljoen "
    "miljoner millioner milionów miliony miliona milionach milionom mill. миллионов миллиона миллион млн",
    "trillion": "billón billones trilhões trilhão biljoen biljoner billionen bilionów biliony biliona bilioni billioner biljon",
    "billion": "milliarde milliarden mrd milliard milliards miliardo miliardi mld "
    "miljard miljarder milliarder miliardów miliardy miliarda miliardach miliardom mia. bilhões bilhão mil-millones mil-milhões "
    "миллиардов миллиарда миллиард млрд",
}
# Units whose names are other words in English, by what English calls them.
_MEASURES = {
    **in_words.SPANS,
    "points": "punkten? puntos? punt[io] pontos? punten",
    "litres": "litern? litres? litros? litr[io] litr(?:y|ów)? литр литра литров",
    "square metres": "quadratmetern? m[èe]tres\\scarr[ée]s? metros\\s(?:cuadrados|quadrados) "
    "metr[io]\\squadrat[io] vierkante\\smeters? kvadratmeters? metr(?:ów|y)\\skwadratow(?:ych|e)",
    "metres": "metern? mètres? metros? metr[io] metr(?:y|ów)? метр метра метров",
    "kilometres": "kilometern? kilomètres? kil[óoô]metros? chilometr[io] "
    "kilometr(?:y|ów)? км километр километра километров",
    "grams": "gramm grammes? gramos? gramas? grammi",
    "milligrams": "milligramm milligrammes? miligram[oa]s? milligrammi",
    "kilograms": "kilogramm kilogrammes? kilogramos? chil[io] quilos? кг",
    "centimetres": "zentimetern? centim[èe]tres? centímetros? centimetri",
    "millimetres": "millimetern? millim[èe]tres? milímetros? millimetri",
    "feet": "pies? pieds? fuß",
    "miles": "meilen? millas? milhas? miglia",
    "tonnes": "tonnen? tonnes? toneladas? tonnellat[ae]",
    "dollars": "d[oó]lar(?:es)? dolar(?:ów|y|a|ach|ami) dollari us-dollars?",
    "pounds": "pfund livres\\ssterling libras(?:\\sesterlinas)? sterline pond pund "
    "funt(?:ów|y|a|ach)(?:\\sszterling(?:ów|i|a))?",
    "yen": "jen(?:ów|y|a)",
    "roubles": "rubeln? rublos rubli рублей рубля",
    "zlotys": "złot(?:ych|e|y) zł",
    "francs": "franken franchi francos",
    "terawatt-hours": "terawattstunden? t[ée]rawatt-?heures? teravatios[\\s-]hora terawattuur",
    "gigawatt-hours": "gigawattstunden? gigawatt-?heures? gigavatios[\\s-]hora gigawattuur",
    "megawatt-hours": "megawattstunden? m[ée]gawatt-?heures? megavatios[\\s-]hora megawattuur",
    "kilowatt-hours": "kilowattstunden? kilowatt-?heures? kilovatios[\\s-]hora kilowattuur",
    "terawatts": "teravatios? t[ée]rawatts?",
    "gigawatts": "gigavatios? gigawatts?",
    "megawatts": "megavatios? m[ée]gawatts?",
    "kilowatts": "kilovatios? quilowatts? chilowatt",
    "watts": "vatios?",
    "hectares": "hektar(?:ar|ów|y|a)? hectares? hectáreas? ettar[io] hectaren "
    "гектар гектара гектаров",
    "megapixels": "megapix(?:lar|eli|eles) megapiks(?:el|ler|eli)s? mégapixels mpix",
    "inches": "zoll pouces? pulgadas? pollic[ei] polegadas? tommer? tum cal[ei] "
    "дюйм дюйма дюймов",
}
# In these letters alone: "Go" and "Mo" are signs, "go" is a word.
_SIGNS = {
    "KB": "ko kilo-?octets?",
    "MB": "Mo m[ée]ga-?octets?",
    "GB": "Go giga-?octets?",
    "TB": "To t[ée]ra-?octets?",
}
_NAMED_MEASURES = (*_MEASURES, *_SIGNS)
_ANY_MEASURE = "|".join(
    rf"(?P<m{place}>(?{flags}:{'|'.join(words.split())}))"
    for place, (flags, words) in enumerate(
        (
            *(("i", words) for words in _MEASURES.values()),
            *(("", words) for words in _SIGNS.values()),
        )
    )
)
_MEASURE = re.compile(
    r"(?<=\d)(?:\s|-|\N{NO-BREAK SPACE}|\N{NARROW NO-BREAK SPACE})"
    rf"(?:{_ANY_MEASURE})(?!\w)",
)
_DECIMALS = frozenset(
    [
        "de",
        "fr",
        "es",
        "it",
        "nl",
        "pt",
        "pl",
        "sv",
        "da",
        "no",
        "ru",
        "uk",
        "bg",
        "sr",
        "el",
        "tr",
    ]
)
_SCALE_WORDS = "|".join(
    re.escape(word) for words in _SCALES.values() for word in words.split()
)
# Those that a text shows by its words or letters; all Cyrillic ones count alike.
_TOLD = ("de", "fr", "es", "it", "nl", "pt", "pl", "sv", "da", "no", "ru", "el")
# "1,5", "0,125"; three digits behind a comma are thousands, but for those of no whole.
_WITH_COMMA = re.compile(r"(?<![\d.,])(?:(0),(\d{3,9})|(\d{1,3}),(\d{1,2}))(?!\d|,\d)")
# "1,768 millones" is 1.768 million where the same line has "1,79" or "595.000"; in
# Mexico a comma stands between thousands.
_SCALED_COMMA = re.compile(
    rf"(?<=\d),(\d{{3}})(?=\s(?:{_SCALE_WORDS})\b)", re.IGNORECASE
)
_SURE_COMMA = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{1,2}(?![\d,])|\.\d{3}(?![\d.]))")
# "1.400 megavatios", in a language whose decimals have a comma.
_WITH_DOTS = re.compile(r"(?<![\w.,-])[1-9]\d{0,2}(?:\.\d{3})+(?![\w.,-]*\d)")
# "1 523 litres", where a space stands between thousands; spaces of all widths count.
_WITH_SPACES = re.compile(
    r"(?<![\w.,-])[1-9]\d{0,2}(?:[ \u00a0\u2007\u2009\u202f]\d{3})+(?![\w,]|\.\d{3})"
)
_ENGLISH = {word: name for name, words in _SCALES.items() for word in words.split()}
_PERCENT = (
    r"prozent|pour\scent|por\sciento|por\scento|per\scento|procent(?:ów|a|u)?|prosent|proc\.?|pct\.?|"
    r"процентов|процента"
)
_POINTS_SAID = re.compile(
    r"(?<=\d)\s(?:prozentpunkte?n?|points?\sde\spourcentage|puntos\sporcentuales|"
    r"punt[oi]\spercentual[ei]|procentpunt(?:en)?|procentenhet(?:er)?|procentpoint|prosentpoeng|"
    r"punkt(?:y|ów|u)?\sproc(?:entow\w+)?)\b",
    re.IGNORECASE,
)
_UNITS = (
    r"%|percent|per\scent|euros?\b|€|\$|[kMG]B\b|[ckm]?m\b|kg\b|°|(?:US-)?dollars?\b|"
    r"d[oó]lares\b|dollari\b|cents?\b|franken\b|yen\b|sekunden?\b|minuten?\b|stunden?\b|"
    r"tagen?\b|wochen\b|monaten?\b|jahren?\b|punkten?\b|mal\b|secondes?\b|minutes?\b|"
    r"heures?\b|jours\b|fois\b|segundos?\b|minutos?\b|horas?\b|días\b|dias\b|veces\b|"
    r"vezes\b|puntos\b|pontos\b|secondi\b|minuti\b|giorni\b|volte\b|punti\b|keer\b"
)
_SCALE = "|".join(sorted(map(re.escape, _ENGLISH), key=len, reverse=True))
# "37,8 milliards de tonnes", "30.000 millones de dólares"
_SCALED_MEASURE = re.compile(
    rf"(?<=\d)(?P<scale>\s(?:thousand|{_SCALE})\.?)\s?(?:de\s|di\s|d['\u2019]\s?)?(?:{_ANY_MEASURE})(?!\w)",
    re.IGNORECASE,
)
# "3.600 de 21.000 millones": both are millions.
_OF_SCALED = re.compile(
    rf"(?P<number>\d[\d.,]*)\s(?:de|di|von|van|sur|dos|dei|degli|der|des)\s"
    rf"(?=\d[\d.,]*\s?(?P<scale>{_SCALE})\b)",
    re.IGNORECASE,
)
# "3,4 Mrd.", "71,2 Prozent"; "layers 3,4 and 5" are two numbers.
_DECIMAL_COMMA = re.compile(
    rf"(?<![\d.,])(?P<whole>\d{{1,3}}(?:[.\s]\d{{3}})*),(?=\d{{1,2}}\s?(?:(?:{_SCALE})\b|{_PERCENT}|{_UNITS}|"
    r"million|billion))",
    re.IGNORECASE,
)
_BOTH_SIGNS = re.compile(r"(?<![\d.,])(\d{1,3}(?:\.\d{3})+),(\d+)(?!\d|,\d)")
# "26,4 €", "52 €/MWh", "3 Mio. €"
_EUROS = re.compile(r"(?<=[\dmns.])\s?€(?!\s?\d)")
_POINTS = re.compile(
    rf"(?<![\d.,])\d{{1,3}}(?:\.\d{{3}})+(?=\s?(?:(?:{_SCALE})\b|{_PERCENT}))|"
    r"(?<![\d.,])\d{1,3}(?:\.\d{3}){2,}(?![\d.,])",
    re.IGNORECASE,
)
_SCALED = re.compile(
    rf"(?<=\d)\s?(?P<scale>mil\smil(?:lones|hões)|{_SCALE})(?!\w)\.?(?:\s(?:de|di)\s(?=euro|dollar)|\sd['’](?=euro))?",
    re.IGNORECASE,
)
_PERCENT_SAID = re.compile(rf"(?<=\d)\s?(?:{_PERCENT})(?!\w)", re.IGNORECASE)

# --- Months -----------------------------------------------------------------------------

_MONTHS = {
    word: month.capitalize()
    for month, words in zip(MONTHS, MONTHS_ELSEWHERE, strict=True)
    for word in words.split()
}
_ANY_MONTH = rf"(?=[{''.join({word[0] for word in _MONTHS})}]){any_of(_MONTHS)}"
_DAY = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:\.|er|º|°)?\s(?:de\s)?(?P<month>{_ANY_MONTH})(?!\w)"
    r"(?:,?\s(?:del?\s)?(?P<year>(?:19|20)\d\d)\b)?",
    re.IGNORECASE,
)
_MONTH = re.compile(
    rf"\b(?P<month>{_ANY_MONTH})\s(?:del?\s)?(?P<year>(?:19|20)\d\d)\b",
    re.IGNORECASE,
)

# "Du 22 au 28 juin 2026", "June 22 to 28, 2026": both days are of the month.
_TO = r"to|until|till|through|and|al|au|bis|tot|e|y|et|und|en|och|og|i|do|til|till|às|a|[-\u2013\u2014]"
_OF_ONE_MONTH = re.compile(
    rf"(?<![\w.,])(?P<first>3[01]|[12]?\d)(?:er|st|nd|rd|th|\.|º)?\s?(?:{_TO})\s?(?:the\s|le\s|il\s|o\s|el\s)?"
    rf"(?P<last>3[01]|[12]?\d)(?:st|nd|rd|th)?\s(?:of\s)?"
    rf"(?P<month>{'|'.join(MONTHS)})\b(?P<year>,?\s(?:19|20)\d\d\b)?",
    re.IGNORECASE,
)
_OF_ONE_MONTH_BEFORE = re.compile(
    rf"\b(?P<month>{MONTH})\.?\s(?P<first>3[01]|[12]?\d)(?:st|nd|rd|th)?\s?"
    r"(?:to|until|till|through|and(?=\s\d\d?,?\s(?:19|20)\d\d\b)|[-\u2013\u2014])\s?"
    r"(?P<last>3[01]|[12]?\d)(?:st|nd|rd|th)?(?P<year>,?\s(?:19|20)\d\d\b)?"
    r"(?![\w%]|[.,:]\d|\s?%|\s(?:percent|per|million|billion|thousand|points?|o'clock|[ap]\.?m)\b)",
    re.IGNORECASE,
)

# --- Chinese, Japanese, Korean ------------------------------------------------------------

# Letters of Chinese, Japanese and Korean.
HAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uff66-\uff9f"
IN_HAN = re.compile(f"[{HAN}]")
_POWERS = {
    "百": 1e2, "千": 1e3, "万": 1e4, "萬": 1e4, "만": 1e4, "億": 1e8, "亿": 1e8, "억": 1e8,
    "兆": 1e12, "조": 1e12,
}  # fmt: skip
_MYRIADS = re.compile(
    rf"(?:\d[\d,]*(?:\.\d+)?\s?[{''.join(_POWERS)}]{{1,2}})+(?:\d+(?![\d.年月日%]))?"
)
_MYRIAD = re.compile(rf"(\d[\d,]*(?:\.\d+)?)\s?([{''.join(_POWERS)}]*)")
_HAN_DAY = re.compile(
    r"(?:(?P<year>(?:19|20)\d\d)\s?[年년]\s?)?(?P<month>1[0-2]|0?[1-9])\s?[月월]"
    r"(?:\s?(?P<day>3[01]|[12]\d|0?[1-9])\s?[日일号號])?"
)
_HAN_YEAR = re.compile(r"(?P<year>(?:19|20)\d\d)\s?[年년](?!間)")
_TOUCHING = re.compile(rf"(?<=[{HAN}])(?=[A-Za-z\d$€£¥])|(?<=[A-Za-z\d%])(?=[{HAN}])")
_ANY_HAN = re.compile(f"[{HAN}]")


def language_of(text: str) -> str:
    """The language of a longer text that is not English, as far as numbers differ there."""
    return next((one for one in _TOLD if is_in(text, one)), "")


def in_one_locale(sentence: str, evidence: str, language: str) -> tuple[str, str]:
    """A sentence of a language and its evidence, with the decimals of both told alike.

    Evidence is read line by line, as pages of several languages may stand in it. A line
    that seems English is read both ways beside a sentence of another language: a short
    quotation may be taken for English. The sentence itself is asked for a language that
    is not given.
    """
    language = language or _other_than_english(sentence)
    if _has_commas(language):
        is_whole = partial(_is_not_english, language=language)
        read = partial(_read_in, language=language)
        return with_points(sentence, language), _by_line(evidence, is_whole, read)
    if _pointed(sentence) != sentence:  # it quotes another language, as that writes
        return sentence, evidence
    return sentence, _by_line(evidence, _is_foreign, _read_by_itself)


def _by_line(
    text: str,
    question: Callable[[str], bool | None],
    reading: Callable[[str], str],
) -> str:
    """The lines as read: True in their place, None beside it, False not at all."""
    lines = []
    for line in text.split("\n"):
        read = reading(line)
        answer = read != line and question(line)
        if answer is not True:
            lines.append(line)
        if answer is not False:
            lines.append(read)
    return "\n".join(lines)


def _is_foreign(line: str) -> bool:
    return _other_than_english(line) != ""


def _read_in(line: str, language: str) -> str:
    """A line of evidence beside a sentence of a language: one of a third is read as that."""
    is_of_it = told_language(line, language) == language
    return _read(line, language if is_of_it else _other_than_english(line) or language)


def _read_by_itself(line: str) -> str:
    return _read(line, _other_than_english(line))


def _is_not_english(line: str, language: str) -> bool | None:
    return told_language(line, language) != "en" or None


def _other_than_english(text: str) -> str:
    return "" if is_english(text) else language_of(text)


def _has_commas(language: str) -> bool:
    return language.lower().split("-")[0] in _DECIMALS


def with_points(text: str, language: str) -> str:
    """A text of a language whose decimals have a comma, with points: 2.3 for 2,3."""
    if not _has_commas(language):
        return text
    return _read(text, language)


# Each sentence of an issue is held to the same lines, and several times.
@lru_cache(maxsize=2048)
def _read(text: str, language: str) -> str:
    if language.lower().split("-")[0] in ("es", "pt"):
        text = in_words.with_thousands(text)
    text = parts.in_english(_pointed(in_words.in_english(text)), language)
    return counts.in_english(text, language)


def _pointed(text: str) -> str:
    if not any(map(str.isdigit, text)):
        return text
    if _SURE_COMMA.search(text):
        # With a fourth digit, as three behind a point are thousands.
        text = _SCALED_COMMA.sub(r".\g<1>0", text)
    text = _OF_SCALED.sub(r"\g<number> \g<scale> of ", text)
    text = _SCALED_MEASURE.sub(_measured, _MEASURE.sub(_measured, text))
    text = _WITH_DOTS.sub(lambda found: _commas(found[0]), text)
    text = _WITH_COMMA.sub(_with_point, text)
    return _WITH_SPACES.sub(lambda found: _commas(found[0]), text)


def _with_point(found: re.Match[str]) -> str:
    return ".".join(part for part in found.groups() if part)


def _measured(found: re.Match[str]) -> str:
    place = int(str(found.lastgroup)[1:])
    return f"{found.groupdict().get('scale') or ''} {_NAMED_MEASURES[place]}"


def in_english(text: str) -> str:
    """A text with the numbers and dates of other languages as English has them."""
    if not any(map(str.isdigit, text)) and not _ANY_HAN.search(text):
        return text
    text = _HAN_DAY.sub(_han_day, text)
    text = _HAN_YEAR.sub(r" \g<year> ", text)
    if _ANY_HAN.search(text):
        text = counts.han_in_english(han_measures.measured(text))
    text = _MYRIADS.sub(_myriads, text)
    text = _TOUCHING.sub(" ", text)
    text = _BOTH_SIGNS.sub(lambda found: f"{_commas(found[1])}.{found[2]}", text)
    text = _DECIMAL_COMMA.sub(lambda found: _commas(found["whole"]) + ".", text)
    text = _POINTS.sub(lambda found: _commas(found[0]), text)
    text = _SCALED.sub(_scaled, text)
    text = currencies.in_english(text)
    text = _POINTS_SAID.sub(" percentage points", _EUROS.sub(" euros", text))
    text = _PERCENT_SAID.sub(" %", text)
    text = _DAY.sub(_day, text)
    text = _OF_ONE_MONTH.sub(_both_days, text)
    text = _OF_ONE_MONTH_BEFORE.sub(_both_days, text)
    return _MONTH.sub(lambda found: f"{_month(found)} {found['year']}", text)


def _commas(whole: str) -> str:
    return re.sub(r"[.\s]", ",", whole)


def _scaled(found: re.Match[str]) -> str:
    scale = re.sub(r"\s", "-", lowered(found["scale"]))
    return f" {_ENGLISH[scale]} "


def _month(found: re.Match[str]) -> str:
    # Without regard to case a letter is also found by others, as "i" by "İ".
    return _MONTHS.get(found["month"].lower(), found["month"])


def _day(found: re.Match[str]) -> str:
    return " ".join(filter(None, (found["day"], _month(found), found["year"])))


def _both_days(found: re.Match[str]) -> str:
    first, last, month = int(found["first"]), int(found["last"]), found["month"]
    if not 0 < first < last:
        return found[0]
    year = (found["year"] or "").strip(", ")
    return " to ".join(f"{day} {month} {year}".rstrip() for day in (first, last))


def _han_day(found: re.Match[str]) -> str:
    month = MONTHS[int(found["month"]) - 1].capitalize()
    told = " ".join(filter(None, (found["day"], month, found["year"])))
    # "7월 9.3%": the number behind a month alone is no day of it.
    return f" {told} " if found["day"] or found["year"] else f" {told}, "


def _myriads(found: re.Match[str]) -> str:
    """3億5000万 is 350,000,000."""
    total = 0.0
    for digits, powers in _MYRIAD.findall(found[0]):
        value = float(digits.replace(",", ""))
        for power in powers:
            value *= _POWERS[power]
        total += value
    whole = round(total)
    return f" {whole:,} " if abs(total - whole) < 1e-6 * max(1.0, total) else found[0]
