"""An approved draft that failed too often, shortened by code and examined again."""

from dataclasses import dataclass

from agents.events.drafts import DraftTrimmed, DraftWritten
from agents.tools.certification.record import record_of
from agents.tools.certification.verify import Examined, examine, told
from agents.tools.workbench import Workbench
from agents.workflows.drafted import KnownDraft
from newsletter.drafts.draft import Draft
from newsletter.standards.link_policy import Finding
from newsletter.verification.repair import Manuscript
from newsletter.verification.trimming import trim

# What is left may fail too: a link that was slow the first time, for one.
_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Shortened:
    """A shorter draft that passed, and the verdict on exactly it."""

    event: DraftTrimmed
    draft: Draft
    verdict: Examined


def shorten(bench: Workbench, known: KnownDraft, verdict: Examined) -> Shortened | None:
    """The draft less all that fails; None where what is left makes no issue."""
    failures = tuple[Finding, ...]()
    written = known.written
    whole = Manuscript(
        known.draft, written.subject, written.preheader, written.citations
    )
    for _ in range(_ROUNDS):
        failures += verdict.invalid
        trimmed = trim(
            whole,
            failures,
            bench.editorial.rules,
            bench.newsletter.title,
            bench.editorial.language,
        )
        if trimmed is None:
            return None
        left = _known(trimmed.manuscript)
        record = record_of(bench, trimmed.stories, len(trimmed.sentences))
        verdict = examine(bench, left, verdict.votes, record)
        if verdict.passed:
            made = _record(known, left, failures, trimmed.stories)
            return Shortened(made, left.draft, verdict)
    return None


def _known(left: Manuscript) -> KnownDraft:
    written = DraftWritten(
        subject=left.subject,
        preheader=left.preheader,
        markdown=left.draft.markdown,
        citations=left.citations,
    )
    return KnownDraft(written, left.draft)


def _record(
    known: KnownDraft,
    left: KnownDraft,
    failures: tuple[Finding, ...],
    stories: tuple[str, ...],
) -> DraftTrimmed:
    lost = "; ".join(f"“{title}”" for title in stories) or "none"
    return DraftTrimmed(
        **left.written.model_dump(exclude={"note"}),
        note=f"Stories left out: {lost}."[:2000],
        from_sha256=known.sha256,
        to_sha256=left.sha256,
        failures=told(failures),
    )
