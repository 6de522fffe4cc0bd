"""Figures that follow from those of a passage, as a reader works them out."""

import pytest

from newsletter.verification.claims.details import fidelity

FOLLOWS = [
    (
        "Ten models were tested.",
        "We evaluate 6 open-source and 4 closed-source models.",
    ),
    ("It answers twice as fast.", "The time to answer was halved."),
    ("It has eight criteria.", "We apply four inclusion and four exclusion criteria."),
    ("It covers 3,327 cases.", "A public set (2,877 cases) and cohorts (450 cases)."),
    ("It is twice as fast.", "It takes 20 ms, the other one 40 ms."),
    (
        "It takes 14 milliseconds more.",
        "It takes 20.1 ms; the larger one takes 34.5 ms.",
    ),
    ("It throws away 97 % of the video.", "It uses only 3% of the video."),
    ("It was fixed two days later.", "Found on 5 August 2025, fixed on 7 August 2025."),
    ("It compares the eleven years to 2024.", "We compare land use from 2013 to 2024."),
    ("It comes in three sizes.", "Available with 1B, 4B and 12B parameters."),
    (
        "Three datasets were used.",
        "Experiments on UCF-101, HMDB-51, and MOT17 show it.",
    ),
    (
        "It has 1.4 sets per field on average.",
        "It has seven sets spanning five fields.",
    ),
    ("It gains five point five five percent.", "It gains 5.55% of AUROC."),
    ("Reader 2 is best.", "The best is Reader#2."),
    ("Parts were 3D-printed.", "Parts were additively manufactured."),
    ("A convolutional-LSTM decides.", "A ConvLSTM decides."),
    ("Ten LLMs were tested.", "We test 10 large language models."),
    ("Ten LLMs were tested.", "We test ten open LLMs, and 5 LLMs were held out."),
    ("About half of them are real.", "It has 300 real tasks and 302 synthetic ones."),
    ("All but one of the six were proved.", "It proves 5 out of 6 problems."),
    ("Latency drops by 60 %.", "Latency drops from 500 ms to 200 ms."),
    ("Sales were up 25 %.", "Sales rose from 400 to 500 units."),
    ("It grew threefold.", "It grew from 3 to 9."),
    ("It had nine hours in all.", "It ran in two sessions of 4.5 hours."),
    ("A thousand women were asked.", "We surveyed 2,000 people (50% female)."),
    ("Six of the ten sets are public.", "It has six public and four private sets."),
    ("Six in ten tokens remain.", "It saves 40% of the tokens."),
    ("Less than 35 % remains.", "It saves over 65% of the energy."),
    ("Three parameters in ten suffice.", "It has 70% fewer parameters."),
    ("One image in sixteen is misjudged.", "Its accuracy is 93.65%."),
    (
        "It acts when one in about nineteen goes wrong.",
        "It acts where the share exceeds 5.4%.",
    ),
    ("It has more than 2,600 pairings.", "We test 60 models on 44 tasks."),
    ("It has 1,200 cells.", "It is a grid of 40 by 30 cells."),
    ("It reads over 18,000 posts.", "It has 12,645 and 5,789 posts."),
    ("At least 90 % is saved.", "It needs at most 10% of the memory."),
    (
        "Each dialect has 2,733 pairs.",
        "It has 5,466 pairs (two dialects; 50/50 split).",
    ),
    ("It trains on about 70 % of them.", "It is trained and tested (121/53 split)."),
    ("About 30 % are positive.", "There are 48 positive and 112 negative cases."),
    ("It fails on 12.", "It solves 48 of 60 problems."),
    ("It is 75 percent smaller.", "It has 7B parameters rather than 28B."),
    ("Ten minutes of video are made.", "It makes 200 clips with a 3-second duration."),
    ("It has 600 examples.", "It has 20 categories with 30 examples each."),
    ("It took 1,200 runs.", "We run 40 models on 30 tasks."),
    (
        "The second gain is two points larger.",
        "It gains up to 6 and 8 percentage points respectively.",
    ),
    ("Its error is 0.287.", "Its accuracy is 0.713."),
    ("It is 0.42 below the other.", r"rFID $\textbf{0.49}$ v.s. $\textbf{0.91}$."),
    ("It took seven more steps.", "It took 17 steps instead of 10."),
    (
        "It has twice as many bands.",
        "Others take three - band data. Ours has 6-band data.",
    ),
    ("It covers 25 years.", "It covers the years 2000-2024."),
    ("It is 1,000 times cheaper.", "It costs 0.1% of it."),
]
DOES_NOT = [
    ("It gains five point five six percent.", "It gains 5.55% of AUROC."),
    ("It took three hours on each.", "Training took 48 hours on 16 machines."),
    (
        "Nine models were tested.",
        "We evaluate 6 open-source and 4 closed-source models.",
    ),
    ("It is three times as fast.", "It takes 20 ms, the other one 40 ms."),
    (
        "It was fixed three days later.",
        "Found on 5 August 2025, fixed on 7 August 2025.",
    ),
    ("It comes in 4 sizes.", "Available with 1B, 4B and 12B parameters."),
    (
        "Four datasets were used.",
        "On three datasets, MOT, UCF, HMDB and COCO, it wins.",
    ),
    ("At most 40 % is saved.", "It saves up to 60% of memory."),
    ("Latency drops by 40 %.", "Latency drops from 500 ms to 200 ms."),
    ("Five of the ten sets are public.", "It has six public and four private sets."),
    ("At least 35 % remains.", "It saves over 65% of the energy."),
    ("It trains on 90 % of the data.", "We use an 80/20 split of the data."),
    ("About 40 % are positive.", "There are 48 positive and 112 negative cases."),
    ("It took 1,300 runs.", "We run 40 models on 30 tasks."),
    ("It works under eight shots.", "It is tested under 1, 2 and 4 shots."),
]


@pytest.mark.parametrize(("sentence", "passage"), FOLLOWS)
def test_what_a_reader_works_out_is_borne(sentence, passage):
    assert fidelity(sentence, passage).holds


@pytest.mark.parametrize(("sentence", "passage"), DOES_NOT)
def test_what_does_not_follow_is_not(sentence, passage):
    assert not fidelity(sentence, passage).holds


def test_from_many_figures_nothing_follows():
    passage = ", ".join(str(number) for number in range(101, 160, 3))

    assert not fidelity("It has 205 rows.", passage).holds
    assert fidelity("It has 205 rows.", "It has 101 to train on and 104 to test.").holds
