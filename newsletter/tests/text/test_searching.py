import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from newsletter.text.searching import (
    MOST_CHARACTERS,
    Phrase,
    asked,
    indexed,
    nearest_word,
    plain,
    spot,
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("GPT-5, out Now!", "gpt 5 out now"),
        ("Öl für Zürich, straße", "ol fur zurich strasse"),
        ("强化学习 RL", "强 化 学 习 rl"),
        ("\uff27\uff30\uff34", "gpt"),
    ],
)
def test_an_index_keeps_the_plain_words(text, words):
    assert indexed(text) == words


@pytest.mark.parametrize(
    ("query", "phrases"),
    [
        ("open models", (Phrase(("open",), True), Phrase(("models",), True))),
        ("GPT-5", (Phrase(("gpt", "5"), False),)),
        ("强化", (Phrase(("强", "化"), False),)),
        ("' OR 1=1 --", (Phrase(("or",), False), Phrase(("1", "1"), False))),
        (" !? ", ()),
    ],
)
def test_what_a_query_asks(query, phrases):
    assert asked(query) == phrases


def test_an_issue_reads_without_its_addresses():
    assert plain("## A **b** [c](https://a.example/x_(y)) `d`") == "A b c d"


@example("0" * (MOST_CHARACTERS + 1))
@given(st.text())
def test_any_query_asks_for_words_that_an_index_would_keep(query):
    kept = indexed(query[:MOST_CHARACTERS]).split()

    assert all(word in kept for phrase in asked(query) for word in phrase.words)


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("samplre", "sampler"),
        ("saplmer", ""),
        ("sampeler", "sampler"),
        ("smapler", "sampler"),
        ("tampler", ""),  # the first letter is seldom wrong
        ("cat", ""),  # so short a word is near to too many
        ("trnasformr", "transformer"),
        ("winner", ""),  # another letter makes another word of a short one
        ("wintar", "winter"),
        ("gpt-6", ""),
        ("强化", ""),
        ("sampled", "sampler"),
    ],
)
def test_a_slip_of_a_word_is_known_within_its_bounds(word, near):
    known = {"sampler": 1, "transformer": 2, "winter": 1, "car": 9, "gpt5": 1}

    assert nearest_word(word, known) == near


def test_a_word_is_spotted_whatever_its_letters_are_written_as():
    text = "Die Großstraße wird breiter."

    begin, end = spot(Phrase(("grossstrasse",), is_open=True), text)

    assert text[begin:end] == "Großstraße"


def test_of_two_words_as_near_the_one_that_more_issues_hold_is_meant():
    assert nearest_word("modal", {"medal": 1, "model": 3}) == "model"
