"""Does an amount in the evidence bear the one that is claimed? Pure."""

import math
import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

from newsletter.verification.claims.numbers import currencies
from newsletter.verification.claims.numbers.amounts import Amount, Hedge
from newsletter.verification.claims.numbers.figures import ORDER, placed

_ABOUT, _ABOUT_ROUND = 0.05, 0.08
_ROUND = re.compile(r"[1-9](?:0{2,}|0?,0[0,]*)")  # "about 40,000" is told of 37,000
_ABOUT_IN_WORDS = 0.15
_ABOUT_SHARE = 2.0  # of a hundred
_CLOSE = 60  # characters
_FEW_FIGURES = 6
_UNIT_WORDS = {
    unit: re.compile(words, re.IGNORECASE)
    for unit, words in {
        "byte": r"byte|bits?\b|int\d|fp\d|float\d|bpw|quanti",
        "second": "second|minute|hour|day|week|ms",
        "month": "month|year",
        "hertz": "hz|hertz",
        "watt": "watt|kw|mw",
        "metre": r"met|km|mm|\bcm\b",
        "gram": r"gram|\b[mk]?g\b",
        "litre": r"lit(?:re|er)|\bml\b",
        "volt": r"volt|\bm?v\b",
        "joule": r"joule|\b[mk]?j\b|\bk?wh\b",
        "flop": "flop",
        "point": "point|score|accuracy|improv|absolute|outperform",
        "times": "factor of",
    }.items()
}
# Two currencies that share a sign.
_ONE_SIGN = ({"$", "peso"}, {"¥", "yuan"})
_KRONOR = re.compile(currencies.SPEAKS_OF_KRONOR, re.IGNORECASE)
_MONEY = re.compile(currencies.SPEAKS_OF_MONEY, re.IGNORECASE)
# Units of improvements, where the most that was reached is not what one may expect.
_COMPARING = frozenset({"%", "times", "point"})
_COMPARED = frozenset(
    {"faster", "slower", "smaller", "larger", "cheaper", "higher", "lower"}
)
_MOST_COMPARED = 300
_OPPOSITE = {Hedge.ABOVE, Hedge.BELOW}
_GROWN = 20.0  # what grew by more is told in times
_GROWS = re.compile(
    r"\b(?:increas|improv|gain|higher|more|rais|boost|grow|fast|speed|accelerat|doubl|uplift)",
    re.I,
)
_AS_PART = re.compile(r"\D*(?:\d+(?:st|nd|rd|th))?")  # "a third", "a 36th"
_SCORES = re.compile(r"\b(?:accura|precision|recall|f1|scor|rate)", re.IGNORECASE)
_FASTER = re.compile(
    r"\b(?:faster|fast|speed-?up|speeds?|accelerat\w*)\b", re.IGNORECASE
)
_SHRINKS = re.compile(r"\b(?:reduc|decreas|less|fewer|smaller|lower|cut|sav|shr)", re.I)
# "100 frames" are not 100 %.
_COUNTED = re.compile(
    r"(?!.*(?:ss|us|is)\Z|(?:as|has|was|times|points|tops|beats|leads|wins|puts|makes|comes|"
    r"exceeds|sets|lies|stands|means|shows|gets|goes|rises|falls|drops|trails|remains|does|"
    r"goes|keeps|gives|places|ranks|matches|marks|percents|always|perhaps)\Z)[a-z]{2,}s"
)
# "A minute" is borne by whatever has minutes.
_SINGLE_UNITS = {
    "millisecond": r"\bms\b|millisec|khz\b|\b1,?000\s?(?:fps|hz)\b", "second": r"sec|/\s?s\b|\bfps\b|hz\b|bps\b|[毎每]秒",
    "minute": r"\bmin|\b(?:bpm|rpm|wpm)\b|[毎每]分",
    "hour": r"hour|/\s?h\b|\bhrs?\b|\bheure|\bhora|stunde|[时時]|시간",
    "day": r"\bda(?:y|il)|\bjour|\bd[ií]a|\btag|giorn|[日天]|하루|매일",
    "week": r"week|wöch|woche|hebdo|semaine|seman|settiman|[周週]|주",
    "month": r"month|\bmois\b|mensu|\bmes\b|mens[ai]l|monat|mese|月|월",
    "year": r"year|annu|\ban(?:née)?s?\b|\ba[nñ]os?\b|jahr|jähr|\banno\b|年|년|연간", "decade": "decade",
}  # fmt: skip
_SINGLE = re.compile(
    rf"(?:an?|per|each|every|last|past)\s(?P<unit>{'|'.join(_SINGLE_UNITS)})\b",
    re.IGNORECASE,
)
_ONE = re.compile(r"\b(?:one|single|once|an?)\b", re.IGNORECASE)
_COSTS = re.compile(r"\b(?:costs?|only|just|mere(?:ly)?|fraction)\b", re.IGNORECASE)
_DAY = 86_400.0  # seconds
_WEEK = 7 * _DAY
_WEEKS = re.compile(
    r"\b(?:weeks?|weekly|wochen?|wöchentlich\w*|semaines?|hebdomadaire|semanas?|semanal|settiman[ae]|settimanale|tygod\w+)\b"
    r"|一?[周週]間?|星期|주간|한\s주|недел",
    re.IGNORECASE,
)
_QUARTERS = re.compile(
    r"\bquarter|\bquartal|\btri(?:m[eè]?stre)|kwartaal|kwartał|\bQ[1-4]\b|四半期|季度|분기",
    re.IGNORECASE,
)
_DAYS_OF_A_MONTH = (28, 30, 30.44)  # "twelve weeks", "90 days", a year
_AGED = re.compile(r"\bage[ds]?\b", re.IGNORECASE)
_ROUNDED = {"times": 0.05}


