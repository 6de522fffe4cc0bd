from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.text.sentences import (
    acronyms,
    dangles,
    loose_ends,
    numbers,
    points_back,
    refers_to,
    split,
    stops_in_a_sum,
)


def texts(source):
    return [sentence.text for sentence in split(source)]


def test_a_sentence_is_exactly_its_span():
    source = "One  holds.\n Two\nholds too. "

    for sentence in split(source):
        assert source[sentence.start : sentence.end] == sentence.text


@given(st.text(alphabet="aB1. \n-#(\"'?!", max_size=80))
def test_spans_are_exact_in_order_and_lose_no_word(source):
    found = split(source)

    assert all(source[one.start : one.end] == one.text for one in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
    kept = "".join(one.text for one in found)
    assert sum(map(str.isalpha, kept)) == sum(map(str.isalpha, source))


@pytest.mark.parametrize(
    "source",
    [
        "Agents, e.g. those of Acme, wait.",
        "It follows Smith et al. Their cache was slow"[:26] + " closely.",
        "See Fig. 3 for more.",
        "It grew by 3.5 points.",
        "J. Doe and K. Roe wrote it.",
        "It rose vs. Anvil at once.",
        "The ruling in Pell v. Harbour Estates reverses two courts.",
        "On Jan. 5 it shipped.",
        "A bill by Gov. Vale and Sens. Roe and Poe passed.",
        "Doors open at 8 p.m. PT on Monday.",
        "Doors open at 9 a.m. Monday.",
        "A 6:30 p.m. Harbour Choir rehearsal was full.",
    ],
)
def test_abbreviations_and_decimals_do_not_end_a_sentence(source):
    assert texts(source) == [source]


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("It ends. Then it begins.", 2),
        ("Does it end? Yes! It does.", 3),
        ('He said "it ends." She left.', 2),
        ("It runs on vLLM. vLLM is fast.", 2),
        ("It has one fig. The other has none.", 2),
        ("It is sold in the U.S. The price is low.", 2),
        ("It ends… Or not.", 2),
        ("Doors close at 8 p.m. The choir sings on.", 2),
        ("Doors close at 8 p.m. Singing goes on.", 2),
        ("He did one more rep. Then he left.", 2),
        ("it ends. but goes on", 1),
        ("", 0),
        (" \n\n ", 0),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(source, count):
    assert len(split(source)) == count


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("Das gilt ab dem 1. Spieltag der 2. Liga. Es ist neu.", 2),
        ("Der 1. FC Union hat gewonnen.", 1),
        ("Mówił to gen. Piotr Wal, a mecz jest na stadionie im. Jana Wala.", 1),
        ("W 2025 r. Huta Wal stanęła. Pracę straciło ok. 300 osób.", 2),
        ("Tak było w Hucie Wal jeszcze w 2025 r. Potem stanęła.", 2),
        ("Un livre de Vale (Ed. du Port) sort lundi.", 1),
        ("El corte va de Av. Grecia a la plaza. Ayer llamó Ava. Hoy no.", 3),
        ("A note of ours. — Ed. June was dry.", 3),
        ("青松发布了模型。它有两种大小。权重公开。", 3),
    ],
)
def test_other_languages_end_their_sentences_in_their_way(source, count):
    assert len(split(source)) == count


@pytest.mark.parametrize(
    ("text", "has_end"),
    [
        ("The bill was signed by Gov.", False),
        ("The kettle has three parts: 1.", False),
        ("The kettle costs $1.", True),
        ("The kettle was sold by Acme Co.", True),
    ],
)
def test_what_was_cut_within_a_name_or_a_list_has_no_end(text, has_end):
    (sentence,) = split(text)

    assert sentence.has_end is has_end


def test_headings_and_list_entries_stand_alone():
    source = "# Kettle\n\nWhat is new:\n- It boils. It whistles.\n- It rests.\n\n1. One"

    found = split(source)

    assert [one.text for one in found] == [
        "Kettle",
        "What is new:",
        "It boils.",
        "It whistles.",
        "It rests.",
        "One",
    ]
    assert found[2].paragraph == found[3].paragraph != found[4].paragraph
    assert [one.has_end for one in found] == [False, False, True, True, True, False]


def test_hard_wrapped_lines_are_one_paragraph():
    source = (
        "We present a cache that keeps the context of an agent\n"
        "small while it works on long tasks."
    )

    assert texts(source) == [source]


def test_long_lines_are_paragraphs_of_their_own():
    line = "A paragraph that a page gives on one line " * 4

    assert len(split(f"{line}\n{line}")) == 2


