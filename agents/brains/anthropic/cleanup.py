"""Garbage collection: remote sessions stopped, counted, archived; leftovers too."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

import structlog
from django.db.models import Q
from django.utils import timezone

from agents.brains.anthropic import transcript
from agents.brains.anthropic.remote import Remote, RemoteSession
from agents.brains.anthropic.retries import TROUBLES
from agents.brains.anthropic.transcript import RemoteEvent
from agents.brains.base import BrainFailed, Usage
from agents.models import Journal, Session
from agents.prices import Tokens

logger = structlog.get_logger(__name__)

STOP_SECONDS = 10.0
POLL_SECONDS = 0.2
# A journal whose round another brain ended is not looked at again before this.
STALE = timedelta(hours=6)
LEFTOVERS_AT_ONCE = 5


@dataclass(slots=True)
class Leaving:
    """What a remote session came to, as far as the platform still told."""

    session: RemoteSession | None = None
    events: tuple[RemoteEvent, ...] = ()
    is_archived: bool = False


def put_away(remote: Remote, session_id: str) -> Leaving:
    """Stop, read and archive a session; what fails now is left for later."""
    leaving = Leaving()
    try:
        leaving.session = _stopped(remote, session_id)
        if leaving.session is None:
            leaving.is_archived = True
            return leaving
        leaving.events = transcript.read(remote.events(session_id))
        if not leaving.session.archived_at:
            remote.archive(session_id)
        leaving.is_archived = True
    except (BrainFailed, *TROUBLES) as trouble:
        logger.warning("not_put_away", remote=session_id, reason=str(trouble)[:200])
    return leaving


def _stopped(remote: Remote, session_id: str) -> RemoteSession | None:
    """The session once it stands still, interrupted if need be; None if it is unknown."""
    session = remote.look_at(session_id)
    if session is None or not session.is_at_work:
        return session
    # Its status lags behind its events: it may have ended by itself.
    until = time.monotonic() + STOP_SECONDS
    is_interrupted = False
    while session and session.is_at_work and time.monotonic() < until:
        if not is_interrupted and not _stands_still(remote, session_id):
            remote.interrupt(session_id)
        is_interrupted = True
        time.sleep(POLL_SECONDS)
        session = remote.look_at(session_id)
    return session


def _stands_still(remote: Remote, session_id: str) -> bool:
    events = transcript.read(remote.events(session_id))
    return isinstance(transcript.decide(events), transcript.Finish | transcript.Fail)


def count(
    usage: Usage,
    model: str,
    events: Sequence[RemoteEvent],
    session: RemoteSession | None,
) -> None:
    """Count each request by itself, then what the session's own total has beyond them.

    A long prompt has another price, so totals alone would not do.
    """
    known = tuple(events)
    if session and session.agent.model.id:
        model = session.agent.model.id
    counted = Tokens()
    for tokens in transcript.requests(known):
        usage.count(model, tokens)
        counted = counted.plus(tokens)
    searches = transcript.searches(known)
    if session:
        total = session.usage
        hours = total.tokens.cache_write_hour
        written = Tokens(
            input=total.tokens.input,
            output=total.tokens.output,
            cache_read=total.tokens.cache_read,
            cache_write=total.tokens.cache_write + hours,
        )
        usage.count(model, written.minus(counted))
        # Requests do not tell for how long they wrote; the total does.
        usage.count(model, Tokens(cache_write=-hours, cache_write_hour=hours))
        if total.server_tool_use:
            searches = total.server_tool_use.web_search_requests
        usage.count_running(total.active_seconds)
        usage.reported_dollars = total.reported_dollars
    usage.count(model, Tokens(), searches=searches)


def archive_leftovers(remote: Remote) -> int:
    """Put away sessions that nobody will go on with; how many there were.

    A worker died, another brain took the role, or the platform was away just then.
    """
    is_given_up = Q(is_open=False) | ~Q(session__status=Session.Status.OPEN)
    is_stale = is_given_up | Q(began_at__lt=timezone.now() - STALE)
    left = Journal.objects.filter(
        is_stale, archived_at__isnull=True, brain="managed"
    ).exclude(remote_id="")
    archived = 0
    for journal in left.order_by("began_at")[:LEFTOVERS_AT_ONCE]:
        leaving = put_away(remote, journal.remote_id)
        if leaving.is_archived:
            _book_late(journal, leaving)
            archived += 1
    return archived


def _book_late(journal: Journal, leaving: Leaving) -> None:
    """Put what the session used since on the last run that had to do with it."""
    journal.is_open, journal.archived_at = False, timezone.now()
    journal.save(update_fields=["is_open", "archived_at"])
    run = journal.runs.order_by("-attempt").first()
    if run is None or leaving.session is None:
        return
    usage = Usage()
    count(usage, run.model, leaving.events, leaving.session)
    booked = Decimal(journal.booked.get("dollars", 0))
    run.dollars += max(usage.dollars - booked, Decimal(0))
    run.reported_dollars = usage.reported_dollars
    run.save(update_fields=["dollars", "reported_dollars"])
    logger.info("leftover_put_away", remote=journal.remote_id, dollars=str(run.dollars))
