"""Currencies by code (ISO 4217) and by name in many languages, as English names them. Pure.

"340 mkr", "60 mio. kr.", "15 mln zł", "12 Millionen Schweizer Franken", "SEK 20 million".
Kronor of no country may be those of any; who issues them stands before them or behind.
"""

import re

# By its code: the base unit.
CODES = {
    **{code: (code, 1.0) for code in ("SEK", "NOK", "DKK", "ISK", "CZK")},
    "CHF": ("franc", 1.0), "PLN": ("zloty", 1.0), "INR": ("rupee", 1.0),
    "CNY": ("yuan", 1.0), "RMB": ("yuan", 1.0), "KRW": ("won", 1.0), "JPY": ("¥", 1.0),
}  # fmt: skip
ANY_CODE = "|".join(CODES)
KRONE = "krone"
# What is told in kronor of some country, and of none.
KRONOR = frozenset({KRONE, "SEK", "NOK", "DKK", "ISK", "CZK"})
# By the name that a text has after this module.
NAMES = {
    "kronor": (KRONE, 1.0), "swedish kronor": ("SEK", 1.0), "norwegian kroner": ("NOK", 1.0),
    "danish kroner": ("DKK", 1.0), "icelandic kronur": ("ISK", 1.0),
    "czech koruna": ("CZK", 1.0), "korean won": ("won", 1.0),
}  # fmt: skip
ANY_NAME = r"(?:kronor|francs|zlotys|rupees|yuan|yen|korean won)\b"
# Whether a text speaks of kronor at all, in whichever form.
SPEAKS_OF_KRONOR = (
    r"\b(?:kron[aeou]|króna|krónur|kr\b|m?kr\b|crowns?\b|korun|koron|couronne|corona|corone|coroa|"
    r"SEK\b|NOK\b|DKK\b|ISK\b|CZK\b|K\u010d)|クロー|크로|克朗"
)
# And of any money.
SPEAKS_OF_MONEY = (
    rf"[$€£¥₩₹]|\b(?:dollar|d[oó]lar|dolar|euro|pound|pund|yen\b|yuan|rupee|fran[ck]|zloty|zł|"
    rf"USD|EUR|GBP|{ANY_CODE})|ドル|円|元|원|달러|" + SPEAKS_OF_KRONOR
)

