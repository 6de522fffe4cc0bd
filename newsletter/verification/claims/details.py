"""Does the evidence bear the claim? Quotes found in sources; figures and names compared.

Pure. A link that works is the easy third: the quote must be in the stored text, and what
a sentence says in numbers must be in the evidence of its own citation.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from newsletter.text.language import is_english
from newsletter.verification.claims.attribution import (
    counted_otherwise,
    counts_another,
    exchanged,
)
from newsletter.verification.claims.contradictions import turned_round
from newsletter.verification.claims.known.exonyms import as_evidence_has, has_exonyms
from newsletter.verification.claims.known.makers import is_of_its_maker, opening
from newsletter.verification.claims.names import (
    has_every_part,
    has_in_a_list,
    has_in_another_form,
    has_long_form,
    has_name,
    is_compound,
    is_cut_short,
    is_declined,
    is_of_a_country,
    is_of_an_acronym,
    is_ordinary,
    is_part_of_one,
    is_run_together,
    is_shortened,
    names_of,
    tells_in_han,
    written_out,
)
from newsletter.verification.claims.numbers.ages import is_age
from newsletter.verification.claims.numbers.amounts import Amount
from newsletter.verification.claims.numbers.arithmetic import is_sum_of_others
from newsletter.verification.claims.numbers.dates import is_hour, is_listed
from newsletter.verification.claims.numbers.figures import (
    ORDER,
    PLACE,
    Day,
    Figures,
    comparable,
    figures,
    placed,
)
from newsletter.verification.claims.numbers.han_measures import han_number
from newsletter.verification.claims.numbers.locales import in_one_locale
from newsletter.verification.claims.numbers.rates import (
    is_of_so_many,
    per_another,
    told_in_two,
    told_per_another,
)
from newsletter.verification.claims.numbers.tolerance import is_borne
from newsletter.verification.claims.numbers.units import unit_named
from newsletter.verification.claims.numbers.workings import span_of_days, working

# "AIME24" is AIME 2024.
_FEW = 12
# Words that a sentence copies; `fold` makes all quotation marks one.
_QUOTED = re.compile(r'"([^"]{3,2000})"')
_SPLIT_THOUSANDS = re.compile(
    r"(?<![\w.,])([1-9]\d{0,2}) (\d{3})(?=(?:\.\d+)?(?![\w,]|\.\d))"
)
_TOGETHER = re.compile(
    r"\b(?:(?:al)?together|total(?:s|ling|ing)?|in all|all told|overall|combined?|sum)\b",
    re.IGNORECASE,
)
# What $20 for one thing and $30 for another come to is the price of neither.
_PRICES = frozenset("$€£¥")
_TOLD_AS_A_SUM = re.compile(
    _TOGETHER.pattern
    + r"|\b(?:both|all|each|plus|extra|add\w*|across|bundle\w*|so far|with|includ\w+|two|three)\b",
    re.IGNORECASE,
)
# "The two differ": what was told before, counted by nobody.
_THE_FEW = re.compile(
    r"\b(?P<the>the|these|those|all) (?:two|three|four)\b"
    r"(?=\s*(?:[.,;:)]|\Z|\b(?:along|in|on|at|by|for|with|from|to|and|or|is|are|was|were|"
    r"can|do|did|have|had|share|differ\w*|apart|together|side|when|while|as|that|which|who)\b))",
    re.IGNORECASE,
)
_MORE = (
    "more|fewer|less|extra|additional|longer|shorter|higher|lower|later|earlier|"
    r"de\s(?:plus|moins)|más|menos|mehr|weniger|in\s(?:più|meno)|a\smais|a\smenos|mais|meer|minder"
)
_MORE_IN_HAN = "多い|少ない|増|減|上回|下回|더|많|적"
_SHORT_MILLIONS = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)m")
_EACH_TIME = re.compile(
    r"\b(?:hourly|daily|weekly|monthly|yearly|annual)\Z", re.IGNORECASE
)
# "2m tall": metres, and nothing else.
_MEASURED = frozenset(
    {"", "above", "across", "away", "behind", "below", "deep", "from", "high", "long"}
    | {"tall", "thick", "under", "wide"}
)
_NAMED_YEAR = re.compile(r"\b[A-Z][A-Za-z]+[-' ]?(?:20)?([0-3][0-9])\b")


class Detail(StrEnum):
    """What in a sentence has to stand in its evidence."""

    NUMBER = "number"
    DATE = "date"
    VERSION = "version"
    NAME = "name"


class Lack(StrEnum):
    """In which way the evidence does not bear a detail."""

    MISSING = "missing"  # it is not there
    MISPLACED = "misplaced"  # it is there, and told of another thing
    TURNED = "turned"  # two names are there the other way round
    BELOW = "below"  # it is not there, but where the draft tells the story


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A detail of a sentence that its evidence does not bear."""

    detail: Detail
    written: str
    reason: str
    lack: Lack = Lack.MISSING


