"""Approve, pause, cancel, retry: what an operator may do with a session.

Nothing here sends a message: what is written is found by the next sweep, so that no
page ever waits for the broker.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from agents.engine import log, sessions
from agents.engine.log import Book
from agents.events.approval import ApprovalDecided, Via, WhenLapsed
from agents.events.schema import Kind
from agents.models import Session
from agents.workflows.approval import Asking, Outcome
from agents.workflows.state import State


class NotPossible(Exception):
    """The session does not allow it; the message says why and what would work."""


class Moved(NotPossible):
    """The log has gone on since the operator looked; look again, then decide."""

    def __init__(self) -> None:
        super().__init__(self.__doc__)


def pause(session: Session, *, by: str = "", reason: str = "") -> None:
    """Begin no further step; what runs now is finished and kept."""

    def check(state: State) -> None:
        _refuse_if_over(session, state)
        if state.is_paused:
            raise NotPossible(f"Session {session.name!r} is paused already.")

    _write(session, Kind.SESSION_PAUSED, check, by=by, reason=reason)


def unpause(session: Session, *, by: str = "", reason: str = "") -> None:
    """Go on where it was held."""

    def check(state: State) -> None:
        if not state.is_paused:
            raise NotPossible(f"Session {session.name!r} is not paused.")

    _write(session, Kind.SESSION_UNPAUSED, check, by=by, reason=reason)


def cancel(
    session: Session, *, by: str = "", reason: str = "", at_seq: int | None = None
) -> None:
    """End it without an issue; workers that are on it are told at their next act."""

    def check(state: State) -> None:
        _refuse_if_over(session, state)

    _write(session, Kind.SESSION_CANCELLED, check, at_seq, by=by, reason=reason)


def retry(session: Session, *, by: str = "", at_seq: int | None = None) -> str:
    """Give the step that ended the session a new budget; returns the step's key.

    In a session that is still open: the first step that waits for its next attempt.
    """
    with log.opened(session.pk) as book:
        _refuse_if_moved(book, at_seq)
        key = key_to_retry(session, book.state)
        book.append(Kind.OPERATOR_RETRIED, {"key": key, "by": by})
        _settle(book)
    session.refresh_from_db()
    return key


def key_to_retry(session: Session, state: State) -> str:
    """The round of a step that a retry would give a new budget; raises NotPossible."""
    if state.ended_by == Kind.SESSION_ABORTED and state.dead_key:
        return state.dead_key
    if state.is_over:
        raise NotPossible(
            f"Session {session.name!r} ended because: {state.reason or state.ended_by}. "
            "Trying again cannot change that; run it again from a step."
        )
    for turn in state.waiting:
        tally = state.tally(turn)
        if tally.failures or tally.waits or tally.losses:
            return state.key(turn)
    raise NotPossible(f"No step of session {session.name!r} has failed.")


def _write(
    session: Session,
    kind: Kind,
    check: Callable[[State], None],
    at_seq: int | None = None,
    **data: str,
) -> None:
    with log.opened(session.pk) as book:
        _refuse_if_moved(book, at_seq)
        check(book.state)
        book.append(kind, data)
        _settle(book)
    session.refresh_from_db()


def _settle(book: Book) -> None:
    sessions.settle(book)
    book.session.hinted_at = None  # let the next sweep see to it


def _refuse_if_moved(book: Book, at_seq: int | None) -> None:
    if at_seq is not None and at_seq != book.session.last_seq:
        raise Moved


def _refuse_if_over(session: Session, state: State) -> None:
    if state.is_over:
        session.refresh_from_db()  # somebody may have ended it since it was read
        raise NotPossible(f"Session {session.name!r} is over ({session.status}).")


# --- Approval -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decision:
    """A person's yes or no to the draft that they saw: who, by which way, and why."""

    is_yes: bool
    draft: str
    by: str
    via: Via
    why: str = ""


def decide(session: Session, decision: Decision) -> None:
    """Let the draft go out, or stop it. The first decision on the log is the one.

    Raises NotPossible: somebody was faster, the time is up, or it is another draft now.
    """
    with log.opened(session.pk) as book:
        asking = open_asking(session, book.state, book.now, decision.draft)
        kind = Kind.APPROVAL_GIVEN if decision.is_yes else Kind.APPROVAL_REFUSED
        decided = ApprovalDecided(
            draft_sha256=asking.draft_sha256,
            by=decision.by,
            via=decision.via,
            why=decision.why,
        )
        book.append(kind, decided)
        _settle(book)
    session.refresh_from_db()


def open_asking(session: Session, state: State, now: datetime, draft: str) -> Asking:
    """The asking about the draft whose name begins so, if it is still open.

    Raises NotPossible: it was decided, the time is up, or it is another draft now.
    """
    asking = state.asking
    if asking is None:
        _refuse_if_over(session, state)
        raise NotPossible(f"Session {session.name!r} asks nobody for approval now.")
    if not asking.draft.startswith(draft) or state.asked is None:
        raise NotPossible(
            "The draft was changed since you were asked: look at it as it is now."
        )
    if not asking.is_open:
        raise NotPossible(settled(asking))
    _refuse_if_over(session, state)
    if asking.has_lapsed(now):
        raise NotPossible(f"The time to decide ended at {_at(asking)}.")
    return asking


def settled(asking: Asking) -> str:
    """What became of an asking that is not open any more, for who comes second."""
    match asking.outcome:
        case Outcome.GIVEN:
            return f"{asking.by} approved it already."
        case Outcome.REFUSED:
            return f"{asking.by} stopped it already."
    went = "it goes out" if asking.then == WhenLapsed.SEND else "the issue is skipped"
    return f"Nobody decided until {_at(asking)}, so {went}."


def _at(asking: Asking) -> str:
    return f"{asking.until:%-d %B %Y, %H:%M} UTC"
