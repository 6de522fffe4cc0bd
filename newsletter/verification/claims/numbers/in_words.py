"""Spans of time and multiples in words of other languages, read as English ones. Pure.

"Deux mois", "doppelt so viele", "se ha triplicado", "dimezzato". One of a time ("un an")
is left as it is: it tells a rate as often as a span.
"""

import re

from newsletter.text.words import NUMBER_WORDS, any_of, lowered

# Units of time, by what English calls them; all languages together.
SPANS = {
    "seconds": "sekunden? secondes segundos? secondi secondo seconden seg sekund(?:er|y|ach)?s? "
    "секунд секунд[аы]",
    "minutes": "minuten? minutos? minuti minuto minutters? minuters? minut(?:y|ach)? минут[аы]?",
    "hours": "stunden? heures? horas? ore uur uren std timers? timmars? godzin(?:y|a|ach)? час часа часов",
    "days": "tage?n? jours? d[ií]as? giorn[io] dagen dages? dagers? dagars? dni(?:ach)? дн(?:я|ей)",
    "weeks": "wochen? semaines? semanas? settiman[ae] weken ugers? ukers? veckors? "
    "tygodni(?:a|e|ach)? недел[ьи]",
    "months": "monate?n? mois meses mes mes[ei] maanden måneders? månaders? "
    "miesiąc(?:e|a|ach) miesięcy месяц месяца месяцев",
    "years": "jahre?n? ans ann[ée]es? a[ñn]os? ann[io] jaar jaren års? lat(?:a|ach)? лет года?",
}
_NUMBERS = {
    "two": "zwei deux dos due dois duas twee två to dwa dwie dwóch dwu",
    "three": "drei trois tres tre três drie trzy trzech",
    "four": "vier quatre cuatro quattro quatro fyra fire cztery czterech",
    "five": "fünf cinq cinco cinque vijf fem pięć pięciu",
    "six": "sechs six seis sei zes sex seks sześć sześciu",
    "seven": "sieben sept siete sette sete zeven sju syv siedem siedmiu",
    "eight": "acht huit ocho otto oito åtta åtte otte osiem ośmiu",
    "nine": "neun neuf nueve nove negen nio ni dziewięć dziewięciu",
    "ten": "zehn dix diez dieci dez tien tio ti dziesięć dziesięciu",
    "eleven": "elf onze once undici elva elleve jedenaście jedenastu",
    "twelve": "zwölf douze doce dodici doze twaalf tolv dwanaście dwunastu",
    "fifteen": "fünfzehn quinze quince quindici vijftien femton femten piętnaście piętnastu",
    "twenty": "zwanzig vingt veinte venti vinte twintig tjugo tjue tyve dwadzieścia dwudziestu",
    "thirty": "dreißig trente treinta trenta trinta dertig trettio tretti tredive trzydzieści trzydziestu",
}
_ENGLISH = {word: name for name, words in _NUMBERS.items() for word in words.split()}
_DIGITS: dict[str, str] = {name: str(NUMBER_WORDS[name]) for name in _NUMBERS}
_NUMBER = any_of(_ENGLISH)
_TIMES = "|".join(
    rf"(?P<{name}>{'|'.join(words.split())})" for name, words in SPANS.items()
)
_SPAN = re.compile(rf"\b(?P<number>{_NUMBER})[\s-](?:{_TIMES})(?!\w)", re.IGNORECASE)
# "Dreijährig", "zweimonatige"
_GERMAN_SPAN = re.compile(
    rf"\b(?P<number>{_NUMBER})(?:(?P<hours>stünd)|(?P<days>täg)|(?P<weeks>wöch)|"
    r"(?P<months>monat)|(?P<years>jähr))ig\w*",
    re.IGNORECASE,
)
# "Un accordo biennale"; the Biennale is a fair.
_LASTING = {
    "two": "biennal[ei]", "three": "triennal[ei]", "four": "quadriennal[ei]",
    "five": "quinquennal[ei]", "ten": "decennal[ei]",
}  # fmt: skip
_ITALIAN_SPAN = re.compile(
    r"\b(?:"
    + "|".join(f"(?P<{name}>{word})" for name, word in _LASTING.items())
    + r")\b"
)
# Fifteen days are told of two weeks.
_FORTNIGHT = re.compile(
    r"\b(?:quinze\s(?:jours|dias)|quince\sd[ií]as|quindici\sgiorni)\b", re.IGNORECASE
)
# "El doble de usuarios"; "el doble objetivo" multiplies nothing.
_OF_IT = (
    r"(?=\s(?:d[eoiau]\w{0,3}|que|rispetto|par\srapport|y|e|et|en|in|em|a)\b|\sd['\u2019]|"
    r"\sdell['\u2019]|\s?[,.;:!?)]|\s*\Z)"
)
_MULTIPLES = {
    "doubled": r"verdoppel\w*|doppelt(?=\sso\b)|d(?:as|em)\sdoppelten?|"
    rf"(?:le|au|du)\sdouble{_OF_IT}|doubl(?:é|er|era|eront|ant|ent)(?:e?s?)|"
    rf"(?:el|al|del)\sdoble{_OF_IT}|dobl(?:ó|aron)|duplic\w+|"
    rf"(?:il|al|del)\sdoppio{_OF_IT}|raddoppi\w+|"
    r"(?:o|ao|do)\sdobro|dobr(?:ou|aram|ar[áã]o?)|verdubbel\w*",
    "tripled": r"verdreifach\w*|d(?:as|em)\sdreifachen?|"
    rf"(?:le|au|du|el|al|del|il|o|ao|do)\stripl[eo]{_OF_IT}|tripl(?:é|er|era|eront|ant|ent)(?:e?s?)|"
    r"triplic\w+|verdrievoudig\w*",
    "quadrupled": r"vervierfach\w*|d(?:as|em)\svierfachen?|"
    r"quadrupl(?:é|er|era|eront|ant|ent)(?:e?s?)|[cq]uadruplic\w+|verviervoudig\w*",
    "fivefold": r"verfünffach\w*|d(?:as|em)\sfünffachen?|quintupl\w+",
    "tenfold": r"verzehnfach\w*|d(?:as|em)\szehnfachen?|décupl\w+",
    "halved": r"halbier\w*|um\sdie\shälfte|divis(?:é|ée|és|ées|ant|er)\spar\sdeux|"
    r"de\smoitié|(?:a|en)\sla\smitad|dimezz\w+|(?:pela|à)\smetade|gehalveerd",
}
_MULTIPLE = re.compile(
    r"(?P<more>\b(?:mehr\sals|plus\s(?:que|d[ue])|más\s(?:que|de)|più\s(?:che|di)|"
    r"mais\s(?:que|d[eo])|meer\sdan)\s)?\b(?:"
    + "|".join(f"(?P<{name}>{words})" for name, words in _MULTIPLES.items())
    + r")(?!\w)",
    re.IGNORECASE,
)
# "Trois fois plus", "4 veces más", "fünfmal so"; "testé deux fois" compares nothing.
_SO_MANY_TIMES = re.compile(
    rf"(?<![\w.,])(?P<number>{_NUMBER}|\d[\d.,]*)(?:"
    r"[\s-]?mal(?=\s(?:so|mehr|weniger|\w{3,}er)\b)"
    r"|\sfois(?=\s(?:plus|moins|davantage|supérieur|inférieur|celui|celle)\w*)"
    r"|\sveces(?=\s(?:más|menos|mayor|menor|superior|inferior|lo\sque)\b)"
    r"|\svolte(?=\s(?:più|meno|maggior|superior|inferior|quell|tanto)\w*)"
    r"|\svezes(?=\s(?:mais|menos|maior|menor|superior|inferior|o\sque)\b)"
    r"|\skeer(?=\s(?:zo\w*|meer|minder|\w{3,}er)\b)"
    r"|\s(?:gånger|gang[ea]r?)(?=\s(?:så|mer|mere|flere|fler|mindre|\w{3,}[ae]re)\b)"
    r"|\srazy(?=\s(?:więcej|mniej|tyle|\w{3,}(?:iej|ej|szy|sz[aey]))\b))",
    re.IGNORECASE,
)
_MULTIPLIED = re.compile(
    rf"\b(?:multipli|moltiplic)\w+\s(?:par|por|per)\s(?P<number>{_NUMBER}|\d[\d.,]*)\b",
    re.IGNORECASE,
)

