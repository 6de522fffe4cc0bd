"""Parts of a whole as words of other languages tell them, read as English ones. Pure.

"Ocho de cada diez", "les deux tiers", "die Hälfte". Hedges before such
parts and before numbers are read as well: "casi", "jusqu'à", "knapp".
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from newsletter.text.language import primary

_ONES = "one two three four five six seven eight nine ten".split()  # noqa: SIM905
# From one to ten; forms of one number stand with bars. "En av" is more often "a … of".
_NUMBERS = {
    "es": "un|una|uno dos tres cuatro cinco seis siete ocho nueve diez",
    "pt": "um|uma dois|duas três quatro cinco seis sete oito nove dez",
    "it": "un|uno|una due tre quattro cinque sei sette otto nove dieci",
    "fr": "un|une deux trois quatre cinq six sept huit neuf dix",
    "de": "ein|eine|einer|eines zwei drei vier fünf sechs sieben acht neun zehn",
    "nl": "een|één twee drie vier vijf zes zeven acht negen tien",
    "sv": "1 två tre fyra fem sex sju åtta nio tio",
    "da": "1 to tre fire fem seks syv otte ni ti",
    "no": "1 to tre fire fem seks sju|syv åtte ni ti",
    "pl": "jeden|jedna|jedno|jednego|jednej dwa|dwie|dwóch|dwoje trzy|trzech|troje cztery|czterech|czworo pięć|pięciu sześć|sześciu siedem|siedmiu osiem|ośmiu dziewięć|dziewięciu dziesięć|dziesięciu",
}
_OUT_OF = {
    "es": r"de\scada", "pt": r"em\scada", "it": "su", "fr": "sur", "de": "von", "nl": r"op\sde",
    "sv": "av", "da": r"af|ud\saf", "no": "av", "pl": "na|z",
}  # fmt: skip
# "Trois rapports sur cinq pays" tells no part.
_NO_NOUN = {
    "it": r"(?!\s[^\W\d_]{3,}[ei]\b)",
    "fr": r"(?!\s[^\W\d_]{3,}s\b)",
    "de": r"(?!\s(?-i:[A-ZÄÖÜ]))",
    "pl": r"(?!\s[^\W\d_]{2})",
}
# A half, a third, a quarter, a fifth, a tenth; what stands before a part is read as a number.
_PARTS = {
    "es": ("mitad", r"tercios?|terceras?\spartes?", r"cuartos?|cuartas?\spartes?", r"quintos?|quintas?\spartes?", r"décimos?|décimas?\spartes?"),
    "pt": ("metade", "terços?", r"quartos?|quarta\sparte", "quintos?", "décimos?"),
    "it": ("metà", "terz[oi]", "quart[oi]", "quint[oi]", "decim[oi]"),
    "fr": ("moitié", "tiers", "quarts?", "cinquièmes?", "dixièmes?"),
    "de": ("hälfte", "drittel[ns]?", "viertel[ns]?", "fünftel[ns]?", "zehntel[ns]?"),
    "nl": ("helft", "derde", "kwart", "vijfde", "tiende"),
    "sv": ("hälften", r"tredjedel(?:ar)?s?", r"fjärdedel(?:ar)?s?", r"femtedel(?:ar)?s?", r"tiondel(?:ar)?s?"),
    "da": ("halvdelen", r"tredjedele?s?", r"fjerdedele?s?", r"femtedele?s?", r"tiendedele?s?"),
    "no": ("halvparten", r"tre(?:dje)?del(?:er)?s?", r"f(?:ire|jerde)del(?:er)?s?", r"femdel(?:er)?s?", r"t(?:i|iende)del(?:er)?s?"),
    "pl": ("połow[aęyąi]e?", r"jedn(?:a|ą|ej)\strzeci(?:a|ą|ej)", r"jedn(?:a|ą|ej)\sczwart(?:a|ą|ej)|ćwier(?:ć|ci)", r"jedn(?:a|ą|ej)\spiąt(?:a|ą|ej)", r"jedn(?:a|ą|ej)\sdziesiąt(?:a|ą|ej)"),
}  # fmt: skip
_ARTICLES = "la|le|les|los|las|el|o|a|os|as|il|i|die|der|das|de|het|en|ett|et|én"
_ENGLISH = ("half", "third", "quarter", "fifth", "tenth")
# Not "un cuarto modelo", a fourth model.
_OF = (
    r"(?=\s(?:de[lrs]?|des|du|di|d[oae]s?|dell\w+|delle|degli|dei|van|von|der|aller|ihrer|"
    r"seiner|av|af|i|z|ze|mniej|więcej|szyb\w+|mindre|mera?|färre|færre|[^\W\d_]{3,}(?:are|ere)|menos|moins|meno|weniger|más|plus|mehr)\b|\sd['\u2019]|\sdell['\u2019]|\s?[,.;:)]|\s*\Z)"
)
_HEDGES: Mapping[str, Mapping[str, str]] = {
    "es": {
        "nearly": "casi", "about": r"cerca\sdel?|alrededor\sdel?|unos|unas|en\storno\sal?",
        "more than": r"más\sdel?", "less than": r"menos\sdel?", "at least": r"al\smenos",
        "up to": "hasta",
    },
    "pt": {
        "nearly": "quase", "about": r"cerca\sd[eo]s?|aproximadamente",
        "more than": r"mais\sd[eo]s?", "less than": r"menos\sd[eo]s?",
        "at least": r"pelo\smenos", "up to": "até",
    },
    "it": {
        "nearly": "quasi", "about": "circa", "more than": r"più\sd(?:i|el)|oltre",
        "less than": r"meno\sd(?:i|el)", "at least": "almeno", "up to": r"fino\sal?",
    },
    "fr": {
        "nearly": r"près\sde|presque", "about": r"environ|quelque|autour\sde",
        "more than": r"plus\sde", "less than": r"moins\sde", "at least": r"au\smoins",
        "up to": r"jusqu['\u2019]à",
    },
    "de": {
        "nearly": "fast|knapp|beinahe", "about": "etwa|rund|ungefähr|circa",
        "more than": r"mehr\sals|gut|reichlich", "less than": r"weniger\sals",
        "at least": "mindestens", "up to": r"bis\szu",
    },
    "nl": {
        "nearly": "bijna", "about": "ongeveer|circa", "more than": r"meer\sdan|ruim",
        "less than": r"minder\sdan", "at least": r"minstens|ten\sminste", "up to": r"(?<!\d\s)tot",
    },
    "sv": {
        "nearly": "nästan|närmare|knappt", "about": "ungefär|omkring|cirka|runt",
        "more than": r"mer\sän|över|drygt", "less than": r"mindre\sän",
        "at least": "minst", "up to": r"upp\still|högst",
    },
    "da": {
        "nearly": r"næsten|knap|tæt\spå", "about": "omkring|cirka|omtrent",
        "more than": r"mere\send|over|godt", "less than": r"mindre\send",
        "at least": "mindst", "up to": r"op\stil|højst",
    },
    "no": {
        "nearly": "nesten|knapt|snaut", "about": r"rundt|omtrent|om\slag|cirka",
        "more than": r"mer\senn|over|drøyt|godt", "less than": r"mindre\senn",
        "at least": "minst", "up to": r"opp\s?til|inntil|høyst",
    },
    "pl": {
        "nearly": "prawie|niemal|niespełna|blisko", "about": r"około|ok\.",
        "more than": r"ponad|przeszło|więcej\sniż|powyżej", "less than": r"mniej\sniż|poniżej",
        "at least": r"co\snajmniej|przynajmniej", "up to": r"(?<!\d\s)do|maksymalnie",
    },
}  # fmt: skip
# "Más de la mitad" may be any part that is greater, and is not read.
_OR_MORE = re.compile(
    r"\b(?:más|menos|mais|plus|moins|più|meno|meer|minder|mehr|weniger|superan?|supera|"
    r"dépasse\w*|oltre|ruim|über|unter|over|mer|mere|mindre|drygt|drøyt|över|ponad|"
    r"przeszło|więcej|mniej)"
    r"(?:\s(?:de|di|que|als|dan|än|end|enn|niż|d['\u2019]|al|a|il|la|le|les|el|los|las|der|die|das))*\s\Z",
    re.IGNORECASE,
)
# "Nella prima metà del 2025" is told of a date.
_OF_A_TIME = re.compile(
    r"\b(?:prim[ao]|second[ao]|première|seconde|deuxième|primer[ao]?|segund[ao]|primeir[ao]|"
    r"eerste|tweede|erste[nr]?|zweite[nr]?|första|andra|første|anden|andre|pierwsz\w{1,3}|"
    r"drug\w{1,3})\s\Z",
    re.IGNORECASE,
)
# So far back it is looked for, in characters: a page may hold thousands of parts.
_LONGEST_HEDGE = 40
_ENGLISH_PART = r"(?=(?:half|an?\s\w+|\w+\s\w+s)\sof\b|\w+\sout\sof\b)"
# "Hasta el 7 %", and no year: "hasta 2032".
_NUMBER = r"(?:(?:el|un|una|los|las|il|o|um|os|as)\s)?(?=[$€£]?\d)(?!(?:19|20)\d\d(?![\d.,]|\s\d))"


@dataclass(frozen=True, slots=True)
class _Words:
    """How one language tells parts."""

    numbers: Mapping[str, str]
    every: re.Pattern[str]
    parts: re.Pattern[str]
    hedges: re.Pattern[str]


@cache
def _words_of(language: str) -> _Words:
    numbers = {
        form: english
        for forms, english in zip(_NUMBERS[language].split(), _ONES, strict=True)
        for form in forms.split("|")
    }
    number = "|".join(numbers)
    either = "|".join(
        f"(?P<p{place}>{names})" for place, names in enumerate(_PARTS[language])
    )
    hedges = "|".join(
        f"(?P<{name.replace(' ', '_')}>{words})"
        for name, words in _HEDGES[language].items()
    )
    parts_alone = rf"(?:{'|'.join(_PARTS[language])})\b"
    every = (
        rf"\b(?P<many>{number}|\d{{1,3}})\s(?:(?!{parts_alone})[^\W\d_]+\s){{0,2}}?(?:{_OUT_OF[language]})\s"
        rf"(?P<all>{number}|\d{{1,3}})\b{_NO_NOUN.get(language, '')}"
    )
    parts = rf"\b(?:(?:{_ARTICLES}|(?P<many>{number}))\s)?(?:{either}){_OF}"
    return _Words(
        numbers,
        re.compile(every, re.IGNORECASE),
        re.compile(parts, re.IGNORECASE),
        re.compile(
            rf"(?<![\w-])(?:{hedges})\s(?:{_ENGLISH_PART}|{_NUMBER})", re.IGNORECASE
        ),
    )


def in_english(text: str, language: str) -> str:
    """A text of a language, with the parts of a whole that its words tell in English."""
    name = primary(language)
    if name not in _NUMBERS:
        return text
    words = _words_of(name)
    numbers = words.numbers
    text = words.every.sub(
        lambda found: (
            f"{_number(found['many'], numbers)} out of "
            f"{_every(found)}{_number(found['all'], numbers)}"
        ),
        text,
    )

    def part(found: re.Match[str]) -> str:
        start = found.start()
        if _OR_MORE.search(found.string, max(0, start - _LONGEST_HEDGE), start):
            return found[0]
        if _OF_A_TIME.search(found.string, max(0, start - _LONGEST_HEDGE), start):
            return found[0]
        place = int(str(found.lastgroup)[1:])
        many = _number(found["many"] or "one", numbers)
        if place == 0:
            return "half of "
        if many in _ONES[1:]:
            return f"{many} {_ENGLISH[place]}s of "
        return f"a {_ENGLISH[place]} of "

    text = words.parts.sub(part, text)
    return words.hedges.sub(
        lambda found: f"{str(found.lastgroup).replace('_', ' ')} ", text
    )


def _every(found: re.Match[str]) -> str:
    """ "Une sur sept" tells a share, and "4 histoires sur 120" two counts."""
    is_count = found["many"].isdigit() or found["all"].isdigit()
    return "" if is_count else "every "


def _number(written: str, numbers: Mapping[str, str]) -> str:
    return numbers.get(written.lower(), written)
