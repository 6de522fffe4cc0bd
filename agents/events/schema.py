"""The kinds of event a session's log may hold, and the shape of each one's data. Pure.

The first are an agent's to propose (or, where code measures, the code's to write), then
come those of the digest (`agents.events.digest` has their shapes); the others are what the harness itself records. No kind holds an address of a person.
"""

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any, Self

from pydantic import Field, ValidationError

from agents.events import digest, requesting, scouting
from agents.events.base import (
    Data,
    MayBePlaceholder,
    RubricScores,
    Sha256,
    ToldCorrection,
    Update,
    Words,
)
from newsletter.drafts.citation import CitedClaim
from newsletter.interests.schema import Interests
from newsletter.research.story import OutletReport, Story
from newsletter.text import truncate

_MOST_FAULTS = 20


class Kind(StrEnum):
    """Every kind of event, by the name it has in the log."""

    COVERED_TOPICS = "covered_topics"  # what recent issues told
    LAUNCHES_RESEARCHED = "launches_researched"  # candidate launches
    PAPERS_RESEARCHED = "papers_researched"  # candidate papers
    ITEMS_EVALUATED = "items_evaluated"  # scores, the chosen and the rejected
    DRAFT_WRITTEN = "draft_written"  # a complete draft
    CRITIC_REJECTION = "critic_rejection"  # what must be mended
    DRAFT_APPROVED = "draft_approved"  # the critic's yes to one draft
    VERIFICATION_PASSED = "verification_passed"  # by code: every link was answered
    VERIFICATION_FAILED = "verification_failed"  # by code: which were not, and why
    SENTENCES_JUDGED = "sentences_judged"  # by code: a model's verdicts, weighed
    SENTENCES_DISPUTED = "sentences_disputed"  # by code: a second judge is asked
    DRAFT_TRIMMED = "draft_trimmed"  # by code: an approved draft less what failed
    EMAIL_SENT = "email_sent"  # by code: the issue went out, in numbers

    URLS_GATHERED = "urls_gathered"  # by code: what the outlets told
    URLS_FILTERED = "urls_filtered"  # by code: what of it goes on, and why the rest not
    ARTICLES_DOWNLOADED = "articles_downloaded"  # by code: their texts, stored
    SUMMARIES_EXTRACTED = "summaries_extracted"  # by code: two sentences of each
    ARTICLES_RATED = "articles_rated"  # scores by the rubric
    TOPICS_CLUSTERED = "topics_clustered"  # stories by subject, each with a name
    SECTIONS_SELECTED = "sections_selected"  # the issue's sections and their stories
    SECTIONS_DRAFTED = "sections_drafted"  # each section's text and its citations

    TASKS_PLANNED = "tasks_planned"  # what the scouts are to look for
    STORIES_SCOUTED = "stories_scouted"  # what one of them found
    FOLLOW_UP_ASKED = "follow_up_asked"  # what is still to be looked for

    REQUEST_PLANNED = "request_planned"  # which agents a request in words is for
    AGENT_CALLED = "agent_called"  # by code: what came of one call
    CALLS_FOLLOWED = "calls_followed"  # by code: the calls that waited for another
    REQUEST_ANSWERED = "request_answered"  # by code: the answer is given

    SESSION_STARTED = "session_started"
    STEP_STARTED = "step_started"  # a worker claimed a step
    STEP_FAILED = "step_failed"  # an attempt ended in an error
    STEP_LOST = "step_lost"  # the worker of an attempt stopped breathing
    BRAIN_FAILED = "brain_failed"  # the next brain takes the role
    TOOL_CALLED = "tool_called"
    USAGE_RECORDED = "usage_recorded"
    PLACEHOLDER_INSERTED = "placeholder_inserted"
    ISSUE_PUBLISHED = "issue_published"
    SESSION_FINISHED = "session_finished"
    SESSION_ABORTED = "session_aborted"
    DRAFT_EDITED = "draft_edited"  # an operator's draft instead of a verified one
    APPROVAL_ASKED = "approval_asked"  # delivery waits for a person
    APPROVAL_GIVEN = "approval_given"  # a person's yes to one draft
    APPROVAL_REFUSED = "approval_refused"  # a person stopped it
    APPROVAL_LAPSED = "approval_lapsed"  # nobody decided in time
    OPERATOR_RETRIED = "operator_retried"  # a dead step gets a new budget
    SESSION_PAUSED = "session_paused"
    SESSION_UNPAUSED = "session_unpaused"
    SESSION_CANCELLED = "session_cancelled"


