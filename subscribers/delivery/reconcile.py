"""Reconciling: settles what a crash left uncertain, by the mail server's own record.

Taken by the server: it was accepted. Not named at all, though the log proves that it is
that server's and whole from before the letter began until long after: it never arrived,
and may be sent. Else it is held.
"""

import gzip
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median

from django.db.models import Q

from newsletter.models import Issue
from subscribers.delivery import mail_logs
from subscribers.delivery.mail_logs import MailLog, UnknownLog, minute_of
from subscribers.letters import references
from subscribers.models import Delivery

# A sender that was stopped may still hold an open letter for as long as a mail server
# waits for one (RFC 5321, 4.5.3.2); only then is absence a proof.
GRACE = timedelta(minutes=15)
# Clocks of machines differ by seconds, and a letter may take minutes; more is no clock
# of the same time.
CLOCKS_DIFFER = timedelta(minutes=10)
ZONES_DIFFER = timedelta(minutes=15)
# In these months clocks are put forward or back, by night.
CLOCKS_CHANGE = frozenset({2, 3, 4, 5, 9, 10, 11})
MORNING_HOUR = 4
SUMMER_TIME = timedelta(hours=1)
GZIP = b"\x1f\x8b"
CHUNK = 1000
SAMPLE = 500


@dataclass(frozen=True, slots=True)
class Span:
    """A time of which a log tells everything, and the minutes in which it told anything."""

    start: datetime
    end: datetime
    minutes: frozenset[int] | None = None  # None: not asked for

    def holds(self, start: datetime, end: datetime) -> bool:
        return self.start <= start and end <= self.end

    def speaks(self, start: datetime, end: datetime) -> bool:
        """Whether anything was written then: else there may be a hole."""
        asked = range(minute_of(start) - 1, minute_of(end) + 1)
        return self.minutes is None or any(one in self.minutes for one in asked)


@dataclass(slots=True)
class Record:
    """What logs say was accepted: deliveries by id, letters by issue and reader."""

    deliveries: set[int] = field(default_factory=set)
    letters: set[tuple[int, int]] = field(default_factory=set)
    # Named without proof that they were taken.
    named: set[int] = field(default_factory=set)
    named_letters: set[tuple[int, int]] = field(default_factory=set)
    # When the logs are whole, by the ledger's clock.
    whole: tuple[Span, ...] = ()

    def add(self, text: str) -> None:
        self.deliveries |= references.deliveries_in(text)
        self.letters |= references.letters_in(text)

    def has(self, delivery_id: int, letter: tuple[int, int | None]) -> bool:
        return delivery_id in self.deliveries or letter in self.letters

    def names(self, delivery_id: int, letter: tuple[int, int | None]) -> bool:
        """Whether it is named at all, though without proof that it was taken."""
        return delivery_id in self.named or letter in self.named_letters

    def lacks(
        self, delivery_id: int, letter: tuple[int, int | None], since: datetime | None
    ) -> bool:
        """Whether it is certain that the server took no such letter."""
        if since is None or self.names(delivery_id, letter):
            return False
        return any(
            span.holds(since, since + GRACE) and span.speaks(since, since + GRACE)
            for span in self.whole
        )


@dataclass(frozen=True, slots=True)
class Reconciled:
    """How many uncertain deliveries became what."""

    accepted: int
    requeued: int
    held: int


def read_logs(
    paths: Sequence[Path], now: datetime, *, whole_until: datetime | None = None
) -> Record:
    """The record in a mail server's logs, gzipped ones too; raises UnknownLog.

    Each proves by letters that the ledger knows whose log it is and in which zone its
    times are; one that holds none of ours proves no absence.
    """
    record, spans = Record(), []
    for path in paths:
        try:
            log = _parsed(path, now)
        except (UnknownLog, EOFError, OSError, zlib.error) as error:
            raise UnknownLog(f"{path}: {error}") from error
        for taken in log.taken:
            record.add(taken.names)
        _note_named(record, log)
        if (span := _span(log)) is not None:
            end = min(span.end, whole_until) if whole_until else span.end
            spans.append(Span(span.start, end, span.minutes))
    record.whole = tuple(spans)
    return record


def _parsed(path: Path, now: datetime) -> MailLog:
    with path.open("rb") as file:
        is_gzipped = file.read(2) == GZIP
    opener = gzip.open if is_gzipped else open
    with opener(path, "rt", encoding="utf-8", errors="replace") as lines:
        return mail_logs.parse(lines, now)


def _note_named(record: Record, log: MailLog) -> None:
    """What is named and was not taken: Postfix's own word settles that, others' not."""
    if log.server == "Postfix":
        return
    for line in log.named:
        record.named |= references.deliveries_in(line)
        record.named_letters |= references.letters_in(line)


def _span(log: MailLog) -> Span | None:
    """When `log` is whole, by the ledger's clock; None where that is not proven."""
    if log.first is None or log.last is None or log.has_lost:
        return None
    differences = _differences(log)
    if not differences:
        return None
    # The zone, in quarters of an hour.
    ahead = median(one / ZONES_DIFFER for one in differences.values())
    zone = round(ahead) * ZONES_DIFFER
    # A letter that its server could not pass on at once is named again much later.
    alike = [at for at, one in differences.items() if abs(one - zone) <= CLOCKS_DIFFER]
    if 2 * len(alike) <= len(differences):
        return None
    start, end = log.first + zone, log.last + zone
    if not log.has_zone:
        start += SUMMER_TIME * _may_change(log.first, min(alike))
        end -= SUMMER_TIME * _may_change(max(alike), log.last)
    shift = int(zone.total_seconds() // 60)
    return Span(start, end, frozenset(one + shift for one in log.minutes))


def _may_change(start: datetime, end: datetime) -> bool:
    """Whether a clock may have been put forward or back between two moments of its own."""
    has_night = start.date() != end.date() or start.hour < MORNING_HOUR
    return has_night and end.month in CLOCKS_CHANGE


def _differences(log: MailLog) -> dict[datetime, timedelta]:
    """How far the ledger's clock is ahead of the log's, by letters that both know."""
    written: dict[int, datetime] = {}
    letters: dict[tuple[int, int], datetime] = {}
    for taken in (*log.taken[:SAMPLE], *log.taken[-SAMPLE:]):
        if taken.written is None:
            continue
        for one in references.deliveries_in(taken.names):
            written.setdefault(one, taken.written)
        for letter in references.letters_in(taken.names):
            letters.setdefault(letter, taken.written)
    known = Delivery.objects.filter(
        Q(pk__in=list(written))
        | Q(
            issue__in={one for one, _ in letters},
            subscriber__in={b for _, b in letters},
        ),
        state=Delivery.State.ACCEPTED,
        started_at__isnull=False,
    )
    found = {}
    for pk, issue, reader, started_at in known.values_list(
        "pk", "issue", "subscriber", "started_at"
    ):
        at = written.get(pk) or letters.get((issue, reader))
        if at and started_at:
            found[at] = started_at - at
    return found


def reconcile(issue: Issue, record: Record, *, now: datetime) -> Reconciled:
    """Settle the uncertain deliveries of `issue`."""
    uncertain = Delivery.objects.filter(issue=issue, state=Delivery.State.UNCERTAIN)
    rows = list(uncertain.values_list("id", "subscriber_id", "started_at"))
    arrived = [pk for pk, reader, _ in rows if record.has(pk, (issue.pk, reader))]
    found = set(arrived)
    absent = [
        pk
        for pk, reader, started_at in rows
        if pk not in found and record.lacks(pk, (issue.pk, reader), started_at)
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
