"""Amounts in a text: numbers in digits or words, with unit, precision and hedge. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from newsletter.text.words import NUMBER_WORDS, any_of
from newsletter.verification.claims.numbers.currencies import ANY_CODE, CODES, KRONE
from newsletter.verification.claims.numbers.locales import in_english
from newsletter.verification.claims.numbers.units import UNITS, unit_named

# Twenty-five are two dozen, in round numbers.
_OF_DOZENS = 0.06
_NUMBER_WORDS = NUMBER_WORDS | {"dozen": 12}
TENS = {word: value for word, value in _NUMBER_WORDS.items() if value % 10 == 0}
ONES = {"one": 1} | {word: n for word, n in _NUMBER_WORDS.items() if n < 10}


_ROUND = r"(?:hundred|thousand|million|billion|trillion)\b"
# "A minute", "the last decade", "per second", "one megabyte": one of it.
_SINGLE = r"(?:second|minute|hour|day|week|month|year|decade|millisecond)\b"
_ONE_OF = rf"(?:an?|per|each|every|last|past)(?=\s{_SINGLE})(?!(?<=\ba) second)|(?<!may )(?<!might )(?<!could )(?<!can )(?<!would )(?<!will )one(?=[\s-]{_SINGLE})"
_PARTS = {"half": 0.5, "quarter": 0.25, "third": 1 / 3}
UNIT_NAMES = (
    r"(?:(?:mega|giga|tera)byte|second|minute|hour|day|week|month|year|decade|century|"
    r"dollar|euro|cent|point|percent|(?:kilo|centi|milli)?met(?:re|er)|kilo(?:gram)?|mile)s?\b"
)
_SMALL = rf"(?:(?:{any_of(TENS)})[\s-](?:{any_of(ONES)})|{any_of(_NUMBER_WORDS)}|one)"
_HUNDREDS = rf"(?:(?:(?:{any_of(ONES)}|an?)[\s-]hundred[\s-](?:and\s)?)?{_SMALL}|(?:{any_of(ONES)}|an?)[\s-]hundred)"
# "An hour and a half" is one and a half hour.
_AND_A_HALF = re.compile(
    rf"\b(?P<many>an?|{any_of(ONES)})\s(?P<unit>{_ROUND}|{UNIT_NAMES})"
    rf"\sand\sa\s(?P<part>{any_of(_PARTS)})\b",
    re.IGNORECASE,
)
_POWER = re.compile(r"\b10(?:\^\{(\d{1,2})\}|([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}))")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_TEX_NUMBER = re.compile(r"\$(\d[\d.,]{0,20}(?:\^\{?\d\}?)?)\$")
_THOUSAND_MILLION = re.compile(r"\bthousand million\b", re.IGNORECASE)
# "A million-scale dataset".
_BARE_ROUND = re.compile(
    r"(?<![\d.] )(?<!\w-)\b((?:million|billion|trillion)-(?:scale|level|sized?)\b)",
    re.I,
)
# "Five point five" is 5.5: each word behind the point is a digit.
_DIGIT = rf"(?:zero|oh|{any_of(ONES)})"
_SPELLED_DECIMAL = re.compile(
    rf"\b(?P<whole>{_SMALL}|zero) point (?P<digits>{_DIGIT}(?:[ -]{_DIGIT}){{0,4}})\b",
    re.IGNORECASE,
)
_STAR = re.compile(r"(?<=\d)\*(?=\s\w+er\b)")  # "10* longer"
_BASIS_POINTS = re.compile(
    r"\b(?P<many>\d[\d.]{0,12})\sbasis\spoints?\b", re.IGNORECASE
)
# 41 cents of each dollar are 41 % of them.
_OF_A_DOLLAR = re.compile(
    r"\scents?\s(?:of|in|on|from|out\sof)\s(?:a|the|each|every)\sdollar\b",
    re.IGNORECASE,
)
_A_FULL_ONE = re.compile(
    r"\b(?:a\s(?:full|whole)\s|one[\s-])(?=(?:kilo|mega|giga|tera)\w{4})", re.IGNORECASE
)
_IN_A_MILLION = re.compile(
    r"\b(?P<many>\d[\d.]{0,12})\sin\s(?:a|one)\s(?P<of>thousand|million|billion)\b",
    re.I,
)
_NO_ZERO = re.compile(r"(?<![\w.,)\]%}])(?=\.\d)")  # ".80"
# Most words are no number: they are let go by their first letters.
_FIRST = (
    *_NUMBER_WORDS,
    "one",
    "half",
    "a",
    "an",
    "the",
    "per",
    "each",
    "every",
    "last",
    "past",
)
WORDS = (
    rf"(?=[{''.join(sorted({word[0] for word in _FIRST}))}])(?={any_of(_FIRST)}\b)(?:"
    rf"(?:{_HUNDREDS}|an?)[\s-]thousand,?[\s-](?:and\s)?{_HUNDREDS}(?!\s{_ROUND})\b|"
    rf"(?:{any_of(ONES)}|an?)[\s-]hundred(?=[\s-](?:thousand|million|billion)\b)|"
    rf"(?:{any_of(ONES)}|an?|the)[\s-]hundred[\s-](?:and\s)?(?:(?:{any_of(TENS)})[\s-](?:{any_of(ONES)})\b|{any_of(_NUMBER_WORDS)})\b|"
    rf"half\sa\sdozen|(?:{any_of(_NUMBER_WORDS)})\sdozen|(?:{any_of(ONES)})[\s-]and[\s-]a[\s-](?:{any_of(_PARTS)})|"
    rf"(?:{any_of(TENS)})[\s-](?:{any_of(ONES)})|{any_of(_NUMBER_WORDS)}|"
    rf"half(?=-{UNIT_NAMES})|half\s+an?(?=\s+(?:{_ROUND}|{UNIT_NAMES}))|(?:an?|one)(?=[\s-]{_ROUND})|{_ONE_OF})"
)
_GAP = r"[\u00a0\u2007\u2009\u202f'\u2019]"
_GAPS = (
    re.compile(rf"(?<=\d){_GAP}(?=\d{{3}}(?!\d))"),
    re.compile(r"(?<=\d) (?=(?:\d{3} )*(?:000|\d{3} \d{3})(?!\d))"),
    re.compile(r"(?<=\d,\d{3}) (?=\d{3}(?!\d))"),
)


def _told_in_words(words: str) -> tuple[float, float]:
    """The number that words tell, and how far off it may be and be told like this."""
    plain = re.sub(r",?[\s-]", " ", words)
    thousands, _, rest = plain.partition(" thousand ")
    if rest:
        number, _ = _told_in_words(rest.removeprefix("and "))
        return 1000.0 * _told_in_words(thousands)[0] + number, 0.0
    if plain.endswith(" hundred"):
        return 100.0 * ONES.get(plain.removesuffix(" hundred"), 1), 0.0
    hundreds, _, rest = plain.partition(" hundred ")
    if rest:
        number, _ = _told_in_words(rest.removeprefix("and "))
        return 100.0 * ONES.get(hundreds, 1) + number, 0.0
    if words == "half a dozen":
        return 6.0, 0.0
    if words.endswith(" dozen"):
        number = 12.0 * _NUMBER_WORDS[words.split()[0]]
        return number, _OF_DOZENS * number
    if words.startswith("half"):
        return 0.5, 0.05
    if words in ("a", "an", "one", "per", "each", "every", "last", "past"):
        return 1.0, 0.1
    whole, _, part = re.sub(r"[\s-]", " ", words).partition(" and a ")
    known = _NUMBER_WORDS | ONES
    number = float(sum(known[word] for word in whole.split()))
    return (number + _PARTS[part], 0.05) if part else (number, 0.0)


def grouped(text: str) -> str:
    """A text whose numbers have a comma between thousands, and a decimal point."""
    for gap in _GAPS:
        text = gap.sub(",", text)
    text = _POWER.sub(_power, _TEX_NUMBER.sub(r"\1", text))
    text = _THOUSAND_MILLION.sub("billion", text)
    text = _SPELLED_DECIMAL.sub(_decimal, text)
    text = _BARE_ROUND.sub(r"one \1", text)
    text = _BASIS_POINTS.sub(_as_percent, _IN_A_MILLION.sub(_as_percent, text))
    text = _A_FULL_ONE.sub("1 ", _OF_A_DOLLAR.sub(" percent", text))
    text = _NO_ZERO.sub("0", text)
    text = _STAR.sub("×", _AND_A_HALF.sub(_and_a_half, text))
    return in_english(text)


def _as_percent(found: re.Match[str]) -> str:
    """50 basis points, or 7 in a million, as a share of a hundred."""
    of = found.groupdict().get("of")
    share = float(found["many"].rstrip(".")) / (
        _SCALES[of.lower()] / 100 if of else 100
    )
    return f"{share:.10f}".rstrip("0").rstrip(".") + "%"


def _power(found: re.Match[str]) -> str:
    return "10^" + (found[1] or found[2].translate(_LOWERED))


def _decimal(found: re.Match[str]) -> str:
    known = {"zero": 0, "oh": 0} | ONES | _NUMBER_WORDS
    whole, digits = (
        [known[word] for word in re.split(r"[\s-]", found[part].lower())]
        for part in ("whole", "digits")
    )
    return f"{sum(whole)}.{''.join(map(str, digits))}"


def _and_a_half(found: re.Match[str]) -> str:
    many = "one" if found["many"].lower() in ("a", "an") else found["many"]
    return f"{many} and a {found['part']} {found['unit']}"


class Hedge(StrEnum):
    """Which way a figure may be off, by the word before it."""

    NONE = "none"  # "71 %"
    ABOUT = "about"  # "about 70 %", "roughly", "~"
    ABOVE = "above"  # "more than 70 %", "at least"
    BELOW = "below"  # "nearly 70 %", "less than"
    UP_TO = "up_to"  # "up to 70 %", "at most"


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its unit. Values within `spread` are written alike."""

    written: str
    value: float
    unit: str = ""
    spread: float = 0.0
    hedge: Hedge = Hedge.NONE
    # Other readings of the same digits: 128K as 131,072; 3,5 as 3.5.
    others: tuple[float, ...] = ()
    step: str = ""  # "by" or "to", of what grows or shrinks
    following: str = ""  # the word behind it: "8.6 faster", "18 % relative"
    is_best: bool = False  # "at best" stands in its text
    # Of a share such as "4 out of 5": the two numbers.
    parts: tuple["Amount", ...] = ()
    size: float = 1.0  # what the number is told in: 1e6 of "4 million"

    @property
    def has_digits(self) -> bool:
        return any(letter.isdigit() for letter in self.written)


