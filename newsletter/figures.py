"""The figures in a text: amounts with units and precision, dates, versions. Pure."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from typing import TypeVar

from newsletter.numerals import ONES, WORDS, either, in_words


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
    # Of a share such as "4 out of 5": the two numbers.
    parts: tuple["Amount", ...] = ()


@dataclass(frozen=True, slots=True)
class Day:
    """A date as far as it is given; None for what is left open."""

    written: str
    year: int | None = None
    month: int | None = None
    day: int | None = None

    def is_of(self, known: "Day") -> bool:
        """Whether a known date is the one meant, and tells all that this one does."""
        pairs = (
            (self.year, known.year),
            (self.month, known.month),
            (self.day, known.day),
        )
        return all(mine is None or mine == theirs for mine, theirs in pairs)


PLACE = "place"  # the unit of 1st, 2nd, 3rd
ORDER = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
    "ninth", "tenth",
)  # fmt: skip

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august",
    "september", "october", "november", "december",
)  # fmt: skip
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|(?-i:May)|june?|july?|"
    r"aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY_NUMBER = r"(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_DATES = tuple(
    re.compile(rf"(?<![\w.]){pattern}(?![\w])", re.IGNORECASE)
    for pattern in (
        r"(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])-(?P<day>3[01]|[12]\d|0[1-9])"
        r"(?=T\d|\b)(?:T[\d:.Z+-]*)?",
        rf"{_MONTH}\s+{_DAY_NUMBER}(?:,?\s+{_YEAR})?",
        rf"{_DAY_NUMBER}\.?(?:\s+of)?\s+{_MONTH}(?:,?\s+{_YEAR})?",
        rf"{_MONTH},?\s+{_YEAR}",
        rf"{_YEAR}(?!\s*(?:%|percent|tokens|people|tasks|examples|GPUs))",
    )
)

_MULTIPLES = {
    "twice": 2, "double": 2, "doubles": 2, "doubled": 2, "doubling": 2, "twofold": 2,
    "triple": 3, "triples": 3, "tripled": 3, "tripling": 3, "threefold": 3, "thrice": 3,
    "quadruple": 4, "quadruples": 4, "quadrupled": 4, "fourfold": 4, "tenfold": 10,
}  # fmt: skip
_SHARES = {
    "half": 50.0, "third": 100 / 3, "quarter": 25.0, "fifth": 20.0,
    "sixth": 100 / 6, "tenth": 10.0,
}  # fmt: skip
_OUT_OF = re.compile(  # "one in ten", "4 out of 5", "nine-in-ten"
    rf"\b(?P<many>\d{{1,3}}|one|{WORDS})(?:\s+(?:[\w-]+\s+){{0,2}}?|-)(?:in|out\s+of)[\s-]+"
    rf"(?:every\s+)?(?P<all>(?:[1-9]\d{{0,3}}|{WORDS})(?:\s(?:hundred|thousand|million)\b)?)\b",
    re.IGNORECASE,
)
_SHARE_SPREAD = 1.0  # of a hundred: a share told in words is no exact one
_SCALES = {
    "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
    "mn": 1e6, "mio": 1e6, "bn": 1e9, "mrd": 1e9,
}  # fmt: skip
_LETTERS = {"k": 1e3, "K": 1e3, "M": 1e6, "B": 1e9, "b": 1e9, "T": 1e12}
_POWERS_OF_TWO = frozenset(2.0**power for power in range(12))
_BINARY = {"k": 2.0**10, "K": 2.0**10, "M": 2.0**20}
_UNITS: dict[str, tuple[str, float]] = {
    "%": ("%", 1), "percent": ("%", 1), "per cent": ("%", 1),
    "percentage point": ("point", 1), "point": ("point", 1), "pp": ("point", 1),
    "x": ("times", 1), "×": ("times", 1), "time": ("times", 1), "fold": ("times", 1),
    "byte": ("byte", 1), "kb": ("byte", 1e3), "mb": ("byte", 1e6), "gb": ("byte", 1e9),
    "tb": ("byte", 1e12), "pb": ("byte", 1e15), "megabyte": ("byte", 1e6),
    "gigabyte": ("byte", 1e9), "terabyte": ("byte", 1e12), "kib": ("byte", 2.0**10),
    "mib": ("byte", 2.0**20), "gib": ("byte", 2.0**30), "tib": ("byte", 2.0**40),
    "ns": ("second", 1e-9), "µs": ("second", 1e-6), "microsecond": ("second", 1e-6),
    "ms": ("second", 1e-3), "millisecond": ("second", 1e-3), "s": ("second", 1),
    "sec": ("second", 1), "second": ("second", 1), "min": ("second", 60),
    "minute": ("second", 60), "h": ("second", 3600), "hr": ("second", 3600),
    "hour": ("second", 3600), "day": ("second", 86400), "week": ("second", 604800),
    "month": ("month", 1), "year": ("month", 12), "dollar": ("$", 1), "usd": ("$", 1),
    "euro": ("€", 1), "eur": ("€", 1), "pound": ("£", 1), "gbp": ("£", 1),
    "cent": ("$", 0.01), "hz": ("hertz", 1), "khz": ("hertz", 1e3),
    "mhz": ("hertz", 1e6), "ghz": ("hertz", 1e9), "kw": ("watt", 1e3),
    "mw": ("watt", 1e6), "gw": ("watt", 1e9), "watt": ("watt", 1), "kwh": ("kwh", 1),
    "m": ("metre", 1), "metre": ("metre", 1), "meter": ("metre", 1),
    "kilometre": ("metre", 1e3), "kilometer": ("metre", 1e3),
    "centimetre": ("metre", 0.01), "centimeter": ("metre", 0.01),
    "millimetre": ("metre", 0.001), "millimeter": ("metre", 0.001),
    "kph": ("km/h", 1), "km/h": ("km/h", 1), "mph": ("km/h", 1.609344),
    "km": ("metre", 1e3), "cm": ("metre", 0.01), "mm": ("metre", 0.001),
    "nm": ("metre", 1e-9), "kg": ("gram", 1e3),
}  # fmt: skip

_HEDGES = {
    Hedge.ABOUT: r"about|around|roughly|approximately|some|circa|ca\.|~|≈|estimated|close to",
    Hedge.ABOVE: r"over|above|more than|at least|exceeding|upwards of|beyond|>|≥",
    Hedge.BELOW: r"under|below|less than|fewer than|nearly|almost|not quite|<|≤",
    Hedge.UP_TO: r"up to|at most|as \w+ as|a maximum of|peak(?:s|ing)? at",
}
_HEDGE = re.compile(
    r"(?:^|[\s(])(?:"
    + "|".join(f"(?P<{hedge.value}>{words})" for hedge, words in _HEDGES.items())
    + r")\s*[-+\u2212]?\Z",
    re.IGNORECASE,
)


_DIGITS = (
    r"\d+(?:\.\d+)?[eE][+-]?\d{1,2}(?!\w)|10\^\d{1,2}|"
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
)
_AMOUNT = re.compile(
    r"(?P<currency>(?:\b(?:US|AU|CA|HK|NZ|SG|[ACS]))?[$€£¥]|\b(?:USD|EUR|GBP)(?=\s?\d))?\s?"
    rf"(?:(?P<digits>{_DIGITS})|\b(?P<word>(?i:{WORDS}))\b)"
    rf"(?:[\s-]?(?P<scale>(?i:{either(_SCALES)})|[{''.join(_LETTERS)}]|(?(currency)m|[^\s\S]))(?![A-Za-z]))?"
    rf"(?:[\s\u00a0-]?\\?(?P<unit>(?i:{either(_UNITS, plural=True)}))(?![A-Za-z\d]))?"
)
_MULTIPLE = re.compile(rf"\b(?:{either(_MULTIPLES)})\b", re.IGNORECASE)
_SHARE = re.compile(
    r"\b(?:(?P<many>two|three|four)[\s-](?P<parts>third|quarter|fifth|sixth|tenth)s"
    r"|(?:one-|(?:an?|one)\s)(?P<part>third|quarter|fifth|sixth|tenth)"
    r"(?=\s+(?:of|the|as|fewer|less|more|\w+er)\b)"
    r"|(?<!first )(?<!second )(?<!other )(?<!latter )(?P<half>half)"
    r"(?=\s+(?:of|the|as|its|their|that|all)\b)|(?P<halve>halv)(?:es|ed|ing))\b",
    re.IGNORECASE,
)
_PLACE = re.compile(r"(?<![\w.])(\d{1,3})(?:st|nd|rd|th)\b")
_VERSION = re.compile(
    r"(?<![\w.])v?(?P<long>\d+(?:\.\d+){2,})(?!\w)|(?<!\w)v(?P<short>\d+(?:\.\d+)*)(?!\w)"
)
_RANGE = re.compile(r"\s?(?:-|\N{EN DASH}|\N{EM DASH}|\bto\b|\band\b)\s?\Z")


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of a text."""

    amounts: tuple[Amount, ...]
    days: tuple[Day, ...]
    versions: tuple[str, ...]


