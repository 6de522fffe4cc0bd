"""Extractive summary: the sentences that tell a text best, each an exact quote.

Pure. Nothing is written anew: each chosen sentence is an exact quote of the text, with
the words to show beside it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from operator import mul, truediv

from newsletter.research.ranking import frequencies as field
from newsletter.research.summary import sentence_quality
from newsletter.research.summary.announcing import name_of
from newsletter.research.summary.rewording import (
    following,
    in_third_person,
    spelled_out,
    without_lead,
    without_praise,
)
from newsletter.text import blemishes, boilerplate
from newsletter.text.plain import clean
from newsletter.text.sentences import (
    Sentence,
    acronyms,
    loose_ends,
    numbers,
    refers_to,
    split,
    stops_in_a_sum,
)
from newsletter.text.similarity import Vector, closest, cosine, terms, vector
from newsletter.text.words import length_in_words


@dataclass(frozen=True, slots=True)
class Quoted:
    """A sentence of a source: `quote` stands there exactly so, `display` is to be read.

    Both are plain text; whoever puts them into Markdown escapes them.
    """

    display: str
    quote: str


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A sentence that could be chosen, with all that the choice depends on.

    `strangers` are names it uses that an earlier sentence had introduced; `loose` is
    what it points at with "these" and does not name, `refers` what it takes for known,
    as in "the report"; `leans` on the one before; `is_before` what is the paper's own.
    """

    position: int
    quote: str
    display: str
    words: int
    vector: Vector
    names: frozenset[str]
    strangers: frozenset[str]
    loose: tuple[frozenset[str], ...]
    refers: frozenset[str]
    leans: bool
    is_before: bool
    contribution: float
    evidence: float
    worth: float


def summarise(
    text: str,
    *,
    title: str,
    most_words: int,
    most_sentences: int,
    least_words: int = 0,
    is_paper: bool = True,
    told: Sequence[str] = (),
    avoid: Iterable[str] = (),
    banned: Iterable[str] = (),
) -> tuple[Quoted, ...]:
    """The sentences that tell what the text contributes and what shows it.

    Within `most_words` as displayed, a paper's in the order of the source, a launch's
    with what it is before what it costs or reaches; empty where no
    sentence stands on its own. Below `least_words` a sentence of little worth is better
    than none. In a paper's display "we" is "the authors"; any other
    display keeps the publisher's words, for it is shown in quotation marks. Sentences
    whose quote is in `avoid` are passed over; those with `banned` words come last.
    After what was `told` of the same story, only what is evidence and new is chosen.
    """
    title = clean(title)
    sentences = _beginning(_of_the_story(text, title))
    passed_over = frozenset(avoid)
    candidates = [
        one
        for one in _candidates(sentences, title, tuple(banned), is_paper=is_paper)
        if one.quote not in passed_over
    ]
    if is_paper:
        candidates = _of_its_own(candidates)
    if told:
        candidates = _adding_to(told, candidates)
    chosen = _first_two(candidates, most_words, most_sentences, least_words)
    while len(chosen) < most_sentences:
        told_words = sum(one.words for one in chosen)
        worth = _LEAST_WORTH if told_words >= least_words else 0.0
        more = _best_remaining(candidates, chosen, most_words - told_words, worth)
        if more is None:
            break
        chosen.append(more)
    if is_paper:
        chosen = _with_figure(chosen, candidates, most_words)
        if not told and not any(_tells_its_own(one, title) for one in chosen):
            return ()
    if is_paper or told or not _says_what_it_is(chosen, title):
        chosen.sort(key=lambda one: one.position)
    if is_paper:
        chosen = _introduced(chosen, acronyms(clean(text)), most_words)
    return tuple(Quoted(one.display, one.quote) for one in chosen)


