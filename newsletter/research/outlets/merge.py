"""One story told by several outlets becomes one Story. Pure.

Tellings are the same story by the same name (address, arXiv id, release), then, for
launches of about the same days, by title: a short title whose words, such as a
product's name and version, all stand in a longer one, or two titles that share most
of their words.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import lru_cache

from newsletter.research.coverage import is_same_title
from newsletter.research.story import Kind, Story, Telling

SAME_DAYS = timedelta(days=7)
MOST_ALSO = 12
_WORD = re.compile(r"v?\d+(?:\.\d+)+|[^\W_]+")
# A name of more words is a sentence, which contains others by chance.
_LONGEST_NAME = 4
# Before a name, these words only say that it is new; alone, they name nothing.
_ANNOUNCING_WORDS = """
    introducing announcing presenting launching welcome meet new the a an our now
    available is releases released release launches launch with for and in on of to
    from by using version update updates updated preview beta"""
_ANNOUNCING = frozenset(_ANNOUNCING_WORDS.split())
_COMMON_WORDS = """
    ai llm llms agent agents model models open source language code coding api app
    claude gemini chatgpt gpt openai google anthropic google's github cloud
    data developers developer week news research guide tools tool how"""
_COMMON = frozenset(_COMMON_WORDS.split())


def merge(stories: Iterable[Story]) -> list[Story]:
    """Every story once, its face the telling with the highest prior; by id."""
    groups = defaultdict(list)
    for story in stories:
        groups[story.id].append(story)
    named = [_one(tellings) for _, tellings in sorted(groups.items())]
    merged = _by_title([story for story in named if story.kind is Kind.LAUNCH])
    merged += [story for story in named if story.kind is not Kind.LAUNCH]
    return sorted(merged, key=lambda story: story.id)


def _by_title(stories: Sequence[Story]) -> list[Story]:
    faces = sorted(stories, key=_face_first)
    owner = {story.id: story.id for story in faces}
    for story in faces:
        lead = _lead_of(story, faces)
        if lead is not None:
            owner[story.id] = lead.id
    groups = defaultdict(list)
    for story in faces:
        groups[_root(story.id, owner)].append(story)
    return [_one(tellings) for tellings in groups.values()]


def _root(name: str, owner: dict[str, str]) -> str:
    seen = {name}
    while owner[name] not in seen:
        name = owner[name]
        seen.add(name)
    return name


def _lead_of(story: Story, faces: Sequence[Story]) -> Story | None:
    """The other story that this one tells; None where none or several could be."""
    mine = _telling_words(story.title)
    leads = [
        other
        for other in faces
        if other.id != story.id
        and _is_near(story, other)
        and _leads(other, mine, story)
    ]
    if not leads:
        return None
    longest = max(leads, key=lambda lead: len(_telling_words(lead.title)))
    name = _telling_words(longest.title)
    is_one = all(
        _telling_words(lead.title) <= name or is_same_title(lead.title, longest.title)
        for lead in leads
    )
    return longest if is_one else None


def _leads(other: Story, mine: frozenset[str], story: Story) -> bool:
    """Whether `other` gives the name of what `story`, with the words `mine`, tells."""
    name = _telling_words(other.title)
    if not _is_name(name):
        return False
    if name == mine or _is_nearly_equal(name, mine, other.title, story.title):
        return _face_first(other) < _face_first(story)
    return name < mine and len(name) <= _LONGEST_NAME


def _is_nearly_equal(
    one: frozenset[str], other: frozenset[str], title: str, other_title: str
) -> bool:
    half = len(one & other) * 2 > len(one | other)
    return half and is_same_title(title, other_title)


def _is_name(found: frozenset[str]) -> bool:
    """Two words at least, and one that is no common word of the field."""
    return len(found) >= 2 and bool(found - _COMMON)


@lru_cache(maxsize=4096)
def _telling_words(title: str) -> frozenset[str]:
    """A title's words without those that only announce; a version is one word."""
    found = (re.sub(r"\Av(?=\d)", "", one) for one in _WORD.findall(title.lower()))
    return frozenset(found) - _ANNOUNCING


def _is_near(one: Story, other: Story) -> bool:
    if one.published is None or other.published is None:
        return True
    return abs(one.published - other.published) <= SAME_DAYS


def _face_first(story: Story) -> tuple[float, str, str]:
    """Sorts the telling that shall be the story's face first."""
    day = story.published.isoformat() if story.published else "9999"
    return (-story.prior, day, story.id)


def _one(tellings: Sequence[Story]) -> Story:
    if len(tellings) == 1:
        return tellings[0]
    ordered = sorted(tellings, key=_face_first)
    face = ordered[0]
    days = [story.published for story in ordered if story.published]
    same_address = [story.summary for story in ordered if story.id == face.id]
    return face.model_copy(
        update={
            "published": face.published or min(days, default=None),
            "summary": face.summary or max(same_address, key=len),
            "also": _also(ordered),
            "signals": _signals(ordered),
        }
    )


def _also(ordered: Sequence[Story]) -> tuple[Telling, ...]:
    face = ordered[0]
    found: dict[str, Telling] = {}
    for story in ordered[1:]:
        if story.id != face.id:
            telling = Telling(publisher=story.publisher, url=story.url)
            found.setdefault(story.url, telling)
    for story in ordered:
        for telling in story.also:
            found.setdefault(telling.url, telling)
    found.pop(face.url, None)
    return tuple(found.values())[:MOST_ALSO]


def _signals(ordered: Sequence[Story]) -> dict[str, float]:
    signals: dict[str, float] = {}
    for story in ordered:
        for name, value in story.signals.items():
            signals[name] = max(value, signals.get(name, value))
    return signals
