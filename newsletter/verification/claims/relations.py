"""What a sentence says of things, held to what its passage says of the same. Pure.

Ways to turn a passage round without a word or a figure that it does not have: what falls is
said to rise, who wins to lose, what may be to be certain; what is told of some is told of
all; the ends of a way change places. Each is told only where both texts speak of the same
thing and each speaks of it one way alone; what each rule is worth is printed by
`python -m crux.bench.claims.grounding --by-rule`. Things exchanged, opposites and denials
have modules of their own. English words only: in other languages nothing is found.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from newsletter.standards.outcomes import Support
from newsletter.text.language import is_english
from newsletter.text.words import DENIALS, NOT_ONLY
from newsletter.verification.claims.denials import (
    clauses,
    content_of,
    denied_otherwise,
)
from newsletter.verification.claims.exchanges import crossed
from newsletter.verification.claims.opposites import opposed

_MOST_WORDS = 600  # of a passage; what is longer is read so far


def at_odds(sentence: str, passage: str) -> Iterator[tuple[Support, str]]:
    """How a sentence says other than its passage, each with a reason for people."""
    said, told = (" ".join(text.split()[:_MOST_WORDS]) for text in (sentence, passage))
    if pair := crossed(said, told):
        one, other = pair
        reason = f"its quote does not tell of {one!r} what it tells of {other!r}"
        yield Support.CONTRADICTED, reason
    elif thing := _turned(said, told) or _lost(said, told) or _undone(said, told):
        yield Support.CONTRADICTED, f"its quote tells {thing!r} the other way"
    elif route := _sent_back(said, told):
        yield Support.CONTRADICTED, f"its quote goes from {route[0]!r} to {route[1]!r}"
    elif span := _other_span(said, told):
        yield Support.CONTRADICTED, f"{span[0]!r}: its quote has {span[1]!r}"
    elif is_english(said) and is_english(told):
        yield from _contradicted(said, told)
    if word := _made_certain(said, told) or _made_real(said, told):
        yield Support.OVERSTATED, f"{word!r}: its quote does not say it so surely"
    if word := _made_general(said, told):
        yield Support.OVERSTATED, f"{word!r}: its quote tells it of some alone"
    elif word := _made_whole(said, told):
        yield Support.OVERSTATED, f"{word!r}: its quote does not tell it of all"


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
    r"better|expand|encourag|superior|benefi"
)
_FALLS = re.compile(
    r"decreas|reduc|lower|drop|declin|fall|fell|cut|shrink|shrank|worsen|degrad|weaken|"
    r"fewer|less|worse|diminish|hinder|discourag|hurt|impair|poorer|deteriorat"
)
# "More than five" tells no rise.
_THAN = re.compile(r"\b(?:more|less|fewer|better|lower|higher) than\b", re.IGNORECASE)
_WORD_OR_STOP = re.compile(r"[A-Za-z][\w-]*|[,;:.()]|\d[\d.]*")
_CLAUSE_ENDS = frozenset(
    {*",;:.()", "and", "but", "while", "whereas", "although", "though", "yet", "or"}
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
    said, told = _ways(sentence), _ways(passage)
    for thing, (ways, word) in said.items():
        there = told[thing][0] if thing in told else ways
        if len(ways) == len(there) == 1 and ways != there:
            return word
    return None


@lru_cache(maxsize=256)
def _ways(text: str) -> Mapping[str, tuple[set[int], str]]:
    """What a text tells of things, 1 for a rise and -1 for a fall, and how it names them."""
    words = [word.lower() for word in _WORD_OR_STOP.findall(_THAN.sub(" ", text))]
    found: dict[str, tuple[set[int], str]] = {}
    for place, word in enumerate(words):
        if way := _way(word):
            before = words[max(0, place - 4) : place + 2]
            way = -way if _TAKEN_BACK.intersection(before) else way
            for thing in _things_near(words, place):
                found.setdefault(thing[:_THING], (set(), thing))[0].add(way)
    return found


def _way(word: str) -> int:
    if _RISES.match(word):
        return 1
    return -1 if _FALLS.match(word) else 0


def _things_near(words: Sequence[str], place: int) -> Iterator[str]:
    """The nouns, and what else is as long, within three words and the same clause."""
    after, before = words[place + 1 :][:_NEAR], words[max(0, place - _NEAR) : place]
    for near in (after, before[::-1]):
        for word in near:
            if word in _CLAUSE_ENDS or _way(word):
                break
            if len(word) >= _SHORTEST_THING and word[:_THING] not in _NO_THING:
                yield word


# --- Who wins, what is undone, whence and whither, how long -----------------------------

_WINS, _LOSES = (
    re.compile(rf"\b([A-Z][\w-]*)(?:\s[a-z]+){{0,2}}\s(?:{verbs})\b")
    for verbs in (
        r"outperform\w*|beats?|surpass(?:es)?|exceeds?|(?:is|are) superior to",
        r"trails?|lags? behind|loses? to|falls? (?:short of|behind)|underperforms?|"
        r"(?:is|are) (?:inferior to|outperformed by|beaten by)",
    )
)


def _lost(sentence: str, passage: str) -> str | None:
    """Who wins in one text and loses in the other, and never both in one."""
    for ours, theirs in ((_WINS, _LOSES), (_LOSES, _WINS)):
        said, told = set(ours.findall(sentence)), set(theirs.findall(passage))
        if said & told and not (theirs.search(sentence) or ours.search(passage)):
            return str(min(said & told))
    return None


_UNDONE = re.compile(r"\bun([a-z]{3,}) ([a-z]{5,})")


def _undone(sentence: str, passage: str) -> str | None:
    """A thing that is "seen" in the sentence and only "unseen" in its passage."""
    said, told = sentence.lower(), passage.lower()
    if DENIALS.search(said):
        return None
    for word, thing in _UNDONE.findall(told):
        is_without = not re.search(rf"\b{word}\b", told) and f"un{word}" not in said
        if is_without and word in said.split() and thing in said:
            return str(thing)
    return None


_ROUTE = re.compile(
    r"\bfrom (?:\w+ ){0,2}?([A-Z][\w-]+)(?: \w+){0,2}? (?:in)?to (?:\w+ ){0,2}?([A-Z][\w-]+)"
)


def _sent_back(sentence: str, passage: str) -> tuple[str, str] | None:
    """The two ends of a way that the sentence goes in the other direction."""
    said, told = set(_ROUTE.findall(sentence)), set(_ROUTE.findall(passage))
    back = {(start, end) for start, end in told if (end, start) in said}
    return min(back) if back and not said & told else None


_SPAN = re.compile(
    r"\b(several|a few|some|many|dozens of|hundreds of|thousands of|millions of) "
    r"(seconds|minutes|hours|days|weeks|months|years|decades|centuries)\b",
    re.IGNORECASE,
)


def _other_span(sentence: str, passage: str) -> tuple[str, str] | None:
    """A span of time without a figure, of another unit than its passage's only one."""
    said = {one.group().lower() for one in _SPAN.finditer(sentence)}
    told = {one.group().lower() for one in _SPAN.finditer(passage)}
    if len(said) == len(told) == 1 and not any(
        span.rpartition(" ")[2] in passage.lower() for span in said
    ):
        return min(said), min(told)
    return None