def figures(text: str) -> Figures:
    """Read the figures of a text: what is a date or a version is no amount."""
    days, rest = _take(text, _DATES, _day)
    versions, rest = _take(rest, (_VERSION,), _version)
    told, rest = _told(rest)
    amounts = (placed.amount for placed in _amounts(rest))
    return Figures((*told, *amounts), days, versions)


@dataclass(frozen=True, slots=True)
class Placed:
    """An amount, and where in its text it stands."""

    amount: Amount
    start: int
    end: int


def placed(text: str) -> Iterator[Placed]:
    """The amounts that a text has in digits or number words, with their places."""
    _, rest = _take(text, _DATES, _day)
    _, rest = _take(rest, (_VERSION,), _version)
    _, rest = _told(rest)
    return _amounts(rest)


def _told(text: str) -> tuple[tuple[Amount, ...], str]:
    """Amounts told in words or as a place in an order, and the rest of the text."""
    multiples, rest = _take(text, (_MULTIPLE,), _multiple)
    shares, rest = _take(rest, (_SHARE,), lambda match: _share(match, text))
    ratios, rest = _take(rest, (_OUT_OF,), lambda match: _ratio(match, text))
    places, rest = _take(rest, (_PLACE,), _place)
    return (*multiples, *shares, *ratios, *places), rest


