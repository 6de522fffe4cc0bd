"""A word of the sentence whose opposite its passage has in its place."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsletter.standards.outcomes import Support
from newsletter.testing.examples import examples
from newsletter.verification.claims.opposites import opposed
from newsletter.verification.claims.relations import at_odds


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        (
            "It converges more slowly.",
            "It has faster convergence than rivals, it converges.",
        ),
        (
            "The term serves to maximise shape variation.",
            "A term to minimize shape variation of the surface.",
        ),
        (
            "Constraints on late timesteps are enforced.",
            "It enforces constraints on early timesteps.",
        ),
        (
            "Their reconstruction errors are high.",
            "It achieves low reconstruction errors.",
        ),
        (
            "Translation to English led to better performance.",
            "Translation to English degraded performance.",
        ),
    ],
)
def test_an_opposite_in_a_clause_on_the_same_is_found(sentence, passage):
    assert opposed(sentence, passage)
    assert Support.CONTRADICTED in [
        outcome for outcome, _ in at_odds(sentence, passage)
    ]


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        # Each text has both.
        ("Errors are high, speed is low.", "Errors are low, speed is high."),
        # Of other things.
        ("The error is high.", "It has a low price."),
        # Each of the two goes the way that the passage tells of it.
        (
            "One slipped by 2 % while another gained 3 %.",
            "One fell by 2 %, another rose by 3 %.",
        ),
        # A denial of the opposite.
        ("The error is not high.", "The error is low."),
        ("It avoids slow decoding.", "It has fast decoding."),
        # The two compare from two ends.
        (
            "The parser is faster than the reader.",
            "The reader is slower than the parser.",
        ),
        (
            "The strongest baseline trails at 34.9 %.",
            "It has 48.3 %, surpassing the strongest baseline.",
        ),
        ("It makes the model simpler.", "It reduces model complexity."),
        ("More than five models answer.", "Less than nine models answer."),
        ("The model classifies better.", "The model has lower computational costs."),
        ("Schnelle Modelle sind klein.", "Langsame Modelle sind groß."),
        ("", ""),
    ],
)
def test_what_agrees_or_speaks_of_other_things_is_not(sentence, passage):
    assert opposed(sentence, passage) is None


@settings(max_examples=examples(30))
@given(st.text(max_size=200), st.text(max_size=200))
def test_whatever_stands_there_is_read(sentence, passage):
    opposed(f"high {sentence}", f"low {passage}")
    assert opposed(sentence, sentence) is None
