"""A judge at the verifier's bench: what it clears, what it fails, how it loses its vote."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from agents.brains.base import BrainFailed
from agents.engine import leases
from agents.engine.log import Envelope
from agents.events import schema as events
from agents.events.schema import Kind
from agents.models import Journal
from agents.testing import judges
from agents.testing.judges import by_heart, by_words
from agents.tests.support import courtroom, newsroom
from agents.tests.support.courtroom import FALSE, FOLLOWS, SUSPECT, with_sentence
from agents.tests.support.workbench import make_hands
from agents.workflows.weekly_brief import BRIEF_1

pytestmark = pytest.mark.django_db


@pytest.fixture
def seat(make_session, monkeypatch):
    """Seats the verifier before a draft; links are asked on loopback."""
    with newsroom.serving(courtroom.pages(), monkeypatch):
        yield lambda change=None, **more: courtroom.seat(
            make_session(), monkeypatch, change or (lambda made: made), **more
        )


@pytest.fixture
def judged(seat):
    """What the verifier's work on a draft comes to."""

    def judge(answers=by_words, change=None, **more):
        return courtroom.judged(seat(change, **more), answers)

    return judge


def failures(found):
    return [
        (one.outcome, one.sentence)
        for one in found[Kind.VERIFICATION_FAILED].invalid_urls
    ]


def test_a_draft_that_a_judge_bears_out_passes_and_its_verdicts_are_on_record(judged):
    found = judged()

    record = found[Kind.SENTENCES_JUDGED]
    assert Kind.VERIFICATION_PASSED in found
    found_of = Counter(one.verdict for one in record.verdicts)
    assert found_of == {"supported": 4, "view": 6}
    assert (record.controls, record.missed, record.is_second) == (3, 0, False)
    assert record.draft_sha256 == found[Kind.VERIFICATION_PASSED].draft_sha256
    assert len({record.case_sha256, record.prompt_sha256, record.draft_sha256}) == 3


def test_a_true_sentence_that_code_suspects_is_cleared_by_a_judge_alone(judged):
    change = with_sentence(SUSPECT)

    cleared = judged(by_heart({SUSPECT: "supported"}), change)

    assert Kind.VERIFICATION_PASSED in cleared
    assert failures(judged(by_heart({SUSPECT: "says_more"}), change)) == [
        ("contradicted", SUSPECT)
    ]


@pytest.mark.parametrize(
    ("working", "passes"),
    [("1,200 / 2 / 2", True), ("1,200 / 3", False), ("300", False)],
)
def test_a_figure_that_follows_is_cleared_by_its_working_and_by_no_other(
    judged, working, passes
):
    change = with_sentence(FOLLOWS, newsroom.SPEED)

    found = judged(by_heart({FOLLOWS: "follows"}, working), change)

    assert (Kind.VERIFICATION_PASSED in found) is passes


def test_what_code_does_not_suspect_goes_to_a_second_judge(judged):
    found = judged(by_heart({FALSE: "says_more"}), with_sentence(FALSE))

    assert found[Kind.SENTENCES_DISPUTED].sentences == (FALSE,)
    assert not {Kind.VERIFICATION_PASSED, Kind.VERIFICATION_FAILED} & found.keys()


@pytest.fixture
def judged_again(seat):
    """What comes of it when a second judge is asked about a disputed sentence."""

    def judge(answers, **more):
        bench = seat(with_sentence(FALSE), **more)
        first = courtroom.judged(bench, by_heart({FALSE: "says_more"}))
        record = first[Kind.SENTENCES_JUDGED]
        leases.record(bench.lease, Kind.SENTENCES_JUDGED, record, bench.envelope)
        disputed = events.dump(first[Kind.SENTENCES_DISPUTED])
        bench.state.last[Kind.SENTENCES_DISPUTED] = disputed
        again = replace(bench, staged=[], kept={})
        Journal.objects.all().update(is_open=False)
        return record, courtroom.judged(again, answers)

    return judge


