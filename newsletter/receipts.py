"""What each claim of an issue rests on, as its page of evidence shows it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from newsletter.identifiers import canonical
from newsletter.models import Citation, Correction, Issue
from newsletter.prose import folded


@dataclass(frozen=True, slots=True)
class Receipt:
    """Citations of one source that follow each other, and what became of it since.

    Each comes with whether its claim is the quote itself.
    """

    first: Citation
    rows: tuple[tuple[Citation, bool], ...]
    corrections: tuple[Correction, ...]


def receipts(
    citations: Iterable[Citation], corrections: Iterable[Correction]
) -> Iterator[Receipt]:
    """The citations in their order, by source."""
    known = [(canonical(correction.url), correction) for correction in corrections]
    groups = groupby(citations, lambda citation: (citation.source_id, citation.url))
    for (_, url), group in groups:
        rows = tuple((row, is_quote(row)) for row in group)
        since = tuple(one for of, one in known if of == canonical(url))
        yield Receipt(rows[0][0], rows, since)


def for_show(issue: Issue) -> Citation | None:
    """A claim to show how evidence looks: one that is not the quote itself, if any."""
    rows = issue.citations.select_related("source").exclude(source=None)
    return min(rows.exclude(match="none"), key=is_quote, default=None)


def is_quote(citation: Citation) -> bool:
    """Is the claim nothing but the quote?"""
    return folded(citation.claim) == folded(citation.quote)
