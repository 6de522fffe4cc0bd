"""Does a sentence say "lower" where its passage says "higher"? Pure.

A word of one side counts against a sentence only where the sentence has none of the
other side, and the passage the reverse: most that say the same in other words have the
same side, or both.
"""

import re

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


def _either(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words.replace('*', '[a-z]*')})\b", re.IGNORECASE)


_OPPOSED = tuple(
    (_either(one), _either(other))
    for pair in _SIDES
    for one, other in (pair, pair[::-1])
)


def opposed(sentence: str, passage: str) -> tuple[str, str] | None:
    """A word of the sentence and one of the passage that point opposite ways."""
    said, told = (_NO_DIRECTION.sub(" ", text) for text in (sentence, passage))
    for mine, others in _OPPOSED:
        one, other = mine.search(said), others.search(told)
        if one and other and not others.search(said) and not mine.search(told):
            return one.group(), other.group()
    return None
