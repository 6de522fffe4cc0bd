"""What code makes of each event of a request, before it may stand in the log."""

from collections.abc import Callable, Mapping

from agents.events.base import Data
from agents.events.schema import Kind
from agents.tools.requesting import answering, calling
from agents.tools.workbench import Workbench

# What a step of code hands in does not matter.
BY_CODE: Mapping[Kind, Callable[[Workbench], Data]] = {
    Kind.AGENT_CALLED: calling.call,
    Kind.CALLS_FOLLOWED: answering.follow,
    Kind.REQUEST_ANSWERED: answering.answer,
}
