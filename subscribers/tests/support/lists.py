"""Brings a list of readers in as an operator would, and tells what became of them."""

from datetime import UTC, datetime
from io import BytesIO

from subscribers.lists import importing, table
from subscribers.lists.rows import entries
from subscribers.lists.staging import Staging
from subscribers.models import address_hash

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)
WORDS = "Signed up at the spring meeting, on paper."


def bring(newsletter, text, *, commit=True):
    """(treatments, reasons) of the rows of a file."""
    with Staging() as staging:
        staging.fill(entries(table.read(BytesIO(text.encode()))))
        importing.take(newsletter, staging, wording=WORDS, at=NOW, commit=commit)
        told = list(staging.told())
    return [row[2] for row in told], [row[3] for row in told]


def status_of(newsletter, address):
    row = newsletter.subscribers.filter(address_hash=address_hash(address)).first()
    return row and row.status
