"""Contradictions: does a sentence turn round what its passage says? Pure.

"Lower" for "higher", "B beats A" for the reverse, a denial too many, figures in another
order. A word of one side counts against a sentence only where the sentence has none of
the other side, and the passage the reverse: most that say the same in other words have
the same side, or both.
"""

import re
from collections.abc import Sequence
from itertools import combinations

from rapidfuzz import fuzz

from newsletter.text.words import DENIALS, NOT_ONLY
from newsletter.verification.claims.amounts import Placed
from newsletter.verification.claims.figures import placed
from newsletter.verification.claims.names import find_name
from newsletter.verification.claims.quotes import DIGITS, fold
from newsletter.verification.claims.tolerance import bears

_SIDES = (
    (
        "more|higher|greater|larger|bigger|increas*|rise*|rising|rose|grow*|grew|rais*|"
        "boost|boosts|boosted|lift*",
        "less|lower|lowers|lowered|lowering|fewer|smaller|decreas*|drop|drops|dropped|"
        "dropping|fall|falls|falling|fallen|fell|shrink*|shrank|shrunk|reduc*|declin*|cut|"
        "cuts|cutting|diminish*|trim|trims|trimmed|slims|slimmed|shav*",
    ),
    (
        "better|improv*|superior*|outperform*|beat|beats|beating|beaten|enhanc*|surpass*|"
        "exceed*",
        "worse*|degrad*|inferior|underperform*|hurt*|harm|harms|harmed|harmful|deteriorat*|"
        "trail|trails|trailed|trailing|lag|lags|lagged|lagging|lose to|loses to|lost to",
    ),
    ("faster|quick*|accelerates|accelerated|accelerating|speeds", "slow*"),
    ("longer", "shorter|brief*"),
    ("deeper|depth", "shallow*"),
    ("tight*", "loose*"),
    ("stronger|strengthen*", "weaker|weaken*"),
    ("early|earlier|before", "late|later|after"),
    ("easier|easy|simple|simpler|simplif*", "harder|hard|difficult*"),
    ("expand*|widen*|broad|broader|broaden*", "narrow*"),
    ("robust*|stable|stabil*", "fragil*|brittle|unstable|sensitiv*|vulnerab*"),
    ("keep*|retain*|preserv*", "forget*|lose|loses|lost|losing"),
)
# "No worse" points nowhere.
_NO_DIRECTION = re.compile(
    r"\b(?:more|less|fewer|higher|lower) than\b|\b(?:not?|never|nor|without)(?: \w+)? \w+",
    re.IGNORECASE,
)

_CLAUSE_END = re.compile(r"[;:()]|[.,](?=\s)|\b(?:while|whereas|though|but)\b")


def _either(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words.replace('*', '[a-z]*')})\b", re.IGNORECASE)


_OPPOSED = tuple(
    (_either(one), _either(other))
    for pair in _SIDES
    for one, other in (pair, pair[::-1])
)


_BESIDE = 60  # characters


def opposed(sentence: str, passage: str) -> tuple[str, str] | None:
    """A word of the sentence and one of the passage that point opposite ways."""
    said, told = map(_directed, (sentence, passage))
    for mine, others in _OPPOSED:
        one, other = mine.search(said), others.search(told)
        if (
            one
            and other
            and not others.search(said)
            and not mine.search(told)
            and _stems_beside(said, one) & _stems_beside(told, other)
        ):
            return one.group(), other.group()
    return None


def _stems_beside(text: str, word: re.Match[str]) -> set[str]:
    """What the words around one speak of: opposed words of two things oppose nothing."""
    before = _CLAUSE_END.split(text[max(0, word.start() - _BESIDE) : word.start()])[-1]
    after = _CLAUSE_END.split(text[word.end() : word.end() + _BESIDE])[0]
    return {stem for stem in _stems(f"{before} {after}") if len(stem) > 2}


def _directed(text: str) -> str:
    """A text with blanks for what points nowhere."""
    return _NO_DIRECTION.sub(lambda found: " " * len(found.group()), text)


def opposed_beside(sentence: str, passage: str) -> tuple[str, str] | None:
    """Likewise of the words beside a figure that both have: "up 5 %", "down 5 %"."""
    known = list(placed(passage))
    here, there = map(_directed, (sentence, passage))
    for mine in placed(sentence):
        same = [one for one in known if bears(mine.amount, one.amount, passage)]
        if len(same) != 1:
            continue
        said = _beside(here, mine)
        told = _beside(there, same[0])
        for number, word in said.items():
            # The two sides of a pair stand beside each other.
            if (other := told.get(number ^ 1)) and number not in told:
                return word, other
    return None


