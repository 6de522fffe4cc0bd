"""What becomes of a draft, from its writing until its issue went out. Pure."""

from datetime import date, datetime
from typing import Any

from pydantic import Field

from agents.events.base import AboutDraft, Data, Sha256, Words
from agents.events.brief import CoveredTopic
from newsletter.drafts.citation import CitedClaim


class DraftWritten(Data):
    subject: str = Field(min_length=1, max_length=200)
    preheader: str = Field(default="", max_length=200)
    markdown: str = Field(min_length=1, max_length=100_000)
    citations: tuple[CitedClaim, ...] = ()
    # What changed since the last draft, for whoever reads the log.
    note: str = Field(default="", max_length=2000)


class Problem(Data):
    """One thing the critic wants mended."""

    code: str = Field(min_length=1, max_length=60)
    where: str = Field(default="", max_length=300)
    message: str = Field(min_length=1, max_length=1000)


class CriticRejection(AboutDraft):
    problems: tuple[Problem, ...] = Field(min_length=1)


class DraftApproved(AboutDraft):
    remarks: str = Field(default="", max_length=2000)


class CheckedLink(Data):
    """One link of a draft as the web answered it."""

    url: str
    outcome: str
    reason: str = ""
    sentence: str = ""


class VerificationPassed(AboutDraft):
    checked: int = Field(ge=1)
    warnings: tuple[CheckedLink, ...] = ()
    # What each address came to, by its canonical form.
    outcomes: dict[str, str] = Field(default_factory=dict)
    # The issue in numbers: see `newsletter.verification.scorecard`.
    scorecard: dict[str, Any] = Field(default_factory=dict)


class VerificationFailed(AboutDraft):
    checked: int = Field(ge=0)
    invalid_urls: tuple[CheckedLink, ...] = Field(min_length=1)
    warnings: tuple[CheckedLink, ...] = ()


class SentenceVerdict(Data):
    """What a judge found of one sentence, or of the work behind a link.

    `verdict` is one of `newsletter.verification.judging.verdicts`, or "" where the answer
    did not hold: `why_not` says what was wrong with it.
    """

    sentence: str = Field(min_length=1, max_length=6000)
    url: str = ""
    is_work: bool = False
    verdict: str = ""
    basis: str = ""
    workings: tuple[str, ...] = ()
    why_not: str = ""
    # Words of the sentence that go too far.
    at_fault: str = Field(default="", exclude_if=lambda words: not words)
    # The name of the sentence beside its passages: the same is not asked about again.
    question: str = ""
    # Whether it was found of an earlier draft of the session.
    is_carried: bool = Field(default=False, exclude_if=lambda carried: not carried)


class SentencesJudged(AboutDraft):
    """A model's verdicts on a draft's sentences; void where it missed a control.

    `key` is the round of the step. The case and the prompt are named by their hashes.
    """

    case_sha256: Sha256
    prompt_sha256: Sha256
    key: str = ""
    model: str = ""
    is_second: bool = False
    controls: int = Field(default=0, ge=0)
    missed: int = Field(default=0, ge=0)
    verdicts: tuple[SentenceVerdict, ...] = ()
    # How many sentences no judge was asked about, by the reason.
    left_out: dict[str, int] = Field(default_factory=dict)
    # Those of them whose passage speaks to its reader.
    unjudged: tuple[str, ...] = Field(default=(), exclude_if=lambda said: not said)

    @property
    def is_void(self) -> bool:
        """Whether these verdicts do not count."""
        return self.missed > 0


class SentencesDisputed(AboutDraft):
    """What one judge would fail and code did not flag: another one is asked."""

    sentences: tuple[str, ...] = Field(min_length=1)


class DraftTrimmed(DraftWritten):
    """What code made of an approved draft that failed too often; nothing is added to it.

    The draft named `from_sha256` was approved; what is left of it is `to_sha256`.
    """

    from_sha256: Sha256
    to_sha256: Sha256
    # Why each sentence or story that is missing was taken out.
    failures: tuple[CheckedLink, ...] = Field(min_length=1)


class DraftEdited(DraftWritten):
    """What an operator made of a verified draft; it is verified like any other.

    Where it fails, it waits until the moment `until` to be mended.
    """

    from_sha256: Sha256
    to_sha256: Sha256
    by: str = Field(min_length=1, max_length=150)
    why: Words = Field(default="", max_length=1000)
    until: datetime


class EmailSent(AboutDraft):
    issue_number: int
    slug: str
    subject: str
    transport: str
    recipients: int = Field(ge=0)
    accepted: int = Field(default=0, ge=0)
    deferred: int = Field(default=0, ge=0)
    rejected: int = Field(default=0, ge=0)
    uncertain: int = Field(default=0, ge=0)
    suppressed: int = Field(default=0, ge=0)
    # Letters that leave later by themselves, and what keeps them if anything does.
    waiting: int = Field(default=0, ge=0)
    problem: str = Field(default="", exclude_if=lambda problem: not problem)
    dry_run: bool = False


class IssuePublished(AboutDraft):
    """What later sessions remember: the issue, and every story it told."""

    issue_number: int
    slug: str
    # The day the issue is of, which for a look into the past is not today.
    published_on: date
    told: tuple[CoveredTopic, ...] = ()
