"""Times and days as strangers write them: ISO 8601, RFC 822, months in other languages. Pure."""

import re
import unicodedata
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from itertools import chain

_WEEK_ALONE = re.compile(r"\d{4}-?W\d{2}\Z")
_DAY_OF_YEAR = re.compile(r"(\d{4})-(\d{3})(?!\d)")
_ZONE = re.compile(r"\s+(?:([+-]\d{2}:?\d{2})|(?:UTC|GMT|Z))(?:\s+[A-Z]{1,5})?\Z")
# Zones that feeds name beside those of RFC 822, by their offset; of names that several
# places use (IST, BST) the place that more feeds come from.
_OFFSETS = {
    "WET": "+0000", "WEST": "+0100", "BST": "+0100", "CET": "+0100", "MEZ": "+0100",
    "CEST": "+0200", "MESZ": "+0200", "EET": "+0200", "SAST": "+0200", "EEST": "+0300",
    "MSK": "+0300", "TRT": "+0300", "IST": "+0530", "WIB": "+0700", "HKT": "+0800",
    "SGT": "+0800", "AWST": "+0800", "JST": "+0900", "KST": "+0900", "ACST": "+0930",
    "AEST": "+1000", "ACDT": "+1030", "AEDT": "+1100", "NZST": "+1200", "NZDT": "+1300",
    "AKST": "-0900", "AKDT": "-0800", "HST": "-1000", "ART": "-0300", "BRT": "-0300",
}  # fmt: skip
_NAMED = re.compile(rf"(?<=\d)\s+({'|'.join(_OFFSETS)})\Z")
# What stands where no day is known: the first second of Unix, or year 1.
_FIRST_YEAR = 1990
# And what WordPress writes there: `Wed, 30 Nov -0001`. In letters, year 1 would be 2001.
_NO_YEAR = re.compile(r"[a-z]\.?\s+-?0{3}\d(?!\S)", re.IGNORECASE)
_EACH_MONTH = (
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
)  # fmt: skip
# German, English, Spanish, French, Italian, Dutch and Portuguese, without accents. What
# begins like the names of two months is none.
_MONTHS_TOLD = (
    "januar january enero janvier gennaio januari janeiro",
    "februar february febrero fevrier febbraio februari fevereiro",
    "marz mrz march marzo mars maart mrt marco",
    "april abril avril aprile",
    "mai may mayo maggio mei maio",
    "juni june junio juin giugno junho",
    "juli july julio juillet luglio julho",
    "august agosto aout augustus",
    "september septiembre setiembre septembre settembre setembro",
    "oktober october octubre octobre ottobre outubro",
    "november noviembre novembre novembro",
    "dezember december diciembre decembre dicembre dezembro",
)
# `mar., 24 nov. 2026`, `1er février 2026`, `24. Dez. 2026`, `24 de noviembre de 2026`.
_DAY_MONTH_YEAR = re.compile(
    r"(?<!\d)(\d{1,2})(?:er|º|°|\.)?\s(?:de )?([^\W\d_]{3,10})\.?,?\s(?:de )?(\d{4})(?!\d)"
)
# `2026年11月24日`, `2026년 11월 24일`, `2026. 11. 24.`
_YEAR_MONTH_DAY = re.compile(
    r"(?<!\d)(\d{4})[年년.]\s?(\d{1,2})[月월.]\s?(\d{1,2})(?:[日일.]|(?!\S))"
)


def moment_of(text: str) -> datetime | None:
    """A time in UTC; a day is its first moment; None where it is neither.

    What follows a day and is no time is passed over, and `/` may stand for `-`.
    """
    text = _with_offset(text.strip())
    whole = _ZONE.sub(lambda zone: zone.group(1) or "+00:00", text[:100])
    for written in (whole, text[:10]):
        if _WEEK_ALONE.match(written):
            return None
        try:
            moment = datetime.fromisoformat(written.replace("/", "-"))
            return (
                moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
            )
        except (ValueError, OverflowError):
            continue
    return _of_day_of_year(text)


def _with_offset(text: str) -> str:
    """A time with the offset of the zone that it names, if that is a known one."""
    return _NAMED.sub(lambda zone: f" {_OFFSETS[zone.group(1)]}", text)


def _of_day_of_year(text: str) -> datetime | None:
    """2026-036 is 5 February 2026."""
    found = _DAY_OF_YEAR.match(text)
    if found is None:
        return None
    year, day = map(int, found.groups())
    try:
        moment = datetime(year, 1, 1, tzinfo=UTC) + timedelta(days=day - 1)
    except (ValueError, OverflowError):
        return None
    return moment if moment.year == year else None


def day_of(text: str) -> date | None:
    """The day in UTC of a time or a day; None where it is neither."""
    moment = moment_of(text)
    return moment.date() if moment else None


def day_told(text: str) -> date | None:
    """The day in UTC that a feed tells, in ISO 8601 or as letters write it (RFC 822).

    Also with its month in another language, where that is but one month.
    """
    text = _with_offset(text.strip()[:100])
    if _NO_YEAR.search(text):
        return None
    moment = moment_of(text) if text[:1].isdigit() else None
    written = chain((text,), _in_english(text))
    while moment is None and (letters := next(written, None)) is not None:
        moment = _in_letters(letters)
    return moment.date() if moment and moment.year >= _FIRST_YEAR else None


def _in_letters(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text if ":" in text else f"{text} 00:00")
        return moment.astimezone(UTC) if moment.tzinfo else moment
    # Its parser raises more than it says, for nonsense.
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _in_english(text: str) -> Iterator[str]:
    """The same with its month in English, and without the day of the week before it."""
    if found := _DAY_MONTH_YEAR.search(text):
        day, told, year = found.groups()
        if month := _month_of(told):
            alone = f"{day} {_EACH_MONTH[month - 1]} {year}"
            yield from (f"{alone}{text[found.end() :]}", alone)
    if found := _YEAR_MONTH_DAY.search(text):
        year, month_told, day = found.groups()
        if 1 <= (month := int(month_told)) <= len(_EACH_MONTH):
            yield f"{day} {_EACH_MONTH[month - 1]} {year}"


def _month_of(told: str) -> int | None:
    """The number of the month that a word of three letters or more begins or names."""
    apart = unicodedata.normalize("NFKD", told.lower())
    word = "".join(letter for letter in apart if not unicodedata.combining(letter))
    months = [
        number
        for number, names in enumerate(_MONTHS_TOLD, 1)
        if any(name.startswith(word) for name in names.split())
    ]
    return months[0] if len(months) == 1 else None
