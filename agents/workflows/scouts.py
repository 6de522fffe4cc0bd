"""Scouts: a planner sets tasks, scouts see to them side by side, and the brief goes on."""

from dataclasses import replace

from agents.events.schema import Kind
from agents.events.scouting import MOST_TASKS
from agents.workflows.certified import DELIVERY, critic, verifier
from agents.workflows.declaration import Back, Each, Newest, Step, To, Workflow
from agents.workflows.weekly_brief import BRIEF, empty, silent_sources

MOST_FOLLOW_UPS = 3


def _some_story(last: Newest) -> str | None:
    reports = last[Kind.STORIES_SCOUTED]["parts"]
    if any(report["stories"] for report in reports):
        return None
    if not reports:
        return "The planner set no task, so nobody looked for a story."
    notes = (report["note"] for report in reports if report["note"])
    why = next(notes, "they came back with nothing")
    return f"No scout of {len(reports)} found a story: {why}.{silent_sources(reports)}"


_SCOUTING = (
    replace(BRIEF.by_name["memory"], then={Kind.COVERED_TOPICS: To(("planner",))}),
    Step("planner", then={Kind.TASKS_PLANNED: To(("scout",))}),
    Step("scout", each=Each("tasks", MOST_TASKS), placeholder=empty(stories=[]),
         then={Kind.STORIES_SCOUTED: To(("collect_launches", "collect_papers"))}),
    Step("collect_launches", needs=_some_story,
         then={Kind.LAUNCHES_RESEARCHED: To(("scout_evaluator",))}),
    Step("collect_papers", then={Kind.PAPERS_RESEARCHED: To(("scout_evaluator",))}),
    Step("scout_evaluator", then={
        Kind.ITEMS_EVALUATED: To(("writer",)),
        Kind.FOLLOW_UP_ASKED: Back(
            "scout", MOST_FOLLOW_UPS, "The evaluator kept asking for more research"
        ),
    }),
)  # fmt: skip
SCOUTS_1 = Workflow(
    name="scouts",
    version=1,
    first="memory",
    steps=(
        *(*_SCOUTING, BRIEF.by_name["writer"]),
        *(critic("writer"), verifier("writer"), DELIVERY),
    ),
    ends_repeats=True,
    takes_edits=True,
    limits={"scout": 5, Kind.FOLLOW_UP_ASKED: 1},
)
# The same steps. Rules write where models' drafts come to no end.
SCOUTS = replace(SCOUTS_1, version=2, hands_over="writer")