_KRONE_WORDS = (
    "kronor(?:na)?|kron[ae]|kroner(?:ne)?|kronur|krónur|kronen?|kr|couronnes?|coronas?|corone?|"
    "coroas?|koruna?s?|koruny|koron(?:a|y|ach)?|kč"
)
_ISSUERS = {
    "swedish kronor": "swedish|svenska?|svenske|schwedischen?|suédoises?|suecas?|svedesi?|svedese|"
    "zweedse|szwedzki(?:ch|e)",
    "norwegian kroner": "norwegian|norska|norske|norwegischen?|norvégiennes?|noruegas?|norvegesi?|"
    "norvegese|noorse|norweski(?:ch|e)",
    "danish kroner": "danish|danska|danske|dänischen?|danoises?|danesas?|danesi?|danese|deense|"
    "duński(?:ch|e)|dinamarquesas?",
    "icelandic kronur": "icelandic|isländska|islandske|isländischen?|islandaises?|islandesas?|"
    "islandesi?|ijslandse|islandzki(?:ch|e)",
    "czech koruna": "czech|tjeckiska|tjekkiske|tsjekkiske|tschechischen?|tchèques?|checas?|ceche|"
    "tsjechische|czeski(?:ch|e)",
}
_OTHERS = {
    "francs": "(?:schweizer|sveitser)?francs?|franken|frank(?:ów|i|en)|(?<=zwitserse )frank|franchi|francos?",
    "zlotys": "złot(?:ych|e|y)|zł|zlotych|zlot(?:ys?|i)|slotys?",
    "rupees": "rupees?|rupier?|rupien|rupias?|rupii|roupies?|rupie|roepies?",
    "yuan": "yuan(?:s|es)?|renminbi|juan(?:ów|a|y)?",
    "yen": "yens?|yenes|ienes",
    # "Of the 300 won": a verb, where no scale, comma or country shows a sum.
    "korean won": r"(?:(?<=,\d\d\d\s)|(?<=illion\s)|(?<=illion\s\s)|(?<=orean\s)|(?<=oreansk[ae]\s)|"
    r"(?<=oreanischen\s))won(?:s|ów)?",
}
_OF_OTHERS = (
    "swiss|schweiziska|schweiziske|sveitsiske|schweizer|suisses?|suizos?|svizzeri|zwitserse|"
    "suíços?|szwajcarskich|indian|indiska|indiske|indischen?|indiennes?|indias|indyjskich|"
    "chinese|kinesiska|kinesiske|chinesischen?|chinois|chinos|cinesi|chińskich|"
    "(?:south\\s)?korean|sydkoreanska|sydkoreanske|sørkoreanske|koreanska|koreanske|südkoreanischen?|"
    "sud-coréens|surcoreanos|japanese|japanska|japanske|japanischen?|japonais|japoneses|japońskich|"
    "polish|polska|polske|polnischen?|polonais|polacos|polacchi|poolse|polskich"
)
_ISSUER = (
    "|".join(
        f"(?P<{{side}}{place}>{words})" for place, words in enumerate(_ISSUERS.values())
    )
    + "|"
    + _OF_OTHERS
)
_NAME = "|".join(
    f"(?P<o{place}>{words})" for place, words in enumerate(_OTHERS.values())
)
# "Mkr" is a million of them, "tkr" a thousand; "mdr" is a milliard beside them alone.
_IN_SHORT = {"mkr": "million", "mnkr": "million", "mdkr": "billion", "tkr": "thousand"}
_SHORT = re.compile(rf"(?<=\d)\s?(?P<short>{'|'.join(_IN_SHORT)})(?!\w)", re.IGNORECASE)
# "250 MSEK"
_MILLIONS = re.compile(r"(?<=\d)\s?M(?=(?:SEK|NOK|DKK|EUR|USD)\b)")
_MILLIARD = re.compile(
    r"(?<=\d)\s?mdr\.?(?=\s(?:kr|norske|danske|svenska))", re.IGNORECASE
)
_BEFORE = (
    r"(?P<before>(?<![^\W\d_])\d|\d\s?(?:bn|mn?|k)|"
    r"\b(?:hundred|thousand|million|billion|trillion))(?=\s{0,3}[^\W\d])"
)
_MONEY = re.compile(
    rf"{_BEFORE}\s{{0,3}}(?:d[ei]\s|d['\u2019]\s?|af\s|av\s|of\s)?"
    rf"(?:(?:{_ISSUER.format(side='f')})\s)?"
    rf"(?:(?P<krone>{_KRONE_WORDS})|{_NAME})(?!\w)"
    rf"(?:\s(?:{_ISSUER.format(side='l')})(?!\w))?",
    re.IGNORECASE,
)


def in_english(text: str) -> str:
    """A text whose currencies behind a number have one name each."""
    if not any(map(str.isdigit, text)):
        return text
    text = _SHORT.sub(
        lambda found: f" {_IN_SHORT[found['short'].lower()]} kronor", text
    )
    text = _MILLIONS.sub(" million ", _MILLIARD.sub(" billion", text))
    return _MONEY.sub(_named, text)


def _named(found: re.Match[str]) -> str:
    told = {name for name, words in found.groupdict().items() if words}
    if "krone" not in told:
        places = (place for place in range(len(_OTHERS)) if f"o{place}" in told)
        return f"{found['before']} {[*_OTHERS][next(places)]}"
    issuers = (
        name for place, name in enumerate(_ISSUERS) if told & {f"f{place}", f"l{place}"}
    )
    return f"{found['before']} {next(issuers, 'kronor')}"
