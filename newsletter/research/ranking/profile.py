"""What the readers want, as a vector; how near to it a text is. Pure.

A profile is prose or a list, in concrete words. What follows a heading or a line that
begins with "Less of" counts against a story instead.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from newsletter.research.ranking import frequencies as field
from newsletter.research.ranking.forms import Forms
from newsletter.research.ranking.phrases import Line, Phrase, lines_of, phrases_of
from newsletter.research.ranking.strength import Readers
from newsletter.research.ranking.wishes import (
    OF_ANY_SUBJECT,
    halves,
    places_in,
    subjects_of,
)
from newsletter.text.language import (
    is_foreign,
    is_plainly_foreign,
    shows_no_language,
)
from newsletter.text.similarity import (
    Frequencies,
    Vector,
    cosine,
    count,
    scaled,
    terms,
    vector,
)

# What a term weighs in a text of usual length, by its inverse document frequency: the
# mean over abstracts of (1 + ln count) / length. Only sets the scale of `Nearness`.
_USUAL_SHARE = 0.0123
# A text of fewer terms proves less by one that matches.
_FEWEST_TERMS = 60
# Of a profile of so many words, a text that shares one alone proves so much: the oil of
# peppermint is not that of the Gulf.
_SEVERAL, _ONE_WORD = 4, 0.5
# Another form of a word, once and outside the title: half as much of general news was near.
_FORMS_ALONE = 0.5
# By the frequencies of a week itself texts are so much less near; of a small one, where what
# is common shows less, by more.
_BY_THE_WEEK, _BY_A_SMALL_WEEK, _SMALL_WEEK = 2.5, 4.0, 100
# What readers want less of counts half as much as what they want.
_AGAINST = 0.5
_MOST_NAMED = 3
# Profiles whose weights have this cosine with the shipped one's are of another field, and
# of its own.
_OTHER_FIELD, _OF_THE_FIELD = 0.03, 0.07
# And of another where its affinity is less than this.
_FAR = 0.5
# Where others than the field read, what is said of any subject weighs so much.
_OF_ANY = 0.1
# So often a single word stands in what is about it.
_OFTEN = 2
# A line that weighs less than this share of the weightiest is there by the way.
_SECOND_BEST = 0.4
_FIRST_NOT_LATIN = "\u0370"
# So many stories show which language the outlets of a profile tell in.
_ENOUGH_TOLD = 40
# Terms, of which scripts without blanks have two or three a word.
_MOST_WORDS = 12


def default_profile() -> str:
    """What the readers of a newsletter on LLM agents want, for people who build."""
    return (field.DATA / "default.md").read_text(encoding="utf-8").strip()


def with_topics(text: str, topics: Iterable[str]) -> str:
    """A profile's text with a newsletter's topics among what is wanted."""
    # Above it: what follows its "Less of" would count against a story.
    return "\n".join([*(f"- {' '.join(topic.split())}" for topic in topics), text])


@dataclass(frozen=True, slots=True)
class Claim:
    """A whole line of a profile, and its weightiest phrase that a text has."""

    line: str
    phrase: str


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near a text is to a profile.

    `value` counts standard deviations above what a text of unrelated words would have:
    about 0 for most texts of the field, above 12 for one in three hundred, whatever
    the length of the profile. `matched` are the profile's own words that made it so,
    `claims` the whole lines that the text bears out, `words` the single words that it
    shares, as terms; of all three the weightiest first. `forms` are those of the words
    that the profile has in another form.
    """

    value: float
    matched: tuple[str, ...]
    claims: tuple[Claim, ...] = ()
    words: tuple[str, ...] = ()
    forms: frozenset[str] = frozenset()
    # Of a profile of another field: who publishes says nothing there.
    is_far: bool = False
    # Of a profile of general interest: nothing is of too little of it.
    want_all: bool = False


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile's text, made ready to compare stories with. Make it with `read`."""

    # Terms that count against a story have a negative weight.
    wanted: Vector
    phrases: tuple[Phrase, ...]
    lines: tuple[Line, ...]
    chance: float
    spread: float
    frequencies: Frequencies
    unwanted: tuple[Phrase, ...] = ()
    # From 0 to 1: how near it is to the field that the outlets are ranked for.
    affinity: float = 1.0
    # The single words of what is wanted.
    words: frozenset[str] = frozenset()
    # Whether what its outlets tell is wanted, of whatever subject.
    want_all: bool = False
    # None for a profile in English, whose terms are in the singular already.
    forms: Forms | None = None
    # Of one that is not: its words that say what and not where, and those of them that only
    # others make a phrase of.
    subjects: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    text: str = ""

    @property
    def is_far(self) -> bool:
        """Whether its readers want news that few test and nobody licenses."""
        return self.affinity < _FAR

    @property
    def is_asked_by_meaning(self) -> bool:
        """Whether what its words mean counts, too: of another field, and in English."""
        return self.is_far and self.is_english and not self.want_all

    @property
    def wanted_text(self) -> str:
        """What is wanted, as it is written."""
        return "\n".join(halves(self.text)[0])

    @property
    def readers(self) -> Readers:
        return Readers(self.affinity, self.want_all)

    @property
    def is_english(self) -> bool:
        """Whether its words are found as they stand."""
        return self.forms is None

    def among(self, week: Iterable[Sequence[str]]) -> "Profile":
        """The same beside the terms of a week's texts; one in English as it is.

        How common a word is was counted in English alone: "Chile" and "medio" passed for
        as rare as "telescopio".
        """
        if self.forms is None:
            return self
        said = [self._in_its_words(found) for found in week]
        own = _weighed(self.text, count([*said, self.wanted]), foreign=True)
        scale = _BY_A_SMALL_WEEK if len(said) < _SMALL_WEEK else _BY_THE_WEEK
        return replace(
            own,
            spread=own.spread / scale,
            affinity=self.affinity,
            want_all=self.want_all,
            forms=self.forms,
        )

    def nearness(self, title: str, text: str) -> Nearness:
        """How near a titled text is, and by which words; the title counts double."""
        found = terms(title) * 2 + terms(text)
        said = self._in_its_words(found)
        theirs = vector(found, self.frequencies)
        alike = theirs if said is found else vector(said, self.frequencies)
        shared = _as_written(self._words_in(alike), found, said)
        return Nearness(
            self._value(alike, theirs, said),
            self._matched(theirs),
            self._claims(theirs, Counter(found)),
            shared,
            frozenset(shared) - self.words,
            self.is_far,
            self.want_all,
        )

    def value_of(self, found: Sequence[str], theirs: Vector) -> float:
        """How near a text of these terms is; `theirs` is their vector."""
        said = self._in_its_words(found)
        alike = theirs if said is found else vector(said, self.frequencies)
        return self._value(alike, theirs, said)

    def _value(self, alike: Vector, theirs: Vector, said: Sequence[str]) -> float:
        """How near a text is by its vector in the profile's words and in its own.

        Other forms alone prove less, but in the title, or where they come back.
        """
        value = self._by_vector(alike, len(said))
        if value > 0 and not self._proves(alike, theirs, said):
            return 0.0
        if alike is theirs or value <= 0 or not self.words.isdisjoint(theirs):
            return value
        often = max(Counter(filter(self.words.__contains__, said)).values(), default=0)
        return value if often >= _OFTEN else value * _FORMS_ALONE

    def _proves(self, alike: Vector, theirs: Vector, said: Sequence[str]) -> bool:
        """Whether what a text shares says more than where it happens, or half a phrase.

        Two words do; one does that is no part of a phrase, as it stands or more than once.
        """
        if self.forms is None or len(self.subjects) < _SEVERAL:
            return True
        shared = [word for word in self.subjects if word in alike]
        if len(shared) != 1:
            return bool(shared)
        (word,) = shared
        is_told = word in theirs or said.count(word) >= _OFTEN
        return is_told and word not in self.parts

    def _in_its_words(self, found: Sequence[str]) -> Sequence[str]:
        """A text's terms, each form of a word of the profile as the profile has it."""
        return self.forms.of(found) if self.forms else found

    def _by_vector(self, theirs: Vector, length: int) -> float:
        """How near a text is, by its vector and how many terms it has."""
        proof = min(1.0, math.sqrt(length / _FEWEST_TERMS))
        if len(self.words) >= _SEVERAL and sum(one in theirs for one in self.words) < 2:
            proof *= _ONE_WORD
        alike = cosine(self.wanted, theirs) * proof
        return (alike - self.chance) / self.spread if self.spread else 0.0

    def refuses(self, title: str) -> bool:
        """Whether a title names what is less wanted, and nothing that is wanted."""
        found = terms(title)
        named = frozenset([*found, *self._in_its_words(found)])
        return not _names(named, self.phrases) and _names(named, self.unwanted)

    def _matched(self, theirs: Vector) -> tuple[str, ...]:
        """The weightiest phrases whose every word the text has; each word named once."""
        weighed = [
            (-self._shared(phrase, theirs), place, phrase)
            for place, phrase in enumerate(self.phrases)
            if all(word in theirs for word in phrase.words)
        ]
        named: list[str] = []
        taken: frozenset[str] = frozenset()
        for _, _, phrase in sorted(weighed):
            if not phrase.words & taken:
                named.append(phrase.text)
                taken |= phrase.words
        return tuple(named[:_MOST_NAMED])

    def _words_in(self, theirs: Vector) -> tuple[str, ...]:
        """The single words that a text shares, by what they weigh."""
        weighed = (
            (-self.wanted[word] * theirs[word], word)
            for word in self.words & theirs.keys()
        )
        return tuple(word for _, word in sorted(weighed)[:_MOST_WORDS])

    def _claims(self, theirs: Vector, counts: Mapping[str, int]) -> tuple[Claim, ...]:
        """The lines that a text bears out, by what those of their phrases weigh that it has."""
        weighed: list[tuple[float, int, Claim]] = []
        for place, line in enumerate(self.lines):
            borne = [
                (-self._shared(phrase, theirs), number, phrase.text)
                for number, phrase in enumerate(line.phrases)
                if _is_borne(phrase, counts)
            ]
            if weight := math.fsum(part for part, _, _ in borne):
                weighed.append((weight, place, Claim(line.text, min(borne)[2])))
        best = min((weight for weight, _, _ in weighed), default=0.0)
        return tuple(
            claim
            for weight, _, claim in sorted(weighed, key=lambda one: one[:2])
            if weight < 0 and weight <= best * _SECOND_BEST
        )

    def _shared(self, phrase: Phrase, theirs: Vector) -> float:
        return math.fsum(
            self.wanted.get(term, 0.0) * theirs.get(term, 0.0) for term in phrase.terms
        )


