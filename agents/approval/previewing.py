"""The preview of a draft that waits for a person: its issue, on no public page."""

from agents.engine import log
from agents.engine.leases import Lease
from agents.models import Session
from agents.prompts.loader import roster
from agents.tools.certification.publish import publish_draft
from agents.tools.workbench import Workbench
from agents.workflows.drafted import verified_draft
from agents.workflows.state import State
from newsletter.models import Issue


def preview(session: Session) -> Issue | None:
    """The session's issue as it would go out, on no public page; None without a draft."""
    state = log.state(session)
    verified = verified_draft(state)
    if verified is None:
        return None
    written = verified.written
    made = Issue.objects.filter(
        session_name=session.name,
        draft_sha256=verified.sha256,
        subject=written.subject,
        preheader=written.preheader,
    ).first()
    if made:
        return made
    return publish_draft(bench_of(session, state), verified, is_preview=True)


def bench_of(session: Session, state: State) -> Workbench:
    """The table of the step that delivers, with nobody at it."""
    [step] = [step.name for step in state.workflow.steps if step.delivers]
    lease = Lease(0, session.pk, session.name, step, state.key(step), 0)
    return Workbench(
        lease, session, roster()[step], frozenset(), state, 0.0, log.HARNESS
    )
