"""Amounts as they stand in a text: which letters behind a number are its unit."""

import pytest

from newsletter.standards.furniture import furniture_of
from newsletter.verification.claims.details import fidelity
from newsletter.verification.claims.numbers.amounts import placed_amounts


def written(text):
    return [placed.amount.written for placed in placed_amounts(text)]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Este número tiene 4 noticias y 1 más en una línea.", "1"),
        ("y 12 más de la semana", "12"),
        ("Es waren 12 Männer.", "12"),
        ("Sie schrieb 3 Bücher über Bäume.", "3"),
        ("mit 4 Kühen", "4"),
        ("und 2 Tüten", "2"),
        ("les 7 gérants", "7"),
        ("dans 3 hôtels", "3"),
        ("po 5 měsících", "5"),
        ("trong 6 mới", "6"),
    ],
)
def test_a_letter_that_a_word_begins_with_is_no_unit(text, number):
    assert written(text)[-1] == number


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("a hedge of 3 m.", "3 m"),
        ("eine Hecke von 3 m, höchstens", "3 m"),
        ("容量は5 GBの", "5 GB"),
        ("高さ3 m以上", "3 m"),
        ("cuesta 2 M€", "2 M"),
        ("on 10 km² of land", "10 km²"),
        ("a 7B model", "7B"),
        ("5 kW–6 kW", "5 kW"),
        ("30 µs", "30 µs"),
    ],
)
def test_one_that_no_word_goes_on_is(text, amount):
    assert written(text)[0] == amount


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "nl"])
@pytest.mark.parametrize("number", [1, 2, 7])
def test_what_an_issue_says_of_its_own_length_is_no_measure(language, number):
    words = furniture_of(language)

    for said in (words.story, words.more):
        assert written(words.counted(number, said)) == [str(number)]


def test_cents_of_a_dollar_are_a_share():
    said = "They keep 41 cents of each dollar."

    assert fidelity(said, "Their margin is 41%.").unsupported == ()
    assert fidelity(said, "Their margin is 47%.").unsupported != ()


def test_ethernet_is_as_fast_as_its_gigabits():
    said = "Fast networking over USB: a 10-gigabit adapter."

    assert fidelity(said, "New 10 GbE USB adapters are cooler.").unsupported == ()
    assert fidelity(said, "New 5 GbE USB adapters are cooler.").unsupported != ()


def test_who_gets_a_sum_of_money_is_no_money():
    def units(text):
        return [one.amount.unit for one in placed_amounts(text)]

    assert units("It paid $20 million to 562 people.") == ["$", ""]
    assert units("It paid $20 to 30 million.") == ["$", "$"]
