"""A name in three scripts sounds the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.text import sounds


@pytest.mark.parametrize(
    ("latin", "foreign"),
    [
        ("Microsoft", "마이크로소프트"),
        ("Microsoft", "マイクロソフト"),
        ("Databricks", "데이터브릭스"),
        ("SoftBank", "ソフトバンク"),
        ("Anthropic", "앤트로픽이"),
        ("Brasília", "브라질리아"),
    ],
)
def test_a_name_is_known_again_in_another_script(latin, foreign):
    assert sounds.of_latin(latin) in sounds.of_foreign(f"오늘 {foreign} 은")


@pytest.mark.parametrize(
    ("latin", "foreign"),
    [("Databricks", "마이크로소프트"), ("Alphabet", "마이크로소프트")],
)
def test_another_name_is_not(latin, foreign):
    assert sounds.of_latin(latin) not in sounds.of_foreign(foreign)


@pytest.mark.parametrize("word", ["Meta", "xAI", "GPT-5", "Москва", ""])
def test_what_has_few_consonants_or_other_letters_sounds_like_nothing(word):
    assert sounds.of_latin(word) == ""


@given(st.text(alphabet=st.characters(min_codepoint=0x20, max_codepoint=0xD7FF)))
def test_whatever_stands_there_is_read(text):
    assert all(len(one) >= sounds.FEWEST for one in sounds.of_foreign(text))
    assert sounds.of_latin(text) == "" or len(sounds.of_latin(text)) >= sounds.FEWEST
