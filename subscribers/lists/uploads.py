"""A list handed in on the desk (upload): read first, then taken in, beside the site.

Its content is kept deflated in the database, for site and worker may be two machines; no
longer than it is needed, and a day at most.
"""

import logging
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import closing
from datetime import datetime, timedelta
from typing import BinaryIO

from django.db.models import F, QuerySet
from django.utils import timezone

from newsletter.models import Newsletter
from subscribers.addresses import masked
from subscribers.consent import hash_key
from subscribers.consent.hash_key import AnotherKey
from subscribers.lists import importing, table
from subscribers.lists.headings import (
    OF_THE_GONE,
    STANDINGS,
    Meaning,
    Membership,
    meaning_of,
    words_of,
)
from subscribers.lists.importing import Treatment
from subscribers.lists.rows import entries
from subscribers.lists.staging import Staging
from subscribers.lists.table import BadSheet
from subscribers.models import ListUpload

logger = logging.getLogger(__name__)

State = ListUpload.State
MOST_BYTES = 50_000_000
MOST_COLUMNS = 100
# So many lines of each kind stand in the report, and so much of a cell.
SHOWN = 10
# Whoever is at work says so with every batch; the longest part before the first is to
# read all of it.
LEASE = timedelta(minutes=10)
MOST_ATTEMPTS = 3
KEPT = timedelta(days=1)


class Refused(ValueError):
    """The list cannot be handed in; the message says why."""


class Lost(Exception):
    """Somebody else is at work on it, or it was given up."""


def hand_in(
    newsletter: Newsletter, name: str, chunks: Iterable[bytes], *, by: str
) -> ListUpload:
    """Keep a list until somebody has read it; raises Refused."""
    size, press, parts = 0, zlib.compressobj(level=6), []
    for chunk in chunks:
        size += len(chunk)
        if size > MOST_BYTES:
            most = MOST_BYTES // 1_000_000
            raise Refused(
                f"It has more than {most} MB. Split it, or leave columns out; "
                "manage.py importsubscribers takes lists of any length."
            )
        parts.append(press.compress(chunk))
    if not size:
        raise Refused("The file is empty; it needs a row for each address.")
    parts.append(press.flush())
    return ListUpload.objects.create(
        newsletter=newsletter, file_name=name[-200:], content=b"".join(parts), by=by
    )


def read_again(
    upload: ListUpload, *, told: Mapping[str, str], everybody: str, encoding: str
) -> bool:
    """Have it read by what the operator says of it; False where it is too late."""
    waiting = ListUpload.objects.filter(
        pk=upload.pk, state__in=(State.READ, State.UNCLEAR)
    )
    return bool(
        waiting.update(
            state=State.HANDED_IN,
            told=dict(told),
            everybody=everybody,
            encoding=encoding,
            problem="",
            rows_done=0,
            attempts=0,
        )
    )


def want(upload: ListUpload, *, wording: str, tag: str) -> bool:
    """Have it taken in as the report says; False where it is too late, or was done."""
    read = ListUpload.objects.filter(pk=upload.pk, state=State.READ)
    return bool(
        read.update(
            state=State.WANTED, wording=wording, tag=tag, rows_done=0, attempts=0
        )
    )


def give_up(upload: ListUpload, at: datetime) -> bool:
    """Drop it; False where it is being taken in, or was."""
    open_ones = ListUpload.objects.filter(
        pk=upload.pk, state__in=(State.HANDED_IN, State.READ, State.UNCLEAR)
    )
    return bool(
        open_ones.update(state=State.GIVEN_UP, content=None, settled_at=at, lines=[])
    )


def work() -> int:
    """Read, and take in, what waits; how many lists. Lists left for a day are dropped."""
    now = timezone.now()
    left = ListUpload.objects.filter(
        state__in=(State.READ, State.UNCLEAR), at__lt=now - KEPT
    )
    left.update(state=State.GIVEN_UP, content=None, settled_at=now, lines=[])
    done = 0
    while upload := _claim():
        done += 1
        try:
            _treat(upload)
        except Lost:
            logger.info("List %s is no longer ours.", upload.pk)
    return done


def _claim() -> ListUpload | None:
    """One that waits, or that somebody left; taken by a filtered update."""
    now = timezone.now()
    waiting = ListUpload.objects.filter(state__in=(State.HANDED_IN, State.WANTED))
    # None lasts so long, unless it was taken before the clock was set back. A little ahead
    # is left alone: whoever is at work would lose the list.
    waiting.filter(lease_until__gt=now + 2 * LEASE).update(lease_until=now + LEASE)
    for pk, lease in waiting.order_by("pk").values_list("pk", "lease_until"):
        if lease is not None and lease > now:
            continue
        mine = ListUpload.objects.filter(pk=pk, lease_until=lease)
        if mine.update(lease_until=now + LEASE, attempts=F("attempts") + 1):
            return ListUpload.objects.select_related("newsletter").get(pk=pk)
    return None


