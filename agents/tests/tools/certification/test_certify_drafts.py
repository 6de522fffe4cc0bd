"""The drafts that agents approve: each refusal, and which may be verified and sent."""

import re

import pytest

from agents.events.schema import Kind
from agents.tests.support.certifying import proposed, refusal
from agents.tests.support.scripted_hands import make_story
from agents.tests.support.workbench import make_bench
from agents.tools.certification import objections
from agents.workflows.chosen import researched
from agents.workflows.drafted import approved_draft, latest_draft, verified_draft
from newsletter.models import Correction
from newsletter.tests.drafts.test_critique import CITATIONS, DRAFT, SUBJECT
from newsletter.tests.support.makers import NOW, make_issue
from newsletter.text.identifiers import sha256_of

pytestmark = pytest.mark.django_db

GOOD = {
    "subject": SUBJECT,
    "markdown": DRAFT,
    "citations": [claim.model_dump(mode="json") for claim in CITATIONS],
}


# --- The critic ---------------------------------------------------------------------


ADDRESSES = (
    "https://a.example/news",
    "https://b.example/1.2",
    "https://arxiv.org/abs/2508.01234",
)


def chosen(*urls):
    """What the log says of a session whose evaluator chose the stories at these urls."""
    stories = [make_story(number, url=url) for number, url in enumerate(urls)]
    scores = {"relevance": 8, "depth": 8, "novelty": 8}
    return {
        Kind.LAUNCHES_RESEARCHED: {"launches": stories},
        Kind.ITEMS_EVALUATED: {
            "selected_launches": [
                {"story_id": story.id, "scores": scores, "why": "It ships."}
                for story in stories
            ]
        },
    }


@pytest.fixture
def criticising(make_session):
    def make(*, urls=ADDRESSES, last=None, **changes):
        draft = {Kind.DRAFT_WRITTEN: {**GOOD, **changes}}
        said = chosen(*urls) | draft | (last or {})
        return make_bench(make_session(), "critic", last=said)

    return make


def test_a_story_that_nobody_chose_cannot_be_approved(criticising):
    told = refusal(criticising(urls=ADDRESSES[:2]), Kind.DRAFT_APPROVED)

    assert "unchosen (1. Method C: faster decoding)" in told
    assert "Model A" not in told


def test_a_site_that_no_story_is_on_and_nobody_reads_cannot_be_linked(criticising):
    told = refusal(criticising(urls=ADDRESSES[:1]), Kind.DRAFT_APPROVED)

    assert "strange: https://b.example/1.2 is on a site" in told
    assert "https://arxiv.org" not in told


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"preheader": "Read @@UNSUBSCRIBE@@"}, "'@@UNSUBSCRIBE@@' is not for a draft"),
        ({"markdown": DRAFT.replace("free to", "&#64;@TO@@ free to")}, "'@@TO@@' is"),
    ],
)
def test_what_goes_around_an_issue_cannot_say_what_it_does_not(
    criticising, changes, words
):
    assert words in refusal(criticising(**changes), Kind.DRAFT_APPROVED)


def test_a_correction_must_be_told_as_it_is(criticising):
    sentence = "Since issue 3: “Tool B” was retracted."
    due = {Kind.COVERED_TOPICS: {"corrections": [{"id": 1, "sentence": sentence}]}}
    told = DRAFT.rstrip() + f"\n\n{sentence}\n"

    missing = refusal(criticising(last=due), Kind.DRAFT_APPROVED)

    assert f"word for word: {sentence}" in missing
    assert proposed(criticising(last=due, markdown=told), Kind.DRAFT_APPROVED)


def test_a_correction_that_nobody_has_to_tell_cannot_be_approved(criticising):
    made_up = DRAFT.rstrip() + "\n\nSince issue 3: Rival Corp was never any good.\n"

    told = refusal(criticising(markdown=made_up), Kind.DRAFT_APPROVED)

    assert "is no correction that this issue has to tell" in told


@pytest.mark.parametrize(
    ("language", "since"),
    [("de", "Zu Ausgabe 1: "), ("fr", "À propos du numéro 1\u00a0: ")],
)
def test_what_to_correct_is_told_in_the_language_of_the_newsletter(
    make_session, language, since
):
    bench = make_bench(make_session(), "memory")
    bench.newsletter.language = language
    bench.newsletter.save()
    Correction.objects.create(
        issue=make_issue(bench.newsletter, is_sample=True),
        url="https://b.example/1.2",
        reason="retracted",
        sentence="“Tool B” wurde widerrufen.",
        noticed_at=NOW,
    )

    [told] = proposed(bench, Kind.COVERED_TOPICS).corrections

    assert told.sentence == f"{since}“Tool B” wurde widerrufen."


def test_the_memory_is_told_by_code_what_to_correct(make_session):
    bench = make_bench(make_session(), "memory")
    issue = make_issue(bench.newsletter, is_sample=True)
    row = Correction.objects.create(
        issue=issue,
        url="https://b.example/1.2",
        reason="dead",
        sentence="“Tool B” can no longer be opened: answers 404.",
        noticed_at=NOW,
    )
    invented = [{"id": 9, "sentence": "Since issue 1: all is well."}]

    data = proposed(bench, Kind.COVERED_TOPICS, corrections=invented)

    [told] = data.corrections
    assert told.id == row.pk
    assert told.sentence.startswith("Since issue 1: “Tool B” can no longer be opened")


