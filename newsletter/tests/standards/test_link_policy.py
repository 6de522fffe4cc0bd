"""A newsletter's policy: what each outcome means for a draft."""

import pytest
from pydantic import ValidationError

from newsletter.standards.link_policy import LinkPolicy, Ruling
from newsletter.standards.outcomes import Outcome, Support
from newsletter.standards.rubric import Rubric


def test_a_rubric_changes_one_outcome_and_keeps_the_others():
    rubric = Rubric.model_validate({"link_policy": {"archived": "warn"}})

    assert rubric.link_policy.on(Outcome.ARCHIVED) is Ruling.WARN
    assert rubric.link_policy.on(Outcome.GONE) is Ruling.FAIL


@pytest.mark.parametrize(
    "given", [{"unread_source": "pass"}, {"ok": "fail"}, {"gone": "maybe"}]
)
def test_what_is_no_matter_of_taste_has_no_key(given):
    with pytest.raises(ValidationError):
        LinkPolicy.model_validate(given)


@pytest.mark.parametrize("outcome", [Support.UNREAD_SOURCE, Support.UNSUPPORTED_QUOTE])
def test_inventions_always_fail(outcome):
    assert LinkPolicy().on(outcome) is Ruling.FAIL


def test_every_outcome_has_a_ruling():
    policy = LinkPolicy()

    assert {policy.on(outcome) for outcome in (*Outcome, *Support)} == set(Ruling)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Support.MISPLACED, Support.UNSUPPORTED_NUMBER),
        (Support.NAMED_BELOW, Support.UNSUPPORTED_NAME),
    ],
)
def test_a_rubric_that_lets_a_kind_of_detail_pass_lets_its_milder_kind_pass(one, other):
    older = LinkPolicy.model_validate({other: "warn"})
    newer = LinkPolicy.model_validate({other: "warn", one: "fail"})

    assert older.on(one) is Ruling.WARN
    assert newer.on(one) is Ruling.FAIL
    assert LinkPolicy().on(one) is Ruling.FAIL
