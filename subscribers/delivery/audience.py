"""Freezing an issue's audience: once, in one statement, with every exclusion counted."""

from datetime import datetime
from typing import Any

from django.db import connection, transaction
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
from subscribers.models import Delivery, Dispatch, Subscriber, Suppression

TABLE = Delivery._meta.db_table
# Only names and placeholders are put in: every value is a parameter.
INSERT = f"""
    INSERT INTO {TABLE}
        (issue_id, subscriber_id, state, claimed_by, attempts, reply, created_at)
    SELECT %s, audience.id, %s, '', 0, '', %s FROM {{audience}} AS audience
    WHERE audience.reason = '' ORDER BY audience.id
    ON CONFLICT DO NOTHING
"""  # noqa: S608
COUNT = """
    SELECT audience.reason, count(*) FROM {audience} AS audience
    WHERE audience.reason <> '' GROUP BY audience.reason
"""
# However many readers there are, freezing them may take its time.
PATIENCE = "SET LOCAL statement_timeout = '10min'; SET LOCAL lock_timeout = '10min'"


def freeze(issue: Issue, now: datetime) -> Dispatch:
    """Write a Delivery for every reader the issue goes to: once, whoever asks."""
    dispatch, _ = Dispatch.objects.get_or_create(issue=issue)
    if dispatch.frozen_at is not None:
        return dispatch
    with transaction.atomic():
        if connection.vendor == "postgresql":
            _execute(PATIENCE)
        dispatch = Dispatch.objects.select_for_update().get(issue=issue)
        if dispatch.frozen_at is None:
            dispatch.excluded = _freeze(issue, now)
            dispatch.frozen_at = now
            dispatch.save(update_fields=["excluded", "frozen_at"])
    return dispatch


def _freeze(issue: Issue, now: datetime) -> dict[str, int]:
    """Insert the rows; the readers left out, by reason.

    Both parts see the list at one moment: on PostgreSQL as one statement, on SQLite
    because this transaction keeps every writer out.
    """
    sql, parameters = _audience(issue).query.sql_with_params()
    at = connection.ops.adapt_datetimefield_value(now)
    values = [issue.pk, Delivery.State.QUEUED.value, at]
    if connection.vendor == "postgresql":
        insert, count = (
            part.format(audience="all_readers") for part in (INSERT, COUNT)
        )
        rows = _execute(
            f"WITH all_readers AS MATERIALIZED ({sql}), frozen AS ({insert}) {count}",
            [*parameters, *values],
        )
        # Else the first claims are planned for an empty table.
        _execute(f"ANALYZE {TABLE}")
    else:
        rows = _execute(COUNT.format(audience=f"({sql})"), [*parameters])
        _execute(INSERT.format(audience=f"({sql})"), [*values, *parameters])
    return {str(reason): int(number) for reason, number in rows}


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


def _execute(sql: str, parameters: list[Any] | None = None) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return list(cursor.fetchall()) if cursor.description else []
