"""Titles of one week that tell the same story, and those that do not."""

import pytest

from newsletter.research.outlets.same_title import is_same_title


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kettle 1.2 runs patient agents", "Kettle 1.3 runs patient agents"),
        ("The Kettle 7B model of the lab", "The Kettle 70B model of the lab"),
        ("Release notes", "Release notes"),
        ("v1.2.0", "v1.2.0"),
        ("Patient agents", "Patient tools"),
        ("", ""),
    ],
)
def test_titles_that_differ_or_say_too_little_are_two_stories(one, other):
    assert not is_same_title(one, other)


def test_a_short_title_is_the_same_only_word_for_word():
    assert is_same_title("Kettle goes open", "Kettle goes open")
    assert not is_same_title("Kettle goes open", "Kettle stays open")