# "Un por ciento", "zwei Prozent", "trois pour cent".
_PERCENT = re.compile(
    rf"\b(?P<number>un[oa]?|ein|{_NUMBER})\s(?=(?:prozent|pour\scent|por\sci?ento|per\scento)\b)",
    re.IGNORECASE,
)
# "Zwei Millionen", "trois à dix milliards", "un millón".
_OF_A_SCALE = re.compile(
    rf"\b(?!to\smillions?\b)(?P<number>un[ae]?|eine[nr]?|uma?|een|{_NUMBER})(?:\s(?:à|bis|a|tot)\s(?P<last>{_NUMBER}))?"
    r"\s(?=(?:mil\s(?=millones))?(?:millionen?|millions?|mill[oó]n(?:es)?|milion[ei]|milh(?:ão|ões)|miljoen|"
    r"milliarden?|milliards?|miliard[oi]|bilh(?:ão|ões)|miljard(?:er)?|milliarder|miliard(?:y|ów|ach)|miljoner|millioner|milion(?:y|ów|ach)|"
    r"tusen|tusind|tysi(?:ące|ęcy|ącach)|duizend|billionen?|bill[oó]n(?:es)?)\b)",
    re.IGNORECASE,
)
# "Une douzaine de", "una veintena de": about so many.
_ABOUT_SO_MANY = {
    10: "dizaine|decena|dezena|decina", 12: "douzaine|docena|dúzia|dozzina", 15: "quinzaine|quincena|quindicina",
    20: "vingtaine|veintena|ventina", 30: "trentaine|treintena|trentina", 40: "quarantaine|cuarentena|quarantina",
    50: "cinquantaine|cincuentena|cinquantina", 60: "soixantaine|sessantina", 70: "settantina", 80: "ottantina", 90: "novantina", 100: "centaine|centenar|centena|centinaio",
}  # fmt: skip
_SO_MANY = re.compile(
    r"\bun(?:[ae]?\s|['\u2019])(?:"
    + "|".join(f"(?P<n{number}>{words})" for number, words in _ABOUT_SO_MANY.items())
    + r")\s(?:de\s|di\s|d['\u2019])",
    re.IGNORECASE,
)
# "Les années 90", "die 1990er Jahre", "los años noventa".
_DECADE = re.compile(
    r"\b(?:ann[ée]es|años|anos|anni|jaren)\s['\u2019]?(?:19)?(?P<one>[2-9]0)\b"
    r"|\blat(?:a|ach)?\s(?P<fourth>[2-9]0)\.(?!\d)"
    r"|\b(?:19)?(?P<third>[2-9]0)(?:-tal(?:l?et)?|-årene|['\u2019]erne)\b"
    r"|\b(?:19)?(?P<other>[2-9]0)er(?:[\s-]jahren?n?)?\b",
    re.IGNORECASE,
)
# "Gli anni Ottanta", "die achtziger Jahre", "åttiotalet", "lata osiemdziesiąte".
_TENS = {
    20: ("venti|veinte|vinte|vingt|twintig", "zwanziger", "tjugo|tjue", "dwudziest", "tyv"),
    30: ("trenta|treinta|trinta|trente|dertig", "dreißiger", "trettio|tretti", "trzydziest", "trediv"),
    40: ("quaranta|cuarenta|quarenta|quarante|veertig", "vierziger", "fyrtio|førti", "czterdziest", "fyrr"),
    50: ("cinquanta|cincuenta|cinquenta|cinquante|vijftig", "fünfziger", "femtio|femti", "pięćdziesiąt", "halvtreds"),
    60: ("sessanta|sesenta|sessenta|soixante|zestig", "sechziger", "sextio|seksti", "sześćdziesiąt", "tress"),
    70: ("settanta|setenta|soixante-dix|zeventig", "siebziger", "sjuttio|sytti", "siedemdziesiąt", "halvfjerds"),
    80: ("ottanta|ochenta|oitenta|quatre-vingts?|tachtig", "achtziger", "åttio|åtti", "osiemdziesiąt", "firs"),
    90: ("novanta|noventa|quatre-vingt-dix|negentig", "neunziger", "nittio|nitti", "dziewięćdziesiąt", "halvfems"),
}  # fmt: skip
_DECADE_IN_WORDS = re.compile(
    r"\b(?:"
    + "|".join(
        rf"(?P<n{tens}>(?:ann[ée]es|años|anos|anni|jaren)\s(?:{before})|{german}\sjahren?|"
        rf"(?:{northern})tal(?:l?et)|lat(?:a|ach)?\s{polish}(?:e|ych)|{danish}erne)"
        for tens, (before, german, northern, polish, danish) in _TENS.items()
    )
    + r")(?![\w-])",
    re.IGNORECASE,
)
# "Ein halbes Jahr"; "im ersten Halbjahr" tells of no span.
_HALF_A_YEAR = re.compile(
    r"\b(?:ein(?:e[ns]|em)?\shalbe[sn]\sjahr(?:es)?|medio\saño|meio\sano|mezzo\sanno)\b",
    re.IGNORECASE,
)
# "Dos décimas menos": parts of a point; those of a second or a degree are others.
_TENTHS = re.compile(
    rf"\b(?P<number>un[ao]?|{_NUMBER})\s(?:décimas?|décim[oa]s?|decim[oi]|dixièmes?)(?=\s(?:menos|más|mais|meno|più|de\s(?:punto|ponto|point|plus|moins)|di\spunto)\b)",
    re.IGNORECASE,
)
# "Un quart de point", "un demi-point", "einen Viertelpunkt".
_PART_OF_A_POINT = re.compile(
    r"\b(?:un|una|um|einen|einem|ein|een)\s(?:(?P<half>demi-|medio\s|meio\s|mezzo\s|halben\s|half\s)"
    r"|(?P<quarter>quart\sde\s|cuarto\sde\s|quarto\sd[ei]\s|viertel|kwart\s))"
    r"(?:points?|puntos?|pontos?|punt[oi]|(?:prozent)?punkte?s?)\b",
    re.IGNORECASE,
)
_ORDERS = {
    "two": "zweiten? deuxième segund[ao] second[ao]",
    "three": "dritten? troisième tercera? tercer terz[ao] terceir[ao]",
    "four": "vierten? quatrième cuart[ao] quart[ao]",
    "five": "fünften? cinquième quint[ao]",
    "six": "sechsten? sixième sext[ao] sest[ao]",
    "seven": "siebten? septième s[ée]ptim[ao] settim[ao]",
    "eight": "achten? huitième octav[ao] ottav[ao] oitav[ao]",
    "nine": "neunten? neuvième noven[ao] non[ao]",
    "ten": "zehnten? dixième d[ée]cim[ao]",
}
_ORDER = "|".join(
    rf"(?P<o_{name}>{'|'.join(words.split())})" for name, words in _ORDERS.items()
)
# "La troisième semaine de suite" is told of three weeks.
_IN_A_ROW = re.compile(
    rf"\b(?:{_ORDER})\s(?:{'|'.join(rf'(?P<{name}>{chr(124).join(words.split())})' for name, words in SPANS.items())})"
    r"\s(?:de\ssuite|d['\u2019]affilée|consécutive?|consecutiv[ao]|seguid[ao]|di\s(?:fila|seguito)|in\sfolge|hintereinander)(?!\w)",
    re.IGNORECASE,
)

