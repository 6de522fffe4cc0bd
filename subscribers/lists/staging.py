"""A staging table on disk: a list of any length in flat memory, each address once."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from datetime import datetime
from typing import Self

from subscribers.addresses import comparable
from subscribers.lists.headings import Membership
from subscribers.lists.rows import Entry
from subscribers.segments import tags

SCHEMA = """
CREATE TABLE entries (
    line INTEGER PRIMARY KEY, address TEXT, name TEXT, standing INT, left_at TEXT,
    fault TEXT, tags TEXT
);
CREATE TABLE outcomes (line INTEGER PRIMARY KEY, treatment TEXT, reason TEXT);
"""
INSERT = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)"
SEVERAL = """
CREATE TEMP TABLE several AS
SELECT line, address, standing, left_at, fault, tags, first, name
FROM entries JOIN (
    SELECT name, min(line) AS first FROM entries
    WHERE name <> '' GROUP BY name HAVING count(*) > 1
) USING (name)
"""
# Of each address the gravest row; it is told on the first line that has the address.
GRAVEST = """
SELECT line, address, standing, left_at, fault, tags, first, name FROM several
ORDER BY name, fault <> '' DESC, standing DESC, line
"""
IN_ORDER = """
SELECT line, address, standing, left_at, fault, tags FROM entries ORDER BY standing < ?, line
"""
TOLD = """
SELECT line, address, treatment, reason FROM entries JOIN outcomes USING (line) ORDER BY line
"""


class Staging:
    """Entries of a list, and what becomes of each."""

    def __init__(self) -> None:
        # Without a name it is a file that goes with the connection.
        self._db = sqlite3.connect("")
        self._db.executescript(SCHEMA)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def fill(self, entries: Iterable[Entry]) -> None:
        """Take `entries` in; what stands there twice is kept once, at its gravest."""
        with self._db:
            self._db.executemany(INSERT, map(_row, entries))
            self._db.execute("CREATE INDEX by_name ON entries (name)")
            self._db.execute(SEVERAL)
            self._join()

    def __len__(self) -> int:
        [(count,)] = self._db.execute("SELECT count(*) FROM entries")
        return int(count)

    def tags(self) -> set[str]:
        """All tags that stand in it; an endless column of them is cut off."""
        rows = self._db.execute("SELECT DISTINCT tags FROM entries WHERE tags <> ''")
        names: set[str] = set()
        for (cell,) in rows:
            names.update(cell.split(";"))
            if len(names) > 10 * tags.MOST:
                break
        return names

    def batches(self, size: int) -> Iterator[list[Entry]]:
        """All entries in the order to act: who goes makes place first."""
        with closing(self._db.execute(IN_ORDER, (Membership.LEFT,))) as cursor:
            while rows := cursor.fetchmany(size):
                yield [_entry(*row) for row in rows]

    def note(self, outcomes: Sequence[tuple[int, str, str]]) -> None:
        """Keep what became of some: line, treatment, reason."""
        with self._db:
            self._db.executemany("INSERT INTO outcomes VALUES (?, ?, ?)", outcomes)

    def told(self) -> Iterator[tuple[int, str, str, str]]:
        """Line, address, treatment and reason of each, by line."""
        yield from self._db.execute(TOLD)

    def _join(self) -> None:
        """Where an address stands several times, keep one entry and mark the others."""
        held = ""
        with closing(self._db.cursor()) as writing:
            for line, *gravest, first, name in self._db.execute(GRAVEST):
                if name != held:
                    held = name
                    writing.execute(
                        "UPDATE entries SET address = ?, standing = ?, left_at = ?, "
                        "fault = ?, tags = ? WHERE line = ?",
                        (*gravest, first),
                    )
                if line != first:
                    writing.execute(
                        "UPDATE entries SET address = '', name = '', standing = 0, "
                        "left_at = NULL, fault = ? WHERE line = ?",
                        (f"stands on line {first} already", line),
                    )


def _row(entry: Entry) -> tuple[int, str, str, int, str | None, str, str]:
    left_at = entry.left_at.isoformat() if entry.left_at else None
    name = comparable(entry.address)
    return (
        entry.line, entry.address, name, int(entry.standing), left_at, entry.fault,
        ";".join(entry.tags),
    )  # fmt: skip


def _entry(
    line: int, address: str, standing: int, left_at: str | None, fault: str, called: str
) -> Entry:
    at = datetime.fromisoformat(left_at) if left_at else None
    named = tuple(called.split(";")) if called else ()
    return Entry(line, address, Membership(standing), at, fault, named)
