"""Does a draft stand on its evidence? Quotes in stored texts, details in quotes. Pure.

That a link works is settled elsewhere. Here each quote is looked for in the text that
was stored under its hash, and each number, date, version and name of a sentence in the
evidence of that sentence.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache, partial

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.draft import Draft, sentences
from newsletter.drafts.prose import DraftSentence
from newsletter.standards.link_policy import Finding, LinkPolicy, Ruling
from newsletter.standards.outcomes import Support
from newsletter.text.plain import clean
from newsletter.text.words import Matching
from newsletter.verification.claims.details import Detail, Fidelity, Lack, fidelity
from newsletter.verification.claims.findings import (
    QuoteCheck,
    SentenceCheck,
    SourceText,
    findings,
    names_of_page,
)
from newsletter.verification.claims.numbers.locales import language_of
from newsletter.verification.claims.own import LEAD, is_own, places_to_build
from newsletter.verification.claims.quotes import Match, QuoteMatch, find_quote
from newsletter.verification.claims.spared import spared
from newsletter.verification.claims.speech import misquoted


@dataclass(frozen=True, slots=True)
class Grounding:
    """What a draft's quotes and sentences come to."""

    quotes: tuple[QuoteCheck, ...]
    sentences: tuple[SentenceCheck, ...]
    invalid: tuple[Finding, ...]
    warnings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        return not self.invalid


def ground(
    draft: Draft,
    citations: Sequence[CitedClaim],
    documents: Iterable[SourceText],
    policy: LinkPolicy | None = None,
) -> Grounding:
    """Judge every citation, every heading, and every sentence but our own lines.

    `documents` are the stored texts of the cited hashes and of the linked addresses.
    """
    said = " ".join(one.text for one in sentences(draft))
    known = _Library(tuple(documents), language_of(said))
    quotes = tuple(
        spared(partial(_judge_quote, citation, known), partial(_unread_quote, citation))
        for citation in citations
    )
    checks = tuple(_judge_all(draft, quotes, known))
    policy = policy or LinkPolicy()
    cited = [(check.sentence, check.urls) for check in checks if not check.is_heading]
    held = *findings(quotes, checks), *misquoted(draft, cited, known.documents)
    ruled = [(policy.on(outcome), finding) for outcome, finding in held]
    return Grounding(
        quotes,
        tuple(check for check in checks if not check.is_heading),
        tuple(finding for ruling, finding in ruled if ruling is Ruling.FAIL),
        tuple(finding for ruling, finding in ruled if ruling is Ruling.WARN),
    )


class _Library:
    """The stored texts, by hash and by address, and the draft's language."""

    def __init__(self, documents: Sequence[SourceText], language: str = "") -> None:
        self.documents = documents
        self.language = language

    def of_text(self, sha256: str) -> tuple[SourceText, ...]:
        return tuple(one for one in self.documents if one.sha256 == sha256)

    def at(self, urls: Iterable[str]) -> tuple[SourceText, ...]:
        wanted = {name for url in urls for name in names_of_page(url)}
        return tuple(one for one in self.documents if one.names & wanted)


def _judge_quote(citation: CitedClaim, known: _Library) -> QuoteCheck:
    nothing = QuoteMatch(Match.NONE, 0.0)
    texts = known.of_text(citation.source_sha256)
    if not texts:
        reason = "no text was stored under the hash that is cited"
        return QuoteCheck(citation, nothing, Support.UNREAD_SOURCE, reason)
    here = [text for text in texts if text.names & names_of_page(citation.url)]
    if not here:
        reason = f"the text under this hash was read from {texts[0].url}"
        return QuoteCheck(citation, nothing, Support.UNREAD_SOURCE, reason)
    found = find_quote(citation.quote, here[0].text)
    match found.match:
        case Match.EXACT:
            return QuoteCheck(citation, found)
        case Match.FUZZY:
            reason = f"the source has it as “{found.passage}”"
            return QuoteCheck(citation, found, Support.FUZZY_QUOTE, reason)
        case Match.NONE:
            reason = f"the quote is not in its source: {found.reason}"
            return QuoteCheck(citation, found, Support.UNSUPPORTED_QUOTE, reason)


def _judge_all(
    draft: Draft, quotes: Sequence[QuoteCheck], known: _Library
) -> Iterator[SentenceCheck]:
    builds = places_to_build(draft)
    cited = Matching(check.citation.claim for check in quotes)

    def is_cited(said: DraftSentence) -> bool:
        return bool(cited.places(said.text))

    claims = [one for one in sentences(draft) if not is_own(one, builds, is_cited)]
    stories = [item.title for item in draft.items if item.name not in builds]
    stories += [claim.text for claim in claims if claim.where != LEAD]
    held: dict[str, list[str]] = {}
    for claim in claims:
        check = _spared_check(claim, _quotes_of([claim], quotes, cited), known)
        if check.has_evidence and check.fidelity.holds:
            held.setdefault(claim.where, []).append(claim.text)
        yield _named_below(check, stories) if claim.where == LEAD else check
    for item in draft.items:
        if item.name not in builds:
            said = [claim for claim in claims if claim.where == item.name]
            links = tuple(url for claim in said for url in claim.links)
            heading = DraftSentence(item.title, links, item.name)
            check = _spared_check(
                heading, _quotes_of(said, quotes, cited), known, is_heading=True
            )
            yield _told_below(check, held.get(item.name, ()), known.language)


