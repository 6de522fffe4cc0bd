import math

import pytest

from newsletter.text.similarity import (
    Frequencies,
    closest,
    cosine,
    count,
    jaccard,
    scaled,
    shingles,
    terms,
    vector,
    words,
)


def test_words_keep_names_with_signs_and_drop_punctuation():
    assert words("C++ and C#: it's fine.") == ["c++", "and", "c#", "it", "s", "fine"]


def test_terms_are_singular_words_and_pairs_of_neighbours():
    assert terms("Language models") == ["language", "model", "language model"]


def test_stop_words_and_numbers_are_no_terms_and_part_the_pairs():
    assert terms("agents of 2025 memory") == ["agent", "memory"]


@pytest.mark.parametrize("between", [". ", ", ", " (", ": ", "; "])
def test_punctuation_parts_the_pairs(between):
    assert "agent memory" not in terms(f"agents{between}memory")


def test_a_hyphen_joins_a_pair():
    assert "multi agent" in terms("multi-agent")


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("policies", "policy"),
        ("classes", "class"),
        ("models", "model"),
        ("loss", "loss"),
        ("corpus", "corpus"),
        ("analysis", "analysis"),
        ("gas", "gas"),
        ("ties", "tie"),
        ("breaches", "breach"),
        ("crashes", "crash"),
        ("taxes", "tax"),
        ("viruses", "virus"),
        ("potatoes", "potato"),
        ("movies", "movie"),
        ("caches", "cache"),
        ("houses", "house"),
        ("shoes", "shoe"),
        ("breach", "breach"),
    ],
)
def test_plurals_become_singular(plural, singular):
    assert terms(plural) == [singular]


def test_frequencies_count_texts_not_uses():
    frequencies = count([["agent", "agent"], ["agent", "memory"], ["other"]])

    assert frequencies.documents == 3
    assert frequencies.counts["agent"] == 2
    assert frequencies.share("agent") == pytest.approx(2 / 3)
    assert frequencies.share("absent") == 0


def test_a_rare_term_weighs_more_and_an_unknown_one_most():
    frequencies = count([["common", "rare"], ["common"], ["common"]])

    assert frequencies.weight("common") == 1
    assert frequencies.weight("rare") > 1
    assert frequencies.weight("unknown") > frequencies.weight("rare")


def test_frequencies_of_nothing_do_not_divide_by_nothing():
    nothing = Frequencies.of(0, {})

    assert nothing.share("agent") == 0
    assert vector(["agent"], nothing) == {"agent": 1.0}


def test_a_vector_has_length_one():
    found = vector(terms("agents plan and agents remember"), count([["agent"]]))

    assert math.hypot(*found.values()) == pytest.approx(1)
    assert scaled({}) == {}


def test_cosine_is_one_for_the_same_and_nought_for_strangers():
    frequencies = count([["agent"], ["memory"]])
    one = vector(["agent", "memory"], frequencies)

    assert cosine(one, one) == pytest.approx(1)
    assert cosine(one, vector(["image"], frequencies)) == 0
    assert cosine(one, {}) == 0


def test_cosine_is_the_same_both_ways():
    frequencies = count([["agent"], ["memory", "tool"]])
    one = vector(["agent", "memory", "tool", "tool"], frequencies)
    other = vector(["tool", "plan"], frequencies)

    assert cosine(one, other) == cosine(other, one)


def test_the_closest_of_none_is_nought():
    assert closest({"agent": 1.0}, []) == 0
    assert closest({"agent": 1.0}, [{}, {"agent": 1.0}]) == 1


def test_shingles_are_runs_of_words_and_a_short_text_is_one():
    assert shingles("One two three four") == {"one two three", "two three four"}
    assert shingles("One two") == {"one two"}
    assert shingles("") == frozenset()


def test_jaccard_is_the_share_in_common():
    assert jaccard(frozenset("ab"), frozenset("bc")) == pytest.approx(1 / 3)
    assert jaccard(frozenset(), frozenset()) == 0
