"""The kinds of event a session's log may hold, and the shape of each one's data. Pure.

The first are an agent's to propose or, where code measures, the code's to write; the
others are what the harness itself records. No kind holds an address of a person.
"""

from enum import StrEnum
from typing import Any

from pydantic import ValidationError

from agents.events import (
    approval,
    brief,
    digest,
    drafts,
    harness,
    requesting,
    scouting,
)
from agents.events.base import Data
from agents.events.refusals import in_words


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
    DRAFTING_HANDED_OVER = "drafting_handed_over"  # by code: rules write from here on
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


DATA: dict[Kind, type[Data]] = {
    Kind.COVERED_TOPICS: brief.CoveredTopics,
    Kind.LAUNCHES_RESEARCHED: brief.LaunchesResearched,
    Kind.PAPERS_RESEARCHED: brief.PapersResearched,
    Kind.ITEMS_EVALUATED: brief.ItemsEvaluated,
    Kind.DRAFT_WRITTEN: drafts.DraftWritten,
    Kind.CRITIC_REJECTION: drafts.CriticRejection,
    Kind.DRAFT_APPROVED: drafts.DraftApproved,
    Kind.VERIFICATION_PASSED: drafts.VerificationPassed,
    Kind.VERIFICATION_FAILED: drafts.VerificationFailed,
    Kind.SENTENCES_JUDGED: drafts.SentencesJudged,
    Kind.SENTENCES_DISPUTED: drafts.SentencesDisputed,
    Kind.DRAFT_TRIMMED: drafts.DraftTrimmed,
    Kind.EMAIL_SENT: drafts.EmailSent,
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
    Kind.SESSION_STARTED: harness.SessionStarted,
    Kind.STEP_STARTED: harness.StepStarted,
    Kind.STEP_FAILED: harness.StepFailed,
    Kind.STEP_LOST: harness.StepLost,
    Kind.BRAIN_FAILED: harness.FailedBrain,
    Kind.DRAFTING_HANDED_OVER: harness.HandedOver,
    Kind.TOOL_CALLED: harness.ToolCalled,
    Kind.USAGE_RECORDED: harness.UsageRecorded,
    Kind.PLACEHOLDER_INSERTED: harness.PlaceholderInserted,
    Kind.ISSUE_PUBLISHED: drafts.IssuePublished,
    Kind.SESSION_FINISHED: harness.SessionFinished,
    Kind.SESSION_ABORTED: harness.SessionAborted,
    Kind.DRAFT_EDITED: drafts.DraftEdited,
    Kind.APPROVAL_ASKED: approval.ApprovalAsked,
    Kind.APPROVAL_GIVEN: approval.ApprovalDecided,
    Kind.APPROVAL_REFUSED: approval.ApprovalDecided,
    Kind.APPROVAL_LAPSED: approval.ApprovalLapsed,
    Kind.OPERATOR_RETRIED: harness.OperatorRetried,
    Kind.SESSION_PAUSED: harness.ByOperator,
    Kind.SESSION_UNPAUSED: harness.ByOperator,
    Kind.SESSION_CANCELLED: harness.ByOperator,
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
        raise RefusedData(f"{kind} was refused: {in_words(error)}.") from None


def dump(data: Data) -> dict[str, Any]:
    """`data` as JSON values, the form the log stores and hashes."""
    return data.model_dump(mode="json")
