"""Does a sentence say "lower" where its passage says "higher"? Pure.

A word of one side counts against a sentence only where the sentence has none of the
other side, and the passage the reverse: most that say the same in other words have the
same side, or both.
"""

import re

from newsletter.verification.claims.amounts import Placed
from newsletter.verification.claims.figures import placed
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


def opposed(sentence: str, passage: str) -> tuple[str, str] | None:
    """A word of the sentence and one of the passage that point opposite ways."""
    said, told = map(_directed, (sentence, passage))
    for mine, others in _OPPOSED:
        one, other = mine.search(said), others.search(told)
        if one and other and not others.search(said) and not mine.search(told):
            return one.group(), other.group()
    return None


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
