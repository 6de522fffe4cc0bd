from datetime import date

import pytest

from newsletter.research.ranking.profile import default_profile, read
from newsletter.research.ranking.reasons import distinct, reasons_for
from newsletter.research.ranking.strength import HACKER_NEWS, HUGGING_FACE
from newsletter.research.story import Kind, Story, Telling

PROFILE = read(
    "For engineers.\n\n## Tea\n- green tea, black tea\n- kettles and pots\n"
    "- steam engines\n\nLess of\n- coffee"
)


def make_story(**changes):
    given = {
        "id": "a",
        "kind": Kind.LAUNCH,
        "title": "Kettles and pots for green tea",
        "url": "https://lab.example/kettle",
        "publisher": "Lab",
        "summary": "Kettles and pots for green tea, green tea and kettles.",
    }
    return Story(**{**given, **changes})


def reasons(profile=PROFILE, **changes):
    story = make_story(**changes)
    return reasons_for(story, profile.nearness(story.title, story.summary))


def test_a_reason_names_one_whole_line_of_the_profile():
    assert reasons()[:2] == (
        "the readers' profile asks for “green tea, black tea”",
        "the readers' profile asks for “kettles and pots”",
    )


def test_what_readers_want_less_of_is_no_reason():
    assert not any("coffee" in one for one in reasons(title="Coffee", summary="coffee"))


def test_a_paragraph_is_named_by_its_phrase():
    prose = read("Our readers want green tea, steam engines, and whatever boils.")

    known = {"title": "Steam engines", "summary": "Steam engines of tin."}
    assert reasons(prose, **known)[0] == "the readers' profile asks for “steam engines”"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (
            {"signals": {HACKER_NEWS: 1234.0}},
            "it had 1,234 points on Hacker News when read",
        ),
        (
            {"signals": {HUGGING_FACE: 37.0}},
            "it had 37 upvotes on Hugging Face when read",
        ),
        (
            {"also": (Telling(publisher="Other", url="https://o.example"),)},
            "Other told it too",
        ),
        (
            {"also": (Telling(publisher="x", url="https://github.com/lab/kettle"),)},
            "its code is public, at lab/kettle on GitHub",
        ),
        ({"published": date(2025, 8, 5)}, "Lab published it on 5 August"),
        ({"signals": {HACKER_NEWS: 3.0}}, "it is what the sources had"),
    ],
)
def test_else_it_is_one_fact_of_the_story(changes, reason):
    plain = {"title": "Nothing", "summary": "Nothing of it.", "prior": 0.1}

    assert reasons(**{**plain, **changes}) == (reason,)


def test_no_two_stories_are_picked_for_the_same_reason_if_there_is_another():
    assert distinct([["a", "b"], ["a", "c"], ["a"], ["b", "a"]]) == ["a", "c", "a", "b"]


def test_who_published_it_is_a_reason_in_the_field_that_outlets_are_ranked_for():
    plain = {"title": "Nothing", "summary": "Nothing of it.", "prior": 0.7}

    near = reasons(read(default_profile()), **plain)

    assert near == ("Lab ranks high among the sources",)
    assert reasons(**plain) == ("it is what the sources had",)


def test_far_from_the_field_a_phrase_is_named_where_it_stands_together():
    profile = read("War, peace talks, Iran, oil prices")

    said = reasons(
        profile, title="Iran", summary="Talks of peace. Prices of oil. Iran."
    )

    assert said[0] == "the readers' profile asks for “Iran”"
    assert not any("talks" in one or "prices" in one for one in said)