def test_a_good_draft_is_approved_and_its_hash_filled_in(criticising):
    data = proposed(criticising(), Kind.DRAFT_APPROVED, remarks="Good.")

    assert (data.draft_sha256, data.remarks) == (sha256_of(DRAFT), "Good.")


def test_a_draft_that_breaks_a_rule_cannot_be_approved(criticising):
    told = refusal(criticising(subject="!"), Kind.DRAFT_APPROVED)

    assert told.startswith("This draft cannot be approved. Emit critic_rejection with ")
    assert "subject" in told


def test_the_refusal_of_a_hopeless_draft_names_every_fault_it_has_room_for(criticising):
    def hopeless(items):
        return "\n\n".join(f"### {n}. Delve\n\nDelve $x$." for n in range(1, items))

    some = refusal(criticising(markdown=hopeless(30)), Kind.DRAFT_APPROVED)
    many = refusal(criticising(markdown=hopeless(900)), Kind.DRAFT_APPROVED)

    assert some.count("- heading (") == 29
    assert "- title: A draft has exactly one H1" in some
    assert len(many.encode()) < objections.MOST_BYTES + 500
    assert re.search(r"\n… and \d+ more, not shown\.\Z", many)


def test_a_rejection_carries_all_that_code_holds_against_the_draft(criticising):
    thin = {"code": "thin", "message": "Thin."}
    same = {"code": "subject", "where": "subject"}
    same["message"] = "The subject has 1 characters; write 10 to 78."
    bench = criticising(subject="!")

    data = proposed(bench, Kind.CRITIC_REJECTION, problems=[thin, same])

    codes = [problem.code for problem in data.problems]
    assert codes[:2] == ["thin", "subject"]
    assert codes.count("subject") == 1
    assert {"hype", "unread_source"} <= set(codes)


def test_a_rejection_of_a_hopeless_draft_says_how_many_problems_are_left(criticising):
    hopeless = "\n\n".join(f"### {n}. Delve\n\nDelve $x$." for n in range(900))
    bench = criticising(markdown=hopeless)

    data = proposed(
        bench, Kind.CRITIC_REJECTION, problems=[{"code": "thin", "message": "Thin."}]
    )

    assert data.problems[0].code == "thin"
    assert data.problems[-1].code == "more"
    assert re.fullmatch(r"\d+ more problems are not shown\.", data.problems[-1].message)
    assert len(data.model_dump_json()) < 2 * objections.MOST_BYTES


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (Kind.DRAFT_APPROVED, {}),
        (Kind.CRITIC_REJECTION, {"problems": [{"code": "thin", "message": "Thin."}]}),
    ],
)
def test_a_verdict_is_about_the_newest_draft(criticising, kind, data):
    bench, older = criticising(), sha256_of("# An older draft")

    assert proposed(bench, kind, **data).draft_sha256 == sha256_of(DRAFT)
    assert proposed(bench, kind, draft_sha256=sha256_of(DRAFT), **data)
    told = refusal(bench, kind, draft_sha256=older, **data)
    assert told.startswith(
        f"draft_sha256 {older!r} is not the newest draft's, which is"
    )
    assert told.endswith("leave it out and it is filled in.")


def test_without_a_draft_there_is_nothing_to_approve(criticising):
    bench = criticising()
    del bench.state.last[Kind.DRAFT_WRITTEN]

    assert refusal(bench, Kind.DRAFT_APPROVED) == "There is no draft yet."


# --- Which draft may be verified, and which sent ------------------------------------


def about(text, **data):
    return {"draft_sha256": sha256_of(text), **data}


@pytest.fixture
def state(criticising):
    return criticising().state


def test_a_draft_is_approved_that_the_newest_approval_is_about(state):
    assert approved_draft(state) is None

    state.last[Kind.DRAFT_APPROVED] = about(DRAFT)
    assert approved_draft(state).sha256 == sha256_of(DRAFT)

    state.last[Kind.DRAFT_WRITTEN] = {**GOOD, "markdown": "# A newer draft"}
    assert approved_draft(state) is None


def test_a_draft_is_verified_that_was_approved_and_is_what_passed(state):
    state.last[Kind.VERIFICATION_PASSED] = about(DRAFT, checked=3)
    assert verified_draft(state) is None

    state.last[Kind.DRAFT_APPROVED] = about(DRAFT)
    assert verified_draft(state).written.subject == SUBJECT

    state.last[Kind.VERIFICATION_PASSED] = about("# Another draft", checked=3)
    assert verified_draft(state) is None


def test_a_verdict_about_no_draft_in_particular_is_about_none(state):
    state.last[Kind.DRAFT_APPROVED] = {"draft_sha256": ""}

    assert approved_draft(state) is None


def test_before_the_first_draft_there_is_none(state):
    state.last.clear()

    assert latest_draft(state) is None
    assert verified_draft(state) is None
    assert researched(state) == {}


def test_a_kind_that_code_cannot_judge_passes_as_it_is(make_session):
    bench = make_bench(make_session(), "writer")

    assert proposed(bench, Kind.DRAFT_WRITTEN, **GOOD).markdown == DRAFT
