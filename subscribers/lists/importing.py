"""Readers from a file that another system wrote: planned row by row, then taken in.

Who left, bounced or complained, there or here, is never written to because of a file.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from django.db import transaction

from newsletter.models import Newsletter
from subscribers.consent import capacity as places
from subscribers.consent import status as consent
from subscribers.consent.record import Circumstances
from subscribers.consent.status import Vouched
from subscribers.lists.rows import Entry, Standing
from subscribers.models import Subscriber, Suppression, address_hash

Status = Subscriber.Status
LOOKED_UP_AT_A_TIME = 500
# Sign-ups wait for as long as these take.
DONE_AT_A_TIME = 500
SUPPRESSIONS = {
    Standing.SUPPRESSED: Suppression.Reason.OPERATOR,
    Standing.BOUNCED: Suppression.Reason.BOUNCED,
    Standing.COMPLAINED: Suppression.Reason.COMPLAINED,
}


class Verdict(StrEnum):
    """What is done about a row."""

    TAKEN = "taken in"
    KNOWN = "on the list already"
    LET_GO = "not to be written to"  # the file says so, and it is noted here
    LEFT_OUT = "left out"  # what is known here forbids it, or nobody confirmed
    SKIPPED = "skipped"  # the row is unclear, or repeats another
    NO_PLACE = "no place"  # the newsletter has all the readers it may have


@dataclass(frozen=True, slots=True)
class Known:
    """What is known here of an address on the list."""

    status: Status
    confirmed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Planned:
    """A row, what is to be done about it, and why in a few words."""

    entry: Entry
    verdict: Verdict
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Here:
    """What the plan has to respect: by address hash, and the places left."""

    known: Mapping[str, Known]
    suppressed: Mapping[str, str]
    places: int | None  # None: no limit


def take(
    newsletter: Newsletter,
    entries: Sequence[Entry],
    *,
    wording: str = "",
    at: datetime,
    commit: bool = False,
) -> list[Planned]:
    """What becomes of each row, in order; with `commit` it is done, else only told.

    `wording` is the operator's, kept as the consent of everybody taken in. Stopped
    half-way it can be called again: what is done already stays as it is.
    """
    here = _here(newsletter, entries)
    planned = plan(entries, here)
    if commit:
        circumstances = Circumstances(at)
        for start in range(0, len(planned), DONE_AT_A_TIME):
            rows = slice(start, start + DONE_AT_A_TIME)
            with transaction.atomic():
                planned[rows] = _do(newsletter, planned[rows], wording, circumstances)
    return sorted(planned, key=lambda row: row.entry.line)


def plan(entries: Iterable[Entry], here: Here) -> list[Planned]:
    """What is to be done, in the order to do it: who goes makes place first."""
    ordered = sorted(entries, key=lambda entry: entry.standing < Standing.LEFT)
    left = here.places
    planned = []
    for entry in ordered:
        digest = address_hash(entry.address)
        known = here.known.get(digest)
        row = _judge(entry, known, here.suppressed.get(digest))
        if left is not None:
            if row.verdict is Verdict.TAKEN and left <= 0:
                row = replace(row, verdict=Verdict.NO_PLACE, reason="the list is full")
            elif row.verdict is Verdict.TAKEN:
                left -= 1
            elif (
                row.verdict is Verdict.LET_GO
                and known
                and known.status in places.PLACED
            ):
                left += 1
        planned.append(row)
    return planned


def _judge(entry: Entry, known: Known | None, suppressed: str | None) -> Planned:
    if entry.fault:
        return Planned(entry, Verdict.SKIPPED, entry.fault)
    if entry.standing >= Standing.LEFT:
        return _judge_gone(entry, known, suppressed)
    if suppressed:
        return Planned(entry, Verdict.LEFT_OUT, f"suppressed here: {suppressed}")
    if known is not None:
        if known.status in (Status.ACTIVE, Status.PAUSED):
            return Planned(entry, Verdict.KNOWN, known.status)
        return Planned(entry, Verdict.LEFT_OUT, f"{known.status} here")
    if entry.standing is Standing.PENDING:
        return Planned(entry, Verdict.LEFT_OUT, "never confirmed, the file says")
    is_paused = entry.standing is Standing.PAUSED
    return Planned(entry, Verdict.TAKEN, "paused" if is_paused else "")


def _judge_gone(entry: Entry, known: Known | None, suppressed: str | None) -> Planned:
    """A row that forbids letters: it is heeded, unless its owner came back since."""
    said = f"{entry.standing.name.lower()}, the file says"
    if entry.standing is Standing.COMPLAINED:
        return Planned(entry, Verdict.LET_GO, said)
    if suppressed or (known and known.status in (Status.UNSUBSCRIBED, Status.BOUNCED)):
        return Planned(entry, Verdict.LEFT_OUT, f"{said}; known here too")
    if known is not None and known.status == Status.PENDING:
        return Planned(entry, Verdict.LEFT_OUT, "asked here and has yet to confirm")
    came_back = (
        known is not None
        and known.confirmed_at is not None
        and entry.left_at is not None
        and known.confirmed_at > entry.left_at
    )
    if came_back and entry.standing is not Standing.SUPPRESSED:
        return Planned(entry, Verdict.KNOWN, "confirmed here after that")
    return Planned(entry, Verdict.LET_GO, said)


def _do(
    newsletter: Newsletter,
    rows: Sequence[Planned],
    wording: str,
    circumstances: Circumstances,
) -> list[Planned]:
    """Act on some rows; where somebody else was faster, what they did holds."""
    gone = [row.entry for row in rows if row.verdict is Verdict.LET_GO]
    _let_go(newsletter, gone, circumstances)
    taken = {
        row.entry.address: row.entry.standing is Standing.PAUSED
        for row in rows
        if row.verdict is Verdict.TAKEN
    }
    became = consent.vouch(newsletter, taken, circumstances, wording=wording)
    return [_after(row, became.get(row.entry.address)) for row in rows]


def _let_go(
    newsletter: Newsletter, entries: Sequence[Entry], circumstances: Circumstances
) -> None:
    left = [one.address for one in entries if one.standing is Standing.LEFT]
    consent.note_leaving(newsletter, left, circumstances)
    for entry in entries:
        if reason := SUPPRESSIONS.get(entry.standing):
            consent.suppress(entry.address, reason, circumstances.at)


def _after(row: Planned, became: Vouched | None) -> Planned:
    """What is to be told of a row, from what became of its address."""
    if row.verdict is not Verdict.TAKEN:
        return row
    if became is Vouched.NO_PLACE:
        return replace(row, verdict=Verdict.NO_PLACE, reason=Vouched.NO_PLACE.value)
    if became is Vouched.BARRED:
        return replace(row, verdict=Verdict.LEFT_OUT, reason="changed meanwhile")
    return row


def _here(newsletter: Newsletter, entries: Sequence[Entry]) -> Here:
    digests = [address_hash(entry.address) for entry in entries if entry.address]
    known: dict[str, Known] = {}
    suppressed: dict[str, str] = {}
    for start in range(0, len(digests), LOOKED_UP_AT_A_TIME):
        some = digests[start : start + LOOKED_UP_AT_A_TIME]
        rows = Subscriber.objects.filter(newsletter=newsletter, address_hash__in=some)
        for digest, status, at in rows.values_list(
            "address_hash", "status", "confirmed_at"
        ):
            known[digest] = Known(Status(status), at)
        barred = Suppression.objects.filter(address_hash__in=some)
        suppressed.update(barred.values_list("address_hash", "reason"))
    return Here(known, suppressed, places.left(newsletter))
