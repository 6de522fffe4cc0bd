"""Cluster labelling: the terms that set a cluster apart, as its texts write them. Pure.

A term comes as `text.similarity.terms` makes it, without case and plural. It is told as
most of the texts have it, and takes in the neighbour that nearly always stands beside it:
`augmented generation` becomes `retrieval-augmented generation`.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from newsletter.research.ranking import frequencies
from newsletter.text.language import FILLERS, FUNCTION_WORDS
from newsletter.text.similarity import stem

# English words that make no heading, though they may set a few texts apart.
_FILLERS = """
    able according actually additional adding almost alongside already announced announcing available
    based become becoming best better beyond big bring challenge claim come comprehensive
    consistently create current currently day demonstrating different diverse easy
    effective efficient ensure especially every experiment extensive few following four
    framework full general good great help high highly important improve improved
    improving including key know known large latest launch like limited local long look main
    major million month multiple need next nearly number offer open outperform part people
    percent performance possible potential provide quickly ready real release released
    report require run see set several significant significantly simple single small
    specific start state strong support take task technical tell thing think three time
    toward traditional update user around
    bridging class evaluating exploring focus form investigating linear log mathrm modal
    multi preserve primarily revisiting selecting struggle struggles textbf
    various version want way week well wide year yet
    ask bring call change compare count find give hand happen hold keep let mark mean put
    read say seem share take turn use work write"""
_QUIET = FUNCTION_WORDS | {stem(word) or word for word in (*FILLERS, *_FILLERS.split())}
# English words of the field that only say something of another: adjectives, by ending.
_ADJECTIVE = re.compile(
    r"(?:\w+(?:onal|ural|odal|ual|ive|ed|ous|able|ible|ic|less|weight)|shot|deep|sparse)\Z"
)
# And nouns that are as wide as the field.
_WIDE = frozenset(
    {"learning", "efficiency", "quality", "generation", "language", "object", "prompt"}
)
_VERSION = re.compile(r"v\d+\Z")
_PIECE = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+(?:\+\+|#)?")
_JOINTS = frozenset(["", " ", "-", "\N{NON-BREAKING HYPHEN}", "\N{NO-BREAK SPACE}"])
_MOSTLY = 0.6
_LONGEST = 4
# So much is read for how a term is written: of so many texts the beginning.
_MOST_TEXTS, _MOST_CHARACTERS = 6, 1_000


def is_telling(term: str, common: Collection[str] = ()) -> bool:
    """Whether a term may stand in a heading; `common` are more words that may not."""
    return not any(
        word in _QUIET or word in common or _VERSION.match(word)
        for word in term.split()
    )


def leans(term: str) -> bool:
    """Whether it is no heading by itself: `variational`, `tool augmented`, `learning`."""
    last = term.rpartition(" ")[2]
    is_known = last in frequencies.shipped().counts
    return term in _WIDE or (is_known and bool(_ADJECTIVE.match(last)))


def is_told_by(term: str, other: str) -> bool:
    """Whether the other says it already: by a word of it, or by its initials."""
    return (
        not set(term.split()).isdisjoint(other.split())
        or is_short_for(term, other)
        or is_short_for(other, term)
    )


def each_once(phrases: Iterable[str]) -> tuple[str, ...]:
    """The phrases less those that another says already; of two the longer, where it stood."""
    kept: list[str] = []
    for phrase in phrases:
        same = [one for one in kept if is_told_by(phrase.lower(), one.lower())]
        if not same:
            kept.append(phrase)
        elif len(phrase) > len(same[0]):
            kept[kept.index(same[0])] = phrase
    return tuple(kept)


def is_short_for(short: str, term: str) -> bool:
    """`rl` is short for `reinforcement learning`, `rag` of the first two words of its."""
    initials = "".join(word[0] for word in term.split())
    return len(initials) > 1 and short.startswith(initials)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A word as it compares and where it stands; `joint` is what stands before it."""

    folded: str
    start: int
    end: int
    joint: str
    is_common: bool

    @property
    def is_joined(self) -> bool:
        return self.joint in _JOINTS

    @property
    def may_be_taken_in(self) -> bool:
        """A word that tells something, or a number that belongs to it."""
        is_quiet = self.is_common or self.folded in _QUIET
        return not is_quiet and (bool(stem(self.folded)) or self.folded[0].isdigit())


@dataclass(frozen=True, slots=True)
class _Text:
    written: str
    pieces: tuple[_Piece, ...]

    def says(self, words: tuple[str, ...], first: int) -> bool:
        if self.pieces[first].folded != words[0]:
            return False
        found = self.pieces[first : first + len(words)]
        return tuple(piece.folded for piece in found) == words and all(
            piece.is_joined for piece in found[1:]
        )

    def phrase(self, first: int, last: int) -> str:
        piece = self.pieces[first].start, self.pieces[last].end
        return " ".join(self.written[slice(*piece)].split())


def written(term: str, texts: Iterable[str], common: Collection[str] = ()) -> str:
    """The term as most of the texts have it; as it is where none has it.

    It takes in no word of `common`.
    """
    read = [
        _read(text[:_MOST_CHARACTERS], common) for text in islice(texts, _MOST_TEXTS)
    ]
    words = tuple(term.split())
    places = [
        (text, first, first + len(words) - 1)
        for text in read
        for first in range(len(text.pieces) - len(words) + 1)
        if text.says(words, first)
    ]
    grown = _grown(places, len(words))
    return _commonest([text.phrase(first, last) for text, first, last in grown]) or term


def _read(text: str, common: Collection[str]) -> _Text:
    pieces, end = [], 0
    for found in _PIECE.finditer(text):
        word = found[0].lower()
        joint = text[end : found.start()]
        end = found.end()
        folded = stem(word) or word
        is_common = folded in common
        pieces.append(_Piece(folded, found.start(), end, joint, is_common))
    return _Text(text, tuple(pieces))


# A text, and the first and the last piece of the term in it.
_Place = tuple[_Text, int, int]


def _grown(places: list[_Place], length: int) -> list[_Place]:
    """Take in the neighbours that nearly always stand there, the surer side first."""
    for _ in range(_LONGEST - length):
        sides = [_beside(places, 0, -1), _beside(places, 1, 0)]
        most = max(sides, key=len)
        writers = {id(text) for text, _, _ in most}
        if len(most) < max(2, _MOSTLY * len(places)) or len(writers) < 2:
            break
        places = most
    return places


def _beside(places: Sequence[_Place], after: int, before: int) -> list[_Place]:
    """The places with the commonest neighbour on one side, grown by it."""
    found: dict[str, list[_Place]] = {}
    for text, first, last in places:
        at = last + 1 if after else first - 1
        if not 0 <= at < len(text.pieces):
            continue
        neighbour, joined = text.pieces[at], text.pieces[at if after else first]
        is_one_word = joined.joint == "-" and after == 0
        if joined.is_joined and (is_one_word or neighbour.may_be_taken_in):
            place = (text, first + before, last + after)
            found.setdefault(neighbour.folded, []).append(place)
    return max(found.values(), key=len, default=[])


def _commonest(phrases: Sequence[str]) -> str:
    """The commonest way to write it: first of all letters, then of their case."""
    if not phrases:
        return ""
    folded = Counter(phrase.lower() for phrase in phrases)
    best = max(folded, key=lambda one: (folded[one], len(one), one))
    # A heading is about more than one of what has a plural.
    best = f"{best}s" if f"{best}s" in folded else best
    cased = Counter(phrase for phrase in phrases if phrase.lower() == best)
    return max(cased, key=lambda one: (cased[one], one))