class CoveredTopic(Data):
    """A story that an earlier issue told."""

    story_id: str
    title: str
    url: str
    issue_number: int
    covered_on: date
    # How its text begins.
    gist: str = Field(default="", exclude_if=lambda gist: not gist)
    terms: tuple[str, ...] = ()


class ThreadEntry(Data):
    """One telling of a story that went on; `what_is_new` is empty in the first."""

    issue_number: int
    told_on: date
    title: str
    what_is_new: str = ""


class StoryThread(Data):
    """A story that several issues told, with its newest tellings, the oldest first."""

    title: str
    url: str
    told: tuple[ThreadEntry, ...] = ()


class CoveredTopics(MayBePlaceholder):
    """What recent issues told, by code: it is looked up, not said."""

    topics: tuple[CoveredTopic, ...] = ()
    # The stories that went on last.
    threads: tuple[StoryThread, ...] = ()
    # By code: what the next issue has to correct.
    corrections: tuple[ToldCorrection, ...] = ()
    issues_read: int = Field(default=0, ge=0)


class Researched(MayBePlaceholder):
    """What both research agents tell besides their stories."""

    sources: tuple[OutletReport, ...] = ()
    considered: int = Field(default=0, ge=0)
    window_days: int = Field(default=7, ge=1)
    # By code: how many of those found earlier issues had told, and which was the last.
    told_before: int = Field(default=0, ge=0)
    last_told_in: int = Field(default=0, ge=0)


class LaunchesResearched(Researched):
    launches: tuple[Story, ...] = Field(default=(), max_length=60)


class PapersResearched(Researched):
    papers: tuple[Story, ...] = Field(default=(), max_length=60)


class Choice(Data):
    """A story that the issue shall tell, by its id.

    `why` is the angle to tell it from; readers find it on the page of evidence. One that
    was told before has an `update`; of one that is only like a told story, or like another
    one of the choice, `differs` says what sets it apart.
    """

    story_id: str
    scores: RubricScores
    why: str = Field(min_length=1, max_length=400)
    update: Update | None = Field(default=None, exclude_if=lambda update: not update)
    differs: str = Field(default="", max_length=300, exclude_if=lambda said: not said)


class Rejected(Data):
    """A story that was left out, and why.

    One that tells what a chosen story tells names that in `same_as`, by its id: its outlet
    is then heard beside it.
    """

    story_id: str
    scores: RubricScores | None = None
    reason: str = Field(min_length=1, max_length=400)
    same_as: str = Field(default="", max_length=200, exclude_if=lambda name: not name)


class ItemsEvaluated(Data):
    selected_launches: tuple[Choice, ...] = ()
    selected_papers: tuple[Choice, ...] = ()
    rejected_items: tuple[Rejected, ...] = ()
    summary: str = Field(default="", max_length=2000)
    method: str = Field(default="", max_length=100)


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


class AboutDraft(Data):
    """Data about exactly one draft; code fills the hash in when it is left out."""

    draft_sha256: Sha256 = ""


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
    waiting: int = Field(default=0, ge=0)
    dry_run: bool = False


class ApprovalMode(StrEnum):
    """What a newsletter asks of a person before an issue goes out."""

    VETO = "veto"  # it goes out unless somebody stops it
    YES = "yes"  # it goes out if somebody says yes


class WhenLapsed(StrEnum):
    """What becomes of a draft that nobody decided on in time."""

    SEND = "send"
    SKIP = "skip"


class Via(StrEnum):
    """The way by which a person decided."""

    DESK = "desk"
    LINK = "link"  # of the operator's letter
    COMMAND = "command"
    API = "api"  # with a key


class ApprovalTerms(Data):
    """What a session asks for before delivery, as its newsletter wanted when it began."""

    mode: ApprovalMode
    hours: int = Field(ge=1)
    then: WhenLapsed


class ApprovalAsked(AboutDraft):
    mode: ApprovalMode
    until: datetime
    then: WhenLapsed


