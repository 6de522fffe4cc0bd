"""Draws up the scorecard of an edition: evidence, links, novelty, style, cost. Pure."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from statistics import fmean, median
from urllib.parse import urlsplit

from newsletter.drafts.contract import SectionKind
from newsletter.drafts.draft import Draft, is_ours, sentences
from newsletter.drafts.parsing import parse, to_markdown
from newsletter.research.story import Story
from newsletter.standards.outcomes import LinkCheck, Support
from newsletter.standards.rubric import BANNED
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
    Structure,
    Style,
    share,
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
    issues_remembered: int = 0
    unknown: int = 0
    banned: Sequence[str] = BANNED
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
            unknown=edition.unknown,
            outcomes=dict(
                sorted(Counter(str(check.outcome) for check in edition.checks).items())
            ),
        ),
        novelty=Novelty(
            stories=len(edition.stories),
            told_before=edition.told_before,
            issues_remembered=edition.issues_remembered,
        ),
        freshness=_freshness(edition),
        structure=_structure(edition.draft),
        style=style_of(edition.draft, edition.banned),
        diversity=_diversity(edition),
        cost=_cost(edition),
    )


def _evidence(grounding: Grounding) -> QuoteCounts:
    found = Counter(check.found.match for check in grounding.quotes)
    return QuoteCounts(
        citations=len(grounding.quotes),
        exact=found[Match.EXACT],
        fuzzy=found[Match.FUZZY],
        missing=found[Match.NONE],
        precision=share(found[Match.EXACT] + found[Match.FUZZY], len(grounding.quotes)),
    )


def _details(grounding: Grounding) -> Details:
    found = [check.fidelity for check in grounding.sentences]
    checked = sum(fidelity.checked for fidelity in found)
    lacking = sum(len(fidelity.unsupported) for fidelity in found)
    return Details(
        checked=checked,
        unsupported=lacking,
        fidelity=share(checked - lacking, checked),
    )


def _ours(held: HeldLines) -> OwnLines:
    return OwnLines(
        lines=len(held.checks),
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
    facts_cited = sum(check.is_cited for check in facts)
    numeric_cited = sum(check.is_cited for check in numeric)
    own = {canonical(story.url) for story in edition.stories}
    cited = [check.citation.url for check in edition.grounding.quotes]
    stories = len(edition.stories)
    return Recall(
        factual=len(facts),
        factual_cited=facts_cited,
        numeric=len(numeric),
        numeric_cited=numeric_cited,
        primary=sum(canonical(url) in own for url in cited),
        sources_per_story=round(len(set(cited)) / stories, 2) if stories else 0.0,
        recall=share(facts_cited, len(facts)),
        numeric_recall=share(numeric_cited, len(numeric)),
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
        median_days=float(median(ages)) if ages else None,
        oldest_days=max(ages, default=None),
    )


def _structure(draft: Draft) -> Structure:
    written = to_markdown(draft)
    again = draft if written == draft.markdown else parse(written, draft.contract)
    count = {
        kind: sum(len(section.items) for section in draft.of_kind(kind))
        for kind in SectionKind
    }
    return Structure(
        launches=count[SectionKind.LAUNCHES],
        papers=count[SectionKind.PAPERS],
        topics=len(draft.of_kind(SectionKind.TOPIC)),
        topic_stories=count[SectionKind.TOPIC],
        one_liners=len(draft.lines),
        words=sum(len(said.text.split()) for said in sentences(draft)),
        problems=len(draft.problems),
        is_stable=(again.items, again.lines, again.title)
        == (draft.items, draft.lines, draft.title),
    )


def _diversity(edition: Edition) -> Diversity:
    hosts = Counter(_hosts(check.canonical for check in edition.checks))
    total = hosts.total()
    shares = [number / total for number in hosts.values()]
    entropy = -sum(share * math.log2(share) for share in shares) + 0.0
    return Diversity(
        hosts=len(hosts),
        publishers=len({story.publisher for story in edition.stories}),
        entropy=round(entropy, 3),
        evenness=round(entropy / math.log2(len(hosts)), 3) if len(hosts) > 1 else None,
        largest_share=round(max(shares), 3) if shares else None,
    )


def _hosts(urls: Iterable[str]) -> Iterable[str]:
    for url in urls:
        if host := urlsplit(url).hostname:
            yield host.removeprefix("www.")


def _cost(edition: Edition) -> Cost:
    if not edition.stories:
        return Cost(dollars=edition.dollars)
    each = edition.dollars / len(edition.stories)
    return Cost(dollars=edition.dollars, per_story=each.quantize(Decimal("0.0001")))


_DASHES = re.compile("[\N{EN DASH}\N{EM DASH}]|(?<= )--?(?= )")


def style_of(draft: Draft, banned: Sequence[str]) -> Style:
    said = [one.text for one in sentences(draft) if not is_ours(one.text)]
    spoken = [words for words in map(words_of, said) if words]
    if not spoken:
        return Style()
    text = " ".join(said)
    count = sum(map(len, spoken))
    found = sum(
        len(re.findall(rf"(?<!\w){re.escape(word)}", text, re.IGNORECASE))
        for word in banned
        if word
    )
    openings = {words[0] for words in spoken}
    return Style(
        sentences=len(spoken),
        words_per_sentence=round(fmean(map(len, spoken)), 1),
        longest_sentence=max(map(len, spoken)),
        flesch=_flesch(spoken),
        banned_per_1000=round(1000 * found / count, 2),
        dashes_per_1000=round(1000 * len(_DASHES.findall(text)) / count, 2),
        openings=share(len(openings), len(spoken)),
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
