"""Tools that look something up: what they show, what becomes known, how they fail."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from agents.brains.anthropic import tools as toolset
from agents.brains.anthropic import transcript as transcript_
from agents.prompts.loader import roster
from agents.runs import briefing
from agents.tests.support.workbench import make_hands
from agents.tools.base import ToolError
from agents.tools.lookup import shown, web_search
from agents.tools.scouting import evidence
from agents.tools.table import TOOLS
from newsletter.models import Source
from newsletter.research.lookups import arxiv, hackernews, reddit, transcript
from newsletter.research.lookups.found import LookupFailed
from newsletter.research.lookups.sample import SEARXNG
from newsletter.research.story import Story

pytestmark = pytest.mark.django_db

LANTERN = "https://toolsmith.example/lantern-3"
TALK = "https://www.reddit.com/r/forecasting/comments/sample2/"
VIDEO = "https://www.youtube.com/watch?v=sampleLant3"


@pytest.fixture
def scouting(bench):
    """A scout's place, on the sample's week."""
    bench.session.as_of = datetime(2025, 8, 7, 12, tzinfo=UTC)
    bench.spec = roster()["scout"]
    return bench


def run(bench, tool, **arguments):
    return TOOLS[tool].run(bench, arguments)


@pytest.mark.parametrize("engine", ["own", "searxng", "brave", "tavily"])
def test_the_web_is_searched_by_the_engine_that_is_set(scouting, settings, engine):
    settings.WEB_SEARCH, settings.WEB_SEARCH_KEY = engine, "key-of-nobody"
    settings.WEB_SEARCH_URL = SEARXNG

    answer = run(scouting, "web_search", query="lantern trace viewer for agents")

    shown_ = [page["url"] for page in answer["results"]]
    assert any("lantern-3" in url for url in shown_)
    assert set(shown_) <= scouting.addresses
    assert "key-of-nobody" not in str(answer)


def test_without_an_engine_one_place_that_fails_costs_only_its_answers(
    scouting, monkeypatch
):
    async def away(*_):
        raise LookupFailed("Hacker News answered 500", may_pass=True)

    monkeypatch.setattr(web_search.hackernews, "search", away)

    answer = run(scouting, "web_search", query="agents that use tools")

    assert answer["faults"] == ["Hacker News answered 500"]
    assert answer["results"]


def test_papers_are_kept_whole_so_that_they_can_be_cited(scouting):
    answer = run(scouting, "search_arxiv", query="agents that use tools", limit=3)

    [*papers] = map(Story.model_validate, answer["stories"])
    assert papers
    assert all(
        Source.objects.get(sha256=one.source_sha256).text == one.summary
        for one in papers
    )


def test_a_thread_that_links_to_a_page_is_that_page(scouting):
    answer = run(scouting, "search_reddit", query="lantern agent")

    [row] = answer["results"]
    assert row["url"] == LANTERN
    assert {row["url"], row["said"]} <= scouting.addresses


def test_what_is_said_in_a_thread_is_shown_and_is_no_evidence(scouting):
    answer = run(scouting, "search_reddit", thread=TALK)

    assert len(answer["thread"]["comments"]) == 2
    assert not Source.objects.filter(url__contains="reddit").exists()


@pytest.mark.parametrize(
    "arguments",
    [{}, {"query": "a", "thread": TALK}, {"query": "a", "community": "../x"}],
)
def test_reddit_is_asked_for_one_thing(scouting, arguments):
    with pytest.raises(ToolError, match="does not take these arguments"):
        run(scouting, "search_reddit", **arguments)


def test_reddit_can_be_left_alone(scouting, settings):
    settings.REDDIT_SEARCH = "off"

    with pytest.raises(ToolError, match="Reddit is not asked here"):
        run(scouting, "search_reddit", query="lantern agent")


def test_captions_are_kept_as_evidence(scouting):
    [page] = run(scouting, "read_transcript", url=VIDEO)["pages"]

    source = Source.objects.get(sha256=page["sha256"])
    assert (source.url, source.publisher) == (VIDEO, "Toolsmith")
    assert page["by_machine"]


def test_what_is_no_video_is_for_another_tool(scouting):
    with pytest.raises(ToolError, match="read with fetch_page"):
        run(scouting, "read_transcript", url=LANTERN)


BROKEN = {
    "web_search": (hackernews, "search", {"query": "agents"}),
    "search_arxiv": (arxiv, "search", {"query": "agents"}),
    "search_reddit": (reddit, "search", {"query": "agents"}),
    "read_transcript": (transcript, "read", {"url": VIDEO}),
}


@pytest.mark.parametrize("may_pass", [False, True])
@pytest.mark.parametrize("tool", BROKEN)
def test_a_lookup_that_fails_says_why_and_is_tried_again_where_that_may_help(
    scouting, monkeypatch, waits, tool, may_pass
):
    module, name, arguments = BROKEN[tool]
    asked = []

    async def fail(*_):
        asked.append(tool)
        raise LookupFailed("it is out of order", may_pass=may_pass)

    monkeypatch.setattr(module, name, fail)
    if tool == "web_search":
        monkeypatch.setattr(arxiv, "search", fail)
        monkeypatch.setattr(web_search, "stories_about", _nobody)

    with pytest.raises(ToolError, match="it is out of order"):
        run(scouting, tool, **arguments)

    if tool != "web_search":
        assert len(asked) == 1 + may_pass


def _nobody(*_):
    raise ToolError("there is no outlet")


@pytest.mark.parametrize("days", [0, 32])
def test_how_far_back_is_looked_has_bounds(scouting, days):
    for tool in ("web_search", "search_arxiv", "search_reddit"):
        with pytest.raises(ToolError, match="days"):
            run(scouting, tool, query="agents", days=days)


def test_the_days_are_those_before_the_sessions_own(scouting):
    since, until = shown.days(scouting, 7)

    assert (since.isoformat(), until.isoformat()) == ("2025-07-31", "2025-08-07")


def test_reddits_feeds_are_not_waited_for(scouting, monkeypatch):
    monkeypatch.setattr("newsletter.web.fetch.Fetcher.seconds_until", lambda *_: 42.0)

    with pytest.raises(ToolError, match="about once a minute"):
        run(scouting, "search_reddit", query="agents")


def test_a_fourth_round_of_tools_is_refused_and_the_report_is_not(scouting):
    hands = make_hands(scouting)
    scouting.spec = replace(
        roster()["scout"],
        front=roster()["scout"].front.model_copy(
            update={"tools": ("search_arxiv", "emit_event")}
        ),
    )
    asking = {"query": "agents", "limit": 1}

    answers = [
        hands.use("search_arxiv", asking, turn=turn) for turn in (1, 1, 2, 3, 3, 4)
    ]

    assert [answer.is_error for answer in answers] == [False] * 5 + [True]
    assert answers[-1].content == (
        "Your three rounds of tools are used up. Emit stories_scouted with what you have."
    )
    told = hands.use(
        "emit_event", {"event_type": "stories_scouted", "data": {}}, turn=5
    )
    assert "rounds" not in str(told.content)


def test_who_counts_no_turns_has_as_many_calls(scouting):
    hands = make_hands(scouting)

    answers = [
        hands.use("search_arxiv", {"query": "agents", "limit": 1}) for _ in range(4)
    ]

    assert [answer.is_error for answer in answers] == [False] * 3 + [True]


def test_a_story_rests_on_a_text_that_was_shown(scouting):
    answer = run(scouting, "search_arxiv", query="agents", limit=2)
    scouting.learned.learn("search_arxiv", {}, answer)
    known = Story.model_validate(answer["stories"][0])
    invented = known.model_copy(update={"source_sha256": "d" * 64})

    assert evidence.unread([known], scouting.learned) == ""
    assert known.url in evidence.unread([invented], scouting.learned)


def test_a_summary_of_ones_own_gives_way_to_the_text(scouting):
    answer = run(scouting, "search_arxiv", query="agents", limit=1)
    scouting.learned.learn("search_arxiv", {}, answer)
    known = Story.model_validate(answer["stories"][0])
    embellished = known.model_copy(update={"summary": "The best paper there is."})

    [told] = evidence.in_their_words([embellished], scouting.learned)

    assert told.summary == known.summary


def test_where_the_platform_searches_our_own_search_is_not_offered_beside_it():
    offers = briefing.offers(roster()["scout"])

    with_own = toolset.managed(offers, searches=0, fetches=0)
    with_theirs = toolset.managed(offers, searches=4, fetches=0)
    over_messages = toolset.ours(offers, searches=4)

    assert "web_search" in [tool.get("name") for tool in with_own]
    assert "web_search" not in [tool.get("name") for tool in with_theirs]
    assert with_theirs[-1]["configs"][0]["name"] == "web_search"
    assert "web_search" not in [tool["name"] for tool in over_messages]


def test_a_remote_turn_is_all_that_one_request_calls():
    rows = ("span.model_request_start", "a", "b", "span.model_request_start", "c")
    events = transcript_.read(
        {
            "id": f"{place}{row}",
            "type": row if "." in row else "agent.custom_tool_use",
        }
        for place, row in enumerate(rows)
    )

    assert [transcript_.turn_of(events, one) for one in ("1a", "2b", "4c")] == [1, 1, 2]