def _is_borne(phrase: Phrase, counts: Mapping[str, int]) -> bool:
    """Whether a text has a phrase, its neighbours side by side.

    A word without a neighbour has to stand in the title, which counts double, or twice in
    the text: many a text says "planning" once, or "laws" and "AI", and is about something else.
    """
    beside = {word for term in phrase.terms if " " in term for word in term.split()}
    return all(
        counts.get(term, 0) >= (1 if " " in term or term in beside else _OFTEN)
        for term in phrase.terms
    )


@lru_cache(maxsize=32)
def read(text: str, *, want_all: bool = False, in_english: bool = True) -> Profile:
    """The profile that a text describes; Markdown's marks do not matter.

    Readers who `want_all` are far from no subject: of general interest. What shows another
    language than English is in it; the rest is where it is not `in_english`.
    """
    if want_all:
        return replace(read(text, in_english=in_english), want_all=True)
    foreign = not in_english or is_foreign(text)
    profile = _read(text, foreign=foreign)
    shipped = _read(default_profile(), foreign=False)
    share = (cosine(profile.wanted, shipped.wanted) - _OTHER_FIELD) / (
        _OF_THE_FIELD - _OTHER_FIELD
    )
    profile = replace(profile, affinity=max(0.0, min(1.0, share)))
    if profile.is_far and profile.is_english:
        return _by_its_subject(profile)
    return profile


