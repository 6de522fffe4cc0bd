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

# The two sides of each pair; "*" stands for any ending. Those of rising and falling tell of
# one way alone where a text speaks of one alone.
_WAYS = """
    high higher highest | low lower lowest
    more | less fewer
    increas* rais* rise* rose rising grow* grew boost* gain* climb* lifts lifted | decreas* reduc* drop* declin* fall falls fell shrink* shrank los* slip slips slipped sank sinks cut cuts lowers lowered lowering diminish* lessen* trims trimmed
"""
_PAIRS = f"""
    {_WAYS}
    early earlier earliest | late later latest
    fast faster fastest quick* speed* swift* sooner | slow slower slowest slow*
    long longer longest lengthen* | short shorter shortest shorten*
    deep deeper deepest | shallow*
    strong* strengthen* | weak* weaken*
    most | least
    best | worst
    better superior | worse inferior poorer
    increas* rais* rise* grow* grew boost* gain* climb* improv* enhanc* better superior higher greater strong* excel* sharpen* lift* | declin* worse* degrad* deteriorat* impair impairs impaired impairing harm* hurt* inferior poor* weak*
    improv* enhanc* | worsen* degrad* deteriorat* impair impairs impaired impairing harm* hurt*
    maximi* | minimi*
    maximum | minimum
    positive* | negative*
    above | below
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
# "Reduces model complexity" is no complexity.
_LESSENED = re.compile(
    r"\b(?:reduc|lower|decreas|less|minimi[sz]|cut|eliminat|mitigat|limit|avoid|alleviat|"
    r"remov|lessen|curb|ease|eas)\w*(?:\s[\w-]+){0,3}\s\Z",
    re.IGNORECASE,
)
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
    both = [_goes_both_ways(text) for text in (said, told)]
    for pair in _pairs(_PAIRS):
        if any(both) and pair in _pairs(_WAYS):
            continue
        if found := _each_way(said, told, pair):
            return found
    return None


def _goes_both_ways(text: str) -> bool:
    """Whether some of what it speaks of rises, and some falls."""
    return all(any(way[side].search(text) for way in _pairs(_WAYS)) for side in (0, 1))


def _each_way(said: str, told: str, pair: _Pair) -> tuple[str, str] | None:
    for own, other in (pair, pair[::-1]):
        if not own.search(said) or other.search(said):
            continue
        if other.search(told) and not own.search(told):
            return _in_one_thing(said, own, told, other)
    return None


@cache
def _pairs(table: str) -> tuple[_Pair, ...]:
    lines = (line.split("|") for line in table.splitlines() if line.strip())
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
