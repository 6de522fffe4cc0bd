"""Arithmetic of a judge: an expression parser (recursive descent), total and capped. Pure.

"48 / 16", "100 % - 85 %", "7 August - 5 August". Every operand has to be a figure or a
date of the passage; a result has the unit that follows from theirs, so that not any
number can be made of any others. What cannot be read or worked out comes to nothing.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise

from newsletter.text.words import NUMBER_WORDS
from newsletter.verification.claims.numbers.amounts import Amount, amount_at
from newsletter.verification.claims.numbers.figures import (
    Day,
    Figures,
    comparable,
    day_at,
    figures,
)
from newsletter.verification.claims.numbers.tolerance import bears, is_near

MOST_CHARACTERS = 200
_MOST_OPERANDS = 9
_DEEPEST = 6
_LARGEST = 1e18
_DAY_SECONDS = 86_400.0
# What may stand in an expression and in no passage: the whole of a ratio or a share.
_WHOLES = {1.0: "", 100.0: "%"}
# What a rate is told of: "$10 per million tokens". A figure may be divided by it.
_SCALES = {1e3: "thousand", 1e6: "million", 1e9: "billion"}
_TIMES = re.compile(r"(?<=[\d)%\s])x(?=[\s(])|[×·*]")
_OVER = re.compile(r"[÷]")
_COMPARED = ("times", "%")  # what a ratio may be told as


@dataclass(frozen=True, slots=True)
class Quantity:
    """A figure on its way through an expression."""

    value: float
    unit: str = ""
    # Whether it came of a division: a ratio may be told as a share or as a multiple.
    is_ratio: bool = False
    is_whole: bool = False  # the 1 or the 100 of a ratio or a share
    is_scale: bool = False  # the million of a price per million


class _Senseless(Exception):
    """The expression cannot be read or worked out."""


def is_worked_out(
    written: str, expressions: Sequence[str], sentence: str, evidence: str
) -> bool:
    """Whether one of the expressions gives what a sentence has `written`.

    It may be a figure or a date; `evidence` holds the operands.
    """
    claims, known = read(sentence), read(evidence)
    results = [
        result
        for expression in expressions
        if (result := work_out(expression, known, evidence)) is not None
    ]
    amounts = [one for one in claims.amounts if one.written == written]
    days = [one for one in claims.days if one.written == written]
    return any(
        _gives(result, amount) for result in results for amount in amounts
    ) or any(
        isinstance(result, Day) and day.is_of(result)
        for result in results
        for day in days
    )


def gives_any(expressions: Sequence[str], sentence: str, evidence: str) -> bool:
    """Whether each expression gives a figure or a date that the sentence has."""
    claims = read(sentence)
    said = [one.written for one in claims.amounts]
    said += [one.written for one in claims.days]
    return bool(expressions) and all(
        any(is_worked_out(written, [one], sentence, evidence) for written in said)
        or _is_told_in_words(one, claims, sentence, evidence)
        for one in expressions
    )


# A whole is so many of these.
_PARTS_OF = {
    "half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "twelfth": 12, "fifteenth": 15,
    "twentieth": 20, "twenty-fifth": 25, "thirtieth": 30, "fortieth": 40, "fiftieth": 50, "hundredth": 100,
}  # fmt: skip
_PART = re.compile(
    rf"\b(?P<many>an?|one|two|three|four|five|six|seven|eight|nine)?[\s-]?"
    rf"\b(?P<part>{'|'.join(sorted(_PARTS_OF, key=len, reverse=True))}|halve)(?:s|d)?\b",
    re.IGNORECASE,
)
_MOST = re.compile(r"\b(?:most|mostly|the majority|largely|mainly)\b", re.IGNORECASE)
_ROUNDED = 0.06  # of itself: a share in words is no exact one


def _is_told_in_words(
    expression: str, claims: Figures, sentence: str, evidence: str
) -> bool:
    """Whether it gives a share in words, what lies between two figures, or most of a whole."""
    result = work_out(expression, read(evidence), evidence)
    if not isinstance(result, Quantity):
        return False
    share = result.value / 100 if result.unit == "%" else result.value
    if result.is_ratio or result.unit == "%":
        parts = (
            NUMBER_WORDS.get((found["many"] or "").lower(), 1)
            / _PARTS_OF.get(found["part"].lower(), 2)
            for found in _PART.finditer(sentence)
        )
        if any(math.isclose(share, part, rel_tol=_ROUNDED) for part in parts):
            return True
        if _MOST.search(sentence) and 0.5 < share < 1:
            return True
    bounds = [one for one in claims.amounts if one.unit in ("", result.unit)]
    return any(
        low.value <= result.value <= high.value
        and re.search(
            rf"\bbetween {re.escape(low.written)} and {re.escape(high.written)}\b",
            sentence,
            re.IGNORECASE,
        )
        for low, high in pairwise(bounds)
    )


def read(text: str) -> Figures:
    """The figures of a text in the form in which they are compared."""
    return figures(comparable(text))


def work_out(
    expression: str, known: Figures, evidence: str = ""
) -> Quantity | Day | None:
    """What an expression over known figures comes to; None where it has no sense.

    `evidence` is the text they stand in: what it gives per million may be divided by one.
    """
    text = comparable(expression)
    if not text or len(text) > MOST_CHARACTERS:
        return None
    text = _OVER.sub("/", _TIMES.sub("*", text))
    reader = _Reader(text, known, evidence)
    try:
        result = reader.sum(0)
    except (_Senseless, ArithmeticError, ValueError):
        return None
    is_whole_text = reader.place == len(text)
    return result if is_whole_text and reader.borne else None


def _gives(result: Quantity | Day, claimed: Amount) -> bool:
    """Whether a result, rounded as the claim is, gives it."""
    if isinstance(result, Day):
        return False
    found = Amount("", result.value, result.unit)
    if result.unit == claimed.unit or not claimed.unit or claimed.unit == "point":
        return bears(claimed, found, "")
    if result.unit or claimed.unit not in _COMPARED:
        return False
    is_share = claimed.unit == "%"
    value = 100 * result.value if is_share else result.value
    return (result.is_ratio or 0 < result.value < 1) and is_near(value, claimed)


@dataclass(slots=True)
class _Reader:
    """Reads an expression from left to right; `borne` counts operands of the passage."""

    text: str
    known: Figures
    evidence: str = ""
    place: int = 0
    operands: int = 0
    borne: int = 0

    def sum(self, depth: int) -> Quantity | Day:
        result = self._product(depth)
        while sign := self._sign("+-"):
            other = self._product(depth)
            result = _added(result, other) if sign == "+" else _taken(result, other)
        return result

    def _product(self, depth: int) -> Quantity | Day:
        result = self._factor(depth)
        while sign := self._sign("*/"):
            other = self._factor(depth)
            if isinstance(result, Day) or isinstance(other, Day):
                raise _Senseless
            result = (
                _multiplied(result, other) if sign == "*" else _divided(result, other)
            )
        return result

    def _factor(self, depth: int) -> Quantity | Day:
        if self._sign("("):
            if depth >= _DEEPEST:
                raise _Senseless
            inner = self.sum(depth + 1)
            if not self._sign(")"):
                raise _Senseless
            return inner
        return self._operand()

    def _sign(self, signs: str) -> str:
        self._skip()
        sign = self.text[self.place : self.place + 1]
        if not sign or sign not in signs:
            return ""
        self.place += 1
        return sign

    def _skip(self) -> None:
        while self.text[self.place : self.place + 1] == " ":
            self.place += 1

    def _operand(self) -> Quantity | Day:
        self._skip()
        self.operands += 1
        if self.operands > _MOST_OPERANDS:
            raise _Senseless
        if found := day_at(self.text, self.place):
            day, self.place = found
            if not any(day.is_of(other) for other in self.known.days):
                raise _Senseless
            self.borne += 1
            return day
        placed = amount_at(self.text, self.place)
        if placed is None:
            raise _Senseless
        self.place = placed.end
        return self._borne(placed.amount)

    def _borne(self, said: Amount) -> Quantity:
        """The passage's own figure that an operand stands for."""
        found = next(_meant(said, self.known.amounts), None)
        if found is not None:
            self.borne += 1
            # "Twice" is a number as any other.
            return Quantity(found.value, "" if found.unit == "times" else found.unit)
        scale = _SCALES.get(said.value, "")
        if scale and not said.unit and re.search(rf"\b{scale}\b", self.evidence, re.I):
            return Quantity(said.value, is_scale=True)
        unit = _WHOLES.get(said.value)
        if unit is None or said.unit not in ("", unit):
            raise _Senseless
        return Quantity(said.value, unit, is_whole=True)