def _by_its_subject(profile: Profile) -> Profile:
    """A profile in which what is said of any subject hardly counts."""
    weights = dict(
        scaled(
            {
                term: weight * (_OF_ANY if _is_of_any_subject(term) else 1)
                for term, weight in profile.wanted.items()
            }
        )
    )
    chance, spread = _by_chance(weights, profile.frequencies)
    words = frozenset(filter(_is_of_any_subject, profile.words))
    return replace(
        profile,
        wanted=weights,
        chance=chance,
        spread=spread,
        words=profile.words - words,
    )


def _is_of_any_subject(term: str) -> bool:
    return OF_ANY_SUBJECT.issuperset(term.split())


def read_beside(text: str, told: Iterable[str], *, want_all: bool = False) -> Profile:
    """The same in the language of what its outlets tell, if it shows none.

    "Zdrowie: szpitale, lekarze, leki" has no word that tells Polish from English.
    """
    in_english = not shows_no_language(text) or not _are_foreign(told)
    return read(text, want_all=want_all, in_english=in_english)


def _are_foreign(told: Iterable[str]) -> bool:
    """Whether most of some texts, of which a few are read, are not in English."""
    read_ = [is_plainly_foreign(text) for text in islice(told, _ENOUGH_TOLD)]
    return sum(read_) * 2 > len(read_)


