"""What intake holds of some days, as research is told it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from newsletter.models import (
    Newsletter,
    Outlet,
    OutletHealth,
    Source,
    StoryKey,
    StoryStep,
)
from newsletter.models import Story as Row
from newsletter.research.coverage.traits import names_of
from newsletter.research.enrichment import Outcome, Step
from newsletter.research.lifecycle import TOLD, State
from newsletter.research.story import Kind, Story, Telling

# What research may be told of: not what ended, nor what an issue told.
_OPEN = (
    State.DISCOVERED,
    State.ENRICHING,
    State.FAILED,
    State.ENRICHED,
    State.READY,
)

# Nobody tells these, whoever finds them again.
_BARRED = frozenset({State.REVIEW, State.IRRELEVANT, State.REJECTED})
# The memory knows what was told, also by whom else; it is for it to say so.
_TOLD_OR_READY = TOLD | {State.DUPLICATE, State.READY}

# An outlet that answered so lately need not be asked again.
_FRESH = timedelta(hours=2)


# A page that was read so lately need not be read again.
_LATELY_READ = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Held:
    """A story, and the names of the outlets that told it."""

    story: Story
    outlets: frozenset[str]


def fresh(newsletter: Newsletter, now: datetime) -> frozenset[str]:
    """The names of its outlets whose last answer is held."""
    answered = OutletHealth.objects.filter(
        outlet__in=Outlet.objects.of(newsletter),
        taken_in_at__range=(now - _FRESH, now),
        failures=0,
    )
    return frozenset(answered.values_list("outlet__name", flat=True))


def held(newsletter: Newsletter, kind: Kind, since: date, until: date) -> list[Held]:
    """The stories of those days, both included, that may be told."""
    rows = Row.objects.filter(
        newsletter=newsletter,
        kind=kind,
        state__in=[State.READY] if newsletter.reviews_stories else _OPEN,
        published__range=(since, until),
    )
    return [
        Held(story_of(row), frozenset(one.outlet for one in row.tellings.all()))
        for row in rows.prefetch_related("tellings").order_by("pk")
    ]


def texts(
    newsletter: Newsletter, urls: Collection[str], now: datetime
) -> dict[str, Source]:
    """What pages of stories said when they were read lately, by the stories' addresses."""
    steps = StoryStep.objects.filter(
        story__newsletter=newsletter,
        story__url__in=urls,
        step=Step.TEXT,
        outcome=Outcome.DONE,
        is_set_aside=False,
        ended_at__range=(now - _LATELY_READ, now),
    ).select_related("story__source")
    return {
        step.story.url: step.story.source
        for step in steps
        if step.story.source and not (step.result or {}).get("is_from_outlet")
    }


def must_haves(newsletter: Newsletter, kind: Kind) -> list[Story]:
    """What an operator wants told and no issue has told yet, whatever its day."""
    rows = Row.objects.filter(
        newsletter=newsletter, kind=kind, must_have=True, state__in=_OPEN
    )
    return [
        story_of(row).model_copy(update={"must_have": True})
        for row in rows.prefetch_related("tellings").order_by("pk")
    ]


def barred(newsletter: Newsletter, stories: Sequence[Story]) -> set[str]:
    """The ids of those that may not be told: a person or intake decided so, or has yet to.

    A story that intake does not hold under any of its names may be told.
    """
    names = {one.id: set(names_of(one)) for one in stories}
    keys = StoryKey.objects.filter(
        newsletter=newsletter, key__in=set().union(*names.values())
    )
    states = keys.exclude(story__must_have=True).values_list("key", "story__state")
    refused = {
        key
        for key, state in states
        if state in _BARRED
        or (newsletter.reviews_stories and state not in _TOLD_OR_READY)
    }
    return {story for story, known in names.items() if known & refused}


def unknown(newsletter: Newsletter, stories: Sequence[Story]) -> list[Story]:
    """Those that intake does not hold under any of their names."""
    names = {one.id: set(names_of(one)) for one in stories}
    keys = StoryKey.objects.filter(
        newsletter=newsletter, key__in=set().union(*names.values())
    )
    known = set(keys.values_list("key", flat=True))
    return [one for one in stories if known.isdisjoint(names[one.id])]


def story_of(row: Row) -> Story:
    """The story as research is told it."""
    tellings = list(row.tellings.all())
    signals: dict[str, float] = {}
    for telling in tellings:
        signals |= telling.signals
    return Story(
        id=row.story_id,
        kind=Kind(row.kind),
        title=row.title,
        url=row.url,
        publisher=row.publisher,
        published=row.published,
        summary=row.summary,
        also=tuple(
            Telling(publisher=one.publisher, url=one.url)
            for one in tellings
            if one.url != row.url
        ),
        signals=signals,
        prior=max((one.prior for one in tellings), default=0.5),
        tags=tuple(row.tags),
    )