# "10 mil reais", "900 mil euros": what "mil" counts in Spanish and Portuguese.
_THOUSANDS = re.compile(
    r"(?<=\d)\smil(?!\w)(?!\s(?:\d|millones|milhões))", re.IGNORECASE
)
# "49 mil 101", "nueve mil 745", "2 millones 345 mil 678": so Mexico writes numbers.
_SMALL = {
    "un": 1, "uno": 1, "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6,
    "siete": 7, "ocho": 8, "nueve": 9, "diez": 10,
}  # fmt: skip
_PART = rf"(?:\d{{1,3}}|{any_of(_SMALL)})"
_IN_THOUSANDS = re.compile(
    rf"(?<![\w.,])(?:(?P<millions>{_PART})\smill(?:ón|ones)\s)?(?P<thousands>{_PART})\smil"
    r"\s(?P<rest>\d{1,3})(?![\w.,]*\d|\s(?:mil|millones|milhões)\b)",
    re.IGNORECASE,
)


def with_thousands(text: str) -> str:
    """A Spanish or Portuguese text with its thousands as English has them: 49,101."""
    return _THOUSANDS.sub(" thousand", _IN_THOUSANDS.sub(_joined, text))


def _joined(found: re.Match[str]) -> str:
    told = (found["millions"] or "0", found["thousands"], found["rest"])
    millions, thousands, rest = (int(_SMALL.get(lowered(one), one)) for one in told)
    return f"{millions * 1_000_000 + thousands * 1_000 + rest:,}"


