"""What each step of the brief ends with, until there is a draft. Pure."""

from datetime import date

from pydantic import Field

from agents.events.base import (
    Data,
    MayBePlaceholder,
    RubricScores,
    ToldCorrection,
    Update,
)
from newsletter.research.story import OutletReport, Story


class CoveredTopic(Data):
    """A story that an earlier issue told."""

    story_id: str
    title: str
    url: str
    issue_number: int
    covered_on: date
    # How its text begins.
    gist: str = Field(default="", exclude_if=lambda gist: not gist)
    terms: tuple[str, ...] = ()


class ThreadEntry(Data):
    """One telling of a story that went on; `what_is_new` is empty in the first."""

    issue_number: int
    told_on: date
    title: str
    what_is_new: str = ""


class StoryThread(Data):
    """A story that several issues told, with its newest tellings, the oldest first."""

    title: str
    url: str
    told: tuple[ThreadEntry, ...] = ()


class CoveredTopics(MayBePlaceholder):
    """What recent issues told, by code: it is looked up, not said."""

    topics: tuple[CoveredTopic, ...] = ()
    # The stories that went on last.
    threads: tuple[StoryThread, ...] = ()
    # By code: what the next issue has to correct.
    corrections: tuple[ToldCorrection, ...] = ()
    issues_read: int = Field(default=0, ge=0)
    # Of a rehearsal: the issues of its own day and later, which do not count as told.
    uncounted: tuple[int, ...] = Field(default=(), exclude_if=lambda told: not told)


class Rejected(Data):
    """A story that was left out, and why.

    One that tells what a chosen story tells names that in `same_as`, by its id: its outlet
    is then heard beside it.
    """

    story_id: str
    scores: RubricScores | None = None
    reason: str = Field(min_length=1, max_length=400)
    same_as: str = Field(default="", max_length=200, exclude_if=lambda name: not name)


class Researched(MayBePlaceholder):
    """What both research agents tell besides their stories."""

    sources: tuple[OutletReport, ...] = ()
    considered: int = Field(default=0, ge=0)
    window_days: int = Field(default=7, ge=1)
    # By code: how many of those found earlier issues had told, and which was the last.
    told_before: int = Field(default=0, ge=0)
    last_told_in: int = Field(default=0, ge=0)
    # By code: those of them that rules take for told again, and are not handed on.
    repeats: tuple[Rejected, ...] = Field(default=(), exclude_if=lambda told: not told)
    # By code: how many stories of the kind are left to a draft that waits for a person.
    left_to_drafts: int = Field(default=0, ge=0, exclude_if=lambda number: not number)
    # By code, where outlets tell of everything: how many of the best are on the subject.
    on_subject: int | None = Field(
        default=None, ge=0, exclude_if=lambda number: number is None
    )


class LaunchesResearched(Researched):
    launches: tuple[Story, ...] = Field(default=(), max_length=60)


class PapersResearched(Researched):
    papers: tuple[Story, ...] = Field(default=(), max_length=60)


class Choice(Data):
    """A story that the issue shall tell, by its id.

    `why` is the angle to tell it from; readers find it on the page of evidence. One that
    was told before has an `update`; of one that is only like a told story, or like another
    one of the choice, `differs` says what sets it apart. What is no news, such as an essay
    or a guide, is not told but named `in_a_line` below the launches.
    """

    story_id: str
    scores: RubricScores
    why: str = Field(min_length=1, max_length=400)
    update: Update | None = Field(default=None, exclude_if=lambda update: not update)
    differs: str = Field(default="", max_length=300, exclude_if=lambda said: not said)
    in_a_line: bool = Field(default=False, exclude_if=lambda is_so: not is_so)


class ItemsEvaluated(Data):
    selected_launches: tuple[Choice, ...] = ()
    selected_papers: tuple[Choice, ...] = ()
    rejected_items: tuple[Rejected, ...] = ()
    summary: str = Field(default="", max_length=2000)
    method: str = Field(default="", max_length=100)
