"""Brings a list of readers in as an operator would, and tells what became of them."""

from datetime import UTC, datetime

from subscribers.lists import importing
from subscribers.lists import table as sheets
from subscribers.lists.rows import entries
from subscribers.models import address_hash

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)
WORDS = "Signed up at the spring meeting, on paper."


def bring(newsletter, text, *, commit=True):
    """(verdicts, reasons) of the rows of a file."""
    found = entries(sheets.read(text.encode()))
    planned = importing.take(newsletter, found, wording=WORDS, at=NOW, commit=commit)
    return [row.verdict for row in planned], [row.reason for row in planned]


def status_of(newsletter, address):
    row = newsletter.subscribers.filter(address_hash=address_hash(address)).first()
    return row and row.status
