"""Attribution: is each figure told of the thing that the passage tells it of? Pure.

A figure can be right and be told of another thing: "45 % on MMLU" where the source has
71 % on MMLU and 45 % on GPQA; or two of them are exchanged; or it counts other things.
Only what both texts say plainly is held against a claim.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise

from newsletter.drafts.prose import bounds_of
from newsletter.verification.claims.names import find_name
from newsletter.verification.claims.numbers.amounts import Amount, Placed
from newsletter.verification.claims.numbers.figures import placed
from newsletter.verification.claims.numbers.tolerance import bears

_MOST_CHARACTERS = 8_000
_WORD = re.compile(r"[^\W_]+")
_STEM = 5
_MODELS = re.compile(r"[A-Z]{2,}Ms?")  # LRMs


_LIGHT_WORDS = """
    the a an of in on at by for to and or as is are was were be been it its their
    than that this which from with into over under about more most least up only
    just some all each both per between while when where who what has have had can
    could may might will would not no very also even still almost nearly roughly
    around average percent times fold respectively points point score scores task
    tasks model models method methods"""
_LIGHT = frozenset(_LIGHT_WORDS.split())


@dataclass(frozen=True, slots=True)
class Swap:
    """A figure that the passage tells of another thing than the sentence does."""

    written: str
    said: str
    told: str


def _stem(word: str) -> str:
    plain = word.casefold()
    if _MODELS.fullmatch(word) or plain.removesuffix("s").endswith("lm"):
        return "model"  # LLMs, VLMs
    is_light = len(plain) < 3 and plain.isalpha()
    return "" if is_light else plain[:_STEM].rstrip("s")


# --- Counts ---------------------------------------------------------------------------

# What is counted, up to the end of the phrase: "ten open-weight LLMs".
_THINGS = re.compile(
    r"(?:-\w+|\s(?!(?:of|in|on|at|by|for|to|and|or|as|is|are|was|were|from|with|that|"
    r"which|who|the|an?|into|than|per|while|across|over|under|each|out|between)\b)[\w']+){1,6}"
)
_MANY = re.compile(r"s\Z|s\s")
_AND_THINGS = re.compile(
    r"\s[a-z][\w'-]+(?:,\s[a-z][\w'-]+)?,?\sand\s(?!(?:two|three|four|five|six|seven|eight|nine|ten|the|an?|its|their)\b)[a-z][\w'-]+(?:\s[a-z][\w'-]+)?s\b"
)
_COUNT = re.compile(r"[\d,]+[kK]?|[^\d$€£]+|[\d.,]+ [a-z]+")  # not the 7B of a model
_BEFORE_NAME = re.compile(r"-[A-Z]")
_IN_NAME = re.compile(r"[A-Za-z][-.]\Z")  # GPT-5
# "The other two subtasks", "three times".
_OTHERS = re.compile(r"\b(?:others?|another|remaining|further|rest|times)\b")


@dataclass(frozen=True, slots=True)
class Count:
    """A number and the stems of what it counts; `things` are those in the plural."""

    amount: Amount
    words: str
    stems: frozenset[str]
    things: frozenset[str]


@lru_cache(maxsize=64)
def counts(text: str) -> tuple[Count, ...]:
    """The numbers of a text that count something."""
    return tuple(_counts_in(text))


def _counts_in(text: str) -> Iterator[Count]:
    for one in placed(text):
        is_named = not text[one.start].isspace() and _IN_NAME.search(
            text, max(0, one.start - 2), one.start
        )
        is_named = is_named or _BEFORE_NAME.match(text, one.end)  # LLaMA 4-Maverick
        is_count = not (one.amount.unit or is_named or one.is_in_word(text))
        is_count = is_count and bool(_COUNT.fullmatch(one.amount.written))
        found = _THINGS.match(text, one.end) if is_count else None
        around = text[max(0, one.start - 10) : found.end()] if found else ""
        if found and not _OTHERS.search(around):
            if not _MANY.search(found.group()):  # "six diverse and representative sets"
                found = _AND_THINGS.match(text, one.end) or found
            words = _WORD.findall(found.group())
            stems = frozenset(map(_stem, words)) - {""}
            many = (word for word in words if word.endswith("s"))
            yield Count(
                one.amount,
                found.group().strip(" -"),
                stems,
                frozenset(map(_stem, many)) - {""} or stems,
            )


def counted_otherwise(claimed: Amount, sentence: str, evidence: str) -> bool:
    """Whether the evidence counts the same in another number, and not in this one."""
    return any(
        (said.amount.written, said.amount.value) == (claimed.written, claimed.value)
        and _is_otherwise(said, said.stems, counts(evidence), evidence)
        for said in counts(sentence)
    )


def _is_otherwise(
    said: Count, things: Collection[str], known: Iterable[Count], evidence: str
) -> bool:
    of_these = [one for one in known if not one.stems.isdisjoint(said.stems)]
    is_told = any(bears(said.amount, one.amount, evidence) for one in of_these)
    return not is_told and any(not one.stems.isdisjoint(things) for one in of_these)


def miscounted(sentence: str, evidence: str) -> Iterator[Swap]:
    """Counts that the evidence has, but of other things, and other counts of these."""
    if len(evidence) > _MOST_CHARACTERS:
        return
    known = counts(evidence)
    for said in counts(sentence):
        told = [
            one
            for one in known  # 15 is no 15,000 here, if it is one with a decimal comma
            if bears(said.amount, replace(one.amount, others=()), evidence)
        ]
        if (
            told
            and all(one.stems and not _is_short_for(said, one) for one in told)
            and _is_otherwise(said, said.things, known, evidence)
        ):
            yield Swap(said.amount.written, said.words, told[0].words)


def _is_short_for(one: Count, other: Count) -> bool:
    """Whether one may be the acronym of the other: FPS of frames, BPW of bits."""
    return any(
        short.words.split()[0].isupper() and short.words[0] == long.words[0].upper()
        for short, long in ((one, other), (other, one))
    )


# --- Words beside figures ---------------------------------------------------------------

_REACH = 150
_CUT = re.compile(
    r"[,;:()]|\.(?=\s|\Z)|\b(?:and|while|with|whereas|but|versus|vs|compared|although|though"
    r")\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.;]\s")
_ABOUT_ALL = re.compile(r"\s?[\\%$]*\s(?:on|in|for|across|over|at)\b")
_IN_LISTS = re.compile(
    r"\brespectively\b|\d\s?\\?%?(?:\s?\w+)?\s(?:and|or)\s[$~]?\d", re.IGNORECASE
)
_FROM_TO = re.compile(r"\bfrom\b.*\d.*\bto\b.*\d", re.IGNORECASE | re.DOTALL)
_LISTED_WITH = re.compile(
    r"\s*[\\%$}]*(?:\s(?!(?:on|in|for|at|of|with|against|to|from|by|over|than)\b)[\w-]+){0,3}\s*(?:v\.?s\.?|versus|,?\s?and|or|,|/|&)\s*"
    r"(?:[\w-]+\s)?(?:\\\w+\{)?",
    re.IGNORECASE,
)
# "GPT-5 (71 %)", "GPT-5, at 71 %": what stands before it is what has the figure.
_TIED = re.compile(r"\s?(?:\(\s?|,\s(?:at|with)\s)\Z")


@dataclass(frozen=True, slots=True)
class _Beside:
    """A measured figure, and the words that stand beside it, by their stems."""

    place: Placed
    words: Mapping[str, str]


def _besides(text: str) -> list[_Beside]:
    """The measured figures of a text that have the words beside them to themselves."""
    figures = [one for one in placed(text) if _is_measured(one, text)]
    return [
        _Beside(
            one,
            _words_of(
                f"{text[start : one.start]} {text[one.end : end]} "
                + _behind_list(text, figures[place:])
            ),
        )
        for place, one in enumerate(figures)
        for start, end in [_phrase(text, one)]
        if sum(start <= other.start < end for other in figures) == 1
    ]


def _behind_list(text: str, figures: Sequence[Placed]) -> str:
    """What stands behind a list that begins with a figure: "7 % and 3 % on MMLU"."""
    end, last = 0, figures[0]
    for one, other in pairwise(figures):
        if not _LISTED_WITH.fullmatch(text[one.end : other.start]):
            break
        last, end = other, _phrase(text, other)[1]
    tail = text[last.end : end]
    return tail if _ABOUT_ALL.match(tail) else ""


def _is_measured(one: Placed, text: str) -> bool:
    amount = one.amount
    is_score = amount.size == 1 and "." in amount.written
    return bool(amount.unit or is_score) and not one.is_in_word(text)


def _phrase(text: str, one: Placed) -> tuple[int, int]:
    start = max(0, one.start - _REACH)
    tie = _TIED.search(text, start, one.start)
    for cut in _CUT.finditer(text, start, tie.start() if tie else one.start):
        start = cut.end()
    after = _CUT.search(text, one.end, one.end + _REACH)
    return start, after.start() if after else min(len(text), one.end + _REACH)


def _words_of(text: str) -> dict[str, str]:
    return {
        stem: word
        for word in _WORD.findall(text)
        if word.casefold() not in _LIGHT
        if (stem := _stem(word))
    }


def misplaced(sentence: str, evidence: str) -> Iterator[Swap]:
    """Figures that the evidence has beside other names, and others beside these.

    Of figures in a list, or of what goes from one to another, nobody can say that.
    """
    is_long = len(evidence) > _MOST_CHARACTERS
    if is_long or _IN_LISTS.search(evidence) or _FROM_TO.search(sentence):
        return
    known = _besides(evidence)
    for said in _besides(sentence):
        amount = said.place.amount
        own = [one for one in known if bears(amount, one.place.amount, evidence)]
        rivals = [
            one
            for one in known
            if one not in own and one.place.amount.unit == amount.unit
        ]
        shared = [_shared(said, one, rivals, sentence, evidence) for one in own]
        if shared and all(shared):
            told = " ".join(own[0].words.values())
            yield Swap(amount.written, shared[0], told)


def _shared(
    said: _Beside,
    own: _Beside,
    rivals: Sequence[_Beside],
    sentence: str,
    evidence: str,
) -> str:
    """The names that the claim has of another figure in the sentence, none of this one."""
    names = {stem for stem, word in own.words.items() if _is_name(word)}
    if all(find_name(sentence, own.words[stem]) for stem in names):
        return ""
    for one in rivals if own.words else ():
        first, last = sorted((one.place, own.place), key=lambda place: place.start)
        if _SENTENCE_END.search(evidence, first.end, last.start):
            continue
        words = [
            word
            for stem, word in said.words.items()
            if stem in one.words and stem not in own.words and _is_name(word)
        ]
        if words:
            return " ".join(words)
    return ""


def _is_name(word: str) -> bool:
    return not word.islower() and not word.isdigit()


# --- Names and figures ------------------------------------------------------------------

# What stands between two members of a list.
_LISTED = re.compile(r"[\s,\\%$]*(?:and|or|&|versus|vs\.?)?[\s,\\$]*(?:the\s)?")
# What parts a figure from a name beside it.
_APART = re.compile(r"[,;.]|\bwhile\b|.{60}")
_MOST_NAMES = 8


@dataclass(frozen=True, slots=True)
class _Spot:
    """A name, or a figure by its number in the sentence, and where it stands."""

    start: int
    end: int
    name: str = ""
    figure: int = -1


def exchanged(
    sentence: str, figures: str, names: Sequence[str], passage: str
) -> Swap | None:
    """The first figure whose owner another one is in the passage; None without any.

    `figures` is the sentence with blanks for the names that hold digits.
    """
    amounts = [one for one in placed(figures) if one.amount.value]
    if len(amounts) < 2 or len(names) < 2:
        return None
    for bounds in bounds_of(passage, ()):
        part = passage[bounds.start : bounds.end]
        shared = [name for name in names if find_name(part, name)][:_MOST_NAMES]
        there = _matched(amounts, part) if len(shared) > 1 else {}
        if found := _compare(sentence, part, shared, amounts, there):
            return found
    return None


def _matched(amounts: Sequence[Placed], part: str) -> dict[int, Placed]:
    """The sentence's figures that the passage has, each with the nearest there."""
    known = list(placed(part))
    found: dict[int, Placed] = {}
    for number, one in enumerate(amounts):
        able = [other for other in known if bears(one.amount, other.amount, part)]
        if able:
            found[number] = min(
                able, key=lambda other: _apart(one.amount, other.amount)
            )
    return found if len({one.start for one in found.values()}) == len(found) else {}


