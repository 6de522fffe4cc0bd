"""One story told by several outlets becomes one Story. Pure.

Tellings are the same story by the same name (address, arXiv id, release), then, for
launches of about the same days, by title: a short title whose words, such as a
product's name and version, all stand in a longer one, or two titles that share most
of their words.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from newsletter.research.outlets.leads import face_first, leads_of
from newsletter.research.story import Kind, Story, Telling

MOST_ALSO = 12


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
    faces = sorted(stories, key=face_first)
    owner = {story.id: story.id for story in faces}
    owner |= {story.id: lead.id for story, lead in leads_of(faces)}
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


def _one(tellings: Sequence[Story]) -> Story:
    if len(tellings) == 1:
        return tellings[0]
    ordered = sorted(tellings, key=face_first)
    face = ordered[0]
    days = [story.published for story in ordered if story.published]
    same_address = [story.summary for story in ordered if story.id == face.id]
    return face.model_copy(
        update={
            "title": _own_title(face, ordered),
            "published": face.published or min(days, default=None),
            "summary": face.summary or max(same_address, key=len),
            "also": _also(ordered),
            "signals": _signals(ordered),
            "tags": next((story.tags for story in ordered if story.tags), ()),
        }
    )


def _own_title(face: Story, ordered: Sequence[Story]) -> str:
    """The title; a paper's as arXiv has it, before that of a list that counts votes."""
    own = (one.title for one in ordered if one.id == face.id and not one.signals)
    return next(own, face.title) if face.kind is Kind.PAPER else face.title


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
