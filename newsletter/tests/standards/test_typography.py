"""Spaces at which no line may break, and marks of quotation."""

import pytest

from newsletter.standards.typography import bound, requoted


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


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "<p>“It’s out.” <b>So “we” say.</b></p>"),
        ("de", "<p>„It’s out.“ <b>So „we“ say.</b></p>"),
        ("de-AT", "<p>„It’s out.“ <b>So „we“ say.</b></p>"),
        ("fr", "<p>«_It’s out._» <b>So «_we_» say.</b></p>"),
        ("pl", "<p>„It’s out.” <b>So „we” say.</b></p>"),
        ("ja", "<p>「It’s out.」 <b>So 「we」 say.</b></p>"),
        ("sv", "<p>”It’s out.” <b>So ”we” say.</b></p>"),
        ("nb-NO", "<p>«It’s out.» <b>So «we» say.</b></p>"),
        ("zh-hans", "<p>“It’s out.” <b>So “we” say.</b></p>"),
    ],
)
def test_what_is_quoted_has_the_marks_of_its_language(language, told):
    html = "<p>“It’s out.” <b>So “we” say.</b></p>"

    assert requoted(html, language) == told.replace("_", "\N{NO-BREAK SPACE}")


def test_marks_within_japanese_ones_are_others():
    assert requoted("“「十二」は強い”", "ja") == "「『十二』は強い」"


@pytest.mark.parametrize(
    "paragraph", ["„Alba“ wächst “gut”", "“Alba", "Alba”", "”Alba“", "“a “b” c”"]
)
def test_a_paragraph_whose_marks_are_no_pairs_stays_and_spoils_no_other(paragraph):
    html = f"<p>{paragraph}</p><p>“So.”</p>"

    assert requoted(html, "de") == f"<p>{paragraph}</p><p>„So.“</p>"
