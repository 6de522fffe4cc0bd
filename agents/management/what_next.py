"""What a terminal says below a session's outcome: who stood in for a model, what to do."""

from agents.engine import log, steering
from agents.engine.steering import NotPossible
from agents.models import Session
from agents.watching.stand_ins import told_of

RETRY = "Once that is mended, try {key} again with: manage.py steersession {name} retry"
AGAIN = (
    "Begin anew from a step, with a copy of what is before it: manage.py steersession "
    "{name} again --step NAME"
)


def what_next(session: Session) -> tuple[str, ...]:
    """Its last lines, of a session without trouble none."""
    instead = told_of(session.pk)
    return tuple(filter(None, (instead, way_on(session))))


def way_on(session: Session) -> str:
    """How a session goes on that ended without its letters; "" for every other."""
    if session.status != Session.Status.ABORTED:
        return ""
    try:
        key = steering.key_to_retry(session, log.state(session))
    except NotPossible:
        return AGAIN.format(name=session.name)
    return RETRY.format(key=key, name=session.name)
