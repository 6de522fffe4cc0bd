"""What a draft's claims rest on, and the findings: what is held against them. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.prose import DraftSentence
from newsletter.standards.link_policy import Finding
from newsletter.standards.outcomes import Support
from newsletter.text.identifiers import canonical, story_id
from newsletter.text.plain import clean
from newsletter.verification.claims.contradictions import contrary
from newsletter.verification.claims.details import Detail, Fidelity, Lack, Unsupported
from newsletter.verification.claims.quotes import Match, QuoteMatch
from newsletter.verification.claims.relations import at_odds


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text of a stored Source, with as much besides as the judgement needs."""

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

    sentence: DraftSentence
    quotes: tuple[QuoteCheck, ...]
    fidelity: Fidelity
    is_heading: bool = False
    # Whether there was anything to compare the details with.
    has_evidence: bool = True
    unread: str = ""  # what reading it raised, if it did

    @property
    def urls(self) -> tuple[str, ...]:
        """Every address that it cites or links."""
        cited = (quote.citation.url for quote in self.quotes)
        return tuple(dict.fromkeys((*cited, *self.sentence.links)))

    @property
    def is_cited(self) -> bool:
        """Whether a quote bears it that is in its source."""
        return any(check.holds for check in self.quotes)


def names_of_page(url: str) -> frozenset[str]:
    """Every name of the page at an address."""
    return frozenset({canonical(url), story_id(url)})


_MISSING = {
    Detail.NUMBER: Support.UNSUPPORTED_NUMBER,
    Detail.DATE: Support.UNSUPPORTED_DATE,
    Detail.VERSION: Support.UNSUPPORTED_VERSION,
    Detail.NAME: Support.UNSUPPORTED_NAME,
}
_PRESENT = {
    Lack.MISPLACED: Support.MISPLACED,
    Lack.TURNED: Support.CONTRADICTED,
    Lack.BELOW: Support.NAMED_BELOW,
}


def findings(
    quotes: Sequence[QuoteCheck], checks: Sequence[SentenceCheck]
) -> Iterator[tuple[Support, Finding]]:
    """All that is amiss, each with what it is; what follows is the newsletter's policy."""
    for quote in quotes:
        if quote.outcome:
            citation = quote.citation
            yield (
                quote.outcome,
                Finding(citation.url, quote.outcome, quote.reason, citation.claim),
            )
    for check in checks:
        if check.unread:
            outcome = Support.UNCHECKED
            yield outcome, Finding("", outcome, check.unread, check.sentence.text)
        elif all(quote.holds for quote in check.quotes):
            yield from _lacks(check)
            if not check.is_heading:
                yield from _contradicts(check)


def _lacks(check: SentenceCheck) -> Iterator[tuple[Support, Finding]]:
    """What a sentence says that its evidence does not, one finding for each kind."""
    sentence = check.sentence
    urls = (*check.urls, "")
    if check.fidelity.checked and not check.has_evidence:
        reason = "it has no citation and links to no page that was read"
        outcome = Support.UNCITED
        yield outcome, Finding(urls[0], outcome, reason, sentence.text)
        return
    by_kind: dict[Support, list[Unsupported]] = {}
    for lack in check.fidelity.unsupported:
        outcome = _PRESENT.get(lack.lack) or _MISSING[lack.detail]
        by_kind.setdefault(outcome, []).append(lack)
    for outcome, lacks in by_kind.items():
        reason = "; ".join(dict.fromkeys(lack.reason for lack in lacks))
        yield outcome, Finding(urls[0], outcome, reason, sentence.text)


def _contradicts(check: SentenceCheck) -> Iterator[tuple[Support, Finding]]:
    """Whether a sentence turns round what it repeats of its quotes."""
    told = [
        (quote.citation, contrary(quote.citation.claim, clean(quote.found.passage)))
        for quote in check.quotes
    ]
    against = [(citation, reason) for citation, reason in told if reason]
    if against and not any(reason == "" for _, reason in told):
        citation, reason = against[0]
        outcome, shown = Support.CONTRADICTED, f"{reason}: “{citation.quote}”"
        yield outcome, Finding(citation.url, outcome, shown, check.sentence.text)
    elif check.quotes:
        told_all = " … ; ".join(clean(quote.found.passage) for quote in check.quotes)
        lacks = check.fidelity.unsupported
        is_turned = any(lack.lack is Lack.TURNED for lack in lacks)
        for outcome, reason in _at_odds(clean(check.sentence.text), told_all):
            if is_turned and outcome is Support.CONTRADICTED:
                continue  # told already, with the names
            url = check.quotes[0].citation.url
            yield outcome, Finding(url, outcome, reason, check.sentence.text)


# A draft is judged again and again, and few of its sentences were changed.
@lru_cache(maxsize=512)
def _at_odds(sentence: str, passages: str) -> tuple[tuple[Support, str], ...]:
    return tuple(at_odds(sentence, passages))
