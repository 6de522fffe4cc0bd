"""Settling what a crash left uncertain, by the mail server's own record.

Found there: it was accepted. Not found, though the record is whole up to a time long
after the letter was started: it never arrived, and may be sent. Else it is held.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from newsletter.models import Issue
from subscribers.letters import references
from subscribers.models import Delivery

# A sender that was stopped may still hold an open letter for as long as a mail server
# waits for one (RFC 5321, 4.5.3.2); only then is absence a proof.
GRACE = timedelta(minutes=15)
# Postfix names a message before it has all of it; only the queue manager's line with
# the same queue id says that it was taken.
POSTFIX = re.compile(r"postfix(?:-\w+)?/([\w/-]+)\[\d+\]: ([0-9A-Za-z]{6,20}): (.*)")
CHUNK = 1000


@dataclass(slots=True)
class Record:
    """What a log says was accepted: deliveries by id, letters by issue and reader."""

    deliveries: set[int]
    letters: set[tuple[int, int]]

    def add(self, text: str) -> None:
        self.deliveries |= references.deliveries_in(text)
        self.letters |= references.letters_in(text)


@dataclass(frozen=True, slots=True)
class Reconciled:
    """How many uncertain deliveries became what."""

    accepted: int
    requeued: int
    held: int


def read_log(lines: Iterable[str]) -> Record:
    """The record in a mail server's log: Postfix's, or any with one line a letter."""
    record = Record(set(), set())
    named: dict[str, str] = {}
    for line in lines:
        found = POSTFIX.search(line)
        if found is None:
            record.add(line)
            continue
        program, queue_id, said = found.groups()
        if program.endswith("cleanup"):
            named[queue_id] = said
        elif program.endswith("qmgr") and "(queue active)" in said:
            record.add(f"{named.pop(queue_id, '')} {said}")
    return record


def reconcile(
    issue: Issue,
    record: Record,
    *,
    whole_until: datetime,
    now: datetime,
    grace: timedelta = GRACE,
) -> Reconciled:
    """Settle the uncertain deliveries of `issue`; `record` is whole up to a time."""
    uncertain = Delivery.objects.filter(issue=issue, state=Delivery.State.UNCERTAIN)
    rows = list(uncertain.values_list("id", "subscriber_id", "started_at"))
    arrived = [
        pk
        for pk, reader, _ in rows
        if pk in record.deliveries or (issue.pk, reader) in record.letters
    ]
    found = set(arrived)
    absent = [
        pk
        for pk, _, started_at in rows
        if pk not in found and started_at and started_at + grace < whole_until
    ]
    accepted = _update(
        issue,
        arrived,
        state=Delivery.State.ACCEPTED,
        settled_at=now,
        reply="found in the mail server's record",
    )
    requeued = _update(
        issue,
        absent,
        state=Delivery.State.QUEUED,
        claimed_by="",
        reply="absent from the mail server's record",
    )
    return Reconciled(accepted, requeued, uncertain.count())


def _update(issue: Issue, ids: list[int], **values: object) -> int:
    """Change those still uncertain, a chunk at a time; how many."""
    still = Q(issue=issue, state=Delivery.State.UNCERTAIN)
    return sum(
        Delivery.objects.filter(still, id__in=ids[at : at + CHUNK]).update(**values)
        for at in range(0, len(ids), CHUNK)
    )