def _treat(upload: ListUpload) -> None:
    """Read it or take it in, and write down what came of it."""
    if upload.attempts > MOST_ATTEMPTS:
        said = f"It broke off {MOST_ATTEMPTS} times; the log of the worker says why."
        _settle(upload, State.GIVEN_UP, problem=said)
        return
    try:
        hash_key.hold()
        with tempfile.TemporaryFile() as file:
            _unpack(upload, file)
            _carry_out(upload, file)
    except BadSheet as error:
        _settle(upload, State.UNCLEAR, problem=error.what)
    except AnotherKey as error:
        _settle(upload, State.GIVEN_UP, problem=str(error))


def _carry_out(upload: ListUpload, file: BinaryIO) -> None:
    told = {heading: meaning_of(word) for heading, word in upload.told.items()}
    sheet = table.read(file, upload.encoding)
    upload.read_as = sheet.read_as[:100]
    upload.columns = _columns(sheet, told)
    everybody = _everybody(upload)
    is_wanted = upload.state == State.WANTED
    with Staging() as staging:
        staging.fill(entries(sheet, told, everybody))
        upload.rows = len(staging)
        counted = importing.take(
            upload.newsletter,
            staging,
            wording=upload.wording,
            at=timezone.now(),
            commit=is_wanted,
            tagged=[upload.tag] if upload.tag else [],
            by=upload.by,
            progress=lambda done: _go_on(upload, done),
        )
        upload.counts = {str(one): counted[one] for one in Treatment if counted[one]}
        upload.lines = _lines(staging)
    _settle(upload, State.DONE if is_wanted else State.READ)


def _unpack(upload: ListUpload, file: BinaryIO) -> None:
    inflate = zlib.decompressobj()
    packed = bytes(upload.content or b"")
    for begin in range(0, len(packed), 1 << 20):
        file.write(inflate.decompress(packed[begin : begin + (1 << 20)]))
    file.write(inflate.flush())


def _columns(sheet: table.Sheet, told: Mapping[str, Meaning]) -> list[list[str]]:
    """Each heading and what it is taken to say; nothing of a list without headings."""
    with closing(sheet.rows()) as rows:
        first = next(rows, None)
    if first is None or any("@" in cell for cell in first.cells):
        return []
    said = words_of(first.cells[:MOST_COLUMNS], told)
    return [[heading[:60], word] for heading, word in said]


def _everybody(upload: ListUpload) -> Membership:
    """How everybody in it stands; a file named for those who left says nothing."""
    if not upload.everybody and OF_THE_GONE.search(upload.file_name):
        raise BadSheet(
            f"Its name {upload.file_name[:60]!r} may say that those in it are gone."
            " Say below how all in it stand, or that its columns tell."
        )
    return STANDINGS.get(upload.everybody, Membership.SUBSCRIBED)


def _lines(staging: Staging) -> list[list[str | int]]:
    """The first lines of each kind, but those that are simply on the list now."""
    shown: Counter[tuple[str, str]] = Counter()
    lines: list[list[str | int]] = []
    for line, address, treatment, reason in staging.told():
        kind = (treatment, reason.partition(" line ")[0])
        if treatment == Treatment.TAKEN or shown[kind] >= SHOWN:
            continue
        if len(lines) >= SHOWN * SHOWN:
            break
        shown[kind] += 1
        lines.append([line, masked(address) if address else "—", treatment, reason])
    return lines


def _go_on(upload: ListUpload, done: int) -> None:
    """Say how far it is; raises Lost where it is no longer ours."""
    mine = _ours(upload)
    upload.lease_until = timezone.now() + LEASE
    if not mine.update(
        lease_until=upload.lease_until, rows=upload.rows, rows_done=done
    ):
        raise Lost(Lost.__doc__)


def _settle(upload: ListUpload, state: ListUpload.State, *, problem: str = "") -> None:
    """Write the report down; what is over needs the file no more."""
    is_over = state in (State.DONE, State.GIVEN_UP)
    values = {
        "state": state,
        "problem": problem,
        "lease_until": None,
        "attempts": 0,
        "rows": upload.rows,
        "read_as": upload.read_as,
        "columns": upload.columns,
        "counts": upload.counts,
        "lines": upload.lines,
        **({"content": None, "settled_at": timezone.now()} if is_over else {}),
    }
    if not _ours(upload).update(**values):
        raise Lost(Lost.__doc__)


def _ours(upload: ListUpload) -> QuerySet[ListUpload]:
    return ListUpload.objects.filter(
        pk=upload.pk, state=upload.state, lease_until=upload.lease_until
    )
