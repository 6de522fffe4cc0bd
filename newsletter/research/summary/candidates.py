"""What the sentences of a text offer to whoever chooses among them. Pure."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from operator import mul, truediv

from newsletter.text import boilerplate
from newsletter.text.sentences import Sentence, split
from newsletter.text.similarity import Vector, closest, cosine


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a summary shall be; see `newsletter.research.summary.summarise.summarise`."""

    title: str
    most_words: int
    most_sentences: int
    least_words: int
    told: Sequence[str]
    avoid: Collection[str]
    banned: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A sentence that could be chosen, with all that the choice depends on.

    `strangers` are names it uses that an earlier sentence had introduced; `loose` is
    what it points at with "these" and does not name, `refers` what it takes for known,
    as in "the report"; it `leans` on the one before, and says nothing without it where it
    `needs` that; it `opens` no story with "mais"; `is_before` what is a paper's own.
    """

    position: int
    quote: str
    display: str
    words: int
    vector: Vector
    names: frozenset[str]
    strangers: frozenset[str]
    loose: tuple[frozenset[str], ...]
    leans: bool
    contribution: float
    evidence: float
    worth: float
    refers: frozenset[str] = frozenset()
    needs: bool = False
    opens: bool = True
    is_before: bool = False


def of_a_story(text: str, title: str) -> Sequence[Sentence]:
    """The sentences that tell the story early: those of a page around them are none."""
    return _beginning(_of_the_story(text, title))


def _of_the_story(text: str, title: str) -> tuple[Sentence, ...]:
    """The sentences without what a page glues before them and under its pictures."""
    return tuple(
        _begun(one, boilerplate.lead_in(one.text, title, is_early=_is_early(one)))
        for one in _before_sender(split(text), len(text))
        if not boilerplate.is_of_picture(one.text, text[one.end : one.end + _CREDIT])
    )


def _before_sender(said: Sequence[Sentence], characters: int) -> Iterator[Sentence]:
    """The sentences up to where, in the second half, a press release tells of its sender."""
    for one in said:
        is_late = 2 * one.start > characters
        if is_late and boilerplate.is_about_sender(one.text):
            return
        yield one


# Where the credit of a picture is looked for, in characters behind its caption.
_CREDIT = 130
# Paragraphs in which a report says where it was filed: a summary may stand before it.
_FIRST_PARAGRAPHS = 4


def _is_early(sentence: Sentence) -> bool:
    return sentence.paragraph < _FIRST_PARAGRAPHS


def _begun(sentence: Sentence, after: int) -> Sentence:
    """The sentence from so many characters on, still exactly a span of its text."""
    if not after:
        return sentence
    return replace(sentence, text=sentence.text[after:], start=sentence.start + after)


_LONG_TEXT = 40


def _beginning(sentences: Sequence[Sentence]) -> Sequence[Sentence]:
    """All of a short text; of a long one the sixth in which posts say what is new."""
    if len(sentences) <= _LONG_TEXT:
        return sentences
    return sentences[: max(_LONG_TEXT // 2, len(sentences) // 6)]


_DAMPING = 0.85
_ROUNDS = 12


def centrality(vectors: Sequence[Vector]) -> list[float]:
    """LexRank: how much the sentences that resemble others are themselves resembled.

    https://www.jair.org/index.php/jair/article/view/10396; 1 for the most central.
    """
    alike = [[0.0] * len(vectors) for _ in vectors]
    for (place, one), (again, other) in combinations(enumerate(vectors), 2):
        alike[place][again] = alike[again][place] = cosine(one, other)
    sums = [sum(row) or 1.0 for row in alike]
    ranks = [1.0] * len(vectors)
    for _ in range(_ROUNDS):
        ranks = [
            1 - _DAMPING + _DAMPING * sum(map(truediv, map(mul, ranks, row), sums))
            for row in alike
        ]
    most = max(ranks, default=1.0)
    return [rank / most for rank in ranks]


_REPEATS = 0.8  # how much being like a chosen sentence counts against one
_STRANGE = 0.45  # how much each name that nobody introduced does
_LEANING = 0.3  # and an "it" whose sentence is not told
_REFERRING = 0.8  # and "the report" that neither title nor a sentence told names
_LOOSE = 1.2  # and each "these" that nothing before it explains


def drawback(one: Candidate, chosen: Sequence[Candidate]) -> float:
    """What speaks against a sentence beside those chosen: repeats, what is unknown."""
    repeated = closest(one.vector, [other.vector for other in chosen])
    introduced = frozenset[str]().union(*(other.names for other in chosen))
    met = frozenset[str]().union(*(other.vector for other in chosen))
    follows = any(other.position == one.position - 1 for other in chosen)
    loose = sum(not meant & met for meant in one.loose)
    refers = bool(one.refers) and not follows and not one.refers & met
    return (
        _REPEATS * repeated
        + _STRANGE * len(one.strangers - introduced)
        + _LOOSE * loose
        + _REFERRING * refers
        + _LEANING * (one.leans and not follows)
    )