def _of_the_story(text: str, title: str) -> tuple[Sentence, ...]:
    """The sentences without what a page glues before them and under its pictures."""
    return tuple(
        _begun(one, boilerplate.lead_in(one.text, title))
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


def _begun(sentence: Sentence, after: int) -> Sentence:
    """The sentence from so many characters on, still exactly a span of its text."""
    if not after:
        return sentence
    return replace(sentence, text=sentence.text[after:], start=sentence.start + after)


def _of_its_own(candidates: list[_Candidate]) -> list[_Candidate]:
    """The candidates from where a paper tells what it brings, if these are enough."""
    own = [one for one in candidates if not one.is_before]
    return own if len(own) >= _FEWEST_OWN else candidates


_FEWEST_OWN = 3


def _tells_its_own(candidate: _Candidate, title: str) -> bool:
    """Whether a paper speaks of itself there, or is past what others did."""
    return not candidate.is_before or sentence_quality.is_of_paper(
        candidate.quote, title
    )


def _says_what_it_is(chosen: Sequence[_Candidate], title: str) -> bool:
    """Does the sentence that shall open name the thing?"""
    name = name_of(title).casefold()
    return bool(chosen) and name in chosen[0].display.casefold()


_LONG_TEXT = 40
# So many sentences at the head of an abstract may speak of the world at large.
_OPENING = 2
# A post tells what it is about early: how much each sentence before counts against one.
_LATE, _OPENING_OF_POST = 0.1, 10
# And how much it counts for one to say all that the title says.
_OF_TITLE = 1.6


def _beginning(sentences: Sequence[Sentence]) -> Sequence[Sentence]:
    """All of a short text; of a long one the sixth in which posts say what is new."""
    if len(sentences) <= _LONG_TEXT:
        return sentences
    return sentences[: max(_LONG_TEXT // 2, len(sentences) // 6)]


def _candidates(
    sentences: Sequence[Sentence],
    title: str,
    banned: tuple[str, ...],
    *,
    is_paper: bool,
) -> list[_Candidate]:
    """Every sentence that can stand alone; what a text says again, once."""
    frequencies = field.shipped()
    cleaned = [clean(sentence.text) for sentence in sentences]
    vectors = [vector(terms(shown), frequencies) for shown in cleaned]
    central = _centrality(vectors)
    about = vector(terms(title), frequencies)
    known: frozenset[str] = frozenset()
    in_title = sentence_quality.names(title)
    of_title = frozenset(terms(title))
    in_words = frozenset(term for term in of_title if " " not in term)
    own_part = sentence_quality.own_part(cleaned) if is_paper else 0
    whole = " ".join([title, *cleaned])
    found, said = [], set[str]()
    for position, (sentence, shown) in enumerate(zip(sentences, cleaned, strict=True)):
        names = sentence_quality.names(shown)
        strangers, known = (names & known) - in_title, known | names
        if is_paper:
            if position < _OPENING and sentence_quality.speaks_for_all(shown):
                continue
            shown = without_praise(in_third_person(without_lead(shown)))
        if not sentence_quality.can_stand(sentence, shown, is_paper=is_paper):
            continue
        if not is_paper and boilerplate.only_says_title(shown, title):
            continue
        if sentence is sentences[-1] and stops_in_a_sum(shown, whole):
            continue
        if any(whole.count(grown) < 2 for grown in blemishes.footnotes(shown)):
            continue
        if shown in said:  # as a pull quote has it
            continue
        said.add(shown)
        worth = (
            central[position]
            + 0.6 * cosine(about, vectors[position])
            - 0.6 * sentence_quality.has_any(shown, banned)
            - sentence_quality.weakness(shown, is_before=position < own_part)
            - 0.3 * position / max(10, len(sentences))
        )
        lateness = 0.0
        if not is_paper:
            worth -= sentence_quality.background(shown)
            lateness = _LATE * min(position, _OPENING_OF_POST)
            lateness -= _OF_TITLE * _share(in_words, vectors[position])
        found.append(
            _Candidate(
                position,
                sentence.text,
                shown,
                length_in_words(shown),
                vectors[position],
                names,
                strangers,
                loose_ends(shown),
                refers_to(shown) - of_title
                if position and not is_paper
                else frozenset(),
                sentence_quality.leans(shown),
                position < own_part,
                worth
                - lateness
                + sentence_quality.contribution(
                    cleaned[position], title, is_paper=is_paper
                ),
                worth + sentence_quality.evidence(shown, is_paper=is_paper),
                worth,
            )
        )
    return found


def _share(words: frozenset[str], said: Iterable[str]) -> float:
    """Which share of the words is said; of no words none."""
    return len(words.intersection(said)) / len(words) if words else 0.0


_DAMPING = 0.85
_ROUNDS = 12


def _centrality(vectors: Sequence[Vector]) -> list[float]:
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


_TRIED = 6
_ANNOUNCED = 0.5  # and its share in announcing the thing
_KNOWN_FIGURE = 0.35  # how much a figure that was told before counts against a sentence
_REPEATS = 0.8  # how much being like a chosen sentence counts against one
_STRANGE = 0.45  # how much each name that nobody introduced does
_LEANING = 0.3  # and an "it" whose sentence is not told
_REFERRING = 0.8  # and "the report" that neither title nor a sentence told names
_LOOSE = 1.2  # and each "these" that nothing before it explains


def _first_two(
    candidates: Sequence[_Candidate],
    most_words: int,
    most_sentences: int,
    least_words: int,
) -> list[_Candidate]:
    """Contribution and evidence, the best pair that fits; else the contribution.

    Where there may be no more than two, a pair of too few words is told only where
    there is no other.
    """
    fitting = [one for one in candidates if one.words <= most_words]
    firsts = sorted(fitting, key=lambda one: (-one.contribution, one.position))[:_TRIED]
    seconds = sorted(fitting, key=lambda one: (-one.evidence, one.position))[:_TRIED]
    pairs = [
        (first, second)
        for first in firsts
        for second in seconds
        if first is not second and first.words + second.words <= most_words
    ]
    if pairs and most_sentences >= 2:
        is_all = most_sentences == 2

        def best(pair: tuple[_Candidate, _Candidate]) -> tuple[bool, float]:
            words = pair[0].words + pair[1].words
            return is_all and words >= least_words, _worth_of_pair(*pair)

        pair = max(pairs, key=best)
        return [*pair]
    alone = sorted(firsts, key=lambda one: _drawback(one, []) - one.contribution)
    return alone[: min(1, most_sentences)]


def _worth_of_pair(first: _Candidate, second: _Candidate) -> float:
    return (
        first.contribution
        - _drawback(first, [])
        + second.evidence
        - _drawback(second, [first])
    )


def _drawback(one: _Candidate, chosen: Sequence[_Candidate]) -> float:
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


def _adding_to(told: Sequence[str], some: Sequence[_Candidate]) -> list[_Candidate]:
    """The candidates, worth what they show beyond what was told before.

    That there is something new is told: announcing it once more adds nothing.
    """
    known = [vector(terms(said), field.shipped()) for said in told]
    figures = frozenset(numbers(" ".join(told)))
    worth = [
        one.evidence
        - 2 * _REPEATS * closest(one.vector, known)
        - _KNOWN_FIGURE * len(figures.intersection(numbers(one.display)))
        - _ANNOUNCED * max(0.0, one.contribution - one.worth)
        for one in some
    ]
    return [
        replace(one, contribution=left, evidence=left)
        for one, left in zip(some, worth, strict=True)
    ]


def _best_remaining(
    candidates: Sequence[_Candidate],
    chosen: Sequence[_Candidate],
    most_words: int,
    least_worth: float,
) -> _Candidate | None:
    """The sentence that adds most to those chosen, if one fits and adds enough."""
    first = min((one.position for one in chosen), default=0)
    rest = [
        (
            one.worth
            + one.evidence / 2
            - _drawback(one, chosen)
            - _EARLY * (one.position < first),
            -one.position,
            one,
        )
        for one in candidates
        if one.words <= most_words and one not in chosen
    ]
    worth, _, best = max(rest, default=(0.0, 0, None))
    return best if worth > least_worth else None


def _with_figure(
    chosen: list[_Candidate], candidates: Sequence[_Candidate], most_words: int
) -> list[_Candidate]:
    """With a sentence that gives a figure, if there is one, in the last one's place."""
    if len(chosen) < 2 or any(numbers(one.display) for one in chosen):
        return chosen
    kept = chosen[:-1]
    room = most_words - sum(one.words for one in kept)
    measured = [one for one in candidates if numbers(one.display) and one.words <= room]
    if not measured:
        return chosen
    return [*kept, max(measured, key=lambda one: one.evidence - _drawback(one, kept))]


_LEAST_WORTH = 0.3
_EARLY = 0.4  # a summary opens with what is new, not with what was there before


def _introduced(
    chosen: Sequence[_Candidate], meanings: Mapping[str, str], most_words: int
) -> list[_Candidate]:
    """As one text: acronyms spelled out where first used, the authors named once."""
    left = most_words - sum(one.words for one in chosen)
    told: list[_Candidate] = []
    for one in chosen:
        unknown = {
            name: meaning for name, meaning in meanings.items() if name in one.names
        }
        display = one.display
        if told:
            display = following(display, told[-1].display)
        shorter = replace(one, display=display, words=length_in_words(display))
        display = spelled_out(display, unknown)
        longer = replace(one, display=display, words=length_in_words(display))
        if longer.words - one.words > left:
            longer = shorter
        left -= longer.words - one.words
        meanings = {name: meanings[name] for name in meanings if name not in one.names}
        told.append(longer)
    return told