def test_a_false_sentence_is_failed_by_two_judges_in_the_words_of_code(judged_again):
    first, found = judged_again(by_heart({FALSE: "not_there"}))

    second = found[Kind.SENTENCES_JUDGED]
    [lack] = found[Kind.VERIFICATION_FAILED].invalid_urls
    basis = "The method halves the number of decoding steps"
    assert (lack.outcome, lack.sentence, lack.url) == (
        "says_more",
        FALSE,
        newsroom.PAPER,
    )
    assert lack.reason == (
        f"two judges find that it says more than its source: “{basis}”"
    )
    assert [one.sentence for one in second.verdicts] == [FALSE]
    assert (second.is_second, second.controls) == (True, 3)
    assert first.case_sha256 != second.case_sha256


@pytest.mark.parametrize("verdict", ["supported", ""])
def test_what_only_one_judge_doubts_is_noted_and_passes(judged_again, verdict):
    known = {FALSE: verdict} if verdict else {}
    answers = by_heart(known) if known else judges.silent

    _, found = judged_again(answers)

    passed = found[Kind.VERIFICATION_PASSED]
    assert [one.outcome for one in passed.warnings] == ["disputed"]


def test_without_a_second_judge_in_the_workflow_it_is_noted_at_once(seat):
    bench = seat(with_sentence(FALSE))
    bench.ends_with = frozenset(BRIEF_1.by_name["verifier"].then)

    found = courtroom.judged(bench, by_heart({FALSE: "says_more"}))

    passed = found[Kind.VERIFICATION_PASSED]
    assert [one.outcome for one in passed.warnings] == ["disputed"]


ERRING = {
    "always yes": judges.always("supported"),
    "always no": judges.always("not_there"),
    "always a view": judges.always("view"),
    "invents its basis": judges.inventing,
    "cannot reckon": judges.miscounting,
    "says nothing": judges.silent,
}
HARD = ("13 billion", "31 billion")


def wrong(made):
    """A figure that no passage holds, and a sentence that code only suspects."""
    changed = with_sentence(SUSPECT)(made)
    cited = [
        {**one, "claim": one["claim"].replace(*HARD)} for one in changed["citations"]
    ]
    return {
        **changed,
        "markdown": changed["markdown"].replace(*HARD),
        "citations": cited,
    }


@pytest.mark.parametrize("answers", ERRING.values(), ids=ERRING)
def test_a_judge_that_errs_has_no_vote_and_lets_nothing_through(judged, answers):
    found = judged(answers, wrong)

    record = found[Kind.SENTENCES_JUDGED]
    assert record.is_void
    assert {one for one, _ in failures(found)} == {"contradicted", "unsupported_number"}


@pytest.mark.parametrize("answers", ERRING.values(), ids=ERRING)
def test_a_judge_that_errs_fails_nothing_alone(judged, answers):
    found = judged(answers, with_sentence(FALSE))

    assert found[Kind.SENTENCES_JUDGED].is_void
    assert found[Kind.VERIFICATION_PASSED].warnings == ()


def test_a_judge_that_is_right_on_the_controls_lets_no_hard_finding_through(judged):
    method = newsroom.METHOD.replace(*HARD)
    answers = by_heart({SUSPECT: "supported", method: "follows"}, "13 billion + 4")

    found = judged(answers, wrong)

    assert [one for one, _ in failures(found)] == ["unsupported_number"]


def test_who_loses_its_vote_is_followed_by_the_next_brain_and_stays_without(seat):
    bench = seat(following="messages")
    hands = make_hands(bench)

    with pytest.raises(BrainFailed, match="it misjudged 3 of 3 hidden sentences"):
        judges.judges(judges.silent)(None, hands, None)
    with pytest.raises(BrainFailed, match="it misjudged a hidden sentence before"):
        hands.use("verify_links", {})

    [void] = bench.session.events.of_kind(Kind.SENTENCES_JUDGED)
    assert (void.data["missed"], void.brain) == (3, "scripted")
    assert bench.staged == []


def test_the_next_brain_is_asked_the_same_and_last_of_all_code_decides_alone(
    seat, monkeypatch
):
    bench = seat(with_sentence(SUSPECT), following="local")
    with pytest.raises(BrainFailed):
        judges.judges(judges.silent)(None, make_hands(bench), None)

    other = replace(bench, envelope=Envelope("verifier", "local"), following="")

    assert failures(courtroom.judged(other)) == [("contradicted", SUSPECT)]


