"""The figures in a text: amounts, dates, versions. Pure."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from newsletter.text.words import MONTH, MONTHS, NUMBER_WORDS, any_of, lowered
from newsletter.verification.claims.numbers.amounts import (
    ONES,
    TENS,
    UNIT_NAMES,
    WORDS,
    WORDS_SPREAD,
    Amount,
    Placed,
    grouped,
    hedge_around,
    placed_amounts,
)
from newsletter.verification.claims.numbers.units import UNITS
from newsletter.verification.claims.quotes import fold


@dataclass(frozen=True, slots=True)
class Day:
    """A date as far as it is given; None for what is left open."""

    written: str
    year: int | None = None
    month: int | None = None
    day: int | None = None
    decade: int | None = None  # "the 2010s": any year of it

    def is_of(self, known: "Day") -> bool:
        """Whether a known date is the one meant, and tells all that this one does."""
        pairs = (
            (self.year, known.year),
            (self.month, known.month),
            (self.day, known.day),
        )
        if self.decade is not None:
            return self.decade in (known.decade, (known.year or 0) // 10 * 10)
        return all(mine is None or mine == theirs for mine, theirs in pairs)


PLACE = "place"  # the unit of 1st, 2nd, 3rd
ORDER = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
    "ninth", "tenth",
)  # fmt: skip

_MONTH = rf"(?P<month>{MONTH})\b\.?"
_DAY_NUMBER = r"(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_FOUR = r"\d\d\d\d"
_DATES = tuple(
    re.compile(rf"(?<![\w.]){pattern}(?!\w|\.\d|,\d{{3}}|\s?%)", re.IGNORECASE)
    for pattern in (
        r"(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])-(?P<day>3[01]|[12]\d|0[1-9])"
        r"(?=T\d|\b)(?:T[\d:.Z+-]*)?",
        rf"{_MONTH}\s+{_DAY_NUMBER}(?:,?\s+{_YEAR})?",
        rf"{_DAY_NUMBER}\.?(?:\s+of)?\s+{_MONTH}(?:,?\s+{_YEAR})?",
        rf"{_MONTH},?\s+{_YEAR}",
        r"(?P<decade>(?:19[1-9]|20\d)0)s",
        rf"{_YEAR}(?!\s*(?:%|percent|people|GPUs|m\b|km\b))"
        rf"(?:(?<=\bin {_FOUR})|(?<=\bof {_FOUR})|(?<=\bthe {_FOUR})|(?<=\d and {_FOUR})"
        rf"|(?!\s(?!onwards\b)[a-z]{{3,}}(?:[^s\W]s)\b(?<!\bhas)(?<!\bwas)(?<!wards)))",
    )
)

_MULTIPLES = {
    "twice": 2, "double": 2, "doubles": 2, "doubled": 2, "doubling": 2, "thrice": 3,
    "triple": 3, "triples": 3, "tripled": 3, "tripling": 3, "quadruple": 4,
    "quadruples": 4, "quadrupled": 4, "hundredfold": 100, "thousandfold": 1000,
    **{f"{word}fold": value for word, value in NUMBER_WORDS.items()},
}  # fmt: skip
_SHARES = {
    "half": 50.0, "third": 100 / 3, "quarter": 25.0, "fifth": 20.0,
    "sixth": 100 / 6, "seventh": 100 / 7, "eighth": 12.5, "ninth": 100 / 9,
    "tenth": 10.0, "eleventh": 100 / 11, "thirteenth": 100 / 13, "fifteenth": 100 / 15,
    "sixteenth": 6.25, "thirtieth": 100 / 30, "fortieth": 2.5, "fiftieth": 2.0, "twelfth": 100 / 12, "twentieth": 5.0, "hundredth": 1.0, "thousandth": 0.1,
}  # fmt: skip
_MEASURES = any_of(
    [
        *(name for name in UNITS if len(name) > 2 and name.replace("-", "").isalpha()),
        "thousand",
        "million",
        "billion",
    ]
)
_OUT_OF = re.compile(  # "one in ten", "4 out of 5", "nine-in-ten", "nineteen of twenty"
    rf"(?<![\d.,])\b(?P<many>\d{{1,3}}|(?<!every )(?<!each )(?<!not )one|once(?=\s+(?:in|for|out\sof)\s+(?:every|each)\b)|{WORDS})"
    rf"(?:\s+of\s+(?=(?:{WORDS})\b(?!\s(?:thousand|million|billion|{UNIT_NAMES})))|(?:"
    r"(?:\s+times)?[\s-]+in|(?:\s+(?!(?:nine|eight|seven|six|five|four|three|two|one)\b)[\w-]{1,24}){1,3}\s+in(?=\s+(?:every|ten|twenty|20|twenty-five|(?:\w+ )?(?:hundred|thousand)|\d{2,3}(?![\d.,%]*\d|\s?%|\spercent))\b(?!\+? (?:[a-z]+ )?(?!(?:is|was|has)\b)\w+s\b))|"
    r"\s+(?:(?!million|billion|percent|per\b)[\w-]{1,24}\s+){0,2}?(?:out\s+of|of\s+(?:the|all|its)|(?<=\d )of(?=\s\d)|of(?=\s+(?:every|each)\s\d)))"
    rf"[\s-]+)(?:(?:every|each)\s+)?(?P<all>(?:[1-9]\d{{0,2}}(?:,?\d{{3}})?|{WORDS})"
    r"(?:\s(?:hundred|thousand|million)\b)?)\b(?!\.\d|\s?%|\spercent)",
    re.IGNORECASE,
)
_ONE_IN = re.compile(  # "one image in sixteen is misjudged"
    rf"\b(?P<many>one)(?:\s[\w-]{{1,24}}){{0,3}}?\sin\s(?:(?:about|roughly|nearly|almost)\s)?(?P<all>(?:{WORDS}))\b"
    r"(?=\s(?:is|are|was|were|has|had|have|goes|gets|fails|turns|comes|needs|and|or|but|while|that|which|when|[a-z]{2,12}s)\b|[,.;)]|\Z)",
    re.IGNORECASE,
)
_NTH = re.compile(  # "a 36th of", "a thirty-second of"
    r"\b(?:an?|one)[\s-](?:(?P<nth>[1-9]\d{1,2})(?:th|st|nd|rd)"
    rf"|(?P<tens>{any_of(TENS)})[\s-](?P<ones>{'|'.join(ORDER[:9])}))(?=\sof\b)",
    re.IGNORECASE,
)
_FRACTION = re.compile(
    r"(?<![\w./-])(?P<many>\d{1,3})/(?P<all>[1-9]\d{0,3})(?![\w/.-]*\d)"
)
_ALL_BUT = re.compile(r"\ball but\s*\Z", re.IGNORECASE)
_SHARE_SPREAD = 3.5  # of a hundred: a share told in words is no exact one
_RATIO_SPREAD = 1.5  # and one in so many a narrower one
_SHARE_SIZE = 8.0  # "about half" is told of 47 % and of 53 %
# What may be is not said to be so each time.
_AT_BEST = re.compile(
    r"\b(?:at most|at (?:its|their) most \w+|at (?:(?:its|their|the) )?(?:very )?best|best|in the best case|peaks? at|can|could|may|might|reach(?:es|ing)?|"
    r"as (?:little|few) as)\b",
    re.IGNORECASE,
)
# Not "double-blind", "a double check", nor "was run twice".
_MULTIPLE = re.compile(
    rf"\b(?!(?<=\ba )double\b)(?!twice(?! (?:as|the|that|its|their|what|more|over|\w+er)\b))"
    rf"(?:{any_of(_MULTIPLES)})\b(?!-)",
    re.IGNORECASE,
)
_MAGNITUDES = re.compile(
    rf"\b(?P<many>an?|{any_of(ONES)}) orders? of magnitude\b", re.IGNORECASE
)
_SHARE = re.compile(
    rf"\b(?:(?P<many>two|three|four|five|six|seven|eight|nine)[\s-](?P<parts>{any_of(_SHARES)})s"
    rf"|(?<!and )(?<!and-)(?:one-|(?:an?|one)\s)(?P<part>{any_of(_SHARES)})"
    r"(?=\s+(?:of|the|as|in|on|at|to|with|from|since|across|among|when|while|compared|\w*er|less|more)\b|\s*[,.;:)]|\Z)"
    r"|(?<!and a )(?<!and-a-)(?<!first )(?<!second )(?<!other )(?<!latter )(?P<half>half)(?! as \w+ again)"
    r"(?=\s+(?:of|the|as|its|their|that|all)\b|(?<=\b(?:in|by|to) half)\b(?!\san?\s))|(?P<halve>halv)(?:es|ed|ing))\b"
    # "two thirds of a megabyte", "three quarters of a million"
    rf"(?:(?:(?=\s(?:to|or|and)\s(?:an?|one)[\s-](?:{any_of(_SHARES)})\s+of\s+(?:an?|one)\s+(?P<common>{_MEASURES})\b))"
    rf"|\s+of\s+(?:an?|one)\s+(?P<unit>{_MEASURES})\b)?",
    re.IGNORECASE,
)
_OF_SOMETHING = re.compile(
    r"\s+(?:of|the|as|less|more|\w+er|compared)\b", re.IGNORECASE
)
_BEFORE_SHARES = re.compile(
    r"\b(?:by|than|only|just|mere|another|up|under|over"
    r"|about|around|roughly|nearly|almost|approximately|some|least|most|within|(?:cut|f[ae]ll|falls|drop\w*|down|reduc\w*|shr[aiu]nk\w*)\s"
    r"(?:\w+\s)?to)\s\Z",
    re.IGNORECASE,
)
_CENTURY = re.compile(r"\b(?:mid-|early |late )?(?P<hundreds>1[0-9])00s\b")
_PLACE = re.compile(
    rf"(?<![\w.])(?:(?P<digits>\d{{1,3}})(?:st|nd|rd|th)\b"
    rf"|(?P<word>{'|'.join(ORDER)})(?= (?:place|prize|rank)\b)"
    rf"|(?P<tens>{any_of(TENS)})[\s-](?P<ones>first)\b)",
    re.IGNORECASE,
)
_PERCENTILE = re.compile(r"\b(?P<nth>\d{1,2})(?:st|nd|rd|th)[\s-]percentiles?\b", re.I)
_VERSION = re.compile(
    r"(?<![\w.])v?(?P<long>\d+(?:\.\d+){2,})(?!\w)|(?<!\w)v(?P<short>\d+(?:\.\d+)*)(?!\w)"
)


# Signs that a pattern without regard to case takes for letters of the alphabet.
_LIKE_ASCII = str.maketrans(
    {"\u017f": "s", "\u212a": "K", "\u0130": "I", "\u0131": "i"}
)


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of a text."""

    amounts: tuple[Amount, ...]
    days: tuple[Day, ...]
    versions: tuple[str, ...]


