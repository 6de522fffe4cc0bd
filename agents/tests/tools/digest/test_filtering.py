"""filter_urls and download_articles, as far as they decide."""

from dataclasses import replace
from datetime import date

import pytest

from agents.events.digest import MOST_READ
from agents.tests.support.scripted_hands import TEXT, make_story
from agents.tools.digest.downloading import without_copies
from agents.tools.digest.filtering import Wanted, by_turns, refusals
from newsletter.research.ranking import profile
from newsletter.research.story import Kind, ToldBefore

WANTED = Wanted(
    since=date(2025, 7, 31),
    until=date(2025, 8, 8),
    kinds=frozenset(Kind),
    avoid=profile.read("- agents, parsers\n\n## Less of\n- music, image generation\n"),
)
TOLD = ToldBefore(issue=3, on=date(2025, 7, 31), title="It", url="/3", by="id")
TITLES = ["Agents that plan", "Parsers for scans", "Small models at home"]


def why(*stories, **fields):
    return dict(refusals(stories, replace(WANTED, **fields)))


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, None),
        ({"told": TOLD}, "told before"),
        ({"told": TOLD.model_copy(update={"by": "subject"})}, None),  # an update
        ({"published": date(2025, 7, 30)}, "too old"),
        ({"published": date(2025, 7, 31)}, None),
        ({"published": date(2025, 8, 9)}, "not out yet"),
        ({"published": None}, None),
        ({"title": "Music from text"}, "to be avoided"),
        ({"title": "Image editing"}, None),
        ({"title": "Image generation by agents"}, None),
    ],
)
def test_a_story_is_refused_for_one_reason(fields, reason):
    story = make_story(**fields)

    assert why(story).get(story.id) == reason


def test_a_kind_that_is_not_published_is_not_read():
    story = make_story()

    assert why(story, kinds=frozenset({Kind.PAPER})) == {
        story.id: "of a kind not published"
    }


def test_the_first_of_two_tellings_goes_on():
    first = make_story(1, title="Parser 2.0 is out")
    again = make_story(2, title="Parser 2.0 is out")

    assert why(first, again) == {again.id: "told twice"}


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"published": date(2025, 1, 1)}, None),
        ({"title": "Music from text"}, None),
        ({"told": TOLD.model_copy(update={"is_certain": False, "by": "text"})}, None),
        ({"told": TOLD}, "told before"),
        ({"told": TOLD.model_copy(update={"by": "subject"})}, None),  # an update
    ],
)
def test_what_must_be_told_is_read_unless_an_issue_told_it(fields, reason):
    story = make_story(must_have=True, **fields)

    assert why(story).get(story.id) == reason


def test_what_must_be_told_stands_before_its_doubles():
    other = make_story(1, title="Parser 2.0 is out")
    must = make_story(2, title="Parser 2.0 is out", kind=Kind.PAPER, must_have=True)

    assert by_turns([other, must]) == [must, other]


def test_no_more_go_on_than_can_be_read():
    many = [
        make_story(number, title=f"Subject{number} of thing{number}")
        for number in range(MOST_READ + 2)
    ]

    assert [*why(*many).values()] == ["one too many"] * 2


def test_a_story_in_two_spellings_is_read_once():
    first = make_story(1, title="Lantern 3 visualizes agents, with color-coded traces")
    again = make_story(2, title="Lantern 3 visualises agents, with colour-coded traces")

    assert why(first, again) == {again.id: "told twice"}


def test_one_press_release_under_five_names_is_read_once():
    five = [make_story(number, title=f"Name {number}") for number in range(1, 6)]
    other = make_story(6, summary=" ".join(reversed(TEXT.split())))

    own, copies = without_copies([*five, other])

    assert own == [five[0], other]
    assert [one.story_id for one in copies] == [one.id for one in five[1:]]
    assert copies[0].reason == f"the same text as {five[0].url}"
