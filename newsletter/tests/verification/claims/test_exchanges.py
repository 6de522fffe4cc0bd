"""Two things that change places between two clauses or phrases."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsletter.testing.examples import examples
from newsletter.verification.claims.exchanges import crossed

POOLING = (
    "The module captures the spatial information from LiDAR points and textural "
    "information from pseudo points."
)


def test_who_has_less_of_a_cost_is_ahead():
    sentence = "Generated motions came out ahead of described motions, the study says."
    passage = "Generated motions showed lower error than described motions."

    assert not crossed(sentence, passage)


def test_that_something_is_evaluated_changes_no_places():
    sentence = "The evaluation drew on MRI sequences, five from each of the patients."
    passage = "It is evaluated on 52 patients, each with five MRI sequences."

    assert not crossed(sentence, passage)


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        (
            "The module takes texture from the LiDAR points and spatial hints from the "
            "pseudo points.",
            POOLING,
        ),
        (
            "It works on eight image collections and three video collections.",
            "It works on three image collections and eight video collections.",
        ),
    ],
)
def test_what_changes_places_is_found(sentence, passage):
    assert crossed(sentence, passage)


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        (
            "The module takes texture from the pseudo points and spatial hints from the "
            "LiDAR points.",
            POOLING,
        ),
        (
            "It takes the LiDAR points for spatial hints and the pseudo points for texture.",
            POOLING,
        ),
        ("The decoder trails the encoder.", "The encoder outperforms the decoder."),
        ("The decoder is ahead of the encoder.", "The decoder beats the encoder."),
        # "And" joins two words, not two phrases.
        (
            "Debiasing a translation system affects ambiguous and unambiguous cases "
            "independently of each other.",
            "Debiasing has independent effects on ambiguous and unambiguous translation "
            "instances.",
        ),
        # A figure is not told of a figure.
        (
            "That makes 15 utterances a conversation, with 224,392 in 15,000 of them.",
            "It has 15,000 conversations and 224,392 utterances.",
        ),
        (
            "Es nimmt Bilder von Oslo und Texte aus Rom.",
            "Texte von Oslo, Bilder aus Rom.",
        ),
        ("", ""),
    ],
)
def test_what_stays_in_its_place_is_not(sentence, passage):
    assert crossed(sentence, passage) is None


@settings(max_examples=examples(30))
@given(st.text(max_size=200), st.text(max_size=200))
def test_whatever_stands_there_is_read(sentence, passage):
    crossed(sentence, f"{passage} and {passage}, a and b and c and d, respectively.")
    assert crossed(sentence, sentence) is None
