"""The memory in the database: found by every name, in a few queries."""

from datetime import date, timedelta

import pytest

from newsletter.issues import memory
from newsletter.issues.memory import Covered
from newsletter.models import Issue
from newsletter.research.story import Telling
from newsletter.tests.support.makers import make_issue, make_newsletter, make_story

pytestmark = pytest.mark.django_db
LATER = date(2025, 8, 14)


def told(newsletter, *stories, **fields):
    issue = make_issue(newsletter, **fields)
    memory.remember(issue, [Covered(story) for story in stories])
    return issue


def test_a_story_is_known_by_the_address_of_another_telling():
    newsletter = make_newsletter()
    telling = Telling(
        publisher="Press", url="https://press.example/kettle?utm_source=x"
    )
    told(newsletter, make_story("kettle", also=(telling,)))
    again = make_story("x", title="Elsewhere", url="https://press.example/kettle")

    found = memory.recall(newsletter, [again], on=LATER + timedelta(days=500))

    assert found["x"].match.is_certain
    assert found["x"].row.story_id == "kettle"


def test_what_is_kept_of_a_story_is_its_day_its_gist_and_its_terms():
    text = "Kettle boils 40 cups. " * 40
    issue = told(make_newsletter(), make_story("kettle", summary=text))

    [row] = issue.coverage.all()

    assert row.told_on == issue.day
    assert row.gist.endswith("…")
    assert len(row.gist) <= memory.GIST_CHARACTERS
    assert {"kettle", "40"} <= set(row.terms)


def test_previews_other_newsletters_and_the_session_itself_told_nothing():
    newsletter = make_newsletter()
    story = make_story("kettle", title="Kettle 3 is out")
    told(newsletter, story, status=Issue.Status.PREVIEW)
    told(make_newsletter(), story)
    own = told(newsletter, story)

    assert not memory.recall(newsletter, [story], on=LATER, other_than=own.session_name)
    assert memory.recall(newsletter, [story], on=LATER)
    assert not memory.recall(newsletter, [story], on=LATER, before=own.day)


def test_what_is_asked_of_a_long_memory_is_as_much_as_of_a_short_one(
    django_assert_max_num_queries,
):
    newsletter = make_newsletter()
    for number in range(12):
        told(newsletter, make_story(f"s{number}", title=f"Kettle {number} is out"))
    stories = [
        make_story(f"n{number}", title=f"Kettle {number}") for number in range(9)
    ]

    with django_assert_max_num_queries(5):
        found = memory.recall(newsletter, stories, on=LATER)

    assert len(found) == 9


def test_a_very_long_address_is_found_again():
    newsletter = make_newsletter()
    long = "https://long.example/" + "a" * 400
    told(newsletter, make_story("long", url=long))

    assert memory.recall(newsletter, [make_story("x", url=long)], on=LATER)