def is_borne(claimed: Amount, known: Sequence[Amount], evidence: str) -> bool:
    """Whether one of the known amounts bears the claimed one, or what it is made of."""
    parts = [part for amount in known for part in amount.parts]
    amounts = [*known, *parts]
    if any(bears(claimed, found, evidence) for found in amounts):
        return True
    if claimed.written == "1" and _ONE.search(evidence):
        return True
    if single := _SINGLE.match(claimed.written):
        return bool(
            re.search(_SINGLE_UNITS[single["unit"].lower()], evidence, re.IGNORECASE)
        )
    if (claimed.value, claimed.unit) == (3, "month") and _speaks(_QUARTERS, evidence):
        return True  # "the last three months", of a fourth quarter
    if claimed.value == _WEEK and _speaks(_WEEKS, evidence):
        return True  # "seven days", of the last week
    if claimed.parts:
        return (
            _is_rest(claimed, known)
            or _stand_together(claimed.parts, evidence)
            or _is_the_last(claimed, evidence)
        )
    return claimed.unit == "point" and _is_difference(claimed, amounts)


def _is_rest(claimed: Amount, known: Iterable[Amount]) -> bool:
    """Whether it is what a share leaves: 37 of 39, where 2 of 39 are told."""
    many, every = (part.value for part in claimed.parts)
    shares = (tuple(part.value for part in one.parts) for one in known if one.parts)
    return (every - many, every) in shares


def _is_the_last(claimed: Amount, evidence: str) -> bool:
    """Whether it is one of so many, of which the evidence tells the last: a seventh class."""
    many, every = (int(part.value) for part in claimed.parts)
    order = ORDER[every - 1] if many == 1 and 1 < every <= len(ORDER) else r"\Z(?!\Z)"
    return bool(re.search(rf"\bthe {order}\b", evidence, re.IGNORECASE))


def _stand_together(parts: Sequence[Amount], evidence: str) -> bool:
    """Whether the numbers of a share stand close to each other, as counts."""
    known = list(placed(evidence))
    many, every = (
        [one.start for one in known if bears(part, one.amount, evidence)]
        for part in parts
    )
    if len(known) <= _FEW_FIGURES and many and every:
        return True
    for start in many:
        place = bisect(every, start - _CLOSE)
        if place < len(every) and every[place] <= start + _CLOSE:
            return True
    return False


