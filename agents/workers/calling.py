"""The step of a session as a call: what an agent of a workflow does when it is asked."""

from agents.assistants.task import CannotDo
from agents.engine import log
from agents.models import Session
from agents.registry.schemas import StepEvent, StepInput, StepOutput
from agents.workers.steps import StepResult, run_step
from agents.workflows.declaration import step_of
from agents.workflows.table import UnknownWorkflow, workflow_of


def do_step(agent: str, given: StepInput) -> StepOutput:
    """Do the step as the log allows it now, all of its open parts; raises CannotDo.

    Nothing is done that a worker would not do: who calls only says when.
    """
    session = Session.objects.filter(name=given.session).first()
    if session is None:
        raise CannotDo(f"No session {given.session!r}.")
    try:
        steps = workflow_of(session.workflow, session.version).by_name
    except UnknownWorkflow as error:
        raise CannotDo(str(error)) from error
    if agent not in steps:
        raise CannotDo(
            f"The workflow {session.workflow} has no step {agent}; it has: "
            f"{', '.join(steps)}."
        )
    before = session.last_seq
    results = [run_step(session.pk, turn) for turn in _turns(session, agent)]
    result = next((one for one in results if one != StepResult.OK), StepResult.OK)
    if not results or set(results) == {StepResult.NOOP}:
        raise CannotDo(_why_not(session, agent))
    wrote = session.events.filter(seq__gt=before).order_by("seq")
    return StepOutput(
        session=session.name,
        step=agent,
        result=result,
        events=tuple(
            StepEvent(seq=one.seq, kind=one.event_type, data=one.data) for one in wrote
        ),
    )


def _turns(session: Session, agent: str) -> list[str]:
    if session.status != Session.Status.OPEN:
        return []
    return [turn for turn in sorted(log.state(session).open) if step_of(turn) == agent]


def _why_not(session: Session, agent: str) -> str:
    session.refresh_from_db()
    if session.status != Session.Status.OPEN:
        return f"{session.name} is {session.status}: {agent} has nothing to do."
    due = ", ".join(sorted(log.state(session).open)) or "nothing"
    return f"{agent} may not run now; what is due: {due}."
