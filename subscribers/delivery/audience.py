"""The audience (recipients) of an issue, frozen in one statement, exclusions counted."""

from collections.abc import Mapping
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import (
    Case,
    CharField,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
)

from newsletter.models import Issue
from subscribers.addresses import RESERVED_ENDINGS
from subscribers.consent import vouching
from subscribers.consent.record import Circumstances
from subscribers.delivery import restoring, sql
from subscribers.delivery.editions import Choosing
from subscribers.models import Dispatch, Subscriber, Suppression

OWN_LIST = "The operator named this address in RECIPIENT_EMAILS."
RESTORED = (
    "the first issue since the database was restored: look whether it went out before"
)


def freeze(issue: Issue, now: datetime) -> Dispatch:
    """Write a Delivery for every reader the issue goes to: once, whoever asks."""
    dispatch, _ = Dispatch.objects.get_or_create(issue=issue)
    if dispatch.frozen_at is not None:
        return dispatch
    choosing = Choosing(issue, now)
    choosing.by_reader()
    with transaction.atomic():
        sql.be_patient()
        dispatch = Dispatch.objects.select_for_update().get(issue=issue)
        if dispatch.frozen_at is None:
            _take_in_own(issue, now)
            dispatch.excluded = _freeze(issue, now, choosing.by_reader())
            dispatch.frozen_at = now
            if restoring.must_wait(dispatch):
                dispatch.paused_at, dispatch.paused_because = now, RESTORED
            dispatch.save()
    return dispatch


def own_list() -> tuple[str, ...]:
    """The operator's own list, RECIPIENT_EMAILS, as far as these are addresses."""
    return tuple(one for one in settings.RECIPIENT_EMAILS if "@" in one)


def count(issue: Issue) -> int:
    """How many readers it would go to now; the operator's own list where it has none."""
    reasons = [reason for _, reason in _audience(issue)]
    return reasons.count("") or len(own_list())


def _take_in_own(issue: Issue, now: datetime) -> None:
    """The operator's own list, where the newsletter has no reader.

    They become readers like all others, with a consent on record; who left, bounced or
    is suppressed is not taken in again. While the table cannot be read, that cannot be
    told, and nobody is written to.
    """
    own = dict.fromkeys(own_list(), False)
    readers = Subscriber.objects.filter(
        newsletter_id=issue.newsletter_id, status=Subscriber.Status.ACTIVE
    )
    if own and not readers.exists():
        vouching.vouch(issue.newsletter, own, Circumstances(now), wording=OWN_LIST)


def _freeze(issue: Issue, now: datetime, editions: Mapping[int, str]) -> dict[str, int]:
    """Insert the rows; the readers left out, by reason."""
    query, parameters = _audience(issue).query.sql_with_params()
    return sql.freeze(query, parameters, issue.pk, now, editions)


def _audience(issue: Issue) -> "QuerySet[Subscriber, tuple[int, str]]":
    """Every subscriber of the newsletter: id, and why not to write; '' is no reason."""
    suppressed = Suppression.objects.filter(address_hash=OuterRef("address_hash"))
    reasons = [
        When(~Q(status=Subscriber.Status.ACTIVE), then=F("status")),
        When(Exists(suppressed), then=Value("suppressed")),
    ]
    if issue.is_sample:
        reserved = Q()
        for ending in RESERVED_ENDINGS:
            reserved |= Q(address__iendswith=ending)
        reasons.append(When(~reserved, then=Value("sample")))
    reason = Case(*reasons, default=Value(""), output_field=CharField())
    return (
        Subscriber.objects.filter(newsletter_id=issue.newsletter_id)
        .annotate(reason=reason)
        .values_list("id", "reason")
    )