def _meant(said: Amount, known: Sequence[Amount]) -> Iterator[Amount]:
    """The figures that an operand may stand for, the likeliest first.

    A bare number may leave out the unit and the scale: "3.6 / 21" of billions.
    """
    amounts = [*known, *(part for one in known for part in one.parts)]
    values = (said.value, *said.others)
    yield from (
        one
        for one in amounts
        if one.unit == said.unit and any(_is_same(one.value, v) for v in values)
    )
    if not said.unit and said.size == 1:
        yield from (
            one for one in amounts if _is_same(one.value / one.size, said.value)
        )
        yield from (one for one in amounts if _is_same(one.value, said.value))


def _is_same(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=1e-9)


def _checked(value: float, unit: str = "", *, is_ratio: bool = False) -> Quantity:
    if not math.isfinite(value) or abs(value) > _LARGEST:
        raise _Senseless
    return Quantity(value, unit, is_ratio)


def _added(one: Quantity | Day, other: Quantity | Day) -> Quantity | Day:
    if isinstance(one, Day):
        return _moved(one, other, 1)
    if isinstance(other, Day):
        return _moved(other, one, 1)
    if one.unit != other.unit:
        raise _Senseless
    return _checked(one.value + other.value, one.unit)


def _taken(one: Quantity | Day, other: Quantity | Day) -> Quantity | Day:
    if isinstance(one, Day):
        return _apart(one, other) if isinstance(other, Day) else _moved(one, other, -1)
    if isinstance(other, Day) or one.unit != other.unit:
        raise _Senseless
    difference = round(one.value - other.value, 9)
    if one.is_whole:  # what is left of it is a share, or a ratio
        return _checked(difference, one.unit, is_ratio=not one.unit)
    return _checked(difference, "point" if one.unit == "%" else one.unit)