# "In their twenties" as "in their 20s".
_DECADES = {
    word[:-1] + "ies": value for word, value in TENS.items() if word[-2:] == "ty"
}
_IN_THEIR = re.compile(
    rf"(?:(?<=\bin )|(?<=\btheir ))(?:{'|'.join(_DECADES)})\b", re.IGNORECASE
)

# What is made in layers is printed, whether or not the text says in how many dimensions.
_PRINTED = re.compile(r"\b3-?D[- ](?=print)", re.IGNORECASE)

# "Four consecutive weeks" are four weeks.
_IN_A_ROW = re.compile(
    r"(?<=\w)\s(?:consecutive|straight|successive|full|whole|long|working|business|trading)"
    r"(?=\s(?:hour|day|week|month|quarter|year)s\b)",
    re.IGNORECASE,
)


@lru_cache(maxsize=512)
def comparable(text: str) -> str:
    """A text with one kind of space, quotation mark and dash, and numbers in one form."""
    told = _IN_A_ROW.sub("", _PRINTED.sub("", fold(grouped(text))))
    return _IN_THEIR.sub(lambda found: f"{_DECADES[lowered(found[0])]}s", told)


# Room for the sources and sentences of one issue, which is read several times.
@lru_cache(maxsize=512)
def figures(text: str) -> Figures:
    """Read the figures of a text: what is a date or a version is no amount."""
    text = text.translate(_LIKE_ASCII)
    days, rest = _take(text, _DATES, _day)
    versions, rest = _take(rest, (_VERSION,), _version)
    told, rest = _told(rest)
    amounts = (*told, *(one.amount for one in placed_amounts(rest)))
    if _AT_BEST.search(text):
        amounts = tuple(replace(amount, is_best=True) for amount in amounts)
    return Figures(amounts, days, versions)


