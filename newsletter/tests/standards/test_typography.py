"""Spaces at which no line may break."""

import pytest

from newsletter.standards.typography import bound


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Trois cas : vrai ; faux ? Non !", "Trois cas_: vrai_; faux_? Non_!"),
        ("« Oui », dit-il.", "«_Oui_», dit-il."),
        ("« Oui ! »", "«_Oui_!_»"),
        ("el 94 % y 3 €", "el 94_% y 3_€"),
        ("3 488 adultes, 1 250 000 euros", "3_488 adultes, 1_250_000 euros"),
        ("N° 1", "N°_1"),
    ],
)
def test_no_line_breaks_at_it(text, told):
    assert bound(text) == told.replace("_", "\N{NO-BREAK SPACE}")


@pytest.mark.parametrize(
    "text",
    ["In 2024 300 came.", "a: b; c? d! e", "GPT-4 128 000x", "5 of 100"],
)
def test_other_spaces_stay(text):
    assert bound(text) == text
