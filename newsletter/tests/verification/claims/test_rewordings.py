"""A detail told in other words, measures or names than its evidence has, and turned round."""

import pytest

from newsletter.verification.claims.details import fidelity


@pytest.mark.parametrize(
    ("sentence", "evidence"),
    [
        ("It finds one bug in ten.", "It finds 10.2% of the bugs."),
        ("Nearly four in five runs end.", "Of all runs, 78.1% end."),
        ("Four out of 5 runs end.", "Of the 5 runs, 4 end."),
        ("Three weights in every ten thousand change.", "Only 0.03% of weights change."),
        ("Half a dozen models were tried.", "We try six models."),
        ("It is six times as fast.", "A 6.03-fold speedup."),
        ("It more than doubles the cost.", "The cost increases by 128%."),
        ("It can be nine times as fast.", "It is up to 9x faster."),
        ("LoRA and IoU matter.", "Low-Rank Adaptation and Intersection over Union."),
        ("A corpus from Uruguay.", "A Uruguayan corpus."),
        ("More than 900 people in nine countries.", "923 people across 9 countries."),
        ("It climbed for four weeks.", "It climbed for four consecutive weeks."),
        ("The search lasted four months.", "It was a four-month search."),
        ("Claude writes code.", "It writes code, as Claude does."),
        ("Google's model writes code.", "Gemini writes code."),
        ("Meta's model finds masks.", "We find masks by SAM 2."),
        ("Training takes a day.", "It is trained in a day."),
        ("Both together cost $50.", "One costs $20, the other $30."),
        ("Users in their 20s ask most.", "Most who ask are in their twenties."),
        ("It asks Stack Overflow.", "StackOverflow questions are asked."),
        ("Three dozen models were tried.", "We try 36 models."),
        ("Some two dozen models were tried.", "We try 25 models."),
        ("As little as 3% is left.", "It is reduced by up to 97%."),
        ("GOES-16 sees it.", "The Geostationary Operational Environmental Satellite 16."),
        ("It wins three quarters of the tasks.", "Of eight tasks, it wins in six tasks."),
        ("It audits OpenAI too.", "We audit Open AI."),
        ("At best it gains 7 F1 points.", "It gains up to 7 F1 points."),
        ("It is cut to 86%.", "Its size is reduced to 85.95%."),
        ("It is two and a half times as fast.", "A 2.5x speedup is seen."),
        ("It finds 2.4 times as many.", "The number increases by 140.7%."),
        ("It needs a quarter of the memory.", "Memory is reduced by 4x."),
        ("It is 0.8 points ahead of Beta.", "We score 87.5%, Beta scores 86.7%."),
        ("It is over eight times faster.", "It is 8.6 faster than before."),
        ("It stays within 2.6 centimetres.", "The error is below 0.026 m."),
        ("At best it is right 40% of the time.", "It is right in 40% of cases."),
        ("Speed rises by as much as 40%.", "Speed rises by up to 40%."),
        ("A Delta-based reader of the Open Model Prize.", "Delta won the OMP."),
        ("Here Beta has 45%, Alpha 71%.", "Alpha and Beta score 71% and 45%, respectively."),
        ("Here Beta trails Alpha.", "Alpha outperforms Beta."),
    ],
)  # fmt: skip
def test_what_evidence_says_in_another_measure_holds(sentence, evidence):
    assert fidelity(sentence, evidence).unsupported == ()


