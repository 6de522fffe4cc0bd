"""Workings: figures that follow from those of a passage, by a sum or a list counted. Pure.

"Ten models" of 6 open and 4 closed ones, "twice" of 45 and 20, "two days later" of 5 and
7 August, "three sizes" of 1B, 4B and 12B. Only what a reader would work out in the head;
where a passage has many figures anything would follow, and nothing is taken to.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, permutations

from newsletter.verification.claims.numbers.amounts import Amount, Placed
from newsletter.verification.claims.numbers.arithmetic import (
    FEW,
    by_kind,
    by_sentence,
    differences,
    distinct,
    means,
    of_multiples,
    products,
    ratios,
    ratios_within,
    said,
    sums,
)
from newsletter.verification.claims.numbers.derivation import derived
from newsletter.verification.claims.numbers.figures import Day, placed
from newsletter.verification.claims.numbers.shares import (
    EXACT,
    rests,
    shares,
    so_many_points_off,
    splits,
    to_one_so_many_points_off,
)
from newsletter.verification.claims.numbers.tolerance import is_near

_MOST_FIGURES = 16
_MOST_CHARACTERS = 8_000
_MOST_COUNTED = 20
_DAY_SECONDS = 86_400
# A difference is one where the sentence speaks of one, or the figure is no small one.
_APART = re.compile(
    r"\b(?:more|less|fewer|other|rest|remain\w*|drop\w*|lost|lose|loses|apart|behind|"
    r"ahead|gap|differ\w*|without|all but|extra|longer|later|earlier|costs?|gains?|"
    r"faster|slower|lead|leads|rises?|falls?|fell|rose|above|below|higher|lower|shorter|"
    r"larger|smaller|better|worse|margin|fails?|failed|miss\w*|unsolved|before|previous\w*|"
    r"others?|baselines?|rival\w*|runner-up|next)\b",
    re.IGNORECASE,
)
_LEFT = re.compile(
    r"\b(?:remain\w*|left|leav\w+|rest|still|other|fail\w*|mis\w+|wrong\w*|"
    r"disagree\w*|errors?|errs?|unsolved|not)\b",
    re.IGNORECASE,
)
_MEAN = re.compile(r"\b(?:averag\w+|on average|mean)\b", re.IGNORECASE)
_EACH = re.compile(r"\b(?:per|each|average|averages|averaging|apiece|every)\b", re.I)
_MULTIPLIED = re.compile(
    r"\b(?:makes?|making|comes? to|amounts? to|adds? up|in (?:all|total)|(?:al)?together|"
    r"total(?:s|ling)?|altogether|overall|work(?:s|ing)? out|count(?:ing|ed)|includ\w+|"
    r"ends? up|sums?)\b",
    re.IGNORECASE,
)
_SETS = {"pairs": 2, "couples": 2, "triples": 3, "triplets": 3, "quadruples": 4}
_PAIRED = re.compile(
    rf"(?P<many>\d[\d,]*)(?:[\s-][A-Za-z][\w-]*){{0,3}}?[\s-](?P<set>{'|'.join(_SETS)})\b"
)
_JUST_ONE = re.compile(
    r"\b(?:only|just|exactly) one\b|\b(?:a single|one) \w", re.IGNORECASE
)
_MOST_MULTIPLIED = 4
_MANY = 100
_ALL = 100  # percent
_MORE_OF_THEM = re.compile(r"\b(?:additional|other|further|more)\b", re.IGNORECASE)
_AND_ONE = re.compile(
    r"\b(?:and|plus) (?:one|another|a single)\b|\bone (?:[\w-]+ ){1,2}(?:and|plus) \w",
    re.I,
)
# "A dataset of our own and two public datasets".
_A_AND_MORE = re.compile(
    r"\ban?\s(?:[\w-]+\s){1,5}?(?P<one>[a-z]{3,20})\s(?:and|plus)\s"
    r"(?P<more>[\w-]{1,20})\s(?:[\w-]+\s){0,3}?(?P=one)s\b",
    re.IGNORECASE,
)
# Of a list in the text, "1) ... 2) ...": no figures to be added up.
_MARKER = re.compile(r"(?<![\w.])\(?\d\)(?=\s[A-Za-z])")
_ADDRESS = re.compile(r"https?://\S+")
# "A, B, and C", "both A and B".
_LIST = re.compile(
    # Possessive: else each comma of a long list doubles the ways to read it.
    r"(?:(?:[^,.;:()\n]|\.(?=\d)){1,60}+,\s?+){1,19}[^,.;:()\n]{0,60}?\b(?:and|or|&)\s"
)
_BOTH = re.compile(
    r"\bboth\b|\beither\b|[\w)-]{2,40} (?:and|or|vs\.?|versus) (?:the )?\w[\w-]{1,40}"
)


def working(
    claimed: Amount, known: Sequence[Amount], sentence: str, evidence: str
) -> str:
    """How an amount follows from those of the evidence, such as "48 / 16"; "" if not."""
    if len(evidence) > _MOST_CHARACTERS:
        return ""
    evidence = _ADDRESS.sub(" ", evidence)
    told = [
        one
        for one in placed(_MARKER.sub(_blank, evidence))
        if one.amount.value and not _is_of_a_name(one, evidence)
    ]
    in_words = [
        one
        for one in known
        if not one.has_digits or one.parts or "percentile" in one.written
    ]
    figures = list(distinct((*(one.amount for one in told), *in_words)))
    if len(figures) > _MOST_FIGURES:
        told, figures = [], []
    for value, how in (
        *of_multiples(claimed, told, in_words, evidence),
        *_all(claimed, told, figures, sentence, evidence),
    ):
        if is_near(value, claimed):
            return how
    if how := derived(claimed, told, sentence, evidence):
        return how
    is_count = not claimed.unit and claimed.size == 1 and "." not in claimed.written
    if is_count and 2 <= claimed.value <= _MOST_COUNTED:
        return _counted(int(claimed.value), evidence)
    return ""


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _is_of_a_name(one: Placed, text: str) -> bool:
    """The 17 of MOT17, and not of x17."""
    return one.is_in_word(text) and text[one.start - 1] not in "xX"


def _all(
    claimed: Amount,
    told: Sequence[Placed],
    figures: Sequence[Amount],
    sentence: str,
    evidence: str,
) -> Iterator[tuple[float, str]]:
    """Every value that may be meant, the plainest first, and how it comes about."""
    yield from _changes(claimed, told, sentence, evidence)
    yield from splits(claimed, told, figures, evidence)
    kinds = list(by_kind(figures))
    groups = [*by_sentence(told, evidence), *kinds]
    if claimed.unit == "%":
        groups.append([one.amount for one in placed(sentence) if one.amount.value])
    yield from _results(claimed, groups, figures, sentence, evidence)
    if _MEAN.search(sentence):
        yield from means(groups, claimed)
    if claimed.unit == "times":
        for group in kinds:
            for one, other in permutations(group, 2):
                yield one.value / other.value, said(one, "/", other)


_FROM_TO = re.compile(
    r"[^\S\n]*[$\\%~}]*\s*(?:(?P<beside>v\.?s\.?|versus)|to|-+>|→|\\(?:right)?arrow|\\to)\s*[$\\~{]*\s*",
    re.IGNORECASE,
)


def _changes(
    claimed: Amount, told: Sequence[Placed], sentence: str, evidence: str
) -> Iterator[tuple[float, str]]:
    """Of what went from one figure to another: by how many percent, how many times."""
    if claimed.unit not in ("%", "times") or claimed.parts:
        return
    for one, other in pairwise(told):
        before, after = one.amount, other.amount
        between = _FROM_TO.fullmatch(evidence[one.end : other.start])
        if before.unit != after.unit or not between:
            continue
        small, large = sorted((before.value, after.value))
        if small <= 0 or small == large:
            continue
        if claimed.unit == "times":
            yield large / small, said(after, "/", before)
            continue
        yield _change(before, after)
        if between["beside"] and before.value:
            yield _change(after, before)
        if claimed.step != "by":
            yield 100 * small / large, said(after, "/", before)


def _change(before: Amount, after: Amount) -> tuple[float, str]:
    """By how many percent one figure is more or less than another, and how."""
    ratio = after.value / before.value
    how = said(after, "/", before)
    return abs(100 * (ratio - 1)), f"{how} - 1" if ratio > 1 else f"1 - {how}"


def span_of_days(claimed: Amount, known: Iterable[Day]) -> str:
    """How a time follows from two dates: "two days later", "the eleven years to 2024"."""
    days = sorted({(day.year or 0, day.month or 0, day.day or 0) for day in known})
    if len(days) > _MOST_FIGURES:
        return ""
    for earlier, later in permutations(days, 2):
        years, months, dates = (b - a for a, b in zip(earlier, later, strict=True))
        if claimed.unit == "month" and earlier[0] and years > 0:
            value = 12.0 * years + (months if earlier[1] and later[1] else 0)
            if not earlier[1] and is_near(value + 12, claimed):
                return f"from {earlier[0]} to {later[0]}, both of them counted"
        elif claimed.unit == "month" and not years and months > 0:
            value = float(months)
        elif claimed.unit == "second" and not years and not months and dates > 0:
            value = float(dates * _DAY_SECONDS)
        else:
            continue
        if is_near(value, claimed):
            return f"from {'-'.join(map(str, earlier))} to {'-'.join(map(str, later))}"
    return ""


def _results(
    claimed: Amount,
    groups: Sequence[Sequence[Amount]],
    figures: Sequence[Amount],
    sentence: str,
    evidence: str,
) -> Iterator[tuple[float, str]]:
    match claimed.unit:
        case "times":
            yield from ratios_within(groups)
            yield from to_one_so_many_points_off(groups)
            yield from _risen(figures)
        case "%" if claimed.parts:
            yield from rests(figures if _LEFT.search(sentence) else ())
        case "%":
            yield from shares(claimed, groups, figures)
        case "point":
            pass  # see `derived`
        case "":
            yield from sums(groups, claimed)
            yield from _of_counts(claimed, groups, figures, sentence, evidence)
        case _:
            yield from _measured(claimed, groups, figures)


def _risen(figures: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    """Of a rise by 500 % the six times as much: by more than a hundred nothing falls."""
    for one in figures:
        if one.unit == "%" and one.value >= _ALL:
            yield 1 + one.value / _ALL, f"1 + {one.written}"


def _measured(
    claimed: Amount,
    groups: Sequence[Sequence[Amount]],
    figures: Sequence[Amount],
) -> Iterator[tuple[float, str]]:
    """Of times, sizes and other measures, each in its own unit."""
    same = [one for one in figures if one.unit == claimed.unit]
    yield from sums(groups, claimed)
    yield from differences(same)
    if claimed.unit == "month":
        yield from _years_between(figures)
    if claimed.hedge in EXACT:
        whole = [replace(one, size=1.0) for one in same]
        yield from products(whole, [one for one in figures if not one.unit])


def _of_counts(
    claimed: Amount,
    groups: Sequence[Sequence[Amount]],
    figures: Sequence[Amount],
    sentence: str,
    evidence: str,
) -> Iterator[tuple[float, str]]:
    counts = [one for one in figures if not one.unit]
    is_more = claimed.value >= FEW
    if is_more:
        percent = [replace(one, size=100.0) for one in figures if one.unit == "%"]
        yield from products(percent, counts)
    if is_more or _APART.search(sentence):
        yield from differences(counts)
        raw = [replace(one, value=one.value / one.size) for one in figures if one.unit]
        yield from differences(raw)
        yield from so_many_points_off(figures)
    yield from _others(figures)
    if _EACH.search(sentence):
        yield from ratios(counts)
        yield from _apiece(claimed, counts)
    if is_more:
        yield from _of_grids(evidence)
    is_together = bool(_MULTIPLIED.search(sentence))
    if is_together:
        yield from products(figures, figures)
    elif is_more and (claimed.hedge in EXACT or claimed.value >= _MANY * claimed.size):
        yield from _multiplied(groups)
        yield from _multiplied_by_itself(claimed, sentence)
    if is_together:
        yield from _of_pairs(counts, evidence)
    has_one = is_together and _JUST_ONE.search(evidence)
    is_and_one = bool(has_one or _AND_ONE.search(evidence))
    more = {found["more"] for found in _A_AND_MORE.finditer(evidence)}
    for one in counts:
        if is_and_one or one.written in more or _MORE_OF_THEM.fullmatch(one.following):
            yield one.value + 1, f"1 + {one.written}"


def _apiece(claimed: Amount, counts: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    """Of 7 sets from 5 fields the 1.4 a field, which no count is."""
    if "." in claimed.written:
        for one, other in permutations(counts, 2):
            if other.value > 1:
                yield one.value / other.value, said(one, "/", other)


_GRID = re.compile(r"\b(\d{1,6})(?:\s?[x×]\s?|\sby\s)(\d{1,6})\b")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")


def _of_grids(evidence: str) -> Iterator[tuple[float, str]]:
    """Of a grid of 80x80 its 6,400 cells."""
    for one, other in _GRID.findall(_THOUSANDS.sub("", evidence)):
        yield float(one) * float(other), f"{one} * {other}"


def _years_between(figures: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    """Of years before 1900, which are read as numbers: 1326 to 1504."""
    years = [one for one in figures if re.fullmatch(r"1\d{3}", one.written)]
    for years_apart, how in differences(years):
        yield 12 * years_apart, how


def _others(figures: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    """Of 48 of 60 the other 12; of a score of 0.71 what it lacks."""
    for one in figures:
        if one.parts:
            many, every = one.parts
            yield every.value - many.value, said(every, "-", many)
        elif not one.unit and 0 < one.value < 1:
            yield round(1 - one.value, 9), f"1 - {one.written}"


def _multiplied(groups: Sequence[Sequence[Amount]]) -> Iterator[tuple[float, str]]:
    """Of counts in one sentence: 40 models on 30 tasks."""
    for group in groups:
        counts = [one for one in group if not one.unit]
        if len(counts) <= _MOST_MULTIPLIED:
            yield from products(counts, counts)
            yield from _of_three(counts)


def _multiplied_by_itself(
    claimed: Amount, sentence: str
) -> Iterator[tuple[float, str]]:
    """Of three counts that the sentence itself tells, each held to the evidence."""
    counts = [
        one.amount
        for one in placed(sentence)
        if not one.amount.unit and one.amount.value != claimed.value
    ]
    if len(counts) <= _MOST_MULTIPLIED:
        yield from _of_three(counts)


def _of_three(counts: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    """Of 5 models on 4 tasks with 3 seeds: 60 runs."""
    for three in combinations(counts, 3):
        if min(one.value for one in three) > 1:
            how = " * ".join(one.written for one in three)
            yield math.prod(one.value for one in three), how


def _of_pairs(counts: Sequence[Amount], evidence: str) -> Iterator[tuple[float, str]]:
    """Of 8,000 pairs all 16,000."""
    for paired in _PAIRED.finditer(evidence):
        times = _SETS[paired["set"]]
        for one in counts:
            if one.written == paired["many"]:
                yield times * one.value, f"{times} * {one.written}"


def _counted(number: int, evidence: str) -> str:
    """A list in the evidence that has so many members."""
    if number == 2:
        found = _BOTH.search(evidence)
        return found.group() if found else ""
    for listed in _LIST.finditer(evidence):
        commas = listed.group().count(",")
        is_oxford = bool(re.search(r",\s*(?:and|or|&)\s\Z", listed.group()))
        members = commas + (1 if is_oxford else 2)
        # What stands before a list may end with a comma of its own.
        if number in (members, members - 1):
            return listed.group().strip()
    return ""