def bears(claimed: Amount, found: Amount, evidence: str) -> bool:
    """Whether a known amount, rounded and converted, gives the claimed one."""
    if _turns_round(claimed, found):
        return False
    values = (found.value, *found.others)
    if claimed.unit != found.unit:
        if converted := _converted(claimed, found, evidence):
            values, claimed = converted, replace(claimed, spread=_spread(claimed))
        elif found.unit == "%" and not claimed.unit and 0 < claimed.value < 1:
            values = (*values, *(value / 100 for value in values))
        elif not _units_agree(claimed, found, evidence):
            return False
        elif not claimed.unit and found.size != 1:
            values = (*values, found.value / found.size)  # "sixteen" of "4-16 years"
    readings = [claimed]
    if claimed.hedge is found.hedge and claimed.hedge is not Hedge.ABOUT:
        exact = replace(claimed, hedge=Hedge.NONE)  # both say "up to"
        # What is over 820 is over 800, and what is below 0.3 is below a third.
        is_one_sided = claimed.hedge in _OPPOSITE
        readings = [exact, claimed] if is_one_sided else [exact]
    return any(
        is_near(value, reading, claim)
        for reading in readings
        for claim in (claimed.value, *claimed.others)
        for value in values
    )


def _turns_round(claimed: Amount, found: Amount) -> bool:
    """Whether a most is told as the rule, a least as a most, or an end as a step."""
    if claimed.unit == found.unit == "%" and {claimed.step, found.step} == {"by", "to"}:
        return True  # reduced to 86 %, and not by 86 %
    if claimed.value == found.value and {claimed.hedge, found.hedge} == _OPPOSITE:
        return True
    is_score = not found.unit and 0 < found.value <= 1
    if found.hedge is Hedge.UP_TO and (is_score or found.unit in _COMPARING):
        return claimed.hedge is not Hedge.UP_TO and not claimed.is_best
    if claimed.hedge is Hedge.ABOVE and found.hedge is Hedge.UP_TO:
        return claimed.value == found.value
    return found.hedge is Hedge.ABOVE and claimed.hedge is Hedge.UP_TO


def _converted(claimed: Amount, found: Amount, evidence: str) -> tuple[float, ...]:
    """The known amount in the claim's unit, where another tells the same."""
    match claimed.unit, found.unit:
        case "%", "" if 0 < found.value < 1:
            return tuple(100 * v for v in (found.value, *found.others))
        case "%", "" if "." in found.written and _speaks(_SCORES, evidence):
            return (found.value,)  # "an accuracy of 67.3"
        case "times", "%":
            return tuple(_as_times(claimed, found, evidence))
        case "%", "times" if found.value > 1:
            return tuple(_as_shares(claimed, found.value, evidence))
        case "times", "%" if found.value < 100 and _speaks(_COSTS, evidence):
            return (100 / found.value,)  # at 1 % of the cost it is 100 times cheaper
        case "byte", "" if "bit" in claimed.written.lower():
            return tuple(value / 8 for value in (found.value, *found.others))  # INT8
        case "month" | "second", "second" | "month":
            step = -1 if claimed.unit == "month" else 1
            return tuple(found.value * (n * _DAY) ** step for n in _DAYS_OF_A_MONTH)
        case "second", "hertz" if found.value:
            return (1 / found.value,)  # 100 Hz is every 10 ms
        case "month", "" if _speaks(_AGED, evidence):
            return (12 * found.value,)  # "a 27-year-old", "aged 27"
        case _:
            return ()


def _as_times(claimed: Amount, found: Amount, evidence: str) -> Iterator[float]:
    """Of 140 % more, 75 % less, and 1 % of the cost; what is halved is not doubled."""
    share, is_doubled = found.value, claimed.written.lower().startswith("doubl")
    if found.written.lower().startswith("halv") and not is_doubled:
        yield 2.0
    if _speaks(_GROWS, evidence):
        yield 1 + share / 100
    if share < 100 and _speaks(_SHRINKS, evidence):
        yield 100 / (100 - share)
    elif share < 100 and _speaks(_COSTS, evidence):
        yield 100 / share


def _as_shares(claimed: Amount, times: float, evidence: str) -> Iterator[float]:
    """Of 4 times less a quarter is left, and three quarters are gone."""
    is_part = _AS_PART.fullmatch(claimed.written) is not None
    if _speaks(_SHRINKS, evidence) or _speaks(_FASTER, evidence) or is_part:
        if claimed.step != "by":
            yield 100 / times
        if claimed.step == "by" or is_part:
            yield 100 - 100 / times
    if times <= _GROWN and _speaks(_GROWS, evidence):
        yield 100 * times - 100  # 1.3 times as fast is 30 % faster


def _spread(claimed: Amount) -> float:
    """A multiple or a share in words is rounded to a tenth, or to a hundredth."""
    return max(claimed.spread, _ROUNDED.get(claimed.unit, 0.0))


