"""Amounts that two figures tell: a rate, or a time in hours and minutes. Pure.

"60,000 pages a minute" for 1,000 per second; "$60 for a billion" for $0.06 per million;
"one minute and twenty seconds" for 80 seconds.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from newsletter.verification.claims.numbers.amounts import Amount, Placed
from newsletter.verification.claims.numbers.figures import placed
from newsletter.verification.claims.numbers.tolerance import is_borne, is_near
from newsletter.verification.claims.numbers.units import unit_named

_MOST_CHARACTERS = 8_000
_BETWEEN = re.compile(r",?(?:\sand)?\s?")
_JOINS = re.compile(
    r",?\s?(?:v\.?s\.?|versus|and|to|or|against|instead of|rather than|(?:up|down) from|"
    r"compared (?:with|to)|,|/|-)\s?",
    re.IGNORECASE,
)
_MOST_FIGURES = 12
_TIMES = ("second", "month", "gram", "metre")
_COUNTS = {
    "1,000": 1e3,
    "1000": 1e3,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "k": 1e3,
    "m": 1e6,
    "b": 1e9,
}
# What stands behind a figure that is told per something, and of what: "frames a second".
_PER = re.compile(
    r"(?:\s(?!per\b|an?\b|each\b|every\b|for\b)[\w-]{1,24}){0,4}?"
    r"(?:(?P<fps>\s?fps\b|\s?(?=bps\b))"
    r"|\s?(?:/\s?|(?:\s|\bkbps)?(?:\bper|\ban?|\beach|\bevery|\bfor an?)\s)"
    r"(?:(?:1|one)?\s?(?P<count>thousand|million|billion|1,?000|[kmb](?=\s(?:tokens?|words?|images?|people)))\b"
    r"|(?P<time>seconds?|minutes?|hours?|days?|weeks?|sec|s|min|hr?)\b))",
    re.IGNORECASE,
)


# A word behind "a second" that it counts; small words go on with the sentence.
_NOUN = re.compile(
    r"\s(?!(?:after|and|as|at|but|by|for|from|in|of|on|or|per|than|to|when|where|which|"
    r"while|with)\b)[a-z]"
)
# What one thing takes: "6 s per image".
_FOR_ONE = re.compile(
    r"\s?(?:/|(?:per|for (?:an?|each|every)|each|every))\s?"
    r"(?!(?:seconds?|minutes?|hours?|days?|weeks?|sec|s|min|hr?)\b)[a-z]{3,24}\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Rate:
    """A figure, of how much it is told, and where both stand."""

    amount: Amount
    per: float
    of_time: bool
    start: int
    end: int


def _rates(text: str) -> Iterator[_Rate]:
    if len(text) > _MOST_CHARACTERS:
        return
    figures = [one for one in placed(text) if not one.is_in_word(text)]
    last: _Rate | None = None
    for place, one in enumerate(figures):
        found = _PER.match(text, one.end) or _listed_before(text, figures[place:])
        if found is None:
            if last and _JOINS.fullmatch(text[last.end : one.start]):
                yield replace(last, amount=one.amount, start=one.start, end=one.end)
            continue
        if found["count"]:
            per = _COUNTS[found["count"].lower()]
        else:
            per = 1.0 if found["fps"] else unit_named(found["time"])[1]
        last = _Rate(one.amount, per, not found["count"], one.start, found.end())
        yield last


def _listed_before(text: str, figures: Sequence[Placed]) -> re.Match[str] | None:
    """Of what the next figure is told, where this one is listed before it."""
    if len(figures) < 2 or not _JOINS.fullmatch(
        text[figures[0].end : figures[1].start]
    ):
        return None
    return _PER.match(text, figures[1].end)


def _one_in_a_time(text: str) -> Iterator[_Rate]:
    """Of 6 seconds per image one image in 6 seconds."""
    if len(text) > _MOST_CHARACTERS:
        return
    for time in placed(text):
        of_one = _FOR_ONE.match(text, time.end)
        if of_one and time.amount.unit == "second" and time.amount.value > 0:
            one = replace(time.amount, value=1.0, unit="", size=1.0)
            yield _Rate(
                one, time.amount.value, of_time=True, start=time.start, end=time.end
            )


def _spread_over_time(text: str) -> Iterator[_Rate]:
    """Counts over a time that their sentence tells: 38 million over 300,000 days."""
    figures = [one for one in placed(text) if not one.is_in_word(text)]
    if len(text) > _MOST_CHARACTERS or len(figures) > _MOST_FIGURES:
        return
    for time in figures:
        if time.amount.unit == "second" and time.amount.value > 0:
            for one in figures:
                if not one.amount.unit:
                    yield _Rate(
                        one.amount,
                        time.amount.value,
                        of_time=True,
                        start=one.start,
                        end=one.end,
                    )


def told_per_another(sentence: str, evidence: str) -> Iterator[str]:
    """What figures of a sentence are written like that give a rate of the evidence."""
    known = [
        *_rates(evidence),
        *_spread_over_time(evidence),
        *_one_in_a_time(evidence),
    ]
    for said in _rates(sentence):
        if any(_is_same(said, one) and said.per != one.per for one in known):
            within = placed(sentence[: said.end])
            yield from (one.amount.written for one in within if one.start >= said.start)


def per_another(sentence: str, evidence: str) -> Iterator[tuple[str, str]]:
    """Figures of a sentence that the evidence gives per another, each as both tell it.

    "50 a second" where it has 50 a minute, whatever else is told of a second there; "$10 per
    thousand" where it has $10 per million.
    """
    known = list(_rates(evidence))
    others = list(_one_in_a_time(evidence))
    for said in _rates(sentence):
        same = [
            one
            for one in known
            if one.of_time == said.of_time and one.amount.unit == said.amount.unit
            if one.per != said.per and is_near(one.amount.value, said.amount)
        ]
        if not same or _is_another(sentence, said.end):
            continue
        if not any(_is_same(said, one) for one in (*known, *others)):
            told = evidence[same[0].start : same[0].end]
            yield sentence[said.start : said.end].strip(), told.strip()


def _is_another(text: str, end: int) -> bool:
    """Whether what ends there is no time: "for a second model"."""
    return text[:end].endswith(" a second") and bool(_NOUN.match(text, end))


def _is_same(said: _Rate, one: _Rate) -> bool:
    """Whether two rates come to one, in this time or in another."""
    return (
        said.of_time == one.of_time
        and said.amount.unit == one.amount.unit
        and is_near(one.amount.value * said.per / one.per, said.amount)
    )


def told_in_two(sentence: str, known: Sequence[Amount], evidence: str) -> Iterator[str]:
    """What the parts are written like of an amount that the evidence tells in one."""
    sums = [*known, *(both for _, _, both in _compounds(evidence))]
    for one, other, both in _compounds(sentence):
        if is_borne(both, sums, evidence):
            yield from (one.written, other.written)


def _compounds(text: str) -> Iterator[tuple[Amount, Amount, Amount]]:
    """Two neighbours of one kind, the larger first, and both as one amount."""
    for first, second in pairwise(placed(text)):
        one, other = first.amount, second.amount
        if (
            one.unit == other.unit in _TIMES
            and one.size > other.size
            and 0 < other.value < one.value
            and _BETWEEN.fullmatch(text[first.end : second.start])
        ):
            yield one, other, replace(other, value=one.value + other.value)


_MANY_OF = {1e3: "thousand|K", 1e6: "million|M", 1e9: "billion|B"}


def is_of_so_many(claimed: Amount, evidence: str) -> bool:
    """Whether it is the million of "per million tokens", told as 1,000,000 of them."""
    of = _MANY_OF.get(claimed.value) if not claimed.unit else None
    rate = rf"(?:\bper|/|\ba|\beach|\bevery)\s?(?:1\s?)?(?:{of})(?:Tok)?\b"
    return bool(of and re.search(rate, evidence))