# --- What may be, told as certain -------------------------------------------------------

_MAY_BE = re.compile(
    r"\b(?:may|might|could|can|potential\w*|possib\w*|suggest\w*|hypothes\w*|likely|"
    r"appear\w*|seem\w*|indicat\w*|promis\w*|aim\w*|would|believe\w*|conjectur\w*|"
    r"expect\w*|struggle|helps?|plausib\w*|preliminary)\b",
    re.IGNORECASE,
)
# Not "proved hard".
_IS_CERTAIN = re.compile(
    r"\b(?:prov(?:e|es|ed|en|ing) (?:that|how|why|the|a|an|its|their)|"
    r"(?:is|are|was|were) (?:certain|bound|sure|guaranteed) to|guarantee\w*|definitely|"
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


# What is said to be only possible, and what follows it. Not "could", which may be "was
# able to", nor "the potential to".
_MAY = re.compile(
    r"\b(?:may|might|(?:is|are) likely to|possibly|potentially|potential(?! (?:to|for)\b)|"
    r"speculat\w+|hypothesi[sz]e\w*|conjecture\w*|appears? to|seems? to|tends? to|aims? to|"
    r"hopes? to|(?:is|are) (?:expected|believed|thought) to|we (?:believe|assume)|"
    r"possible that)\b",
    re.IGNORECASE,
)
# Any way to leave a thing open.
_OPEN = re.compile(
    _MAY_BE.pattern
    + r"|\b(?:speculat\w*|assum\w*|presum\w*|perhaps|hope\w*|tend\w*|if|whether|think\w*|"
    r"thought|suspect\w*|hint\w*|point\w*|probabl\w*|propos\w*|seek\w*|want\w*|tries|try|"
    r"trying|attempt\w*|meant|intend\w*|design\w*|should|look\w*|odds|risk\w*|chance\w*|"
    r"threat\w*|prone|apt|in theory|candidate\w*|contend\w*|argu\w*|guess\w*|sometimes|"
    r"often|able|capable|open\w*|conceivabl\w*|room|prospect\w*|future|up to|liable|maybe|"
    r"susceptib\w*|vulnerab\w*|evidence|impl(?:y|ies|ied)\w*|scope|goal\w*|view\w*|opinion|"
    r"foresee\w*|lets?|allow\w*|enabl\w*|towards?|way|capacit\w*|ability|enough|need\w*|"
    r"must|ought|helping|helped|inclined)\b",
    re.IGNORECASE,
)
_REACH_OF_MAY = 10  # words
_FEWEST_SHARED = 2


def _made_real(sentence: str, passage: str) -> str | None:
    """What is so in the sentence, which its passage only holds possible."""
    if _OPEN.search(sentence):
        return None
    here = content_of(sentence)
    for found in _MAY.finditer(passage):
        (clause, *_) = clauses(passage[found.end() :])
        shared = content_of(" ".join(clause.split()[:_REACH_OF_MAY])) & here
        if len(shared) >= _FEWEST_SHARED:
            return f"{found.group()} {' '.join(clause.split()[:3])}"
    return None


# --- What is told of some, told of all --------------------------------------------------

_ALL = re.compile(
    r"\b(?:all|every|always|any|never|none|entire\w*|whole|universal\w*|everywhere|"
    r"whatever|regardless|exclusively|without exception)\b",
    re.IGNORECASE,
)
_SOME = re.compile(
    r"\b(?:some|several|certain|many|most(?:ly)?|often|only|selected|majority|almost|"
    r"partial\w*|mainly|usually|sometimes|frequently|typically|generally|primarily|"
    r"tends?|rarely|few|occasional\w*|largely|(?:in )?particular(?:ly)?|specifically|"
    r"general-purpose|key)\b",
    re.IGNORECASE,
)
# "All" that tells of no whole: "above all", "nearly all", "are all it needs".
_NOT_ALL = re.compile(
    r"\b(?:(?i:above|at|after|not|nearly|almost|in|first of) all|all but|all in all|"
    r"all (?:it|they|you|he|she|[A-Z][\w-]*) (?:need|take|want|require)\w*|"
    r"(?:is|are|was) all|(?:in|for|of|on) (?:each of |every )(?:half|ten|hundred|"
    r"thousand|\d)|all the (?:more|way|same))\b"
)
_COUNTED = re.compile(
    r"\s(?:of the |the )?(two|three|four|five|six|seven|eight|nine|ten|twelve|\d+)\b"
)


_EACH_OF = re.compile(r"\b(?:every|each|all)((?: [a-z-]+){1,2})", re.IGNORECASE)
_SOME_OF = re.compile(
    r"\b(?:many|most|several|some|multiple|various|few|numerous)((?: [\w-]+){1,3})",
    re.IGNORECASE,
)


def _things(words: str) -> set[str]:
    """What "every single evaluation" and "multiple evaluations" have in common."""
    return {word.removesuffix("s") for word in words.lower().split() if len(word) > 3}


def _made_general(sentence: str, passage: str) -> str | None:
    """The word by which a sentence tells of all what its passage tells of some.

    "All three" is a count where the passage has it.
    """
    if not _ALL.search(passage):
        some = {
            thing
            for words in _SOME_OF.findall(passage)
            for thing in _things(
                " ".join(one for one in words.split() if one[-1] == "s")
            )
        }
        for found in _EACH_OF.finditer(_NOT_ALL.sub(" ", sentence)):
            if some & _things(found[1]):
                return found.group()
    said, passage = _NOT_ALL.sub(" ", sentence), NOT_ONLY.sub(" ", passage)
    if _SOME.search(said) or _ALL.search(passage) or not _SOME.search(passage):
        return None
    for found in _ALL.finditer(said):
        count = _COUNTED.match(said, found.end())
        if not (count and re.search(rf"\b{count[1]}\b", passage, re.IGNORECASE)):
            return found.group()
    return None


# Words for a whole that a writer seldom needs where the source has no such word.
_WHOLE = re.compile(
    r"\b(?:across the board|in (?:every|all|any) (?:single )?cases?|every single|not a single|"
    r"whichever|whatever|entirely|completely|totally|all (?:kinds|sorts|manner) of|"
    r"everywhere|always|none|universally|without exception|invariably|regardless|anyone|"
    r"everyone|everybody|alike|(?:every|any) time|every(?! (?:other|day|now|so|two|three|"
    r"four|ten|hundred|half|\d)))\b",
    re.IGNORECASE,
)
# What may be told of a whole, in whatever way.
_OF_ALL = re.compile(
    r"\b(?:all|every|each|any|always|never|no|not|none|whole|entire\w*|complete\w*|full\w*|"
    r"regardless|universal\w*|only|sole\w*|exclusive\w*|just|alone|first|single|through\w*|"
    r"everything|nothing|across|both|general\w*|whatever|consistent\w*|zero|purely|without|"
    r"total\w*|perfect\w*|respective\w*|arbitrary|cannot|uniform\w*|invariant|agnostic)\b",
    re.IGNORECASE,
)
_COUNTS = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|third|"
    r"quarter|twice|double|hundred\w*|thousand\w*)\b",
    re.IGNORECASE,
)


def _made_whole(sentence: str, passage: str) -> str | None:
    """The word for a whole in a sentence whose passage speaks of no whole at all.

    "Every" may stand for a count, so it needs a passage without one.
    """
    found = _WHOLE.search(sentence)
    if found is None or _OF_ALL.search(passage):
        return None
    is_count = found.group().lower() == "every" and _COUNTS.search(passage)
    return None if is_count else found.group()
