"""JSON Feed as publishers write it, and as they should not."""

import json
from datetime import date

import pytest

from newsletter.research.outlets.answers import as_json
from newsletter.research.outlets.base import OutletFailed
from newsletter.research.outlets.kinds import feed
from newsletter.research.outlets.spec import OutletSpec
from newsletter.tests.support.serving import visit
from newsletter.web.feed import MOST_ENTRIES

DAY = date(2025, 8, 5)
LAB = OutletSpec("Lab", "feed", "https://lab.test/feed.json", prior=0.9)
ITEM = {
    "id": "1",
    "url": "/a",
    "title": "A <model> & more",
    "content_html": "<p>It <b>ships</b> today.</p>",
    "date_published": "2025-08-05T10:00:00-02:00",
    "authors": [{"name": "Ann Bell"}],
}


def search(*items, **head):
    version = {"version": "https://jsonfeed.org/version/1.1", "title": "Lab"}
    answer = as_json(version | {"items": items} | head)
    return visit({LAB.url: answer}, lambda fetcher: feed.search(LAB, DAY, DAY, fetcher))


def test_an_entry_is_told_like_one_of_rss():
    [story] = search(ITEM)

    assert (story.title, story.url) == ("A <model> & more", "https://lab.test/a")
    assert (story.summary, story.author) == ("It ships today.", "Ann Bell")
    assert story.published == DAY


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"content_html": None, "content_text": "1 < 2 & 3."}, "1 < 2 & 3."),
        ({"content_html": None, "summary": "Short."}, "Short."),
        ({"url": None, "external_url": "https://lab.test/a"}, "It ships today."),
        ({"url": None, "id": "https://lab.test/a"}, "It ships today."),
        ({"authors": None, "author": {"name": "ann@lab.test"}}, "It ships today."),
        ({"date_published": None, "date_modified": "2025-08-05"}, "It ships today."),
    ],
)
def test_what_an_entry_leaves_out_is_found_elsewhere(changes, told):
    [story] = search(ITEM | changes)

    assert (story.summary, story.url) == (told, "https://lab.test/a")
    assert story.published == DAY


@pytest.mark.parametrize(
    "odd",
    [None, 3, [], {"url": 5}, ITEM | {"title": []}, ITEM | {"authors": 7}, "x", {}],
)
def test_what_is_wrong_in_one_entry_costs_no_other(odd):
    assert [story.title for story in search(odd, ITEM)] == ["A <model> & more"]


def test_half_a_letter_and_days_of_nonsense_cost_nothing():
    halved = ITEM | {"title": "LLM \ud83d", "url": "/b"}
    undated = ITEM | {"title": "Undated", "url": "/c", "date_published": "0000-00-00"}

    found = {story.title: story.published for story in search(halved, undated)}

    assert found == {"LLM \N{REPLACEMENT CHARACTER}": DAY, "Undated": None}


def test_of_an_endless_feed_the_newest_count():
    old = {"date_published": "2024-08-05", "title": "Old"}
    found = search(*(ITEM | old | {"url": f"/{n}"} for n in range(MOST_ENTRIES)), ITEM)

    assert [story.title for story in found] == ["A <model> & more"]


@pytest.mark.parametrize(
    ("head", "fault"),
    [
        ({"items": 3}, "not in the known form"),
        ({"items": [None]}, "not in the known form"),
        ({"version": "1"}, "no feed"),
        ({"version": None}, "not in the known form"),
        ({"items": [json.loads("[" * 300 + "]" * 300)]}, "not in the known form"),
    ],
)
def test_json_that_is_no_feed_is_told(head, fault):
    with pytest.raises(OutletFailed, match=fault):
        search(**head)


def test_a_feed_without_entries_has_none():
    assert search() == []
