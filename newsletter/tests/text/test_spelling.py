import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.research.names import names_in
from newsletter.text.spelling import spelled, tokens


@pytest.mark.parametrize(
    ("spellings", "same"),
    [
        (("GPT-5", "GPT 5", "gpt5", "\uff27\uff30\uff34\uff15"), "gpt 5"),
        (("Müller", "Mueller", "MULLER"), "muller"),
        (("Straße", "STRASSE"), "strasse"),
        (("Kettle 2.0", "kettle-2"), "kettle 2"),
        (("1,200 pages", "1.200 pages", "1200 pages"), "1200 pages"),
        (("Kettle 4,5", "Kettle 4.5", "Kettle \u0664\u066b\u0665"), "kettle 4.5"),
        (("4,5 and 6",), "4.5 and 6"),
    ],
)
def test_spellings_of_one_name_are_one(spellings, same):
    assert {spelled(one) for one in spellings} == {same}


@pytest.mark.parametrize(
    ("one", "other"),
    [("GPT-4o", "GPT-4"), ("Kettle 7B", "Kettle 70B"), ("0.11", "0.12"), ("й", "и")],
)
def test_what_is_another_name_stays_another(one, other):
    assert spelled(one) != spelled(other)


def test_what_is_written_without_spaces_is_pairs_of_characters():
    assert spelled("半導体") == "半導 導体"


@given(st.text())
def test_every_text_has_tokens_and_names(text):
    assert len(tokens(text)) <= 2 * len(text) * 18
    names_in(text)
