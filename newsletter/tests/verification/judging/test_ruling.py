"""What votes change of code's verdict, and what they cannot."""

import pytest

from newsletter.standards.jurisdiction import JURISDICTION, Decider
from newsletter.standards.link_policy import DraftFault, Finding, LinkPolicy
from newsletter.standards.outcomes import Outcome, Support
from newsletter.verification.judging.ruling import NO_VOTES, Vote, Votes, disputed, rule
from newsletter.verification.judging.verdicts import IN_FAVOUR, Verdict

SAID, URL = "It reads 45 pages.", "https://lab.example/"
AGAINST = [verdict for verdict in Verdict if verdict not in IN_FAVOUR]
BY_CODE = [name for name, line in JURISDICTION.items() if line.decider is Decider.CODE]
JUDGED = [
    name
    for name, line in JURISDICTION.items()
    if line.decider is Decider.JUDGE and name in set(Support)
]


def finding(outcome, sentence=SAID):
    return Finding(URL, outcome, "for a reason", sentence)


def vote(verdict, sentence=SAID, **more):
    return Vote(sentence, Verdict(verdict), "forty pages", URL, **more)


def ruled(*votes, failures=(), warnings=(), second=(), policy=None):
    return rule(failures, warnings, Votes(votes, second), policy or LinkPolicy())


def outcomes(findings):
    return [one.outcome for one in findings]


def test_without_votes_code_has_the_word():
    failures, warnings = (finding(Support.MISPLACED),), (finding(Support.FUZZY_QUOTE),)

    found = rule(failures, warnings, NO_VOTES, LinkPolicy())

    assert (found.failures, found.warnings, found.cleared) == (failures, warnings, ())


@pytest.mark.parametrize("outcome", JUDGED)
def test_a_judge_clears_what_is_left_to_it(outcome):
    found = ruled(vote("supported"), failures=[finding(outcome)])

    assert (found.failures, outcomes(found.cleared)) == ((), [outcome])


@pytest.mark.parametrize("outcome", BY_CODE)
@pytest.mark.parametrize("verdict", sorted(IN_FAVOUR))
def test_no_vote_clears_what_code_alone_decides(outcome, verdict):
    members = {str(one): one for kind in (Outcome, Support, DraftFault) for one in kind}
    held = finding(members[outcome])
    works = vote(verdict, is_work=True)

    found = ruled(vote(verdict), works, failures=[held])

    assert (found.failures, found.cleared) == ((held,), ())


@pytest.mark.parametrize(
    ("verdict", "is_cleared"),
    [("follows", True), ("supported", False), ("view", False)],
)
def test_a_figure_that_is_not_there_is_cleared_by_a_working_alone(verdict, is_cleared):
    found = ruled(vote(verdict), failures=[finding(Support.UNSUPPORTED_NUMBER)])

    assert bool(found.cleared) is is_cleared


def test_one_finding_of_a_sentence_may_be_cleared_and_another_stay():
    held = [finding(Support.MISPLACED), finding(Support.UNSUPPORTED_NUMBER)]

    found = ruled(vote("supported"), failures=held)

    assert outcomes(found.failures) == ["unsupported_number"]
    assert outcomes(found.cleared) == ["misplaced"]


@pytest.mark.parametrize("verdict", AGAINST)
def test_a_judge_that_agrees_with_code_leaves_its_finding(verdict):
    held = finding(Support.OVERSTATED)

    found = ruled(vote(verdict), failures=[held])

    assert found.failures == (held,)


def test_a_judge_fails_a_sentence_that_code_only_warned_of():
    found = ruled(vote("says_more"), warnings=[finding(Support.LONE_DENIAL)])

    assert outcomes(found.failures) == ["says_more"]
    assert "a judge finds that it says more than its source: “forty pages”" in (
        found.failures[0].reason
    )


@pytest.mark.parametrize("verdict", AGAINST)
def test_one_judge_alone_never_fails_a_sentence_that_code_did_not_flag(verdict):
    found = ruled(vote(verdict))

    assert found.failures == ()
    assert outcomes(found.warnings) == ["disputed"]


@pytest.mark.parametrize(
    ("verdict", "outcome"),
    [
        ("says_more", "says_more"),
        ("contradicts", "contradicted"),
        ("not_there", "not_there"),
    ],
)
def test_two_judges_fail_it(verdict, outcome):
    found = ruled(vote(verdict), second=[vote("not_there")])

    assert outcomes(found.failures) == [outcome]
    assert found.failures[0].reason.startswith("two judges find that")
    assert found.failures[0].sentence == SAID


def test_a_second_judge_that_finds_otherwise_saves_it():
    found = ruled(vote("says_more"), second=[vote("supported")])

    assert (found.failures, outcomes(found.warnings)) == ((), ["disputed"])


def test_a_second_judge_alone_fails_nothing():
    found = ruled(vote("supported"), second=[vote("contradicts")])

    assert (found.failures, found.warnings) == ((), ())


def test_a_newsletter_may_only_be_told_of_what_judges_find():
    policy = LinkPolicy.model_validate({"says_more": "warn", "not_there": "pass"})

    told = ruled(vote("says_more"), second=[vote("says_more")], policy=policy)
    passed = ruled(vote("not_there"), second=[vote("not_there")], policy=policy)

    assert (told.failures, outcomes(told.warnings)) == ((), ["says_more"])
    assert (passed.failures, passed.warnings) == ((), ())


@pytest.mark.parametrize(
    ("verdict", "is_cleared"),
    [("supported", True), ("not_there", False), ("view", False)],
)
def test_a_work_that_a_judge_knows_again_is_no_other_one(verdict, is_cleared):
    held = finding(Outcome.MISMATCH)
    other = Finding("https://else.example/", Outcome.MISMATCH, "another", "")

    found = ruled(
        vote(verdict, "This page is meant.", is_work=True), failures=[held, other]
    )

    assert found.failures == ((other,) if is_cleared else (held, other))


def test_a_vote_on_a_sentence_is_none_on_the_work_that_it_links():
    found = ruled(vote("supported"), failures=[finding(Outcome.MISMATCH)])

    assert outcomes(found.failures) == ["mismatch"]


def test_disputed_is_what_one_judge_would_fail_and_code_did_not_flag():
    failures = [finding(Support.MISPLACED, "One.")]
    warnings = [
        finding(Support.LONE_DENIAL, "Two."),
        finding(Outcome.BLOCKED, "Three."),
    ]
    first = [
        *(vote("says_more", name) for name in ("One.", "Two.", "Three.", "Four.")),
        vote("supported", "Five."),
    ]

    assert disputed(failures, warnings, first) == ("Three.", "Four.")


@pytest.mark.parametrize("ruling", ["pass", "warn", "fail"])
def test_what_no_judge_may_be_shown_is_told_as_not_judged(ruling):
    policy = LinkPolicy(unjudged=ruling)

    found = rule((), (), Votes(unjudged=(SAID,)), policy)

    told = {"pass": (), "warn": found.warnings, "fail": found.failures}[ruling]
    everything = (*found.failures, *found.warnings)
    assert everything == told
    assert [(one.outcome, one.sentence) for one in everything] == (
        [] if ruling == "pass" else [(Support.UNJUDGED, SAID)]
    )
    assert LinkPolicy().on(Support.UNJUDGED) == "warn"


def test_what_fails_already_is_not_told_as_not_judged_besides():
    against = (finding(Support.UNSUPPORTED_NAME),)

    found = rule(against, (), Votes(unjudged=(SAID,)), LinkPolicy())

    assert (found.failures, found.warnings) == (against, ())
