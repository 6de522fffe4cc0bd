"""A table in a file of unknown making: its encoding, its separator, its rows. Pure."""

import codecs
import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

SEPARATORS = (",", ";", "\t", "|")
# Longest first: a mark of UTF-32 begins like one of UTF-16.
MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
MOST_BYTES = 100_000_000
ROWS_LOOKED_AT = 50
# What spreadsheets write above the table for each other.
ANNOUNCED = re.compile(r'\A"?sep=(.)"?\r?\n', re.IGNORECASE)


class BadSheet(ValueError):
    """The file is no table that could be read; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row, and the line of the file it begins on."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table as it was read; blank rows are left out."""

    encoding: str
    separator: str
    rows: tuple[Row, ...]


def read(raw: bytes) -> Sheet:
    """The table in `raw`; raises BadSheet."""
    if len(raw) > MOST_BYTES:
        message = f"The file has {len(raw):,} bytes; split it: at most {MOST_BYTES:,}."
        raise BadSheet(message)
    encoding = _encoding(raw)
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        message = f"Byte {error.start} is no {encoding}; save the file as UTF-8."
        raise BadSheet(message) from error
    announced = ANNOUNCED.match(text)
    lines_before = 1 if announced else 0
    if announced:
        text = text[announced.end() :]
    separator = announced.group(1) if announced else _separator(text)
    try:
        rows = tuple(_rows(text, separator, lines_before))
    except csv.Error as error:
        message = (
            f"The quotes are amiss ({error}); write the file again with every quote "
            'inside a cell doubled ("").'
        )
        raise BadSheet(message) from error
    if not rows:
        raise BadSheet("The file is empty; it needs a row for each address.")
    return Sheet(encoding, separator, rows)


def _encoding(raw: bytes) -> str:
    for mark, encoding in MARKS:
        if raw.startswith(mark):
            return encoding
    start = raw[:4000]
    if b"\0" in start:
        # Of mostly ASCII text in UTF-16 every second byte is zero.
        return (
            "utf-16-be" if start[::2].count(0) > start[1::2].count(0) else "utf-16-le"
        )
    try:
        raw.decode()
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def _separator(text: str) -> str:
    """The one that cuts most of the first rows into as many cells as the first."""
    return max(SEPARATORS, key=lambda separator: _fitness(text, separator))


def _fitness(text: str, separator: str) -> tuple[bool, bool, float, int]:
    """Whether it cuts at all, whether the quotes are in order, how evenly, how often."""
    widths, is_sound = [], True
    try:
        for row in islice(_rows(text, separator), ROWS_LOOKED_AT):
            widths.append(len(row.cells))
    except csv.Error:
        is_sound = False
    if not widths or widths[0] == 1:
        return False, is_sound, 0.0, 0
    return True, is_sound, widths.count(widths[0]) / len(widths), widths[0]


def _rows(text: str, separator: str, lines_before: int = 0) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = lines_before + 1
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield Row(line, tuple(cell.strip() for cell in cells))
        line = lines_before + reader.line_num + 1
