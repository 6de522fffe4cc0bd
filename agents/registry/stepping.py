"""Who does a step of a session when it is called for (dependency inversion).

Workers stand above calls: they say here who does it when Django starts.
"""

from collections.abc import Callable

from agents.registry.schemas import StepInput, StepOutput

StepDoor = Callable[[str, StepInput], StepOutput]
_doors: list[StepDoor] = []


def open_steps(door: StepDoor) -> None:
    """Let this do the steps from now on."""
    _doors[:] = [door]


def do_step(agent: str, given: StepInput) -> StepOutput:
    """Have the step done."""
    return _doors[0](agent, given)
