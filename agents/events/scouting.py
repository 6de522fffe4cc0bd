"""What a planner sets, what a scout finds, and what is asked for once more. Pure."""

from pydantic import Field

from agents.events.base import Data, MayBePlaceholder
from newsletter.research.story import OutletReport, Story

MOST_TASKS = 20
MOST_STORIES = 12


class Task(Data):
    """What one scout is to look for: the topic, what of it is wanted, and why now."""

    topic: str = Field(min_length=1, max_length=200)
    wanted: str = Field(default="", max_length=600)
    why: str = Field(default="", max_length=400)


class TasksPlanned(Data):
    """What the scouts are to look for, the most wanted first: one scout for each task."""

    tasks: tuple[Task, ...] = Field(default=(), max_length=MOST_TASKS)


class FollowUpAsked(Data):
    """What is still to be looked for, before what was found is judged."""

    tasks: tuple[Task, ...] = Field(min_length=1, max_length=MOST_TASKS)


class StoriesScouted(MayBePlaceholder):
    """What one scout found, the best first. By code: what it was
    found among, and which part of the step it is."""

    stories: tuple[Story, ...] = Field(default=(), max_length=MOST_STORIES)
    sources: tuple[OutletReport, ...] = ()
    considered: int = Field(default=0, ge=0)
    window_days: int = Field(default=7, ge=1)
    part: int = Field(default=0, ge=0)
