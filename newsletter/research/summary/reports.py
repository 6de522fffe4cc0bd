"""The sentences of a post or report that tell it best, for quotation marks. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from newsletter.research.ranking import frequencies as field
from newsletter.research.summary import pointing, sentence_quality, telling
from newsletter.research.summary.candidates import (
    Candidate,
    Wanted,
    centrality,
    drawback,
    of_a_story,
)
from newsletter.text import blemishes, boilerplate
from newsletter.text.language import language_of
from newsletter.text.plain import clean
from newsletter.text.sentences import (
    loose_ends,
    numbers,
    points_back,
    refers_to,
    stops_in_a_sum,
)
from newsletter.text.similarity import closest, terms, vector
from newsletter.text.words import length_in_words


def best_of(text: str, wanted: Wanted) -> list[Candidate]:
    """What happened first, then what adds most to it; see `summarise`."""
    candidates = [
        _less_if_known(one, wanted.title)
        for one in _candidates(text, wanted.title, wanted.banned)
        if one.quote not in wanted.avoid and one.words <= wanted.most_words
    ]
    if wanted.told:
        adding = _adding_to(wanted.told, candidates)
        candidates = [one for one in adding if one.evidence > _LEAST_ADDED]
    chosen = _first_two(
        candidates, wanted.most_words, wanted.most_sentences, wanted.least_words
    )
    while 1 < len(chosen) < wanted.most_sentences:
        left = wanted.most_words - sum(one.words for one in chosen)
        more = _next(candidates, chosen, left)
        if more is None:
            break
        chosen.append(more)
    # More of them are read as a text, in which each may lean on the one before it.
    return sorted(chosen, key=lambda one: one.position) if len(chosen) > 2 else chosen


# What to say the headline again costs: anything that tells more is better.
_AGAIN = 0.6


def _less_if_known(one: Candidate, title: str) -> Candidate:
    if not boilerplate.adds_nothing(one.display, title):
        return one
    return replace(
        one, contribution=one.contribution - _AGAIN, evidence=one.evidence - _AGAIN
    )


def value(text: str, title: str) -> float:
    """What the sentence is worth that tells the text best, from 0 to 1.5."""
    found = _candidates(text, clean(title), ())
    return max(
        (one.contribution for one in found if one.opens and not one.needs), default=0.0
    )


_PRAISE = 0.3  # each word of a salesman, up to two, and any that is banned
_BEFORE = 0.4  # and to begin with what was before, or with what many do
_ENTRY = 0.4  # and as an entry of a list


def _candidates(text: str, title: str, banned: tuple[str, ...]) -> list[Candidate]:
    """Every sentence that can stand, or stand behind another; what is said again, once."""
    sentences = of_a_story(text, title)
    cleaned = [clean(sentence.text) for sentence in sentences]
    vectors = [vector(terms(shown), field.shipped()) for shown in cleaned]
    worth = telling.read(cleaned, title, vectors, centrality(vectors))
    of_title = frozenset(terms(title))
    in_title = sentence_quality.names(title)
    known: frozenset[str] = frozenset()
    whole = " ".join([title, *cleaned])
    language = language_of(whole)
    found, said = [], set[str]()
    for position, (sentence, shown) in enumerate(zip(sentences, cleaned, strict=True)):
        names = sentence_quality.names(shown)
        strangers, known = (names & known) - in_title, known | names
        if (
            shown in said  # as a pull quote has it
            or not sentence_quality.can_follow(sentence, shown)
            or boilerplate.only_says_title(shown, title)
            or (sentence is sentences[-1] and stops_in_a_sum(shown, whole))
            or any(whole.count(grown) < 2 for grown in blemishes.footnotes(shown))
        ):
            continue
        said.add(shown)
        fine = _PRAISE * sentence_quality.has_any(shown, banned)
        fine += _PRAISE * min(2, blemishes.praise(shown))
        fine += _BEFORE * sentence_quality.begins_before(shown)
        fine += _ENTRY * sentence_quality.is_an_entry(shown)
        found.append(
            Candidate(
                position=position,
                quote=sentence.text,
                display=shown,
                words=length_in_words(shown),
                vector=vectors[position],
                names=names,
                strangers=strangers,
                loose=loose_ends(shown),
                leans=sentence_quality.leans(shown),
                contribution=worth[position].value - fine,
                evidence=worth[position].fact - fine,
                worth=worth[position].fact - fine,
                refers=refers_to(shown) - of_title if position else frozenset(),
                needs=points_back(shown) or blemishes.opens_on_pointer(shown),
                opens=not pointing.opens_no_story(shown, language),
            )
        )
    return found


_TRIED = 6
# Of 1,500 pages of news the better sentence is so told first on 55; of 19 of them a reader who did
# not know which was which found 13 better and three worse. The step was chosen on these 19.
_MORE = 0.15
# The sentence behind the first goes on with what that tells: of two, one in three is
# worth quoting alone, and two in three behind it.
_FOLLOWS = 0.3
_DRAWBACK = 0.25
_ALIKE = 0.4  # how much being like a chosen sentence counts beside that
# Less than this is better left unsaid; and of what another outlet adds.
_LEAST_WORTH, _LEAST_ADDED = 0.3, 0.2


def _first_two(
    candidates: Sequence[Candidate],
    most_words: int,
    most_sentences: int,
    least_words: int,
) -> list[Candidate]:
    """The news and what adds most to it; alone where nothing that fits adds enough.

    Where there may be no more than two, a pair of too few words is told only where
    there is no other.
    """
    firsts = sorted(
        (one for one in candidates if one.opens and not one.needs),
        key=lambda one: (-_alone(one), one.position),
    )[: _TRIED if most_sentences > 1 else 1]
    is_all = most_sentences == 2

    def worth(chosen: list[Candidate]) -> tuple[bool, float]:
        first, *others = chosen
        has_length = not is_all or sum(one.words for one in chosen) >= least_words
        added = [_added(one, [first]) for one in others] or [_LEAST_WORTH]
        return has_length, _alone(first) + sum(added)

    def best(firsts: Sequence[Candidate]) -> list[Candidate]:
        pairs = [
            [first, second]
            for first in firsts
            for second in candidates
            if first is not second
            and first.words + second.words <= most_words
            and _has_what_it_needs(second, [first])
            and most_sentences > 1
        ]
        return max([*([one] for one in firsts), *pairs], key=worth, default=[])

    chosen = best(firsts)
    while better := [one for one in firsts if _goes_before(one, chosen[0])]:
        chosen = best(better)
    return chosen


def _alone(one: Candidate) -> float:
    return one.contribution - _DRAWBACK * drawback(one, [])


def _goes_before(one: Candidate, first: Candidate) -> bool:
    """Does it stand before what would be told first, and is it worth more there?"""
    return one.position < first.position and _alone(one) > _alone(first) + _MORE


def _has_what_it_needs(one: Candidate, chosen: Sequence[Candidate]) -> bool:
    return not one.needs or any(one.position - 1 == other.position for other in chosen)


def _added(one: Candidate, chosen: Sequence[Candidate]) -> float:
    follows = any(one.position - 1 == other.position for other in chosen)
    alike = closest(one.vector, [other.vector for other in chosen])
    lost = _DRAWBACK * drawback(one, chosen) + _ALIKE * alike
    return one.evidence + _FOLLOWS * follows - lost


def _next(
    candidates: Sequence[Candidate], chosen: Sequence[Candidate], most_words: int
) -> Candidate | None:
    """The sentence that adds most to those chosen, if one fits and adds enough."""
    rest = [
        one
        for one in candidates
        if one.words <= most_words
        and one not in chosen
        and _has_what_it_needs(one, chosen)
    ]
    best = max(rest, key=lambda one: _added(one, chosen), default=None)
    return best if best and _added(best, chosen) > _LEAST_WORTH else None


_KNOWN = 1.0  # how much being like what was told before counts against a sentence
_KNOWN_FIGURE = 0.35  # and each figure that was
_SHOWN = 0.5  # and figures and results for it
_ANNOUNCED = 0.5  # and its share in announcing the thing


def _adding_to(told: Sequence[str], some: Sequence[Candidate]) -> Iterator[Candidate]:
    """The candidates, worth what they show beyond what was told before.

    That there is something new is told: announcing it once more adds nothing.
    """
    known = [vector(terms(said), field.shipped()) for said in told]
    figures = frozenset(numbers(" ".join(told)))
    for one in some:
        left = (
            one.evidence
            + _SHOWN * sentence_quality.evidence(one.display)
            - _ANNOUNCED * (one.contribution - one.evidence / 2)
            - _KNOWN * closest(one.vector, known)
            - _KNOWN_FIGURE * len(figures.intersection(numbers(one.display)))
        )
        yield replace(one, contribution=left, evidence=left)
