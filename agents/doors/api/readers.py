"""Subscribers and deliveries: their addresses only where the key has that scope too."""

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Schema

from agents.access.scopes import Scope
from agents.doors.api.access import Key, known_caller
from agents.doors.api.shapes import (
    Id,
    OfNewsletter,
    PageNumber,
    PageOf,
    PerPage,
    one_of,
    paged,
)
from agents.doors.problems import Problem
from subscribers.models import Delivery, Subscriber

router = Router(tags=["Readers"])
READ, LETTERS = Key(Scope.SUBSCRIBERS_READ), Key(Scope.DELIVERIES_READ)
StatusName = Annotated[str, Query(pattern=one_of(Subscriber.Status.values))]
StateName = Annotated[str, Query(pattern=one_of(Delivery.State.values))]
IssueNumber = Annotated[int, Query(ge=0, le=2**31 - 1)]


class SubscriberShape(Schema):
    """`address` is null unless the key has the scope addresses:read too."""

    id: int
    newsletter: str
    status: str
    created_at: datetime
    confirmed_at: datetime | None
    left_at: datetime | None
    tags: list[str]
    address: str | None


class Subscribers(PageOf):
    items: list[SubscriberShape]


class DeliveryShape(Schema):
    """`subscriber` is null once its owner had everything erased."""

    id: int
    newsletter: str
    issue: int
    subscriber: int | None
    state: str
    attempts: int
    created_at: datetime
    started_at: datetime | None
    settled_at: datetime | None


class Deliveries(PageOf):
    items: list[DeliveryShape]


@router.get(
    "/subscribers", response=Subscribers, auth=READ, operation_id="listSubscribers"
)
def subscribers(
    request: HttpRequest,
    newsletter: OfNewsletter = "",
    status: StatusName = "",
    page: PageNumber = 1,
    per_page: PerPage = 30,
) -> dict[str, Any]:
    """Subscribers, the newest first."""
    rows = Subscriber.objects.select_related("newsletter").prefetch_related("tags")
    rows = rows.order_by("-pk")
    if newsletter:
        rows = rows.filter(newsletter__slug=newsletter)
    if status:
        rows = rows.filter(status=status)
    shows = _shows_addresses(request)
    return paged(
        rows, page, per_page, lambda row: _subscriber(row, shows_address=shows)
    )


@router.get(
    "/subscribers/{subscriber}",
    response=SubscriberShape,
    auth=READ,
    operation_id="getSubscriber",
)
def subscriber(request: HttpRequest, subscriber: Id) -> SubscriberShape:
    """One subscriber."""
    found = Subscriber.objects.select_related("newsletter").filter(pk=subscriber)
    row = found.first()
    if row is None:
        raise Problem("not-found", f"No subscriber {subscriber}.")
    return _subscriber(row, shows_address=_shows_addresses(request))


@router.get(
    "/deliveries", response=Deliveries, auth=LETTERS, operation_id="listDeliveries"
)
def deliveries(
    request: HttpRequest,
    newsletter: OfNewsletter = "",
    issue: IssueNumber = 0,
    state: StateName = "",
    page: PageNumber = 1,
    per_page: PerPage = 30,
) -> dict[str, Any]:
    """What became of letters, the newest first; `issue` is an issue's number."""
    rows = Delivery.objects.select_related("issue__newsletter").order_by("-pk")
    rows = rows.defer("issue__markdown", "issue__page_html")
    if newsletter:
        rows = rows.filter(issue__newsletter__slug=newsletter)
    if issue:
        rows = rows.filter(issue__number=issue)
    if state:
        rows = rows.filter(state=state)
    return paged(rows, page, per_page, _delivery)


def _shows_addresses(request: HttpRequest) -> bool:
    return known_caller(request).may(Scope.ADDRESSES_READ)


def _subscriber(row: Subscriber, *, shows_address: bool) -> SubscriberShape:
    return SubscriberShape(
        id=row.pk,
        newsletter=row.newsletter.slug,
        status=row.status,
        created_at=row.created_at,
        confirmed_at=row.confirmed_at,
        left_at=row.left_at,
        tags=sorted(str(tag) for tag in row.tags.all()),
        address=row.address if shows_address else None,
    )


def _delivery(row: Delivery) -> DeliveryShape:
    return DeliveryShape(
        id=row.pk,
        newsletter=row.issue.newsletter.slug,
        issue=row.issue.number,
        subscriber=row.subscriber_id,
        state=row.state,
        attempts=row.attempts,
        created_at=row.created_at,
        started_at=row.started_at,
        settled_at=row.settled_at,
    )
