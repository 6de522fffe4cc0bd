"""Who decides on which finding: code alone, a working, or a judge."""

import pytest

from newsletter.standards.jurisdiction import (
    JURISDICTION,
    Decider,
    decider_of,
)
from newsletter.standards.link_policy import DraftFault
from newsletter.standards.outcomes import Outcome, Support


def test_every_outcome_has_a_line_with_its_reason_and_no_line_is_of_nothing():
    assert set(JURISDICTION) == {*Outcome, *Support, *DraftFault}
    assert all(line.means and line.why for line in JURISDICTION.values())


def test_a_judge_is_heard_where_rules_cannot_understand_and_nowhere_else():
    soft = {
        outcome for outcome in JURISDICTION if decider_of(outcome) is not Decider.CODE
    }

    assert soft == {
        "misplaced",
        "contradicted",
        "overstated",
        "named_below",
        "mismatch",
        "lone_denial",
        "says_more",
        "not_there",
        "disputed",
        "unsupported_number",
        "unsupported_date",
    }


@pytest.mark.parametrize("outcome", ["unsupported_number", "unsupported_date"])
def test_what_the_passages_do_not_hold_is_cleared_by_a_working_alone(outcome):
    assert decider_of(outcome) is Decider.WORKING


def test_what_nobody_knows_is_for_code_alone():
    assert decider_of("of_tomorrow") is Decider.CODE
