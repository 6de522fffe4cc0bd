"""Opposites: "faster" where the passage has "slower" of the same thing. Pure.

Two texts are at odds where each has one word of a pair and never the other, in clauses that
share a word and speak of no absence: the pairs are many, and each is held narrowly. English
words only.
"""

import re
from functools import cache

from newsletter.verification.claims.denials import (
    clauses,
    content_of,
    speaks_of_absence,
)

# The two sides of each pair; "*" stands for any ending.
_PAIRS = """
    early earlier earliest | late later latest
    high higher highest | low lower lowest
    fast faster fastest quick* speed* swift* sooner | slow slower slowest slow*
    long longer longest lengthen* | short shorter shortest shorten*
    deep deeper deepest | shallow*
    strong* strengthen* | weak* weaken*
    more | less fewer
    most | least
    best | worst
    better superior | worse inferior poorer
    increas* rais* rise* grow* grew boost* gain* climb* | decreas* reduc* drop* declin* fall falls fell shrink* shrank los* cut cuts
    increas* rais* rise* grow* grew boost* gain* climb* improv* enhanc* better superior higher greater strong* excel* sharpen* lift* | declin* worse* degrad* deteriorat* impair* harm* hurt* inferior poor* weak*
    improv* enhanc* | worsen* degrad* deteriorat* impair* harm* hurt*
    maximi* | minimi*
    maximum | minimum
    positive* | negative*
    above | below
    first | last
    left | right
    inside indoor* | outside outdoor*
    local* | global*
    finite limited bounded | infinite unlimited unbounded
    nonlinear* non-linear* | linear*
    easy easier easiest simple* | hard harder hardest difficult* complex*
    cheap* inexpensive low-cost | expensive* costl* dear dearer pric*
    common* frequent* often usual* | rare* seldom uncommon infrequent*
    always | never
    allow* permit* | prevent* forbid* prohibit*
    includ* | exclud*
    like | unlike
    widen* wider broad* | narrow*
    tight* | loos* relax*
    abundan* plentiful ample | scarce scarcity
    dense* | sparse*
    explicit* | implicit*
    static | dynamic*
    online | offline
    supervised | unsupervised
    homogeneous | heterogeneous
    centrali* | decentrali*
    convex | non-convex nonconvex
    upper | lower
    top | bottom
    forward | backward*
    teacher* | student*
    public* | private*
    consistent* stable stabil* | inconsisten* unstable variab* instab*
    robust* | fragil* brittle* vulnerab*
    accurate* | inaccurate*
    labeled labelled | unlabeled unlabelled
    seen familiar | unseen unfamiliar
    known | unknown
    likely prone | unlikely
    approv* grant* | deny denied denies reject*
    exponential* | linear* polynomial*
    young* | old older elderly
    male men | female women
    heavy heavier heavyweight | light lighter lightweight
    coarse* | fine finer fine-grained
    near* close closer closest | far farther distant
    begin* start* beginning | end ends final*
    expected | unexpected* surprising*
    overestimat* | underestimat*
    overfit* | underfit*
    helps help helpful benefi* | harm* hurt* hinder* detriment* adverse*
    safe* | dangerous* unsafe risky
    sufficient* enough suffice* | insufficient* inadequate
    active* | passive*
    strict* | lenient*
    symmetric* | asymmetric*
    horizontal* | vertical*
    north* | south*
    east* | west*
    single | multiple several many
    favo* prefer* | avoid* disfavo*
    converg* | diverg*
    simultaneous* parallel | sequential* successive*
    deterministic* | stochastic* random*
    closed proprietary | open open-source open-weight
    necessary required mandatory | optional* unnecessary
    ascending | descending
    mild mildly slight* marginal* | severe* dramatic* drastic* substantial*
    adequate* | inadequate*
    compatible | incompatible
    reliab* | unreliab*
    balanced | imbalanced unbalanced
    negligib* minimal* slight* marginal* trivial* | considerabl* substantial* heav* hefty steep
    tolerat* forgiv* | punish*
    attract* | repel*
    encourag* | discourag*
    overlap* | disjoint
    hot hotter warm* | cold* cool*
    hardware | software
"""
# Here "A beats B" and "B trails" agree, so it counts which of them stands before the verb.
_WINS = """
    win wins won beat* outperform* surpass* exceed* ahead outdo* better superior improvement* higher
    | lose* lost trail* lag* behind underperform* worse inferior poorer short lower
"""
# "Reduces model complexity" is no complexity.
_LESSENED = re.compile(
    r"\b(?:reduc|lower|decreas|less|minimi[sz]|cut|eliminat|mitigat|limit|avoid|alleviat|"
    r"remov|lessen|curb|ease|eas)\w*(?:\s[\w-]+){0,3}\s\Z",
    re.IGNORECASE,
)
# Who has lower costs does not lose.
_WINS_LOWER = re.compile(
    r"\b(?:short|low)er\s(?:[\w-]+\s){0,2}?(?:costs?|computation\w*|complexity|latenc\w+|"
    r"errors?|loss(?:es)?|time|times|memory|overhead|variance|perplexity|risks?)\b",
    re.IGNORECASE,
)
_RIVAL = 3  # words behind a verb that may name the one who loses
_CIRCUMSTANCE = re.compile(r"[,;.]|\b(?:on|in|by|at|for|across|with|when)\b")
# "More than five" tells no rise.
_THAN = re.compile(r"\b(?:more|less|fewer) than\b", re.IGNORECASE)