class ApprovalDecided(AboutDraft):
    """Who decided, how, and what they noted; when is the line's own time."""

    by: str = Field(min_length=1, max_length=150)
    via: Via
    why: Words = Field(default="", max_length=1000)


class ApprovalLapsed(AboutDraft):
    then: WhenLapsed


class TakenInterests(Data):
    """The interests that a session goes by, whole, and the hash of what they say."""

    name: str
    sha256: Sha256
    values: Interests

    @classmethod
    def of(cls, name: str, interests: Interests) -> Self:
        return cls(name=name, sha256=interests.sha256, values=interests)


class Fork(Data):
    """Another session's log up to a step, with lines of it changed by hand."""

    origin: str
    step: str
    changed: tuple[str, ...] = Field(min_length=1)
    by: str = ""


class SessionStarted(Data):
    newsletter: str
    workflow: str
    version: int
    sources: str
    now: datetime
    dry_run: bool = False
    copied_from: str = ""
    # None: nobody is asked before delivery.
    approval: ApprovalTerms | None = None
    # By step or kind, how many parts or ways back there may be, if fewer than declared.
    limits: dict[str, int] = Field(default_factory=dict)
    # None: it goes by its newsletter's own fields.
    interests: TakenInterests | None = Field(
        default=None, exclude_if=lambda taken: taken is None
    )
    # Whether a step that errs is tried again; else it ends the session.
    retries: bool = True
    # The model that is asked instead of each agent's own; "" for those.
    model: str = ""
    # How many turns a brain may take in one round of an agent; None: as many as it needs.
    max_turns: int | None = Field(default=None, ge=1)
    # Whether it is held after each step, until somebody lets it go on.
    by_steps: bool = Field(default=False, exclude_if=lambda held: not held)
    # None: no line of its log was changed by hand.
    fork: "Fork | None" = Field(default=None, exclude_if=lambda fork: fork is None)


class AboutStep(Data):
    """Data about one attempt at one step; `key` is `writer.2`: the second draft."""

    step: str
    key: str
    attempt: int = Field(ge=1)


class StepStarted(AboutStep):
    idempotency_key: str
    worker: str = ""


class StepFailed(AboutStep):
    reason: str
    is_silent: bool = False  # the agent ended without its terminal event
    is_final: bool = False  # trying again cannot help
    retry_at: datetime | None = None


class StepLost(AboutStep):
    reason: str
    is_released: bool = False  # given back in good order: no loss to be counted


class FailedBrain(AboutStep):
    brain: str
    reason: str
    next_brain: str = ""


class ToolCalled(AboutStep):
    tool: str
    ok: bool
    seconds: float = Field(ge=0)
    summary: str = ""
    # Addresses the tool returned: a draft may cite no others.
    addresses: tuple[str, ...] = ()


class UsageRecorded(AboutStep):
    agent: str
    brain: str
    model: str = ""
    seconds: float = Field(default=0, ge=0)
    tool_calls: int = Field(default=0, ge=0)
    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    cache_read_tokens: int = Field(default=0, ge=0)
    cache_write_tokens: int = Field(default=0, ge=0)
    web_searches: int = Field(default=0, ge=0)
    running_seconds: float = Field(default=0, ge=0)
    dollars: Decimal = Decimal(0)
    # What the platform itself reported for the conversation, in whole cents.
    reported_dollars: Decimal | None = None
    # Steps down that a budget forced, in plain words.
    degraded: tuple[str, ...] = ()


class PlaceholderInserted(Data):
    step: str
    key: str
    kind: str
    reason: str


class IssuePublished(AboutDraft):
    """What later sessions remember: the issue, and every story it told."""

    issue_number: int
    slug: str
    # The day the issue is of, which for a look into the past is not today.
    published_on: date
    told: tuple[CoveredTopic, ...] = ()


class SessionFinished(Data):
    issue_number: int | None = None


class SessionAborted(Data):
    reason: str
    key: str = ""  # the step that died, where one did


class OperatorRetried(Data):
    key: str
    by: str = ""


class ByOperator(Data):
    by: str = ""
    reason: str = ""


