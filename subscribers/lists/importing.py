"""The import of readers that another system knew: planned row by row, then done.

Who left, bounced or complained, there or here, is never written to because of a file.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from django.db import reset_queries, transaction

from newsletter.models import Newsletter
from subscribers.consent import capacity, sql, vouching
from subscribers.consent import status as consent
from subscribers.consent.record import Circumstances
from subscribers.consent.vouching import Vouched
from subscribers.lists.headings import Membership
from subscribers.lists.rows import Entry
from subscribers.lists.staging import Staging
from subscribers.lists.table import BadSheet
from subscribers.models import Subscriber, Suppression, address_hash
from subscribers.segments import tags

Status = Subscriber.Status
# Sign-ups wait for as long as these take.
DONE_AT_A_TIME = 2000
SUPPRESSIONS = {
    Membership.SUPPRESSED: Suppression.Reason.OPERATOR,
    Membership.BOUNCED: Suppression.Reason.BOUNCED,
    Membership.COMPLAINED: Suppression.Reason.COMPLAINED,
}


class Treatment(StrEnum):
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
    treatment: Treatment
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Here:
    """What the plan has to respect: by address hash, and the places left."""

    known: Mapping[str, Known]
    suppressed: Mapping[str, str]
    places: int | None  # None: no limit


def take(
    newsletter: Newsletter,
    staging: Staging,
    *,
    wording: str = "",
    at: datetime,
    commit: bool = False,
    tagged: Sequence[str] = (),
    by: str = "",
    progress: Callable[[int], None] = lambda _: None,
) -> Counter[Treatment]:
    """How many rows were treated how; `staging` then knows what became of each.

    With `commit` it is done, else only told. `wording` is the operator's, kept as the
    consent of everybody taken in. Who is on the list then gets the tags of their row and
    those in `tagged`. Stopped half-way it can be called again: what is done already stays
    as it is. `progress` is told how many rows are behind. Raises BadSheet.
    """
    _look_at_tags(newsletter, staging.tags() | set(tagged))
    circumstances = Circumstances(at)
    counted: Counter[Treatment] = Counter()
    places = capacity.left(newsletter)
    for entries in staging.batches(DONE_AT_A_TIME):
        here = _here(newsletter, entries, places)
        planned = plan(entries, here)
        places = _places_after(planned, here)
        if commit:
            with transaction.atomic():
                planned = _do(newsletter, planned, wording, circumstances)
                _tag(newsletter, planned, tagged, at, by)
        # With DEBUG on every statement is remembered, and these are long.
        reset_queries()
        counted.update(row.treatment for row in planned)
        staging.note([(row.entry.line, row.treatment, row.reason) for row in planned])
        progress(counted.total())
    return counted


def plan(entries: Iterable[Entry], here: Here) -> list[Planned]:
    """What is to be done, in the order of `entries`: who goes first makes place."""
    left = here.places
    planned = []
    for entry in entries:
        digest = address_hash(entry.address)
        known = here.known.get(digest)
        row = _judge(entry, known, here.suppressed.get(digest))
        if row.treatment is Treatment.TAKEN and left is not None and left <= 0:
            row = replace(row, treatment=Treatment.NO_PLACE, reason="the list is full")
        elif left is not None:
            left += _freed(row, known)
        planned.append(row)
    return planned


def _freed(row: Planned, known: Known | None) -> int:
    """How many places a row frees; less than none where it takes one."""
    if row.treatment is Treatment.TAKEN:
        return -1
    is_gone = row.treatment is Treatment.LET_GO
    return int(bool(is_gone and known and known.status in capacity.PLACED))


def _places_after(planned: Iterable[Planned], here: Here) -> int | None:
    if here.places is None:
        return None
    known = (here.known.get(address_hash(row.entry.address)) for row in planned)
    return here.places + sum(map(_freed, planned, known))


def _judge(entry: Entry, known: Known | None, suppressed: str | None) -> Planned:
    if entry.fault:
        return Planned(entry, Treatment.SKIPPED, entry.fault)
    if entry.standing >= Membership.LEFT:
        return _judge_gone(entry, known, suppressed)
    if suppressed:
        return Planned(entry, Treatment.LEFT_OUT, f"suppressed here: {suppressed}")
    if known is not None:
        if known.status in (Status.ACTIVE, Status.PAUSED):
            return Planned(entry, Treatment.KNOWN, known.status)
        return Planned(entry, Treatment.LEFT_OUT, f"{known.status} here")
    if entry.standing is Membership.PENDING:
        return Planned(entry, Treatment.LEFT_OUT, "never confirmed, the file says")
    is_paused = entry.standing is Membership.PAUSED
    return Planned(entry, Treatment.TAKEN, "paused" if is_paused else "")


def _judge_gone(entry: Entry, known: Known | None, suppressed: str | None) -> Planned:
    """A row that forbids letters: it is heeded, unless its owner came back since."""
    said = f"{entry.standing.name.lower()}, the file says"
    if entry.standing is Membership.COMPLAINED:
        return Planned(entry, Treatment.LET_GO, said)
    if suppressed or (known and known.status in (Status.UNSUBSCRIBED, Status.BOUNCED)):
        return Planned(entry, Treatment.LEFT_OUT, f"{said}; known here too")
    if known is not None and known.status == Status.PENDING:
        return Planned(entry, Treatment.LEFT_OUT, "asked here and has yet to confirm")
    came_back = (
        known is not None
        and known.confirmed_at is not None
        and entry.left_at is not None
        and known.confirmed_at > entry.left_at
    )
    if came_back and entry.standing is not Membership.SUPPRESSED:
        return Planned(entry, Treatment.KNOWN, "confirmed here after that")
    return Planned(entry, Treatment.LET_GO, said)


def _do(
    newsletter: Newsletter,
    rows: Sequence[Planned],
    wording: str,
    circumstances: Circumstances,
) -> list[Planned]:
    """Act on some rows; where somebody else was faster, what they did holds."""
    gone = [row.entry for row in rows if row.treatment is Treatment.LET_GO]
    _let_go(newsletter, gone, circumstances)
    taken = {
        row.entry.address: row.entry.standing is Membership.PAUSED
        for row in rows
        if row.treatment is Treatment.TAKEN
    }
    became = vouching.vouch(newsletter, taken, circumstances, wording=wording)
    return [_after(row, became.get(row.entry.address)) for row in rows]


def _look_at_tags(newsletter: Newsletter, names: Iterable[str]) -> None:
    """Raises BadSheet where a newsletter would have too many."""
    known = set(newsletter.tags.values_list("key", flat=True))
    new = {tags.key_of(name) for name in names} - known
    if new and len(known) + len(new) > tags.MOST:
        raise BadSheet(
            f"Its column of tags has {len(new)} words that are no tags here; a"
            f" newsletter has {tags.MOST} at most.",
            'If it is none, say --column "HEADING=nothing".',
        )


def _tag(
    newsletter: Newsletter,
    rows: Sequence[Planned],
    tagged: Sequence[str],
    at: datetime,
    by: str,
) -> None:
    """Tag those who are on the list, before or since."""
    wanted = {
        address_hash(row.entry.address): [*row.entry.tags, *tagged]
        for row in rows
        if row.treatment in (Treatment.TAKEN, Treatment.KNOWN)
        and (row.entry.tags or tagged)
    }
    here = Subscriber.objects.filter(newsletter=newsletter, address_hash__in=wanted)
    readers = here.values_list("pk", "address_hash")
    tags.put_on(newsletter, {pk: wanted[digest] for pk, digest in readers}, at, by=by)


def _let_go(
    newsletter: Newsletter, entries: Sequence[Entry], circumstances: Circumstances
) -> None:
    left = [one.address for one in entries if one.standing is Membership.LEFT]
    if left:
        vouching.note_leaving(newsletter, left, circumstances)
    for standing, reason in SUPPRESSIONS.items():
        gone = [one.address for one in entries if one.standing is standing]
        if gone:
            consent.suppress_all(gone, reason, circumstances.at)


def _after(row: Planned, became: Vouched | None) -> Planned:
    """What is to be told of a row, from what became of its address."""
    if row.treatment is not Treatment.TAKEN:
        return row
    if became is Vouched.NO_PLACE:
        return replace(row, treatment=Treatment.NO_PLACE, reason=Vouched.NO_PLACE.value)
    if became is Vouched.BARRED:
        return replace(row, treatment=Treatment.LEFT_OUT, reason="changed meanwhile")
    return row


def _here(newsletter: Newsletter, entries: Sequence[Entry], places: int | None) -> Here:
    digests = [address_hash(entry.address) for entry in entries if entry.address]
    found = sql.find(newsletter.pk, digests)
    known = {
        digest: Known(Status(one.status), one.confirmed_at)
        for digest, one in found.items()
        if one.status
    }
    suppressed = {
        digest: one.suppressed for digest, one in found.items() if one.suppressed
    }
    return Here(known, suppressed, places)
