"""Denials: what a passage says is not, told as if it were, and the other way round. Pure.

A denial counts with the words behind it: "without source data" is turned round by a clause
that has "source" and "data" and no word of absence. English words only.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

_MOST_CLAUSES = 40
_TOKEN = re.compile(r"[A-Za-z][\w'-]*|[,;:.()\u2013\u2014]|--|(?<=\s)-(?=\s)")
_CLAUSE_END = re.compile(
    r"[,;:()]|\.(?!\d)|\b(?:but|while|whereas|although|though|yet|however|because|so|since)"
    r"\b",
    re.IGNORECASE,
)
_STEM = 5
_LIGHT_WORDS = """
    the a an any of in on at by for to and or as is are was were be been being it its
    our their them they we that this these those such which from with into over about more
    most need needs needed needing requir require requires required requiring use used
    using additional extra further explicit direct necessarily necessary significant
    significantly do does did have has had can could may might will would also even just
    still yet points point both each all one two new other others rely relies relying relied access
    without not no than take takes taken make makes made get gets set sets come comes"""
_LIGHT = frozenset(_LIGHT_WORDS.split())
# What says that something is not there, or is not so, in whatever way: wide on purpose,
# since a sentence that denies in other words denies all the same.
_ABSENCE = re.compile(
    r"(?<![\w-])(?:not?|non|never|none|nothing|nobody|nowhere|neither|nor|cannot|without|hardly|"
    r"barely|scarcely|rarely|seldom|fail\w*|lack\w*|free[ds]?|avoid\w*|absen\w*|miss\w*|"
    r"instead|rather|unlike|except|but|alone|remov\w*|drop\w*|eliminat\w*|skip\w*|omit\w*|"
    r"leav\w*|left|spar(?:e[sd]?|ing)|dispens\w*|away|prevent\w*|\w*less|few(?!-shot)|fewer|"
    r"little|zero(?!-shot)|out(?!-of|side)|off|only|refus\w*|forgo\w*|bypass\w*|obviat\w*|"
    r"circumvent\w*|replac\w*|beyond|despite|though|although|limit\w*|struggl\w*|"
    r"difficult\w*|hard|short|worse|poor\w*|weak\w*|stop\w*|ceas\w*|ignor\w*|neglect\w*|"
    r"overlook\w*|den(?:y|ies|ied)|exclud\w*|reject\w*|minus|save[sd]?|saving|unable|"
    r"tough|problem\w*|flaw\w*|blind|gap|far|anything|waiv\w*|shed|cut\w*|rid|against|"
    r"blank|forget\w*|los[est]\w*|spurn\w*|sidestep\w*|dodg\w*|escap\w*|bans?|banned|"
    r"withh\w*|too|stay\w*|intact|same|agnostic|regardless|whatever|"
    r"un(?!der|it|iv|ifi|ifo|iq|ion|til|label|superv|seen|known|certain|limited|structured)"
    r"\w+|in(?:dependent|sufficient|capable|ability|adequate|variant|effective)\w*|"
    r"im(?:possible|practical)\w*|ir[rk]\w+|dis(?:abl|agree|allow|appear|card|continu|miss|"
    r"pens|regard|connect|prov)\w*)\b|n't\b|-free\b|\bnon-",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"not|cannot|without|never|neither|nor|no|fail(?:s|ed|ing)?|\w+n't"
)
# "None of them, …, does it": its verb is in another clause.
_DENIES_ALL = re.compile(r"\W*(?:none|neither|nobody|no one|not one)\b", re.IGNORECASE)
_NAME = re.compile(r"(?<=[\w,;:] )[A-Z][\w-]*")
_FREE_OF = re.compile(r"\b([A-Za-z]{4,})-free\b")
# "Not only", "no longer", "no doubt".
_DENIES_NOTHING_WORDS = """
    only just merely simply solely limited longer doubt"""
_DENIES_NOTHING = frozenset(_DENIES_NOTHING_WORDS.split())
_SCOPE_ENDS_WORDS = """
    , ; : . ( ) - -- \u2013 \u2014 and but while whereas although though because since when where which
    thus instead yet at during under across in on by with from"""
_SCOPE_ENDS = frozenset(_SCOPE_ENDS_WORDS.split())
_REACH = 8  # words that a denial may be of
# "Without losing accuracy" is what "preserving accuracy" says.
_LOSSES_WORDS = """
    losin lose loss compr sacri givin degra hurti harmi worse reduc bette befor
    viola break damag"""
# "Does not reach the accuracy of others" says that theirs is better.
_REACHES = frozenset(
    ["reach", "match", "excee", "surpa", "attai", "equal", "rival", "outpe", "beat"]
)
_LOSSES = frozenset(_LOSSES_WORDS.split())


def denied_otherwise(sentence: str, passage: str) -> str | None:
    """The clause of a sentence that says what its passage denies.

    What a text has both with and without a denial ("with and without labels") is left.
    """
    scopes = tuple(_scopes(passage))
    if not scopes:
        return None
    counts = Counter(map(stem_of, tokens(passage)))
    if _DENIES_ALL.match(sentence):
        return None
    for clause in clauses(sentence):
        here = [(stem_of(word), word) for word in tokens(clause)]
        for scope in scopes:
            shared = set(scope).intersection(stem for stem, _ in here)
            is_near = bool(shared.intersection(scope[:2]))
            is_said = is_near and len(shared) > min(1, len(scope) - 1)
            if not is_said or min(counts[stem] for stem in shared) > 1:
                continue
            rest = " ".join(
                word for stem, word in here if stem not in shared or "-" in word
            )
            if not speaks_of_absence(rest):
                return clause.strip()
    return None


def _scopes(text: str) -> Iterator[Sequence[str]]:
    """The stems that each denial of a text is of; a name is not what is denied."""
    words = tokens(text)
    names = {stem_of(name.lower()) for name in _NAME.findall(text)}
    for place, word in enumerate(words):
        behind = words[place + 1 : place + 1 + _REACH]
        if not _DENIES.fullmatch(word) or _DENIES_NOTHING.intersection(behind[:1]):
            continue
        scope = [
            stem_of(word)
            for word in _up_to(behind, _SCOPE_ENDS)
            if word not in _LIGHT and len(word) > 2 and stem_of(word) not in names
        ]
        if scope and scope[0] not in _REACHES and not _LOSSES.intersection(scope):
            yield scope
    yield from ([stem_of(word.lower())] for word in _FREE_OF.findall(text))


def _up_to(words: Sequence[str], ends: Collection[str]) -> Iterator[str]:
    for word in words:
        if word in ends:
            return
        yield word


# --- Clauses, for whatever compares two texts clause by clause --------------------------


@lru_cache(maxsize=256)
def clauses(text: str) -> tuple[str, ...]:
    """A text in its clauses."""
    return tuple(_CLAUSE_END.split(text)[:_MOST_CLAUSES])


@lru_cache(maxsize=256)
def tokens(text: str) -> tuple[str, ...]:
    """The words and the stops of a text, in small letters."""
    return tuple(word.lower() for word in _TOKEN.findall(text.replace("’", "'")))


def stem_of(word: str) -> str:
    """As much of a word as is compared."""
    return word[:_STEM].rstrip("s")


def content_of(clause: str) -> set[str]:
    """The stems of a clause that say what it is about."""
    return {
        stem_of(word) for word in tokens(clause) if word not in _LIGHT and len(word) > 3
    }


def speaks_of_absence(clause: str) -> bool:
    """Whether a clause may say that something is not there, or is not so."""
    return bool(_ABSENCE.search(clause))