@lru_cache(maxsize=512)
def placed(text: str) -> tuple[Placed, ...]:
    """The amounts that a text has in digits or number words, with their places."""
    text = text.translate(_LIKE_ASCII)
    _, rest = _take(text, _DATES, _day)
    _, rest = _take(rest, (_VERSION,), _version)
    _, rest = _told(rest)
    return tuple(placed_amounts(rest))


def day_at(text: str, place: int) -> tuple[Day, int] | None:
    """The date that begins at a place of a text, and where it ends; if one does."""
    found = (pattern.match(text, place) for pattern in _DATES)
    match = next(filter(None, found), None)
    return (_day(match), match.end()) if match else None


def _told(text: str) -> tuple[tuple[Amount, ...], str]:
    """Amounts told in words or as a place in an order, and the rest of the text."""
    multiples, rest = _take(text, (_MULTIPLE,), lambda match: _multiple(match, text))
    shares, rest = _take(rest, (_SHARE,), lambda match: _share(match, text))
    nths, rest = _take(rest, (_NTH,), _nth)
    ratios, rest = _take(
        rest, (_OUT_OF, _ONE_IN, _FRACTION), lambda match: _ratio(match, text)
    )
    magnitudes, rest = _take(rest, (_MAGNITUDES,), _magnitude)
    percentiles, rest = _take(rest, (_PERCENTILE,), _percentile)
    places, rest = _take(rest, (_PLACE,), _place)
    centuries, rest = _take(rest, (_CENTURY,), _century)
    return (
        *multiples,
        *shares,
        *nths,
        *ratios,
        *magnitudes,
        *percentiles,
        *places,
        *centuries,
    ), rest


