"""Every event in words a person can read, and nothing for what only machines care about."""

import pytest

from agents.events import schema as events
from agents.events import wording
from agents.events.schema import DATA, Kind
from agents.events.wording import describe
from agents.tests.support import steps as stepping

STEP = {"step": "writer", "key": "writer.1", "attempt": 2}
BAD_LINK = {"url": "https://example.org/x", "outcome": "gone", "reason": "It is gone."}
BAD_SENTENCE = {
    "url": "https://example.org/y",
    "outcome": "unsupported_number",
    "reason": "No.",
}
NO_LINK = {"url": "", "outcome": "no_links", "reason": "The draft holds no link."}
# The least that each kind needs, where it is not one that a step ends with.
LEAST = {
    **stepping.DATA,
    Kind.SESSION_STARTED: {
        "newsletter": "weekly",
        "workflow": "brief",
        "version": 1,
        "sources": "sample",
        "now": "2025-08-07T09:00:00Z",
    },
    Kind.STEP_STARTED: {**STEP, "idempotency_key": "k"},
    Kind.STEP_FAILED: {**STEP, "reason": "it broke"},
    Kind.STEP_LOST: {**STEP, "reason": "its worker died"},
    Kind.BRAIN_FAILED: {**STEP, "brain": "managed", "reason": "529"},
    Kind.DRAFTING_HANDED_OVER: {
        "step": "writer",
        "brain": "local",
        "instead_of": "messages",
        "reason": "The critic rejected a third draft.",
    },
    Kind.TOOL_CALLED: {**STEP, "tool": "get_events", "ok": True, "seconds": 1},
    Kind.USAGE_RECORDED: {**STEP, "agent": "writer", "brain": "local"},
    Kind.PLACEHOLDER_INSERTED: {
        "step": "memory",
        "key": "memory.1",
        "kind": "covered_topics",
        "reason": "silent",
    },
    Kind.ISSUE_PUBLISHED: {
        "issue_number": 1,
        "slug": "an-issue",
        "published_on": "2025-08-07",
    },
    Kind.SESSION_FINISHED: {},
    Kind.SESSION_ABORTED: {"reason": "no story"},
    Kind.OPERATOR_RETRIED: {"key": "writer.1"},
    Kind.SESSION_PAUSED: {},
    Kind.SESSION_UNPAUSED: {},
    Kind.SESSION_CANCELLED: {},
    Kind.APPROVAL_ASKED: {
        "mode": "yes",
        "until": "2025-08-07T12:00:00Z",
        "then": "skip",
    },
    Kind.APPROVAL_GIVEN: {"by": "ana", "via": "desk"},
    Kind.APPROVAL_REFUSED: {"by": "ana", "via": "link", "why": "Not this one."},
    Kind.APPROVAL_LAPSED: {"then": "skip"},
    Kind.SENTENCES_JUDGED: {
        "case_sha256": "a" * 64,
        "prompt_sha256": "b" * 64,
        "model": "small",
        "controls": 3,
        "verdicts": [
            {"sentence": "It is fast.", "verdict": "supported"},
            {"sentence": "It is small.", "why_not": "no answer"},
        ],
    },
    Kind.DRAFT_EDITED: {
        **stepping.DATA[Kind.DRAFT_WRITTEN],
        "from_sha256": "a" * 64,
        "to_sha256": "b" * 64,
        "by": "someone",
        "until": "2025-08-07T09:00:00Z",
    },
    Kind.DRAFT_TRIMMED: {
        **stepping.DATA[Kind.DRAFT_WRITTEN],
        "from_sha256": "a" * 64,
        "to_sha256": "b" * 64,
        "failures": [BAD_LINK],
    },
}
SILENT = {
    Kind.SESSION_STARTED,
    Kind.STEP_STARTED,
    Kind.TOOL_CALLED,
    Kind.USAGE_RECORDED,
    Kind.ISSUE_PUBLISHED,
}


def said(kind, **data):
    """The words for an event as the log would give it back."""
    whole = events.dump(events.parse(kind, {**LEAST[kind], **data}))
    return describe(kind, whole)


def test_no_kind_is_forgotten():
    assert set(LEAST) == set(DATA)


@pytest.mark.parametrize("kind", DATA)
def test_every_kind_is_told_or_left_out_on_purpose(kind):
    assert bool(said(kind)) == (kind not in SILENT)


def test_a_kind_of_a_newer_version_is_passed_over():
    assert describe("session_dreamt", {"of": "sheep"}) == ""