@dataclass(frozen=True, slots=True)
class Fidelity:
    """How many details a sentence has, and which of them have no support."""

    checked: int
    unsupported: tuple[Unsupported, ...]

    @property
    def holds(self) -> bool:
        """Whether the evidence bears every detail."""
        return not self.unsupported


def fidelity(
    sentence: str, evidence: str, *, days: Iterable[date] = (), language: str = ""
) -> Fidelity:
    """Compare every number, date, version and name of a sentence with its evidence.

    `evidence` is all that the sentence's own citations hold: quotes, titles, publishers.
    `days` are dates known of the sources, such as when they were published; `language` is
    that of the sentence, asked of itself where it is not given.
    """
    found = presence(sentence, evidence, days=days, language=language)
    said, borne = _alike(sentence, evidence, language)
    lacks = (
        lack
        for lack in found.unsupported
        if lack.detail is not Detail.NAME
        or not is_ordinary(lack.written, sentence, language)
    )
    return replace(found, unsupported=(*lacks, *_in_disorder(said, borne)))


def presence(
    sentence: str, evidence: str, *, days: Iterable[date] = (), language: str = ""
) -> Fidelity:
    """The same without regard to what the evidence tells each detail of."""
    said, borne = _alike(sentence, evidence, language)
    names, rest = names_of(said, borne, language)
    names += [name for name in opening(said, borne) if name not in names]
    rest = _THE_FEW.sub(r"\g<the> ones", rest)
    claims, known = figures(rest), _otherwise_read(figures(borne))
    known_days = [*known.days, *(Day("", d.year, d.month, d.day) for d in days)]
    known_days += [Day(year, 2000 + int(year)) for year in _NAMED_YEAR.findall(borne)]
    missing = (
        *_missing_names(
            [
                one
                for one in names
                if not is_compound(borne, one, language)
                and not is_declined(borne, one, language)
            ],
            said,
            borne,
        ),
        *_missing_days(claims, known_days, borne),
        *_missing_versions(claims, borne),
        *_missing_amounts(claims, known, rest, borne),
        *_per_another(rest, borne),
    )
    details = (*names, *claims.days, *claims.versions, *claims.amounts)
    return Fidelity(len(details), missing)


def _otherwise_read(known: Figures) -> Figures:
    """Figures of evidence: "2m homes" may be millions, "2 million monthly users" people."""
    millions = (
        replace(one, value=number * 1e6, spread=one.spread * 1e6, unit="", size=1e6)
        for one in known.amounts
        if one.unit == "metre"
        and one.following not in _MEASURED
        and (found := _SHORT_MILLIONS.fullmatch(one.written))
        and (number := float(found[1]))
    )
    counts = (
        replace(one, value=one.value / size, spread=one.spread / size, unit="")
        for one in known.amounts
        if (found := _EACH_TIME.search(one.written))
        and (size := unit_named(found[0])[1])
    )
    others = (*millions, *counts)
    return replace(known, amounts=(*known.amounts, *others)) if others else known


def _alike(sentence: str, evidence: str, language: str) -> tuple[str, str]:
    """A sentence and its evidence with what is written in two ways written in one."""
    said, borne = map(comparable, in_one_locale(sentence, evidence, language))
    said = as_evidence_has(said, borne, language)
    said = _SPLIT_THOUSANDS.sub(lambda found: _joined_if_in(borne, found), said)
    return said, _SPLIT_THOUSANDS.sub(lambda found: _joined_if_in(said, found), borne)


def _joined_if_in(other: str, found: re.Match[str]) -> str:
    """ "2 116" as one number where the other text has 2,116, and as two where not."""
    one = rf"(?<![\d.,]){found[1]}[,.]?{found[2]}(?![\d,])"
    return f"{found[1]},{found[2]}" if re.search(one, other) else found[0]


def _in_disorder(said: str, borne: str) -> Iterator[Unsupported]:
    """What stands in the evidence in another order: nothing, where words are copied."""
    own = _QUOTED.sub(lambda match: " " if match[1] in borne else match[0], said)
    names, rest = names_of(own, borne)
    if swap := exchanged(own, rest, names, borne):
        reason = f"the evidence tells {swap.written!r} of {swap.told!r}, not of {swap.said!r}"
        yield Unsupported(Detail.NUMBER, swap.written, reason, Lack.MISPLACED)
    yield from _turned_round(own, names, borne)


