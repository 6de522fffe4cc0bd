"""A mind that hands in a digest's every kind of slip before what is right. Pure.

Each agent emits what is wrong in one way after another, as long as that is refused, and
then what the mind behind it says.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from agents.testing.minds import Call, Exchange, Mind, Prompt, Said

Row = dict[str, Any]
Slip = Callable[[Row], Row]

INVENTED = "It was tried on 4,321 farms."
_GONE = "https://nowhere.example/story"


def _members(name: str, change: Callable[[list[Row]], list[Row]]) -> Slip:
    return lambda data: {**data, name: change([*data[name]])}


def _first(rows_name: str, **fields: Any) -> Slip:
    return _members(rows_name, lambda rows: [{**rows[0], **fields}, *rows[1:]])


def _called(name: str) -> Slip:
    return _first("topics", name=name)


def _invent(data: Row) -> Row:
    """A sentence with a figure that nobody gave, and nothing that bears it."""
    first = data["sections"][0]
    markdown = first["markdown"].replace("\n\n", f"\n\n{INVENTED} ", 1)
    return {
        **data,
        "sections": [{**first, "markdown": markdown}, *data["sections"][1:]],
    }


def _invent_in_issue(data: Row) -> Row:
    head, sign, rest = data["markdown"].partition("\n\n### 1. ")
    title, gap, text = rest.partition("\n\n")
    return {**data, "markdown": f"{head}{sign}{title}{gap}{INVENTED} {text}"}


def _tell_again(rows: list[Row]) -> list[Row]:
    """The first story of the first section in the last one, too."""
    last = {**rows[-1], "story_ids": [rows[0]["story_ids"][0]]}
    return [*rows[:-1], last]


# By agent: each slip, and words of the refusal that it meets.
SLIPS: Mapping[str, Sequence[tuple[Slip, str]]] = {
    "rate_articles": (
        (_first("rated", story_id=_GONE), "Not among the summarised stories"),
        (_members("rated", lambda rows: [rows[0], *rows]), "stands there twice"),
        (_members("rated", lambda rows: rows[:2]), "rate the others too"),
    ),
    "cluster_topics": (
        (_members("topics", lambda rows: [{**one, "name": "Agents"} for one in rows]),
         "Two are called"),
        (_called("Various"), "would fit any other"),
        (_called("4,321 farms and counting"), "none of them has"),
        (_called("**[Read](https://nowhere.example)**"), "markup or an address"),
        (_called("a" * 81), "80"),
    ),
    "select_sections": (
        (_members("sections", lambda rows: [rows[0]] * 8), "at most seven"),
        (_members("sections", _tell_again), "stands there twice"),
        (_first("sections", story_ids=[_GONE]), "Not among the rated stories"),
    ),
    "draft_sections": (
        (lambda data: {**data, "citations": []}, "neither a link nor a citation"),
        (_invent, "4,321"),
    ),
    "finalize_newsletter": ((_invent_in_issue, "4,321"),),
}  # fmt: skip

_UNSEEN = {
    "id": _GONE,
    "url": _GONE,
    "kind": "launch",
    "title": INVENTED,
    "publisher": "Nowhere",
    "summary": INVENTED,
    "source_sha256": "d" * 64,
}
# Those of a scouts' week. One scout's slips are every scout's.
SCOUT_SLIPS: Mapping[str, Sequence[tuple[Slip, str]]] = {
    "planner": (
        (_members("tasks", lambda rows: [
            {**rows[0], "topic": f"topic {number}"} for number in range(20)
        ]), "20 tasks are too many"),
        (_members("tasks", lambda rows: [rows[0], rows[0]]), "Two tasks have the topic"),
    ),
    "scout": (
        (_members("stories", lambda rows: [_UNSEEN, *rows]), "was shown to you"),
        (_members("stories", lambda _: [{"id": _GONE}]), "No tool told of"),
    ),
}  # fmt: skip


@dataclass
class Careless:
    """Errs in each of an agent's ways once; `never_learns` names who errs in the last for ever."""

    behind: Mind
    never_learns: str = ""
    slips: Mapping[str, Sequence[tuple[Slip, str]]] = field(
        default_factory=lambda: SLIPS
    )

    def __call__(self, prompt: Prompt) -> Said:
        slips = self.slips.get(prompt.slug, ())
        refused = [one for one in prompt.exchanges if _is_refused(one)]
        kept = tuple(one for one in prompt.exchanges if not _is_refused(one))
        said = self.behind(replace(prompt, exchanges=kept))
        if prompt.slug == self.never_learns:
            place = len(slips) - 1
        else:
            place = len(refused) + sum(_is_refused(one) for one in prompt.before)
        if place >= len(slips):
            return said
        slip, _ = slips[place]
        return replace(said, calls=tuple(_slipped(one, slip) for one in said.calls))


def _is_refused(exchange: Exchange) -> bool:
    return exchange.tool == "emit_event" and exchange.is_error


def _slipped(call: Call, slip: Slip) -> Call:
    if call.tool != "emit_event":
        return call
    data = json.loads(json.dumps(call.arguments["data"]))
    return Call(call.tool, {**call.arguments, "data": slip(data)})
