"""How many tasks a session may set, and how often it may ask for more. Pure."""

from collections import Counter
from collections.abc import Sequence

from agents.events.schema import Kind
from agents.events.scouting import Task
from agents.workflows.state import State


def too_many(state: State, tasks: Sequence[Task]) -> str:
    """Why so many tasks may not be set; empty where they may."""
    most = state.most("scout")
    if len(tasks) <= most:
        return ""
    return f"{len(tasks)} tasks are too many; give the {most} that matter most."


def twice(tasks: Sequence[Task]) -> str:
    """Which topic stands there twice; empty where none does."""
    times = Counter(" ".join(task.topic.casefold().split()) for task in tasks)
    again = [topic for topic, number in times.items() if number > 1]
    return f"Two tasks have the topic {again[0]!r}; set one." if again else ""


def no_more(state: State) -> str:
    """Why no follow-up may be asked; empty where it may."""
    if not state.would_give_up(Kind.FOLLOW_UP_ASKED):
        return ""
    return (
        "The follow-ups of this session are used up. Emit items_evaluated with what "
        "was found."
    )
