"""A page that research read, on its way to those who judge and write."""

import json

import pytest

from agents.engine import log
from agents.events.schema import Kind
from agents.tests.support import newsroom
from agents.tools import search_sources
from newsletter.research.outlets.search import SearchResult
from newsletter.research.story import Kind as StoryKind
from newsletter.research.story import OutletReport, Story
from newsletter.tests.support.makers import make_newsletter

pytestmark = pytest.mark.django_db
RESEARCHED = {"event_types": [Kind.LAUNCHES_RESEARCHED]}


async def thin(kind, *_):
    """A week in which the search knows a title and nothing more."""
    story = Story(
        id=newsroom.LAUNCH,
        kind=kind,
        title="Parser 2.0 reads documents",
        url=newsroom.LAUNCH,
        publisher="Example Lab",
    )
    report = OutletReport(name="Feed", url="https://lab.example/feed", found=1)
    return SearchResult((story,), (report,), {})


def searches_and_reads(_, hands, __):
    """As its prompt says: search, read what is thin, and name the story by its id."""
    found = hands.use("search_sources", {"kind": StoryKind.LAUNCH}).content
    [story] = found["stories"]
    assert story["summary"] == ""
    newsroom.read(hands, story["url"])
    data = {"launches": [{"id": story["id"]}]}
    event = {"event_type": "launches_researched", "data": data}
    assert not hands.use("emit_event", event).is_error


def test_what_research_read_is_before_evaluator_and_writer_and_was_read_once(
    settings, tmp_path, monkeypatch
):
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(search_sources, "find", thin)
    scripts = newsroom.honest_scripts()
    shown = {}

    with newsroom.serving(newsroom.honest_pages(), monkeypatch) as asked:

        def noting(agent, behind):
            def script(brief, hands, more):
                whole = hands.use("get_events", RESEARCHED).content
                few = hands.use("get_events", {**RESEARCHED, "brief": True}).content
                shown[agent] = json.dumps([whole, few]).count(newsroom.OPENS)
                shown[f"{agent}, read"] = asked.count("lab.example/parser")
                return behind(brief, hands, more)

            return script

        scripts["research_launches"] = searches_and_reads
        for agent in ("evaluator", "writer"):
            scripts[agent] = noting(agent, scripts[agent])
        session = newsroom.begin(make_newsletter())
        newsroom.run(session, scripts, monkeypatch, until="critic")

    [story] = log.state(session).last[Kind.LAUNCHES_RESEARCHED]["launches"]
    assert newsroom.SPEED in story["summary"]
    assert story["source_sha256"]
    assert shown == {
        "evaluator": 2,
        "evaluator, read": 1,
        "writer": 2,
        "writer, read": 1,
    }
