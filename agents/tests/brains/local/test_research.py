"""The local brain's research, alone with hands that answer from a script."""

import pytest

from agents.brains.local.research import MOST_READ, read_thin
from agents.brains.local.research import launches as research
from agents.tests.support.scripted_hands import (
    OTHER_TEXT,
    TEXT,
    FakeHands,
    make_brief,
    make_story,
    told,
)
from newsletter.research.story import Kind, Telling


def search(*stories):
    return {
        "stories": [story.model_dump(mode="json") for story in stories],
        "sources": [],
        "considered": len(stories),
    }


def test_research_leaves_out_what_was_told():
    old = make_story(1, told=told())
    like = make_story(2, told=told(is_certain=False, shared=0.1))
    hands = FakeHands(search_sources=search(old, like), fetch_page={"pages": []})

    research(make_brief("research_launches"), hands)

    [(_, data)] = hands.emitted
    assert [story["id"] for story in data["launches"]] == [like.id]


def test_research_looks_further_back_when_the_week_yields_too_little():
    hands = FakeHands(search_sources=search(), fetch_page={"pages": []})

    research(make_brief("research_launches"), hands)

    days = [args["days"] for tool, args in hands.calls if tool == "search_sources"]
    assert days == [7, 10]


@pytest.mark.parametrize(
    ("publisher", "number", "days"),
    [("One Lab", 3, 7), ("One Lab", 2, 10), ("Another Lab", 3, 10)],
)
def test_a_week_of_one_publisher_stands_where_a_look_further_back_finds_no_more(
    publisher, number, days
):
    mine = [
        make_story(
            one,
            publisher="One Lab",
            summary=f"Number {one} of what the lab told of itself this week. {TEXT}",
        )
        for one in range(number)
    ]
    older = make_story(4, publisher=publisher)
    answers = iter([search(*mine), search(*mine, older)])
    hands = FakeHands(search_sources=lambda _: next(answers), fetch_page={"pages": []})

    research(make_brief("research_launches"), hands)

    [(_, data)] = hands.emitted
    assert data["window_days"] == days


def test_a_story_that_tells_nothing_even_on_its_page_is_left_out():
    mute = make_story(1, summary="", source_sha256="")
    page = {"url": mute.url, "fault": "status 404, no text"}
    hands = FakeHands(search_sources=search(mute), fetch_page={"pages": [page]})

    research(make_brief("research_launches"), hands)

    [(_, data)] = hands.emitted
    assert data["launches"] == []


@pytest.mark.parametrize(
    ("stated", "day"),
    [
        ("2025-02-17T10:00:00+00:00", "2025-02-17"),
        ("2025-07-20T10:00:00+00:00", "2025-08-05"),
        (None, "2025-08-05"),
    ],
)
def test_a_page_that_says_it_is_far_older_is_of_that_day(stated, day):
    thin = make_story(1, summary="", source_sha256="")
    page = {"url": thin.url, "published": stated, "text": TEXT, "sha256": "c" * 64}

    [found] = read_thin(FakeHands(fetch_page={"pages": [page]}), [thin])

    assert found.published.isoformat() == day


def test_a_silent_launch_is_told_by_another_outlet_and_by_no_forum():
    talk = Telling(
        publisher="Hacker News", url="https://news.ycombinator.com/item?id=1"
    )
    prose = Telling(publisher="Other Lab", url="https://other.example/p")
    silent = make_story(1, summary="", also=(talk, prose))
    mute = make_story(2, summary="", also=(talk,))
    pages = [
        {"url": one.url, "text": OTHER_TEXT, "sha256": "c" * 64}
        for one in (talk, prose)
    ]

    [found] = read_thin(FakeHands(fetch_page={"pages": pages}), [silent, mute])

    assert (found.id, found.url) == (silent.id, prose.url)
    assert found.summary == OTHER_TEXT
    assert not found.is_from_feed
    assert [one.url for one in found.also] == [silent.url, talk.url]


LONG = "The lab tells much. " * 60


@pytest.mark.parametrize(
    ("kind", "said", "asked", "is_from_feed"),
    [
        (Kind.LAUNCH, 300, True, True),
        # Enough to tell it by, and too little to see who else tells it.
        (Kind.LAUNCH, 600, True, False),
        (Kind.LAUNCH, 1000, False, False),
        (Kind.PAPER, 300, True, False),
        (Kind.PAPER, 600, False, False),
    ],
)
def test_pages_are_read_of_what_says_less_than_a_whole_text(
    kind, said, asked, is_from_feed
):
    story = make_story(1, kind=kind, summary=LONG[:said])
    read = {"url": story.url, "text": LONG, "sha256": "c" * 64}
    shut = {"url": story.url, "fault": "status 403, no text"}
    hands = FakeHands(fetch_page={"pages": [read]})

    [found] = read_thin(hands, [story])
    [kept] = read_thin(FakeHands(fetch_page={"pages": [shut]}), [story])

    assert bool(hands.calls) is asked
    assert found.summary == (LONG if asked else story.summary)
    assert kept == story.model_copy(update={"is_from_feed": is_from_feed})


def test_what_says_least_is_read_first():
    many = [make_story(one, summary=LONG[:600]) for one in range(MOST_READ)]
    thin = make_story(99, summary=LONG[:100])
    hands = FakeHands(fetch_page={"pages": []})

    read_thin(hands, [*many, thin])

    asked = [url for _, arguments in hands.calls for url in arguments["urls"]]
    assert asked[0] == thin.url
    assert len(asked) == MOST_READ
