"""Quotes looked for in the text that they are said to be from."""

import pytest

from newsletter.tests.support.texts import TEXT
from newsletter.verification.claims.quotes import Match, find_quote


@pytest.mark.parametrize(
    "quote",
    [
        "The 20B model needs 16GB of memory",
        "“The 20B model  needs\n16GB of\u00a0memory”",
        "under the Apache 2.0 li\u00adcense",
        "The 20B model … 3.2x faster than o3\u2011mini",
        "The 20B model needs [...] with a 131,072-token context",
    ],
)
def test_a_quote_is_exact_but_for_spaces_marks_and_elisions(quote):
    assert find_quote(quote, TEXT).match is Match.EXACT


def test_a_heading_above_a_paragraph_denies_nothing():
    text = "Editing videos without training\n\nThe model follows any image it is given."

    assert find_quote("The model follows any image", text).match is Match.EXACT
    assert find_quote("run on phones", TEXT).match is Match.NONE
    assert find_quote("run on phones", f"Run on phones\n\n{TEXT}").match is Match.NONE


def test_a_quote_with_a_slip_is_fuzzy_and_shows_the_passage():
    found = find_quote("The 20B model need 16GB of memory and scores 71.2%", TEXT)

    assert found.match is Match.FUZZY
    assert 0.92 <= found.score < 1
    assert found.passage == "The 20B model needs 16GB of memory and scores 71.2%"


@pytest.mark.parametrize(
    ("quote", "reason"),
    [
        ("The 20B model needs 17GB of memory and scores 71.2%", "figure"),
        ("It does run on phones. Error falls from 10 to 20%.", "denial"),
        ("Something that was never said by anybody in this text", "like"),
        ("The 20B model … Apache 2.0", ""),
        ("of the", "short"),
        ("", "short"),
    ],
)
def test_what_changes_the_meaning_is_no_quote(quote, reason):
    found = find_quote(quote, TEXT)

    assert found.match is Match.NONE
    assert reason in found.reason


PRINTED = (
    "The \ufb01rst \ufb01ndings are e\ufb03\u00adcient — “really”, it’s said. The trans-\n"
    "former uses state-of-the-\nart parts. It reaches 12\u00a0000 users\n\n12\n\f"
    "of the service. It is not only fast but cheap to run. It is not a database but a "
    "search engine for agents. Without attention, the model outperforms RNNs by far. "
    "The model does not outperform GPT-5 on math."
)


@pytest.mark.parametrize(
    "quote",
    [
        'The first findings are efficient - "really", it\'s said',
        "The transformer uses state-of-the-art parts.",
        "It reaches 12 000 users of the service.",
        "fast but cheap to run",
        "a search engine for agents",
        "the model outperforms RNNs by far",
    ],
)
def test_a_quote_is_found_however_its_page_was_set(quote):
    assert find_quote(quote, PRINTED).match is Match.EXACT


def test_a_quote_that_leaves_out_the_denial_before_it_is_none():
    found = find_quote("outperform GPT-5 on math", PRINTED)

    assert found.match is Match.NONE
    assert "'not' stands before" in found.reason


REPORT = (
    "Parser 2.0 reads 1,200 documents a minute and costs nothing.\n\n"
    "It does not help with tables, nor does it read long documents. Parser 2.0 is, "
    "whatever was reported, not able to read handwriting.\n\n"
    "A rival of the parser fails on half of all handwritten pages. "
    + "It was tried for months by many. " * 20
    + "It is sold in nine countries."
)


@pytest.mark.parametrize(
    "quote",
    [
        "Parser 2.0 reads 1,200 documents … fails on half of all handwritten pages",
        "Parser 2.0 reads 1,200 documents [...] and costs nothing. (…) It does not help",
        "fails on half of all handwritten pages ... is sold in nine countries",
    ],
)
def test_two_passages_are_not_one_quote(quote):
    assert find_quote(quote, REPORT).match is Match.NONE


@pytest.mark.parametrize(
    "quote",
    [
        "Parser 2.0 is … able to read handwriting",
        "help with tables … it read long documents",
    ],
)
def test_a_denial_is_not_among_the_words_left_out(quote):
    assert find_quote(quote, REPORT).match is Match.NONE


def test_a_denial_before_a_quote_with_words_left_out_is_told():
    found = find_quote("help with tables, … read long documents", REPORT)

    assert "'not' stands before" in found.reason


def test_words_are_left_out_within_a_paragraph_wherever_the_first_part_stands():
    text = f"Parser 2.0 is here, say some.\n\n{REPORT}"

    found = find_quote("Parser 2.0 is, … not able to read handwriting", text)

    assert found.match is Match.EXACT
    assert found.passage == (
        "Parser 2.0 is, whatever was reported, not able to read handwriting"
    )


def test_the_no_of_portuguese_denies_nothing():
    text = (
        "Segundo a agência, no ano passado as 18 centrais do vale geraram 940 MW em "
        "média, o que é um recorde para o país."
    )

    assert find_quote("as 18 centrais do vale geraram 940 MW", text).match is (
        Match.EXACT
    )


def test_the_no_of_spanish_denies():
    text = "Según la agencia, no es que las 18 centrales del valle generen 940 MW."

    found = find_quote("las 18 centrales del valle generen 940 MW", text)

    assert "denies it: 'no es que'" in found.reason
