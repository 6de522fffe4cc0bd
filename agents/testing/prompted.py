"""A mind that asks as its prompt says: for all events at once, and for nothing twice.

The local brain, which plays models elsewhere, asks kind by kind and page by page. What
a real one is given for an issue is weighed with this one.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.brains.base import BrainFailed, ToolResult
from agents.brains.local.roles import ROLES
from agents.events.completion import Learned
from agents.events.schema import Kind
from agents.testing import minds
from agents.testing.minds import Call, Exchange, Prompt, Said, Wants, unmarked

Row = dict[str, Any]


def _events(*kinds: str, **more: Any) -> Call:
    return Call("get_events", {"event_types": list(kinds), **more})


RESEARCHED = ("covered_topics", "launches_researched", "papers_researched")
VERDICTS = ("critic_rejection", "verification_failed")
# What their prompts have these agents ask for to begin with, in one turn.
FIRST: Mapping[str, tuple[Call, ...]] = {
    "research_launches": (
        Call("search_sources", {"kind": "launch", "days": 7, "limit": 40}),
    ),
    "research_papers": (
        Call("search_sources", {"kind": "paper", "days": 7, "limit": 40}),
    ),
    "evaluator": (_events(*RESEARCHED, brief=True),),
    "writer": (_events(*RESEARCHED, "items_evaluated", "draft_written", *VERDICTS),),
    "critic": (
        _events("draft_written", limit=2),
        _events("items_evaluated", *RESEARCHED[1:], *VERDICTS),
    ),
    "planner": (_events("covered_topics"),),
    "scout": (),
    "scout_evaluator": (_events("tasks_planned", *RESEARCHED, brief=True),),
    "rate_articles": (
        _events("articles_downloaded", "summaries_extracted", brief=True),
    ),
    "cluster_topics": (Call("cluster_stories", {}),),
    "select_sections": (
        _events(
            "articles_rated",
            "topics_clustered",
            "summaries_extracted",
            "articles_downloaded",
            brief=True,
        ),
    ),
    "draft_sections": (
        _events("sections_selected", "articles_downloaded", "articles_rated"),
    ),
    "finalize_newsletter": (
        _events(
            "sections_selected",
            "sections_drafted",
            "articles_downloaded",
            "urls_gathered",
            "urls_filtered",
            "draft_written",
            *VERDICTS,
        ),
    ),
}


# What it asks again in each round, of what was written since.
AGAIN: Mapping[str, tuple[Call, ...]] = {"critic": (Call("read_passages", {}),)}


def prompted_mind(prompt: Prompt) -> Said:
    """The local brain's next turn, its questions answered from all that was told."""
    if prompt.slug not in FIRST:
        return minds.local_mind(prompt)
    if any(one.tool == "emit_event" and not one.is_error for one in prompt.exchanges):
        return Said(words="It is done.", stop="end_turn")
    known = (*prompt.before, *prompt.exchanges)
    again = AGAIN.get(prompt.slug, ())
    first = () if known else FIRST[prompt.slug]
    if prompt.slug == "scout":
        return _scout(prompt)
    if (first or again) and not prompt.exchanges:
        return Said(calls=(*first, *again))
    try:
        hands = KnowingHands(known, news=prompt.news)
        ROLES[prompt.slug](minds.brief_of(prompt), hands)
    except Wants as wants:
        return Said(calls=(_by_id(minds.tersely(wants.call, known)),))
    except BrainFailed as failed:
        return Said(words=failed.reason, stop="end_turn")
    raise AssertionError("a role that ends has called the tool that ends it")


def _scout(prompt: Prompt) -> Said:
    """All searches in one turn, all pages in the next, and then the report."""
    hands = AskingHands(prompt.exchanges)
    try:
        ROLES[prompt.slug](minds.brief_of(prompt), hands)
    except Wants as wants:
        if hands.asked:
            return Said(calls=tuple(hands.asked))
        return Said(calls=(_by_id(minds.tersely(wants.call, prompt.exchanges)),))
    raise AssertionError("a scout that ends has called the tool that ends it")


@dataclass(slots=True)
class AskingHands(minds.ReplayHands):
    """Answers what was answered; what is new in a turn is asked for all at once."""

    asked: list[Call] = field(default_factory=list)
    turn: int = 0

    def use(
        self,
        tool: str,
        arguments: Row,
        *,
        call_id: str | None = None,
        turn: int = 0,
    ) -> ToolResult:
        call = Call(tool, json.loads(json.dumps(arguments)))
        if self.asked and turn != self.turn:
            raise Wants(call)
        for known in self.exchanges:
            if (known.tool, dict(known.arguments)) == (tool, call.arguments):
                told = known.answer if known.is_error else unmarked(known.answer)
                content = told if known.is_error else json.loads(told)
                return ToolResult(content, is_error=known.is_error)
        if not turn:
            raise Wants(call)
        self.turn = turn
        self.asked.append(call)
        return ToolResult("It is asked for.", is_error=True)