@dataclass(frozen=True, slots=True)
class Placed:
    """An amount, and where in its text it stands."""

    amount: Amount
    start: int
    end: int

    def is_in_word(self, text: str) -> bool:
        """Whether it is no figure but the end of a name: the 17 of MOT17."""
        return (
            text[max(0, self.start - 1) : self.start + 1].isalnum() and self.start > 0
        )


_SCALES = {
    "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
    "mn": 1e6, "mio": 1e6, "bn": 1e9, "mrd": 1e9,
}  # fmt: skip
_SIGNS = {
    "₩": ("won", 1.0), "₹": ("rupee", 1.0), "rs": ("rupee", 1.0), "kr": (KRONE, 1.0),
}  # fmt: skip
_LETTERS = {"k": 1e3, "K": 1e3, "M": 1e6, "B": 1e9, "b": 1e9, "T": 1e12}
_POWERS_OF_TWO = frozenset(2.0**power for power in range(12))
_BINARY = {"k": 2.0**10, "K": 2.0**10, "M": 2.0**20}
_HEDGES = {
    Hedge.ABOUT: r"about|around|roughly|approximately|some|circa|ca\.|~|≈|estimated|close (?:to|on)|nearing|something like|in the region of|on the order of|just about|barely|"
    r"rund|etwa|ungefähr|zirka|environ|unos|unas|cerca de|ongeveer|約|约",
    Hedge.ABOVE: r"as (?:little|few|low|small) as|over|above|more than|no (?:less|fewer) than|at least|exceeding|upwards? of|in excess of|north of|better than|topping|past|beyond|>|≥|"
    r"über|mehr als|mindestens|plus de|au moins|más de|oltre|più di|mais de|meer dan",
    Hedge.BELOW: r"under|below|not even|less than|fewer than|nearly|almost|not quite|(?:just )?(?:short|shy) of|approaching|<|≤|"
    r"fast|knapp|weniger als|unter|presque|près de|moins de|casi|menos de|quasi|meno di|"
    r"quase|bijna|minder dan",
    Hedge.UP_TO: r"up[\s-]to|at most|no more than|as (?!(?:little|few|low|small) as)\w+ as|a maximum of|peak(?:s|ing)? at|"
    r"bis zu|höchstens|jusqu['’]à|au plus|hasta|fino a|até",
}
_HEDGE = re.compile(
    r"(?:^|[\s(])(?:"
    + "|".join(f"(?P<{hedge.value}>{words})" for hedge, words in _HEDGES.items())
    + r")(?:\s+an?)?\s*[-+\u2212]?\Z",
    re.IGNORECASE,
)
# "As much as a factor of 3", "more than a total of 50".
# "Repeated over five seeds" are five.
_RUN_OVER = re.compile(
    r"\b(?:repeat\w*|averag\w*|run|ran|test\w*|evaluat\w*|conduct\w*|measur\w*|train\w*)\s(?:over|under)\s?\Z",
    re.IGNORECASE,
)
_NAMED_SO = re.compile(
    r"\b(?:an?\s)?(?:factor|total|maximum|mean|average|median)\sof\s?\Z", re.IGNORECASE
)
_HEDGE_BEHIND = re.compile(
    r"(?:\s(?P<about>or so|or thereabouts|give or take)|(?P<above>-odd|\s(?:or (?:more|higher)|"
    r"and (?:up|counting)))|\s(?P<up_to>(?:at (?:the )?(?:very )?most|at best|or (?:less|fewer|under))))\b",
    re.IGNORECASE,
)
# "To" of what came from somewhere is another thing: "from 10 to 20".
_STEP = re.compile(
    r"(?<!\w)(?:(?P<by>by)|(?:reduc\w+|shr[iau]nk\w*|cuts?|slim\w*)[^.,;]{0,40}?(?<!\bup) to)\s*(?:"
    + "|".join(_HEDGES.values())
    + r")?\s*\Z",
    re.IGNORECASE,
)

