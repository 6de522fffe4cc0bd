"""Expressions of a judge: what follows from a passage's figures, and what does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.verification.judging.arithmetic import (
    MOST_CHARACTERS,
    gives_any,
    is_worked_out,
    read,
    work_out,
)

PASSAGE = (
    "Of 48 tasks 16 were solved in 90 minutes, 85 % of them on the first try. The loss "
    "fell from 0.398 to 0.228. It was announced on 5 August and shipped on 7 August. It "
    "has 21 billion parameters, of which 3.6 billion are active, and costs $40 instead "
    "of $60. Scores rose from 71.2 % to 76.2 %."
)


@pytest.mark.parametrize(
    ("sentence", "written", "expression"),
    [
        ("Three times as many tasks as were solved.", "Three times", "48 / 16"),
        ("A third of the tasks was solved.", "A third", "16 / 48"),
        ("It solved 33 % of the tasks.", "33 %", "16 / 48 * 100"),
        ("It solved 33 % of the tasks.", "33 %", "(16 ÷ 48) × 100 %"),
        ("It leaves 32 tasks.", "32", "48 \u2212 16"),
        ("It shipped two days later.", "two days", "7 August - 5 August"),
        ("It takes 1.5 hours.", "1.5 hours", "90 minutes"),
        ("It takes 1.5 hours.", "1.5 hours", "90"),
        ("The loss fell by 43 %.", "43 %", "1 - 0.228/0.398"),
        ("The loss is 57 % of what it was.", "57 %", "0.228 / 0.398"),
        ("About 17 % of it is active.", "17 %", "3.6 billion / 21 billion"),
        ("About 17 % of it is active.", "17 %", "3.6 / 21"),
        ("It saves $20.", "$20", "$60 - $40"),
        ("It gains 5 points.", "5 points", "76.2 % - 71.2 %"),
        ("For 15 % one try is not enough.", "15 %", "100 % - 85 %"),
        ("For 15 % one try is not enough.", "15 %", "100 - 85"),
    ],
)
def test_a_figure_that_follows_is_worked_out(sentence, written, expression):
    assert is_worked_out(written, [expression], sentence, PASSAGE)


@pytest.mark.parametrize(
    ("sentence", "written", "expression"),
    [
        ("It is four times as many.", "four times", "48 / 16"),  # wrong
        ("It solved 93 tasks.", "93", "31 * 3"),  # no figure of the passage
        ("It solved 93 % of them.", "93 %", "48 + 16 + 29"),
        ("It solved 64 % of them.", "64 %", "48 + 16"),  # tasks are no share
        ("It costs 88 dollars.", "88 dollars", "48 + $40"),  # nor dollars
        ("It gains 5 %.", "5 %", "76.2 % - 71.2 %"),  # points, no per cent
        ("It took 3 days.", "3 days", "7 August - 5 August"),
        ("It took 3 days.", "3 days", "8 August - 5 August"),
        ("It solved 100 tasks.", "100", "100"),  # only what may stand anywhere
        ("It solved 100 tasks.", "100", "100 / 1"),
        ("It solved 16 tasks.", "16", ""),
        ("It solved 16 tasks.", "16", "16 +"),
        ("It solved 16 tasks.", "16", "(16"),
        ("It solved 16 tasks.", "16", "16 16"),
        ("It solved 16 tasks.", "16", "16 ** 2"),
        ("It solved 16 tasks.", "16", "16 / (48 - 48)"),
        ("It solved 16 tasks.", "16", "__import__('os')"),
        ("It solved 16 tasks.", "16", "16" + " + 48 - 48" * 20),
        ("It solved 96 tasks.", "96", "16+16+16+16+16+16+16+16-16-16"),  # too long
        ("It solved 16 tasks.", "16", "((((((((16))))))))"),  # too deep
    ],
)
def test_what_does_not_follow_gives_nothing(sentence, written, expression):
    assert not is_worked_out(written, [expression], sentence, PASSAGE)


def test_a_date_may_follow_from_another():
    passage = "It was announced on 5 August; the code came 2 days later."

    assert is_worked_out(
        "7 August", ["5 August + 2 days"], "On 7 August it came.", passage
    )
    assert not is_worked_out(
        "9 August", ["5 August + 2 days"], "On 9 August it came.", passage
    )


def test_every_expression_has_to_give_something_of_the_sentence():
    said = "It solved a third of the tasks, and leaves 32."

    assert gives_any(["16 / 48", "48 - 16"], said, PASSAGE)
    assert not gives_any(["16 / 48", "48 + 16"], said, PASSAGE)
    assert not gives_any([], said, PASSAGE)


def test_another_figure_of_the_sentence_does_not_stand_for_the_one_that_is_lacking():
    said = "It solved a third of the tasks, and leaves 35."

    assert not is_worked_out("35", ["16 / 48"], said, PASSAGE)


@given(st.text(alphabet="0123456789.,+-*/()%×÷ xAugust$é²٣", max_size=260))
def test_no_expression_raises(expression):
    work_out(expression, read(PASSAGE))


def test_an_expression_that_is_too_long_is_not_read():
    assert work_out("16" + " " * MOST_CHARACTERS + "+ 48", read(PASSAGE)) is not None
    assert work_out("16 + " * MOST_CHARACTERS + "48", read(PASSAGE)) is None


PRICES = (
    "The price is $1.25 per million input tokens and $10 per million output tokens, for "
    "272,000 in and 128,000 out. The small one costs $0.05."
)


@pytest.mark.parametrize(
    ("expression", "sentence", "evidence", "gives"),
    [
        ("0.05 / 1.25", "It takes a twenty-fifth of the price.", PRICES, True),
        ("0.05 / 1.25", "It takes a tenth of the price.", PRICES, False),
        ("100 % - 10 %", "It saves nine tenths.", "It costs 10 %.", True),
        ("100 % - 30 %", "It saves half.", "It costs 30 %.", False),
        ("240 / 52", "It has between four and five of each.", "240 of 52.", True),
        ("240 / 40", "It has between four and five of each.", "240 of 40.", False),
        ("10 / (10 + 1.25)", "Most of it is output.", PRICES, True),
        ("1.25 / (10 + 1.25)", "Most of it is input.", PRICES, False),
    ],
)
def test_what_a_sentence_tells_in_words_may_follow(
    expression, sentence, evidence, gives
):
    assert gives_any([expression], sentence, evidence) is gives


@pytest.mark.parametrize(
    ("expression", "gives"),
    [
        ("1.25 * 272,000 / 1,000,000 + 10 * 128,000 / 1,000,000", True),
        (
            "1.25 * 272,000 / 1,000 + 10 * 128,000 / 1,000",
            False,
        ),  # nothing is per 1,000
        ("1.25 * 1,000,000", False),
    ],
)
def test_a_price_per_million_is_divided_by_a_million(expression, gives):
    sentence = "A full call costs $1.62, and the next $1,250,000."

    assert gives_any([expression], sentence, PRICES) is gives