# "Duemila", "tweeduizend": the number and its scale in one word.
_THOUSANDS_JOINED = re.compile(
    rf"\b(?P<number>{_NUMBER})(?=(?:mila|duizend|tausend|tusen|tusind)\b)",
    re.IGNORECASE,
)


# "Anderhalf jaar", "półtora miliona"; "un anno e mezzo", "ett och ett halvt år".
_ONE_AND_A_HALF = re.compile(
    r"\b(?:anderthalb|anderhal(?:f|ve)|halvannan|halvann?en|halvanden|halvand?et|halvannet|półtor(?:a|ej)|"
    r"ett?\soch\sett?\shalvt|et\sog\set\shalvt|en\s(?:og|och)\sen\shalv)(?=\s[^\W\d_]{2})",
    re.IGNORECASE,
)
_UNIT_AND_A_HALF = re.compile(
    r"\b(?:un[oa]?|uma?)\s(?P<unit>[^\W\d_]{2,9})\s(?:et\sdemie?|y\smedi[oa]|e\smezz[oa]|e\smei[oa])(?!\w)",
    re.IGNORECASE,
)
_HALF_A_YEAR_MORE = re.compile(r"\b1\.5\s(?:roku|an)\b", re.IGNORECASE)
# "Ett tiotal", "et tjuetall": about so many; "på sextiotalet" is a decade.
_ABOUT_TENS = re.compile(
    r"\bett?\s(?:(?P<n10>tio|ti)|(?P<n100>hundr[ae])|"
    + "|".join(f"(?P<n{tens}>{forms[2]})" for tens, forms in _TENS.items())
    + r")tall?\s(?=[^\W\d_])",
    re.IGNORECASE,
)


