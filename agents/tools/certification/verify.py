"""Examining a draft: every link asked, every quote and figure held to what was read."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from django.db.models import Sum

from agents.events.drafts import CheckedLink
from agents.tools.certification import publish
from agents.tools.certification.record import record_of
from agents.tools.certification.remembering import looked_up
from agents.tools.workbench import Workbench
from agents.workflows.chosen import chosen_stories, own_pages
from agents.workflows.drafted import KnownDraft
from newsletter.drafts.draft import Draft
from newsletter.issues.sources import documents
from newsletter.standards.link_policy import Finding, LinkPolicy
from newsletter.standards.outcomes import Outcome
from newsletter.text.identifiers import canonical
from newsletter.verification.claims.findings import SourceText
from newsletter.verification.claims.ground import Grounding, ground, linked_urls
from newsletter.verification.judging.ruling import NO_VOTES, Ruled, Votes, rule
from newsletter.verification.links.check import Report, check_links
from newsletter.verification.ours.hold import HeldLines, hold
from newsletter.verification.ours.lines import Around
from newsletter.verification.ours.record import Record
from newsletter.verification.scorecard.card import Scorecard
from newsletter.verification.scorecard.compute import Edition, draw_up
from newsletter.web.fetch import Fetcher


@dataclass(frozen=True, slots=True)
class Examined:
    """What the web answered, the stored texts say and judges voted, about one draft."""

    report: Report
    grounding: Grounding
    ours: HeldLines
    documents: tuple[SourceText, ...]
    policy: LinkPolicy
    votes: Votes = NO_VOTES

    @property
    def failures(self) -> tuple[Finding, ...]:
        """All that code holds against the draft, that of its links first."""
        invalid = (*self.report.invalid, *self.grounding.invalid)
        return (*invalid, *self.ours.invalid)

    @property
    def told(self) -> tuple[Finding, ...]:
        """What code tells although the draft may pass.

        Whether a link leads to the work that is meant is no question where a quote of it
        stands in the text that was read there.
        """
        quoted = {quote.citation.url for quote in self.grounding.quotes if quote.holds}
        of_links = (
            one
            for one in self.report.warnings
            if one.outcome is not Outcome.MISMATCH or one.url not in quoted
        )
        return (*of_links, *self.grounding.warnings, *self.ours.warnings)

    @property
    def ruled(self) -> Ruled:
        """The same as judges' votes leave it."""
        return rule(self.failures, self.told, self.votes, self.policy)

    @property
    def passed(self) -> bool:
        return not self.ruled.failures

    @property
    def is_cut_off(self) -> bool:
        """Whether nobody at all answered: that tells of our network, not of the draft."""
        checks = self.report.checks
        return bool(checks) and all(
            check.outcome is Outcome.UNREACHABLE for check in checks
        )

    @property
    def invalid(self) -> tuple[Finding, ...]:
        """Every reason why the draft fails."""
        return self.ruled.failures

    @property
    def outcomes(self) -> dict[str, str]:
        """What each address came to, by its canonical form.

        That a page is another work holds only where it fails the draft: a judge may find
        otherwise, and where the draft gives no title it is a doubt. Who sends asks of
        nothing else.
        """
        upheld = {canonical(one.url) for one in self.ruled.failures}
        return {
            check.canonical: str(
                Outcome.OK
                if check.outcome is Outcome.MISMATCH and check.canonical not in upheld
                else check.outcome
            )
            for check in self.report.checks
        }

    @property
    def warnings(self) -> tuple[Finding, ...]:
        return self.ruled.warnings


def examined(bench: Workbench, known: KnownDraft) -> Examined:
    """What was found of a draft, looked for once in a conversation."""
    found = bench.kept.get(known.sha256)
    if not isinstance(found, Examined) or found.is_cut_off:
        found = bench.kept[known.sha256] = examine(bench, known)
    return found


def examine(
    bench: Workbench,
    known: KnownDraft,
    votes: Votes = NO_VOTES,
    record: Record | None = None,
) -> Examined:
    """Ask the web about a draft's links, and its stored sources about the rest."""
    policy, citations = bench.editorial.rules.link_policy, known.written.citations
    seen, own = bench.known_addresses(), own_pages(bench.state)
    since = bench.now.date() - timedelta(days=publish.window_days(bench))

    urls = linked_urls(known.draft, citations)
    hashes = [citation.source_sha256 for citation in citations]
    stored = tuple(documents(urls, hashes))

    async def visit(fetcher: Fetcher) -> Report:
        return await check_links(
            known.draft,
            fetcher,
            policy=policy,
            known_urls=seen,
            own_urls=own,
            stored_urls=[one.url for one in stored if one.sha256 in hashes],
            since=since,
        )

    grounding = ground(known.draft, citations, stored, policy)
    around = Around(known.written.subject, known.written.preheader)
    record = record or record_of(bench)
    ours = hold(known.draft, around, grounding.quotes, stored, record, policy)
    return Examined(bench.web(visit), grounding, ours, stored, policy, votes)


def scorecard(bench: Workbench, draft: Draft, verdict: Examined) -> Scorecard:
    """The numbers of a draft that was examined."""
    spent = bench.session.agent_runs.aggregate(dollars=Sum("dollars"))["dollars"]
    edition = Edition(
        draft=draft,
        grounding=verdict.grounding,
        ours=verdict.ours,
        checks=verdict.report.checks,
        stories=publish.told(bench, draft),
        day=bench.now.date(),
        window_days=publish.window_days(bench),
        told_before=_repeats(bench, draft),
        votes=verdict.votes,
        ruled=verdict.ruled,
        dollars=spent or Decimal(0),
    )
    return draw_up(edition)


def _repeats(bench: Workbench, draft: Draft) -> int:
    """How many stories are told again without saying what is new in them."""
    updates = {one.story_id for _, one in chosen_stories(bench.state) if one.update}
    looked = looked_up(bench, publish.told(bench, draft))
    return sum(
        bool(one.told and one.told.is_certain and one.id not in updates)
        for one in looked
    )


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
