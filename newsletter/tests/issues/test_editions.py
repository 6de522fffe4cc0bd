"""What an issue's readers may choose by, and what its items are about."""

import pytest

from newsletter.drafts.contract import DIGEST
from newsletter.issues import editions
from newsletter.models import Story, StoryKey
from newsletter.tests.support.makers import make_issue, make_newsletter

pytestmark = pytest.mark.django_db
MARKDOWN = """# T

## What shipped

### 1. A parser

It [parses](https://a.example/x).

## Research worth knowing this week

### 1. Chips

Of [chips](https://b.example/).
"""


def names(newsletter):
    return [(one.key, one.name) for one in editions.choices(newsletter)]


def test_a_brief_offers_topics_and_its_sections_by_their_own_names():
    weekly = make_newsletter(topics=["chips"])
    sections = ["section:launches", "section:papers"]

    assert [key for key, _ in names(weekly)] == ["chips", *sections]
    make_issue(weekly, markdown=MARKDOWN, status="published")
    assert names(weekly)[1:] == [
        ("section:launches", "What shipped"),
        ("section:papers", "Research worth knowing this week"),
    ]


@pytest.mark.parametrize(
    ("told", "rubric", "offered"),
    [
        ("", {}, ["News of the week", "Research worth knowing"]),
        ("launch", {}, []),
        ("", {"published_papers": 0}, []),
    ],
)
def test_a_section_that_no_issue_can_have_is_not_offered(told, rubric, offered):
    water = "Drinking water rules, leakage, pipe replacement, sewage and water rates."
    weekly = make_newsletter(profile=water, rubric=rubric, shared_outlets=False)
    weekly.outlets.create(
        name="Mains", how="feed", url="https://a.example/feed", kind=told
    )

    assert [name for _, name in names(weekly)] == offered


def test_a_digest_has_other_sections_each_week_and_offers_topics_alone():
    weekly = make_newsletter(topics=["chips"], workflow="digest")

    assert names(weekly) == [("chips", "chips")]


def test_an_item_is_about_what_it_says_and_what_its_story_is_tagged_with():
    weekly = make_newsletter(topics=["chips", "parsers", "law"])
    issue = make_issue(weekly, markdown=MARKDOWN)
    story = Story.objects.create(
        newsletter=weekly, story_id="s", title="A", tags=["law", "of the profile"]
    )
    key = "https://a.example/x"
    StoryKey.objects.create(newsletter=weekly, story=story, key=key)
    about = editions.about(issue)

    first, second = issue.draft.sections

    assert about(first, first.items[0]) == {"parsers", "law"}
    assert about(second, second.items[0]) == {"chips"}


def test_a_digests_heading_tells_what_stands_under_it():
    markdown = "# T\n\n## Chips\n\n### 1. A fab\n\nIt opens.\n\n### In brief\n\n- [A](https://b.c)\n"
    weekly = make_newsletter(topics=["chips"])
    issue = make_issue(weekly, markdown=markdown, contract=DIGEST.name)
    about = editions.about(issue)

    [section] = issue.draft.sections

    assert about(section, section.items[0]) == {"chips"}
    assert about(section, section.lines[0]) == {"chips"}
