"""What each claim of an issue rests on, as its page of evidence shows it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import quote as urlquote

from django.db.models import QuerySet
from django.utils.formats import number_format
from django.utils.translation import gettext

from newsletter.drafts.draft import Block
from newsletter.issues.sources import documents
from newsletter.models import Citation, Correction, Coverage, Issue
from newsletter.pages.passages import InContext, Stored
from newsletter.research.sample.banner import banner_of
from newsletter.text.identifiers import canonical
from newsletter.text.sentences import split
from newsletter.text.similarity import terms
from newsletter.text.words import folded
from newsletter.verification.claims.findings import names_of_page
from newsletter.verification.claims.quotes import Match, paragraphs
from newsletter.verification.scorecard.wording import is_judged_by_model, rows

_LONG_WORDS = 8
_ENDS_WORDS = 4
_ELISION = re.compile(r"\[?(?:…|\.{3})\]?")
_READ_CHARACTERS = 20_000  # of a page, for the passage that a line is nearest to


class Row(NamedTuple):
    """A citation, whether its claim is the quote itself, and where the quote opens."""

    citation: Citation
    is_quote: bool
    address: str
    context: InContext | None


@dataclass(frozen=True, slots=True)
class Receipt:
    """Citations of one source that follow each other, and what became of it since."""

    first: Citation
    rows: tuple[Row, ...]
    corrections: tuple[Correction, ...]


def receipts(
    citations: Iterable[Citation], corrections: Iterable[Correction]
) -> Iterator[Receipt]:
    """The citations in their order, by source."""
    known = [(canonical(correction.url), correction) for correction in corrections]
    groups = groupby(citations, lambda citation: (citation.source_id, citation.url))
    for (_, url), group in groups:
        found = list(group)
        source = found[0].source
        stored = Stored(source.text if source else "")
        rows = tuple(
            Row(one, is_quote(one), _opens_at(one), _context(one, stored))
            for one in found
        )
        since = tuple(one for of, one in known if of == canonical(url))
        yield Receipt(found[0], rows, since)


class Line(NamedTuple):
    """A story in a line: what it says, and the stored page that it is of.

    `context` is the passage of that page that says most of it; None where none does.
    """

    said: str
    url: str
    title: str
    sha256: str
    context: InContext | None


def lines(issue: Issue) -> Iterator[Line]:
    """The issue's stories in a line, each beside what is stored of its page."""
    told = [(block.text, _link_of(block)) for block in issue.draft.lines]
    stored = documents([url for _, url in told if url], ())
    for said, url in told:
        names = names_of_page(url) if url else frozenset[str]()
        page = next((one for one in stored if one.names & names), None)
        if page is not None:
            yield Line(said, url, page.title, page.sha256, _nearest(said, page.text))


def _link_of(block: Block) -> str:
    return next((url for one in block.sentences() for url in one.links), "")


def _nearest(said: str, text: str) -> InContext | None:
    """The sentence of a text that shares most terms with what is said of it."""
    read = text[:_READ_CHARACTERS]
    wanted = set(terms(said))
    best = max(
        (one.text for one in split(" ".join(paragraphs(read)))),
        key=lambda one: len(wanted.intersection(terms(one))),
        default="",
    )
    return Stored(read).around(best) if wanted.intersection(terms(best)) else None


def context(issue: Issue) -> dict[str, Any]:
    """What `_evidence.html` shows, but for the way to other pages."""
    citations = list(issue.citations.select_related("source"))
    corrections = list(issue.corrections.standing())
    return {
        "issue": issue,
        "citations": citations,
        "receipts": list(receipts(citations, corrections)),
        "lines": list(lines(issue)),
        "matches": Counter(citation.match for citation in citations),
        "documents": len({citation.url for citation in citations}),
        "corrections": corrections,
        "figures": rows(issue.scorecard, gettext, number_format),
        "has_judge": is_judged_by_model(issue.scorecard),
        "sample_notice": issue.is_sample and banner_of(issue.newsletter.language),
    }


def chosen(issue: Issue) -> QuerySet[Coverage]:
    """The stories with a reason why they were picked, or told before."""
    told = issue.coverage.exclude(why="", thread=None)
    return told.select_related("thread").order_by("pk")


def _context(citation: Citation, stored: Stored) -> InContext | None:
    return stored.around(citation.quote) if citation.match != Match.NONE else None


def for_show(issue: Issue) -> Citation | None:
    """A claim to show how evidence looks: one that is not the quote itself, if any."""
    rows = issue.citations.select_related("source").exclude(source=None)
    return min(rows.exclude(match="none"), key=is_quote, default=None)


def is_quote(citation: Citation) -> bool:
    """Is the claim nothing but the quote?"""
    return folded(citation.claim) == folded(citation.quote)


def _opens_at(citation: Citation) -> str:
    """The source's address at the passage; "" where a browser would not find it."""
    is_there = citation.source and citation.match != Match.NONE
    if not is_there or (citation.source and citation.source.is_sample):
        return ""
    return at_passage(citation.url, citation.quote)


def at_passage(url: str, quote: str) -> str:
    """An address that a browser opens at the first place where a text stands.

    https://wicg.github.io/scroll-to-text-fragment/
    """
    parts = [words for part in _ELISION.split(quote) if (words := part.split())]
    if not parts:
        return url
    if len(parts) == 1 and len(parts[0]) <= _LONG_WORDS:
        ends = parts
    else:
        ends = [parts[0][:_ENDS_WORDS], parts[-1][-_ENDS_WORDS:]]
    text = ",".join(_encoded(" ".join(words)) for words in ends)
    return f"{url}{'' if '#' in url else '#'}:~:text={text}"


def _encoded(text: str) -> str:
    return urlquote(text, safe="").replace("-", "%2D")
