"""Every workflow a session can run, by name and version. Released ones stay."""

from agents.workflows.declaration import Workflow
from agents.workflows.digest import DIGEST, DIGEST_1
from agents.workflows.request import REQUEST
from agents.workflows.scouts import SCOUTS, SCOUTS_1
from agents.workflows.weekly_brief import BRIEF_1, BRIEF_2, BRIEF_3, BRIEF_4, BRIEF_5

WORKFLOWS: dict[tuple[str, int], Workflow] = {
    (workflow.name, workflow.version): workflow
    for workflow in (
        *(BRIEF_1, BRIEF_2, BRIEF_3, BRIEF_4, BRIEF_5),
        *(DIGEST_1, DIGEST, SCOUTS_1, SCOUTS, REQUEST),
    )
}
# Those that a newsletter's sessions may have.
OF_ISSUES = tuple(
    sorted({name for (name, _), one in WORKFLOWS.items() if one.makes_issue})
)


class UnknownWorkflow(LookupError):
    """This version of Crux does not know the workflow; a newer one may."""


def workflow_of(name: str, version: int) -> Workflow:
    """The workflow of a session; raises UnknownWorkflow."""
    try:
        return WORKFLOWS[name, version]
    except KeyError:
        known = ", ".join(f"{name} {version}" for name, version in sorted(WORKFLOWS))
        raise UnknownWorkflow(
            f"No workflow {name!r} in version {version!r}; known: {known}."
        ) from None


def newest(name: str) -> Workflow:
    """The version that a newsletter's new session begins with; raises UnknownWorkflow."""
    versions = [version for known, version in WORKFLOWS if known == name]
    known = ", ".join(OF_ISSUES)
    if not versions:
        raise UnknownWorkflow(f"No workflow {name!r}; known: {known}.")
    workflow = WORKFLOWS[name, max(versions)]
    if not workflow.makes_issue:
        raise UnknownWorkflow(f"The workflow {name} makes no issue; those do: {known}.")
    return workflow
