"""Editing: an operator puts a draft of their own in the place of a verified one.

It is written down and verified by the next worker, like any draft; a sha of the draft that
the operator began with is the optimistic lock: of two editors the second is told.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from agents.engine import log, sessions
from agents.engine.again import copying
from agents.engine.log import Book
from agents.engine.steering import NotPossible
from agents.events.drafts import DraftEdited, DraftWritten
from agents.events.schema import Kind
from agents.models import Session
from agents.workflows.state import State, name_of_draft
from agents.workflows.table import workflow_of
from newsletter.text.identifiers import sha256_of

# How long a failed edit waits where no terms of approval say so.
_HOURS = 24


class Overtaken(NotPossible):
    """Another draft was saved since the operator began with this one."""


@dataclass(frozen=True, slots=True)
class Edit:
    """What an operator wrote, and the name of the draft that they began with."""

    draft: DraftWritten
    began_with: str
    by: str
    why: str = ""


def present(state: State) -> DraftWritten:
    """The draft as it stands now."""
    data = state.present_draft
    return DraftWritten.model_validate(
        {name: data[name] for name in DraftWritten.model_fields if name in data}
    )


def name_of(draft: DraftWritten) -> str:
    """The name of exactly this draft, its subject and citations with it."""
    return name_of_draft(draft.model_dump(mode="json"))


def certified(session: Session) -> DraftWritten | None:
    """The newest draft of the session that passed verification: what to go back to."""
    passed = session.events.of_kind(Kind.VERIFICATION_PASSED).order_by("-seq").first()
    if passed is None:
        return None
    kinds = (Kind.DRAFT_WRITTEN, Kind.DRAFT_TRIMMED, Kind.DRAFT_EDITED)
    drafts = session.events.of_kind(*kinds).filter(seq__lt=passed.seq)
    for event in drafts.order_by("-seq"):
        if sha256_of(event.data["markdown"]) == passed.data["draft_sha256"]:
            fields = DraftWritten.model_fields
            return DraftWritten.model_validate(
                {name: event.data[name] for name in fields if name in event.data}
            )
    return None


def obstacle(session: Session, state: State) -> str:
    """Why the draft cannot be edited now; "" where it can."""
    if state.may_be_edited:
        return ""
    if not state.workflow.takes_edits:
        return (
            f"It began with version {session.version} of its workflow, before drafts "
            "could be edited."
        )
    if state.is_over:
        return f"Session {session.name!r} is over ({session.status})."
    if state.edit and "verifier" in state.open:
        return f"What {state.edit['by']} wrote is being verified; wait for the verdict."
    if not state.delivering:
        return "No draft is verified yet, or it is being delivered."
    return "It is about to go out: pause it first."


def edit(session: Session, wanted: Edit) -> None:
    """Write it down, and have it verified. Raises NotPossible, and Overtaken."""
    with log.opened(session.pk) as book:
        state = book.state
        if state.edit and name_of(present(state)) != wanted.began_with:
            raise Overtaken(
                f"{state.edit['by']} saved another draft since you began. Yours is "
                "below, and theirs above it: take over what is to stay, then save again."
            )
        if why_not := obstacle(session, state):
            raise NotPossible(why_not)
        now = present(state)
        if name_of(now) != wanted.began_with:
            raise Overtaken("It is another draft by now: look at it, then save again.")
        if name_of(wanted.draft) == wanted.began_with:
            raise NotPossible("Nothing was changed.")
        book.append(Kind.DRAFT_EDITED, _event(book, wanted, now))
        sessions.settle(book)
        book.session.hinted_at = None  # let the next sweep see to it
    session.refresh_from_db()


def _event(book: Book, wanted: Edit, now: DraftWritten) -> DraftEdited:
    return DraftEdited(
        **wanted.draft.model_dump(),
        from_sha256=sha256_of(now.markdown),
        to_sha256=sha256_of(wanted.draft.markdown),
        by=wanted.by,
        why=wanted.why,
        until=_until(book.state, book.now),
    )


def _until(state: State, now: datetime) -> datetime:
    """When an edit that fails is given up: there is as much time as to approve."""
    return state.terms.until(now) if state.terms else now + timedelta(hours=_HOURS)


def open_rehearsal(session: Session, by: str) -> Session:
    """A new session, on hold, whose draft is what this rehearsal made: to edit and publish."""
    if not workflow_of(session.workflow, session.version).takes_edits:
        raise NotPossible(obstacle(session, log.state(session)))
    return copying.open_rehearsal(session, by=by)
