"""The rubric of a newsletter: what is read from the database, and what is refused."""

import pytest

from newsletter.standards import rubric
from newsletter.standards.rubric import BadRubric, Rubric, Words


def test_nothing_stored_is_the_defaults():
    assert rubric.read({}) == Rubric()


def test_a_stored_value_takes_the_place_of_its_default_alone():
    read = rubric.read({"published_launches": 4, "banned": ["very"]})

    assert (read.published_launches, read.banned) == (4, ("very",))
    assert read.published_papers == Rubric().published_papers


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([], "the whole is [], not an object in braces"),
        ("published_launches", "the whole is 'published_launches', not an object"),
        (None, "the whole is None, not an object in braces"),
        ({"launches": 4}, "no key 'launches'; known: researched_launches, "),
        ({"link_policy": {"rotten": "fail"}}, "no key 'link_policy.rotten'."),
        ({"link_policy": {"gone": "maybe"}}, "link_policy.gone is 'maybe': input "),
        ({"published_launches": "many"}, "published_launches is 'many': input should"),
        ({"banned": "delve"}, "banned is 'delve', not a list in brackets"),
        ({"launch_words": 150}, "launch_words is 150, not an object in braces"),
        ({"launch_words": {"least": 9}}, "launch_words.most is missing"),
        (
            {"launch_words": {"least": 9, "most": 8}},
            "launch_words: least 9 is more than most 8",
        ),
        (
            {"depth_floor": 11, "novelty_floor": 0},
            "depth_floor is 11: input should be less than or equal to 10; novelty_floor",
        ),
    ],
)
def test_what_makes_no_rubric_is_told_in_one_sentence(values, words):
    with pytest.raises(BadRubric) as refused:
        rubric.read(values)

    told = str(refused.value)
    assert told.startswith("The rubric was not understood: ")
    assert words in told
    assert "\n" not in told


def test_an_issue_must_be_able_to_hold_its_fewest_stories():
    at_most = {"published_launches": 2, "published_papers": 1}

    assert rubric.read({**at_most, "fewest_stories": 3}).fewest_stories == 3
    with pytest.raises(BadRubric, match="fewest_stories 4 is more than the 3 stories"):
        rubric.read({**at_most, "fewest_stories": 4})


@pytest.mark.parametrize(
    ("key", "most"),
    [
        ("researched_launches", 40),
        ("researched_papers", 40),
        ("window_days", 31),
        ("wider_window_days", 31),
        ("remembered_issues", 100),
    ],
)
def test_no_more_is_asked_of_research_than_its_tools_can_give(key, most):
    assert getattr(rubric.read({key: most}), key) == most
    with pytest.raises(BadRubric, match=f"{key} is {most + 1}"):
        rubric.read({key: most + 1})


def test_stories_are_as_long_as_an_engineer_reads_in_half_a_minute():
    words = Rubric()

    assert (words.launch_words.least, words.launch_words.most) == (100, 150)
    assert (words.paper_words.least, words.paper_words.most) == (80, 120)


def test_what_only_quotes_may_be_shorter_and_never_has_to_be_longer():
    read = rubric.read(
        {"launch_words": {"least": 20, "most": 60}, "least_words_quoting": 30}
    )

    assert read.when_quoting(read.launch_words) == Words(least=20, most=60)
    assert read.when_quoting(read.paper_words) == Words(least=30, most=120)
    assert read.of_what_is_left().paper_words == Words(least=30, most=120)


def test_words_of_one_length_are_a_range():
    words = rubric.read({"paper_words": {"least": 80, "most": 80}}).paper_words

    assert (words.least, words.most) == (80, 80)
