"""Which colours can be read, by day and by night."""

import pytest

from newsletter.standards.accent import by_night, contrast, fault_of


@pytest.mark.parametrize(
    ("colour", "told"),
    [
        ("#0b5d8f", ""),
        ("#000000", ""),
        ("#f0c000", "too light to be read"),
        ("#fff", "is no colour"),
        ("red; }", "is no colour"),
    ],
)
def test_a_colour_that_cannot_be_read_is_refused(colour, told):
    assert told in fault_of(colour)
    assert bool(told) == bool(fault_of(colour))


@pytest.mark.parametrize("colour", ["#0b5d8f", "#000000", "#8f3418"])
def test_by_night_a_colour_is_as_light_as_it_takes(colour):
    assert contrast(by_night(colour), "#1f2124") >= 4.5


def test_contrast_is_that_of_the_guidelines():
    assert contrast("#000000", "#ffffff") == 21
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48