_DIGITS = (
    r"\d+(?:\.\d+)?[eE][+-]?\d{1,2}(?!\w)|10\^\d{1,2}|"
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
)
# A word goes on with these, and its first letter is no unit: "3 Bücher", "1 más". Those of
# scripts without blanks stand behind a unit as a blank does.
_LATIN = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff"
_AMOUNT = re.compile(
    r"(?P<currency>(?:\b(?:US|AU|CA|HK|NZ|SG|[ACS])|(?<![\w}]))[$€£¥₩₹]|"
    rf"\b(?:(?:USD|EUR|GBP|{ANY_CODE})|(?:Rs|[Kk]r)\.?)(?=\s?\d))?\s?"
    rf"(?:(?P<digits>{_DIGITS})|\b(?<!several )(?<!few )(?<!many )(?P<word>(?i:{WORDS}))\b(?!-(?!month)\w+(?:th|rd)s?\b))"
    r"(?P<or_so>[\s-]or[\s-]so\b)?(?P<plus>\+(?!\d)|\s(?:plus|or\smore)\b)?"
    rf"(?:[\s-]?(?P<scale>(?i:{any_of(_SCALES)})|(?(word)[^\s\S]|[{''.join(_LETTERS)}])|(?(currency)m|[^\s\S]))(?![{_LATIN}])(?P<more>\+(?!\d))?)?"
    # "7 F1 points", "9 GPU-hours"
    r"(?:\s[A-Z][\w@]{0,9}(?=[\s-](?:points?|hours?|days?|years?)\b))?"
    # "2.3$\times$", "2.3\(\times\)"; the MS of "9 million MS MARCO samples" is a name
    rf"(?:[\s\u00a0-]?(?:(?:\$|\\\()\s?)?\\?(?!MS\b)(?P<unit>{ANY_CODE}|(?i:{any_of(UNITS, plural=True)}))(?![{_LATIN}\d]|-[A-Z]))?"
)
_ROUNDED = re.compile(r"(?<=[1-9])0{2,}\Z")  # "1,500" is told of 1,523
_ROUNDED_BY = 0.02
_NEXT_WORD = re.compile(r"(?:\s+|\s?-\s?)([a-zA-Z]+)")
WORDS_SPREAD = 0.05  # "six times" for 6.03
_FACTOR = re.compile(r"\bfactors? of(?:\s+\w+){0,2}\s*\Z", re.IGNORECASE)
_TIMES_BEFORE = re.compile(r"(?<![\w\d])[x×]\Z")  # "x17.7"
_MEASURED_SPREAD = 0.3  # "nine percent" for 9.2 %; a count is exact
_RANGE = re.compile(r"\s?(?:-{2,3}|[-~\N{EN DASH}\N{EM DASH}]|\bto\b|\band\b)\s?")
_JOINS = re.compile(
    rf"{_RANGE.pattern}|,\s(?:(?:and|or)\s)?|\sor\s|\s(?:vs\.?|versus)\s?|\s?(?:±|\+/-|\$?\\pm\$?)\s?"
)


