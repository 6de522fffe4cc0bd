"""What the rows of another system's list say of each address."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import IntEnum

from subscribers.addresses import comparable
from subscribers.consent.signup import normalised
from subscribers.lists.csv_safety import restored
from subscribers.lists.table import BadSheet, Row, Sheet

ADDRESS_COLUMNS = frozenset(
    {"address", "email", "e-mail", "mail", "email address", "e-mail address",
     "e-mail-adresse", "subscriber", "subscriber email"}
)  # fmt: skip
STATUS_COLUMNS = frozenset(
    {"status", "state", "subscription status", "subscribed", "is subscribed",
     "subscribed to emails", "email marketing status"}
)  # fmt: skip
# What else stands there is no status, so only a word that forbids a letter counts.
LOOSE_COLUMNS = frozenset({"type", "subscriber type"})


class Standing(IntEnum):
    """How an address stood in the other system; of two the higher one holds."""

    SUBSCRIBED = 0
    PAUSED = 1  # wants no letters for now
    PENDING = 2  # never confirmed
    LEFT = 3
    SUPPRESSED = 4  # its operator would not write to it
    BOUNCED = 5
    COMPLAINED = 6


WORDS = {
    Standing.SUBSCRIBED: "subscribed active enabled confirmed regular premium true yes y 1",
    Standing.PAUSED: "paused",
    Standing.PENDING: "pending unconfirmed unactivated inactive never_subscribed",
    Standing.LEFT: "unsubscribed left withdrew removed disabled erased false no n 0 optout opted_out",
    Standing.SUPPRESSED: "suppressed blocked blocklisted blacklisted blocked_by_operator operator",
    Standing.BOUNCED: "bounced cleaned undeliverable hard_bounced",
    Standing.COMPLAINED: "complained complaint spam spammy junk abuse",
}  # fmt: skip
BY_WORD = {
    word: standing for standing, words in WORDS.items() for word in words.split()
}
# A moment in one of these says the same as a status.
MOMENT_COLUMNS = {
    "left at": Standing.LEFT,
    "unsubscribed at": Standing.LEFT,
    "unsub time": Standing.LEFT,
    "optout time": Standing.LEFT,
    "bounced at": Standing.BOUNCED,
    "cleaned time": Standing.BOUNCED,
    "complained at": Standing.COMPLAINED,
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One row with its address normalised; nothing is done where there is a `fault`."""

    line: int
    address: str = ""
    standing: Standing = Standing.SUBSCRIBED
    left_at: datetime | None = None
    fault: str = ""

    @property
    def gravity(self) -> tuple[bool, Standing]:
        """Of two rows about one address the graver holds; what is unclear is gravest."""
        return bool(self.fault), self.standing


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where the table says what, by position."""

    address: int
    statuses: tuple[int, ...] = ()
    loose: tuple[int, ...] = ()
    moments: tuple[tuple[int, Standing], ...] = ()


def entries(sheet: Sheet) -> list[Entry]:
    """One entry a row, the heading left out; raises BadSheet without addresses.

    An address that stands there twice is taken at its gravest, on its first line.
    """
    columns, rows = _columns(sheet)
    found = [_entry(row, columns) for row in rows]
    gravest: dict[str, Entry] = {}
    for entry in found:
        if entry.address:
            known = gravest.setdefault(comparable(entry.address), entry)
            if entry.gravity > known.gravity:
                gravest[comparable(entry.address)] = entry
    return list(_each_once(found, gravest))


def _each_once(found: Sequence[Entry], gravest: dict[str, Entry]) -> Iterator[Entry]:
    first: dict[str, int] = {}
    for entry in found:
        if not entry.address:
            yield entry
            continue
        name = comparable(entry.address)
        if name in first:
            yield Entry(entry.line, fault=f"stands on line {first[name]} already")
            continue
        first[name] = entry.line
        held = gravest[name]
        yield replace(held, line=entry.line)


def _columns(sheet: Sheet) -> tuple[_Columns, Sequence[Row]]:
    """Where things stand, and the rows below the heading."""
    names = [_name(cell) for cell in sheet.rows[0].cells]
    address = [at for at, name in enumerate(names) if name in ADDRESS_COLUMNS]
    if not address:
        return _Columns(_column_of_addresses(sheet)), sheet.rows
    columns = _Columns(
        address=address[0],
        statuses=tuple(at for at, name in enumerate(names) if name in STATUS_COLUMNS),
        loose=tuple(at for at, name in enumerate(names) if name in LOOSE_COLUMNS),
        moments=tuple(
            (at, MOMENT_COLUMNS[name])
            for at, name in enumerate(names)
            if name in MOMENT_COLUMNS
        ),
    )
    return columns, sheet.rows[1:]


def _column_of_addresses(sheet: Sheet) -> int:
    """Without headings only a list of bare addresses is clear.

    More columns may say who has left, and nobody could tell which one does.
    """
    first = sheet.rows[0].cells
    if len(first) == 1 and "@" in first[0]:
        return 0
    raise BadSheet(
        f"Nothing on line {sheet.rows[0].line} is a heading 'email' "
        f"({len(first)} columns). Write one line of headings, with 'status' above the "
        "column that says who has left."
    )


def _name(heading: str) -> str:
    return " ".join(heading.replace("_", " ").casefold().split())


def _entry(row: Row, columns: _Columns) -> Entry:
    def cell(at: int) -> str:
        return restored(row.cells[at]) if at < len(row.cells) else ""

    given = cell(columns.address)
    if not given:
        return Entry(row.line, fault="no address")
    address = normalised(given)
    if address is None:
        return Entry(row.line, fault="not an address a mail server takes")
    standings, left_at = [Standing.SUBSCRIBED], None
    for at in columns.statuses:
        word = cell(at).casefold().replace(" ", "_").replace("-", "_")
        if word and word not in BY_WORD:
            known = "subscribed, paused, pending, unsubscribed, bounced, complained"
            fault = f"unknown status {cell(at)[:40]!r}; known are {known}"
            return Entry(row.line, address, fault=fault)
        standings.append(BY_WORD.get(word, Standing.SUBSCRIBED))
    for at in columns.loose:
        word = cell(at).casefold().replace(" ", "_")
        standings.append(BY_WORD.get(word, Standing.SUBSCRIBED))
    for at, standing in columns.moments:
        if cell(at):
            standings.append(standing)
            left_at = _moment(cell(at)) or left_at
    return Entry(row.line, address, max(standings), left_at)


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
