"""Sentences whose words turn their passage round: all for some, down for up, not."""

import pytest

from newsletter.verification.claims.contradictions import opposed, opposed_beside
from newsletter.verification.claims.overstatements import (
    denies_what_is_said,
    overstated,
)


@pytest.mark.parametrize(
    ("sentence", "passage", "is_too_much"),
    [
        ("It wins every standard benchmark.", "It wins several benchmarks.", True),
        ("No existing corpus is clean.", "Almost all corpuses err.", True),
        ("All models agree.", "Most models agree.", True),
        ("All models agree.", "Most models err, but all models agree.", False),
        ("Above all, models agree.", "Most models agree.", False),
        ("Every ten thousand steps models agree.", "Many models agree.", False),
    ],
)
def test_some_told_as_all_is_too_much(sentence, passage, is_too_much):
    assert overstated(sentence, passage) is is_too_much


@pytest.mark.parametrize(
    ("sentence", "passage", "words"),
    [
        ("Costs fell in spring.", "Costs rose in spring.", ("fell", "rose")),
        ("It loses to Beta.", "It outperforms Beta.", ("loses to", "outperforms")),
        ("Costs fell.", "Costs fell as sales rose.", None),
        ("Sales rose and costs fell.", "Sales rose.", None),
        ("It is no worse.", "It improves on that.", None),
        ("Costs fell.", "Sales rose, and so did the staff.", None),
        ("It has more than 70 users.", "Users dropped to 71.", None),
    ],
)
def test_a_sentence_that_points_the_other_way_is_noticed(sentence, passage, words):
    assert opposed(sentence, passage) == words


@pytest.mark.parametrize(
    ("sentence", "passage", "words"),
    [
        (
            "It raises the load by 1.5 %, and quality stays high.",
            "It reduces the load by 1.5 % and keeps quality high.",
            ("raises", "reduces"),
        ),
        ("It costs 5 % more.", "It costs 5 % less.", ("more", "less")),
        ("It costs 5 % less.", "It cuts costs by 5 %.", None),
        ("It gains more than 5 points.", "It drops others by over 5 points.", None),
        ("Beta drops 5 %, and others rise 7 %.", "Others rise 7 %.", None),
    ],
)
def test_a_figure_that_points_the_other_way_is_noticed(sentence, passage, words):
    assert opposed_beside(sentence, passage) == words


@pytest.mark.parametrize(
    ("sentence", "passage", "does_deny"),
    [
        ("It cannot be detected.", "It can be detected.", True),
        ("It is unable to detect that.", "It is able to detect that.", True),
        ("It cannot be detected.", "It can be read, not that it can be seen.", False),
        ("It can be detected.", "It can be detected.", False),
    ],
)
def test_a_sentence_that_denies_what_its_passage_says_is_noticed(
    sentence, passage, does_deny
):
    assert denies_what_is_said(sentence, passage) is does_deny