# "Than rivals that use more frames" tells of the rivals.
OF_OTHERS = re.compile(
    r"\b(?:that|which|who)\s(?:\w+\s){0,2}?(?:more|fewer|less)\b",
    re.IGNORECASE,
)


_Pair = tuple[re.Pattern[str], re.Pattern[str]]


def opposed(sentence: str, passage: str) -> tuple[str, str] | None:
    """A word of the sentence, and the opposite that its passage has in its place."""
    said, told = (
        OF_OTHERS.sub(" , ", _THAN.sub(" ", text)) for text in (sentence, passage)
    )
    for pair in _pairs(_PAIRS):
        if found := _each_way(said, told, pair):
            return found
    return _lost(said, told)


def _each_way(said: str, told: str, pair: _Pair) -> tuple[str, str] | None:
    for own, other in (pair, pair[::-1]):
        if not own.search(said) or other.search(said):
            continue
        if other.search(told) and not own.search(told):
            return _in_one_thing(said, own, told, other)
    return None


def _lost(said: str, told: str) -> tuple[str, str] | None:
    """The verbs, where one who wins in one text loses to the same in the other."""
    (pair,) = _pairs(_WINS.replace("\n", ""))
    said, told = (_WINS_LOWER.sub(" ", text) for text in (said, told))
    found = _each_way(said, told, pair)
    if found is None:
        return None
    before, behind = said.partition(found[0])[0], told.partition(found[1])[2]
    rival = content_of(" ".join(_CIRCUMSTANCE.split(behind)[0].split()[:_RIVAL]))
    return None if rival & content_of(before) else found


@cache
def _pairs(table: str) -> tuple[_Pair, ...]:
    lines = (line.split("|") for line in table.strip().splitlines())
    return tuple((_any_of(one), _any_of(other)) for one, other in lines)


def _any_of(words: str) -> re.Pattern[str]:
    any_ending = "|".join(word.replace("*", r"\w*") for word in words.split())
    return re.compile(rf"\b(?:{any_ending})\b", re.IGNORECASE)


def _in_one_thing(
    said: str, own: re.Pattern[str], told: str, other: re.Pattern[str]
) -> tuple[str, str] | None:
    """The two words, where a clause of each is about the same and denies nothing."""
    for here in clauses(said):
        first = own.search(here)
        if first is None or speaks_of_absence(own.sub(" ", here)):
            continue
        about = content_of(own.sub(" ", here))
        for there in clauses(told):
            second = other.search(there)
            if second and _LESSENED.search(there[: second.start()]):
                continue
            if second is None or speaks_of_absence(other.sub(" ", there)):
                continue
            is_of_it = about & content_of(other.sub(" ", there))
            if is_of_it and not _are_turned(here, first, there, second):
                return first.group(), second.group()
    return None


def _are_turned(
    here: str, first: re.Match[str], there: str, second: re.Match[str]
) -> bool:
    """Whether two clauses compare from the two ends: "A is faster", "slower than A"."""
    return any(
        content_of(one[found.end() :].partition(" than ")[2])
        & content_of(other[: opposite.start()])
        for one, found, other, opposite in (
            (here, first, there, second),
            (there, second, here, first),
        )
    )