def _multiplied(one: Quantity, other: Quantity) -> Quantity:
    if one.is_scale or other.is_scale:
        raise _Senseless
    value = one.value * other.value
    if "%" in (one.unit, other.unit):
        share, rest = (one, other) if one.unit == "%" else (other, one)
        if share.is_whole and not rest.unit:
            return _checked(value, "%")  # "0.75 * 100"
        return _checked(value / 100, rest.unit)
    if one.unit and other.unit:
        raise _Senseless
    return _checked(value, one.unit or other.unit)


def _divided(one: Quantity, other: Quantity) -> Quantity:
    value = one.value / other.value
    if one.unit == other.unit:
        return _checked(value, is_ratio=True)
    if other.unit:
        raise _Senseless
    return _checked(value, one.unit)


def _date(day: Day) -> date:
    if day.month is None or day.day is None:
        raise _Senseless
    return date(day.year or 2001, day.month, day.day)


def _apart(later: Day, earlier: Day) -> Quantity:
    """The time between two dates, in the finest measure that both tell."""
    if (later.year is None) is not (earlier.year is None):
        later, earlier = replace(later, year=None), replace(earlier, year=None)
    if later.day is not None and earlier.day is not None:
        days = (_date(later) - _date(earlier)).days
        return _checked(days * _DAY_SECONDS, "second")
    months = 0
    if later.month is not None and earlier.month is not None:
        months = later.month - earlier.month
    elif later.year is None:
        raise _Senseless
    years = (later.year or 0) - (earlier.year or 0)
    return _checked(12.0 * years + months, "month")


def _moved(day: Day, time: Quantity | Day, sign: int) -> Day:
    """The day so much later, or earlier."""
    if isinstance(time, Day) or time.unit != "second":
        raise _Senseless
    whole = round(time.value / _DAY_SECONDS)
    if not _is_same(whole * _DAY_SECONDS, time.value) or abs(whole) > 10_000:
        raise _Senseless
    moved = _date(day) + timedelta(days=sign * whole)
    return Day("", moved.year if day.year else None, moved.month, moved.day)
