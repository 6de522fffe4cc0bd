"""A draft before the verifier, in whole sessions: what fails it, and what comes back."""

from functools import reduce

import pytest

from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support import newsroom
from agents.tools.certification.verify import Examined
from agents.workflows.drafted import verified_draft
from agents.workflows.state import State
from agents.workflows.weekly_brief import BRIEF
from newsletter.drafts.citation import CitedClaim
from newsletter.models import Issue
from newsletter.standards.link_policy import Finding, LinkPolicy
from newsletter.standards.outcomes import LinkCheck, Outcome
from newsletter.tests.support.makers import make_newsletter
from newsletter.text.identifiers import sha256_of
from newsletter.verification.claims.findings import QuoteCheck
from newsletter.verification.claims.ground import Grounding
from newsletter.verification.claims.quotes import Match, QuoteMatch
from newsletter.verification.judging.ruling import Vote, Votes
from newsletter.verification.judging.verdicts import Verdict
from newsletter.verification.links.check import Report
from newsletter.verification.ours.hold import NO_LINES

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def letters_in_files(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"


def held(monkeypatch, session, change=None, *, scripts=None):
    """What becomes of a session whose writer's draft is changed."""
    roles = newsroom.honest_scripts() | (scripts or {})
    if change:
        roles["writer"] = newsroom.writes(change)
    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        return newsroom.run(session, roles, monkeypatch)


def kinds(session):
    return list(session.events.order_by("seq").values_list("event_type", flat=True))


def data(session, kind):
    return [event.data for event in session.events.of_kind(kind).order_by("seq")]


def test_an_honest_draft_is_verified_and_sent(monkeypatch, to_write):
    session = held(monkeypatch, to_write)

    assert session.status == Session.Status.FINISHED, session.reason
    assert kinds(session).count(Kind.VERIFICATION_PASSED) == 1
    assert data(session, Kind.EMAIL_SENT)[0]["accepted"] == 1


def test_the_numbers_of_the_issue_are_in_the_log_on_its_row_and_on_its_page(
    monkeypatch, to_write, client
):
    session = held(monkeypatch, to_write)

    [passed] = data(session, Kind.VERIFICATION_PASSED)
    issue = Issue.objects.get(session_name=session.name)
    page = client.get(f"/issues/{issue.slug}/sources").content.decode()
    evidence, recall = passed["scorecard"]["evidence"], passed["scorecard"]["recall"]
    assert evidence == {"citations": 4, "exact": 4, "fuzzy": 0}
    assert recall["numeric_cited"] == recall["numeric"] > 0
    assert issue.scorecard == passed["scorecard"]
    assert set(issue.citations.values_list("outcome", flat=True)) == {"ok"}
    assert "4 of 4" in page
    assert "This issue in numbers" in page


def replaced(old, new):
    """Changes the draft's text, and its claims alike."""

    def change(made):
        cited = [
            {**claim, "claim": claim["claim"].replace(old, new)}
            for claim in made["citations"]
        ]
        markdown = made["markdown"].replace(old, new)
        return {**made, "markdown": markdown, "citations": cited}

    return change


def cited_with(**fields):
    """Changes the first citation of the draft."""

    def change(made):
        first, *others = made["citations"]
        return {**made, "citations": [{**first, **fields}, *others]}

    return change


def all_of(*changes):
    """Each of these changes, one after another."""
    return lambda made: reduce(lambda draft, change: change(draft), changes, made)


@pytest.mark.parametrize(
    ("change", "outcomes"),
    [
        (
            all_of(
                replaced("13 billion", "31 billion"),
                replaced("5 August", "6 August"),
                replaced("on Linux,", "on Solaris,"),
                replaced(
                    f"({newsroom.PAPER}))",
                    f"({newsroom.PAPER})) ([a note](https://lab.example/absent))",
                ),
            ),
            {
                *("unsupported_number", "unsupported_date", "unsupported_name"),
                "unknown_address",
            },
        ),
        (
            cited_with(quote="Example Lab sold Parser 3 to everybody."),
            {"unsupported_quote"},
        ),
        (cited_with(source_sha256="f" * 64), {"unread_source"}),
        (cited_with(url=f"{newsroom.LAUNCH}/other"), {"unread_source"}),
    ],
)
def test_a_sentence_that_its_evidence_does_not_bear_fails_the_draft(
    monkeypatch, to_write, change, outcomes
):
    session = held(monkeypatch, to_write, change)

    first = data(session, Kind.VERIFICATION_FAILED)[0]
    assert outcomes <= {lack["outcome"] for lack in first["invalid_urls"]}
    assert all(lack["reason"] for lack in first["invalid_urls"])
    assert session.status == Session.Status.ABORTED
    assert not data(session, Kind.EMAIL_SENT)


def test_the_log_tells_the_sentence_and_the_reason(monkeypatch, to_write):
    session = held(monkeypatch, to_write, replaced("13 billion", "31 billion"))

    [lack] = data(session, Kind.VERIFICATION_FAILED)[0]["invalid_urls"]
    assert lack["sentence"].startswith("The method halves")
    assert "31 billion" in lack["reason"]
    assert lack["url"] == newsroom.PAPER


def test_a_newsletter_may_let_an_unsupported_name_pass(monkeypatch):
    newsletter = make_newsletter(rubric={"link_policy": {"unsupported_name": "warn"}})

    session = held(
        monkeypatch, newsroom.begin(newsletter), replaced("on Linux,", "on Solaris,")
    )

    [passed] = data(session, Kind.VERIFICATION_PASSED)
    assert [odd["outcome"] for odd in passed["warnings"]] == ["unsupported_name"]
    assert session.status == Session.Status.FINISHED


def test_a_third_failure_ends_the_session_before_anything_is_sent(
    monkeypatch, to_write
):
    wrong = (f"{number} billion" for number in (31, 32, 33))
    drafts = {
        "writer": lambda *given: newsroom.writes(replaced("13 billion", next(wrong)))(
            *given
        )
    }
    session = held(monkeypatch, to_write, scripts=drafts)

    assert kinds(session).count(Kind.VERIFICATION_FAILED) == 3
    assert session.reason.startswith("Verification failed a third time: unsupported ")


def test_the_same_draft_again_is_verified_once_more_without_a_critic(
    monkeypatch, to_write
):
    session = held(monkeypatch, to_write, replaced("13 billion", "31 billion"))

    assert kinds(session).count(Kind.DRAFT_APPROVED) == 1
    assert kinds(session).count(Kind.VERIFICATION_FAILED) == 2
    assert session.reason.startswith("The writer handed in the same draft again: unsup")


def trimming(**rubric):
    return make_newsletter(when_links_fail="trim", rubric=rubric)


SHORT = {"paper_words": {"least": 5, "most": 150}}


def test_a_newsletter_that_trims_sends_what_is_left_and_says_so(monkeypatch):
    wrong = replaced("13 billion", "31 billion")

    session = held(monkeypatch, newsroom.begin(trimming(**SHORT)), wrong)

    issue = Issue.objects.get(session_name=session.name)
    assert session.status == Session.Status.FINISHED
    assert kinds(session).count(Kind.VERIFICATION_FAILED) == 1
    assert "31 billion" not in issue.markdown
    assert newsroom.CODE in issue.markdown
    assert "This issue is shorter: one sentence could not be verified" in issue.markdown


def test_what_passed_is_exactly_what_the_approved_draft_was_trimmed_to(monkeypatch):
    wrong = replaced("13 billion", "31 billion")

    session = held(monkeypatch, newsroom.begin(trimming(**SHORT)), wrong)

    [trimmed] = data(session, Kind.DRAFT_TRIMMED)
    [passed] = data(session, Kind.VERIFICATION_PASSED)
    approved = data(session, Kind.DRAFT_APPROVED)[-1]
    [sent] = data(session, Kind.EMAIL_SENT)
    issue = Issue.objects.get(session_name=session.name)
    assert trimmed["from_sha256"] == approved["draft_sha256"]
    assert trimmed["to_sha256"] == passed["draft_sha256"] == sent["draft_sha256"]
    assert issue.draft_sha256 == passed["draft_sha256"] != approved["draft_sha256"]
    assert [fault["outcome"] for fault in trimmed["failures"]] == ["unsupported_number"]


def test_a_story_that_is_trimmed_is_not_remembered_as_told(monkeypatch):
    headed = replaced("### 1. Faster decoding", "### 1. Faster decoding 9.1.2")

    session = held(monkeypatch, newsroom.begin(trimming(fewest_stories=1)), headed)

    [published] = data(session, Kind.ISSUE_PUBLISHED)
    issue = Issue.objects.get(session_name=session.name)
    assert [story["url"] for story in published["told"]] == [newsroom.LAUNCH]
    assert "This issue has no paper: none could be verified." in issue.markdown
    assert "## How this issue was made" not in issue.markdown
    assert issue.scorecard["novelty"]["stories"] == 1


def test_where_too_little_would_be_left_the_session_ends_as_if_nothing_were_trimmed(
    monkeypatch,
):
    wrong = replaced("13 billion", "31 billion")

    session = held(
        monkeypatch,
        newsroom.begin(trimming(least_words_quoting=30, fewest_stories=2)),
        wrong,
    )

    assert session.status == Session.Status.ABORTED
    assert kinds(session).count(Kind.VERIFICATION_FAILED) == 2
    assert not data(session, Kind.DRAFT_TRIMMED)


def test_nothing_is_trimmed_while_the_writer_may_still_mend_it(monkeypatch):
    drafts = iter([replaced("13 billion", "31 billion"), lambda made: made])
    mends = {"writer": lambda *given: newsroom.writes(next(drafts))(*given)}

    session = held(monkeypatch, newsroom.begin(trimming(**SHORT)), scripts=mends)

    assert session.status == Session.Status.FINISHED
    assert kinds(session).count(Kind.VERIFICATION_FAILED) == 1
    assert not data(session, Kind.DRAFT_TRIMMED)


def test_a_trimmed_draft_of_another_approval_does_not_count():
    state = State(BRIEF)
    draft = {"subject": "An issue", "markdown": "# A", "citations": []}
    state.last = {
        Kind.DRAFT_WRITTEN: draft,
        Kind.DRAFT_APPROVED: {"draft_sha256": sha256_of("# A")},
        Kind.DRAFT_TRIMMED: {
            **draft,
            "markdown": "# B",
            "from_sha256": sha256_of("# C"),
            "to_sha256": sha256_of("# B"),
            "failures": [{"url": "", "outcome": "gone"}],
        },
        Kind.VERIFICATION_PASSED: {"draft_sha256": sha256_of("# B")},
    }

    assert verified_draft(state) is None

    state.last[Kind.DRAFT_TRIMMED]["from_sha256"] = sha256_of("# A")
    assert verified_draft(state).draft.markdown == "# B"

    state.last[Kind.DRAFT_TRIMMED]["markdown"] = "# Other"
    assert verified_draft(state) is None


@pytest.mark.parametrize(
    ("vote", "outcome"),
    [(Verdict.SUPPORTED, "ok"), (Verdict.NOT_THERE, "mismatch"), (None, "mismatch")],
)
def test_a_work_that_a_judge_knows_is_no_dead_link_when_it_is_sent(vote, outcome):
    url = "https://lab.example/a"
    check = LinkCheck(url, url, "A parser", Outcome.MISMATCH, "it is called otherwise")
    doubted = Finding(url, Outcome.MISMATCH, check.reason)
    found = [Vote("This page is the work.", vote, "A parser", url, is_work=True)]
    examined = Examined(
        Report((check,), (doubted,), (), passed=False),
        Grounding((), (), (), ()),
        NO_LINES,
        (),
        LinkPolicy(),
        Votes(tuple(found if vote else ()), model="a model"),
    )

    assert examined.outcomes == {url: outcome}
    assert examined.passed is (outcome == "ok")


def test_a_page_whose_words_are_quoted_is_the_work_that_is_meant():
    doubted = Finding("https://lab.example/a", Outcome.MISMATCH, "no title")
    other = Finding("https://lab.example/b", Outcome.MISMATCH, "no title")
    citation = CitedClaim(
        claim="It is out.",
        quote="It is out.",
        url=doubted.url,
        source_sha256=sha256_of("It is out."),
    )
    quote = QuoteCheck(citation, QuoteMatch(Match.EXACT, 1.0, "It is out."))
    examined = Examined(
        Report((), (), (doubted, other), passed=True),
        Grounding((quote,), (), (), ()),
        NO_LINES,
        (),
        LinkPolicy(),
    )

    assert examined.told == (other,)
