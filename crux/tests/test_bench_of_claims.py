"""What was measured of the checks of sentences still holds."""

import json
from decimal import Decimal

import pytest

from agents import prices
from agents.brains.scripted import ScriptedBrain
from agents.prices import Tokens
from agents.prompts.loader import roster
from agents.runs.briefing import offers
from agents.testing import judges
from crux.bench.claims import judging
from crux.bench.claims.grounding import cases, faults, grounded
from crux.bench.claims.judging import CaseHands, judged


def test_altered_sentences_fail_and_faithful_ones_pass_as_often_as_was_measured():
    some = cases()[::62]
    failed = {case for case in some if faults(case)}

    assert sum(not case.is_faithful for case in failed) >= 28
    assert sum(case.is_faithful for case in failed) <= 1


@pytest.fixture(scope="module")
def some():
    """Sentences of a dozen papers, as code finds them."""
    return {case: grounded(case) for case in cases()[:36]}


def by(answers):
    return ScriptedBrain({"verifier": judges.judges(answers)})


def caught(some, brain):
    found, hearings = judged(some, brain)
    return set(found), hearings


def alone(some):
    return {case for case, one in some.items() if one.found.invalid}


def test_a_judge_that_knows_the_sentences_is_right_on_nearly_all_of_them(some):
    known = {
        case.claim: "supported" if case.is_faithful else "says_more" for case in some
    }

    found, hearings = caught(some, by(judges.by_heart(known)))

    assert hearings.lost == 0
    altered = {case for case in some if not case.is_faithful}
    assert altered <= found
    assert len(found - altered) <= len(alone(some) - altered)


@pytest.mark.parametrize(
    "answers",
    [
        judges.always("supported"),
        judges.always("not_there"),
        judges.inventing,
        judges.miscounting,
        judges.obeying,
        judges.silent,
    ],
)
def test_a_judge_that_errs_changes_nothing(some, answers):
    found, hearings = caught(some, by(answers))

    is_by_words = answers is judges.obeying  # no abstract gives an order
    assert found == alone(some) or is_by_words
    assert hearings.lost == hearings.cases or is_by_words


def test_judging_an_issue_costs_less_than_two_cents(some):
    """Four bytes a token, at the small model's list price, and every turn paid in full."""
    asked = list(some.values())[:35]
    case = judging.case_of(asked, "an issue")
    hands, front = CaseHands(case), roster()["verifier"].front
    judges.judges(judges.by_words)(None, hands, None)
    tools = [one.schema for one in offers(roster()["verifier"])]
    told = len(roster()["verifier"].prompt) + len(json.dumps(tools))
    shown, said = (len(json.dumps(one)) for one in (case.shown(), hands.arguments))

    turns = (told, told + shown, told + shown + said)
    spent = sum(
        prices.cost(front.model, Tokens(input=bytes_ // 4, output=said // 4))
        for bytes_ in turns
    )

    assert len(case.entries) == 38
    assert spent * 2 < Decimal("0.02")  # a second judge is asked a part of it