@pytest.mark.parametrize(
    ("sentence", "evidence", "reason"),
    [
        ("It finds three bugs in ten.", "It finds 10.2% of the bugs.", "rounds to"),
        ("Speed rises by 40%.", "Speed rises by up to 40%.", "40%"),
        ("Speed rises by at least 40%.", "Speed rises by up to 40%.", "40%"),
        ("Speed rises by at most 40%.", "Speed rises by over 40%.", "40%"),
        ("About 96% pass.", "98.91% pass.", "96%"),
        ("More than two in five pass.", "38.2% pass.", "two in five"),
        ("It needs a thousandth of that.", "It needs 10,000 times less.", "thousandth"),
        ("It took first place.", "It took the 2nd place.", "first"),
        ("It reads 184 gigapixels.", "It reads 184 megapixels.", "184"),
        ("It gains no less than 9%.", "It gains up to a 9% margin.", "9%"),
        ("It gains just over 5%.", "It gains almost 5%.", "5%"),
        ("Memory drops by 10%.", "Memory is reduced by 10x.", "10%"),
        ("It gains 7 F1 points.", "It gains up to 7 F1 points.", "7"),
        ("It scores at least 0.89.", "It scores up to 0.89.", "0.89"),
        ("It is cut by 86%.", "Its size is reduced to 85.95%.", "86%"),
        ("Recall rises by 18.6 points.", "An 18.6% relative improvement.", "18.6"),
        ("It drives at 30 mph.", "It drives at 30 kph.", "30 mph"),
        (
            "It is 0.9 points ahead of Beta.",
            "We score 87.5%, Beta scores 86.7%.",
            "0.9",
        ),
        (
            "Here Beta has 71% and Alpha 45%.",
            "Alpha and Beta score 71% and 45%, respectively.",
            "tells '71%' of 'Alpha'",
        ),
        (
            "It has nearly 70% on Gamma-2 and nearly 90% on Gamma-1.",
            "It reaches 69.8% on Gamma-1 and 89.7% on Gamma-2.",
            "not of 'Gamma-2'",
        ),
        ("Here Beta outperforms Alpha.", "Alpha outperforms Beta.", "'Alpha' before"),
        (
            "It goes from Beta to Alpha.",
            "It goes from Alpha to Beta.",
            "'Alpha' before",
        ),
    ],
)
def test_what_is_turned_round_is_not_borne(sentence, evidence, reason):
    reasons = [gap.reason for gap in fidelity(sentence, evidence).unsupported]

    assert any(reason in one for one in reasons), reasons


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("It takes 12 µs.", "It takes 12 \u00b5s."),
        (
            "It took 3.6 billion of its 21 billion.",
            "Of 21B parameters 3.6B are active.",
        ),
        ("It falls from 40 cents to 23.", "It drops from $0.40 to $0.23."),
        ("It ran in 16 countries in 356 days.", "It ran 356 days in 16 countries."),
        ("It has 67.01 % Top-1 accuracy.", r"a Top-1 accuracy of 67.01\% on ImageNet"),
        ("A 27-year-old wrote it.", "The author, aged 27, wrote it."),
        ("It is 2.4 times faster.", r"a speedup of 2.40$ \times$ over it"),
        ("It is 6-10x faster.", "between 6 and 10 times faster"),
        ("Its ARC/HellaSwag scores rose.", "Scores on ARC and HellaSwag rose."),
        ("A Swiss bank uses it.", "A bank in Switzerland uses it."),
        ("It holds two thirds of a megabyte.", "It has 0.66 MB of memory."),
        ("It is from the 1600s.", "It is of the 17th century."),
        ("It is on AIME 2024.", "It is tested on AIME24."),
        ("It fails on three tasks in ten.", "It fails on 30% of tasks."),
        ("It saw 1,500 signs.", "It saw 1523 signs."),
        ("It saw two hundred and fifty signs.", "It saw 250 signs."),
        ("It is at an eighth of its size.", "It reaches 8$\\times$ compression."),
        ("It took a tenth as much data.", "The other has 10x more data than ours."),
        ("It is on a grid of one twelfth of a degree.", "It has 1/12 resolution."),
        ("It runs 30 % faster.", "It has a speedup of 1.3x."),
        ("It missed 37 of the 39 errors.", "Only 2 of 39 errors were detected."),
        ("It covers the past ten years.", "It covers the last decade."),
        ("It nearly halved the error.", "It cuts the error nearly in half."),
        ("It gives 30 answers a minute.", "It gives 30 answers/min."),
        ("It costs no more than $620.", "It costs $535-620."),
        ("It costs ten US cents.", "It costs $0.10."),
        ("It took less than 900 hours.", "It took less than 900 H100-hours."),
        ("It needs 1, 2 and 4 GB.", "It needs 1 GB, 2 GB and 4 GB."),
        ("It has 67.3 % accuracy.", "It has an accuracy of 67.3."),
        ("It multiplies 4-by-4 matrices.", "It multiplies $4 \\times 4$ matrices."),
        ("It scored 95 on EndoVis 2017.", "It is tested on EndoVis2017: 95."),
        ("It is under the Apache 2 licence.", "It is under the Apache 2.0 license."),
        ("It speaks over 100 languages.", "It speaks 100+ languages."),
        ("It is 100 times smaller.", "It is two orders of magnitude smaller."),
        ("It is three to four times faster.", "It is 3-4x faster."),
        ("It is six- to ten-fold faster.", "It is 6-10x faster."),
        ("It needs a thirty-second of the memory.", "It needs 32 times less memory."),
        ("It needs one sixty-fourth of it.", "It needs 1/64 of the memory."),
        ("It needs a 36th of it.", "It is 36 times more efficient."),
        ("It is 1.8 times faster.", r"a speedup of 1.79\(\times\) over it"),
        ("It has 9.1 million of them.", "It has 9.1 million MS MARCO samples."),
        ("The twenty-first task fails.", "It fails on the 21st task."),
        ("A thirty-second clip is made.", "It makes clips of 30 seconds."),
        ("It takes just 1 step.", "It needs one-step sampling alone."),
        (
            "At its very best it is nearly 180 times as fast.",
            "It is up to 179x faster.",
        ),
        ("It sees 700,000 pixels each second.", "It has 0.7 Mpixel/s."),
        ("It fails once in every 25 calls.", "It has an error rate of 4%."),
        ("It takes a quarter of a watt-hour.", "It consumes 0.25 Wh."),
        ("It melts at 980 kelvin.", "It melts at T = 980 K."),
        ("The field has 0.55 tesla.", "It has a mid-field (0.55T) scanner."),
        ("Pictures are 1,024 pixels wide.", r"It makes $1024^2$ images."),
        ("Under a third of a percent is lost.", "The loss is below 0.3%."),
        ("About a third of them fail.", "It fails on 30% of them."),
        (
            "The Indian Part-of-Speech-tag Corpora is read.",
            "The Indian POS-tag Corpora is used.",
        ),
        (
            "One class in seven is held back.",
            "It trains on six classes and corrects the seventh.",
        ),
        ("Well over a thousand were trained.", "We train 1,300 models."),
        ("At its most effective it drops nine in ten.", "It drops up to 90%."),
        ("Errors are 35 Hounsfield units.", "Its error is 35 HU."),
        (
            "It hits one of twenty centimetres nine times in ten.",
            "It hits 20 cm at 91%.",
        ),
        ("A million pictures are in it.", "It is a million-scale dataset."),
        ("It may one day be free.", "It may be free."),
        ("It was tried on Llama 3 and Llama 3.1.", "We try Llama 3 and 3.1."),
        ("One model, by OpenAI, is called GPT 4.1.", "We try GPT 4.1."),
        ("They ran it twice, it says.", "They ran it."),
    ],
)
def test_a_detail_told_in_another_way_is_borne(sentence, passage):
    assert fidelity(sentence, passage).holds


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("It takes 13 µs.", "It takes 12 \u00b5s."),
        ("The search lasted four months.", "It was a five-month search."),
        ("Alpha costs $50 a month.", "Alpha costs $20 a month and Beta $30."),
        ("Gemini writes code.", "It writes code, as Claude does."),
        ("It doubles the number of calls.", "It halves the number of calls."),
        ("Anthropic's model writes code.", "Gemini writes code."),
        ("It falls from 40 cents to 24.", "It drops from $0.40 to $0.23."),
        ("It is 8x faster.", "It is 6-10x faster."),
        ("Its ARC/MMLU scores rose.", "Scores on ARC and HellaSwag rose."),
        ("A Swiss bank uses it.", "A bank in Sweden uses it."),
        ("It saw 1,500 signs.", "It saw 1623 signs."),
        ("It saw two hundred and fifty signs.", "It saw 200 signs, 50 times."),
        ("It runs 40 % faster.", "It has a speedup of 1.3x."),
        ("It missed 36 of the 39 errors.", "Only 2 of 39 errors were detected."),
        ("It cuts the time in half.", "It cuts the time."),
        ("It ends in under a minute.", "It ends in a few seconds."),
        ("It errs by one second.", "It errs by 1 minute."),
        ("It gains 100 frames.", "It gains 100%."),
        ("It is 1.23 times smaller at least.", "It is up to 1.3x smaller."),
        ("It is under the Apache 3 licence.", "It is under the Apache 2.0 license."),
        ("Seven models were tested.", "We test five LLMs."),
        ("It is two to four times faster.", "It is 3-4x faster."),
        ("It needs a thirty-second of the memory.", "It needs 23 times less memory."),
        ("It needs a 46th of it.", "It is 36 times more efficient."),
        ("It is 1.9 times faster.", r"a speedup of 1.79\(\times\) over it"),
        ("It has 9.3 million of them.", "It has 9.1 million MS MARCO samples."),
        ("The thirty-first task fails.", "It fails on the 21st task."),
        ("It takes just 1 step.", "It needs two-step sampling."),
        ("It is 180 times as fast.", "It is up to 179x faster."),
        ("It sees 7,000,000 pixels each second.", "It has 0.7 Mpixel/s."),
        ("It fails once in every 15 calls.", "It has an error rate of 4%."),
        ("Only one expert in five is better.", "It is below the 95th percentile."),
        ("Notes say so 60 percent more often.", "Notes say so more (RR: 1.40)."),
        ("It is 3,600 times faster.", "It comprises 3600 recordings."),
        ("It takes a third of a watt-hour.", "It consumes 0.25 Wh."),
        ("One model, by Google, is called GPT 4.1.", "We try GPT 4.1."),
    ],
)
def test_another_detail_is_not(sentence, passage):
    assert not fidelity(sentence, passage).holds


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("It leads on Fréchet inception distance.", "It leads on FID."),
        (
            "Masks come from the second Segment Anything model.",
            "SAM 2 makes the masks.",
        ),
        (
            "It sets the state of the art in SPL.",
            "Success weighted by path length rose.",
        ),
        (
            "A recurrent VAE sees to it.",
            "A recurrent variational autoencoder sees to it.",
        ),
        ("It was made in Google Colab.", "It was made in Google Colaboratory."),
        (
            "They are heard by OpenAI's recogniser.",
            "The pretrained Whisper model hears them.",
        ),
    ],
)
def test_a_name_is_known_by_its_letters_its_beginning_or_its_maker(sentence, passage):
    assert fidelity(sentence, passage).holds


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("It leads on Fréchet inception distance.", "It leads on FVD."),
        (
            "They are heard by Mistral's recogniser.",
            "The pretrained Whisper model hears them.",
        ),
        (
            "They are heard by Mistral's Whisper.",
            "The pretrained Whisper model hears them.",
        ),
    ],
)
def test_another_name_is_not(sentence, passage):
    assert not fidelity(sentence, passage).holds
