"""Exchanges: two things that change places between two clauses or phrases. Pure.

"Lower layers see, higher ones reason" told as "lower layers reason, higher ones see".
English words only.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product

_MOST_CLAUSES = 24
_TERM = re.compile(r"[A-Za-z][\w-]*|\d[\d.,]*\d|\d")
_STEM = 6
_SHORTEST_TERM = 4
_SHORT_TERMS = frozenset({"two", "six", "ten", "low"})
_MOST_OF_A_CLAUSE = 4  # terms that are paired
_NO_TERM = frozenset(
    {"signif", "consid", "substa", "model", "models", "result", "perfor", "across"}
    | {"averag", "method", "about", "their", "these", "those", "which", "with", "from"}
    | {"that", "this", "have", "more", "than", "both", "each", "into", "such", "also"}
    | {"uses", "using", "over", "when", "where", "they", "were", "them", "data"}
    | {"existi", "previo", "baseli", "least"}
    | {"datase", "task", "tasks", "approa", "between", "evalua", "measur", "tested"}
)
# What ties two clauses or compares, and says nothing of either.
_NO_ROLE_WORDS = """
    even other others ones scores score relati strong baseli while where what how well
    better best good compar outper improv works both
    author paper study framew system propos shows show differ new then only
    same most many some rate existi method approa techni baseli previo prior rival
    rivals altern"""
_NO_ROLE = frozenset(_NO_ROLE_WORDS.split())


def crossed(sentence: str, passage: str) -> tuple[str, str] | None:
    """Two terms that the sentence tells of each other's things."""
    return _crossed(_clauses(sentence), _clauses(passage)) or _crossed_in_parallel(
        _phrases(sentence), _phrases(passage), passage
    )


# --- Clauses ----------------------------------------------------------------------------

_CLAUSES = re.compile(r"[;.]\s|\b(?:while|whereas|but|although|though|yet)\b", re.I)
_PHRASES = re.compile(
    r"[;.]\s|--|[,;:()]\s|\b(?:while|whereas|but|although|though|yet|and|or)\b", re.I
)


def _crossed(
    said: Sequence[Sequence[str]], told: Sequence[Sequence[str]]
) -> tuple[str, str] | None:
    """Two terms of two clauses that have each other's terms beside them in the passage.

    A term counts that each text has once: "lower layers see, higher ones reason" for
    "lower layers reason, higher ones see".
    """
    if len(said) < 2 or len(told) < 2:
        return None
    shared = _once(said) & _once(told)
    clause_of = {term: number for number, terms in enumerate(told) for term in terms}
    for one, other in combinations(said, 2):
        first, second = (
            {clause_of[term]: term for term in terms if term in shared}
            for terms in (one, other)
        )
        common = sorted(first.keys() & second.keys())
        # Of clauses far apart any two things may be told in one.
        if len(common) > 1 and common[1] - common[0] == 1:
            return first[common[0]], second[common[0]]
    return None


def _crossed_in_parallel(
    said: Sequence[Sequence[str]], told: Sequence[Sequence[str]], passage: str
) -> tuple[str, str] | None:
    """The same in phrases, where both texts are built alike: "A for X and B for Y".

    Alike means that, in each text, the two that changed places both stand before what
    they are told of, or both behind it.
    """
    if "respectively" in passage:
        return None
    shared = {term for term in _once(said) & _once(told) if term not in _NO_ROLE}
    place_of = {
        term: (number, place)
        for number, terms in enumerate(told)
        for place, term in enumerate(terms)
        if term in shared
    }
    joined = {frozenset(ends) for ends in _ends(told, shared)}
    known = [[term for term in terms if term in shared] for terms in said]
    for one, other in combinations([terms for terms in known if len(terms) > 1], 2):
        if frozenset((one[-1], other[0])) in joined:
            continue  # "light and shape estimation": "and" joins these words alone
        if found := _parallel(one, other, place_of):
            return found
    return None


def _ends(
    phrases: Sequence[Sequence[str]], shared: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Of each two phrases side by side the two terms that stand where they meet."""
    known = [[term for term in terms if term in shared] for terms in phrases]
    for one, other in pairwise([terms for terms in known if terms]):
        yield one[-1], other[0]


def _parallel(
    one: Sequence[str], other: Sequence[str], place_of: Mapping[str, tuple[int, int]]
) -> tuple[str, str] | None:
    """Two terms of two phrases that stood crosswise in two phrases of the passage."""
    mine, theirs = (terms[:_MOST_OF_A_CLAUSE] for terms in (one, other))
    for (first, third), (fourth, second) in product(
        product(mine, mine), product(theirs, theirs)
    ):
        # `first` and `second` were of one phrase, `third` and `fourth` of another.
        places = [place_of[term] for term in (first, second, third, fourth)]
        numbers = [number for number, _ in places]
        if not (numbers[0] == numbers[1] != numbers[2] == numbers[3]):
            continue
        is_alike = (places[0] < places[1]) == (places[3] < places[2])
        is_alike &= (mine.index(first) < mine.index(third)) == (
            theirs.index(fourth) < theirs.index(second)
        )
        if is_alike and _are_of_a_kind(first, fourth) and _are_of_a_kind(second, third):
            return first, second
    return None


def _are_of_a_kind(one: str, other: str) -> bool:
    return one[0].isdigit() == other[0].isdigit()


@lru_cache(maxsize=256)
def _clauses(text: str) -> tuple[tuple[str, ...], ...]:
    """The terms of each clause, as far as they are compared."""
    return _terms(_CLAUSES.split(text))


@lru_cache(maxsize=256)
def _phrases(text: str) -> tuple[tuple[str, ...], ...]:
    return _terms(_PHRASES.split(text))


def _terms(parts: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(
            stem
            for word in _TERM.findall(part)
            if (stem := word.lower()[:_STEM]) not in _NO_TERM
            and (
                len(word) >= _SHORTEST_TERM
                or not word[0].islower()
                or word in _SHORT_TERMS
            )
        )
        for part in parts[:_MOST_CLAUSES]
    )


def _once(clauses: Sequence[Sequence[str]]) -> set[str]:
    counts = Counter(term for clause in clauses for term in clause)
    return {term for term, count in counts.items() if count == 1}
