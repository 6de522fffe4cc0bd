"""What words mean counts for launches, far from the field, in English."""

from importlib.util import find_spec

import pytest

from newsletter.research.ranking import meaning
from newsletter.research.ranking.profile import read
from newsletter.research.ranking.reasons import reasons_for
from newsletter.research.ranking.scoring import near_to
from newsletter.research.ranking.select import shortlist
from newsletter.research.ranking.strength import NEAR, NEAR_BY_ITSELF
from newsletter.tests.research.ranking.test_scoring import make_launch, make_paper

SPACECRAFT = "Spacecraft and astronomy, for amateurs."
ROCKET = "Two cosmonauts dock with the orbital station on a rocket"
PIE = "A bakery in Leeds sells its first rhubarb pie"

needs_vectors = pytest.mark.skipif(
    find_spec("wordllama") is None,
    reason="no wheel of wordllama for this machine",
)


def make(title, make_one=make_launch):
    return make_one(id=title, title=title, summary="")


def read_together(*titles, profile=SPACECRAFT, make_one=make_launch, **asked):
    return shortlist([make(title, make_one) for title in titles], profile, 9, **asked)


@needs_vectors
def test_what_means_the_same_is_near_without_a_word_of_the_profile():
    rocket, pie = read_together(ROCKET, PIE)

    assert near_to(read(SPACECRAFT), rocket) == rocket.signals[NEAR] > NEAR_BY_ITSELF
    assert near_to(read(SPACECRAFT), pie) == pie.signals[NEAR] < 0


@needs_vectors
def test_no_reason_says_that_little_of_it_is_wanted():
    (rocket,) = read_together(ROCKET)
    by_words = read(SPACECRAFT).nearness(rocket.title, rocket.summary)

    assert not any("little in it" in one for one in reasons_for(rocket, by_words))
    assert any("little in it" in one for one in reasons_for(make(PIE), by_words))


@pytest.mark.parametrize(
    "asked",
    [
        {"make_one": make_paper},
        {"want_all": True},
        {"by_meaning": False},
        {"profile": "LLM agents, tool use, agent memory"},
        {"profile": "Raumfahrt und Sternwarten, für alle, die es noch nicht sind."},
    ],
)
def test_papers_questions_the_field_and_other_languages_are_read_by_words(asked):
    (story,) = read_together(ROCKET, **asked)

    assert NEAR not in story.signals


def test_where_there_are_no_vectors_words_alone_count(monkeypatch):
    monkeypatch.setattr(meaning, "_words", lambda: None)

    (story,) = read_together(ROCKET)

    assert NEAR not in story.signals


@needs_vectors
@pytest.mark.parametrize("text", ["", " ", "\ud83d", "\0", "火" * 3000])
def test_any_text_has_a_cosine(text):
    (cosine,) = meaning.cosines(SPACECRAFT, [text])

    assert -1.001 <= cosine <= 1.001
