"""Draws up the scorecard of an edition: evidence, links, novelty, style, cost. Pure."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from statistics import fmean
from urllib.parse import urlsplit

from newsletter.drafts.draft import Draft, is_ours, sentences
from newsletter.research.story import Story
from newsletter.standards.outcomes import LinkCheck, Support
from newsletter.text.identifiers import canonical
from newsletter.text.words import words_of
from newsletter.verification.claims.ground import Grounding
from newsletter.verification.claims.numbers.figures import figures
from newsletter.verification.claims.quotes import Match
from newsletter.verification.judging.ruling import (
    NO_VOTES,
    NOTHING_RULED,
    Ruled,
    Votes,
)
from newsletter.verification.ours.hold import NO_LINES, HeldLines
from newsletter.verification.scorecard.card import (
    Cost,
    Details,
    Diversity,
    Freshness,
    Judging,
    Links,
    Novelty,
    OwnLines,
    QuoteCounts,
    Recall,
    Scorecard,
    Style,
)


@dataclass(frozen=True, slots=True)
class Edition:
    """What an issue was made of, when it was verified."""

    draft: Draft
    grounding: Grounding
    checks: Sequence[LinkCheck]
    stories: Sequence[Story]
    day: date
    window_days: int = 7
    ours: HeldLines = NO_LINES
    # How many of the stories an earlier issue told; updates are not counted.
    told_before: int = 0
    votes: Votes = NO_VOTES
    ruled: Ruled = NOTHING_RULED
    dollars: Decimal = Decimal(0)


def draw_up(edition: Edition) -> Scorecard:
    """Every figure of an edition."""
    return Scorecard(
        evidence=_evidence(edition.grounding),
        details=_details(edition.grounding),
        ours=_ours(edition.ours),
        judging=_judging(edition),
        recall=_recall(edition),
        links=Links(
            checked=len(edition.checks),
            outcomes=dict(
                sorted(Counter(str(check.outcome) for check in edition.checks).items())
            ),
        ),
        novelty=Novelty(stories=len(edition.stories), told_before=edition.told_before),
        freshness=_freshness(edition),
        style=_style(edition.draft),
        diversity=_diversity(edition),
        cost=_cost(edition),
    )


def _evidence(grounding: Grounding) -> QuoteCounts:
    found = Counter(check.found.match for check in grounding.quotes)
    return QuoteCounts(
        citations=len(grounding.quotes),
        exact=found[Match.EXACT],
        fuzzy=found[Match.FUZZY],
    )


def _details(grounding: Grounding) -> Details:
    found = [check.fidelity for check in grounding.sentences]
    return Details(
        checked=sum(fidelity.checked for fidelity in found),
        unsupported=sum(len(fidelity.unsupported) for fidelity in found),
    )


def _ours(held: HeldLines) -> OwnLines:
    return OwnLines(
        checked=sum(check.checked for check in held.checks),
        unborne=sum(len(check.unborne) for check in held.checks),
    )


def _judging(edition: Edition) -> Judging:
    """What a model had a say in: nothing of it where code alone judged."""
    if not edition.votes.model:
        return Judging(lost=edition.votes.lost)
    voted = {vote.sentence for vote in edition.votes.first}
    said = [check.sentence.text for check in edition.grounding.sentences]
    said += [one.line.text for one in edition.ours.open]
    cleared = {finding.sentence for finding in edition.ruled.cleared}
    outcomes = [finding.outcome for finding in edition.ruled.warnings]
    return Judging(
        model=edition.votes.model,
        sentences=len(said),
        judged=sum(text in voted for text in said),
        cleared=len(edition.ruled.cleared),
        cleared_details=sum(
            len(check.fidelity.unsupported)
            for check in edition.grounding.sentences
            if check.sentence.text in cleared
        ),
        disputed=outcomes.count(Support.DISPUTED),
        lost=edition.votes.lost,
    )


def _recall(edition: Edition) -> Recall:
    facts = [
        check
        for check in edition.grounding.sentences
        if check.fidelity.checked or check.sentence.links
    ]
    numeric = [check for check in facts if _has_figure(check.sentence.text)]
    own = {canonical(story.url) for story in edition.stories}
    cited = [check.citation.url for check in edition.grounding.quotes]
    return Recall(
        factual=len(facts),
        factual_cited=sum(check.is_cited for check in facts),
        numeric=len(numeric),
        numeric_cited=sum(check.is_cited for check in numeric),
        primary=sum(canonical(url) in own for url in cited),
    )


def _has_figure(text: str) -> bool:
    found = figures(text)
    return bool(found.amounts or found.days or found.versions)


def _freshness(edition: Edition) -> Freshness:
    ages = [
        (edition.day - story.published).days
        for story in edition.stories
        if story.published
    ]
    return Freshness(
        dated=len(ages),
        undated=len(edition.stories) - len(ages),
        in_window=sum(age <= edition.window_days for age in ages),
    )


def _diversity(edition: Edition) -> Diversity:
    hosts = (urlsplit(check.canonical).hostname for check in edition.checks)
    return Diversity(
        hosts=len({host.removeprefix("www.") for host in hosts if host}),
        publishers=len({story.publisher for story in edition.stories}),
    )


def _cost(edition: Edition) -> Cost:
    if not edition.stories:
        return Cost(dollars=edition.dollars)
    each = edition.dollars / len(edition.stories)
    return Cost(dollars=edition.dollars, per_story=each.quantize(Decimal("0.0001")))


def _style(draft: Draft) -> Style:
    said = (words_of(one.text) for one in sentences(draft) if not is_ours(one.text))
    spoken = [words for words in said if words]
    if not spoken:
        return Style()
    return Style(
        words_per_sentence=round(fmean(map(len, spoken)), 1), flesch=_flesch(spoken)
    )


def _flesch(spoken: Sequence[Sequence[str]]) -> float:
    """Reading ease: about 60 is plain English, below 30 is for specialists.

    https://en.wikipedia.org/wiki/Flesch%E2%80%93Kincaid_readability_tests
    """
    words = [word for sentence in spoken for word in sentence]
    syllables = sum(map(_syllables, words))
    ease = 206.835 - 1.015 * len(words) / len(spoken) - 84.6 * syllables / len(words)
    return round(ease, 1)


def _syllables(word: str) -> int:
    """Groups of vowels, without a silent e; a number is said as one."""
    stem = word[:-1] if word.endswith("e") and not word.endswith("le") else word
    return max(1, len(re.findall(r"[aeiouy]+", stem)))