T = TypeVar("T")


def _take(
    text: str,
    patterns: Iterable[re.Pattern[str]],
    read: Callable[[re.Match[str]], T | None],
) -> tuple[tuple[T, ...], str]:
    """What the patterns find and `read` makes something of, and the text without it."""
    found: list[tuple[int, T]] = []

    def take(match: re.Match[str]) -> str:
        if (value := read(match)) is None:
            return match.group()
        found.append((match.start(), value))
        return " " * len(match.group())

    for pattern in patterns:
        text = pattern.sub(take, text)
    return tuple(value for _, value in sorted(found, key=lambda one: one[0])), text


def _day(match: re.Match[str]) -> Day:
    given = dict.fromkeys(("year", "month", "day", "decade")) | match.groupdict()
    month = given["month"]
    if month is not None and not month.isdigit():
        starts = [name[:3] for name in MONTHS]
        month = str(starts.index(month.lower()[:3]) + 1)
    return Day(
        match.group(),
        year=int(given["year"]) if given["year"] else None,
        month=int(month) if month else None,
        day=int(given["day"]) if given["day"] else None,
        decade=int(given["decade"]) if given["decade"] else None,
    )


def _version(match: re.Match[str]) -> str:
    return match.group("long") or match.group("short")


def _multiple(match: re.Match[str], text: str) -> Amount:
    hedge = hedge_around(text, match.start(), match.end())
    value = _MULTIPLES[match.group().lower()]
    return Amount(match.group(), value, "times", value * WORDS_SPREAD, hedge)


