"""British and American spelling as one."""

import pytest

from newsletter.text.american import american


@pytest.mark.parametrize(
    ("british", "as_american"),
    [
        ("visualises", "visualizes"),
        ("optimisation", "optimization"),
        ("analysed", "analyzed"),
        ("colour", "color"),
        ("behavioural", "behavioral"),
        ("centres", "centers"),
        ("modelling", "modeling"),
        ("licence", "license"),
        ("programme", "program"),
        ("catalogue", "catalog"),
    ],
)
def test_both_spellings_are_one(british, as_american):
    assert american(british) == american(as_american) == as_american


@pytest.mark.parametrize("word", ["hour", "four", "is", "model", "agents", "2025"])
def test_other_words_stay(word):
    assert american(word) == word
