"""Planner and scouts by rules."""

from datetime import date

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


def scouted(*stories, **share):
    answer = {
        "stories": [story.model_dump(mode="json") for story in stories],
        "sources": [],
        "considered": 42,
    }
    hands = FakeHands(search_stories=answer, fetch_page={"pages": []})
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