@lru_cache(maxsize=32)
def _read(text: str, *, foreign: bool) -> Profile:
    """The profile of a text, not yet beside the field."""
    return _weighed(text, field.shipped(), foreign=foreign)


def _weighed(text: str, frequencies: Frequencies, *, foreign: bool) -> Profile:
    """The profile of a text whose words are as common as they are told to be."""
    wanted, unwanted = halves(text)
    weights = dict(vector(subjects_of(wanted), frequencies))
    for term, weight in vector(subjects_of(unwanted), frequencies).items():
        weights[term] = weights.get(term, 0.0) - _AGAINST * weight
    weights = dict(scaled({term: _root(weight) for term, weight in weights.items()}))
    chance, spread = _by_chance(weights, frequencies)
    places = places_in(wanted) if foreign else frozenset()
    words = frozenset(
        term for term, weight in weights.items() if weight > 0 and _is_word(term)
    )
    phrases = phrases_of(wanted)
    told = [phrase.words - places for phrase in phrases]
    alone = frozenset().union(*(one for one in told if len(one) == 1))
    return Profile(
        weights,
        phrases,
        lines_of(wanted),
        chance,
        spread,
        frequencies,
        phrases_of(unwanted),
        words=words,
        forms=Forms(filter(_is_word, weights)) if foreign else None,
        subjects=frozenset(filter(_is_latin, words - places)),
        parts=frozenset().union(*told) - alone,
        text=text,
    )


def _is_word(term: str) -> bool:
    return " " not in term


def _as_written(
    wanted: Iterable[str], found: Sequence[str], said: Sequence[str]
) -> tuple[str, ...]:
    """What a text has of what is wanted, in its own words: `said` is `found` in others."""
    written: defaultdict[str, list[str]] = defaultdict(list)
    for own, term in zip(found, said, strict=True):
        written[term].append(own)
    return tuple(dict.fromkeys(own for term in wanted for own in written[term]))


def _is_latin(term: str) -> bool:
    """Whether it is in the letters in which it was measured what one word proves."""
    return term[0] < _FIRST_NOT_LATIN


def _root(weight: float) -> float:
    """What a profile says once more counts less than what it says at all."""
    return math.copysign(math.sqrt(abs(weight)), weight)


def _by_chance(weights: Mapping[str, float], among: Frequencies) -> tuple[float, float]:
    """Mean and standard deviation of the cosine of a text whose words are unrelated."""
    mean = variance = 0.0
    for term, weight in weights.items():
        share = among.share(term)
        gain = weight * among.weight(term) * _USUAL_SHARE
        mean += gain * share
        variance += gain * gain * share * (1 - share)
    if not variance:  # of a language whose words were never counted: as rare as can be
        rarest = 1 / (among.documents + 1)
        gains = (
            weight * among.weight(term) * _USUAL_SHARE
            for term, weight in weights.items()
        )
        variance = math.fsum(gain * gain * rarest for gain in gains)
    return mean, math.sqrt(variance)


def names(title: str, line: str) -> bool:
    """Whether a title has every word of a line."""
    inside = frozenset(term for term in terms(line) if " " not in term)
    return bool(inside) and inside <= frozenset(terms(title))


def _names(named: frozenset[str], phrases: Iterable[Phrase]) -> bool:
    """Whether a title with these terms has every word of one of the phrases."""
    return any(phrase.words and phrase.words <= named for phrase in phrases)
