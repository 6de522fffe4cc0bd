# ruff: noqa: RUF001  words of many languages, in their own letters
import pytest

from newsletter.research.ranking.forms import Forms
from newsletter.text.similarity import terms


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("schaakbond", "schaakbonden"),
        ("orchester", "kammerorchester"),
        ("orchester", "orchestermusiker"),
        ("violinista", "violines"),
        ("teatro", "teatrale"),
        ("chanteurs", "chanteuse"),
        ("музыка", "музыкой"),
        ("orkestrası", "orkestranın"),
        ("spårvagn", "spårvagnen"),
        ("음악", "음악을"),
        ("음악과", "음악은"),
        ("음악", "국악음악에서"),
        ("공연", "공연장"),
    ],
)
def test_a_form_of_a_word_is_that_word(word, form):
    assert Forms([word]).of([form]) == [word]


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("oper", "operation"),
        ("contrat", "contre"),
        ("musik", "muskel"),
        ("piano", "piazza"),
        ("inter", "internationaler"),
        ("음악", "음식을"),
        ("대통령", "대통합"),
        ("장", "시장"),
        ("音楽", "音階"),
    ],
)
def test_what_only_begins_alike_is_another_word(word, other):
    assert Forms([word]).of([other]) == [other]


def test_a_word_of_the_profile_is_no_form_of_another():
    assert Forms(["orchester", "kammerorchester"]).of(["kammerorchester"]) == [
        "kammerorchester"
    ]


def test_a_form_is_that_of_the_word_it_shares_most_with():
    assert Forms(["konzert", "konzertsaal"]).of(["konzertabend"]) == ["konzert"]
    assert Forms(["konzert", "konzertsaal"]).of(["konzertsaales"]) == ["konzertsaal"]


def test_neighbours_are_told_by_both_words():
    found = Forms(["orkest", "dirigent"]).of(terms("Jeugdorkest, dirigenten orkesten"))

    assert found == ["orkest", "dirigent", "orkest", "dirigent orkest"]


def test_a_text_without_forms_is_the_very_same():
    found = ["language", "model", "language model"]

    assert Forms(["orkest"]).of(found) is found
