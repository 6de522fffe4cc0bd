"""The details of a sentence, looked for in its evidence."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import text

from newsletter.testing.examples import examples
from newsletter.tests.support.texts import TEXT
from newsletter.verification.claims.details import Detail, fidelity
from newsletter.verification.claims.numbers import amounts
from newsletter.verification.claims.numbers.figures import figures
from newsletter.verification.claims.quotes import find_quote


@pytest.mark.parametrize(
    "sentence",
    [
        "OpenAI released gpt-oss-20b on 5 August under Apache 2.0.",
        "It scores 71% on SWE-bench Verified.",
        "It scores about 70 percent.",
        "The 20-billion-parameter model needs 16 GB of memory.",
        "It is more than three times faster than o3-mini.",
        "It is over 3x faster.",
        "It has a 128K context.",
        "LLMs gain 3.2 points.",
        "It cost $6.6 billion and took 1.5 hours.",
        "It came in 2025, on 2025-08-05.",
        "It came in August 2025.",
        "The share was 41.5%.",
        "It fell from 10% to 20%.",
        "About 20 billion parameters run on it.",
        "The “GPT OSS 120b” weights are out.",
        "Nothing in particular is said here.",
    ],
)
def test_a_sentence_that_says_what_its_evidence_says_holds(sentence):
    assert fidelity(sentence, TEXT).unsupported == ()


@pytest.mark.parametrize(
    ("sentence", "detail", "written"),
    [
        ("It scores 72%.", Detail.NUMBER, "72%"),
        ("It scores 71.25%.", Detail.NUMBER, "71.25%"),
        ("It scores 71.2 points more, 8 in all.", Detail.NUMBER, "8"),
        ("It needs 24 GB.", Detail.NUMBER, "24 GB"),
        ("It took two hours.", Detail.NUMBER, "two hours"),
        ("It is more than 3.5x faster.", Detail.NUMBER, "3.5x"),
        ("It is nearly 90% right.", Detail.NUMBER, "90%"),
        ("It cost $6.7 billion.", Detail.NUMBER, "$6.7 billion"),
        ("It triples the speed.", Detail.NUMBER, "triples"),
        ("It gains 3.24%.", Detail.NUMBER, "3.24%"),
        ("It has 3,500 tokens.", Detail.NUMBER, "3,500"),
        ("It came on August 6.", Detail.DATE, "August 6"),
        ("It came in 2024.", Detail.DATE, "2024"),
        ("It is version 1.2.3 now.", Detail.VERSION, "1.2.3"),
        ("It runs v2.", Detail.VERSION, "2"),
        ("It beats GPT-5.", Detail.NAME, "GPT-5"),
        ("The model gpt-oss-12b is small.", Detail.NAME, "gpt-oss-12b"),
        ("It beats Llama 3.1 there.", Detail.NAME, "Llama 3.1"),
        ("The lab Anthropic said so.", Detail.NAME, "Anthropic"),
        ("It is like o3.", Detail.NAME, "o3"),
        ("Even Google's GPT-5 loses.", Detail.NAME, "Google"),
        ("It masks with SAM 3, offline.", Detail.NAME, "SAM 3"),
    ],
)
def test_a_detail_without_support_is_named(sentence, detail, written):
    found = [(gap.detail, gap.written) for gap in fidelity(sentence, TEXT).unsupported]

    assert (detail, written) in found


@pytest.mark.parametrize(
    "sentence",
    ["Decoding 9 tokens is fast.", "Marginal 3 is out.", "It may 8 times be so."],
)
def test_a_word_that_begins_like_a_month_is_no_date(sentence):
    kinds = {gap.detail for gap in fidelity(sentence, "Nothing.").unsupported}

    assert Detail.DATE not in kinds


@pytest.mark.parametrize(
    ("sentence", "evidence"),
    [
        ("It has 12\u202f000 users.", "It has 12,000 users."),
        ("It has 12,000 users.", "It has 12\u00a0000 users."),
        ("It grew by 1,234,567 rows.", "It grew by 1 234 567 rows."),
        ("It has 1.5k stars.", "It has 1,500 stars."),
        ("It cut errors by 12 %.", "It cut a fraction of 0.12 of errors."),
        ("It cut a fraction of 0.12.", "It cut errors by 12 %."),
        ("The rate is 3.5 %.", "Die Rate ist 3,5 %."),
        ("It takes 2 GB.", "It takes 2,048 MB."),
        ("About a third of users left.", "33.4 % of users left."),
        ("Two-thirds of users left.", "66.7% of users left."),
        ("Half of all users left.", "50 percent of all users left."),
        ("It has twenty-five layers.", "It has 25 layers."),
        ("It saw half a million images.", "It saw 500,000 images."),
        ("It saw a million images.", "It saw 1M images."),
        ("It costs $5 million.", "It costs USD 5 million."),
        ("It costs $5 million.", "It costs US$5m."),
        ("It used 1e6 steps.", "It used 10^6 steps, or 1,000,000."),
        ("The 3rd version is out.", "The third version is out."),
        ("Revenue of Q3 2025 rose.", "It rose in the third quarter of 2025."),
        ("Training took 3 days.", "Training took 72 hours."),
        ("Training takes an hour and a half.", "Training takes 90 minutes."),
        ("Training takes half an hour.", "Training takes 30 minutes."),
        ("It saw a million and a half images.", "It saw 1.5M images."),
        ("It saw four hundred thousand images.", "It saw 400K images."),
        ("It saw twelve thousand and thirty-four images.", "It saw 12,034 images."),
        ("It saw several dozen images.", "It saw 48 images."),
        ("It is right nine percent of the time.", "It is right in 9.2% of cases."),
        ("Close to half of the answers are right.", "47.6% are right."),
        ("Between 60 and 70 % are right.", "Accuracy is 60--70%."),
        ("It gains 12 points at most.", "It gains up to 12%."),
        ("It saves up to roughly a quarter.", "It saves up to 26%."),
        ("It takes a twentieth of the time.", "Time falls by a factor of twenty."),
        ("The data are from the 2010s.", "The data are from 2012 to 2018."),
        ("On the 5th it was out.", "It was out on 5 August 2025."),
        ("Its 71 tops the other's 68.", "It scores 71.2%, the other 68.4%."),
        ("It saves 40 of every 100 tokens.", "It saves 40% of the tokens."),
        ("Version 3.1 beats it.", "The v3.1 beats it."),
        ("It has 2 116 rows.", "It has 2,116 rows."),
        ("An Australian dataset is used.", "A dataset from Australia is used."),
        ("In Africa it helps.", "It helps African countries."),
        ("An MIT team helps.", "The Massachusetts Institute of Technology helps."),
        ("An ETH Zurich team helps.", "A team at ETH Zürich helps."),
        ("The Claude Sonnet 4 is used.", "The Claude 4 Sonnet is used."),
        ("The Bayesian-optimised model wins.", "A Bayesian optimized one wins."),
        ("It gets close to 67 mAP and 82 nDCG.", "It has 66.78mAP and 82.08nDCG."),
        ("It loses 3.5 dB.", "It loses 3.5 decibels."),
        ("The horizons are ten times longer.", "It has 10* longer horizons."),
        ("The eldest are sixteen.", "It has children aged 4-16 years."),
        ("The next trails at 34.9%.", "It achieves 48.3%, ahead by 13.4 points."),
        ("OpenAI's GPT-5 leads.", "The best model is GPT-5."),
        ("Google's Gemini 2.5 Pro leads.", "The best model is Gemini 2.5 Pro."),
        ("It is on Postgres now.", "It has roles of PostgreSQL."),
        ("It ran on Universal Fake Detect.", "It ran on UniversalFakeDetect."),
        ("It ran on UniversalFakeDetect.", "It ran on Universal Fake Detect."),
        ("Half of the ways use prompts.", "Of 8 ways 4 use prompts and 4 train."),
        ("It was tried on about 20 models.", "It was tried on 19 models."),
        ("It gains a little more than 20%.", "It gains 23%."),
    ],
)
def test_a_figure_may_be_written_in_another_way(sentence, evidence):
    assert fidelity(sentence, evidence).unsupported == ()


@pytest.mark.parametrize(
    ("sentence", "evidence"),
    [
        ("About a third of users left.", "71 % of users left."),
        ("Half of all users left.", "12 percent of all users left."),
        ("The rate is 5 %.", "Die Rate ist 3,5 %."),
        ("It saw a million images.", "It saw 20,000 images."),
        ("It has twenty-five layers.", "It has 20 layers and five heads."),
        ("The 4th version is out.", "The third version is out."),
        ("It takes 3 GB.", "It takes 2,048 MB."),
        ("GPT-5 mini is out.", "GPT-5 is out."),
        ("It saw 53k images.", "It saw 52k images."),
        ("It cuts errors by up to 86%.", "It cuts errors by up to 85%."),
        ("Training takes an hour and a half.", "Training takes 60 minutes."),
        ("The data are from the 2010s.", "The data are from 2002 to 2008."),
        ("It is right nine percent of the time.", "It is right in 9.6% of cases."),
        ("It has 2 116 rows.", "It has 2,117 rows."),
        ("An Austrian dataset is used.", "A dataset from Australia is used."),
        ("Its mGy dose leads.", "It leads with a mean dose of 3 Gy."),
    ],
)
def test_another_figure_written_alike_is_none(sentence, evidence):
    assert not fidelity(sentence, evidence).holds


@pytest.mark.parametrize(
    "text",
    [
        "A-A" * 40 + " 5", "A A " * 30 + "! 5", "1 on " + "A-" * 5000, "1 000 " * 3000,
        "half of " * 2000, "a million " * 2000, "twenty-" * 4000, "\n1\n\f" * 3000,
        "not " * 5000, "a-" * 9000, "US$" * 5000, "10^" * 4000,
    ],
)  # fmt: skip
def test_hostile_repetition_is_read_without_harm(text):
    assert fidelity(text[:500], text).checked >= 0
    assert find_quote(text[:300], text).score <= 1


@pytest.mark.parametrize(
    ("sentence", "evidence"),
    [
        ("It saw 16,000 tasks.", "It saw 16,000 tasks of 22,000 articles."),
        ("Of the other two tasks one is hard.", "Three tasks, two teams."),
        ("Two 7B models are out.", "The 7B models win two benchmarks."),
        ("Three new detectors won.", "Three state-of-the-art detectors won."),
        ("ViT reaches 95%.", "ViT reaches 95%, and 64% is for ResNet."),
        ("Speed rose by 9 %.", "Cost fell by 5%. Speed is 9% up."),
    ],
)
def test_what_a_figure_stands_beside_is_held_against_nobody(sentence, evidence):
    assert fidelity(sentence, evidence).holds


def test_a_figure_told_of_its_own_thing_among_others_is_support():
    evidence = "On MMLU, GPT-5 scores 71 % with 8 GPUs; 45 people saw 68 % on GPQA."

    assert fidelity("GPT-5 scores 71 % with 8 GPUs on MMLU.", evidence).holds
    assert fidelity("45 people saw it reach 68 % on GPQA.", evidence).holds
    assert fidelity(
        "It reaches 68 % on GPQA.", f"{evidence}. For 9 % on GPQA. See"
    ).holds


def test_o3_is_not_o3_mini_nor_is_a_name_part_of_another():
    assert not fidelity("It beats Llama 3 there.", "It beats Llama 3.1.").holds
    assert not fidelity("It beats GPT-4 there.", "It beats GPT-41.").holds
    assert not fidelity("It is from Open there.", "It is from OpenAI.").holds


@pytest.mark.parametrize(
    "sentence",
    [
        "It runs Gemini 2.5 Pro there.",
        "It took 8 H100 GPU hours.",
        "It beats o3-mini.",
        "On 1,400 scanned pages it reads 98 % of all tables.",
        "At 12,400 metres it stops, and at 1.400 Euro.",
    ],
)
def test_a_sentence_bears_itself(sentence):
    assert fidelity(sentence, sentence).holds


def test_a_date_known_of_the_source_is_evidence():
    published = [date(2025, 8, 7)]

    assert fidelity("It came on August 7.", "Nothing dated.", days=published).holds
    assert not fidelity("It came on August 8.", "Nothing dated.", days=published).holds


def test_every_detail_is_counted():
    found = fidelity("OpenAI says gpt-oss-20b scores 71% since August 5.", TEXT)

    assert (found.checked, found.holds) == (4, True)


@settings(max_examples=examples(200))
@given(st.text(st.characters() | st.sampled_from("0123456789.,%$xkMB -–v/")), st.text())
def test_no_text_whatever_makes_it_raise(sentence, evidence):
    assert fidelity(sentence, sentence + evidence).checked >= 0
    assert find_quote(sentence, evidence).score <= 1


@pytest.mark.parametrize(
    ("sentence", "part"),
    [
        (
            "Model A-7B has 71.2% on GPQA and 45.1% on MMLU.",
            "Model A-7B has 71.2% on MMLU and 45.1% on GPQA; B 3.5 has 66%. ",
        ),
        ("It is 3 times as fast.", "It has 7% and 8%. "),
        ("It is 0.7 points ahead.", "It has {n}% and {n}. "),
        ("It needs 4 GB.", "It has 7 and 8. "),
        (
            "Two in five fail.",
            "2 and 3, that is all there is of it here, it is said. 5.",
        ),
    ],
)
def test_a_long_text_full_of_figures_is_read_in_seconds(sentence, part):
    count = 40_000 // len(part)
    text = "".join(part.replace("{n}", str(n)) for n in range(count))

    assert not fidelity(sentence, text).holds


@given(text(max_size=60), text(max_size=60))
def test_no_sentence_whatever_makes_it_raise(sentence, passage):
    fidelity(sentence, passage)


@given(
    text("0123456789.,%-/ \u00d7\u00b5\u017f\u212a\u0131notweafhlgmbskdy", max_size=50)
)
def test_no_figure_whatever_makes_it_raise(written):
    fidelity(written, written)
    figures(written)


def test_a_long_text_is_checked_in_linear_time(monkeypatch):
    """By the characters that are handed to the reader of figures: no clock."""
    seen = []
    real = amounts._AMOUNT.finditer

    class Counting:
        def finditer(self, text):
            seen.append(len(text))
            return real(text)

    monkeypatch.setattr(amounts, "_AMOUNT", Counting())
    work = {}
    for size in (1_000, 4_000):
        seen.clear()
        passage = "".join(
            f"It has {n} rows and {n + 7} names in Set{n}. " for n in range(size // 20)
        )
        for n in range(0, size // 20, 5):
            fidelity(f"It has {n} rows.", passage)
        work[size] = sum(seen)

    assert work[4_000] <= 6 * work[1_000]


def test_words_that_are_copied_stand_in_no_other_order():
    said = "It is in three sizes: gpt-5, gpt-5-mini and gpt-5-nano, made available."

    assert fidelity(f"“{said}” (OpenAI, 7 August)", f"{said} OpenAI 7 August").holds


@pytest.mark.parametrize(
    "sentence",
    [
        "A million tokens cost $0.25 with gpt-5-mini and $0.05 with gpt-5-nano.",
        "It comes in three sizes: gpt-5, gpt-5-mini and gpt-5-nano.",
    ],
)
def test_the_number_in_a_name_with_hyphens_is_told_of_nothing(sentence):
    assert fidelity(sentence, sentence).holds


def test_a_thing_that_two_adjectives_describe_is_counted():
    passage = "It is applied on six diverse and representative benchmarks."

    assert not fidelity(
        "It runs on eight varied and representative benchmarks.", passage
    ).holds
    assert fidelity(
        "It runs on six varied and representative benchmarks.", passage
    ).holds


def test_the_numbers_of_a_list_are_not_added_up():
    passage = "It has two critical limitations: 1) it is slow, and 2) it is large."

    assert not fidelity("It has three serious limitations.", passage).holds
    assert fidelity("It has two serious limitations.", passage).holds


@pytest.mark.parametrize(
    ("sentence", "evidence", "holds"),
    [
        (
            "They lost $238 billion, $176 billion and $173 billion: $587 billion.",
            None,
            True,
        ),
        (
            "They lost $238 billion, $176 billion and $173 billion: $687 billion.",
            None,
            False,
        ),
        (
            "It is worth close to six times the price.",
            "It has soared by nearly 470%.",
            True,
        ),
        ("It is worth nine times the price.", "It has soared by nearly 470%.", False),
        ("Then Pew Research read 12 pages.", "pewresearch.org: 12 pages.", True),
    ],
)
def test_what_a_sentence_adds_up_or_multiplies_is_its_own(sentence, evidence, holds):
    passage = evidence or "It lost $238 billion, others $176 billion and $173 billion."

    assert fidelity(sentence, passage).holds is holds


def test_millions_in_short_are_no_metres():
    evidence = "It will power nearly 2m homes, behind a sea wall that is 3m high."

    assert fidelity("Nearly two million homes get power.", evidence).holds
    assert fidelity("The sea wall is three metres high.", evidence).holds
    assert not fidelity("Nearly three million homes get power.", evidence).holds


def test_a_score_behind_a_name_makes_no_version_of_it():
    told = "The hosts win the Marlow Cup by a 4-1 scoreline."

    assert fidelity("They take the Marlow 4-1.", told).holds
    assert not fidelity("They take the Marlow 4-2.", told).holds


def test_the_sign_of_a_unit_is_no_name():
    told = "Its batteries hold 1.2 GWh."

    assert fidelity("They hold 1,200 MWh.", told).holds
    assert not fidelity("They hold 2,100 MWh.", told).holds
