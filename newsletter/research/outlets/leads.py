"""Which story another one tells, by their titles: near duplicates in near-linear time.

Pairs that could be the same share a rare word, so only those are compared (a prefix
filter, as set-similarity joins use it).
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from newsletter.research.names import names_in
from newsletter.research.outlets.recurring import is_another
from newsletter.research.outlets.same_title import is_same_title
from newsletter.research.story import Story

SAME_DAYS = timedelta(days=7)
# Of so many titles with the same rare word only those of the best faces are compared: a
# feed of a thousand like titles must not cost a million comparisons.
MOST_COMPARED = 100
# And a title is compared with so many at most, those first that share its rarest words:
# long titles made of a few words would all be like each other.
_MOST_LIKE = 100
# A title of more words is told by its first ones.
_MOST_WORDS = 40
_WORD = re.compile(r"v?\d+(?:\.\d+)+|[^\W_]+")
# A name of more words is a sentence, which contains others by chance.
_LONGEST_NAME = 4
# A first word, which has a capital in any case, may be a name where so few titles have it.
_FEW_TITLES = 3
# Before a name, these words only say that it is new; alone, they name nothing.
_ANNOUNCING_WORDS = """
    introducing announcing presenting launching welcome meet new the a an our now
    available is releases released release launches launch with for and in on of to
    from by using version update updates updated preview beta"""
_ANNOUNCES = re.compile(
    r"\W*(?:introducing|announcing|presenting|launching|welcome|meet)\b", re.IGNORECASE
)
_ANNOUNCING = frozenset(_ANNOUNCING_WORDS.split())
_COMMON_WORDS = """
    ai llm llms agent agents model models open source language code coding api app
    claude gemini chatgpt gpt openai google anthropic google's github cloud
    data developers developer week news research guide tools tool how"""
_COMMON = frozenset(_COMMON_WORDS.split())


@dataclass(frozen=True, slots=True)
class _Face:
    """A story with its place among all, the best first, and what its title tells."""

    place: int
    story: Story
    words: frozenset[str]
    is_name: bool  # its words can name something at all
    is_short: bool = False  # it may stand within another title, as a name does


def leads_of(faces: Sequence[Story]) -> Iterator[tuple[Story, Story]]:
    """Each story that tells another one, with that one; `faces` are sorted best first."""
    titled = _titled(faces)
    index = _Index(titled)
    for face in titled:
        near = [
            other for other in index.like(face) if _is_near(face.story, other.story)
        ]
        if lead := _lead_of(face, near):
            yield face.story, lead.story


def _titled(faces: Sequence[Story]) -> list[_Face]:
    told = [_telling_words(story.title) for story in faces]
    frequencies = Counter(word for words in told for word in words)
    return [
        _Face(
            place,
            story,
            words,
            _is_name(words),
            _is_short_name(story.title, words, frequencies),
        )
        for place, (story, words) in enumerate(zip(faces, told, strict=True))
    ]


class _Index:
    """Faces by the rare words of their titles."""

    def __init__(self, faces: Sequence[_Face]) -> None:
        self._faces = faces
        self._frequencies = Counter(word for face in faces for word in face.words)
        self._short: defaultdict[str, list[int]] = defaultdict(list)
        self._alike: defaultdict[str, list[int]] = defaultdict(list)
        for face in faces:
            if not face.is_name:
                continue
            rare = self._rarest(face.words)
            if face.is_short:
                self._file(self._short, rare[:1], face.place)
            self._file(self._alike, rare[: _half(face.words)], face.place)

    def like(self, face: _Face) -> list[_Face]:
        """The faces that may lead this one, best first."""
        rarest = self._rarest(face.words)
        rare = rarest[: _half(face.words)]
        found: set[int] = set()
        for index, words in ((self._short, rarest), (self._alike, rare)):
            most = len(found) + _MOST_LIKE
            for word in words:
                if len(found) >= most:
                    break
                found.update(index.get(word, ()))
        found.discard(face.place)
        return [self._faces[place] for place in sorted(found)]

    def _rarest(self, words: frozenset[str]) -> list[str]:
        return sorted(words, key=lambda word: (self._frequencies[word], word))

    def _file(
        self, under: defaultdict[str, list[int]], words: Sequence[str], place: int
    ) -> None:
        for word in words:
            if len(under[word]) < MOST_COMPARED:
                under[word].append(place)


def _half(words: frozenset[str]) -> int:
    """Two sets that share more than half of their words share one of so many rarest."""
    return (len(words) + 1) // 2


def _lead_of(face: _Face, others: Sequence[_Face]) -> _Face | None:
    """The one of the others that this one tells; None where none or several could be."""
    leads = [other for other in others if _leads(other, face)]
    if not leads:
        return None
    longest = max(leads, key=lambda lead: len(lead.words))
    is_one = all(
        lead.words <= longest.words
        or is_same_title(lead.story.title, longest.story.title)
        for lead in leads
    )
    return longest if is_one else None


def _leads(other: _Face, face: _Face) -> bool:
    """Whether `other` gives the name of what `face` tells."""
    name, mine = other.words, face.words
    if not other.is_name or is_another(face.story, other.story):
        return False
    is_within = name < mine and other.is_short
    if other.place > face.place:
        return is_within and not _is_nearly_equal(other, face)
    return is_within or name == mine or _is_nearly_equal(other, face)


def _is_nearly_equal(one: _Face, other: _Face) -> bool:
    sizes = len(one.words), len(other.words)
    if min(sizes) * 2 <= max(sizes):
        return False  # the smaller one whole would be no more than half
    shared = len(one.words & other.words)
    is_half = shared * 2 > sum(sizes) - shared
    return is_half and is_same_title(one.story.title, other.story.title)


def _is_short_name(
    title: str, words: frozenset[str], frequencies: Mapping[str, int]
) -> bool:
    """A product's name, and no "Olympic roundup": what names nothing is in many titles."""
    names = names_in(title)
    is_named = names.things or names.plain or _ANNOUNCES.match(title)
    is_rare = any(frequencies[word] <= _FEW_TITLES for word in names.opening & words)
    return len(words) <= _LONGEST_NAME and bool(is_named or is_rare)


def _is_name(found: frozenset[str]) -> bool:
    """Two words at least, and one that is no common word of the field."""
    return len(found) >= 2 and bool(found - _COMMON)


def _telling_words(title: str) -> frozenset[str]:
    """A title's words without those that only announce; a version is one word."""
    found = (
        re.sub(r"\Av(?=\d)", "", one)
        for one in _WORD.findall(title.lower())[:_MOST_WORDS]
    )
    return frozenset(found) - _ANNOUNCING


def _is_near(one: Story, other: Story) -> bool:
    if one.published is None or other.published is None:
        return True
    return abs(one.published - other.published) <= SAME_DAYS


def face_first(story: Story) -> tuple[float, str, str]:
    """Sorts the telling that shall be the story's face first."""
    day = story.published.isoformat() if story.published else "9999"
    return (-story.prior, day, story.id)
