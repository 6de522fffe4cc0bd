"""Graph validation: what is wrong with a workflow's declaration, before it runs. Pure."""

from collections.abc import Iterator

from agents.events.schema import Kind, RefusedData, parse
from agents.workflows.declaration import Back, End, Step, To, Workflow


def faults_of(workflow: Workflow) -> Iterator[str]:
    """Each thing that would end a session of it, or leave it waiting for ever.

    Ways that lead nowhere hide the others, which are told once those are mended.
    """
    astray = tuple(_astray(workflow))
    yield from astray or _unreached(workflow)
    yield from _twice(workflow)
    for step in workflow.steps:
        yield from _misfit(step)


def _astray(workflow: Workflow) -> Iterator[str]:
    if workflow.first not in workflow.by_name:
        yield f"it begins with {workflow.first!r}, which is none of its steps"
    for step in workflow.steps:
        for kind, target in step.then.items():
            for name in _leads_to(target):
                if name not in workflow.by_name:
                    yield (
                        f"{step.name!r} leads by {str(kind)!r} to {name!r}, "
                        "which is none of its steps"
                    )


def _leads_to(target: To | Back | End) -> tuple[str, ...]:
    match target:
        case To(steps):
            return steps
        case Back(step):
            return (step,)
        case End():
            return ()


def _unreached(workflow: Workflow) -> Iterator[str]:
    found, ahead = set[str](), [workflow.first]
    while ahead:
        step = workflow.by_name[ahead.pop()]
        if step.name not in found:
            found.add(step.name)
            for target in step.then.values():
                ahead.extend(_leads_to(target))
    for step in workflow.steps:
        if step.name not in found:
            yield f"no step leads to {step.name!r}"
    ends = (target for name in found for target in workflow.by_name[name].then.values())
    if not any(isinstance(target, End) for target in ends):
        yield "no way leads to its End()"


def _twice(workflow: Workflow) -> Iterator[str]:
    """What a log could not tell apart: it knows steps by name, and ends by kind."""
    names: set[str] = set()
    ends: dict[Kind, str] = {}
    for step in workflow.steps:
        if step.name in names:
            yield f"two of its steps are called {step.name!r}"
        names.add(step.name)
        for kind in step.then:
            other = ends.setdefault(kind, step.name)
            if other != step.name:
                yield f"{other!r} and {step.name!r} both end with {str(kind)!r}"


def _misfit(step: Step) -> Iterator[str]:
    """A placeholder that its own kind would refuse, once it is needed."""
    if step.placeholder is None:
        return
    try:
        parse(step.happy, step.placeholder("it failed"))
    except RefusedData as refused:
        yield f"the placeholder of {step.name!r} does not do: {refused}"