def in_english(text: str) -> str:
    """A text of another language with its spans of time and its multiples in English."""
    text = _UNIT_AND_A_HALF.sub(r"1.5 \g<unit>", _ONE_AND_A_HALF.sub("1.5", text))
    text = _HALF_A_YEAR_MORE.sub("1.5 years", text)
    text = _ABOUT_TENS.sub(lambda found: f"about {str(found.lastgroup)[1:]} ", text)
    text = _THOUSANDS_JOINED.sub(_of_a_number, text)
    text = _OF_A_SCALE.sub(_of_a_scale, text)
    text = _SO_MANY.sub(lambda found: f"about {str(found.lastgroup)[1:]} ", text)
    text = _DECADE.sub(lambda found: f"19{found[str(found.lastgroup)]}s", text)
    text = _DECADE_IN_WORDS.sub(lambda found: f"19{str(found.lastgroup)[1:]}s", text)
    text = _PERCENT.sub(_so_many_percent, _FORTNIGHT.sub("two weeks", text))
    text = _HALF_A_YEAR.sub("six months", _IN_A_ROW.sub(_in_a_row, text))
    text = _PART_OF_A_POINT.sub(
        lambda found: f"{'0.5' if found['half'] else '0.25'} points", text
    )
    text = _TENTHS.sub(
        lambda found: f"0.{_DIGITS.get(_number(found), '1')} points", text
    )
    text = _GERMAN_SPAN.sub(_span, _SPAN.sub(_span, text))
    text = _ITALIAN_SPAN.sub(lambda found: f"{found.lastgroup} years", text)
    text = _SO_MANY_TIMES.sub(_times, _MULTIPLIED.sub(_times, text))
    return _MULTIPLE.sub(_multiple, text)


def _so_many_percent(found: re.Match[str]) -> str:
    number = _number(found)
    return f"{_DIGITS.get(number, '1')} "


def _of_a_scale(found: re.Match[str]) -> str:
    last = f"to {_DIGITS[_ENGLISH[lowered(found['last'])]]} " if found["last"] else ""
    return f"{_DIGITS.get(_number(found), '1')} {last}"


def _of_a_number(found: re.Match[str]) -> str:
    return f"{_DIGITS[_number(found)]} "


def _in_a_row(found: re.Match[str]) -> str:
    told = [name for name, words in found.groupdict().items() if words]
    order, unit = sorted(told, key=lambda name: not name.startswith("o_"))
    return f"{order.removeprefix('o_')} {unit}"


def _span(found: re.Match[str]) -> str:
    return f"{_number(found)} {found.lastgroup}"


def _times(found: re.Match[str]) -> str:
    return f"{_number(found)} times"


def _multiple(found: re.Match[str]) -> str:
    return f"{'more than ' if found['more'] else ''}{found.lastgroup}"


def _number(found: re.Match[str]) -> str:
    return _ENGLISH.get(lowered(found["number"]), found["number"])
