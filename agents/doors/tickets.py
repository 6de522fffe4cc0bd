"""Tickets: a signed address under which one session may be watched live for a minute.

A page's EventSource can send no key, and clients drop theirs where they are led to
another port; the ticket stands in the address, and is worth nothing for anything else.
"""

from typing import NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.core import signing

from agents.access.keys import Caller
from agents.models import Session
from subscribers.signatures import Salt

GOOD_SECONDS = 60


class Ticket(NamedTuple):
    """Which session it is for, and whose key it was given to: ids."""

    session: int
    key: int


def address(session: Session, caller: Caller, after: int) -> str:
    """Where the events of this session are sent from, with its ticket."""
    ticket = signing.dumps([session.pk, caller.key_id], salt=Salt.LIVE)
    query = urlencode({"ticket": ticket, "after": after})
    return f"{settings.LIVE_URL}/live/{session.name}?{query}"


def read(ticket: str) -> Ticket | None:
    """What the ticket is for; None where it was altered or is too old."""
    try:
        session, key = signing.loads(ticket, salt=Salt.LIVE, max_age=GOOD_SECONDS)
    except (signing.BadSignature, TypeError, ValueError):
        return None
    return Ticket(session, key)
