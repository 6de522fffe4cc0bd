"""Where outlets tell of everything, a word in common fills no room."""

import pytest

from newsletter.research.ranking.profile import read
from newsletter.research.ranking.select import (
    evaluate,
    is_mixed,
    on_subject,
    shortlist,
)
from newsletter.research.ranking.strength import OTHER_OUTLETS, strength_of
from newsletter.standards.rubric import Rubric
from newsletter.tests.research.ranking.test_scoring import make_launch
from newsletter.tests.research.ranking.test_select import PROFILE, make_numbered

SPACE = "Rocket launches, satellites, missions to the Moon and Mars, and what telescopes find."


def make_rocket():
    return make_launch(
        title="Anvil 3 puts 14 satellites into orbit from Elgin",
        summary=(
            "The rocket Anvil 3 put 14 satellites into orbit on Tuesday from the range in "
            "Elgin. It was its third launch this year, the company said, and the first "
            "with a landing at sea. Two missions to the Moon are planned."
        ),
    )


def make_card(**changes):
    """What shares a word with the profile, and is about something else."""
    summary = (
        "Kettle has a card with telescopes on it for its customers since Tuesday. People in 28 "
        "countries pay with it at shops. It costs nothing, the company said, and pays back 4 %. "
        "Banks were not pleased, and two of them said so in a letter to the regulator."
    )
    title = "Kettle launches a card to pay with"
    return make_numbered(1, title=title, summary=summary, **changes)


@pytest.mark.parametrize("is_there", [True, False])
def test_where_outlets_tell_of_everything_a_word_in_common_fills_no_room(is_there):
    card = make_card()
    week = [make_rocket(), card] if is_there else [card]

    evaluation = evaluate(week, SPACE, Rubric(), is_mixed=True)

    assert [one.story for one in evaluation.selected_launches] == week[:-1]
    (left,) = evaluation.rejected
    assert (left.story_id, left.reason) == (card.id, "relevance 4 is below 6")


@pytest.mark.parametrize(
    ("change", "floor", "mixed"),
    [({}, 6, False), ({"must_have": True}, 6, True), ({}, 4, True)],
)
def test_a_word_in_common_is_enough_in_another_week(change, floor, mixed):
    card = make_card(**change)

    evaluation = evaluate([card], SPACE, Rubric(relevance_floor=floor), is_mixed=mixed)

    assert [one.story for one in evaluation.selected_launches] == [card]


@pytest.mark.parametrize(
    ("about", "profile", "expected"),
    [
        (0, SPACE, True),
        # Of three, one with two words is a third: these outlets are on the subject.
        (1, SPACE, False),
        (0, PROFILE, False),
        (
            0,
            "Raketen, Satelliten, Flüge zum Mond, und Telescopes.",
            False,
        ),
    ],
)
def test_outlets_tell_of_everything_where_few_launches_have_two_words(
    about, profile, expected
):
    cards = [make_card(id=f"https://lab.example/{n}") for n in range(15 - 5 * about)]
    week = [*[make_rocket()] * 5 * about, *cards]

    assert is_mixed(week, profile) is expected
    assert not is_mixed(week[1:], profile)  # so few tell nothing


def test_a_page_with_two_words_of_any_subject_is_not_on_the_readers():
    profile = f"{SPACE} The companies and agencies of the industry, and their launches."
    said = "The company told an agency of its industry that it launches a card in May."
    cards = [make_card().model_copy(update={"summary": said})] * 15

    assert is_mixed(cards, profile)
    assert on_subject([*cards, make_rocket()], profile) == 1


def test_what_is_said_of_any_subject_names_none_to_readers_far_from_the_field():
    profile = "Rocket companies and their launches: news of the industry."

    assert read(profile).words == {"rocket"}


def test_readers_in_the_field_want_what_they_say_in_any_word():
    assert "tool" in read(f"{PROFILE} Tools for agents.").words


def test_outlets_in_another_script_tell_of_no_subject_of_a_profile():
    gardeners = "정원을 가꾸는 사람들을 위한 채소와 꽃 소식"
    cards = [make_card()] * 15

    assert on_subject(cards, gardeners) == 0
    assert on_subject(cards, f"{gardeners}, Kettle") is None


def test_readers_who_want_all_are_told_what_most_tell_of_whatever_subject():
    lone, told = make_card(), make_rocket()
    told = told.model_copy(update={"signals": {OTHER_OUTLETS: 4.0}, "prior": 0.1})
    gardeners = "Flowers and vegetables."
    rubric = Rubric(general_interest=True)

    evaluation = evaluate([lone, told], gardeners, rubric)

    assert [one.story for one in evaluation.selected_launches] == [told, lone]
    assert not evaluate([lone, told], gardeners, Rubric()).selected_launches
    ranked = shortlist([lone, told], gardeners, 2, want_all=True)
    assert ranked[0].id == told.id
    assert not is_mixed([lone] * 3, gardeners, want_all=True)


def test_of_all_that_is_told_a_little_more_is_wanted_of_what_the_profile_names():
    plain, named = make_card(prior=0.5), make_rocket()
    named = named.model_copy(update={"prior": plain.prior, "signals": plain.signals})

    ranked = shortlist([plain, named], SPACE, 2, want_all=True)

    assert [one.title for one in ranked] == [named.title, plain.title]


def test_a_small_release_is_not_what_everybody_waits_for():
    small = make_numbered(1, title="Kettle 1.4.2")
    large = make_numbered(1, title="Kettle 1.5", url=small.url, id=small.id)
    everyone = read(SPACE, want_all=True).readers

    assert strength_of(small, 0, everyone) < strength_of(large, 0, everyone)