def _missing_names(
    names: list[str], sentence: str, evidence: str
) -> Iterator[Unsupported]:
    spelled, plain = written_out(sentence, evidence), ""
    for name in names:
        if name in spelled or has_name(evidence, name):
            continue
        plain = plain or _without_accents(evidence)
        if not (
            has_long_form(evidence, name)
            or is_part_of_one(sentence, evidence, name)
            or is_of_a_country(evidence, name)
            or has_every_part(evidence, name)
            or has_in_another_form(evidence, name)
            or has_in_a_list(evidence, name)
            or is_run_together(evidence, name)
            or is_shortened(evidence, name)
            or is_cut_short(evidence, name)
            or is_of_an_acronym(sentence, evidence, name)
            or is_of_its_maker(sentence, evidence, name)
            or (name.isalpha() and not has_exonyms(name) and tells_in_han(evidence))
            or has_name(plain, _without_accents(name))
        ):
            reason = f"the evidence does not name {name!r}"
            yield Unsupported(Detail.NAME, name, reason)


def _without_accents(text: str) -> str:
    """ "Zurich" for Zürich."""
    if text.isascii():
        return text
    return "".join(
        letter for letter in unicodedata.normalize("NFD", text) if letter.isascii()
    )


def _missing_days(
    claims: Figures, known: list[Day], evidence: str
) -> Iterator[Unsupported]:
    for claimed in claims.days:
        if not (
            any(claimed.is_of(day) for day in known) or is_listed(claimed, evidence)
        ):
            reason = f"the evidence gives no date {claimed.written!r}"
            yield Unsupported(Detail.DATE, claimed.written, reason)


def _missing_versions(claims: Figures, evidence: str) -> Iterator[Unsupported]:
    for version in claims.versions:
        if not re.search(rf"(?<![\d.]){re.escape(version)}(?!\d|\.\d)", evidence):
            reason = f"the evidence does not speak of version {version}"
            yield Unsupported(Detail.VERSION, version, reason)


def _missing_amounts(
    claims: Figures, known: Figures, sentence: str, evidence: str
) -> Iterator[Unsupported]:
    told_otherwise: set[str] | None = None
    for claimed in claims.amounts:
        if claimed.unit == PLACE and (
            _has_place(claimed, evidence)
            or any(day.day == claimed.value for day in known.days)
            or any(
                one.parts and one.parts[0].value == claimed.value
                for one in known.amounts
            )
        ):
            continue
        if not (
            is_borne(claimed, known.amounts, evidence)
            or _is_rate(claimed, sentence, evidence)
            or any(
                is_borne(other, known.amounts, evidence)
                for other in _in_units_of(claimed, claims.amounts)
            )
            or is_sum_of_others(claimed, claims.amounts)
            or claimed.written in known.versions
            or claimed.written in {str(day.year) for day in known.days}
            or is_hour(claimed, sentence, evidence)
            or span_of_days(claimed, known.days)
            or _is_worked_out(claimed, known, sentence, evidence)
        ):
            if told_otherwise is None:
                told_otherwise = {
                    *told_per_another(sentence, evidence),
                    *told_in_two(sentence, known.amounts, evidence),
                }
            if claimed.written in told_otherwise:
                continue
            reason = f"the evidence has no {claimed.written!r}, nor what rounds to it"
            yield Unsupported(Detail.NUMBER, claimed.written, reason)


def _per_another(sentence: str, evidence: str) -> Iterator[Unsupported]:
    for said, told in per_another(sentence, evidence):
        reason = f"the evidence has {told!r}, not {said!r}"
        yield Unsupported(Detail.NUMBER, said, reason)


def _in_units_of(claimed: Amount, others: Iterable[Amount]) -> Iterator[Amount]:
    """A bare number in the units that its sentence tells another in: "40 cents to 23"."""
    if claimed.unit or claimed.size != 1:
        return
    # "Per second" is no number.
    told = [other for other in others if other.has_digits or other.value != other.size]
    for size, unit in {(other.size, other.unit): None for other in told}:
        if size != 1 or unit:
            yield replace(
                claimed,
                value=claimed.value * size,
                spread=claimed.spread * size,
                others=(),
                unit=unit,
                size=size,
            )


