"""History (audit trail) of a reader beside the consent record; it goes with the reader."""

from collections.abc import Mapping
from datetime import datetime

from subscribers.models import ReaderChange

What = ReaderChange.What
LONGEST = 300


def note(
    words: Mapping[int, str], what: ReaderChange.What, at: datetime, *, by: str = ""
) -> None:
    """Note for each reader, by id, what became of them; `by` nobody: by themselves."""
    ReaderChange.objects.bulk_create(
        ReaderChange(subscriber_id=pk, what=what, words=said[:LONGEST], by=by, at=at)
        for pk, said in words.items()
    )
