"""What is held against the quotes and sentences of a draft. Pure."""

from collections.abc import Iterator, Sequence

from newsletter.standards.outcomes import Support
from newsletter.standards.policy import Finding
from newsletter.text.plain import clean
from newsletter.verification.claims.contradictions import opposed, opposed_beside
from newsletter.verification.claims.details import Detail, Unsupported, contrary
from newsletter.verification.claims.evidence import QuoteCheck, SentenceCheck
from newsletter.verification.claims.overstatements import (
    denies_alone,
    denies_what_is_said,
    overstated,
)

_OUTCOMES = {
    Detail.NUMBER: Support.UNSUPPORTED_NUMBER,
    Detail.DATE: Support.UNSUPPORTED_DATE,
    Detail.VERSION: Support.UNSUPPORTED_VERSION,
    Detail.NAME: Support.UNSUPPORTED_NAME,
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
        if all(quote.holds for quote in check.quotes):
            yield from _lacks(check)
            if not check.is_heading:
                yield from _contradicts(check)
                yield from _exceeds(check)


def _lacks(check: SentenceCheck) -> Iterator[tuple[Support, Finding]]:
    """What a sentence says that its evidence does not, one finding for each kind."""
    sentence = check.sentence
    urls = (*(quote.citation.url for quote in check.quotes), *sentence.links, "")
    if check.fidelity.checked and not check.has_evidence:
        reason = "it has no citation and links to no page that was read"
        outcome = Support.UNCITED
        yield outcome, Finding(urls[0], outcome, reason, sentence.text)
        return
    by_kind: dict[Support, list[Unsupported]] = {}
    for lack in check.fidelity.unsupported:
        by_kind.setdefault(_OUTCOMES[lack.detail], []).append(lack)
    for outcome, lacks in by_kind.items():
        reason = "; ".join(lack.reason for lack in lacks)
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


def _exceeds(check: SentenceCheck) -> Iterator[tuple[Support, Finding]]:
    """Whether a sentence says another thing than its quotes, as far as words tell."""
    said = check.sentence.text
    passage = clean(" ".join(quote.found.passage for quote in check.quotes))
    for outcome, reason in _besides(said, passage) if check.quotes else ():
        url = check.quotes[0].citation.url
        yield outcome, Finding(url, outcome, f"{reason}: “{passage}”", said)


def _besides(said: str, passage: str) -> Iterator[tuple[Support, str]]:
    if words := opposed(said, passage) or opposed_beside(said, passage):
        yield Support.CONTRADICTED, f"it says “{words[0]}”, its quote “{words[1]}”"
    elif denies_what_is_said(said, passage):
        yield Support.CONTRADICTED, "it says that it cannot, its quote that it can"
    if overstated(said, passage):
        yield Support.OVERSTATED, "it tells of all what its quote tells of some"
    if denies_alone(said, passage):
        yield Support.LONE_DENIAL, "it denies something, its quote nothing"
