"""What a passage says is not, told as if it were, and the other way round."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsletter.standards.outcomes import Support
from newsletter.testing.examples import examples
from newsletter.verification.claims.denials import denied_otherwise
from newsletter.verification.claims.relations import at_odds

WITHOUT = "The translator is adapted without source data or image synthesis."


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("The translator uses source data when it is adapted.", WITHOUT),
        ("It needs additional training.", "It requires no additional training."),
        (
            "Search on its own does let the model update its knowledge.",
            "Relying on search does not facilitate knowledge updates in the model.",
        ),
        ("It has to be trained.", "It is a training-free method."),
    ],
)
def test_what_one_text_denies_and_the_other_says_is_found(sentence, passage):
    assert denied_otherwise(sentence, passage)
    found = list(at_odds(sentence, passage))
    assert [outcome for outcome, _ in found] == [Support.CONTRADICTED]


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        # Another word of absence denies it as well.
        ("The translator dispenses with source data.", WITHOUT),
        ("The translator is free of source data and image synthesis.", WITHOUT),
        ("It is a training-free method.", "It requires no additional training."),
        # What stands in the text both ways is left.
        (
            "Headline embeddings improve the forecast.",
            "Headline embeddings beat a system without headline embeddings.",
        ),
        # "Preserving" is "without losing".
        ("It cuts cost without losing accuracy.", "It cuts cost, preserving accuracy."),
        ("It not only reads tables but forms.", "It reads tables and forms."),
        # A name is not what is denied.
        (
            "Files that others could not classify went to Project Ire.",
            "Project Ire reached a recall of 0.26.",
        ),
        # A circumstance is not what is denied.
        ("It is trained at test time.", "The network will not change at test time."),
        ("", ""),
    ],
)
def test_what_denies_in_other_words_is_not(sentence, passage):
    assert denied_otherwise(sentence, passage) is None


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        (
            "El modelo requiere datos de origen para la síntesis.",
            "El modelo no requiere datos de origen para la síntesis.",
        ),
        (
            "Das Modell braucht keine Daten in der Cloud.",
            "Das Modell läuft mit Daten in der Cloud.",
        ),
    ],
)
def test_other_languages_are_left_alone(sentence, passage):
    assert not list(at_odds(sentence, passage))


@settings(max_examples=examples(30))
@given(st.text(max_size=200), st.text(max_size=200))
def test_whatever_stands_there_is_read(sentence, passage):
    denied_otherwise(f"It is not {sentence}", f"It is {passage}")
    assert denied_otherwise(sentence, sentence) is None
