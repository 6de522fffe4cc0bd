"""Examining a draft: every link asked, every quote and figure held to what was read."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from django.db.models import Sum

from agents.events.schema import CheckedLink, CoveredTopics, DraftWritten, Kind
from agents.tools.certification import publish as publication
from agents.tools.workbench import Workbench
from newsletter.issues.sources import documents
from newsletter.research.coverage import CoveredStory
from newsletter.standards.policy import UNKNOWN, Finding
from newsletter.verification.claims.ground import Grounding, ground, linked_urls
from newsletter.verification.links.check import Report, check_links
from newsletter.verification.scorecard import Edition, Scorecard, draw_up
from newsletter.web.fetch import Fetcher


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the web answered and what the stored texts say, about one draft."""

    report: Report
    grounding: Grounding

    @property
    def passed(self) -> bool:
        return self.report.passed and self.grounding.passed

    @property
    def invalid(self) -> tuple[Finding, ...]:
        """Every reason why the draft fails, those of its links first."""
        return (*self.report.invalid, *self.grounding.invalid)

    @property
    def outcomes(self) -> dict[str, str]:
        """What each address came to, by its canonical form."""
        return {check.canonical: str(check.outcome) for check in self.report.checks}

    @property
    def warnings(self) -> tuple[Finding, ...]:
        return (*self.report.warnings, *self.grounding.warnings)


def examine(bench: Workbench, draft: DraftWritten) -> Verdict:
    """Ask the web about a draft's links, and its stored sources about the rest."""
    policy, known = bench.newsletter.rules.link_policy, bench.known_addresses()
    since = bench.now.date() - timedelta(days=publication.window_days(bench))

    async def visit(fetcher: Fetcher) -> Report:
        return await check_links(
            draft.markdown,
            fetcher,
            policy=policy.for_links(),
            known_urls=known,
            since=since,
        )

    urls = linked_urls(draft.markdown, draft.citations)
    hashes = [citation.source_sha256 for citation in draft.citations]
    grounding = ground(draft.markdown, draft.citations, documents(urls, hashes), policy)
    return Verdict(bench.web(visit), grounding)


def scorecard(bench: Workbench, draft: DraftWritten, verdict: Verdict) -> Scorecard:
    """The numbers of a draft that was examined."""
    covered = CoveredTopics.model_validate(bench.last(Kind.COVERED_TOPICS) or {})
    spent = bench.session.agent_runs.aggregate(dollars=Sum("dollars"))["dollars"]
    edition = Edition(
        markdown=draft.markdown,
        grounding=verdict.grounding,
        checks=verdict.report.checks,
        stories=publication.told(bench, draft),
        day=bench.now.date(),
        window_days=publication.window_days(bench),
        covered=[
            CoveredStory(story_id=topic.story_id, title=topic.title, url=topic.url)
            for topic in covered.topics
        ],
        issues_remembered=covered.issues_read,
        unknown=sum(found.outcome == UNKNOWN for found in verdict.report.invalid),
        banned=bench.newsletter.rules.banned,
        dollars=spent or Decimal(0),
    )
    return draw_up(edition)


def told(findings: tuple[Finding, ...]) -> tuple[CheckedLink, ...]:
    """Findings as the log keeps them."""
    return tuple(
        CheckedLink(
            url=found.url,
            outcome=found.outcome,
            reason=found.reason,
            sentence=found.sentence,
        )
        for found in findings
    )
