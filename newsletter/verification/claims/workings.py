"""Workings: figures that follow from those of a passage, by a sum or a list counted. Pure.

"Ten models" of 6 open and 4 closed ones, "twice" of 45 and 20, "two days later" of 5 and
7 August, "three sizes" of 1B, 4B and 12B. Only what a reader would work out in the head;
where a passage has many figures anything would follow, and nothing is taken to.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, permutations

from newsletter.verification.claims.amounts import Amount, Hedge, Placed
from newsletter.verification.claims.figures import Day, placed
from newsletter.verification.claims.tolerance import is_near

_MOST_FIGURES = 16
_MOST_IN_A_SENTENCE = 8
_MOST_CHARACTERS = 8_000
_MOST_COUNTED = 20
_LEAST_SHARE = 0.01
_MOST_ADDED = 6
_DAY_SECONDS = 86_400
# A difference is one where the sentence speaks of one, or the figure is no small one.
_APART = re.compile(
    r"\b(?:more|less|fewer|other|rest|remain\w*|drop\w*|lost|lose|loses|apart|behind|"
    r"ahead|gap|differ\w*|without|all but|extra|longer|later|earlier|costs?|gains?|"
    r"faster|slower|lead|leads|rises?|falls?|fell|rose)\b",
    re.IGNORECASE,
)
_LEFT = re.compile(r"\b(?:remain\w*|left|leav\w+|rest|still|other)\b", re.IGNORECASE)
_FEW = 10
_EACH = re.compile(r"\b(?:per|each|average|averages|averaging|apiece|every)\b", re.I)
_MULTIPLIED = re.compile(
    r"\b(?:makes?|making|comes? to|amounts? to|adds? up|in (?:all|total)|(?:al)?together|"
    r"total(?:s|ling)?|altogether|overall|work(?:s|ing)? out)\b",
    re.IGNORECASE,
)
_MORE_OF_THEM = re.compile(r"\b(?:additional|other|further|more)\b", re.IGNORECASE)
_AND_ONE = re.compile(r"\b(?:and|plus) (?:one|another|a single)\b", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://\S+")
_SENTENCE_END = re.compile(r"[.!?]\s")
# "A, B, and C", "(A, B, C)", "both A and B".
_LIST = re.compile(
    r"(?:(?:[^,.;:()\n]|\.(?=\d)){1,60},\s?){1,19}[^,.;:()\n]{0,60}?\b(?:and|or|&)\s"
)
_BRACKET = re.compile(r"\(([^()\n]{3,300})\)")
_BOTH = re.compile(
    r"\bboth\b|\beither\b|[\w)]{2} (?:and|or|vs\.?|versus) (?:the )?\w{2}"
)


def working(
    claimed: Amount, known: Sequence[Amount], sentence: str, evidence: str
) -> str:
    """How an amount follows from those of the evidence, such as "48 / 16"; "" if not."""
    if len(evidence) > _MOST_CHARACTERS:
        return ""
    evidence = _ADDRESS.sub(" ", evidence)
    told = [one for one in placed(evidence) if one.amount.value]
    in_words = [one for one in known if not one.has_digits]
    figures = list(_distinct((*(one.amount for one in told), *in_words)))
    if len(figures) > _MOST_FIGURES:
        told, figures = [], []
    for value, how in _changes(claimed, told, sentence, evidence):
        if is_near(value, claimed):
            return how
    groups = list(_groups(told, evidence))
    groups += list(_of_one_kind(figures))
    if claimed.unit == "%" and not claimed.has_digits:
        groups.append([one.amount for one in placed(sentence) if one.amount.value])
    for value, how in _results(claimed, groups, figures, sentence, evidence):
        if is_near(value, claimed):
            return how
    is_count = not claimed.unit and claimed.size == 1 and "." not in claimed.written
    if is_count and 2 <= claimed.value <= _MOST_COUNTED:
        return _counted(int(claimed.value), evidence)
    return ""


_FROM_TO = re.compile(
    r"[^\S\n]*[$\\%~}]*\s*(?:to|-+>|→|\\(?:right)?arrow|\\to)\s*[$\\~{]*\s*",
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
        if before.unit != after.unit or not _FROM_TO.fullmatch(
            evidence[one.end : other.start]
        ):
            continue
        small, large = sorted((before.value, after.value))
        if small <= 0 or small == large:
            continue
        if claimed.unit == "times":
            yield large / small, _said(after, "/", before)
            continue
        yield abs(100 * (after.value / before.value - 1)), _said(after, "/", before)
        if claimed.step != "by":
            yield 100 * small / large, _said(after, "/", before)


def span_of_days(claimed: Amount, known: Iterable[Day]) -> str:
    """How a time follows from two dates: "two days later", "the eleven years to 2024"."""
    days = sorted({(day.year or 0, day.month or 0, day.day or 0) for day in known})
    if len(days) > _MOST_FIGURES:
        return ""
    for earlier, later in permutations(days, 2):
        years, months, dates = (b - a for a, b in zip(earlier, later, strict=True))
        if claimed.unit == "month" and earlier[0] and years > 0:
            value = 12.0 * years + (months if earlier[1] and later[1] else 0)
        elif claimed.unit == "month" and not years and months > 0:
            value = float(months)
        elif claimed.unit == "second" and not years and not months and dates > 0:
            value = float(dates * _DAY_SECONDS)
        else:
            continue
        if is_near(value, claimed):
            return f"from {'-'.join(map(str, earlier))} to {'-'.join(map(str, later))}"
    return ""


def _groups(told: Sequence[Placed], evidence: str) -> Iterator[list[Amount]]:
    """The figures of each sentence of the evidence."""
    group: list[Amount] = []
    for before, one in pairwise([None, *told]):
        if one is None:
            continue
        if before and _SENTENCE_END.search(evidence, before.end, one.start + 1):
            yield group
            group = []
        group.append(one.amount)
    yield group


def _of_one_kind(figures: Iterable[Amount]) -> Iterator[list[Amount]]:
    """The figures that are told of the same word, wherever they stand."""
    by_word: dict[str, list[Amount]] = {}
    for one in figures:
        if one.following:
            by_word.setdefault(one.following, []).append(one)
    yield from by_word.values()


def _distinct(amounts: Iterable[Amount]) -> Iterator[Amount]:
    seen = set()
    for amount in amounts:
        name = (amount.value, amount.unit)
        if amount.value and name not in seen:
            seen.add(name)
            yield amount


def _results(
    claimed: Amount,
    groups: Sequence[Sequence[Amount]],
    figures: Sequence[Amount],
    sentence: str,
    evidence: str,
) -> Iterator[tuple[float, str]]:
    match claimed.unit:
        case "times":
            yield from _ratios_within(groups)
        case "%" if claimed.parts:
            yield from _of_parts(claimed, groups)
            yield from _rests(figures if _LEFT.search(sentence) else ())
        case "%":
            yield from _shares(claimed, groups, figures)
        case "point":
            scores = [one for one in figures if not one.unit and 0 < one.value < 1]
            for one, other in permutations(scores, 2):
                yield 100 * (one.value - other.value), _said(one, "-", other)
        case "":
            yield from _sums(groups, claimed)
            yield from _of_counts(claimed, figures, sentence, evidence)
        case unit:
            same = [one for one in figures if one.unit == unit]
            yield from _sums(groups, claimed)
            yield from _differences(same)
            if _MULTIPLIED.search(sentence):
                whole = [replace(one, size=1.0) for one in same]
                yield from _products(whole, [one for one in figures if not one.unit])


def _of_parts(
    claimed: Amount, groups: Sequence[Sequence[Amount]]
) -> Iterator[tuple[float, str]]:
    """ "Six of the ten" are six of one kind, where there are four of another."""
    many, every = (part.value for part in claimed.parts)
    for group in groups:
        for one, other in permutations(group[:_MOST_IN_A_SENTENCE], 2):
            if (one.value, one.value + other.value) == (many, every):
                yield claimed.value, _said(one, "+", other)


def _shares(
    claimed: Amount, groups: Sequence[Sequence[Amount]], figures: Sequence[Amount]
) -> Iterator[tuple[float, str]]:
    if claimed.has_digits:
        if claimed.hedge in (Hedge.NONE, Hedge.ABOUT):
            yield from _rests(figures)
            yield from _so_many_points_off(figures)
        return
    for share, how in _ratios_within(groups):
        yield 100 / share, how
        yield 100 - 100 / share, f"1 - 1 / ({how})"
        yield 100 / (share + 1), f"1 / (1 + {how})"
        yield 100 * share / (share + 1), f"1 - 1 / (1 + {how})"
    yield from _rests(figures)


def _so_many_points_off(figures: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    """Of a share and how many points another one is above or below it."""
    for one in figures:
        for other in figures:
            if one.unit == "%" and other.unit == "point":
                yield round(one.value - other.value, 9), _said(one, "-", other)
                yield round(one.value + other.value, 9), _said(one, "+", other)


def _of_counts(
    claimed: Amount, figures: Sequence[Amount], sentence: str, evidence: str
) -> Iterator[tuple[float, str]]:
    counts = [one for one in figures if not one.unit]
    is_more = claimed.value >= _FEW
    if is_more:
        shares = [replace(one, size=100.0) for one in figures if one.unit == "%"]
        yield from _products(shares, counts)
    if is_more or _APART.search(sentence):
        yield from _differences(counts)
        raw = [replace(one, value=one.value / one.size) for one in figures if one.unit]
        yield from _differences(raw)
    if _EACH.search(sentence):
        yield from _ratios(counts)
    if _MULTIPLIED.search(sentence) or _EACH.search(evidence):
        yield from _products(figures, figures)
    is_and_one = bool(_AND_ONE.search(evidence))
    for one in counts:
        if is_and_one or _MORE_OF_THEM.fullmatch(one.following):
            yield one.value + 1, f"1 + {one.written}"


def _products(
    figures: Sequence[Amount], others: Sequence[Amount]
) -> Iterator[tuple[float, str]]:
    """Of figures as they are written: 5 seconds of 24 frames, 50 % of 2,000."""
    for one in figures:
        for other in others:
            if one is not other and min(one.value, other.value) > 1:
                yield one.value * other.value / one.size, _said(one, "*", other)


def _ratios_within(
    groups: Sequence[Sequence[Amount]],
) -> Iterator[tuple[float, str]]:
    """Of figures in one sentence that are told in the same unit."""
    for group in groups:
        if len(group) <= _MOST_IN_A_SENTENCE:
            yield from _ratios(group)


def _ratios(figures: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    for one, other in permutations(figures, 2):
        if (
            one.unit == other.unit != "times"
            and one.value > other.value > 1e-9
            and _are_measured(one, other)
        ):
            yield one.value / other.value, _said(one, "/", other)


def _are_measured(one: Amount, other: Amount) -> bool:
    """Whether they measure or count one thing: "20 ms, 40 ms", "300 and 302 tasks"."""
    is_said = bool(one.unit) or "." in one.written + other.written
    return is_said or one.value >= _FEW


def _rests(figures: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    for one in figures:
        if one.unit == "%" and 0 < one.value < 100:
            yield 100 - one.value, f"100 - {one.written}"


def _sums(
    groups: Sequence[Sequence[Amount]], claimed: Amount
) -> Iterator[tuple[float, str]]:
    """Of neighbours: what a text counts together stands together."""
    for group in groups:
        figures = [
            one
            for one in group
            if one.unit == claimed.unit
            and _LEAST_SHARE * claimed.value <= one.value <= 1.1 * claimed.value
        ]
        for start in range(len(figures)):
            for end in range(start + 2, min(start + _MOST_ADDED, len(figures)) + 1):
                added = figures[start:end]
                how = " + ".join(one.written for one in added)
                yield sum(one.value for one in added), how


def _differences(figures: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    for one, other in permutations(figures, 2):
        if one.value > other.value and _are_alike(one, other):
            yield round(one.value - other.value, 9), _said(one, "-", other)


def _are_alike(one: Amount, other: Amount) -> bool:
    """Whether two figures are of one unit and near enough in size to be counted together."""
    smaller, larger = sorted((one.value, other.value))
    return one.unit == other.unit and smaller >= _LEAST_SHARE * larger


def _said(one: Amount, sign: str, other: Amount) -> str:
    return f"{one.written} {sign} {other.written}"


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
    for bracket in _BRACKET.finditer(evidence):
        if number == bracket.group(1).count(",") + 1:
            return bracket.group(1)
    return ""
