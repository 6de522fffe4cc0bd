"""The sentences of a paper's abstract that tell it best, in the authors' place. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from newsletter.research.ranking import frequencies as field
from newsletter.research.summary import sentence_quality
from newsletter.research.summary.candidates import (
    Candidate,
    Wanted,
    centrality,
    drawback,
    of_a_story,
)
from newsletter.research.summary.rewording import (
    following,
    in_plain_words,
    in_third_person,
    spelled_out,
    without_lead,
    without_praise,
)
from newsletter.text.plain import clean
from newsletter.text.sentences import (
    acronyms,
    loose_ends,
    numbers,
)
from newsletter.text.similarity import closest, cosine, terms, vector
from newsletter.text.words import length_in_words


def best_of(text: str, wanted: Wanted) -> list[Candidate]:
    """What it brings and what shows it, in the order of the source; see `summarise`."""
    found = _candidates(text, wanted.title, wanted.banned)
    candidates = _of_its_own([one for one in found if one.quote not in wanted.avoid])
    if wanted.told:
        candidates = _adding_to(wanted.told, candidates)
    chosen = _first_two(
        candidates, wanted.most_words, wanted.most_sentences, wanted.least_words
    )
    while len(chosen) < wanted.most_sentences:
        told_words = sum(one.words for one in chosen)
        worth = _LEAST_WORTH if told_words >= wanted.least_words else 0.0
        more = _best_remaining(
            candidates, chosen, wanted.most_words - told_words, worth
        )
        if more is None:
            break
        chosen.append(more)
    chosen = _with_figure(chosen, candidates, wanted.most_words)
    if not wanted.told and not any(_tells_its_own(one, wanted.title) for one in chosen):
        return []
    chosen.sort(key=lambda one: one.position)
    return _introduced(chosen, acronyms(clean(text)), wanted.most_words)


def _of_its_own(candidates: list[Candidate]) -> list[Candidate]:
    """The candidates from where a paper tells what it brings, if these are enough."""
    own = [one for one in candidates if not one.is_before]
    return own if len(own) >= _FEWEST_OWN else candidates


_FEWEST_OWN = 2


def _tells_its_own(candidate: Candidate, title: str) -> bool:
    """Whether a paper speaks of itself there, or is past what others did."""
    return not candidate.is_before or sentence_quality.is_of_paper(
        candidate.quote, title
    )


# So many sentences at the head of an abstract may speak of the world at large.
_OPENING = 2


def _candidates(text: str, title: str, banned: tuple[str, ...]) -> list[Candidate]:
    """Every sentence that can stand alone; what a text says again, once."""
    sentences = of_a_story(text, title)
    frequencies = field.shipped()
    cleaned = [clean(sentence.text) for sentence in sentences]
    vectors = [vector(terms(shown), frequencies) for shown in cleaned]
    central = centrality(vectors)
    about = vector(terms(title), frequencies)
    known: frozenset[str] = frozenset()
    in_title = sentence_quality.names(title)
    own_part = sentence_quality.own_part(cleaned)
    found, said = [], set[str]()
    for position, (sentence, shown) in enumerate(zip(sentences, cleaned, strict=True)):
        names = sentence_quality.names(shown)
        strangers, known = (names & known) - in_title, known | names
        if position < _OPENING and sentence_quality.speaks_for_all(shown):
            continue
        shown = in_third_person(without_lead(shown))
        shown = in_plain_words(without_praise(shown))
        if shown in said or not sentence_quality.can_stand(sentence, shown):
            continue
        said.add(shown)
        worth = (
            central[position]
            + 0.6 * cosine(about, vectors[position])
            - 0.6 * sentence_quality.has_any(shown, banned)
            - sentence_quality.weakness(shown, is_before=position < own_part)
            - 0.3 * position / max(10, len(sentences))
        )
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
                contribution=worth
                + sentence_quality.contribution(cleaned[position], title),
                evidence=worth + sentence_quality.evidence(shown),
                worth=worth,
                is_before=position < own_part,
            )
        )
    return found


_TRIED = 6
_ANNOUNCED = 0.5  # and its share in announcing the thing
_KNOWN_FIGURE = 0.35  # how much a figure that was told before counts against a sentence
_REPEATS = 0.8


def _first_two(
    candidates: Sequence[Candidate],
    most_words: int,
    most_sentences: int,
    least_words: int,
) -> list[Candidate]:
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

        def best(pair: tuple[Candidate, Candidate]) -> tuple[bool, float]:
            words = pair[0].words + pair[1].words
            return is_all and words >= least_words, _worth_of_pair(*pair)

        pair = max(pairs, key=best)
        return [*pair]
    alone = sorted(firsts, key=lambda one: drawback(one, []) - one.contribution)
    return alone[: min(1, most_sentences)]


def _worth_of_pair(first: Candidate, second: Candidate) -> float:
    return (
        first.contribution
        - drawback(first, [])
        + second.evidence
        - drawback(second, [first])
    )


def _adding_to(told: Sequence[str], some: Sequence[Candidate]) -> list[Candidate]:
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
    candidates: Sequence[Candidate],
    chosen: Sequence[Candidate],
    most_words: int,
    least_worth: float,
) -> Candidate | None:
    """The sentence that adds most to those chosen, if one fits and adds enough."""
    first = min((one.position for one in chosen), default=0)
    rest = [
        (
            one.worth
            + one.evidence / 2
            - drawback(one, chosen)
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
    chosen: list[Candidate], candidates: Sequence[Candidate], most_words: int
) -> list[Candidate]:
    """With a sentence that gives a figure, if there is one, in the last one's place."""
    if len(chosen) < 2 or any(numbers(one.display) for one in chosen):
        return chosen
    kept = chosen[:-1]
    room = most_words - sum(one.words for one in kept)
    measured = [one for one in candidates if numbers(one.display) and one.words <= room]
    if not measured:
        return chosen
    return [*kept, max(measured, key=lambda one: one.evidence - drawback(one, kept))]


_LEAST_WORTH = 0.3
_EARLY = 0.4  # a summary opens with what is new, not with what was there before


def _introduced(
    chosen: Sequence[Candidate], meanings: Mapping[str, str], most_words: int
) -> list[Candidate]:
    """As one text: acronyms spelled out where first used, the authors named once."""
    left = most_words - sum(one.words for one in chosen)
    told: list[Candidate] = []
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
