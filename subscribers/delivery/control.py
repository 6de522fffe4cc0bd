"""What an operator can do about an issue going out: pause, resume, retry, a report."""

import csv
from collections.abc import Iterator
from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse

from newsletter.models import Issue
from newsletter.pages.paths import address
from subscribers import alerts
from subscribers.addresses import masked, without_addresses
from subscribers.lists.csv_safety import safe
from subscribers.models import Delivery, Dispatch, Subscriber

State = Delivery.State
COLUMNS = (
    "delivery", "subscriber", "address", "state", "attempts", "reply", "bounces",
    "frozen", "started", "settled", "again",
)  # fmt: skip


def pause(dispatch: Dispatch, because: str, at: datetime) -> bool:
    """Hold what has not begun; False where it was held already."""
    rows = Dispatch.objects.filter(pk=dispatch.pk, paused_at__isnull=True)
    if not rows.update(paused_at=at, paused_because=because[:200]):
        return False
    dispatch.refresh_from_db(fields=["paused_at", "paused_because"])
    return True


def stop(dispatch: Dispatch, because: str, at: datetime) -> None:
    """Pause because too much comes back, and tell the operator once."""
    if pause(dispatch, because, at):
        page = address(reverse("admin:subscribers_dispatch_change", args=[dispatch.pk]))
        alerts.tell(
            f"{dispatch.issue.newsletter}: sending stopped: {because}",
            f"“{dispatch.issue}” goes no further. Look at what came back, and press"
            f" “Go on” to send the rest: {page}",
        )


def resume(dispatch: Dispatch, at: datetime) -> None:
    """Go on; what had stopped it was looked at, and only twice as much stops it again."""
    Dispatch.objects.filter(pk=dispatch.pk).update(
        paused_at=None, paused_because="", waved_on_at=at
    )
    dispatch.refresh_from_db(fields=["paused_at", "paused_because", "waved_on_at"])


def retry_failed(issue: Issue) -> int:
    """Try those again that were refused for good, and no others; how many.

    Not those whose reader has left, or whose address was given up.
    """
    refused = Delivery.objects.filter(
        issue=issue,
        state=State.REJECTED,
        subscriber__status=Subscriber.Status.ACTIVE,
    )
    return _queue(refused, "tried again by the operator")


def send_uncertain_again(issue: Issue) -> int:
    """The operator would rather have one arrive twice than not at all; how many."""
    uncertain = Delivery.objects.filter(issue=issue, state=State.UNCERTAIN)
    return _queue(uncertain, "sent again by the operator")


def take_uncertain_as_accepted(issue: Issue, at: datetime) -> int:
    """The operator knows, from the mail server, that they arrived; how many."""
    return Delivery.objects.filter(issue=issue, state=State.UNCERTAIN).update(
        state=State.ACCEPTED, settled_at=at, reply="accepted by the operator's word"
    )


def outcomes(issue: Issue) -> Iterator[str]:
    """A CSV of what became of each delivery, line by line; addresses are masked."""
    writer = csv.writer(_Echo())
    yield writer.writerow(COLUMNS)
    rows = (
        Delivery.objects.filter(issue=issue)
        .order_by("id")
        .select_related("subscriber")
        .prefetch_related("bounces")
    )
    for row in rows.iterator(chunk_size=500):
        yield writer.writerow(_cells(row))


def _cells(row: Delivery) -> list[object]:
    reader = row.subscriber
    return [
        row.pk,
        reader.pk if reader else "erased",
        masked(reader.address) if reader else "",
        row.state,
        row.attempts,
        # A server's words are a stranger's: no spreadsheet may take them for a formula.
        safe(without_addresses(row.reply)),
        " ".join(bounce.kind for bounce in row.bounces.all()),
        *(
            at.isoformat() if at else ""
            for at in (row.created_at, row.started_at, row.settled_at, row.next_at)
        ),
    ]


def _queue(rows: QuerySet[Delivery], reply: str) -> int:
    return rows.update(
        state=State.QUEUED,
        claimed_by="",
        attempts=0,
        reply=reply,
        settled_at=None,
        next_at=None,
    )


class _Echo:
    """A file that gives back what is written."""

    def write(self, line: str) -> str:
        return line