def _is_difference(claimed: Amount, known: Sequence[Amount]) -> bool:
    """Whether two known values of one kind lie so many points apart."""
    values = {(one.value, one.unit) for one in known if one.unit in ("%", "")}
    if len(values) > _MOST_COMPARED:
        return False
    return any(
        unit == other and is_near(round(abs(a - b), 9), claimed)
        for (a, unit), (b, other) in combinations(values, 2)
    )


def _units_agree(claimed: Amount, found: Amount, evidence: str) -> bool:
    """Whether two amounts can be of one kind although their units are not the same."""
    if claimed.unit == "point" and found.unit == "%":
        return found.following != "relative"
    if {claimed.unit, found.unit} in _ONE_SIGN:
        return True
    if claimed.unit in currencies.KRONOR:
        if found.unit in currencies.KRONOR:
            return currencies.KRONE in (claimed.unit, found.unit)
        # Nothing is told in money that is counted in a currency alone.
        speaks = _speaks(_KRONOR, evidence) or not _speaks(_MONEY, evidence)
        return not found.unit and speaks
    if not claimed.unit:
        is_named = claimed.following.removesuffix("s") == found.unit  # "700,000 pixels"
        is_count = found.unit and _COUNTED.fullmatch(claimed.following)
        return is_named or not is_count
    if claimed.unit in ("second", "month") and found.unit in ("second", "month"):
        return False
    if claimed.unit == "times" and not found.unit and found.following in _COMPARED:
        return True
    words = _UNIT_WORDS.get(claimed.unit)
    return not found.unit and words is not None and _speaks(words, evidence)


@lru_cache(maxsize=8)
def _speaks(words: re.Pattern[str], evidence: str) -> bool:
    """Whether any of the words is in the evidence; asked of each of its figures."""
    return words.search(evidence) is not None


def is_near(value: float, claimed: Amount, claim: float | None = None) -> bool:
    """Whether a value, rounded as the claim is, gives the claim."""
    if claim is None:
        claim = claimed.value
    # Another reading of the same digits is as exact in its own measure.
    spread = claimed.spread * abs(claim / claimed.value) if claimed.value else 0.0
    if claim == claimed.value:
        spread = claimed.spread
    slip = 1e-9 * max(abs(claim), abs(value))
    wide = max(spread, _one_sided(claimed, claim, spread)) + slip
    match claimed.hedge:
        case Hedge.ABOUT:
            return (
                abs(claim - value) <= max(spread, _about(claimed, claim, value)) + slip
            )
        case Hedge.ABOVE:
            far = max(wide, _half_a_step(claimed.written))
            if not claimed.has_digits:
                far = max(far, _WELL_OVER * abs(claim))
            return claim - slip <= value <= claim + far
        case Hedge.UP_TO:
            return claim - wide <= value <= claim + spread + slip
        case Hedge.BELOW:
            return claim - wide <= value <= claim + slip
        case _:
            return abs(claim - value) <= spread + slip


def _about(claimed: Amount, claim: float, value: float) -> float:
    """ "About two" is told of 2.1 and of 1.9; "about 2.0" is not."""
    if not claimed.has_digits:
        return min(_ABOUT_IN_WORDS * abs(value), 0.5 * claimed.size)
    is_round = _ROUND.fullmatch(claimed.written)
    share = _ABOUT_ROUND if is_round else _ABOUT
    return min(share * max(abs(value), abs(claim)), _most(claimed))


_TENS = re.compile(r"\D*([1-9]\d?0)\D*")


_WELL_UNDER = 0.75  # "well under a minute" is told of 20 seconds
_WELL_OVER = 0.35  # "well over a thousand" is told of 1,300


def _half_a_step(written: str) -> float:
    """ "Over 20" is told of 24, where "over 21" is not."""
    return 5.0 if _TENS.fullmatch(written) else 0.0


def _one_sided(claimed: Amount, claim: float, spread: float) -> float:
    """How far "over" and "nearly" reach: further where a number is told in a word."""
    share = 0.1 if claimed.has_digits else 0.25
    if claimed.hedge is Hedge.BELOW and _SINGLE.fullmatch(claimed.written):
        share = _WELL_UNDER
    return min(max(share * abs(claim), 1.6 * spread), 2 * _most(claimed))


def _most(claimed: Amount) -> float:
    """How far a share in digits may be off and be told with "about"."""
    return _ABOUT_SHARE if claimed.unit == "%" and claimed.has_digits else math.inf
