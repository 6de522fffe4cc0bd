"""What a caller may have done to sessions, by whichever door: on record under their name.

Everything is done by what the desk calls, and refused by it; nothing here goes around
approval or certification. Each raises NotPossible, and UnknownWorkflow for a session that
this version cannot read.
"""

from agents.approval import people
from agents.desk import acts, approval
from agents.desk.acts import Wish
from agents.engine import log
from agents.engine.steering import Decision, NotPossible
from agents.events.approval import Via
from agents.models import Session
from agents.workflows.table import newest
from newsletter.models import Newsletter

Told = tuple[Session, str]


def begin(newsletter: Newsletter, *, workflow: str, is_dry_run: bool) -> Told:
    """A new session, and what comes next."""
    newest(workflow or newsletter.workflow)
    return acts.begin(newsletter, is_dry_run=is_dry_run, workflow=workflow)


def resume(session: Session, by: str) -> Told:
    """Let it go on: where it was held, or at the step that ended it.

    A session that goes on by itself is left as it is.
    """
    by = people.named(by)
    state = log.state(session)
    if session.status == Session.Status.PAUSED:
        return _fulfil(session, "unpause", by)
    if acts.retries(session, state):
        return _fulfil(session, "retry", by)
    if session.is_over:
        raise NotPossible(f"Session {session.name!r} is over ({session.status}).")
    return session, "It goes on by itself: the next free worker takes it."


def pause(session: Session, by: str, reason: str) -> Told:
    """Begin no further step."""
    return _fulfil(session, "pause", people.named(by), reason)


def cancel(session: Session, by: str, reason: str) -> Told:
    """End it without an issue."""
    return _fulfil(session, "cancel", people.named(by), reason)


def decide(session: Session, by: str, draft: str, why: str, *, is_yes: bool) -> Told:
    """A yes or no to the draft that the caller has seen, by its name."""
    if not draft:
        raise NotPossible("Name the draft that you have seen.")
    decision = Decision(is_yes, draft, people.named(by), Via.API, why)
    return session, approval.settle(session, decision)


def _fulfil(session: Session, act: str, by: str, reason: str = "") -> Told:
    wish = Wish(act, by, at_seq=session.last_seq, reason=reason)
    return acts.fulfil(session, wish)
