"""What is told of some, told of all."""

import pytest

from newsletter.verification.claims.scope import made_general


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("It wins in every single evaluation.", "It wins in multiple evaluations."),
        ("It always helps.", "It often helps."),
    ],
)
def test_all_of_what_is_told_of_some_is_found(sentence, passage):
    assert made_general(sentence, passage)


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("It says how much each expert gives.", "Multiple experts give something."),
        ("It helps in all.", "It helps in every case, often much."),
    ],
)
def test_each_of_several_and_what_is_counted_is_not(sentence, passage):
    assert made_general(sentence, passage) is None
