"""Asking operators for approval: the issue as a preview, and a letter to each of them.

The asking itself is on the session's log. All that is done here may be done again: the
preview is made once for a draft, and each operator is written to once about it.
"""

import structlog
from django.conf import settings

from agents.approval import letter, people
from agents.approval.previewing import preview
from agents.engine import sessions
from agents.engine.chores import Trouble
from agents.models import Session
from agents.workflows.approval import Asking
from subscribers import alerts
from subscribers.models import Alert

logger = structlog.get_logger(__name__)


def ask_all() -> int:
    """Ask about every draft that waits for a person; how many wait. Raises Trouble."""
    waiting, unasked = list(sessions.awaiting_approval()), 0
    for session, asking in waiting:
        try:
            ask(session, asking)
        except Exception:
            # One that cannot be shown must not keep the others from being asked about.
            logger.exception("not_asked", session_id=session.name)
            unasked += 1
    if unasked:
        raise Trouble(f"{unasked} of {len(waiting)} drafts cannot be asked about")
    return len(waiting)


def ask(session: Session, asking: Asking) -> None:
    """Show the issue on the desk, and write to whom has not been written to about it."""
    issue = preview(session)
    if issue is None or issue.draft_sha256 != asking.draft_sha256:
        return  # changed meanwhile: it is asked about anew
    about = f"approval:{letter.reference(session, asking)}:{asking.until:%d%H%M%S}"
    unasked = {f"{about}:{address}"[:200]: address for address in people.approvers()}
    if set(alerts.ways()) - {alerts.LETTER}:
        unasked[f"{about}:webhook"] = ""
    for once in Alert.objects.filter(once__in=unasked).values_list("once", flat=True):
        del unasked[once or ""]
    if not unasked:
        return
    subject, text = letter.subject(session, issue, asking), letter.text(session, issue)
    text = f"{letter.terms(asking, session.newsletter)}\n\n{text}"
    links = letter.links(session, issue, asking)
    desk = f"{settings.BASE_URL}{letter.desk_page(issue)}"
    for once, address in unasked.items():
        if address:
            alerts.ask(subject, text, to=address, links=links, once=once)
        else:
            alerts.ask(subject, f"{text}\n\n{desk}", once=once)
