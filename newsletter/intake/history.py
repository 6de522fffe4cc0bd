"""A story's record in the order of time: where it went, what was done, who and why."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import QuerySet

from newsletter.models import Coverage, Issue, Story, StoryStep


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened to a story."""

    at: datetime
    words: str
    by: str
    because: str = ""


def tell(story: Story) -> list[Line]:
    """All of it, the newest first."""
    return sorted(
        [*_moves(story), *_acts(story)], key=lambda line: line.at, reverse=True
    )


def _moves(story: Story) -> Iterator[Line]:
    for one in story.moves.all():
        words = f"{_named(one.before)} → {_named(one.after)}"
        yield Line(one.moved_at, words if one.before else "found", one.by, one.because)


def _acts(story: Story) -> Iterator[Line]:
    """What a person did that moved it nowhere; the rest is among its moves."""
    kind = ContentType.objects.get_for_model(Story)
    rows = LogEntry.objects.filter(content_type=kind, object_id=str(story.pk))
    for one in rows.exclude(change_message__contains="→").select_related("user"):
        act, _, why = one.change_message.partition(". ")
        yield Line(one.action_time, act, one.user.get_username(), why)


def _named(state: str) -> str:
    return state.replace("_", " ")


def steps(story: Story) -> QuerySet[StoryStep]:
    """Each attempt at each step, in their order."""
    return story.steps.order_by("started_at", "pk")


def issues(story: Story) -> QuerySet[Issue]:
    """The issues that told it, under any of its names."""
    names = story.keys.values("key")
    told = Coverage.objects.of(story.newsletter).filter(keys__key__in=names)
    found: QuerySet[Issue] = Issue.objects.filter(pk__in=told.values("issue"))
    return found.order_by("number")