def test_numbers_carry_their_unit_and_years_are_none():
    text = (
        "In 2024 it cost $1,200, ran 3.5x faster, lost 12 % and has 7B weights of v2."
    )

    assert numbers(text) == ("$1,200", "3.5x", "12 %", "7B")


@pytest.mark.parametrize(
    "text",
    [
        "It is fast.",
        "These methods fail.",
        "“Such tools help.”",
        "Their cache is small.",
        "The latter is slow.",
        "We prefer the former.",
        "As shown above, it works.",
        "We do so with care.",
        "There it stands, small and quiet.",
        "There are also caches that wait.",
        "There is one big catch.",
        "The cache is small, though.",
        "Most of each cache's memory is idle.",
        "Which should make anybody wait.",
        "To explore this, we look.",
    ],
)
def test_a_sentence_that_needs_the_one_before_points_back(text):
    assert points_back(text)
    assert dangles(text)


@pytest.mark.parametrize(
    "text",
    [
        "Kettle is fast.",
        "We show that it is fast.",
        "Thesis work is hard.",
        "There are 12 caches on the market.",
        "There have been two leaks since May.",
        "There wasn't a cache that waited.",
        "This week, Vale bought a ferry.",
        "This summer the ferry rests.",
        "Iteration helps.",
    ],
)
def test_a_sentence_of_its_own_points_nowhere(text):
    assert not points_back(text)


@pytest.mark.parametrize(
    ("text", "around", "stops"),
    [
        ("The damages could be as much as $1.", "", True),
        ("The sum rose to $14.", "They asked for $14.5 million.", True),
        ("The kettle costs $5.", "", False),
        ("The kettle is sold for $99.", "A kettle for $20 is rare.", False),
        ("The sum rose to $1.4 trillion.", "They asked for $2 million.", False),
        ("The kettle came in 2019.", "It made $2 million.", False),
    ],
)
def test_a_sum_that_was_cut_at_its_point_is_known(text, around, stops):
    assert stops_in_a_sum(text, around) is stops


def test_a_pointer_inside_is_a_loose_end():
    assert loose_ends("We close this gap with a cache.") == (frozenset({"gap"}),)
    assert dangles("We close this gap with a cache.")


@pytest.mark.parametrize(
    "text",
    [
        "A cache helps when this cache is warm.",
        "Agents fail, and such agents are costly.",
        "In this paper we look.",
        "Tools such as Kettle help.",
        "We know that this is hard.",
    ],
)
def test_what_is_named_in_the_sentence_is_no_loose_end(text):
    assert loose_ends(text) == ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Collective Skill Tree Search (CSTS) grows.",
            {"CSTS": "Collective Skill Tree Search"},
        ),
        ("uses computer-use agents (CUAs) daily", {"CUAs": "computer-use agents"}),
        ("a mixture of experts (MoE) model", {"MoE": "mixture of experts"}),
        ("the cache (see Fig. 3) and (CSTS) alone", {}),
        ("with unrelated words (XYZ)", {}),
        ("(AB) first", {}),
        ("a plan (A)", {}),
    ],
)
def test_acronyms_are_found_with_what_they_stand_for(text, found):
    assert acronyms(text) == found


def test_the_first_meaning_of_an_acronym_counts():
    text = "Tree Search (TS) and Time Series (TS)"

    assert acronyms(text) == {"TS": "Tree Search"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It came on 5 August 2025 with 3 sizes.", ("3",)),
        ("It came on August 5, 2025, with 3 sizes.", ("3",)),
        ("In August 120 models came.", ("120",)),
        ("From May 12 on it costs $3.", ("$3",)),
    ],
)
def test_a_date_is_no_figure(text, found):
    assert numbers(text) == found


@pytest.mark.parametrize("month", ["Januar", "März", "August", "Dezember"])
def test_a_german_date_does_not_end_a_sentence(month):
    source = (
        f"Das Labor hat am 5. {month} 2025 einen Parser veröffentlicht. Er ist frei."
    )

    assert texts(source)[0].endswith("veröffentlicht.")
    assert len(texts(source)) == 2


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("The report points at a leak.", "report"),
        ("If confirmed, the discovery could open a window.", "discovery"),
        ("The new findings show a leak.", "finding"),
        ("The report of the council points at a leak.", None),
        ("The Kettle report points at a leak.", None),
        ("A report points at a leak.", None),
    ],
)
def test_what_is_taken_for_known_is_told(text, noun):
    assert bool(refers_to(text)) is bool(noun)
    assert noun is None or noun in refers_to(text)