def _told_below(
    check: SentenceCheck, held: Iterable[str], language: str
) -> SentenceCheck:
    """The check of a title, which may tell the figures that its item's sentences were borne in."""
    if check.fidelity.holds:
        return check
    found = fidelity(check.sentence.text, "\n".join(held), language=language)
    unborne = {lack.written for lack in found.unsupported}
    kept = tuple(
        lack
        for lack in check.fidelity.unsupported
        if lack.detail is not Detail.NUMBER
        or lack.lack is not Lack.MISSING
        or lack.written in unborne
    )
    return replace(check, fidelity=replace(check.fidelity, unsupported=kept))


def _named_below(check: SentenceCheck, stories: Iterable[str]) -> SentenceCheck:
    """The check of a lead, where names that only the stories bear are told apart."""
    lacks = check.fidelity.unsupported
    if all(lack.detail is not Detail.NAME for lack in lacks):
        return check
    found = fidelity(check.sentence.text, "\n".join(stories))
    unknown = {lack.written for lack in found.unsupported}
    told = tuple(
        replace(lack, lack=Lack.BELOW)
        if lack.detail is Detail.NAME
        and lack.lack is Lack.MISSING
        and lack.written not in unknown
        else lack
        for lack in lacks
    )
    return replace(check, fidelity=replace(check.fidelity, unsupported=told))


def _quotes_of(
    said: Iterable[DraftSentence], quotes: Sequence[QuoteCheck], cited: Matching
) -> tuple[QuoteCheck, ...]:
    """The quotes of these sentences; `cited` has the claims of all quotes."""
    places = {place for claim in said for place in cited.places(claim.text)}
    return tuple(quotes[place] for place in sorted(places))


def _unread_quote(citation: CitedClaim, reason: str) -> QuoteCheck:
    nothing = QuoteMatch(Match.NONE, 0.0)
    return QuoteCheck(citation, nothing, Support.UNCHECKED, reason)


def _spared_check(
    claim: DraftSentence,
    quotes: tuple[QuoteCheck, ...],
    known: _Library,
    *,
    is_heading: bool = False,
) -> SentenceCheck:
    """A sentence's check with all that is found of it; where that raises, it alone fails."""

    def read() -> SentenceCheck:
        check = _judge(claim, quotes, known, is_heading=is_heading)
        tuple(findings((), [check]))  # so that what these raise is met here as well
        return check

    return spared(
        read,
        lambda reason: SentenceCheck(
            claim, quotes, Fidelity(0, ()), is_heading, unread=reason
        ),
    )


def _judge(
    claim: DraftSentence,
    quotes: tuple[QuoteCheck, ...],
    known: _Library,
    *,
    is_heading: bool = False,
) -> SentenceCheck:
    """Figures must be in the quotes; a name may be anywhere in what was quoted from.

    A sentence without a citation, and a heading, rest on the texts that they link to.
    """
    urls = {*claim.links, *(check.citation.url for check in quotes)}
    about = known.at(urls)
    texts = [text.text for text in about]
    passages = [check.found.passage for check in quotes if check.holds]
    evidence = texts if is_heading or not quotes else passages
    named = [*urls, *(f"{text.title}\n{text.publisher}" for text in about)]
    days = tuple(text.published for text in about if text.published)
    compare = partial(_fidelity, claim.text, language=known.language)
    found = compare(_joined([*evidence, *named]), days)
    if any(lack.detail is Detail.NAME for lack in found.unsupported):
        everywhere = compare(_joined([*evidence, *texts, *named]), ())
        found = _with_names_of(found, everywhere)
    return SentenceCheck(claim, quotes, found, is_heading, bool(evidence))


# Writer, critic and verifier judge the same draft, of which a few lines were mended.
@lru_cache(maxsize=512)
def _fidelity(
    sentence: str, evidence: str, days: tuple[date, ...], language: str
) -> Fidelity:
    return fidelity(sentence, evidence, days=days, language=language)


def _joined(texts: Iterable[str]) -> str:
    """The texts as they stand and without their LaTeX and Markdown."""
    return "\n.\n".join(
        part for text in texts for part in dict.fromkeys((text, clean(text)))
    )


def _with_names_of(found: Fidelity, other: Fidelity) -> Fidelity:
    unnamed = {lack.written for lack in other.unsupported}
    kept = tuple(
        lack
        for lack in found.unsupported
        if lack.detail is not Detail.NAME or lack.written in unnamed
    )
    return Fidelity(found.checked, kept)


def linked_urls(draft: Draft, citations: Collection[CitedClaim]) -> frozenset[str]:
    """Every address whose stored texts a judgement may need."""
    linked = (url for claim in sentences(draft) for url in claim.links)
    return frozenset((*linked, *(citation.url for citation in citations)))
