import pytest

from newsletter.research.numerals import ordinal, with_numbers
from newsletter.text.spelling import tokens


def spelled(title):
    return " ".join(one.folded for one in with_numbers(tokens(title)))


@pytest.mark.parametrize(
    ("title", "read"),
    [
        ("Kettle III boils", "kettle 3 boils"),
        ("Sled Mark V", "sled mark 5"),
        ("Sled XXXIX", "sled 39"),
        ("Sled XIX", "sled 19"),
        ("Kettle V1.35", "kettle v 1.35"),
        ("the iii and Mix IV", "the iii and mix 4"),
        ("VI is an editor", "vi is an editor"),
        ("kettle-boil-4-6", "kettle boil 4.6"),
        ("Ayr 4-6 Elgin", "ayr 4 6 elgin"),
        ("Kettle 3.15a1", "kettle 3.15 alpha 1"),
        ("Kettle 3.15rc2", "kettle 3.15 rc 2"),
    ],
)
def test_a_number_is_read_however_a_title_writes_it(title, read):
    assert spelled(title) == read


@pytest.mark.parametrize(
    ("words", "nth"),
    [
        ("tenth flight", "10"),
        ("10th flight", "10"),
        ("10. Spieltag", "10"),
        ("zweite Runde", "2"),
        ("3e étape", "3"),
        ("10 flights", ""),
        ("flight plan", ""),
        ("2026. Kettle", ""),
    ],
)
def test_an_ordinal_says_which_of_several(words, nth):
    token, after = tokens(words)

    assert ordinal(token, after) == nth
