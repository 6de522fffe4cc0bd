"""An approved draft that failed too often, shortened by code and examined again."""

from dataclasses import dataclass

from agents.events.schema import DraftTrimmed, DraftWritten
from agents.tools.certification.certify import KnownDraft
from agents.tools.certification.verify import Verdict, examine, told
from agents.tools.workbench import Workbench
from newsletter.drafts.parsing import sha256_of
from newsletter.standards.policy import Finding
from newsletter.verification.trimming import Text, trim

# What is left may fail too: a link that was slow the first time, for one.
_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Shortened:
    """A shorter draft that passed, and the verdict on exactly it."""

    draft: DraftTrimmed
    verdict: Verdict


def shorten(bench: Workbench, known: KnownDraft, verdict: Verdict) -> Shortened | None:
    """The draft less all that fails; None where what is left makes no issue."""
    draft, failures = known.draft, tuple[Finding, ...]()
    whole = Text(draft.markdown, draft.subject, draft.preheader, draft.citations)
    for _ in range(_ROUNDS):
        failures += verdict.invalid
        trimmed = trim(whole, failures, bench.newsletter.rules)
        if trimmed is None:
            return None
        text = trimmed.text
        left = DraftWritten(
            subject=text.subject,
            preheader=text.preheader,
            markdown=text.markdown,
            citations=text.citations,
        )
        verdict = examine(bench, left)
        if verdict.passed:
            made = _record(known, left, failures, trimmed.stories)
            return Shortened(made, verdict)
    return None


def _record(
    known: KnownDraft,
    left: DraftWritten,
    failures: tuple[Finding, ...],
    stories: tuple[str, ...],
) -> DraftTrimmed:
    lost = "; ".join(f"“{title}”" for title in stories) or "none"
    return DraftTrimmed(
        **left.model_dump(exclude={"note"}),
        note=f"Stories left out: {lost}."[:2000],
        from_sha256=known.sha256,
        to_sha256=sha256_of(left.markdown),
        failures=told(failures),
    )
