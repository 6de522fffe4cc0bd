"""The SQL of this room that is written by hand: bulk lookup and insert (COPY's rival).

Lists of hundreds of thousands come in; a model, or a placeholder, for each takes longer
than the database.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import connection
from django.utils import timezone

from subscribers.models import Consent, Subscriber, Suppression, address_hash

SUBSCRIBERS = Subscriber._meta.db_table
CONSENTS = Consent._meta.db_table
SUPPRESSIONS = Suppression._meta.db_table
# Only names are put in: every value is a parameter. With LATERAL and OFFSET the index of
# hashes is asked for each; with `IN (…)` of thousands PostgreSQL reads the whole list.
FIND = f"""
    SELECT digest, known.status, known.confirmed_at, barred.reason
    FROM unnest(%s::text[]) AS given (digest)
    LEFT JOIN LATERAL (
        SELECT newsletter_id, status, confirmed_at FROM {SUBSCRIBERS}
        WHERE address_hash = digest OFFSET 0
    ) AS known ON known.newsletter_id = %s
    LEFT JOIN LATERAL (
        SELECT reason FROM {SUPPRESSIONS} WHERE address_hash = digest OFFSET 0
    ) AS barred ON true
    WHERE known.status IS NOT NULL OR barred.reason IS NOT NULL
"""  # noqa: S608
ENLIST = f"""
    WITH enlisted AS (
        INSERT INTO {SUBSCRIBERS} (newsletter_id, address, address_hash, status,
            created_at, confirmed_at, left_at, less_of, bounce_score)
        SELECT %s, address, digest, status, %s, %s, %s, '[]', 0
        FROM unnest(%s::text[], %s::text[], %s::text[])
            AS given (address, digest, status)
        RETURNING id
    )
    INSERT INTO {CONSENTS} (subscriber_id, act, wording, wording_version, network, at)
    SELECT id, %s, %s, %s, %s, %s FROM enlisted
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of an address: on one list, and whether it is suppressed."""

    status: str | None = None  # None: not on the list
    confirmed_at: datetime | None = None
    suppressed: str | None = None  # for this reason


def find(newsletter_id: int, digests: Collection[str]) -> dict[str, Found]:
    """What is known of each address hash; of whom nothing is known is not in it."""
    if connection.vendor != "postgresql":
        return _find_by_models(newsletter_id, digests)
    with connection.cursor() as cursor:
        cursor.execute(FIND, (list(digests), newsletter_id))
        return {digest: Found(*known) for digest, *known in cursor.fetchall()}


def _find_by_models(newsletter_id: int, digests: Collection[str]) -> dict[str, Found]:
    on_list = Subscriber.objects.filter(
        newsletter_id=newsletter_id, address_hash__in=digests
    )
    found = {
        digest: Found(status, at)
        for digest, status, at in on_list.values_list(
            "address_hash", "status", "confirmed_at"
        )
    }
    barred = Suppression.objects.filter(address_hash__in=digests)
    for digest, reason in barred.values_list("address_hash", "reason"):
        found[digest] = replace(found.get(digest, Found()), suppressed=reason)
    return found


def enlist(
    newsletter_id: int,
    people: Mapping[str, str],
    line: Consent,
    *,
    confirmed_at: datetime | None = None,
    left_at: datetime | None = None,
) -> None:
    """Put addresses on a list, each with its status and a consent line like `line`."""
    if not people:
        return
    now = timezone.now()
    if connection.vendor != "postgresql":
        _enlist_by_models(newsletter_id, people, line, confirmed_at, left_at)
        return
    parameters = (
        *(newsletter_id, now, confirmed_at, left_at),
        *(list(people), list(map(address_hash, people)), list(people.values())),
        *(line.act, line.wording, line.wording_version, line.network, line.at),
    )
    with connection.cursor() as cursor:
        cursor.execute(ENLIST, parameters)


def _enlist_by_models(
    newsletter_id: int,
    people: Mapping[str, str],
    line: Consent,
    confirmed_at: datetime | None,
    left_at: datetime | None,
) -> None:
    rows = Subscriber.objects.bulk_create(
        Subscriber(
            newsletter_id=newsletter_id,
            address=address,
            status=status,
            confirmed_at=confirmed_at,
            left_at=left_at,
        )
        for address, status in people.items()
    )
    Consent.objects.bulk_create(
        Consent(
            subscriber=row,
            act=line.act,
            wording=line.wording,
            wording_version=line.wording_version,
            network=line.network,
            at=line.at,
        )
        for row in rows
    )
