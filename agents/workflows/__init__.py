"""Every workflow a session can run, by name and version. Released ones stay."""

from agents.workflow import Workflow
from agents.workflows import brief

WORKFLOWS: dict[tuple[str, int], Workflow] = {
    (workflow.name, workflow.version): workflow for workflow in (brief.BRIEF,)
}


def newest(name: str) -> Workflow:
    """The version that a new session begins with; raises KeyError."""
    version = max(known for called, known in WORKFLOWS if called == name)
    return WORKFLOWS[name, version]