def placed_amounts(text: str) -> Iterator[Placed]:
    """Amounts; what is listed, or is a range, has one unit, and a range one scale."""
    matches = list(_AMOUNT.finditer(text))
    told = [_Told.of(match) for match in matches]
    for place in reversed(range(len(matches) - 1)):
        one, other = told[place], told[place + 1]
        between = text[matches[place].end() : matches[place + 1].start()]
        if one.unit or one.currency or not _JOINS.fullmatch(between):
            continue
        if one.scale in _LETTERS and other.unit == "%":
            continue  # "12 % for 1.5B and 7 % for 7B"
        is_range = bool(_RANGE.fullmatch(between))
        scale = one.scale or (other.scale if is_range else "")
        told[place] = _Told(other.unit, scale, "")
    for place in range(1, len(matches)):
        one, other = told[place - 1], told[place]
        between = text[matches[place - 1].end() : matches[place].start()]
        # "$20 million to 562 researchers": who gets the money is no money.
        is_money = one.currency and (other.scale or not one.scale)
        if is_money and not other.unit and _RANGE.fullmatch(between):
            told[place] = replace(other, currency=other.currency or one.currency)
    for match, one in zip(matches, told, strict=True):
        yield Placed(_amount(match, one, text), match.start(), match.end())


def amount_at(text: str, place: int) -> Placed | None:
    """The amount that begins at a place of a text, if one does."""
    match = _AMOUNT.match(text, place)
    if match is None:
        return None
    return Placed(_amount(match, _Told.of(match), text), match.start(), match.end())


