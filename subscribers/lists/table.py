"""A CSV file of unknown making, streamed: its encoding, its separator, its rows. Pure."""

import codecs
import csv
import io
import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import BinaryIO

SEPARATORS = (",", ";", "\t", "|")
# Longest first: a mark of UTF-32 begins like one of UTF-16.
MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
AT_A_TIME = 1 << 20
BYTES_LOOKED_AT = 200_000
ROWS_LOOKED_AT = 50
# Stands for one byte, one character: what is ASCII is right whichever it truly is.
UNKNOWN = "latin-1"
# How workbooks and archives begin, by format (ZIP: APPNOTE 4.3.7; CFB: MS-CFB 2.2).
PACKED = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
# What spreadsheets write above the table for each other.
ANNOUNCED = re.compile(r'\A"?sep=(.)"?\r?\n', re.IGNORECASE)


class BadSheet(ValueError):
    """The file is no table that could be read; the message says why and what to do.

    What to do on a command line stands apart: on the desk there are fields for it.
    """

    def __init__(self, what: str, on_command_line: str = "") -> None:
        super().__init__(f"{what} {on_command_line}".strip())
        self.what = what


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row, and the line of the file it begins on."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table as it is read; where its encoding is not certain only ASCII is."""

    file: BinaryIO
    encoding: str
    separator: str
    lines_before: int = 0  # of what stands above the table
    is_certain: bool = True

    @property
    def read_as(self) -> str:
        """How it is read, in words."""
        encoding = self.encoding if self.is_certain else "ASCII, the rest unknown"
        apart = "tabs" if self.separator == "\t" else repr(self.separator)
        return f"{encoding}, cells apart by {apart}"

    def rows(self) -> Generator[SheetRow, None, None]:
        """From the first one on, without the blank ones; raises BadSheet."""
        self.file.seek(0)
        text = io.TextIOWrapper(self.file, self.encoding, newline="")
        try:
            for _ in range(self.lines_before):
                text.readline()
            yield from _rows(text, self.separator, self.lines_before)
        except csv.Error as error:
            message = (
                f"The quotes are amiss ({error}); write the file again with every quote "
                'inside a cell doubled ("").'
            )
            raise BadSheet(message) from error
        except UnicodeError as error:
            message = f"It is no text in {self.encoding}; save the file as UTF-8."
            raise BadSheet(message) from error
        finally:
            text.detach()


def read(file: BinaryIO, encoding: str = "") -> Sheet:
    """The table in `file`, which stays open; `encoding` where somebody says it.

    Raises BadSheet.
    """
    if encoding:
        try:
            codecs.lookup(encoding)
        except LookupError as error:
            raise BadSheet(f"No encoding is called {encoding!r}.") from error
    file.seek(0)
    if file.read(4) in PACKED:
        raise BadSheet(
            "It is a workbook (.xlsx, .xls, .ods) or another packed file; save its sheet "
            "as CSV in UTF-8."
        )
    found = encoding or _encoding(file)
    file.seek(0)
    text = file.read(BYTES_LOOKED_AT).decode(found, "replace")
    announced = ANNOUNCED.match(text)
    separator = announced.group(1) if announced else _separator(text)
    is_certain = bool(encoding) or found != UNKNOWN
    return Sheet(file, found, separator, 1 if announced else 0, is_certain)


def _encoding(file: BinaryIO) -> str:
    file.seek(0)
    start = file.read(4000)
    for mark, encoding in MARKS:
        if start.startswith(mark):
            return encoding
    if b"\0" in start:
        # Of mostly ASCII text in UTF-16 every second byte is zero.
        return (
            "utf-16-be" if start[::2].count(0) > start[1::2].count(0) else "utf-16-le"
        )
    decoder = codecs.getincrementaldecoder("utf-8")()
    file.seek(0)
    try:
        while some := file.read(AT_A_TIME):
            decoder.decode(some)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return UNKNOWN
    return "utf-8"


def _separator(text: str) -> str:
    """The one that cuts most of the first rows into as many cells as the first."""
    return max(SEPARATORS, key=lambda separator: _fitness(text, separator))


def _fitness(text: str, separator: str) -> tuple[bool, bool, float, int]:
    """Whether it cuts at all, whether the quotes are in order, how evenly, how often."""
    widths, is_sound = [], True
    try:
        rows = _rows(io.StringIO(text, newline=""), separator)
        for row in islice(rows, ROWS_LOOKED_AT):
            widths.append(len(row.cells))
    except csv.Error:
        is_sound = False
    if not widths or widths[0] == 1:
        return False, is_sound, 0.0, 0
    return True, is_sound, widths.count(widths[0]) / len(widths), widths[0]


def _rows(
    text: io.TextIOBase, separator: str, lines_before: int = 0
) -> Iterator[SheetRow]:
    reader = csv.reader(text, delimiter=separator, strict=True)
    line = lines_before + 1
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield SheetRow(line, tuple(cell.strip() for cell in cells))
        line = lines_before + reader.line_num + 1
