"""Tickets: a signed address under which one session may be watched live for a minute.

A page's EventSource can send no key, and clients drop theirs where they are led to
another port; the ticket stands in the address, and is worth nothing for anything else.
"""

from urllib.parse import urlencode

from django.conf import settings
from django.core import signing

from agents.models import Session
from subscribers.signatures import Salt

GOOD_SECONDS = 60


def address(session: Session, after: int) -> str:
    """Where the events of this session are sent from, with its ticket."""
    ticket = signing.dumps(session.pk, salt=Salt.LIVE)
    query = urlencode({"ticket": ticket, "after": after})
    return f"{settings.LIVE_URL}/live/{session.name}?{query}"


def session_of(ticket: str) -> int | None:
    """The session's id; None where the ticket was altered or is too old."""
    try:
        found = signing.loads(ticket, salt=Salt.LIVE, max_age=GOOD_SECONDS)
    except signing.BadSignature:
        return None
    return found if isinstance(found, int) else None
