"""Planner and scouts by rules."""

from datetime import date
from types import MappingProxyType

import pytest

from agents.brains.local import scouting
from agents.events.schema import Kind
from agents.tests.support.scripted_hands import FakeHands, make_brief, make_story
from newsletter.research.story import ToldBefore

PROFILE = "Wanted:\n- parsers for scanned documents\n- agents that plan\n"


def planned(**fields):
    hands = FakeHands()
    scouting.plan(make_brief("planner", profile=PROFILE, **fields), hands)
    [(kind, data)] = hands.emitted
    assert kind == Kind.TASKS_PLANNED
    return [task["topic"] for task in data["tasks"]]


def test_each_topic_is_a_task_and_then_each_line_of_the_profile():
    topics = planned(topics=("Robots", "Memory"))

    assert topics[:2] == ["Robots", "Memory"]
    assert "parsers for scanned documents" in topics


@pytest.mark.parametrize("most", [1, 2])
def test_no_more_tasks_are_set_than_the_session_may_have(most):
    assert len(planned(topics=("Robots", "Memory"), limits={"scout": most})) == most


def test_without_topics_or_profile_there_is_nothing_to_look_for():
    hands = FakeHands()

    scouting.plan(make_brief("planner", profile=""), hands)

    assert hands.emitted == [(Kind.TASKS_PLANNED, {"tasks": []})]


def scouted(*stories, tools=MappingProxyType({}), **share):
    answer = {
        "stories": [story.model_dump(mode="json") for story in stories],
        "sources": [],
        "considered": 42,
    }
    nothing = {"results": [], "stories": [], "sources": [], "considered": 0}
    hands = FakeHands(
        **{
            "search_stories": answer,
            "search_arxiv": nothing,
            "web_search": nothing,
            "search_reddit": nothing,
            "fetch_page": {"pages": []},
            **tools,
        }
    )
    scouting.scout(make_brief("scout", profile=PROFILE, share=share), hands)
    [(_, data)] = hands.emitted
    return hands, data


def test_a_scout_asks_for_its_task_in_the_words_of_the_profile():
    hands, _ = scouted(topic="Scanned documents")

    [(tool, arguments)] = hands.calls[:1]
    assert tool == "search_stories"
    assert arguments["query"].startswith("Scanned documents")
    assert "parsers" in arguments["query"]


def test_a_scout_brings_no_more_than_it_may_and_nothing_that_was_told():
    told = ToldBefore(
        issue=3,
        title="Parser 2.1 reads documents",
        on=date(2025, 7, 31),
        url="https://a.example/3",
        is_certain=True,
        shared=1.0,
    )
    stories = [make_story(number) for number in range(1, 11)]

    _, data = scouted(make_story(99, told=told), *stories, topic="Parsers")

    assert len(data["stories"]) == scouting.BROUGHT
    assert data["stories"][0]["id"] == "https://lab.example/1"
    assert data["considered"] == 42


WEB = {
    "title": "Parser 3 reads scanned documents",
    "url": "https://maker.example/parser-3",
    "text": "Parser 3 is out.",
    "published": "2025-08-05",
    "said": "https://news.ycombinator.com/item?id=1",
}
READ = {
    "url": WEB["url"],
    "final_url": WEB["url"],
    "title": WEB["title"],
    "published": "2025-08-05T00:00:00+00:00",
    "sha256": "c" * 64,
    "text": "Parser 3 reads scanned documents twice as fast as Parser 2 did.",
}


def test_a_page_that_only_a_search_showed_is_read_and_then_a_story():
    hands, data = scouted(
        topic="scanned documents",
        tools={"web_search": {"results": [WEB]}, "fetch_page": {"pages": [READ]}},
    )

    [story] = data["stories"]
    assert (story["url"], story["source_sha256"]) == (WEB["url"], "c" * 64)
    assert story["signals"]["places"] == 2.0
    assert ("fetch_page", {"urls": [WEB["url"]]}) in hands.calls


def test_a_page_that_cannot_be_read_is_no_story():
    _, data = scouted(
        topic="scanned documents",
        tools={"web_search": {"results": [WEB]}},
    )

    assert data["stories"] == []


def test_what_several_places_tell_comes_first_and_the_note_counts_it():
    stories = [make_story(number) for number in (1, 2)]
    talk = {**WEB, "url": stories[1].url, "said": "https://www.reddit.com/r/a/1"}

    _, data = scouted(
        *stories, topic="documents", tools={"search_reddit": {"results": [talk]}}
    )

    assert data["stories"][0]["id"] == stories[1].id
    assert data["note"].startswith("By rules: asked for “documents")
    assert "1 of 2 stories are told in several places" in data["note"]


@pytest.mark.parametrize(
    "tool",
    ["search_stories", "search_arxiv", "web_search", "search_reddit", "fetch_page"],
)
def test_a_tool_that_fails_costs_only_its_own_answer_and_is_named(tool):
    thin = make_story(1, summary="Too little.")

    _, data = scouted(
        make_story(2), thin, topic="documents", tools={tool: ValueError("it is away")}
    )

    assert f"{tool}: it is away" in data["note"]
    assert bool(data["stories"]) is (tool != "search_stories")


def test_a_video_is_read_by_its_captions():
    url = "https://www.youtube.com/watch?v=sampleLant3"
    video = {**WEB, "url": url, "said": ""}
    read = {**READ, "url": url, "final_url": url, "publisher": "Toolsmith"}

    _, data = scouted(
        topic="scanned documents",
        tools={
            "web_search": {"results": [video]},
            "read_transcript": {"pages": [read]},
        },
    )

    assert data["stories"][0]["publisher"] == "Toolsmith"
