"""Limits: how many scouts a session sends out, and how often once more. Pure."""

from collections.abc import Mapping

from agents.events.schema import Kind
from agents.workflows.declaration import Back, Workflow
from newsletter.interests.schema import Interests

TASKS, FOLLOW_UPS = "scout", str(Kind.FOLLOW_UP_ASKED)
# By step or kind, how many parts or ways back somebody wants; None is no wish.
Wanted = Mapping[str, int | None]


def by_interests(interests: Interests) -> Wanted:
    """What interests say."""
    return {TASKS: interests.max_tasks, FOLLOW_UPS: interests.follow_ups}


def of(workflow: Workflow, *wishes: Wanted) -> dict[str, int]:
    """The limits a session begins with: the first wish that there is, else as declared.

    Only what the workflow has; what the declaration allows caps them (`State.most`).
    """
    found = {str(name): number for name, number in workflow.limits.items()}
    for wanted in reversed(wishes):
        for name, number in wanted.items():
            if number is not None and _has(workflow, name):
                found[name] = number
    return found


def _has(workflow: Workflow, name: str) -> bool:
    if step := workflow.by_name.get(name):
        return step.each is not None
    ending = workflow.by_end.get(name)
    return ending is not None and isinstance(ending.then[Kind(name)], Back)
