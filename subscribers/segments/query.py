"""Segments: saved filters, asked anew each time, and the readers that they find."""

from datetime import UTC, date, datetime, time
from typing import Any

from django.db.models import Q, QuerySet

from subscribers.models import Segment, Subscriber, Tag
from subscribers.segments.tags import PutOn, key_of

Status = Subscriber.Status


def readers(segment: Segment) -> QuerySet[Subscriber]:
    """Who is in `segment` now, suppressed ones too."""
    return among(Subscriber.objects.all(), segment)


def among(rows: QuerySet[Subscriber], segment: Segment) -> QuerySet[Subscriber]:
    """Those of `rows` who are in `segment` now."""
    rows = rows.filter(newsletter=segment.newsletter_id)
    if segment.statuses:
        rows = rows.filter(status__in=segment.statuses)
    for name in segment.tags:
        rows = rows.filter(pk__in=_tagged(segment, name))
    for name in segment.without:
        rows = rows.exclude(pk__in=_tagged(segment, name))
    if segment.joined_from:
        rows = rows.filter(created_at__gte=_begin(segment.joined_from))
    if segment.joined_before:
        rows = rows.filter(created_at__lt=_begin(segment.joined_before))
    if segment.bounced:
        bounced = Q(bounce_score__gt=0) | Q(status=Status.BOUNCED)
        is_asked_for = segment.bounced == Segment.Bounced.YES
        rows = rows.filter(bounced if is_asked_for else ~bounced)
    return rows


def in_words(segment: Segment) -> str:
    """What the filter asks for."""
    said = []
    if segment.statuses:
        said.append(" or ".join(segment.statuses))
    if segment.tags:
        said.append("tagged " + " and ".join(segment.tags))
    if segment.without:
        said.append("not tagged " + " nor ".join(segment.without))
    if segment.joined_from:
        said.append(f"on the list since {segment.joined_from} or later")
    if segment.joined_before:
        said.append(f"on the list before {segment.joined_before}")
    if segment.bounced:
        said.append(segment.get_bounced_display())
    return "; ".join(said) or "everybody"


def _tagged(segment: Segment, name: str) -> QuerySet[Any, int]:
    tags = Tag.objects.filter(newsletter=segment.newsletter_id, key=key_of(name))
    # By its number: a join for each reader takes longer than the rest.
    number = tags.values_list("pk", flat=True).first()
    rows = PutOn.objects.filter(tag_id=number or 0)
    return rows.values_list("subscriber_id", flat=True)


def _begin(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
