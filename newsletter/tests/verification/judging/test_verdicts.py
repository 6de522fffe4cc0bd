"""What a judge answers, and what of it counts."""

import pytest

from newsletter.tests.support.hearing import TEXT, case_of, hidden, own, source
from newsletter.verification.judging.verdicts import Opinion, Verdict, missed, weigh

SAID = "Parser 2.0 reads 1,200 documents a minute on one CPU."
TRAINED = "Training took three hours on each of the machines."
TRAINING = "Training took 48 hours on 16 machines."


def weighed(case, entry, verdict, basis, *workings):
    opinion = Opinion(entry.number, Verdict(verdict), basis, workings)
    return next(one for one in weigh(case, [opinion]) if one.entry is entry)


@pytest.fixture
def case():
    return case_of(SAID, (TRAINED, TRAINING), ("It is a very fine tool.", TRAINING))


@pytest.fixture
def said(case):
    return next(one for one in own(case) if one.sentence == SAID)


@pytest.fixture
def trained(case):
    return next(one for one in own(case) if one.sentence == TRAINED)


@pytest.mark.parametrize(
    "basis",
    [
        "reads 1,200 documents a minute",
        "Reads 1,200\n documents a minute",
        "“reads 1,200 documents a minute”.",
        "reads 1,200 documents … 400 of them are scanned",
        "It needs no GPU",  # of the sentences around
    ],
)
def test_a_verdict_counts_whose_basis_stands_in_the_passage(case, said, basis):
    assert weighed(case, said, "supported", basis).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(
    "basis",
    [
        "reads 1,300 documents a minute",
        "it is beyond doubt",
        "",
        "a",
        "needs GPU and more",
        "400 of them are scanned … reads 1,200 documents",  # the other way round
    ],
)
@pytest.mark.parametrize("verdict", ["supported", "says_more", "contradicts"])
def test_a_basis_that_is_not_there_counts_as_not_judged(case, said, verdict, basis):
    found = weighed(case, said, verdict, basis)

    assert found.verdict is None
    assert found.why_not == "its basis is not in the passage"


def test_words_behind_a_denial_do_not_support():
    text = TEXT.replace("It needs no GPU.", "It does not run on old phones.")
    case = case_of(SAID, documents=[source(text=text)])
    [said] = own(case)

    assert not weighed(case, said, "supported", "run on old phones").verdict
    assert weighed(case, said, "contradicts", "run on old phones").verdict


def test_the_basis_of_what_is_not_there_stands_in_the_sentence(case, said):
    assert weighed(case, said, "not_there", "1,200 documents a minute").verdict
    assert not weighed(case, said, "not_there", "Example Lab released").verdict


def test_a_view_states_no_figure(case, said):
    view = next(one for one in own(case) if one.sentence == "It is a very fine tool.")

    assert weighed(case, view, "view", "It is a very fine tool").verdict is Verdict.VIEW
    assert weighed(case, said, "view", "reads 1,200 documents").verdict is None


def test_what_follows_needs_a_working_that_gives_it(case, trained):
    def verdict(*workings):
        found = weighed(case, trained, "follows", "48 hours on 16 machines", *workings)
        return found.verdict

    assert verdict("48 hours / 16") is Verdict.FOLLOWS
    assert verdict() is None
    assert verdict("48 / 12") is None
    assert verdict("48 + 16") is None
    assert verdict("48 hours / 16", "1 + 1") is None


def test_a_lacking_figure_must_be_among_those_that_are_worked_out():
    said = "Training took three hours on each machine, and 55 hours of care."
    case = case_of((said, TRAINING))
    [entry] = own(case)
    assert entry.lacking == ("three hours", "55 hours")

    found = weighed(case, entry, "follows", "48 hours on 16 machines", "48 hours / 16")

    assert found.verdict is None
    assert "55 hours" in found.why_not


def test_who_answers_twice_is_heard_once(case, said):
    opinions = [
        Opinion(said.number, Verdict.CONTRADICTS, "It needs no GPU"),
        Opinion(said.number, Verdict.SUPPORTED, "reads 1,200 documents a minute"),
    ]

    [found] = [one for one in weigh(case, opinions) if one.entry is said]

    assert found.verdict is Verdict.CONTRADICTS


def test_no_answer_and_a_number_of_nothing_are_no_verdict(case):
    found = weigh(case, [Opinion(999, Verdict.SUPPORTED, "It needs no GPU")])

    assert all(one.verdict is None for one in found)
    assert {one.why_not for one in found} == {"no answer"}


def right(case, entry):
    """The right answer to a control."""
    passage = case.passages[entry.passages[0] - 1].text
    if entry.is_true:
        return Opinion(entry.number, Verdict.SUPPORTED, passage[:60])
    return Opinion(entry.number, Verdict.CONTRADICTS, passage[:60])


def test_who_judges_every_control_rightly_has_missed_none(case):
    answers = [right(case, one) for one in hidden(case)]

    assert missed(weigh(case, answers)) == 0
    assert missed(weigh(case, answers[1:])) == 1
    assert missed(weigh(case, [])) == 3


@pytest.mark.parametrize("verdict", list(Verdict))
def test_who_always_says_the_same_misses_a_control(case, verdict):
    answers = [
        Opinion(one.number, verdict, basis)
        for one in case.entries
        for basis in (one.sentence, case.passages[one.passages[0] - 1].text[:60])
    ]

    assert missed(weigh(case, answers)) + missed(weigh(case, answers[::-1])) > 0
    assert missed(weigh(case, answers)) > 0