@dataclass(frozen=True, slots=True)
class _Told:
    """In what a number is told, as far as it is written beside it."""

    unit: str
    scale: str
    currency: str

    @classmethod
    def of(cls, match: re.Match[str]) -> "_Told":
        return cls(*(match.group(name) or "" for name in ("unit", "scale", "currency")))


def _amount(match: re.Match[str], told: _Told, text: str) -> Amount:
    digits, scale = match.group("digits"), told.scale
    value, spread = _value(digits, match.group("word"))
    unit, size = _unit(told.unit, told.currency)
    if not unit and not scale and _FACTOR.search(text[: match.start()][-30:]):
        unit = "times"
    if digits and not unit and _TIMES_BEFORE.search(text[: match.start()][-2:]):
        unit = "times"
    if digits is None and unit == "times":
        spread = max(spread, value * WORDS_SPREAD)
    elif digits is None and not spread and (unit or scale):
        spread = _MEASURED_SPREAD
    size *= _SCALES.get(scale.lower()) or _LETTERS.get(scale) or 1.0
    size *= 1e6 if scale == "m" else 1.0
    is_binary = scale in _BINARY and not unit and value in _POWERS_OF_TWO
    others = [value * _BINARY[scale]] if is_binary else []
    if scale == "T" or match.group().endswith(" K"):
        others.append(value)  # tesla, kelvin
    if digits and re.fullmatch(r"\d{1,3},\d{3}", digits):
        others.append(float(digits.replace(",", ".")) * size)
    return Amount(
        match.group().strip(),
        value * size,
        unit,
        spread * size,
        _hedge(match, text),
        tuple(others),
        _step(text, match.start()),
        _following(text, match.end()),
        size=size,
    )


