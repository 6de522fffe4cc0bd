"""What is worked out in one step, and what chance may have given."""

import pytest

from newsletter.verification.claims.details import fidelity

TESTS = "The agent that solved most broke 2.3 of 30 working tests; another one 0.4."
VIDEOS = "It comprises 100 videos of robots and 929 videos from the web."


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("That is one in thirteen of the tests.", TESTS),
        ("The gentlest broke a sixth as many.", TESTS),
        ("Fewer than one in ten were shot by robots.", VIDEOS),
        ("Together that makes 1,029 videos.", VIDEOS),
        (
            "Forty-eight languages were added.",
            "It had 22 languages, and has 70 languages.",
        ),
        (
            "It holds 18,489 samples.",
            "It has 900 samples, 120 samples and 17,469 samples.",
        ),
        ("It errs in upwards of 30 percent.", "It has an accuracy of 69.5%."),
        ("Claude scores over 360 times as high.", "Claude has 21.8. Another has 0.06."),
        (
            "The gain is a third as large again.",
            "It gains 9.6% on one, 7.2% on the other.",
        ),
        (
            "It wiped out three in every five errors.",
            "Errors fell from 29.71% to 11.81%.",
        ),
        (
            "It gets through almost 50 images a second.",
            "It takes 20.1 ms for an image.",
        ),
        ("It holds 25 full days of video.", "It has more than 600 hours of video."),
        ("It will be five times as much.", "It has 200 megawatts and a full gigawatt."),
        ("They outnumber them by 27 to one.", "There are 4,633 phrases and 171 words."),
        ("It leaves 0.5 points to perfection.", "It rose from 95.3% to 99.5%."),
        ("Spreads stayed below 50 basis points.", "Spreads stayed below 0.5 percent."),
        ("It reached an R2 of .80.", "It has an R2 = 0.80."),
        ("It lost 5.3 minutes.", "Time fell (4.0 vs. 9.3 minutes)."),
        ("That makes 350 miles.", "It fills 70% of its 500-mile range in 30 minutes."),
        ("The other 7 % have no known cause.", "It was 70% neglect and 23% intent."),
    ],
)
def test_one_step_that_chance_would_hardly_give_is_a_working(sentence, passage):
    assert fidelity(sentence, passage).holds


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("It broke one in five of the tests.", TESTS),
        ("Together that makes 1,290 videos.", VIDEOS),
        # The figure is there, with another hedge or in another unit.
        ("It gains at least 18.2%.", "It gains up to 18.2%, at 79% less text."),
        ("It takes 0.17 milliseconds.", "It takes 0.17 seconds, and 35 of 200 fail."),
        # Both are told, and one of them of something else.
        (
            "Five of the ten sets are public.",
            "It has six public and four private sets.",
        ),
        ("Latency drops by 40 %.", "Latency drops from 500 ms to 200 ms."),
        ("At least 35 % remains.", "It saves over 65% of the energy."),
        ("That makes 530 miles.", "It fills 70% of its 500-mile range in 30 minutes."),
        ("The other 17 % have no known cause.", "It was 70% neglect and 23% intent."),
        # Among so many figures some step gives anything.
        ("It gains 31 %.", "It has 3, 5, 8, 13, 21, 34, 55, 89, 144 and 233 of them."),
    ],
)
def test_what_chance_may_have_given_is_none(sentence, passage):
    assert not fidelity(sentence, passage).holds


def test_the_next_of_several_is_no_share():
    passage = "It wins on four datasets, and does poorly on Wikidata."

    assert fidelity("A lead on four does not carry over to a fifth.", passage).holds


def test_a_year_before_what_is_counted_is_a_count():
    passage = "There are 798 valid samples and 2000 outliers."

    assert fidelity("In all it runs to 2,798 samples.", passage).holds
    assert fidelity("It was shown in 2000.", "It was shown in 2000.").holds
