"""Takes in what an outlet tells: each story once, however many tell it.

Two workers that find the same story at once take turns by the newsletter's row; the
unique key of a story is the second line of defence.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction

from newsletter.models import Newsletter, Story, StoryKey, StoryTelling
from newsletter.research.story import Story as Found
from newsletter.text.identifiers import story_id


@dataclass(frozen=True, slots=True)
class Admitted:
    """How many stories an answer brought: new ones, and tellings of known ones."""

    new: int = 0
    told_again: int = 0


def admit(
    newsletter: Newsletter,
    outlet: str,
    found: Sequence[Found],
    *,
    undated: date | None = None,
) -> Admitted:
    """Keep what an outlet told. What is known gains a telling, the rest is discovered.

    `undated` is the day of a new story that names none.
    """
    return admit_all(newsletter, {outlet: found}, undated=undated)


def admit_all(
    newsletter: Newsletter,
    told: Mapping[str, Sequence[Found]],
    *,
    undated: date | None = None,
) -> Admitted:
    """The same for what several outlets told, by their names."""
    each = [(outlet, one) for outlet, found in told.items() for one in found]
    if not each:
        return Admitted()
    with transaction.atomic():
        Newsletter.objects.select_for_update(no_key=True).get(pk=newsletter.pk)
        known = _known(newsletter, (one for _, one in each))
        new = _discover(newsletter, _unknown(each, known), undated)
        known |= {key: story for story, keys in new for key in keys}
        fresh = _tell(each, known)
    return Admitted(new=len(new), told_again=fresh - len(new))


def _keys(one: Found) -> tuple[str, ...]:
    """All names of a story: its own, and those of its other tellings."""
    return tuple(dict.fromkeys((one.id, *(story_id(also.url) for also in one.also))))


def _known(newsletter: Newsletter, found: Iterable[Found]) -> dict[str, Story]:
    keys = {key for one in found for key in _keys(one)}
    rows = StoryKey.objects.filter(newsletter=newsletter, key__in=keys)
    return {row.key: row.story for row in rows.select_related("story")}


def _unknown(
    each: Iterable[tuple[str, Found]], known: dict[str, Story]
) -> list[tuple[str, Found, tuple[str, ...]]]:
    """Those that go by no known name; of two that share one, the first."""
    seen, unknown = set(known), []
    for outlet, one in each:
        keys = _keys(one)
        if seen.isdisjoint(keys):
            unknown.append((outlet, one, keys))
        seen.update(keys)
    return unknown


def _discover(
    newsletter: Newsletter,
    unknown: list[tuple[str, Found, tuple[str, ...]]],
    undated: date | None,
) -> list[tuple[Story, tuple[str, ...]]]:
    stories = Story.objects.bulk_create(
        Story(
            newsletter=newsletter,
            story_id=one.id,
            kind=one.kind,
            title=one.title,
            url=one.url,
            publisher=one.publisher,
            author=one.author,
            published=one.published or undated,
            summary=one.summary,
            moved_by=f"intake: {outlet}"[:150],
        )
        for outlet, one, _ in unknown
    )
    new = [(story, keys) for story, (*_, keys) in zip(stories, unknown, strict=True)]
    StoryKey.objects.bulk_create(
        StoryKey(newsletter=newsletter, story=story, key=key)
        for story, keys in new
        for key in keys
    )
    return new


def _tell(each: Iterable[tuple[str, Found]], known: dict[str, Story]) -> int:
    """Keep each telling; one that its outlet told before is no new one."""
    tellings: dict[tuple[int, str], StoryTelling] = {}
    for outlet, one in each:
        story = next(known[key] for key in _keys(one) if key in known)
        tellings.setdefault(
            (story.pk, outlet),
            StoryTelling(
                story=story,
                outlet=outlet,
                publisher=one.publisher,
                url=one.url,
                title=one.title,
                signals=one.signals,
                prior=one.prior,
            ),
        )
    stories, outlets = zip(*tellings, strict=True)
    kept = StoryTelling.objects.filter(story__in=stories, outlet__in=set(outlets))
    known_already = set(kept.values_list("story_id", "outlet"))
    fresh = [one for key, one in tellings.items() if key not in known_already]
    StoryTelling.objects.bulk_create(fresh)
    return len(fresh)
