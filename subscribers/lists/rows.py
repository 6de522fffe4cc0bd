"""Rows of another system's export: how each address stands there."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime

from subscribers.addresses import normalised
from subscribers.lists.csv_safety import restored
from subscribers.lists.headings import Column, Meaning, Membership, Says, columns
from subscribers.lists.table import BadSheet, Sheet, SheetRow

WORDS = {
    Membership.SUBSCRIBED: "subscribed active enabled confirmed regular premium true yes y 1"
    " opted_in single_opt_in double_opt_in confirmed_opt_in verified member free paid comped",
    Membership.PAUSED: "paused by_user snoozed nomail",
    Membership.PENDING: "pending unconfirmed unactivated inactive never_subscribed"
    " requires_verification validating needs_attention soft_bounced soft_bounce"
    " not_subscribed non_subscribed",
    Membership.LEFT: "unsubscribed left withdrew removed disabled erased false no n 0 optout"
    " opted_out unsub cancelled canceled deleted unsubscribe optedout stopped",
    Membership.SUPPRESSED: "suppressed blocked blocklisted blacklisted blocked_by_operator"
    " operator by_moderator excluded banned archived held malformed",
    Membership.BOUNCED: "bounced cleaned undeliverable hard_bounced hard_bounce by_bounces"
    " invalid_email bouncing invalid",
    Membership.COMPLAINED: "complained complaint spam spammy junk abuse marked_as_spam",
}
BY_WORD = {
    word: standing for standing, words in WORDS.items() for word in words.split()
}
NO = frozenset(
    {"", "0", "false", "no", "n", "f", "never", "null", "none", "nil", "-", "n/a", "na"}
)
NEVER = ("0000-00-00", "1970-01-01")


@dataclass(frozen=True, slots=True)
class Entry:
    """One row with its address normalised; nothing is done where there is a `fault`."""

    line: int
    address: str = ""
    standing: Membership = Membership.SUBSCRIBED
    left_at: datetime | None = None
    fault: str = ""

    @property
    def gravity(self) -> tuple[bool, Membership]:
        """Of two rows about one address the graver holds; what is unclear is gravest."""
        return bool(self.fault), self.standing


def entries(
    sheet: Sheet,
    told: Mapping[str, Meaning] | None = None,
    everybody: Membership = Membership.SUBSCRIBED,
) -> Iterator[Entry]:
    """One entry a row, the heading left out; raises BadSheet without addresses.

    `told` is what an operator says of headings (`headings.columns`), `everybody` of the
    whole file: nobody in it stands better.
    """
    with closing(sheet.rows()) as rows:
        first = next(rows, None)
        if first is None:
            raise BadSheet("The file is empty; it needs a row for each address.")
        found = columns(first.cells, told)
        if not found:
            _demand_bare(first)
            found = [Column(0, Meaning(Says.ADDRESS))]
            yield _entry(sheet, first, found, everybody)
        elif not sheet.is_certain and not all(cell.isascii() for cell in first.cells):
            raise _ask_for_encoding(first)
        for row in rows:
            yield _entry(sheet, row, found, everybody)


def _demand_bare(first: SheetRow) -> None:
    """Without headings only a list of bare addresses is clear.

    More columns may say who has left, and nobody could tell which one does.
    """
    if len(first.cells) != 1 or "@" not in first.cells[0]:
        raise BadSheet(
            f"Nothing on line {first.line} is a heading 'email' "
            f"({len(first.cells)} columns). Write one line of headings, with 'status' "
            "above the column that says who has left."
        )


def _ask_for_encoding(row: SheetRow) -> BadSheet:
    return BadSheet(
        f"Line {row.line} is no UTF-8, and in another encoding it would be another "
        "address or word. Save the file as UTF-8, or say with --encoding which one it "
        "is, such as cp1252, cp1250, koi8-r or mac-roman."
    )


def _entry(
    sheet: Sheet, row: SheetRow, found: list[Column], everybody: Membership
) -> Entry:
    cells = [_cell(row, column.at) for column in found]
    if not sheet.is_certain and not all(cell.isascii() for cell in cells):
        raise _ask_for_encoding(row)
    given = cells[0]
    if not given:
        return Entry(row.line, fault="no address")
    address = normalised(given)
    if address is None:
        return Entry(row.line, fault="not an address a mail server takes")
    standing, left_at = everybody, None
    for column, cell in zip(found[1:], cells[1:], strict=True):
        if column.meaning.says is Says.STATUS and _unknown(cell):
            known = "subscribed, paused, pending, unsubscribed, bounced, complained"
            fault = f"unknown status {cell[:40]!r}; known are {known}"
            return Entry(row.line, address, fault=fault)
        said = _standing(column.meaning, cell)
        standing = max(standing, said)
        if said and column.meaning.says is Says.GONE:
            left_at = _moment(cell) or left_at
    return Entry(row.line, address, standing, left_at)


def _cell(row: SheetRow, at: int) -> str:
    return restored(row.cells[at]) if at < len(row.cells) else ""


def _word(cell: str) -> str:
    return cell.casefold().replace(" ", "_").replace("-", "_")


def _unknown(cell: str) -> bool:
    return bool(cell) and _word(cell) not in BY_WORD


def _standing(meaning: Meaning, cell: str) -> Membership:
    """How `cell` says that somebody stands."""
    is_no = cell.casefold() in NO or cell.startswith(NEVER)
    word = BY_WORD.get(_word(cell), Membership.SUBSCRIBED)
    match meaning.says:
        case Says.GONE:
            return Membership.SUBSCRIBED if is_no else meaning.standing
        case Says.NEEDED if cell and is_no:
            return meaning.standing
        # A moment, or a yes; a word such as `unsubscribed` may stand there, too.
        case Says.NEEDED | Says.STATUS | Says.LOOSE:
            is_number = cell.casefold() in NO and meaning.says is Says.LOOSE
            return Membership.SUBSCRIBED if is_number else word
    return Membership.SUBSCRIBED


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
