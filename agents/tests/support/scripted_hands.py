"""Hands that answer from a script, for brains that are tested alone."""

from datetime import UTC, date, datetime

from agents.brains.base import Brief, ToolResult
from agents.events.base import RubricScores
from agents.events.brief import (
    Choice,
    ItemsEvaluated,
    LaunchesResearched,
    PapersResearched,
)
from agents.events.drafts import DraftWritten
from agents.events.schema import DATA, dump
from agents.prompts.loader import roster
from newsletter.research.story import Kind, OutletReport, Story, ToldBefore
from newsletter.standards.rubric import Rubric

TEXT = (
    "Example Lab released Parser 2.0 on 5 August 2025 for engineers who build agents. "
    "Parser 2.0 reads 1,200 documents a minute on one CPU, twice as many as Parser 1.0. "
    "The library is published under the MIT licence and installs with pip on Linux, "
    "macOS and Windows, with wheels for Python 3.11 and later versions. "
    "Parser 2.0 was measured on 40,000 scanned pages in 12 languages, of which 98% were "
    "read without a single error in their tables."
)
OTHER_TEXT = (
    "Another Lab released Compiler 3.1 on 6 August 2025 under the Apache licence. "
    "Compiler 3.1 builds a kernel of 400 operations in 9 seconds on a laptop, three "
    "times as fast as Compiler 3.0 did on the same machine."
)
SCORES = RubricScores(relevance=8, depth=8, novelty=8)
WHY = "it matches the profile"


def make_story(number=1, **fields):
    defaults = {
        "id": f"https://lab.example/{number}",
        "kind": Kind.LAUNCH,
        "title": f"Parser 2.{number} reads documents",
        "url": f"https://lab.example/{number}",
        "publisher": "Example Lab",
        "published": datetime(2025, 8, 5, tzinfo=UTC).date(),
        "summary": TEXT,
        "source_sha256": f"{number:064x}",
    }
    return Story(**{**defaults, **fields})


def fifteen_like(story):
    """As many stories as it takes to say what outlets tell of."""
    places = [f"{story.url}/{n}" for n in range(15)]
    return tuple(story.model_copy(update={"id": at, "url": at}) for at in places)


def make_brief(slug="writer", **fields):
    defaults = {
        "spec": roster()[slug],
        "message": "",
        "newsletter": "Crux",
        "profile": "LLM agents, parsers, documents",
        "rubric": Rubric(),
        "as_of": datetime(2025, 8, 7, 9, tzinfo=UTC),
        "offers": (),
        "session_name": "newsletter_20250807_090000_00000000",
        "key": f"{slug}.1",
        "attempt": 1,
    }
    return Brief(**{**defaults, **fields})


def told(**fields):
    """What an earlier issue told, of which a story reminds."""
    given = {
        "issue": 3,
        "on": date(2025, 7, 31),
        "title": "An old story",
        "url": "https://crux.example/issues/3/",
        "shared": 0.9,
    }
    return ToldBefore(**{**given, **fields})


def chosen(*stories):
    """The events before a draft: these launches were found, and all of them chosen."""
    return (
        ItemsEvaluated(
            selected_launches=tuple(
                Choice(story_id=story.id, scores=SCORES, why=WHY) for story in stories
            )
        ),
        LaunchesResearched(
            launches=stories,
            sources=(
                OutletReport(name="Silent", url="https://s.example", fault="404"),
            ),
            considered=40,
        ),
        PapersResearched(),
    )


class FakeHands:
    """Events as `get_events` would give them, answers by tool, and what was emitted."""

    def __init__(self, *events, **answers):
        kind_of = {schema: kind for kind, schema in DATA.items()}
        self.events = [
            {"event_type": kind_of[type(event)], "data": dump(event)}
            for event in events
        ]
        self.answers = answers
        self.calls = []
        self.emitted = []

    is_done = False
    seconds_left = 100.0

    def use(self, tool, arguments, *, call_id=None, turn=0):
        self.calls.append((tool, arguments))
        if tool == "emit_event":
            self.emitted.append((arguments["event_type"], arguments["data"]))
            return ToolResult({"ok": True})
        if tool == "get_events":
            wanted = arguments["event_types"]
            found = [event for event in self.events if event["event_type"] in wanted]
            return ToolResult(found[-arguments.get("limit", 20) :])
        answer = self.answers[tool]
        if isinstance(answer, Exception):
            return ToolResult(str(answer), is_error=True)
        return ToolResult(answer(arguments) if callable(answer) else answer)


def written(hands) -> DraftWritten:
    """The one draft that was emitted."""
    [(_, data)] = hands.emitted
    return DraftWritten.model_validate(data)
