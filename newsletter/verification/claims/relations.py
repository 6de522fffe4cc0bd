"""What a sentence says of things, held to what its passage says of the same. Pure.

Ways to turn a passage round without a word or a figure that it does not have: what falls is
said to rise, what may be to be certain; what is told of some is told of all. Each is told
only where both texts speak of the same thing and each speaks of it one way alone; what each rule is worth is printed by
`python -m crux.bench.claims.grounding --by-rule`. Things exchanged, opposites and denials
have modules of their own. English words only; in other languages `directions` alone is asked.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from newsletter.standards.outcomes import Support
from newsletter.text.language import is_english
from newsletter.text.words import NOT_ONLY
from newsletter.verification.claims.denials import (
    content_of,
    denied_otherwise,
)
from newsletter.verification.claims.directions import turned_share
from newsletter.verification.claims.exchanges import crossed
from newsletter.verification.claims.opposites import OF_OTHERS, opposed
from newsletter.verification.claims.scope import made_general

_MOST_WORDS = 600  # of a passage; what is longer is read so far


def at_odds(sentence: str, passage: str) -> Iterator[tuple[Support, str]]:
    """How a sentence says other than its passage, each with a reason for people."""
    said, told = (" ".join(text.split()[:_MOST_WORDS]) for text in (sentence, passage))
    if not (is_english(said) and is_english(told)):
        if share := turned_share(said, told):
            yield Support.CONTRADICTED, f"its quote tells {share} % the other way"
        return
    if pair := crossed(said, told):
        one, other = pair
        reason = f"its quote does not tell of {one!r} what it tells of {other!r}"
        yield Support.CONTRADICTED, reason
    elif thing := _turned(said, told):
        yield Support.CONTRADICTED, f"its quote tells {thing!r} the other way"
    else:
        yield from _contradicted(said, told)
    if word := _made_certain(said, told):
        yield Support.OVERSTATED, f"{word!r}: its quote does not say it so surely"
    if word := made_general(said, told):
        yield Support.OVERSTATED, f"{word!r}: its quote tells it of some alone"


def _contradicted(said: str, told: str) -> Iterator[tuple[Support, str]]:
    if pair := opposed(said, told):
        reason = f"{pair[0]!r}: its quote has the opposite, {pair[1]!r}"
        yield Support.CONTRADICTED, reason
    elif clause := denied_otherwise(said, told):
        reason = f"one of the two denies what the other says: {clause!r}"
        yield Support.CONTRADICTED, reason


# --- What rises and falls ---------------------------------------------------------------

_RISES = re.compile(
    r"increas|improv|rais|rise|rose|gain|grow|grew|boost|enhanc|strengthen|higher|more|"
    r"better|expand|encourag|superior|benefi|longer|larger|bigger|greater|higher|soar|climb|"
    r"inflat|stronger|costl|dear"
)
_FALLS = re.compile(
    r"decreas|reduc|lower|drop|declin|fall|fell|cut|shrink|shrank|worsen|degrad|weaken|"
    r"fewer|less|worse|diminish|hinder|discourag|hurt|impair|poorer|deteriorat|"
    r"shorter|smaller|lower|slash|halv|trim|weaken|cheap|narrow|lose"
)
# "More than five" tells no rise.
_THAN = re.compile(r"\b(?:more|less|fewer|better|lower|higher) than\b", re.IGNORECASE)
_WORD_OR_STOP = re.compile(r"[A-Za-z][\w-]*|[,;:.()\u2013\u2014]|--|\d[\d.]*")
_CLAUSE_ENDS = frozenset(
    {
        *",;:.()\u2013\u2014",
        "--",
        "and",
        "but",
        "while",
        "whereas",
        "although",
        "though",
        "yet",
        "or",
    }
    | {"when", "where", "than", "for", "that"}
)
# What takes a rise back: "without more memory", "avoids worse results".
_TAKEN_BACK = frozenset(
    {"no", "not", "without", "never", "hardly", "cannot", "fail", "fails", "failed"}
    | {
        "instead",
        "rather",
        "prevent",
        "prevents",
        "avoid",
        "avoids",
        "avoiding",
        "mitigate",
    }
    | {"mitigates", "any", "nor", "neither", "lack"}
)
_NEAR = 3  # words
_PREPOSITIONS = frozenset({"on", "in", "of", "for", "with", "at", "across", "under"})
_COMPARISON = re.compile(r" than |\btimes (?:less|more|\w+er)\b")
_RIVAL = 30  # characters behind "than" that name the other one
_THING = 7  # letters of a thing's name that are compared
_SHORTEST_THING = 5
# What is no quantity itself, or goes down as its opposite goes up: speed and time.
_NO_THING = frozenset(
    {"signifi", "conside", "substan", "model", "models", "result", "results", "perform"}
    | {"across", "average", "nearly", "points", "percent", "method", "methods", "times"}
    | {"about", "other", "their", "these", "those", "which", "existin", "compare"}
    | {"relativ", "during", "billion", "million", "systems", "baselin", "consist"}
    | {"markedl", "slightl", "sharply", "training", "inferen", "computa", "approac"}
    | {"roughly", "almost", "parame", "comput", "generat", "general", "further"}
    | {"latency", "accurat", "smaller", "larger", "agentic"}
)


def _turned(sentence: str, passage: str) -> str | None:
    """A thing that rises in one text and falls in the other, and never both in one."""
    if _is_from_the_other_end(sentence, passage):
        return None
    said, told = _ways(sentence), _ways(passage)
    for thing, (ways, word) in said.items():
        there = told[thing][0] if thing in told else ways
        if len(ways) == len(there) == 1 and ways != there:
            return word
    return None


def _is_from_the_other_end(sentence: str, passage: str) -> bool:
    """Whether one compares from where the other ends: "A has more", "B has less than A"."""
    return any(
        content_of(rival[:_RIVAL]) & content_of(_COMPARISON.split(other)[0])
        for one, other in ((sentence, passage), (passage, sentence))
        if (rival := one.partition(" than ")[2]) and _COMPARISON.search(other)
    )


@lru_cache(maxsize=256)
def _ways(text: str) -> Mapping[str, tuple[set[int], str]]:
    """What a text tells of things, 1 for a rise and -1 for a fall, and how it names them."""
    plain = OF_OTHERS.sub(" , ", _THAN.sub(" ", NOT_ONLY.sub(" ", text)))
    words = [word.lower() for word in _WORD_OR_STOP.findall(plain)]
    found: dict[str, tuple[set[int], str]] = {}
    for place, word in enumerate(words):
        if way := _way(word):
            before, behind = words[max(0, place - 4) : place], words[place + 1 :][:1]
            is_taken_back = not _TAKEN_BACK.isdisjoint((*before, *behind))
            # "Climbing without a dip" climbs.
            way = -way if is_taken_back and behind != ["without"] else way
            for thing in _things_near(words, place):
                found.setdefault(thing[:_THING], (set(), thing))[0].add(way)
    return found


def _way(word: str) -> int:
    if "-" in word:  # "higher-level"
        return 0
    if _RISES.match(word):
        return 1
    return -1 if _FALLS.match(word) else 0


def _things_near(words: Sequence[str], place: int) -> Iterator[str]:
    """The nouns, and what else is as long, within three words and the same clause."""
    after, before = words[place + 1 :][:_NEAR], words[max(0, place - _NEAR) : place]
    if not _PREPOSITIONS.isdisjoint(before):  # "accuracy on reasoning falls"
        before = []
    for near in (after, before[::-1]):
        for word in near:
            if word in _CLAUSE_ENDS or _way(word):
                break
            if len(word) >= _SHORTEST_THING and word[:_THING] not in _NO_THING:
                yield word


# --- What may be, told as certain -------------------------------------------------------

_MAY_BE = re.compile(
    r"\b(?:may|might|could|can|potential\w*|possib\w*|suggest\w*|hypothes\w*|likely|"
    r"appear\w*|seem\w*|indicat\w*|promis\w*|aim\w*|would|believe\w*|conjectur\w*|"
    r"expect\w*|struggle|helps?|plausib\w*|preliminary)\b",
    re.IGNORECASE,
)
# Not "proved hard".
_IS_CERTAIN = re.compile(
    r"\b(?:prov(?:e|es|ed|en|ing) (?:that|how|why|where|what|who|the|a|an|its|their)|"
    r"(?:is|are|was|were) (?:certain|bound|sure|guaranteed) to|guarantee\w*|definitely|"
    r"(?:is|are|was|were|been) (?:now )?(?:proven|certain)|"
    r"undoubtedly|invariably|conclusively|(?:without|beyond) doubt|inevitabl\w+|always|"
    r"establish(?:es|ed)? that|confirm(?:s|ed)? that|(?:has|have) been shown|proof that)\b",
    re.IGNORECASE,
)


def _made_certain(sentence: str, passage: str) -> str | None:
    """The words by which a sentence is sure of what its passage holds possible."""
    found = _IS_CERTAIN.search(sentence)
    if found is None or _MAY_BE.search(sentence):
        return None
    if _IS_CERTAIN.search(passage) or not _MAY_BE.search(passage):
        return None
    return found.group()