def _is_worked_out(
    claimed: Amount, known: Figures, sentence: str, evidence: str
) -> bool:
    """Whether it follows from other figures, and none of the same thing is another."""
    if _is_of_a_score(claimed, sentence):
        return False
    how = working(claimed, known.amounts, sentence, evidence)
    is_price = claimed.unit in _PRICES and claimed.size == 1
    if "+" in how and is_price and is_english(sentence):
        return bool(_TOLD_AS_A_SUM.search(sentence))
    is_few = (
        not claimed.has_digits
        and not claimed.unit
        and claimed.size == 1
        and claimed.value <= _FEW
    )
    # A few that are counted by a reader alone are left to who reads both texts.
    if "/" in how or ("*" in how and claimed.value > _FEW):
        return True
    if "-" in how and (
        _apart(claimed, sentence) or _of_its_kind(claimed, how, evidence)
    ):
        return True
    if how or is_few:
        is_sum = "+" in how and (
            bool(_TOGETHER.search(sentence)) or not _is_of_one(claimed, evidence)
        )
        return is_sum or not (
            counted_otherwise(claimed, sentence, evidence)
            or counts_another(claimed, sentence, evidence)
        )
    return False


def _is_of_a_score(claimed: Amount, sentence: str) -> bool:
    """Whether it is one side of "2:1", which nobody works out."""
    number = claimed.written
    if claimed.unit or not number.isdigit() or claimed.value > _MOST_GOALS:
        return False
    before, behind = rf"(?<!\d)\d{{1,2}}{_SCORE}", rf"{_SCORE}\d{{1,2}}(?!\d)"
    found = rf"(?<![\d.,]){number}{behind}|{before}{number}(?![\d%]|[.,]\d)"
    return bool(re.search(found, sentence))


def _apart(claimed: Amount, sentence: str) -> bool:
    """Whether it is told as a difference: "seven more steps"."""
    written = re.escape(claimed.written)
    more = rf"\b{written}\s(?:\w+\s)?(?:{_MORE})\b|{written}\s?\w?\s?(?:{_MORE_IN_HAN})"
    return bool(re.search(more, sentence, re.IGNORECASE))


def _of_its_kind(claimed: Amount, how: str, evidence: str) -> bool:
    """Whether it is the difference of two counts of its own word: 48 of 70 and 22 languages."""
    of_its_word = {
        one.amount.written
        for one in placed(evidence)
        if claimed.following and one.amount.following == claimed.following
    }
    return of_its_word.issuperset(how.split(" - "))


_MANY = 100
_SCORE = "[-:\u2013\u2236]"
_MOST_GOALS = 15
_LISTED_AFTER = re.compile(r"\d\s?(?:,|and|&|\+)\s?\Z")  # "12 and 5 posts"


def _is_of_one(claimed: Amount, evidence: str) -> bool:
    """Whether just one figure is of the same word: 25 layers, of 20 layers and 5 heads."""
    same = {
        one.amount.value: one.start
        for one in placed(evidence)
        if one.amount.following == claimed.following
    }
    if not claimed.following or len(same) != 1:
        return False
    (start,) = same.values()
    is_listed = _LISTED_AFTER.search(evidence[max(0, start - 8) : start])
    return claimed.value < _MANY or not is_listed


def _is_rate(claimed: Amount, sentence: str, evidence: str) -> bool:
    """The million of "$10 a million", where the evidence has dollars per million."""
    if is_age(claimed, evidence) or is_of_so_many(claimed, evidence):
        return True
    found = re.fullmatch(r"an? (thousand|million|billion)", claimed.written, re.I)
    before = (
        rf"(?:[$€£¥]\d[\d.,]*|\b(?:dollars|cents|euros|pounds))(?: for)?\s"
        rf"{re.escape(claimed.written)}"
    )
    return bool(
        found
        and re.search(before, sentence)
        and re.search(
            rf"(?:per|/|a|each)\s?(?:1?\s?{found[1][0]}|1,?000\b)", evidence, re.I
        )
    )


_QUARTERS = 4


def _has_place(claimed: Amount, evidence: str) -> bool:
    """Whether the evidence tells a place in an order in words."""
    number = int(claimed.value)
    if number > _FEW and re.search(rf"(?<![\w.,]){number}(?![\d%]|[.,]\d)", evidence):
        return True  # "número 52", "56°"
    word = ORDER[number - 1] if 0 < number <= len(ORDER) else claimed.written
    word = "second|runner-up" if number == 2 else word
    word = f"{word}|Q{number}" if number <= _QUARTERS else word
    in_han = f"第{han_number(number)}(?![一二三四五六七八九十百])"
    return bool(re.search(rf"\b(?:{word})\b|{in_han}", evidence, re.IGNORECASE))


def _turned_round(
    sentence: str, names: list[str], evidence: str
) -> Iterator[Unsupported]:
    """Two names of which the evidence puts the other one first."""
    if found := turned_round(sentence, names, evidence):
        first, second = found
        reason = f"the evidence puts {first!r} before {second!r}, not behind it"
        yield Unsupported(Detail.NAME, second, reason, Lack.TURNED)
