"""What code makes of each event of a request, before it may stand in the log."""

from collections.abc import Callable, Mapping

from agents.events.base import Data
from agents.events.schema import Kind
from agents.tools.requesting import answering, calling
from agents.tools.workbench import Workbench


def _called(bench: Workbench) -> tuple[Kind, Data]:
    return Kind.AGENT_CALLED, calling.call(bench)


def _answered(bench: Workbench) -> tuple[Kind, Data]:
    """The answer, unless a call has waited for those that are over."""
    if followed := answering.follow(bench):
        return Kind.CALLS_FOLLOWED, followed
    return Kind.REQUEST_ANSWERED, answering.answer(bench)


# What a step of code hands in does not matter, nor which of its events it names.
BY_CODE: Mapping[Kind, Callable[[Workbench], tuple[Kind, Data]]] = {
    Kind.AGENT_CALLED: _called,
    Kind.REQUEST_ANSWERED: _answered,
    Kind.CALLS_FOLLOWED: _answered,
}