DATA: dict[Kind, type[Data]] = {
    Kind.COVERED_TOPICS: CoveredTopics,
    Kind.LAUNCHES_RESEARCHED: LaunchesResearched,
    Kind.PAPERS_RESEARCHED: PapersResearched,
    Kind.ITEMS_EVALUATED: ItemsEvaluated,
    Kind.DRAFT_WRITTEN: DraftWritten,
    Kind.CRITIC_REJECTION: CriticRejection,
    Kind.DRAFT_APPROVED: DraftApproved,
    Kind.VERIFICATION_PASSED: VerificationPassed,
    Kind.VERIFICATION_FAILED: VerificationFailed,
    Kind.SENTENCES_JUDGED: SentencesJudged,
    Kind.SENTENCES_DISPUTED: SentencesDisputed,
    Kind.DRAFT_TRIMMED: DraftTrimmed,
    Kind.EMAIL_SENT: EmailSent,
    Kind.URLS_GATHERED: digest.UrlsGathered,
    Kind.URLS_FILTERED: digest.UrlsFiltered,
    Kind.ARTICLES_DOWNLOADED: digest.ArticlesDownloaded,
    Kind.SUMMARIES_EXTRACTED: digest.SummariesExtracted,
    Kind.ARTICLES_RATED: digest.ArticlesRated,
    Kind.TOPICS_CLUSTERED: digest.TopicsClustered,
    Kind.SECTIONS_SELECTED: digest.SectionsSelected,
    Kind.SECTIONS_DRAFTED: digest.SectionsDrafted,
    Kind.TASKS_PLANNED: scouting.TasksPlanned,
    Kind.STORIES_SCOUTED: scouting.StoriesScouted,
    Kind.FOLLOW_UP_ASKED: scouting.FollowUpAsked,
    Kind.REQUEST_PLANNED: requesting.RequestPlanned,
    Kind.AGENT_CALLED: requesting.AgentCalled,
    Kind.CALLS_FOLLOWED: requesting.CallsFollowed,
    Kind.REQUEST_ANSWERED: requesting.RequestAnswered,
    Kind.SESSION_STARTED: SessionStarted,
    Kind.STEP_STARTED: StepStarted,
    Kind.STEP_FAILED: StepFailed,
    Kind.STEP_LOST: StepLost,
    Kind.BRAIN_FAILED: FailedBrain,
    Kind.TOOL_CALLED: ToolCalled,
    Kind.USAGE_RECORDED: UsageRecorded,
    Kind.PLACEHOLDER_INSERTED: PlaceholderInserted,
    Kind.ISSUE_PUBLISHED: IssuePublished,
    Kind.SESSION_FINISHED: SessionFinished,
    Kind.SESSION_ABORTED: SessionAborted,
    Kind.DRAFT_EDITED: DraftEdited,
    Kind.APPROVAL_ASKED: ApprovalAsked,
    Kind.APPROVAL_GIVEN: ApprovalDecided,
    Kind.APPROVAL_REFUSED: ApprovalDecided,
    Kind.APPROVAL_LAPSED: ApprovalLapsed,
    Kind.OPERATOR_RETRIED: OperatorRetried,
    Kind.SESSION_PAUSED: ByOperator,
    Kind.SESSION_UNPAUSED: ByOperator,
    Kind.SESSION_CANCELLED: ByOperator,
}


class RefusedData(ValueError):
    """The data does not fit the kind; the message says where and how to mend it."""


def parse(kind: str, data: object) -> Data:
    """`data` as the schema of `kind`; raises RefusedData in words one can act on."""
    try:
        schema = DATA[Kind(kind)]
    except ValueError:
        known = ", ".join(sorted(Kind))
        raise RefusedData(f"No event kind {kind!r}; known: {known}.") from None
    try:
        return schema.model_validate(data)
    except ValidationError as error:
        faults = [
            f"{'.'.join(map(str, fault['loc'])) or 'data'}: {fault['msg']}"
            for fault in error.errors(include_url=False)
        ]
        told = truncate.first_of(faults, _MOST_FAULTS)
        raise RefusedData(f"{kind} was refused: {told}.") from None


def dump(data: Data) -> dict[str, Any]:
    """`data` as JSON values, the form the log stores and hashes."""
    return data.model_dump(mode="json")
