"""Filters of the list of readers: tag, segment, bounced."""

from typing import Any

from django.contrib.admin import SimpleListFilter
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from subscribers.models import Segment, Subscriber, Tag
from subscribers.segments import query

# More would push everything else off the page; a segment takes any.
MOST = 40


def _named(rows: QuerySet[Any]) -> list[tuple[str, str]]:
    """Id and name; with several newsletters whose it is, for two may be alike."""
    found = list(rows.select_related("newsletter")[:MOST])
    several = len({row.newsletter_id for row in found}) > 1
    return [
        (str(row.pk), f"{row.name} ({row.newsletter.title})" if several else row.name)
        for row in found
    ]


class SegmentFilter(SimpleListFilter):
    """Who is in a segment now."""

    title, parameter_name = "segment", "segment"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return _named(Segment.objects.all())

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Subscriber]
    ) -> QuerySet[Subscriber] | None:
        if not self.value():
            return None
        segment = _by_id(Segment.objects.select_related("newsletter"), self.value())
        if segment is None:
            return queryset.none()
        return query.among(queryset, segment)


class TagFilter(SimpleListFilter):
    """Who has a tag."""

    title, parameter_name = "tag", "tag"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return _named(Tag.objects.order_by("newsletter", "key"))

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Subscriber]
    ) -> QuerySet[Subscriber] | None:
        if not self.value():
            return None
        tag = _by_id(Tag.objects.all(), self.value())
        if tag is None:
            return queryset.none()
        return queryset.filter(tags=tag)


class BouncedFilter(SimpleListFilter):
    """Of whom a letter came back."""

    title, parameter_name = "letters that came back", "bounced"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "some"), ("no", "none")]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Subscriber]
    ) -> QuerySet[Subscriber] | None:
        bounced = Q(bounce_score__gt=0) | Q(status=Subscriber.Status.BOUNCED)
        match self.value():
            case "yes":
                return queryset.filter(bounced)
            case "no":
                return queryset.exclude(bounced)
        return None


def _by_id(rows: QuerySet[Any], given: str | None) -> Any:
    return rows.filter(pk=given).first() if (given or "").isdecimal() else None
