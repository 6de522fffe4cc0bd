"""Provenance of quotes: which of an address's stored texts a citation names.

A page may be read more than once in a session, and as a feed told it and as it stands.
A quote counts from any of these texts, not from the newest alone.
"""

from collections.abc import Sequence
from typing import TypeVar

from agents.events.digest import SectionsDrafted
from agents.events.drafts import DraftWritten
from newsletter.drafts.citation import CitedClaim
from newsletter.issues.sources import documents
from newsletter.verification.claims.findings import SourceText, names_of_page
from newsletter.verification.claims.quotes import Match, find_quote

Cited = TypeVar("Cited", DraftWritten, SectionsDrafted)


def with_holding_texts(draft: Cited) -> Cited:
    """The draft, or its sections, with each citation under a stored text of its address that holds it."""
    cited = draft.citations
    known = documents(
        {citation.url for citation in cited},
        {citation.source_sha256 for citation in cited},
    )
    held = tuple(_held(citation, known) for citation in cited)
    return draft if held == cited else draft.model_copy(update={"citations": held})


def _held(citation: CitedClaim, known: Sequence[SourceText]) -> CitedClaim:
    """The citation as it is where its own text holds the quote, or no other does.

    A hash under which nothing was stored for the address is made up, and stays.
    """
    names = names_of_page(citation.url)
    here = [text for text in known if text.names & names]
    holding = [
        text.sha256
        for text in here
        if find_quote(citation.quote, text.text).match is Match.EXACT
    ]
    is_stored = any(text.sha256 == citation.source_sha256 for text in here)
    if not is_stored or not holding or citation.source_sha256 in holding:
        return citation
    return citation.model_copy(update={"source_sha256": holding[0]})
