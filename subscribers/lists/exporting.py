"""The export: a newsletter's list as CSV, one row a subscriber, whatever their status."""

import csv
import io
from collections.abc import Iterator, Mapping
from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery

from subscribers.lists.csv_safety import safe
from subscribers.models import Consent, Subscriber, Suppression

HEADINGS = (
    "address",
    "status",
    "created_at",
    "confirmed_at",
    "left_at",
    "less_of",
    "tags",
    "consent",
    "consent_at",
    "consent_wording",
)
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
AT_A_TIME = 2000


def lines(readers: QuerySet[Subscriber]) -> Iterator[str]:
    """The file line by line, headings first; cells are safe to open in a spreadsheet.

    The consent is the newest that lets us write; an import reads the file again.
    """
    yield _line(HEADINGS)
    agreed = Consent.objects.filter(
        subscriber=OuterRef("pk"),
        act__in=AGREED,
    ).order_by("-at", "-pk")
    suppressed = Suppression.objects.filter(address_hash=OuterRef("address_hash"))
    rows = (
        readers.order_by("pk")
        .prefetch_related("tags")
        .annotate(
            suppressed=Subquery(suppressed.values("reason")[:1]),
            act=Subquery(agreed.values("act")[:1]),
            agreed_at=Subquery(agreed.values("at")[:1]),
            wording=Subquery(agreed.values("wording")[:1]),
        )
    )
    for row in rows.iterator(chunk_size=AT_A_TIME):
        yield _line(
            (
                row.address,
                SUPPRESSED.get(row.suppressed or "", row.status),
                _moment(row.created_at),
                _moment(row.confirmed_at),
                _moment(row.left_at),
                "; ".join(row.less_of),
                "; ".join(tag.name for tag in row.tags.all()),
                row.act or "",
                _moment(row.agreed_at),
                row.wording or "",
            )
        )


def _line(cells: tuple[str, ...]) -> str:
    file = io.StringIO()
    csv.writer(file, quoting=csv.QUOTE_ALL).writerow([safe(cell) for cell in cells])
    return file.getvalue()


def _moment(at: datetime | None) -> str:
    return at.isoformat() if at else ""
