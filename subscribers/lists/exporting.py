"""The export: a newsletter's list as CSV, one row a subscriber, whatever their status."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from django.db.models import QuerySet

from subscribers.lists.csv_safety import safe
from subscribers.models import Consent, Subscriber, Suppression
from subscribers.segments.tags import PutOn

HEADINGS = (
    "address", "status", "created_at", "confirmed_at", "left_at", "tags", "consent",
    "consent_at", "consent_wording",
)  # fmt: skip
# An address that must not be written to says so wherever the file goes.
SUPPRESSED: Mapping[str, str] = {
    Suppression.Reason.ERASED: "unsubscribed",
    Suppression.Reason.BOUNCED: "bounced",
    Suppression.Reason.COMPLAINED: "complained",
    Suppression.Reason.OPERATOR: "suppressed",
}
AGREED = (
    Consent.Act.CONFIRMED,
    Consent.Act.RETURNED,
    Consent.Act.IMPORTED,
    Consent.Act.MOVED,
)
NOTHING: tuple[str, datetime | None, str] = ("", None, "")
AT_A_TIME = 2000


def lines(readers: QuerySet[Subscriber]) -> Iterator[str]:
    """The file, some lines at a time, headings first; safe to open in a spreadsheet.

    The consent is the newest that lets us write; an import reads the file again.
    """
    yield _written([HEADINGS])
    rows = readers.order_by("pk").prefetch_related(None).select_related(None)
    last = 0
    # By number and not by a cursor: whoever reads the file may do so slowly.
    while some := list(rows.filter(pk__gt=last)[:AT_A_TIME]):
        yield _written(_told(some))
        last = some[-1].pk


def _told(readers: list[Subscriber]) -> Iterator[tuple[str, ...]]:
    numbers = [row.pk for row in readers]
    agreed = {
        pk: (act, at, wording)
        for pk, act, at, wording in Consent.objects.filter(
            subscriber__in=numbers, act__in=AGREED
        )
        .order_by("at", "pk")
        .values_list("subscriber_id", "act", "at", "wording")
    }
    suppressed = dict(
        Suppression.objects.filter(
            address_hash__in=[row.address_hash for row in readers]
        ).values_list("address_hash", "reason")
    )
    tags: dict[int, list[str]] = {}
    put_on = PutOn.objects.filter(subscriber__in=numbers).order_by("tag__key")
    for pk, name in put_on.values_list("subscriber_id", "tag__name"):
        tags.setdefault(pk, []).append(name)
    for row in readers:
        act, agreed_at, wording = agreed.get(row.pk, NOTHING)
        yield (
            safe(row.address),
            SUPPRESSED.get(suppressed.get(row.address_hash, ""), row.status),
            _moment(row.created_at),
            _moment(row.confirmed_at),
            _moment(row.left_at),
            safe("; ".join(tags.get(row.pk, ()))),
            act,
            _moment(agreed_at),
            safe(wording),
        )


def _written(rows: Iterable[tuple[str, ...]]) -> str:
    file = io.StringIO()
    csv.writer(file, quoting=csv.QUOTE_ALL).writerows(rows)
    return file.getvalue()


def _moment(at: datetime | None) -> str:
    return at.isoformat() if at else ""