def test_a_case_that_is_not_the_one_is_refused_and_may_be_judged_again(seat):
    bench = seat()
    hands = make_hands(bench)

    told = hands.use("judge_sentences", {"case": "0" * 64, "answers": []})

    assert told.is_error
    assert "call verify_links" in told.content
    assert Kind.VERIFICATION_PASSED in courtroom.judged(bench)


def test_a_worker_that_died_between_the_two_calls_leaves_the_same_case(seat):
    bench = seat()
    shown = make_hands(bench).use("verify_links", {}).content

    found = replace(bench, kept={})
    told = {"case": shown["case"], "answers": by_words(shown)}
    result = make_hands(found).use("judge_sentences", told)

    assert not result.is_error, result.content
    assert found.is_done


def test_answers_that_are_a_text_of_json_are_read(seat):
    bench = seat()
    hands = make_hands(bench)
    shown = hands.use("verify_links", {}).content

    answers = json.dumps(by_words(shown))
    told = hands.use("judge_sentences", {"case": shown["case"], "answers": answers})

    assert not told.is_error
    assert bench.is_done


def test_the_log_tells_how_much_was_judged(seat):
    bench = seat()

    courtroom.judged(bench)

    calls = bench.session.events.of_kind(Kind.TOOL_CALLED).order_by("seq")
    told = [event.data["summary"] for event in calls]
    assert told == ["13 sentences and 4 passages to judge", "2 of 2 links valid"]


def test_what_does_not_count_is_told_once_and_then_taken_as_it_is(seat):
    bench = seat()
    hands = make_hands(bench)
    shown = hands.use("verify_links", {}).content
    answers = by_words(shown)
    number = answers[0]["number"]
    answers[0] = {"number": number, "verdict": "supported", "basis": "nobody said it"}
    answer = {"case": shown["case"], "answers": answers}

    first = hands.use("judge_sentences", answer)
    second = hands.use("judge_sentences", answer)

    assert first.is_error
    assert f"{number}: its basis is not in the passage" in str(first.content)
    assert not second.is_error


def test_an_unchanged_sentence_is_not_judged_again_in_the_next_draft(seat, monkeypatch):
    bench = seat()
    first = courtroom.judged(bench)[Kind.SENTENCES_JUDGED]
    leases.record(bench.lease, Kind.SENTENCES_JUDGED, first, bench.envelope)
    again = courtroom.next_draft(bench, with_sentence(FOLLOWS, newsroom.SPEED))
    hands = make_hands(again)

    shown = hands.use("verify_links", {}).content
    answer = {"case": shown["case"], "answers": by_words(shown)}
    hands.use("judge_sentences", answer)
    record = next(one.data for one in again.staged if one.kind is Kind.SENTENCES_JUDGED)

    asked = {one["sentence"] for one in shown["sentences"]}
    carried = {one.sentence for one in record.verdicts if one.is_carried}
    assert FOLLOWS in asked
    assert any(text.startswith(newsroom.CODE) for text in carried)
    assert not carried & asked


def test_where_all_was_judged_before_nobody_is_asked(seat):
    bench = seat()
    first = courtroom.judged(bench)[Kind.SENTENCES_JUDGED]
    other = first.model_copy(update={"draft_sha256": "f" * 64})
    leases.record(bench.lease, Kind.SENTENCES_JUDGED, other, bench.envelope)
    again = replace(bench, staged=[], kept={})
    Journal.objects.all().update(is_open=False)

    found = make_hands(again).use("verify_links", {})

    kinds = [one.kind for one in again.staged]
    assert found.content["all_valid"]
    assert kinds == [Kind.SENTENCES_JUDGED, Kind.VERIFICATION_PASSED]
    assert again.staged[0].data.controls == 0


def test_the_words_at_fault_are_told_where_the_sentence_has_them(judged_again):
    def pointing(case):
        return [
            one | {"at_fault": "of three universities"}
            if one["verdict"] == "says_more"
            else one
            for one in by_heart({FALSE: "says_more"})(case)
        ]

    _, found = judged_again(pointing)

    assert found[Kind.SENTENCES_JUDGED].verdicts[0].at_fault == "of three universities"
