"""Garbage collection: remote sessions stopped, counted, archived; leftovers too."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import structlog
from django.utils import timezone

from agents.brains.anthropic import transcript
from agents.brains.anthropic.client import client
from agents.brains.anthropic.remote import Remote, RemoteSession
from agents.brains.anthropic.retries import TROUBLES, USUAL, Trying
from agents.brains.anthropic.transcript import RemoteEvent
from agents.brains.base import BrainFailed, Usage
from agents.models import AgentRun, Journal
from agents.prices import Tokens

logger = structlog.get_logger(__name__)

STOP_SECONDS = 10.0
POLL_SECONDS = 0.2
LEFTOVERS_AT_ONCE = 5


@dataclass(slots=True)
class Leaving:
    """What a remote session came to, as far as the platform still told."""

    session: RemoteSession | None = None
    events: tuple[RemoteEvent, ...] = ()
    is_archived: bool = False


def put_away(remote: Remote, session_id: str, *, is_kept: bool = False) -> Leaving:
    """Stop, read and archive a session; what fails now is left for later.

    One that is kept is not archived: another round may go on with it.
    """
    leaving = Leaving()
    try:
        leaving.session = _stopped(remote, session_id)
        if leaving.session is None:
            leaving.is_archived = True
            return leaving
        leaving.events = transcript.read(remote.events(session_id))
        if is_kept:
            return leaving
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


def tidy(seconds: float) -> int:
    """Put away what was left, in so much time; how many there were."""
    try:
        platform = client()
    except BrainFailed:
        return 0  # the key was taken out: nobody can reach them from here
    until = time.monotonic() + seconds
    trying = Trying(USUAL, lambda: until - time.monotonic(), Usage())
    return archive_leftovers(Remote(platform, trying))


def archive_leftovers(remote: Remote) -> int:
    """Put away sessions that nobody will go on with; how many there were.

    Their session is over, a worker died, another brain took the role, or the platform
    was away just then.
    """
    left = Journal.objects.left_behind().values_list("remote_id", flat=True)
    archived = 0
    for remote_id in list(dict.fromkeys(left))[:LEFTOVERS_AT_ONCE]:
        leaving = put_away(remote, remote_id)
        if leaving.is_archived:
            _book_late(remote_id, leaving)
            archived += 1
    return archived


def _book_late(remote_id: str, leaving: Leaving) -> None:
    """Put what the session used since on the last run that had to do with it."""
    journals = Journal.objects.filter(remote_id=remote_id)
    journals.update(is_open=False, archived_at=timezone.now())
    run = AgentRun.objects.filter(journal__in=journals).order_by("-pk").first()
    if run is None or run.journal is None or leaving.session is None:
        return
    usage = Usage()
    count(usage, run.model, leaving.events, leaving.session)
    booked = Decimal(run.journal.booked.get("dollars", 0))
    run.dollars += max(usage.dollars - booked, Decimal(0))
    run.reported_dollars = usage.reported_dollars
    run.save(update_fields=["dollars", "reported_dollars"])
    logger.info("leftover_put_away", remote=remote_id, dollars=str(run.dollars))
