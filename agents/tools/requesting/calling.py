"""One agent of a request is called, once: who comes again finds what came of it."""

from agents.events.requesting import AgentCalled, PlannedCall
from agents.executions import calling
from agents.models import Execution
from agents.tools.workbench import Workbench


def call(bench: Workbench) -> AgentCalled:
    """Do the execution that this part of the step is about, unless it is done."""
    planned = PlannedCall.model_validate(bench.state.share(bench.lease.key))
    row = Execution.objects.get(uid=planned.execution)
    if planned.after and not row.is_over:
        before = Execution.objects.filter(session=row.session_id)
        calling.go_on_from(row, [one for one in before if one.pk != row.pk])
    done = calling.do_in_session(row)
    return AgentCalled(
        execution=planned.execution, agent=planned.agent, status=done.status
    )
