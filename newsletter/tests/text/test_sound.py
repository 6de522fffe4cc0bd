from hypothesis import given
from hypothesis import strategies as st

from newsletter.text.sound import sound

ANY = st.text(st.characters(exclude_categories=()))


def test_half_a_character_is_marked_and_two_halves_are_one():
    assert sound("a \ud83d b") == "a \ufffd b"
    assert sound("\ud83d\ude00") == "\U0001f600"


@given(ANY)
def test_every_text_becomes_one_that_can_be_sent(text):
    assert sound(text).encode().decode() == sound(sound(text))


@given(st.text())
def test_what_can_be_sent_stays_as_it_is(text):
    assert sound(text) == text
