import pytest

from newsletter.research.coverage import (
    CoveredStory,
    find_covered,
    is_covered,
    is_same_title,
    telling_terms,
)
from newsletter.research.story import Kind, Story, Telling


def make_story(**changes):
    given = {
        "id": "https://lab.example/blog/kettle",
        "kind": Kind.LAUNCH,
        "title": "Introducing Kettle: a runtime for patient agents",
        "url": "https://lab.example/blog/kettle",
        "publisher": "Lab",
    }
    return Story(**{**given, **changes})


def make_covered(**changes):
    given = {
        "story_id": "https://other.example/post",
        "title": "Something else entirely, told elsewhere",
        "url": "https://other.example/post",
    }
    return CoveredStory(**{**given, **changes})


def test_nothing_is_covered_at_first():
    assert find_covered(make_story(), []) is None


def test_the_same_id_is_the_same_story():
    earlier = make_covered(story_id="https://lab.example/blog/kettle", issue_number=3)

    assert find_covered(make_story(), [make_covered(), earlier]) is earlier


def test_an_address_with_tracking_parameters_is_the_same_story():
    earlier = make_covered(url="https://LAB.example/blog/kettle/?utm_source=x#top")

    assert is_covered(make_story(), [earlier])


def test_another_telling_that_was_covered_is_the_same_story():
    story = make_story(
        also=(Telling(publisher="Hacker News", url="https://other.example/post"),)
    )

    assert is_covered(story, [make_covered()])


@pytest.mark.parametrize(
    "url",
    [
        "https://arxiv.org/pdf/2508.01234v2",
        "https://arxiv.org/abs/2508.01234",
        "https://huggingface.co/papers/2508.01234",
    ],
)
def test_a_paper_is_known_by_its_arxiv_id(url):
    story = make_story(id="arxiv:2508.01234", url=url, title="Patient agents")

    assert is_covered(story, [make_covered(url="https://arxiv.org/abs/2508.01234v1")])


def test_a_title_that_says_the_same_is_the_same_story():
    earlier = make_covered(title="Introducing Kettle, a runtime for patient agents")

    assert is_covered(make_story(), [earlier])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kettle 1.2 runs patient agents", "Kettle 1.3 runs patient agents"),
        ("The Kettle 7B model of the lab", "The Kettle 70B model of the lab"),
        ("Release notes", "Release notes"),
        ("v1.2.0", "v1.2.0"),
        ("Patient agents", "Patient tools"),
        ("", ""),
    ],
)
def test_titles_that_differ_or_say_too_little_are_two_stories(one, other):
    assert not is_same_title(one, other)


def test_a_short_title_is_the_same_only_word_for_word():
    assert is_same_title("Kettle goes open", "Kettle goes open")
    assert not is_same_title("Kettle goes open", "Kettle stays open")


def test_telling_terms_put_the_title_first():
    found = telling_terms("Kettle runtime", "Agents wait. Agents plan. Agents plan.")

    assert found[:3] == ("agent", "kettle", "kettle runtime")
    assert "agent" in found