def _share(match: re.Match[str], text: str) -> Amount | None:
    if match.group("part") and _is_place(match, text):
        return None
    parts = match.group("parts") or match.group("part") or "half"
    times = ONES.get((match.group("many") or "one").lower(), 1)
    share = times * _SHARES[parts.lower()]
    hedge = hedge_around(text, match.start(), match.end())
    if unit := match.group("unit") or match.group("common"):
        one = _whole(f"1 {unit}")
        value = share / 100 * one.value
        spread = 0.05 * value
        return Amount(match.group(), value, one.unit, spread, hedge, size=one.value)
    spread = min(_SHARE_SPREAD, share / 9)
    return Amount(
        match.group(), share, "%", spread, hedge, size=min(_SHARE_SIZE, share / 5)
    )


def _is_place(match: re.Match[str], text: str) -> bool:
    """Whether it is the next of several: "four datasets, and does poorly on a fifth"."""
    if match.group("part").lower() == "quarter" or match.group("unit"):
        return False
    is_of = _OF_SOMETHING.match(text, match.end())
    return not (is_of or _BEFORE_SHARES.search(text, 0, match.start()))


def _nth(match: re.Match[str]) -> Amount:
    """ "A 36th of the tokens", "a thirty-second of them"."""
    share = 100 / int(match.group("nth") or _ordinal(match))
    return Amount(match.group(), share, "%", share / 10, size=share / 5)


def _ratio(match: re.Match[str], text: str) -> Amount | None:
    """A share told as so many out of so many; "900 people in nine countries" is none."""
    many, every = (_whole(match.group(name)) for name in ("many", "all"))
    if many.value > every.value:
        return None
    if _ALL_BUT.search(text[max(0, match.start() - 10) : match.start()]):
        many = replace(many, value=every.value - many.value)
    hedge = hedge_around(text, match.start(), match.end())
    share = 100 * many.value / every.value
    spread = min(_RATIO_SPREAD, 50 / every.value) if every.value > 10 else 2.5
    parts = (replace(many, hedge=hedge), every)
    return Amount(match.group(), share, "%", spread, hedge, parts=parts)


def _whole(written: str) -> Amount:
    found = next(placed_amounts(written), None)
    return found.amount if found else Amount(written, 1.0)  # "one" is no figure


def _percentile(match: re.Match[str]) -> Amount:
    """Below the 95th percentile are 95 in a hundred."""
    return Amount(match.group(), float(match.group("nth")), "%", 0.5)


def _magnitude(match: re.Match[str]) -> Amount:
    times = 10.0 ** ONES.get(match.group("many").lower(), 1)
    return Amount(match.group(), times, "times", 0.5 * times)


def _century(match: re.Match[str]) -> Amount:
    """ "The 1600s" are the 17th century."""
    return Amount(match.group(), int(match.group("hundreds")) + 1.0, PLACE)


def _place(match: re.Match[str]) -> Amount:
    digits, word = match.group("digits"), match.group("word")
    if match.group("tens"):
        place = float(_ordinal(match))
    else:
        place = float(digits) if digits else ORDER.index(word.lower()) + 1.0
    return Amount(match.group(), place, PLACE)


def _ordinal(match: re.Match[str]) -> int:
    """ "Thirty-second", "twenty-first"."""
    ones = ORDER.index(match.group("ones").lower()) + 1
    return TENS[match.group("tens").lower()] + ones
