import pytest

from newsletter.research.ranking.learning import NEUTRAL, Example, Learned, train

QUANTUM = "Quantum circuits of many qubits correct errors on a chip."
GARDEN = "Tomatoes grow in raised beds, with compost and mulch."


def make_examples(count=6, **changes):
    return [
        Example(**{"title": title, "text": text, "is_wanted": is_wanted, **changes})
        for title, text, is_wanted in (
            ("Growing tomatoes", GARDEN, True),
            ("Correcting qubits", QUANTUM, False),
        )
        for _ in range(count)
    ]


def test_without_examples_nothing_is_learned():
    assert train([]) == NEUTRAL
    assert NEUTRAL.of("Tomatoes", GARDEN).value == 0
    assert NEUTRAL.sha256 == ""


def test_what_was_wanted_speaks_for_and_what_was_not_against():
    learned = train(make_examples())

    liked, disliked = learned.of("Tomatoes", GARDEN), learned.of("Qubits", QUANTUM)

    assert liked.value > 0 > disliked.value
    assert "tomato" in " ".join(liked.terms)
    assert "qubit" in " ".join(disliked.terms)


def test_more_examples_say_more():
    values = [train(make_examples(n)).of("Tomatoes", GARDEN).value for n in (1, 12)]

    assert 0 < values[0] < values[1]


def test_one_side_alone_is_held_against_the_field():
    examples = make_examples()

    liked = train(one for one in examples if one.is_wanted)
    disliked = train(one for one in examples if not one.is_wanted)

    assert liked.of("Tomatoes", GARDEN).value > 0
    assert disliked.of("Qubits", QUANTUM).value < 0


def test_an_old_example_counts_less_and_after_a_year_not_at_all():
    old = make_examples(age_weeks=40)

    value = train(old).of("Tomatoes", GARDEN).value

    assert 0 < value < train(make_examples()).of("Tomatoes", GARDEN).value
    assert train(make_examples(age_weeks=53)) == NEUTRAL


def test_the_same_examples_make_the_same_model():
    assert train(make_examples()).sha256 == train(make_examples()).sha256 != ""


def test_the_strongest_terms_are_told_on_both_sides():
    wanted, unwanted = train(make_examples()).strongest(3)

    assert len(wanted) == len(unwanted) == 3
    assert wanted[0][1] >= wanted[-1][1] > 0 > unwanted[0][1]


def test_no_story_is_moved_without_bound():
    assert train(make_examples(400)).of("Tomatoes", GARDEN).value <= 8


def test_what_is_told_names_no_word_twice():
    terms = train(make_examples()).of("Growing tomatoes", GARDEN).terms

    words = [word for term in terms for word in term.split()]
    assert len(words) == len(set(words))
    assert len(terms) == pytest.approx(2, abs=1)


def test_a_term_is_told_as_it_is_mostly_written():
    told = [
        Example("Kettles boil: OpenKettle boils water", "Kettles, kettle boils.", True),
        Example("Other kettles of OpenKettle", "The kettles boiled water.", True),
    ]

    taste = train(told)

    assert taste.written("kettle") == "kettles"
    assert taste.written("openkettle water") == "OpenKettle water"
    assert "kettles" in taste.of("Kettle", "A kettle.").terms
    assert Learned(taste.weights).written("kettle") == "kettle"