def _apart(one: Amount, other: Amount) -> float:
    return abs(one.value - other.value)


def _compare(
    sentence: str,
    part: str,
    shared: Sequence[str],
    amounts: Sequence[Placed],
    figures: Mapping[int, Placed],
) -> Swap | None:
    for one, two in combinations(figures, 2):
        here = {one: amounts[one], two: amounts[two]}
        there = {one: figures[one], two: figures[two]}
        read = [
            (said, told)
            for names in combinations(shared, 2)
            if not _are_one(sentence, *names)
            if (said := _pairs(sentence, names, here))
            and (told := _pairs(part, names, there))
        ]
        if read and all(said != told for said, told in read):
            said, told = read[0]
            name, other = said
            return Swap(amounts[said[name]].amount.written, name, other)
    return None


def _are_one(sentence: str, one: str, other: str) -> bool:
    """Whether they are two words of one name: "Internal Revenue Service"."""
    return f"{one} {other}" in sentence or f"{other} {one}" in sentence


def _pairs(
    text: str, names: Sequence[str], figures: Mapping[int, Placed]
) -> dict[str, int]:
    """Which of two figures is of which name, where that can be read in one way only."""
    spots = sorted(_spots(text, names, figures), key=lambda spot: spot.start)
    match "".join("n" if spot.name else "f" for spot in spots):
        case "nfnf" | "fnfn":
            pairs = (spots[:2], spots[2:])
            is_clear = not any(_APART.search(_between(text, *pair)) for pair in pairs)
        case "nnff" | "ffnn":
            pairs = (spots[::2], spots[1::2])
            is_clear = all(
                _LISTED.fullmatch(_between(text, *two))
                for two in (spots[:2], spots[2:])
            )
        case _:
            return {}
    both = {one.name or two.name: max(one.figure, two.figure) for one, two in pairs}
    return both if is_clear else {}


def _between(text: str, one: _Spot, other: _Spot) -> str:
    return text[one.end : other.start]


def _spots(
    text: str, names: Sequence[str], figures: Mapping[int, Placed]
) -> Iterator[_Spot]:
    for name in names:
        if found := find_name(text, name):
            yield _Spot(found.start(), found.end(), name=name)
    for number, one in figures.items():
        yield _Spot(one.start, one.end, figure=number)