def _beside(text: str, figure: Placed) -> dict[int, str]:
    """The nearest word of a side before a figure, or else after it, by its number."""
    before = _CLAUSE_END.split(text[max(0, figure.start - 70) : figure.start])[-1]
    after = _CLAUSE_END.split(text[figure.end : figure.end + 20])[0]
    for part, nearest in ((before, -1), (after, 0)):
        found = {
            number: words[nearest].group()
            for number, (side, _) in enumerate(_OPPOSED)
            if (words := list(side.finditer(part)))
        }
        if found:
            return found
    return {}


_MOST_NAMES = 8
_LOSES = (
    r"(?:trail\w*|behind|(?:worse|slower) than|inferior to|los(?:es?|t|ing) to|"
    r"(?:outperformed|beaten|surpassed|exceeded|overtaken) by|falls? short of)"
)
_BEATS = (
    r"(?:outperform\w*|beat\w*|surpass\w*|exceed\w*|overt(?:ak|ook)\w*|ahead of|"
    r"(?:better|faster) than|superior to|wins? over)"
)
_FEW_WORDS = r"(?:\W+\w+){0,2}\W+"
_LOSING, _BEATING = (
    re.compile(rf"{_FEW_WORDS}{verb}{_FEW_WORDS}", re.IGNORECASE)
    for verb in (_LOSES, _BEATS)
)
_FROM = re.compile(r"\bfrom\s+(?:the\s+)?\Z", re.IGNORECASE)
_TO = re.compile(r"(?:\s+\([^()]*\))?\s+to\s+(?:the\s+)?", re.IGNORECASE)


def turned_round(
    sentence: str, names: Sequence[str], passage: str
) -> tuple[str, str] | None:
    """Two names whose order the sentence reverses, the first as the passage has it."""
    for one, other in combinations(names[:_MOST_NAMES], 2):
        said, told = (_order(text, one, other) for text in (sentence, passage))
        if said and told and said == told[::-1]:
            return told
    return None


def _order(text: str, one: str, other: str) -> tuple[str, str] | None:
    """The two names with the better one, or the one that comes first, in front."""
    places = sorted(
        (found.start(), found.end(), name)
        for name in (one, other)
        if (found := find_name(text, name))
    )
    if len(places) < 2:
        return None
    (start, end, first), (beginning, _, second) = places
    between = text[end:beginning]
    if _LOSING.fullmatch(between):
        return second, first
    is_route = _FROM.search(text[:start]) and _TO.fullmatch(between)
    return (first, second) if is_route or _BEATING.fullmatch(between) else None


_WORD = re.compile(r"[^\W_]+")
_LIGHT_WORDS = frozenset(
    {"a", "an", "and", "are", "be", "been", "did", "do", "does", "had", "has", "have"}
    | {"is", "it", "not", "no", "never", "of", "that", "the", "to", "was", "were", "t"}
    | {"cannot", "can", "don", "doesn", "didn", "isn", "wasn", "aren", "weren"}
)
_STEM = 5
_SAME_SHARE = 0.8
_FEWEST_STEMS = 4


def contrary(sentence: str, passage: str) -> str | None:
    """How a sentence turns round the passage that it repeats.

    "" where it repeats it as it is; None where it says something in words of its own.
    """
    if _reorders(sentence, passage):
        return "its figures stand in another order in its quote"
    if not _repeats(sentence, passage):
        return None
    said, quoted = (len(_denials(text)) % 2 for text in (sentence, passage))
    return "it says the contrary of its quote" if said != quoted else ""


def _denials(text: str) -> list[str]:
    return DENIALS.findall(NOT_ONLY.sub(" ", fold(text)))


def _repeats(sentence: str, passage: str) -> bool:
    """Whether a sentence says what a passage says in about the same words."""
    one, other = _stems(sentence), _stems(passage)
    fewest = min(len(one), len(other))
    return fewest >= _FEWEST_STEMS and len(one & other) >= _SAME_SHARE * max(
        len(one), len(other)
    )


def _stems(text: str) -> set[str]:
    words = (word.casefold() for word in _WORD.findall(fold(text)))
    return {word[:_STEM] for word in words if word not in _LIGHT_WORDS}


_SAME_WORDS = 88.0


def _reorders(sentence: str, passage: str) -> bool:
    """Whether a sentence has a passage's words in order, but not its figures."""
    one, other = fold(sentence), fold(passage)
    said, quoted = DIGITS.findall(one), DIGITS.findall(other)
    if len(set(said)) < 2 or not set(said) <= set(quoted):
        return False
    left = iter(quoted)
    if all(figure in left for figure in said):
        return False
    masked = [DIGITS.sub("#", text.casefold()) for text in (one, other)]
    return fuzz.partial_ratio(*masked) >= _SAME_WORDS
