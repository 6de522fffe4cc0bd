"""A text cut to a length says that it was cut."""

import pytest

from newsletter.text.truncate import at_word, first_of, lines_within


@pytest.mark.parametrize(
    ("most_bytes", "shown"),
    [
        (100, "one\ntwo\nthree"),
        (14, "one\ntwo\nthree"),
        (13, "one\ntwo\n… and 1 more, not shown."),
        (7, "one\n… and 2 more, not shown."),
        (0, "… and 3 more, not shown."),
    ],
)
def test_lines_that_find_no_room_are_counted(most_bytes, shown):
    assert lines_within(["one", "two", "three"], most_bytes) == shown


def test_bytes_are_counted_not_letters_and_a_lone_surrogate_is_one():
    assert lines_within(["äöü\udcff", "b"], 8) == "äöü\udcff\n… and 1 more, not shown."
    assert lines_within(["äöü", "b"], 9) == "äöü\nb"


def test_of_many_parts_the_first_are_shown_and_the_rest_counted():
    assert first_of(["a", "b"], 2) == "a; b"
    assert first_of(["a", "b", "c", "d"], 2) == "a; b; and 2 more"
    assert first_of([], 2) == ""


@pytest.mark.parametrize(
    ("text", "most", "shown"),
    [
        ("a short one", 20, "a short one"),
        ("a model that reads tables", 14, "a model that…"),
        ("a model, that reads", 10, "a model…"),
        ("OpenAI 发布了新的开放权重模型可以在手机上运行", 14, "OpenAI 发布了新的开…"),
        ("公司发布了OpenWeights模型", 10, "公司发布了…"),
        ("모델을 공개했다 오늘 아침에", 10, "모델을 공개했다…"),
    ],
)
def test_a_text_is_cut_at_a_word_or_where_a_script_has_no_spaces(text, most, shown):
    assert at_word(text, most) == shown
    assert len(shown) <= most
