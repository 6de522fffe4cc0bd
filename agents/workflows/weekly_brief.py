"""The weekly brief: research, judge, write, criticise, verify and deliver one issue."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from agents.events.schema import Kind
from agents.workflows.certified import DELIVERY, critic, verdicts, verifier
from agents.workflows.declaration import Newest, Step, To, Workflow
from newsletter.text import truncate


def empty(**data: Any) -> Callable[[str], Mapping[str, Any]]:
    """What stands for a step that came to nothing, by the reason."""
    return lambda reason: {**data, "auto_inserted": True, "note": reason[:1000]}


_MOST_NAMED = 3  # of the sources that failed
_RESEARCHED = (Kind.LAUNCHES_RESEARCHED, Kind.PAPERS_RESEARCHED)


def _some_story(last: Newest) -> str | None:
    launches = last[Kind.LAUNCHES_RESEARCHED]["launches"]
    papers = last[Kind.PAPERS_RESEARCHED]["papers"]
    if launches or papers:
        return None
    found = [last[kind] for kind in _RESEARCHED]
    told = sum(data.get("told_before", 0) for data in found)
    left = left_to_drafts(found)
    if not told:
        none = f"Research found no story to evaluate{_undated(found)}.{silent_sources(found)}"
        return f"Research found no other story. {left}" if left else none
    last = max(data.get("last_told_in", 0) for data in found)
    return (
        f"Research found nothing new: earlier issues, the last of them issue {last}, "
        f"told all {told} stories; no reader gets them twice. "
        f"{left or 'Begin a session for a later day.'}"
    )


def left_to_drafts(found: Iterable[Mapping[str, Any]]) -> str:
    """That drafts which wait have stories, and what that asks of their operators."""
    number = sum(data.get("left_to_drafts", 0) for data in found)
    if not number:
        return ""
    stories = "a story stands" if number == 1 else f"{number} stories stand"
    return (
        f"In drafts that wait for a person {stories}: decide on those first. What a "
        "stopped draft told is free again."
    )


def _undated(found: Iterable[Mapping[str, Any]]) -> str:
    """That what outlets told bears no day, where they told nothing else."""
    counts = [one.get("found", 0) for data in found for one in data.get("sources", ())]
    if not sum(counts) or any(data.get("considered", 0) for data in found):
        return ""
    return f": of {sum(counts)} that outlets told none bears a day"


def _some_choice(last: Newest) -> str | None:
    chosen = last[Kind.ITEMS_EVALUATED]
    if chosen["selected_launches"] or chosen["selected_papers"]:
        return None
    none = f"No story was good enough to publish{_far_from_profile(chosen)}."
    found = [last.get(kind, {}) for kind in _RESEARCHED]
    return f"{none}{silent_sources(found)} {left_to_drafts(found)}".strip()


def silent_sources(found: Iterable[Mapping[str, Any]]) -> str:
    """That more of the sources failed than answered; three of them by name."""
    asked: dict[str, bool] = {}
    for data in found:
        for one in data.get("sources", ()):
            asked[one["name"]] = asked.get(one["name"], False) or bool(one.get("fault"))
    failed = [name for name, has_failed in asked.items() if has_failed]
    if 2 * len(failed) <= len(asked):
        return ""
    return (
        f" {len(failed)} of {len(asked)} sources could not be read in full "
        f"({truncate.first_of(failed, _MOST_NAMED)}): "
        "look at the newsletter's outlets first."
    )


def _far_from_profile(evaluated: Mapping[str, Any]) -> str:
    """That all that was scored has nothing to do with the readers' profile, or little."""
    scored = [one for one in evaluated.get("rejected_items", ()) if one.get("scores")]
    relevance = [one["scores"]["relevance"] for one in scored]
    if not relevance:
        return ""
    if max(relevance) > 1:
        is_all = all(one.get("reason", "").startswith("relevance ") for one in scored)
        far = (
            f": of {len(scored)} none is near enough to the readers' profile; a letter on "
            "all subjects is ticked “General interest” on the desk"
        )
        return far if is_all else ""
    return (
        f": of {len(relevance)} none has to do with the readers' profile; see whether it "
        "is in the language and the words of its outlets"
    )


_TO_THE_CRITIC = (
    Step("memory", placeholder=empty(topics=[]),
         then={Kind.COVERED_TOPICS: To(("research_launches", "research_papers"))}),
    Step("research_launches", placeholder=empty(launches=[]),
         then={Kind.LAUNCHES_RESEARCHED: To(("evaluator",))}),
    Step("research_papers", placeholder=empty(papers=[]),
         then={Kind.PAPERS_RESEARCHED: To(("evaluator",))}),
    Step("evaluator", needs=_some_story, then={Kind.ITEMS_EVALUATED: To(("writer",))}),
    Step("writer", needs=_some_choice, then={Kind.DRAFT_WRITTEN: To(("critic",))}),
    critic("writer"),
)  # fmt: skip

BRIEF_2 = Workflow(
    name="brief",
    version=2,
    first="memory",
    steps=(*_TO_THE_CRITIC, verifier("writer"), DELIVERY),
)
# The first version knows no second judge.
_ALONE = Step("verifier", then=verdicts("writer"))
BRIEF_1 = replace(BRIEF_2, version=1, steps=(*_TO_THE_CRITIC, _ALONE, DELIVERY))
# The same steps. A version that knows no approval would deliver without one: it must
# leave these sessions to others.
BRIEF_3 = replace(BRIEF_2, version=3)
# The same steps. A refused draft that is handed in again ends its loop, and an operator
# may edit what was verified: a version that knows no edits would deliver without them.
BRIEF_4 = replace(BRIEF_3, version=4, ends_repeats=True, takes_edits=True)
# The same steps. Rules write where models' drafts come to no end: a version that does not
# know it would end such a session instead.
BRIEF_5 = replace(BRIEF_4, version=5, hands_over="writer")
BRIEF = BRIEF_5  # what sessions begin with