def _hedge(match: re.Match[str], text: str) -> Hedge:
    if match.group("or_so"):
        return Hedge.ABOUT
    around = hedge_around(text, match.start(), match.end())
    if match.group("plus") or match.group("more"):
        return around if around is not Hedge.NONE else Hedge.ABOVE
    return around


def hedge_around(text: str, start: int, end: int) -> Hedge:
    """Which way a figure there may be off, by the words before or behind it."""
    before = hedge_before(text, start)
    behind = _HEDGE_BEHIND.match(text, end)
    if before is Hedge.NONE and behind and behind.lastgroup:
        return Hedge(behind.lastgroup)
    return before


def hedge_before(text: str, start: int) -> Hedge:
    """Which way a figure that begins there may be off."""
    if named := _NAMED_SO.search(text, max(0, start - 30), start):
        start = named.start()
    begin = max(0, start - 20)
    if _RUN_OVER.search(text[begin:start]):
        return Hedge.NONE
    found = _HEDGE.search(text[begin:start])
    hedge = Hedge(found.lastgroup) if found and found.lastgroup else Hedge.NONE
    if found and hedge in (Hedge.ABOUT, Hedge.BELOW):  # "up to roughly a quarter"
        other = _HEDGE.search(text[max(0, begin - 20) : begin + found.start() + 1])
        return Hedge.UP_TO if other and other.lastgroup == Hedge.UP_TO else hedge
    return hedge


def _step(text: str, start: int) -> str:
    """Whether a figure that begins there is how far something went, or where it came to."""
    step = _STEP.search(text[max(0, start - 70) : start])
    return ("by" if step.group("by") else "to") if step else ""


def _following(text: str, end: int) -> str:
    found = _NEXT_WORD.match(text, end)
    return found.group(1).lower() if found else ""


def _value(digits: str | None, word: str | None) -> tuple[float, float]:
    """A number, and half of its last place: what is nearer is written like it."""
    if digits is None:
        return _told_in_words((word or "").lower())
    if digits.startswith("10^"):
        return 10.0 ** int(digits[3:]), 0.0
    plain, _, power = digits.replace(",", "").lower().partition("e")
    decimals = len(plain.partition(".")[2])
    size = 10.0 ** int(power or 0)
    value = float(plain)
    spread = 0.5 * 10.0**-decimals
    if rounded := _ROUNDED.search(plain):
        spread = min(0.5 * 10.0 ** len(rounded.group()), _ROUNDED_BY * value)
    return value * size, spread * size


def _unit(name: str, currency: str) -> tuple[str, float]:
    if currency:
        known = CODES.get(currency) or _SIGNS.get(currency.lower().rstrip("."))
        return known or UNITS.get(currency.lower(), (currency[-1], 1.0))
    return unit_named(name)