def _by_id(call: Call) -> Call:
    """Stories named by their ids alone, as a researcher is told to: code knows the rest."""
    data = call.arguments.get("data", {})
    for name in ("launches", "papers", "stories"):
        if stories := data.get(name):
            named = [_named(story) for story in stories]
            return Call(call.tool, {**call.arguments, "data": {name: named}})
    return call


def _named(story: Row) -> Row:
    """By its id; one that only a page told of by its address and publisher."""
    if story["id"].startswith("http"):
        return {
            name: story[name] for name in ("id", "url", "publisher") if name in story
        }
    return {"id": story["id"]}


@dataclass(slots=True)
class KnowingHands(minds.ReplayHands):
    """Answers from everything that was told, in whatever order it was asked for."""

    news: tuple[str, ...] = ()
    events: dict[int, Row] = field(default_factory=dict)
    pages: dict[str, Row] = field(default_factory=dict)
    searches: dict[tuple[Any, Any], Row] = field(default_factory=dict)
    groups: list[Row] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    # What it emitted itself, in the rounds before too.
    own: list[Row] = field(default_factory=list)

    def __post_init__(self) -> None:
        learned = Learned()
        for exchange in self.exchanges:
            if exchange.is_error:
                continue
            if exchange.tool == "emit_event":
                self._say(exchange.arguments, learned)
                continue
            answer = json.loads(unmarked(exchange.answer))
            learned.learn(exchange.tool, exchange.arguments, answer)
            self._learn(exchange, answer)
        for message in self.news:
            told = json.loads(unmarked(message.partition("\n")[2]))
            self.events |= {event["seq"]: event for event in told}

    def _say(self, said: Mapping[str, Any], learned: Learned) -> None:
        kind = said["event_type"]
        data = learned.complete(Kind(kind), dict(said["data"]))
        self.own.append({"event_type": kind, "data": data})

    def _learn(self, exchange: Exchange, answer: Any) -> None:
        match exchange.tool:
            case "get_events":
                self.asked.update(exchange.arguments["event_types"])
                self.events |= {event["seq"]: _whole(event) for event in answer}
            case "fetch_page":
                self.pages |= {page["url"]: page for page in answer["pages"]}
            case "search_sources":
                self.searches[self._search(exchange.arguments)] = answer
            case "cluster_stories":
                self.groups = answer

    def use(
        self,
        tool: str,
        arguments: Row,
        *,
        call_id: str | None = None,
        turn: int = 0,
    ) -> ToolResult:
        answer = next(self._answers(tool, arguments), None)
        if answer is None:
            raise Wants(Call(tool, json.loads(json.dumps(arguments))))
        return ToolResult(answer)

    def _answers(self, tool: str, arguments: Row) -> Iterator[Any]:
        match tool:
            case "get_events" if self.asked.issuperset(arguments["event_types"]):
                yield self._newest(arguments["event_types"], arguments["limit"])
            case "fetch_page" if self.pages.keys() >= set(arguments["urls"]):
                yield {"pages": [self.pages[url] for url in arguments["urls"]]}
            case "search_sources" if self._search(arguments) in self.searches:
                yield self.searches[self._search(arguments)]
            case "cluster_stories" if self.groups:
                yield self.groups

    def _newest(self, kinds: Sequence[str], limit: int) -> list[Row]:
        found = [
            event
            for _, event in sorted(self.events.items())
            if event["event_type"] in kinds
        ]
        found += [event for event in self.own if event["event_type"] in kinds]
        return found[-limit:]

    @staticmethod
    def _search(arguments: Mapping[str, Any]) -> tuple[Any, Any]:
        return str(arguments["kind"]), arguments.get("days", 7)


def _whole(event: Row) -> Row:
    """The event in the shape that roles know: a summary is told in brief by its sentences."""
    if event["event_type"] != Kind.SUMMARIES_EXTRACTED:
        return event
    summaries = [
        one
        | {
            "source_sha256": "",
            "sentences": [
                {"display": said, "quote": said} for said in one["sentences"]
            ],
        }
        for one in event["data"]["summaries"]
    ]
    return {**event, "data": {**event["data"], "summaries": summaries}}
