"""Rows of another system's export: how each address stands there."""

import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime

from subscribers.addresses import normalised
from subscribers.lists.csv_safety import restored
from subscribers.lists.headings import Column, Meaning, Membership, Says, columns
from subscribers.lists.table import BadSheet, Sheet, SheetRow
from subscribers.segments import tags

WORDS = {
    Membership.SUBSCRIBED: "subscribed active enabled confirmed regular premium true yes y 1"
    " opted_in single_opt_in double_opt_in confirmed_opt_in verified member free paid comped"
    " trialed unpaid gifted churning past_due t on x ja oui si sí sim tak да granted given"
    " explicit implicit express",
    Membership.PAUSED: "paused by_user snoozed nomail",
    Membership.PENDING: "pending unconfirmed unactivated inactive never_subscribed"
    " requires_verification validating needs_attention soft_bounced soft_bounce"
    " not_subscribed non_subscribed",
    Membership.LEFT: "unsubscribed left withdrew removed disabled erased false no n 0 optout"
    " opted_out unsub cancelled canceled deleted unsubscribe optedout stopped withdrawn"
    " refused denied revoked",
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
    {"", "0", "false", "no", "n", "f", "never", "null", "none", "nil", "-", "n/a", "na",
     "off", "nein", "non", "nee", "nie", "não", "нет", "falsch", "faux", "falso", "[]"}
)  # fmt: skip
STAYS = Membership.SUBSCRIBED
NEVER = ("0000-00-00", "1970-01-01")
# Between the several words of one cell, as of tags.
APART = re.compile(r"[,;|\"\[\]]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """One row with its address normalised; nothing is done where there is a `fault`."""

    line: int
    address: str = ""
    standing: Membership = Membership.SUBSCRIBED
    left_at: datetime | None = None
    fault: str = ""
    # What the row says they are to be called by; meaningless where there is a fault.
    tags: tuple[str, ...] = ()


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
        if not sheet.is_certain and not all(cell.isascii() for cell in first.cells):
            raise _ask_for_encoding(first)
        if not found:
            _demand_bare(first)
            found = [Column(0, Meaning(Says.ADDRESS))]
            yield _entry(sheet, first, found, everybody, len(first.cells))
        blanks = _Blanks(first, found)
        for row in rows:
            entry = _entry(sheet, row, found, everybody, len(first.cells))
            blanks.note(row, entry)
            yield entry
        blanks.ask()


class _Blanks:
    """Looks for columns where a blank may be the no: some say yes, and none says no."""

    def __init__(self, first: SheetRow, found: list[Column]) -> None:
        needed = [one for one in found if one.meaning.says is Says.NEEDED]
        self.columns = [one for one in needed if not one.meaning.is_told]
        self.names = {one.at: first.cells[one.at][:60] for one in self.columns}
        self.said: dict[int, set[str]] = {one.at: set() for one in self.columns}

    def note(self, row: SheetRow, entry: Entry) -> None:
        """A blank of whom another column says that they are gone matters to nobody."""
        for column in self.columns:
            cell = _cell(row, column.at)
            if not cell and entry.standing < Membership.PENDING and not entry.fault:
                self.said[column.at].add("nothing")
            elif cell:
                is_no = _standing(column.meaning, cell) is not Membership.SUBSCRIBED
                self.said[column.at].add("no" if is_no else "yes")

    def ask(self) -> None:
        """Raises BadSheet where nobody can tell."""
        for at, said in self.said.items():
            if said == {"yes", "nothing"}:
                name = self.names[at]
                raise BadSheet(
                    f"Under {name!r} some rows say yes and the others nothing, which may "
                    "mean no.",
                    f'Say it: --column "{name}=needed" if who has nothing there '
                    f'gets no letter, --column "{name}=nothing" if it forbids none.',
                )


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
        "address or word. Save the file as UTF-8, or say which one it is, such as "
        "cp1252, cp1250, koi8-r, mac-roman or shift_jis.",
        "The option is --encoding.",
    )


def _entry(
    sheet: Sheet,
    row: SheetRow,
    found: list[Column],
    everybody: Membership,
    width: int,
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
    if any(row.cells[width:]):
        return Entry(row.line, address, fault="has more cells than there are headings")
    standing, left_at = everybody, None
    for column, cell in zip(found[1:], cells[1:], strict=True):
        if _is_unknown(column.meaning, cell):
            known = "subscribed, paused, pending, unsubscribed, bounced, complained"
            fault = f"unknown status {cell[:40]!r}; known are {known}"
            return Entry(row.line, address, fault=fault)
        said = _standing(column.meaning, cell)
        standing = max(standing, said)
        if said and column.meaning.says is Says.GONE:
            left_at = _moment(cell) or left_at
    cells_of_tags = (
        cell
        for column, cell in zip(found, cells, strict=True)
        if column.meaning.says is Says.TAGS
    )
    named = tuple(tags.named(", ".join(cells_of_tags)))
    return Entry(row.line, address, standing, left_at, tags=named)


def _cell(row: SheetRow, at: int) -> str:
    return restored(row.cells[at]) if at < len(row.cells) else ""


def _word(cell: str) -> str:
    return cell.casefold().replace(" ", "_").replace("-", "_")


def _is_unknown(meaning: Meaning, cell: str) -> bool:
    """Whether nobody can tell what `cell` says, where that has to be known."""
    is_word = bool(cell) and _word(cell) not in BY_WORD
    match meaning.says:
        case Says.STATUS:
            return is_word
        case Says.NEEDED:  # a moment is a yes
            is_moment = any(sign.isdigit() for sign in cell)
            return is_word and not is_moment and cell.casefold() not in NO
    return False


def _standing(meaning: Meaning, cell: str) -> Membership:
    """How `cell` says that somebody stands."""
    is_no = cell.casefold() in NO or cell.startswith(NEVER)
    word = BY_WORD.get(_word(cell), Membership.SUBSCRIBED)
    match meaning.says:
        case Says.GONE:
            return Membership.SUBSCRIBED if is_no else meaning.standing
        case Says.NEEDED if is_no and (cell or meaning.is_told):
            return meaning.standing
        # A moment, or a yes; a word such as `unsubscribed` may stand there, too.
        case Says.NEEDED | Says.STATUS:
            return word
        case Says.LOOSE | Says.TAGS:
            return max(map(_loosely, APART.split(cell)))
    return Membership.SUBSCRIBED


def _loosely(text: str) -> Membership:
    """What one tag or word of a note says; a bare no says nothing there."""
    is_no = text.strip().casefold() in NO
    return BY_WORD.get(_word(text.strip()), STAYS) if not is_no else STAYS


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