def test_what_went_wrong_is_told_in_words():
    assert all(said(kind) for kind in wording.BAD)


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        (Kind.COVERED_TOPICS, {}, "0 stories told by 0 issues before"),
        (Kind.LAUNCHES_RESEARCHED, {}, "1 story out of 0 considered; 0 of 0 sources"),
        (
            Kind.LAUNCHES_RESEARCHED,
            {"considered": 214, "on_subject": 3},
            "214 considered; 0 of 0 sources answered; 3 on the readers' subject",
        ),
        (
            Kind.LAUNCHES_RESEARCHED,
            {"sources": [{"name": "A", "url": "", "read": "2 of its 3 were read"}]},
            "1 of 1 sources answered; A: 2 of its 3 were read",
        ),
        (Kind.PAPERS_RESEARCHED, {"papers": []}, "0 papers out of"),
        (Kind.ITEMS_EVALUATED, {}, "1 story chosen, 0 rejected"),
        (Kind.DRAFT_WRITTEN, {}, "“An issue”: 3 words, 0 citations"),
        (Kind.CRITIC_REJECTION, {}, "(thin)"),
        (Kind.VERIFICATION_PASSED, {"checked": 1}, "1 link checked, none failed"),
        (
            Kind.VERIFICATION_PASSED,
            {"warnings": [BAD_LINK]},
            "3 links checked, none failed; 1 to note",
        ),
        (Kind.STEP_FAILED, {}, "attempt 2 failed: it broke"),
        (Kind.BRAIN_FAILED, {}, "managed failed (529); next: none"),
        (Kind.BRAIN_FAILED, {"next_brain": "local"}, "next: local"),
        (Kind.SESSION_ABORTED, {}, "ended without an issue: no story"),
        (Kind.SESSION_PAUSED, {}, "paused"),
        (Kind.SESSION_PAUSED, {"reason": "a question"}, "paused: a question"),
        (Kind.SESSION_CANCELLED, {"reason": "a mistake"}, "cancelled: a mistake"),
        (Kind.EMAIL_SENT, {}, "issue 1 published; 2 of 2 letters accepted (file)"),
        (
            Kind.EMAIL_SENT,
            {"accepted": 0, "waiting": 2, "problem": "no way into the mail server"},
            "issue 1 published; 0 of 2 letters accepted (file); 2 wait: no way into the "
            "mail server",
        ),
        (Kind.EMAIL_SENT, {"dry_run": True}, "issue composed; dry run, nothing sent"),
        (Kind.SENTENCES_JUDGED, {}, "2 sentences: 1 supported, 1 not counted"),
        (Kind.SENTENCES_JUDGED, {"missed": 1}, "lost its vote: it misjudged 1 of 3"),
        (Kind.SENTENCES_DISPUTED, {}, "a second judge is asked about 1 sentence"),
        (Kind.DRAFT_TRIMMED, {}, "shortened by code after 1 failure; now “An issue”"),
    ],
)
def test_events_are_told_in_a_few_words(kind, data, words):
    assert words in said(kind, **data)


@pytest.mark.parametrize(
    ("invalid", "words"),
    [
        ([BAD_LINK], "1 of 3 links failed: https://example.org/x (gone: It is gone)"),
        ([BAD_SENTENCE] * 2, "2 sentences failed: https://example.org/y (unsupp"),
        ([BAD_LINK, BAD_SENTENCE], "1 of 3 links and 1 sentence failed: "),
        ([NO_LINK], "failed: The draft holds no link."),
        (
            [BAD_LINK, NO_LINK],
            "1 of 3 links failed: https://example.org/x (gone: It is gone); in all",
        ),
    ],
)
def test_a_failed_verification_counts_what_failed(invalid, words):
    assert said(Kind.VERIFICATION_FAILED, invalid_urls=invalid).startswith(words)


def test_of_many_failures_three_are_named():
    assert (
        said(Kind.VERIFICATION_FAILED, invalid_urls=[BAD_LINK] * 9).count("(gone") == 3
    )


@pytest.mark.parametrize(
    "kind", [Kind.COVERED_TOPICS, Kind.LAUNCHES_RESEARCHED, Kind.PAPERS_RESEARCHED]
)
def test_a_placeholder_says_why_there_is_nothing(kind):
    words = said(kind, auto_inserted=True, note="it ended without a word")

    assert words == "nothing: it ended without a word"


def test_a_large_number_has_its_comma():
    assert wording.count(1, "story", "stories") == "1 story"
    assert wording.count(12345, "story", "stories") == "12,345 stories"


def test_an_asking_says_until_when_and_what_happens_then():
    until = "2025-08-07T12:00:00Z"

    assert said(Kind.APPROVAL_ASKED, mode="veto", then="send") == (
        "goes out at 7 August, 12:00 UTC unless an operator stops it"
    )
    assert said(Kind.APPROVAL_ASKED, until=until) == (
        "waits for an operator's yes until 7 August, 12:00 UTC; else the issue is skipped"
    )


@pytest.mark.parametrize("kind", [Kind.APPROVAL_GIVEN, Kind.APPROVAL_REFUSED])
def test_readers_are_told_neither_who_decided_nor_what_was_noted(kind):
    told = said(kind, by="ana", why="Not this one.")

    assert "ana" not in told
    assert "Not this one" not in told
