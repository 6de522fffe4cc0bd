"""What a sentence turns round: rises, places, certainty, and some for all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.standards.outcomes import Support
from newsletter.verification.claims.relations import at_odds

MAY = "The results suggest that longer prompts may help translators."
SOME = "Several parsers lose the layout of merged cells."
FALLS = "Pruning reduces memory consumption and keeps accuracy."
LAYERS = (
    "Lower layers focus on perceptual encoding, while higher layers handle abstract "
    "reasoning."
)


def outcomes(sentence, passage):
    return [outcome for outcome, _ in at_odds(sentence, passage)]


@pytest.mark.parametrize(
    ("sentence", "passage", "outcome"),
    [
        ("Pruning raises memory consumption.", FALLS, Support.CONTRADICTED),
        (
            "Lower layers handle abstract reasoning, while higher layers focus on "
            "perceptual encoding.",
            LAYERS,
            Support.CONTRADICTED,
        ),
        ("The study proves that longer prompts work.", MAY, Support.OVERSTATED),
        ("Longer prompts are certain to work.", MAY, Support.OVERSTATED),
        ("Every parser loses merged cells.", SOME, Support.OVERSTATED),
        ("All three parsers lose merged cells.", SOME, Support.OVERSTATED),
    ],
)
def test_what_turns_its_passage_round_is_found(sentence, passage, outcome):
    assert outcomes(sentence, passage) == [outcome]


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("Pruning lowers memory consumption.", FALLS),
        # A thing that goes both ways in one text is not held against the other.
        ("It raises accuracy by more than five points.", "It improves accuracy."),
        ("Memory rises.", "Memory rises in training and memory falls in use."),
        # What is taken back rises no more.
        ("It keeps costs down.", "It avoids higher costs."),
        (
            "Higher layers handle reasoning, while lower ones focus on encoding.",
            LAYERS,
        ),
        ("Following the format proved hard for longer prompts.", MAY),
        ("Longer prompts may be certain to help.", MAY),
        ("The study proves that prompts help.", "We prove that prompts may help."),
        ("Several parsers lose all merged cells.", SOME),
        (
            "No other attack succeeded more often than this one.",
            "Our method has the highest attack success rate.",
        ),
        ("Accuracy drops by 30 points.", "It has high accuracy in training."),
        ("The videos are 60 minutes long.", "We collect one-hour videos."),
        ("For all their success, parsers lose merged cells.", SOME),
        (
            "Humans draw on more values than models do.",
            "Models rely on a narrower set of values than humans.",
        ),
        (
            "Fewer frames make it better than rivals.",
            "It improves over baselines that use more frames.",
        ),
        (
            "From one image it sets out to build a complete avatar.",
            "It aims to create a complete avatar from one image.",
        ),
        (
            "It read thousands of pages.",
            "It reads thousands of pages of millions of sites.",
        ),
        ("Above all, parsers lose merged cells.", SOME),
        ("Parsers lose nearly all merged cells.", SOME),
        ("Every parser loses it.", "The parsers not only lose it but hide it."),
        # Other languages have none of these words.
        ("Alle Parser verlieren verbundene Zellen.", SOME),
        ("", ""),
    ],
)
def test_what_says_the_same_is_not(sentence, passage):
    assert outcomes(sentence, passage) == []


@given(st.text(max_size=200))
def test_a_copy_never_turns_its_passage_round(text):
    assert outcomes(text, text) == []


@given(st.text(max_size=200), st.text(max_size=200))
def test_whatever_stands_there_is_read(sentence, passage):
    assert len(outcomes(sentence, passage)) <= 4


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("The new way has longer responses.", "The new way reduces response length."),
        (
            "In every case content tokens mainly steer the objects.",
            "In many cases, content tokens steer the objects.",
        ),
    ],
)
def test_what_rises_and_of_how_many_is_held(sentence, passage):
    assert list(at_odds(sentence, passage))
    assert not list(at_odds(passage, passage))


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("SALU beats A and trails B.", "SALU outperforms A, yet trails B."),
        ("It works on robots it has not seen.", "It works on unseen robots."),
        ("Each case is told.", "In many cases all of it is told."),
        ("It solves five of its problems.", "We use two systems to participate."),
        (
            "It goes from Rome to Oslo.",
            "It goes from Rome to Oslo and from Oslo to Rome.",
        ),
    ],
)
def test_what_speaks_of_both_is_not_at_odds(sentence, passage):
    assert not list(at_odds(sentence, passage))


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        (
            "Foundation models can bring about a wide array of harms.",
            "Foundation models may precipitate a wide array of harms.",
        ),
        # "Could" may be "was able to".
        (
            "It finds its target with good accuracy.",
            "It could find the target with good accuracy.",
        ),
        ("It always beats solvers.", "It consistently beats solvers."),
        ("Every model of them failed.", "The five models failed."),
        ("One in every ten fails.", "A tenth fails."),
        ("It keeps 19 of every 20 points.", "It keeps 95% of some points."),
        ("It fits with hardly any change.", "It needs minimal changes in some parts."),
    ],
)
def test_what_stays_open_and_a_whole_that_is_told_pass(sentence, passage):
    assert outcomes(sentence, passage) == []
