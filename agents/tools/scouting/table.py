"""What code makes of each event of the scouts' workflow, before it may stand in the log."""

from collections.abc import Callable, Mapping
from typing import Any

from agents.events.base import Data
from agents.events.schema import Kind
from agents.events.scouting import MOST_STORIES
from agents.tools import desired
from agents.tools.certification import certify
from agents.tools.scouting import collecting, evidence, tasks
from agents.tools.workbench import Workbench
from newsletter.research.story import Kind as StoryKind


def _planned(bench: Workbench, data: Any) -> Data:
    """No more tasks than the session may have, and each its own."""
    fault = tasks.too_many(bench.state, data.tasks) or tasks.twice(data.tasks)
    if fault:
        raise certify.NotCertified(fault)
    planned: Data = data
    return planned


def _follow_up(bench: Workbench, data: Any) -> Data:
    if fault := tasks.no_more(bench.state):
        raise certify.NotCertified(fault)
    return _planned(bench, data)


def _scouted(bench: Workbench, data: Any) -> Data:
    """Only what a tool showed, with what the memory holds of it, and in its words."""
    shown = evidence.in_their_words(data.stories, bench.learned)
    if unread := evidence.unread(shown, bench.learned):
        raise certify.NotCertified(unread)
    stories = certify.known_stories(bench, shown, MOST_STORIES)
    scouted: Data = data.model_copy(update={"stories": stories})
    return scouted


def _with_desired(bench: Workbench, data: Data, name: str, kind: StoryKind) -> Data:
    """What was collected; what an operator must have stands first."""
    stories = desired.first(bench, kind, getattr(data, name))
    left = desired.number_left(bench, kind)
    return data.model_copy(update={name: tuple(stories), "left_to_drafts": left})


CERTIFIED: Mapping[Kind, Callable[[Workbench, Any], Data]] = {
    Kind.TASKS_PLANNED: _planned,
    Kind.FOLLOW_UP_ASKED: _follow_up,
    Kind.STORIES_SCOUTED: _scouted,
}
# By step: what a step of code hands in does not matter.
BY_CODE: Mapping[str, Callable[[Workbench], Data]] = {
    "collect_launches": lambda bench: _with_desired(
        bench, collecting.launches(bench.state), "launches", StoryKind.LAUNCH
    ),
    "collect_papers": lambda bench: _with_desired(
        bench, collecting.papers(bench.state), "papers", StoryKind.PAPER
    ),
}
