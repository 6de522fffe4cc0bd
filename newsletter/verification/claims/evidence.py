"""What a draft's claims rest on: stored texts, quotes found in them, sentences. Pure."""

from dataclasses import dataclass
from datetime import date

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.prose import Sentence
from newsletter.standards.outcomes import Support
from newsletter.text.identifiers import canonical, story_id
from newsletter.verification.claims.details import Fidelity, Match, QuoteMatch


@dataclass(frozen=True, slots=True)
class Document:
    """A stored source, as much of it as the judgement needs."""

    url: str
    sha256: str
    text: str
    final_url: str = ""
    title: str = ""
    publisher: str = ""
    published: date | None = None

    @property
    def names(self) -> frozenset[str]:
        """Every name of its address."""
        return names_of_page(self.url) | (
            names_of_page(self.final_url) if self.final_url else set()
        )


@dataclass(frozen=True, slots=True)
class QuoteCheck:
    """One citation: how its quote was found, and what is against it."""

    citation: CitedClaim
    found: QuoteMatch
    outcome: Support | None = None
    reason: str = ""

    @property
    def holds(self) -> bool:
        return self.found.match is not Match.NONE


@dataclass(frozen=True, slots=True)
class SentenceCheck:
    """One sentence that states something: what it rests on, and what that lacks."""

    sentence: Sentence
    quotes: tuple[QuoteCheck, ...]
    fidelity: Fidelity
    is_heading: bool = False
    # Whether there was anything to compare the details with.
    has_evidence: bool = True

    @property
    def is_cited(self) -> bool:
        """Whether a quote bears it that is in its source."""
        return any(check.holds for check in self.quotes)


def names_of_page(url: str) -> frozenset[str]:
    """Every name of the page at an address."""
    return frozenset({canonical(url), story_id(url)})