T = TypeVar("T")


def _take(
    text: str,
    patterns: Iterable[re.Pattern[str]],
    read: Callable[[re.Match[str]], T],
) -> tuple[tuple[T, ...], str]:
    """What the patterns find, and the text with blanks in its place."""
    found: list[tuple[int, T]] = []
    for pattern in patterns:
        for match in pattern.finditer(text):
            found.append((match.start(), read(match)))
        text = pattern.sub(lambda match: " " * len(match.group()), text)
    return tuple(value for _, value in sorted(found, key=lambda one: one[0])), text


def _day(match: re.Match[str]) -> Day:
    given = {"year": None, "month": None, "day": None} | match.groupdict()
    month = given["month"]
    if month is not None and not month.isdigit():
        starts = [name[:3] for name in _MONTHS]
        month = str(starts.index(month.lower()[:3]) + 1)
    return Day(
        match.group(),
        year=int(given["year"]) if given["year"] else None,
        month=int(month) if month else None,
        day=int(given["day"]) if given["day"] else None,
    )


def _version(match: re.Match[str]) -> str:
    return match.group("long") or match.group("short")


def _multiple(match: re.Match[str]) -> Amount:
    return Amount(match.group(), _MULTIPLES[match.group().lower()], "times")


def _share(match: re.Match[str], text: str) -> Amount:
    parts = match.group("parts") or match.group("part") or "half"
    times = ONES.get((match.group("many") or "one").lower(), 1)
    return Amount(
        match.group(),
        times * _SHARES[parts.lower()],
        "%",
        _SHARE_SPREAD,
        _hedge(text, match.start()),
    )


def _ratio(match: re.Match[str], text: str) -> Amount:
    """A share told as so many out of so many."""
    many, every = (_whole(match.group(name)) for name in ("many", "all"))
    share = 100 * many.value / every.value
    spread = min(_SHARE_SPREAD, 50 / every.value) if every.value > 10 else 2.5
    hedge = _hedge(text, match.start())
    return Amount(match.group(), share, "%", spread, hedge, parts=(many, every))


def _whole(written: str) -> Amount:
    found = next(_amounts(written), None)
    return found.amount if found else Amount(written, 1.0)  # "one" is no figure


def _place(match: re.Match[str]) -> Amount:
    return Amount(match.group(), float(match.group(1)), PLACE)


def _amounts(text: str) -> Iterator[Placed]:
    """Amounts; the first of a range has the scale and the unit of the second."""
    matches = list(_AMOUNT.finditer(text))
    for match, following in zip_longest(matches, matches[1:]):
        between = text[match.end() : following.start()] if following else ""
        is_range = following is not None and _RANGE.fullmatch(between)
        amount = _amount(match, following if is_range else None, text)
        yield Placed(amount, match.start(), match.end())


def _amount(match: re.Match[str], following: re.Match[str] | None, text: str) -> Amount:
    digits, name = match.group("digits"), match.group("unit")
    scale = match.group("scale") or ""
    if following is not None and name is None:
        name = following.group("unit")
        scale = scale or following.group("scale") or ""
    value, spread = _value(digits, match.group("word"))
    unit, size = _unit(name, match.group("currency"))
    size *= _SCALES.get(scale.lower()) or _LETTERS.get(scale) or 1.0
    size *= 1e6 if scale == "m" else 1.0
    is_binary = scale in _BINARY and not unit and value in _POWERS_OF_TWO
    others = [value * _BINARY[scale]] if is_binary else []
    if digits and re.fullmatch(r"\d{1,3},\d{3}", digits):
        others.append(float(digits.replace(",", ".")) * size)
    return Amount(
        match.group().strip(),
        value * size,
        unit,
        spread * size,
        _hedge(text, match.start()),
        tuple(others),
    )


def _hedge(text: str, start: int) -> Hedge:
    """Which way a figure that begins there may be off."""
    hedge = _HEDGE.search(text[max(0, start - 20) : start])
    return Hedge(hedge.lastgroup) if hedge and hedge.lastgroup else Hedge.NONE


def _value(digits: str | None, word: str | None) -> tuple[float, float]:
    """A number, and half of its last place: what is nearer is written like it."""
    if digits is None:
        return in_words((word or "").lower())
    if digits.startswith("10^"):
        return 10.0 ** int(digits[3:]), 0.0
    plain, _, power = digits.replace(",", "").lower().partition("e")
    decimals = len(plain.partition(".")[2])
    size = 10.0 ** int(power or 0)
    return float(plain) * size, 0.5 * 10.0**-decimals * size


def _unit(name: str | None, currency: str | None) -> tuple[str, float]:
    if currency:
        return _UNITS.get(currency.lower(), (currency[-1], 1.0))
    if name is None:
        return "", 1.0
    lower = name.lower()
    return _UNITS.get(lower) or _UNITS[lower.removesuffix("s")]
